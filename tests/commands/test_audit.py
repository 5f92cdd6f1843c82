"""`scatnet audit`, `replay` and `stats` as they are called: what they print, what they write, how they end."""

from __future__ import annotations

import argparse
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from scatnet.audit import audit_log
from scatnet.audit.replay import Replay
from scatnet.audit.walk import Walk
from scatnet.commands import audit, replay, stats
from scatnet.commands.replay_screen import ReplayScreen
from scatnet.rules.ruleset import PRESETS
from scatnet.store.framing import file_header, frame
from scatnet.store.paths import open_home
from scatnet.store.secret_file import SECRET_FORM
from scatnet.store.settings import Settings
from tests.audit.helpers import RECORDED, game, read_records, records_of, write_log
from tests.table.helpers import Table, begun_table, fast_params


@pytest.fixture(name="call")
def call_fixture(tmp_path: Path) -> Callable[..., int]:
    """Call a command with its arguments, in a home of its own."""

    def call(module: ModuleType, *arguments: str | Path) -> int:
        parser = argparse.ArgumentParser()
        parser.add_argument("--home", type=Path, default=tmp_path / "home")
        module.add_parser(parser.add_subparsers())
        name = module.__name__.rsplit(".", 1)[-1]
        args = parser.parse_args([name, *map(str, arguments)])
        status: int = args.run(args)
        return status

    return call


@pytest.fixture(name="key")
def key_fixture(tmp_path: Path) -> Path:
    """The secret file of a machine that played in the recorded log."""
    table = begun_table(seats=2, seed=11)
    path = tmp_path / "two.key"
    path.write_bytes(file_header(SECRET_FORM) + frame(1, table.seeds[table.identities[1].public]))
    return path


