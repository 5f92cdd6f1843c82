"""What may be asked for by name: a record that is named is kept for a while, and what finds no room is not named.

A name is a promise: whoever asks within `KEPT_SECONDS` is given the record. So nothing is pushed out by what comes
later; where memory is short, the newest is not taken in, and no neighbour can take more of it than its share.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TypeAlias

from scatnet.net.limits import KEPT_BYTES, KEPT_SECONDS, KEPT_SHARE_BYTES, KEPT_SHARE_RECORDS, TOLD_PER_LINK

__all__ = ["Promised", "Record"]

Record: TypeAlias = tuple[int, bytes]


@dataclass(frozen=True, slots=True)
class _Entry:
    record: Record
    source: bytes
    until: float


@dataclass(slots=True)
class _Share:
    """What the records from one source take."""

    size: int = 0
    count: int = 0


class Promised:
    """Records under their names, in bounded memory."""

    def __init__(self) -> None:
        self._entries: OrderedDict[bytes, _Entry] = OrderedDict()  # the oldest first
        self._shares: dict[bytes, _Share] = {}  # of each source
        self._size: int = 0

    def put(self, name: bytes, record: Record, source: bytes, now: float) -> bool:
        """Keep a record that came from this neighbour; whether there is room, so that it may be named."""
        if name in self._entries:
            return True
        self._drop_old(now)
        size = len(record[1])
        if self._size + size > KEPT_BYTES or len(self._entries) >= TOLD_PER_LINK:
            return False
        share = self._shares.get(source, _Share())
        if share.size + size > KEPT_SHARE_BYTES or share.count >= KEPT_SHARE_RECORDS:
            return False
        self._entries[name] = _Entry(record, source, now + KEPT_SECONDS)
        self._shares[source] = _Share(share.size + size, share.count + 1)
        self._size += size
        return True

    def get(self, name: bytes) -> Record | None:
        """The record of this name, if it is kept."""
        entry = self._entries.get(name)
        return entry.record if entry is not None else None

    def _drop_old(self, now: float) -> None:
        while self._entries:
            name, entry = next(iter(self._entries.items()))
            if entry.until > now:
                return
            del self._entries[name]
            size = len(entry.record[1])
            self._size -= size
            share = self._shares[entry.source]
            share.size -= size
            share.count -= 1
            if not share.count:
                del self._shares[entry.source]
