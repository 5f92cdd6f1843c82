"""What is known by name only: who has named it, whom to ask for it, and who does not give what they name.

Sans-IO: names go in, with the time in seconds; whom to ask for what, and whom to blame, comes out.

Whoever has given what they named is asked first, and a single failure undoes that. After one neighbour two are asked,
after two all the others, so that however many keys somebody has who names and does not give, they hold a record up for
twice `WANT_SECONDS` at most.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from scatnet.net.limits import GIVE_UP_SECONDS, GRACE_SECONDS, NAMED_PER_LINK, WANT_SECONDS

__all__ = ["Step", "Wanting"]

_ASKED_AT_ONCE: Final = (1, 2)  # at the first try, and at the second; then all
_SCORE: Final = 8  # the most that having given counts, and having failed


@dataclass(frozen=True, slots=True)
class Step:
    """What to do now: neighbours to be asked and for what, and points against neighbours."""

    asks: dict[bytes, list[bytes]]
    blame: dict[bytes, int]


@dataclass(slots=True)
class _Namer:
    """One neighbour."""

    lacking: set[bytes] = field(default_factory=set)  # what it has named, and is not here
    score: int = 0  # what it has given when asked; below nothing after a failure
    turn: int = 0  # when it was last asked, of all the times somebody was

    def gave(self) -> None:
        self.score = min(self.score + 1, _SCORE)

    def failed(self) -> None:
        self.score = max(min(self.score, 0) - 1, -_SCORE)


@dataclass(slots=True)
class _Lacking:
    """One name: who has named it and whether they were asked; until when each has time; when to do more."""

    at: float
    namers: dict[bytes, bool] = field(default_factory=dict)
    waits: dict[bytes, float] = field(default_factory=dict)
    tries: int = 0
    last: bool = False  # all were asked, and this is the end of the wait for them

    @property
    def due(self) -> float:
        return min(self.at, *self.waits.values()) if self.waits else self.at


class Wanting:
    """All that is lacking on one machine. `due` is when `work` is to be called next."""

    def __init__(self) -> None:
        self.due: float = math.inf
        self._namers: dict[bytes, _Namer] = {}
        self._lacking: dict[bytes, _Lacking] = {}
        self._turn: int = 0

    def joined(self, peer: bytes) -> None:
        """A link to this neighbour is new, and nothing is known of it."""
        self._namers[peer] = _Namer()

    def left(self, peer: bytes) -> None:
        """The link to this neighbour is at its end: it is neither asked nor blamed."""
        namer = self._namers.pop(peer, None)
        for name in namer.lacking if namer is not None else ():
            lacking = self._lacking[name]
            del lacking.namers[peer]
            lacking.waits.pop(peer, None)
            if not lacking.namers:
                del self._lacking[name]

    def named(self, peer: bytes, name: bytes, now: float) -> None:
        """A linked neighbour has a record that is not here."""
        namer = self._namers[peer]
        if name in namer.lacking or len(namer.lacking) >= NAMED_PER_LINK:
            return
        namer.lacking.add(name)
        lacking = self._lacking.get(name)
        if lacking is None:
            lacking = self._lacking[name] = _Lacking(now + GRACE_SECONDS)
        lacking.namers[peer] = False
        better = namer.score > 0 and all(self._namers[other].score <= 0 for other in lacking.waits)
        if lacking.last or (lacking.tries and better):
            lacking.at, lacking.last = now, False  # nobody is waited for who is less likely to give it
        self.due = min(self.due, lacking.at)

    def came(self, peer: bytes, name: bytes) -> None:
        """A record of this name has come from this neighbour: it is lacking no more."""
        lacking = self._lacking.get(name)
        if lacking is not None:
            if lacking.namers.get(peer, False):
                self._namers[peer].gave()
            self._forget(name)

    def work(self, now: float) -> Step:
        """Ask for what is lacking, each time somebody else; give up at last, and blame those who have named it.

        A WANT of any length that was not answered in time costs a point, and each record that nobody gave costs one
        to everyone who has named it.
        """
        step = Step({}, {})
        if now < self.due:
            return step
        slow: set[bytes] = set()
        for name, lacking in list(self._lacking.items()):
            for peer in [peer for peer, until in lacking.waits.items() if until <= now]:
                del lacking.waits[peer]
                if peer not in slow:
                    slow.add(peer)
                    self._namers[peer].failed()
            if lacking.at <= now:
                self._go_on(name, lacking, now, step)
        for peer in slow:
            step.blame[peer] = step.blame.get(peer, 0) + 1
        self.due = min((lacking.due for lacking in self._lacking.values()), default=math.inf)
        return step

    def _go_on(self, name: bytes, lacking: _Lacking, now: float, step: Step) -> None:
        chosen = self._choose(lacking)
        if chosen:
            for peer in chosen:
                lacking.namers[peer] = True
                lacking.waits[peer] = now + WANT_SECONDS
                step.asks.setdefault(peer, []).append(name)
                self._turn += 1
                self._namers[peer].turn = self._turn
            lacking.tries += 1
            lacking.at, lacking.last = now + WANT_SECONDS, False
        elif not lacking.last:
            lacking.at, lacking.last = now + GIVE_UP_SECONDS, True
        else:
            for peer in lacking.namers:
                step.blame[peer] = step.blame.get(peer, 0) + 1
            self._forget(name)

    def _choose(self, lacking: _Lacking) -> list[bytes]:
        """Those to be asked now: who gave what they named, then who was not asked for longest."""
        left: Iterable[bytes] = (peer for peer, was_asked in lacking.namers.items() if not was_asked)
        ranked = sorted(left, key=lambda peer: (-self._namers[peer].score, self._namers[peer].turn))
        return ranked[: _ASKED_AT_ONCE[lacking.tries]] if lacking.tries < len(_ASKED_AT_ONCE) else ranked

    def _forget(self, name: bytes) -> None:
        for peer in self._lacking.pop(name).namers:
            self._namers[peer].lacking.discard(name)
