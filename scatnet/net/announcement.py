"""What a table says about itself on the local network: DNS-SD TXT fields to and from a value.

Nothing in it is proven. It helps a person to choose; whom one has reached is settled by the channel, against
the fingerprint that stands here. All text is cleaned on its way in, and a field out of its bounds spoils the
whole record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scatnet.log import clean_text
from scatnet.log.limits import MAX_SEATS, TABLE_NAME_CHARACTERS
from scatnet.net.limits import REVISION

__all__ = ["SERVICE", "Announcement", "AnnouncementError", "Stage", "from_txt", "to_txt"]

SERVICE: Final = "_scatnet._tcp.local."
RULES_CHARACTERS: Final = 24
_FINGERPRINT_CHARACTERS: Final = 24


class AnnouncementError(ValueError):
    """The TXT record is none of a table that could be joined; the message says what is wrong."""


class Stage(StrEnum):
    """How far the table is."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """A table as its peers announce it, each for itself.

    `fingerprint` is that of the announcing peer's key, `host` tells whether it is the host, `table` the first
    16 bytes of the table's id. `rules` is the name of the preset, with "+" behind it where fields were
    changed.
    """

    table: bytes
    name: str
    rules: str
    taken: int
    seats: int
    stage: Stage
    fingerprint: str
    host: bool = True
    locked: bool = False
    spectators: bool = True
    revision: int = REVISION


def to_txt(announcement: Announcement) -> dict[str, str]:
    """The TXT fields of an announcement."""
    return {
        "v": str(announcement.revision),
        "table": announcement.table.hex(),
        "name": announcement.name,
        "rules": announcement.rules,
        "taken": str(announcement.taken),
        "seats": str(announcement.seats),
        "state": announcement.stage.value,
        "key": announcement.fingerprint,
        "host": _flag(announcement.host),
        "locked": _flag(announcement.locked),
        "watch": _flag(announcement.spectators),
    }


def from_txt(fields: Mapping[bytes, bytes | None]) -> Announcement:
    """The announcement in these TXT fields; fields of later versions are passed over. Raises
    AnnouncementError.
    """
    try:
        stage = Stage(_text(fields, "state", 16))
        table = bytes.fromhex(_text(fields, "table", 32))
    except ValueError as error:
        raise AnnouncementError("the state or the table is not one") from error
    seats = _number(fields, "seats", 2, MAX_SEATS)
    if len(table) != 16:
        raise AnnouncementError("the table is named by 16 bytes")
    return Announcement(
        table=table,
        name=_text(fields, "name", TABLE_NAME_CHARACTERS),
        rules=_text(fields, "rules", RULES_CHARACTERS),
        taken=_number(fields, "taken", 0, seats),
        seats=seats,
        stage=stage,
        fingerprint=_text(fields, "key", _FINGERPRINT_CHARACTERS),
        host=_number(fields, "host", 0, 1) == 1,
        locked=_number(fields, "locked", 0, 1) == 1,
        spectators=_number(fields, "watch", 0, 1) == 1,
        revision=_number(fields, "v", 0, 2**16 - 1),
    )


def _flag(value: bool) -> str:
    return "1" if value else "0"


def _text(fields: Mapping[bytes, bytes | None], key: str, limit: int) -> str:
    raw = fields.get(key.encode()) or b""
    text = clean_text(raw.decode("utf-8", "replace"), limit)
    if not text:
        raise AnnouncementError(f"the field {key} is missing")
    return text


def _number(fields: Mapping[bytes, bytes | None], key: str, low: int, high: int) -> int:
    raw = fields.get(key.encode()) or b""
    if not (raw.isdigit() and len(raw) <= 5 and low <= int(raw) <= high):
        raise AnnouncementError(f"the field {key} is not a number from {low} to {high}")
    return int(raw)
