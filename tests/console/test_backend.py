"""The real program behind the console: the lists of a home's games after tables were hosted, begun, played and left."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from scatnet.console.backend import Program
from scatnet.console.phrases import teller_for
from scatnet.console.scene import LineKind, entered
from scatnet.net.tables import host_table, join_table, resume_table
from scatnet.store.home import list_tables
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.telling import card_with_symbol, tell
from scatnet.table.view import Phase
from tests.net.people import LOOPBACK, SHORT, person, seated, ticket_of, wish


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


async def test_a_resumed_game_is_told_in_the_words_in_which_it_was_played(tmp_path: Path) -> None:
    practice = replace(wish(3), rules=replace(SHORT, lives=9), bots=2, practice=True)
    async with seated(host_table(person(tmp_path, "Ann", auto=False), practice, LOOPBACK)) as me:
        for _turn in range(9):
            choices = await me.until_asked()
            assert await me.session.choose(choices[0]) is None
        await me.until_asked()
        live = [update for update in me.heard if isinstance(update, Happening) and update.kind is not HappeningKind.SAT]
        assert live == list(me.session.past()[: len(live)])
    (left,) = await program(tmp_path).unfinished()
    async with resume_table(person(tmp_path, "Ann", auto=False), Path(left.key), listen=LOOPBACK) as session:
        past, view = session.past(), session.view()
    assert list(past[: len(live)]) == live
    scene = entered(view, is_host=True, ticket=None, now=0.0, past=past)
    told = [line.text for line in scene.log if line.kind is not LineKind.FAIR]
    teller = teller_for(view, card_with_symbol)
    assert told == [tell(one, teller) for one in past if one.kind not in (HappeningKind.KEYED, HappeningKind.SHUFFLED)]
    assert told[0].startswith("The game begins.")
    assert any(line.kind is LineKind.FAIR for line in scene.log)
    assert scene.report is None
    assert not scene.banner


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
