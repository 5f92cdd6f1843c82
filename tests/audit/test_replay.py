"""The replay: the same table as at the time, from anybody's or one seat's view, and the ways through it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scatnet.audit import audit_log
from scatnet.audit.replay import QUIET, Replay, lines_of, stops
from scatnet.audit.secret_keys import load_seed
from scatnet.audit.walk import Walk
from scatnet.rules.ruleset import PRESETS
from scatnet.store.errors import StoreError
from scatnet.store.framing import file_header, frame
from scatnet.store.secret_file import SECRET_FORM
from scatnet.table.seeing import see
from tests.audit.helpers import game, records_of, write_log
from tests.table.helpers import Table, fast_params


def replayed(tmp_path: Path, table: Table, *seats: int) -> Replay:
    """The replay of a game, with the secrets of these places in the order of sitting."""
    replay = Replay(seeds=[table.seeds[table.identities[seat].public] for seat in seats])
    audit_log(write_log(tmp_path / "log", records_of(table)), params=fast_params(), watchers=(replay,))
    return replay


@pytest.fixture(name="table", scope="module")
def table_fixture() -> Table:
    return game(rules=PRESETS["kitchen"], rounds=3)


def test_frames_show_what_everybody_saw_at_the_time(tmp_path: Path, table: Table) -> None:
    replay = replayed(tmp_path, table)
    states = [*table.states, table.state]
    for shown, state in zip(replay.frames, states, strict=True):
        assert shown.view == see(state, None, ())
        assert not shown.own


def test_a_secret_file_shows_the_hands_of_its_seat_and_no_other(tmp_path: Path, table: Table) -> None:
    replay = replayed(tmp_path, table, 2)
    seat = next(place for place, each in enumerate(table.state.seats) if each.key == table.identities[2].public)
    assert replay.readable == (seat,)
    player = table.players[table.identities[2].public]
    held = 0
    for shown, state in zip(replay.frames, [*table.states, table.state], strict=True):
        cards = player.held(state)
        assert set(shown.own) == ({seat} if cards else set())
        if cards:
            held += 1
            assert shown.own[seat] == player.view(state)
            assert shown.own[seat].hand == tuple(sorted(cards[:3]))
    assert held > 20


def test_a_secret_file_of_another_table_shows_nothing(tmp_path: Path, table: Table) -> None:
    other = game(seed=6)
    replay = Replay(seeds=[other.seeds[other.identities[0].public], bytes(32)])
    audit_log(write_log(tmp_path / "log", records_of(table)), params=fast_params(), watchers=(replay,))
    assert replay.readable == ()


def test_the_seed_is_read_from_a_secret_file_and_from_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "table.key"
    path.write_bytes(file_header(SECRET_FORM) + frame(1, bytes(range(32))))
    assert load_seed(path) == bytes(range(32))
    for content in (b"", b"\0" * 100, file_header(SECRET_FORM)):
        path.write_bytes(content)
        with pytest.raises(StoreError):
            load_seed(path)


def test_stops_leave_out_nothing_that_happened(tmp_path: Path, table: Table) -> None:
    frames = replayed(tmp_path, table).frames
    found = stops(frames)
    assert [each for shown in found for each in shown.happenings] == [
        each for shown in frames for each in shown.happenings
    ]
    assert found[0].view == frames[0].view
    assert found[-1].view == frames[-1].view
    assert len(found) < len(frames)
    for stop in found[1:-1]:
        assert any(happening.kind not in QUIET for happening in stop.happenings)


def test_a_walk_goes_on_back_to_a_round_and_to_the_ends(tmp_path: Path, table: Table) -> None:
    walk = Walk(replayed(tmp_path, table))
    assert walk.frame.view.round == 1
    start = walk.at
    assert walk.step(1) == ""
    assert walk.step(-1) == ""
    assert walk.at == start
    assert walk.to_round(3) == ""
    assert lines_of(walk.frame)[0].startswith("Round 3")
    assert walk.previous_round() == ""
    assert walk.frame.view.round == 2
    assert walk.next_round() == ""
    assert walk.frame.view.round == 3
    assert "no round 9" in walk.to_round(9)
    assert walk.next_round() != ""
    assert walk.frame.view.round == 3
    walk.last()
    assert walk.step(1) == "This is the end."
    walk.first()
    assert walk.step(-1) == "This is the beginning."
    assert walk.at == 0


def test_a_search_finds_words_and_names_and_goes_round(tmp_path: Path, table: Table) -> None:
    walk = Walk(replayed(tmp_path, table))
    assert walk.search_again() != ""
    assert walk.search("KNOCK") == ""
    first = walk.at
    assert any("knock" in line for line in lines_of(walk.frame))
    assert walk.search_again() == ""
    assert walk.at > first
    assert walk.search_again(backwards=True) == ""
    assert walk.at == first
    walk.last()
    assert walk.search("Player 1") == ""
    assert any("Player 1" in line for line in lines_of(walk.frame))
    here = walk.at
    assert "nowhere" in walk.search("a word that nobody says")
    assert walk.at == here


def test_the_point_of_view_changes_only_where_there_is_another(tmp_path: Path, table: Table) -> None:
    walk = Walk(replayed(tmp_path, table))
    assert walk.look_on() != ""
    walk = Walk(replayed(tmp_path, table, 0))
    own = walk.seat
    assert own is not None
    assert walk.look_on() == ""
    assert walk.seat is None
    assert walk.look_on() == ""
    assert walk.seat == own
