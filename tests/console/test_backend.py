"""The real program behind the console: the lists of a home's games after tables were hosted, begun, played and left."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from scatnet.console.backend import Program
from scatnet.net.tables import host_table, join_table, resume_table
from scatnet.store.home import list_tables
from scatnet.table.view import Phase
from tests.net.people import LOOPBACK, person, seated, ticket_of, wish


def program(folder: Path) -> Program:
    """The program of somebody called Ann."""
    ann = person(folder, "Ann")
    return Program(ann.home, lambda: ann, suggested_name="Ann", listen=LOOPBACK)


async def test_a_table_left_before_its_game_began_is_no_unfinished_game(tmp_path: Path) -> None:
    async with seated(host_table(person(tmp_path, "Ann"), wish(3), LOOPBACK)):
        pass
    assert await program(tmp_path).unfinished() == ()


async def test_a_game_left_in_the_middle_is_unfinished_and_a_played_one_is_past(tmp_path: Path) -> None:
    practice = replace(wish(2), bots=1, practice=True)
    async with seated(host_table(person(tmp_path, "Ann", auto=False), practice, LOOPBACK)) as me:
        await me.until_asked()
    (left,) = await program(tmp_path).unfinished()
    assert (left.name, left.rules, left.round) == ("Kitchen", "classic+", 1)
    assert "Ann" in left.players
    async with seated(resume_table(person(tmp_path, "Ann"), Path(left.key), listen=LOOPBACK)) as me:
        await me.until_phase(Phase.OVER)
    assert await program(tmp_path).unfinished() == ()
    (past,) = await program(tmp_path).past()
    assert (past.name, past.players) == ("Kitchen", left.players)
    assert (await program(tmp_path).audit(past.key)).startswith("This log is valid")


async def test_a_seat_is_not_reachable_once_the_machine_that_runs_it_is_gone(tmp_path: Path) -> None:
    async with seated(host_table(person(tmp_path, "Ann", auto=False), replace(wish(3), bots=1), LOOPBACK)) as me:
        async with seated(join_table(person(tmp_path, "Ben"), ticket_of(me), listen=LOOPBACK)):
            await me.until_seated(3)
            assert await me.session.start() is None
            view = await me.until_phase(Phase.SHUFFLE, Phase.DEAL_CALL, Phase.TURN)
            assert all(seat.reachable for seat in view.seats)
        await me.until_gone()
        assert [seat.name for seat in me.session.view().seats if not seat.reachable] == ["Ben"]


async def test_a_damaged_log_is_listed_apart_with_the_place_of_its_fault(tmp_path: Path) -> None:
    practice = replace(wish(2), bots=1, practice=True)
    async with seated(host_table(person(tmp_path, "Ann", auto=False), practice, LOOPBACK)) as me:
        await me.until_asked()
    mine = program(tmp_path)
    assert await mine.damaged() == ()
    (entry,) = list_tables(person(tmp_path, "Ann").home)
    spoiled = bytearray(entry.path.read_bytes())
    spoiled[40] ^= 1
    entry.path.write_bytes(spoiled)
    assert await mine.unfinished() == ()
    (log,) = await mine.damaged()
    assert log.path == entry.path
    assert "byte" in log.fault
