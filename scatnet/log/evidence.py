"""False play on record: one slot event that the rules refuse, or two that one author gave to one head.

The shape is all that can be judged here. Whether the rules refuse a single event is for the engine, in the
state that the event answers to; two different answers are false play whatever they say.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from scatnet.log import labels
from scatnet.log.encoding import pack
from scatnet.log.errors import Unfit
from scatnet.log.event import Event
from scatnet.log.kinds import SLOT, Kind

__all__ = ["Evidence", "fits_in_round_open", "make_evidence"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """One or two slot events; two share table, head and author, and stand in the order of their digests.

    Raises ValueError where the events do not have this shape.
    """

    events: tuple[Event] | tuple[Event, Event]

    def __post_init__(self) -> None:
        first, last = self.events[0], self.events[-1]
        if not 1 <= len(self.events) <= 2:
            raise Unfit("should be one or two events")
        if any(event.kind not in SLOT for event in self.events):
            raise Unfit("should hold answers to slots only")
        if (first.table, first.head, first.author) != (last.table, last.head, last.author):
            raise Unfit("should hold two answers of one author to one head")
        if len(self.events) == 2 and first.digest >= last.digest:
            raise Unfit("should hold two different events in the order of their digests")

    @property
    def table(self) -> bytes:
        """The table that both events belong to."""
        return self.events[0].table

    @property
    def head(self) -> bytes:
        """The head that both events answer to."""
        return self.events[0].head

    @property
    def author(self) -> bytes:
        """The seat's own key, which signed both."""
        return self.events[0].author

    @property
    def record(self) -> bytes:
        """The evidence as it stands in files and frames."""
        return pack(tuple(event.record for event in self.events))

    @property
    def digest(self) -> bytes:
        """Names the evidence in `lapse`: a hash of its events' digests, whoever's copies they are."""
        return hashlib.sha256(labels.EVIDENCE + b"".join(event.digest for event in self.events)).digest()


def make_evidence(event: Event, other: Event | None = None) -> Evidence:
    """Put one event, or two in either order, into evidence. Raises ValueError where they are none."""
    if other is None:
        return Evidence((event,))
    first, last = sorted((event, other), key=lambda each: each.digest)
    return Evidence((first, last))


def fits_in_round_open(events: tuple[Event, ...]) -> bool:
    """Tell whether a `round_open` may carry these events as evidence.

    All but a `round_open` that carries evidence itself: else a false one could always be too large, or nested
    too deep, for the next to name it. Its author is lapsed for it and away, not out.
    """
    return all(event.kind is not Kind.ROUND_OPEN or not event.body[1] for event in events)
