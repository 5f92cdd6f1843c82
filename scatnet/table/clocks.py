"""Since when a peer waits for what: patience, turn clock and pauses, on the driver's monotonic clock.

Nothing here reads a clock. Time that this machine slept through, seen as a gap between two looks at the clock, counts
as no time at all: who was asleep does not call the others slow.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

__all__ = ["EVIDENCE_PAUSE", "HEARTBEAT", "Clocks", "PeerSettings"]

HEARTBEAT: Final = 5.0  # a peer wants to be woken this often
_ASLEEP: Final = 3 * HEARTBEAT
EVIDENCE_PAUSE: Final = 2.0
"""So long a peer that has followed neither of two answers lets those speak first who have."""

_ANSWER_MARGIN: Final = 10.0  # for a stand-in's answer to arrive after the turn clock has run out


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerSettings:
    """Times in seconds, from `open`; a turn clock of 0 is none. `lobby_patience`: how long a host waits for `ready`."""

    patience: float
    turn_clock: float
    lobby_patience: float = 30.0

    @property
    def lapse_after(self) -> float:
        """When a missing answer may be voted on: after patience, and never before the seat's own node had to play."""
        if not self.turn_clock:
            return self.patience
        return max(self.patience, self.turn_clock + _ANSWER_MARGIN)


@dataclass(slots=True)
class Clocks:
    """When each wait of one peer began. Waits that nobody asks for any more are forgotten."""

    now: float
    head: bytes = b""
    since: float = 0.0  # when the current head became current
    _waits: dict[tuple[str, bytes, int], float] = field(default_factory=dict)
    _asked: set[tuple[str, bytes, int]] = field(default_factory=set)
    deadline: float | None = None  # the earliest time at which something asked for comes true

    def look(self, now: float) -> float:
        """Take the time of an input. Gives the seconds slept through, which all waits are spared."""
        slept = max(0.0, now - self.now)
        if slept < _ASLEEP:
            slept = 0.0
        if slept:
            self.since += slept
            for wait in self._waits:
                self._waits[wait] += slept
        self.now = max(self.now, now)
        return slept

    def move_to(self, head: bytes) -> None:
        """The table is at this head."""
        if head != self.head:
            self.head, self.since = head, self.now

    def begin_round(self) -> None:
        """Forget the waits that nobody has asked for since the last time, and the deadline."""
        self._waits = {wait: since for wait, since in self._waits.items() if wait in self._asked}
        self._asked = set()
        self.deadline = None

    def over(self, name: str, head: bytes, seat: int, seconds: float) -> bool:
        """Whether so many seconds have gone by since this was first asked for and has been asked for since."""
        wait = (name, head, seat)
        self._asked.add(wait)
        return self.reached(self._waits.setdefault(wait, self.now) + seconds)

    def began(self, name: str, head: bytes, seat: int) -> float | None:
        """When a wait began, or None where nothing of the kind is waited for."""
        return self._waits.get((name, head, seat))

    def reached(self, time: float) -> bool:
        """Whether a time has come; if not, it is a deadline."""
        if self.now >= time:
            return True
        self.deadline = time if self.deadline is None else min(self.deadline, time)
        return False
