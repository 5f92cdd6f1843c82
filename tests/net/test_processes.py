"""The commands at a table as real processes: they find each other, play, and say in one line why they
cannot.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

import pytest

from scatnet.commands import demo, host, join, resume, tables, watch

SECONDS = 120


def scatnet(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `scatnet` to its end, nobody typing."""
    command = [sys.executable, "-m", "scatnet", "--home", str(home), *arguments]
    return subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=SECONDS, stdin=subprocess.DEVNULL
    )


def test_a_demonstration_finds_plays_audits_and_compares(tmp_path: Path) -> None:
    done = scatnet(
        tmp_path, "demo", "--seats", "2", "--rules", "classic", "--set", "lives=1", "--set", "grace=false",
        "--keep", str(tmp_path / "peers"),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "All 2 heads are equal" in done.stdout
    assert "All 2 logs pass their audit" in done.stdout
    assert "the same for all 2 peers" in done.stdout
    assert len(list((tmp_path / "peers").glob("*/tables/*.scat"))) == 2


def test_a_game_against_computer_players_is_told_as_json_lines(tmp_path: Path) -> None:
    done = scatnet(
        tmp_path, "host", "--auto", "--json-lines", "--seats", "2", "--bots", "1", "--rules", "classic",
        "--set", "lives=1", "--set", "grace=false", "--listen", "127.0.0.1:0", "--no-discovery",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    items = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = [item["kind"] for item in items if item["type"] == "happening"]
    assert kinds[-1] == "won"
    assert {"begun", "round", "shuffled", "dealt"} <= set(kinds)
    assert any(item["type"] == "view" and item["hand"] for item in items)
    listed = scatnet(tmp_path, "resume")
    assert listed.stdout == "No table is unfinished.\n"


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["join", "127.0.0.1:9", "--plain"], 1, "Nobody answers there"),
        (["join", "scat1" + "a" * 80, "--plain"], 1, "ticket is damaged"),
        (["watch", "127.0.0.1:9", "--plain"], 1, "Nobody answers there"),
        (["host", "--plain", "--seats", "12"], 1, "2 to 9 seats"),
        (["host", "--plain", "--rules", "poker"], 2, "poker"),
        (["host", "--plain", "--passcode", " "], 2, "passcode"),
        (["host", "--plain", "--listen", "127.0.0.1:70000"], 2, "port is a number"),
        (["host", "--plain", "--listen", "203.0.113.9:4000"], 1, "no such address"),
        (["resume", "nothing"], 1, "no unfinished table"),
        (["tables", "--wait", "-1"], 2, "0 to 3600 seconds"),
        (["demo", "--seats", "1"], 2, "2 to 9 seats"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], status: int, sentence: str
) -> None:
    parser = argparse.ArgumentParser()
    subparsers = parser.add_subparsers()
    for command in (demo, host, join, resume, tables, watch):
        command.add_parser(subparsers)
    args = parser.parse_args(arguments)
    args.home = tmp_path
    assert args.run(args) == status
    out, err = capsys.readouterr()
    assert sentence in err
    assert err.count("\n") == 1
    assert out == ""
