"""The scripted rounds in `cases/`: what was decided, to the letter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scatnet.rules.script import play_script, read_script

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))


@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
def test_a_scripted_round_gives_the_result_that_was_decided(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    assert play_script(read_script(case["script"])) == case["result"]


def test_no_scripted_round_has_been_lost() -> None:
    assert len(CASES) >= 25
