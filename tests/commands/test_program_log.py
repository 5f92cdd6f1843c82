"""The log file of the program itself, under the home."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from scatnet import cli
from scatnet.commands import identity


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """`scatnet identity` makes a mistake of its own; logging is as it was afterwards."""

    def fail(args: argparse.Namespace) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(identity, "run", fail)
    monkeypatch.setattr(logging, "raiseExceptions", True)
    logger = logging.getLogger("scatnet")
    before, level, propagates = list(logger.handlers), logger.level, logger.propagate
    yield
    for handler in [handler for handler in logger.handlers if handler not in before]:
        logger.removeHandler(handler)
        handler.close()
    logger.setLevel(level)
    logger.propagate = propagates


@pytest.mark.usefixtures("failing")
def test_a_mistake_of_the_program_is_one_sentence_with_the_details_in_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--home", str(tmp_path), "identity"]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert "ZeroDivisionError" in (tmp_path / "scatnet.log").read_text()


@pytest.mark.usefixtures("failing")
def test_a_log_that_cannot_be_written_adds_nothing_to_the_screen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "scatnet.log").mkdir()
    assert cli.main(["--home", str(tmp_path), "identity"]) == 1
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    assert "Traceback" not in shown.err