def test_a_valid_log_is_told_of_and_ends_with_0(call: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert call(audit, RECORDED) == 0
    told = capsys.readouterr()
    assert told.out.startswith("This log is valid")
    assert "Player 0" in told.out
    assert told.err == ""


def test_a_log_that_is_not_valid_ends_with_1_and_names_the_fault(
    call: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    records = read_records(RECORDED)
    path = write_log(tmp_path / "bad.scat", [*records[:20], records[19], *records[20:]])
    assert call(audit, path) == 1
    assert "record 21" in capsys.readouterr().out.lower()
    assert call(audit, path, "--json") == 1
    assert json.loads(capsys.readouterr().out)["logs"][0]["fault"]["record"] == 21


def test_what_cannot_be_read_ends_with_2(
    call: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "text.scat"
    path.write_text("no log")
    assert call(audit, path) == 2
    assert str(path) in capsys.readouterr().out
    assert call(audit, tmp_path / "nothing", "--json") == 2
    assert json.loads(capsys.readouterr().out)["verdict"] == "unreadable"
    assert call(audit, RECORDED, path) == 2


def test_logs_of_one_table_are_compared(
    call: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    copy = tmp_path / "copy.scat"
    shutil.copy(RECORDED, copy)
    assert call(audit, RECORDED, copy) == 0
    assert "end at the same head" in capsys.readouterr().out
    part = write_log(tmp_path / "part.scat", read_records(RECORDED)[:-4])
    assert call(audit, RECORDED, part, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["agree"] is True
    assert told["comparisons"][0]["same"] is False


def test_a_page_is_written_and_holds_a_hand_only_with_its_key(
    call: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path, key: Path
) -> None:
    page = tmp_path / "page.html"
    assert call(audit, RECORDED, "--html", page) == 0
    assert '"views":[]' in page.read_text(encoding="utf-8")
    assert call(audit, RECORDED, "--html", page, "--key", key) == 0
    assert '"views":[]' not in page.read_text(encoding="utf-8")
    assert "share it with care" in page.read_text(encoding="utf-8")
    capsys.readouterr()
    assert call(audit, RECORDED, "--html", tmp_path / "no" / "page.html") == 2
    assert call(audit, RECORDED, "--key", key) == 2
    assert call(audit, RECORDED, RECORDED, "--html", page) == 2
    assert call(audit, RECORDED, "--html", page, "--key", RECORDED) == 2
    assert len(capsys.readouterr().err.splitlines()) == 4


def test_the_whole_game_can_be_printed(call: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert call(replay, RECORDED, "--all") == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("Round 1") for line in lines)
    assert "wins the game" in lines[-1]


def test_plain_stepping_goes_where_it_is_told(
    call: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, key: Path
) -> None:
    typed = "\nb\nlast\nfirst\nround 1\nround 9\n/knock\n/\nview\nwhat?\nq\nnext\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert call(replay, RECORDED, "--plain", "--key", key) == 0
    out = capsys.readouterr().out
    assert "There is no round 9" in out
    assert "knock" in out
    assert "Your hand:" in out
    stops = [line for line in out.splitlines() if line.startswith("Stop ")]
    assert stops[0] == stops[2] == stops[5]  # at first, after going back, and at round 1
    assert stops[4].startswith("Stop 1 of")
    assert "The table has been opened." in out


def test_a_replay_of_nothing_is_refused_in_a_sentence(
    call: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path, key: Path
) -> None:
    assert call(replay, tmp_path / "nothing") == 2
    assert call(replay, RECORDED, "--round", "9", "--all") == 2
    other = tmp_path / "other.key"
    other.write_bytes(file_header(SECRET_FORM) + frame(1, bytes(32)))
    assert call(replay, RECORDED, "--key", other, "--all") == 1
    assert call(replay, RECORDED, "--key", tmp_path / "no.key", "--all") == 2
    assert len(capsys.readouterr().err.splitlines()) == 4


def test_stats_count_the_logs_in_the_home(
    call: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert call(stats) == 0
    assert "No game" in capsys.readouterr().out
    home = open_home(tmp_path / "home")
    shutil.copy(RECORDED, home.tables / "one.scat")
    (home.tables / "two.scat").write_bytes(b"")
    assert call(stats) == 0
    out = capsys.readouterr().out
    assert "1 game" in out
    assert "Player 1" in out
    assert "Not counted" in out
    assert call(stats, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 1
    assert sum(player["total"]["wins"] for player in told["players"]) == 1
    assert len(told["skipped"]) == 1


@pytest.fixture(name="table", scope="module")
def table_fixture() -> Table:
    return game(rules=PRESETS["kitchen"], rounds=2)


def shown(table: Table, tmp_path: Path, keys: str, *, own: bool = False, size: tuple[int, int] = (80, 24)) -> str:
    """The screen of a replay after some keys have been pressed."""
    seeds = [table.seeds[table.identities[0].public]] if own else []
    watching = Replay(seeds=seeds)
    audit_log(write_log(tmp_path / "log", records_of(table)), params=fast_params(), watchers=(watching,))
    with create_pipe_input() as pipe:
        screen = ReplayScreen(Walk(watching), Settings(nickname="ann"), keyboard=pipe, terminal=DummyOutput())
        pipe.send_text(keys + "q")
        screen.run()
        return screen.painted(*size).text()


def test_the_screen_shows_the_table_and_the_keys(table: Table, tmp_path: Path) -> None:
    text = shown(table, tmp_path, "")
    assert "Kitchen table" in text
    assert "round 1" in text
    assert "] step" in text
    assert "] search" in text
    assert all(f"Player {place}" in text for place in range(4))


def test_keys_go_on_and_back_and_to_a_round(table: Table, tmp_path: Path) -> None:
    assert shown(table, tmp_path, " ") != shown(table, tmp_path, "")
    assert shown(table, tmp_path, " b") == shown(table, tmp_path, "")
    assert "Round 2" in shown(table, tmp_path, "r2\r")
    assert "There is no round 7" in shown(table, tmp_path, "r7\r")
    assert "This is the end." in shown(table, tmp_path, "G ")


def test_a_search_is_typed_and_goes_on_with_n(table: Table, tmp_path: Path) -> None:
    assert "knocks" in shown(table, tmp_path, "/knock\r")
    assert "nowhere" in shown(table, tmp_path, "/nothing of that\r")
    assert shown(table, tmp_path, "/discards\rnN") == shown(table, tmp_path, "/discards\r")


def test_ones_own_hand_is_seen_with_its_secrets_and_v_changes_the_view(table: Table, tmp_path: Path) -> None:
    name = next(seat.name for seat in table.state.seats if seat.key == table.identities[0].public)
    assert "count" in shown(table, tmp_path, "   ", own=True)
    assert "watching" in shown(table, tmp_path, "   v", own=True)
    assert name in shown(table, tmp_path, "   v", own=True)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)])
def test_every_stop_fits_every_size(table: Table, tmp_path: Path, size: tuple[int, int]) -> None:
    watching = Replay()
    audit_log(write_log(tmp_path / "log", records_of(table)), params=fast_params(), watchers=(watching,))
    walk = Walk(watching)
    with create_pipe_input() as pipe:
        screen = ReplayScreen(walk, Settings(nickname="ann"), keyboard=pipe, terminal=DummyOutput())
        for place in range(len(walk.stops)):
            walk.at = place
            lines = screen.painted(*size).text().splitlines()
            assert len(lines) <= size[1]
            assert max(map(len, lines)) <= size[0]
