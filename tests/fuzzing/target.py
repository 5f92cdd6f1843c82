"""What a fuzz target is: bytes in, and nothing out but an error of the program's own choosing.

A target's `check` gives the bytes to one decoder or handler. It returns where they are a value or are refused with the
one error that is documented; a value has to come back from its own encoding. Any other exception is a finding. `seeds`
are real encodings to begin from. Where a signature or checksum would keep every change out, a target puts that right
first, so that what lies behind it is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scatnet.log import Identity, labels
from scatnet.log.encoding import pack
from scatnet.store.framing import Form, file_header, frame

__all__ = ["Cursor", "Target", "framed", "mended", "signed_again"]

_TABLE_AT, _AUTHOR_AT = slice(4, 36), slice(72, 104)  # in an event's unsigned bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One decoder or handler. `slow`: seconds that one input takes about, where that is more than a millisecond."""

    name: str
    check: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]
    slow: float = 0.0


class Cursor:
    """Choices read from bytes, front to back; zeros once they have ended."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def more(self) -> bool:
        """Whether there are bytes left."""
        return self._at < len(self._data)

    def number(self, below: int) -> int:
        """A number from 0 to `below` - 1, of one byte."""
        return self.take(1)[0] % below

    def take(self, count: int) -> bytes:
        """So many bytes."""
        part = self._data[self._at : self._at + count]
        self._at += count
        return part.ljust(count, b"\0")

    def string(self) -> bytes:
        """Bytes behind their length of two bytes, as far as there are any."""
        length = int.from_bytes(self.take(2), "big")
        part = self._data[self._at : self._at + length]
        self._at += len(part)
        return part


def signed_again(unsigned: bytes, author: Identity, table: bytes) -> bytes:
    """A record of these bytes, at this table, signed by this author whatever they say."""
    if len(unsigned) >= _AUTHOR_AT.stop:
        unsigned = unsigned[: _TABLE_AT.start] + table + unsigned[_TABLE_AT.stop :]
        unsigned = unsigned[: _AUTHOR_AT.start] + author.public + unsigned[_AUTHOR_AT.stop :]
    return pack((unsigned, author.sign(labels.SIGNATURE + unsigned)))


def framed(form: Form, records: Iterable[tuple[int, bytes]]) -> bytes:
    """A file of these records."""
    return file_header(form) + b"".join(frame(tag, payload) for tag, payload in records)


def mended(form: Form, data: bytes, change: Callable[[int, bytes], bytes] = lambda _tag, payload: payload) -> bytes:
    """A file that is this one with its header and every checksum put right, and each payload as `change` gives it."""
    header = len(file_header(form))
    parts = [file_header(form)]
    at = header
    while at + 9 <= len(data):
        length, tag = int.from_bytes(data[at : at + 4], "big"), data[at + 4]
        payload = change(tag, data[at + 9 : at + 9 + length])
        parts.append(frame(tag, payload))
        at += 13 + length
    return b"".join(parts)
