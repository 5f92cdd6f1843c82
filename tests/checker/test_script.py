"""`python scripts/check_log.py LOG…`: what it prints and how it ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.checker.helpers import LOGS, SCRIPT, first_round, log_of


def _run(*logs: Path) -> tuple[int, str]:
    command = [sys.executable, str(SCRIPT), *map(str, logs)]
    ended = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    assert ended.stderr == ""
    return ended.returncode, ended.stdout


def test_a_valid_log_ends_with_0_and_tells_who_played_and_won() -> None:
    code, text = _run(LOGS / "two_seats.scat")
    assert code == 0
    assert "valid: 109 records" in text
    assert "won by Ada" in text


def test_a_log_with_a_fault_ends_with_1_and_tells_where(tmp_path: Path) -> None:
    path = tmp_path / "missing.scat"
    records = first_round()
    path.write_bytes(log_of(records[:9] + records[10:]))
    code, text = _run(path)
    assert code == 1
    assert "not valid: record 11 at byte 4197, round_open" in text


def test_the_worst_of_several_logs_counts(tmp_path: Path) -> None:
    path = tmp_path / "no.scat"
    path.write_bytes(b"no log")
    whole = tmp_path / "whole.scat"
    whole.write_bytes(log_of(first_round()))
    code, text = _run(path, whole, tmp_path / "absent.scat")
    assert code == 2
    assert [line.split(": ", 1)[1].split(" ")[0] for line in text.splitlines() if ".scat: " in line] == [
        "unreadable",
        "valid:",
        "unreadable:",
    ]
