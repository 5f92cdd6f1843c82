"""Chat: signed lines beside the log. They change nothing, are bounded in length and rate, and forgotten.

A line is signed by its author's key and passed on like an event, once. `Chatter` decides which lines are new
and within bounds; what it lets through is clean text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scatnet.log import Signer, clean_text
from scatnet.log.limits import NICKNAME_CHARACTERS
from scatnet.net.fields import Number, Text
from scatnet.net.limits import CHAT_BURST, CHAT_RATE, CHAT_TEXT
from scatnet.net.rate import Buckets
from scatnet.net.sealed import seal, unseal

__all__ = ["Chatter", "Line", "make_line", "read_line"]

_LABEL: Final = b"scatnet chat 1\n"
_RULES: Final = (Number(0, 2**63 - 1), Text(NICKNAME_CHARACTERS), Text(CHAT_TEXT))
_REMEMBERED: Final = 64  # serials of each author
_AUTHORS: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line: its author's key, a number that the author uses once and ever higher, a name, the text, the bytes.

    The name is what the author is called; whoever has a seat is called as that seat is, whatever the line
    says.
    """

    author: bytes
    serial: int
    name: str
    text: str
    raw: bytes


def make_line(signer: Signer, table: bytes, serial: int, name: str, text: str) -> Line | None:
    """Our own line, the text cleaned and cut to CHAT_TEXT characters; None where nothing is left of it."""
    clean = clean_text(text, CHAT_TEXT)
    if not clean:
        return None
    raw = seal(signer, _LABEL, table, (serial, name, clean))
    return Line(author=signer.public, serial=serial, name=name, text=clean, raw=raw)


def read_line(raw: bytes, table: bytes) -> Line:
    """The line in these bytes, its signature checked. Raises FrameError."""
    return unseal(
        raw,
        _LABEL,
        table,
        _RULES,
        lambda author, serial, name, text: Line(author=author, serial=serial, name=name, text=text, raw=raw),
    )


class Chatter:
    """What has been said lately: tells new lines from repeated ones, and keeps each author to the rate."""

    def __init__(self) -> None:
        self._rates: Buckets[bytes] = Buckets(CHAT_RATE, CHAT_BURST, _AUTHORS)
        self._serials: dict[bytes, list[int]] = {}

    def is_new(self, line: Line) -> bool:
        """Whether the line has not been seen; from now on it has. Very late ones count as seen."""
        seen = self._serials.setdefault(line.author, [])
        if line.serial in seen or (len(seen) >= _REMEMBERED and line.serial < min(seen)):
            return False
        seen.append(line.serial)
        if len(seen) > _REMEMBERED:
            seen.remove(min(seen))
        if len(self._serials) > _AUTHORS:
            del self._serials[next(iter(self._serials))]
        return True

    def in_rate(self, author: bytes, now: float) -> bool:
        """Whether the author may say something at this time; it counts as said."""
        return self._rates.at(author, now).take(now)
