"""Whom a table waits for, since when, and what happens when: for countdowns and for a sentence on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from scatnet.table.node import Node
from scatnet.table.seam import StateLike
from scatnet.table.slots import Slot

__all__ = ["Waiting", "waiting_for", "waiting_for_away"]

St = TypeVar("St", bound=StateLike)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """An answer that is missing: whose, since when, and when what will happen. Times are the driver's seconds.

    `lapse_at`: when the others may vote on it; None where they are too few to. `clock_at`: when this machine's own
    stand-in plays for its person. `lapses`, `keeps`: votes so far.
    """

    seat: int
    since: float
    lapse_at: float | None = None
    clock_at: float | None = None
    lapses: int = 0
    keeps: int = 0


def waiting_for(node: Node[St], slot: Slot, *, since: float, lapse_after: float, clock_at: float | None) -> Waiting:
    """The wait for one slot at the current head."""
    poll = node.poll(slot)
    return Waiting(
        seat=slot.seat,
        since=since,
        lapse_at=since + lapse_after if len(poll.others) * 2 > len(poll.voters) else None,
        clock_at=clock_at,
        lapses=len(poll.lapse),
        keeps=sum(len(voters) for voters in poll.keep.values()),
    )


def waiting_for_away(away: Mapping[int, bytes], since: float) -> tuple[Waiting, ...]:
    """The wait for seats that are away, where too few people are here to go on."""
    return tuple(Waiting(seat=seat, since=since) for seat in sorted(away))
