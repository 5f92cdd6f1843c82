"""Whether a table of ours was opened for practice, noted beside its log so that resuming it keeps to that.

The table's `open` does not say it, for it is nobody else's business. Without the note, as in a home that an earlier
version of the program has kept, who sits at the table has to tell.
"""

from __future__ import annotations

import logging
import tomllib
from pathlib import Path
from typing import Final

from scatnet.store.files import SYSTEM, Files, write_whole
from scatnet.store.toml_text import toml_text

__all__ = ["note_practice", "practice_path", "was_practice"]

_LOG: Final = logging.getLogger("scatnet.net")
_BYTES: Final = 256


def practice_path(log: Path) -> Path:
    """The note beside a table's log."""
    return log.with_suffix(".practice")


def note_practice(log: Path, practice: bool, *, files: Files = SYSTEM) -> None:
    """Note how the table with this log was opened; where that is not possible, do without."""
    try:
        write_whole(files, practice_path(log), toml_text({"practice": practice}).encode())
    except OSError as error:
        _LOG.warning("how the table was opened could not be noted: %s", error)


def was_practice(log: Path) -> bool | None:
    """Whether the table with this log was opened for practice; None where no note says so."""
    try:
        with practice_path(log).open("rb") as file:
            written = tomllib.loads(file.read(_BYTES).decode())
    except (OSError, ValueError):
        return None
    match written:
        case {"practice": bool() as practice}:
            return practice
    return None
