"""`scatnet settings` and `scatnet identity`, run as a person runs them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from scatnet.commands import identity, settings
from scatnet.store.paths import open_home
from scatnet.store.settings import Settings, load_settings
from scatnet.words import use_language


def run(home: Path, *arguments: str) -> int:
    """Parse a command line as `scatnet` does, and run it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--home", type=Path)
    subparsers = parser.add_subparsers()
    settings.add_parser(subparsers)
    identity.add_parser(subparsers)
    args = parser.parse_args(["--home", str(home), *arguments])
    status: int = args.run(args)
    return status


def kept(home: Path) -> Settings:
    return load_settings(open_home(home).settings)


def test_all_settings_are_shown_with_their_meaning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "settings") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 10
    assert str(tmp_path) in lines[-1]
    assert lines[0].startswith('nickname             ""')
    assert "what you are called at a table" in lines[0]


def test_a_changed_setting_is_kept_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "settings", "nickname", "Grandma") == 0
    assert "Grandma" in capsys.readouterr().out
    assert kept(tmp_path).nickname == "Grandma"


def test_name_equals_value_is_understood_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "settings", "bell=no") == 0
    assert kept(tmp_path).bell is False
    assert run(tmp_path, "settings", "bell") == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("bell                 false")


def test_an_unknown_setting_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "settings", "nicname", "Bo") == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "did you mean nickname?" in error


def test_a_value_that_a_setting_does_not_take_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "settings", "pace", "a while") == 1
    assert capsys.readouterr().err == "pace takes a number of seconds from 0 to 10.\n"
    assert kept(tmp_path) == Settings()


def test_settings_as_json_have_every_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(tmp_path, "settings", "letters", "true")
    capsys.readouterr()
    assert run(tmp_path, "settings", "--json") == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["letters"] is True
    assert set(shown) == set(Settings.__slots__)


def test_a_changed_language_speaks_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        assert run(tmp_path, "settings", "language", "da") == 0
        assert "sprog" in capsys.readouterr().out
    finally:
        use_language("en")


def test_the_identity_is_made_once_and_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "identity", "--json") == 0
    first = json.loads(capsys.readouterr().out)
    assert len(bytes.fromhex(first["key"])) == 32
    assert run(tmp_path, "identity", "--json") == 0
    assert json.loads(capsys.readouterr().out) == first


def test_the_identity_is_shown_with_the_nickname(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(tmp_path, "settings", "nickname", "Bo")
    capsys.readouterr()
    assert run(tmp_path, "identity") == 0
    assert capsys.readouterr().out.startswith("Name:        Bo\nFingerprint: ")
