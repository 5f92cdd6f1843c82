"""A verdict against an event: data, not an exception, because a refused event changes nothing."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Refused"]


@dataclass(frozen=True, slots=True)
class Refused:
    """Why an event is not admissible at this head: one sentence, whose subject is the event."""

    reason: str
