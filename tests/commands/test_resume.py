"""`scatnet resume`, as far as no table is opened: the list, and what cannot be gone on with."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from scatnet.commands import resume
from scatnet.commands.seating import Way
from scatnet.console.messages import Request, Resume
from scatnet.store.home import Result, note_result
from scatnet.store.paths import Home, key_path, open_home
from scatnet.store.secret_file import SecretFile
from scatnet.store.table_file import TableFile
from tests.log.samples import OPEN, TABLE

KEY = TABLE.hex()


def run(home: Home, *arguments: str) -> int:
    """Parse a command line as `scatnet` does, and run it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--home", type=Path)
    resume.add_parser(parser.add_subparsers())
    args = parser.parse_args(["--home", str(home.root), "resume", *arguments])
    status: int = args.run(args)
    return status


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home with one unfinished table."""
    home = open_home(tmp_path)
    TableFile.create(home.table(TABLE), OPEN).close()
    SecretFile.create(key_path(home.table(TABLE))).close()
    return home


def damage(home: Home) -> None:
    path = home.table(TABLE)
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)


def test_unfinished_tables_are_listed(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(home) == 0
    shown = capsys.readouterr()
    assert KEY[:8] in shown.out
    assert shown.out.endswith("\nscatnet resume KEY goes on with one of them.\n")
    assert shown.err == ""


def test_on_a_terminal_the_only_unfinished_table_is_gone_on_with(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: list[Request] = []

    def sit_down(_args: argparse.Namespace, _way: Way, request: Request) -> int:
        wanted.append(request)
        return 0

    monkeypatch.setattr(resume, "sit_down", sit_down)
    monkeypatch.setattr(resume, "is_terminal", lambda: True)
    assert run(home) == 0
    assert wanted == [Resume(str(home.table(TABLE)))]


def test_on_a_terminal_too_several_unfinished_tables_are_listed(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = home.table(bytes(32))
    other.write_bytes(home.table(TABLE).read_bytes())
    SecretFile.create(key_path(other)).close()
    monkeypatch.setattr(resume, "is_terminal", lambda: True)
    assert run(home) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_a_damaged_table_is_not_passed_over_but_named_with_the_place(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(home)
    assert run(home) == 0
    shown = capsys.readouterr()
    assert shown.out == "No table is unfinished.\n"
    assert shown.err.count("\n") == 1
    assert f"{KEY}.scat is damaged at byte 10" in shown.err


def test_who_wants_to_go_on_with_a_damaged_table_is_told_why_not(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(home)
    assert run(home, KEY[:8]) == 1
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    assert "is damaged at byte 10" in shown.err


def test_a_damaged_log_of_a_game_that_is_over_is_no_matter(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    damage(home)
    note_result(home.table(TABLE), Result(winners=("Ann",), rounds=1))
    assert run(home) == 0
    assert capsys.readouterr().err == ""


def test_a_table_that_is_not_there_is_said_to_be_none(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(home, "Nowhere") == 1
    assert capsys.readouterr().err == "There is no unfinished table “Nowhere” here.\n"
