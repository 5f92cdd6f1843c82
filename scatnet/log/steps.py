"""Steps and heads: how the state of a table is named by what everybody did, and by nothing else.

A step closes when every expected slot has an outcome. The head after it hashes the head before it and, in
seat order, the outcomes: unsigned bytes, so that no signature, vote, evidence or order of arrival can ever
enter a head.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from scatnet.log import labels, limits
from scatnet.log.event import ZERO, Event
from scatnet.log.kinds import Kind

__all__ = ["Outcome", "Step", "opening_head", "step_head", "table_id"]

_EVENT_TAG = b"\x00"
_LAPSE_TAG = b"\x01"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one seat's slot closed: with `event`, or with a lapse where that is None."""

    seat: int
    event: Event | None


@dataclass(frozen=True, slots=True)
class Step:
    """All outcomes of one step, in seat order; `head` is the one that they answered to.

    Raises ValueError where seats are out of order or range, or an event answers to another head.
    """

    head: bytes
    outcomes: tuple[Outcome, ...]

    def __post_init__(self) -> None:
        _require_order(self.outcomes)
        if any(outcome.event is not None and outcome.event.head != self.head for outcome in self.outcomes):
            raise ValueError("every event of a step answers to the step's head")

    @property
    def next_head(self) -> bytes:
        """The head after this step."""
        return step_head(self.head, self.outcomes)


def step_head(head: bytes, outcomes: Sequence[Outcome]) -> bytes:
    """The head after `outcomes`, in seat order, at `head`: SHA-256 over label, head and each outcome.

    An outcome is its seat and a tag, one byte each; then for an event (tag 0) the length of its unsigned
    bytes, 32 bits big endian, and these bytes; for a lapse (tag 1) nothing.
    """
    _require_order(outcomes)
    sponge = hashlib.sha256(labels.HEAD + head)
    for outcome in outcomes:
        sponge.update(bytes((outcome.seat,)))
        if outcome.event is None:
            sponge.update(_LAPSE_TAG)
        else:
            unsigned = outcome.event.unsigned
            sponge.update(_EVENT_TAG + len(unsigned).to_bytes(4, "big") + unsigned)
    return sponge.digest()


def table_id(open_event: Event) -> bytes:
    """The table's name: a hash of its unsigned `open`, 32 bytes."""
    if open_event.kind is not Kind.OPEN:
        raise ValueError(f"a table is named by its open, not by a {open_event.kind}")
    return hashlib.sha256(labels.TABLE + open_event.unsigned).digest()


def opening_head(open_event: Event) -> bytes:
    """The head after `open`, to which `sit`, `start`, `ready` and `begin` answer."""
    if open_event.kind is not Kind.OPEN:
        raise ValueError(f"a table begins with its open, not with a {open_event.kind}")
    return step_head(ZERO, (Outcome(0, open_event),))


def _require_order(outcomes: Sequence[Outcome]) -> None:
    seats = [outcome.seat for outcome in outcomes]
    if not seats or seats != sorted(set(seats)) or not 0 <= seats[0] <= seats[-1] < limits.MAX_SEATS:
        raise ValueError("the outcomes of a step are in seat order, each seat at most once")
