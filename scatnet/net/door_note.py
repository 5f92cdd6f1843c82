"""Who may come to a table of ours, noted beside its log so that resuming it keeps to that: nobody at a practice table,
and where there is a passcode, who knows it.

The table's `open` does not say it, for it is nobody else's business. Without the note, as in a home that an earlier
version of the program has kept, who sits at the table has to tell, and there is no passcode.
"""

from __future__ import annotations

import logging
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scatnet.store.files import SYSTEM, Files, write_whole
from scatnet.store.toml_text import toml_text

__all__ = ["DoorNote", "door_note_path", "note_door", "read_door_note"]

_LOG: Final = logging.getLogger("scatnet.net")
_BYTES: Final = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorNote:
    """Whether the table was opened for practice, and the passcode, empty where there is none."""

    practice: bool = False
    passcode: str = ""


def door_note_path(log: Path) -> Path:
    """The note beside a table's log."""
    return log.with_suffix(".door")


def note_door(log: Path, note: DoorNote, *, files: Files = SYSTEM) -> None:
    """Note who may come to the table with this log; where that is not possible, do without."""
    text = toml_text({"practice": note.practice, "passcode": note.passcode})
    try:
        write_whole(files, door_note_path(log), text.encode())
    except OSError as error:
        _LOG.warning("who may come to the table could not be noted: %s", error)


def read_door_note(log: Path) -> DoorNote | None:
    """The note of the table with this log; None where there is none, or none that makes sense."""
    try:
        with door_note_path(log).open("rb") as file:
            written = tomllib.loads(file.read(_BYTES).decode())
    except (OSError, ValueError, RecursionError):
        return None
    match written:
        case {"practice": bool() as practice, "passcode": str() as passcode}:
            return DoorNote(practice=practice, passcode=passcode)
    return None
