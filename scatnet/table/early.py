"""Events for heads that are not reached yet: kept within bounds until the head is, and evidence of nothing.

What does not fit pushes out the oldest of the same author, or of whoever has most here, so nobody can crowd out
another who has less; whatever is lost comes again with the next sync.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scatnet.log import Event

__all__ = ["AUTHOR_BYTES", "TOTAL_BYTES", "EarlyEvents"]

AUTHOR_BYTES: Final = 1024 * 1024  # what one sync brings of one author fits twice
TOTAL_BYTES: Final = 16 * 1024 * 1024
_OVERHEAD: Final = 512  # of an event in memory, besides its bytes


class EarlyEvents:
    """A bounded buffer of events by the head they answer to."""

    def __init__(self) -> None:
        self._by_head: dict[bytes, dict[bytes, Event]] = {}
        self._by_author: dict[bytes, dict[bytes, Event]] = {}  # in the order of arrival
        self._author_bytes: dict[bytes, int] = {}
        self._total = 0

    def __len__(self) -> int:
        return sum(len(events) for events in self._by_head.values())

    def __contains__(self, head: bytes) -> bool:
        """Whether any event waits for this head."""
        return head in self._by_head

    def holds(self, event: Event) -> bool:
        """Whether this event waits here."""
        return event.digest in self._by_head.get(event.head, {})

    def digests(self) -> Iterator[bytes]:
        """The digests of all that waits."""
        for events in self._by_head.values():
            yield from events

    def put(self, event: Event) -> None:
        """Keep an event that is not here."""
        size = _size(event)
        while self._author_bytes.get(event.author, 0) + size > AUTHOR_BYTES and self._by_author.get(event.author):
            self._drop_oldest(event.author)
        while self._total + size > TOTAL_BYTES:
            self._drop_oldest(max(self._author_bytes, key=lambda author: (self._author_bytes[author], author)))
        self._by_head.setdefault(event.head, {})[event.digest] = event
        self._by_author.setdefault(event.author, {})[event.digest] = event
        self._author_bytes[event.author] = self._author_bytes.get(event.author, 0) + size
        self._total += size

    def take(self, head: bytes) -> tuple[Event, ...]:
        """Remove and give the events for a head that has now been reached, in the order of their digests."""
        waiting = self._by_head.get(head, {})
        events = tuple(waiting[digest] for digest in sorted(waiting))
        for event in events:
            self._drop(event)
        return events

    def _drop_oldest(self, author: bytes) -> None:
        self._drop(next(iter(self._by_author[author].values())))

    def _drop(self, event: Event) -> None:
        del self._by_head[event.head][event.digest]
        if not self._by_head[event.head]:
            del self._by_head[event.head]
        del self._by_author[event.author][event.digest]
        if not self._by_author[event.author]:
            del self._by_author[event.author]
        size = _size(event)
        self._author_bytes[event.author] -= size
        if not self._author_bytes[event.author]:
            del self._author_bytes[event.author]
        self._total -= size


def _size(event: Event) -> int:
    return len(event.unsigned) + _OVERHEAD
