"""The lobby: who sits, which order the host has made of them, and who is ready. Sans-IO, in memory only.

A lobby lasts from `open` to `begin`. Nothing in it is final, so nothing is written down: `begin` carries the
signed records of everyone who plays. Each seat's key may sit again to change what it said; the newest that
arrived counts. The host's newest `start` is the one that replaces the one before.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from scatnet.log import Event, Kind
from scatnet.log.bodies import Ready, Sit, Start, body_of
from scatnet.table.beginning import check_sit, check_start
from scatnet.table.state import TableState

__all__ = ["Lobby", "Sitting"]

_SITTINGS: Final = 64  # several times what one table seats: who comes first is not the host's choice alone
_STARTS: Final = 64
_READIES: Final = 64
_CHANGES: Final = 32  # of one seat's mind


@dataclass(frozen=True, slots=True)
class Sitting:
    """One who sits: the `sit` and what it says."""

    event: Event
    body: Sit

    @property
    def key(self) -> bytes:
        """The seat's key."""
        return self.event.author


class Lobby:
    """The lobby records of one table, as far as they have come here. `state` is the table's state after
    `open`.
    """

    def __init__(self, state: TableState) -> None:
        self._state: Final = state
        self._sittings: dict[bytes, Sitting] = {}  # by seat key, in the order of arrival
        self._start: Event | None = None
        self._replaced: set[bytes] = set()  # digests of starts that are no longer meant
        self._readies: dict[tuple[bytes, bytes], Event] = {}  # by start's digest and author
        self._changes: dict[bytes, int] = {}  # how often each seat's key has sat
        self._seen: set[bytes] = set()

    @property
    def start(self) -> Event | None:
        """The host's newest `start`."""
        return self._start

    @property
    def sittings(self) -> tuple[Sitting, ...]:
        """Everyone who sits: those in the newest `start` in its order, then the others as they came."""
        ordered = self._ordered()
        rest = [sitting for key, sitting in self._sittings.items() if key not in {each.key for each in ordered}]
        return (*ordered, *rest)

    def add(self, event: Event) -> bool:
        """Take in a lobby record; whether it is news, to be passed on."""
        if event.digest in self._seen:
            return False
        match event.kind:
            case Kind.SIT:
                news = self._add_sit(event)
            case Kind.START:
                news = self._add_start(event)
            case Kind.READY:
                news = self._add_ready(event)
            case _:
                news = False
        if news:
            self._seen.add(event.digest)
        return news

    def remove(self, operator: bytes) -> bool:
        """Forget all that this operator's seats have said: it has gone. Whether there was anything."""
        gone = [key for key, sitting in self._sittings.items() if sitting.body.operator == operator]
        for key in gone:
            self._seen.discard(self._sittings.pop(key).event.digest)
        return bool(gone)

    def proposed(self) -> tuple[Sitting, ...]:
        """Those in the newest `start`, in its order."""
        return self._ordered()

    def unready(self) -> tuple[Sitting, ...]:
        """Those in the newest `start` who have not answered it."""
        if self._start is None:
            return ()
        digest = self._start.digest
        return tuple(each for each in self._ordered() if (digest, each.key) not in self._readies)

    def beginning(self) -> tuple[Event, tuple[Event, ...]] | None:
        """The newest `start` with the `ready` of everyone in it, in its order, if all have answered."""
        start = self._start
        if start is None or self.unready():
            return None
        return start, tuple(self._readies[start.digest, each.key] for each in self._ordered())

    def to_answer(self, keys: Collection[bytes]) -> tuple[bytes, ...]:
        """Which of these seat keys the newest `start` still waits for."""
        return tuple(each.key for each in self.unready() if each.key in keys)

    def records(self) -> tuple[Event, ...]:
        """All that a newcomer needs to see the same lobby."""
        start = () if self._start is None else (self._start,)
        digest = b"" if self._start is None else self._start.digest
        readies = [event for (of, _author), event in self._readies.items() if of == digest]
        return (*(sitting.event for sitting in self._sittings.values()), *start, *readies)

    def _ordered(self) -> tuple[Sitting, ...]:
        if self._start is None:
            return ()
        return tuple(Sitting(event, body) for event in self._start.embedded if isinstance(body := body_of(event), Sit))

    def _add_sit(self, event: Event) -> bool:
        body = body_of(event)
        if not isinstance(body, Sit) or check_sit(self._state, event) is not None:
            return False
        if event.author not in self._changes and len(self._changes) >= 4 * _SITTINGS:
            return False
        if event.author not in self._sittings and len(self._sittings) >= _SITTINGS:
            return False
        if self._changes.get(event.author, 0) >= _CHANGES:
            return False
        self._changes[event.author] = self._changes.get(event.author, 0) + 1
        self._sittings[event.author] = Sitting(event, body)
        return True

    def _add_start(self, event: Event) -> bool:
        body = body_of(event)
        if not isinstance(body, Start) or check_start(self._state, event) is not None:
            return False
        if len(self._replaced) >= _STARTS or event.digest in self._replaced:
            return False
        if body.replaces:
            self._replaced.add(body.replaces)
        elif self._start is not None:
            return False  # the first one, late
        if self._start is not None:
            self._replaced.add(self._start.digest)
        self._start = event
        return True

    def _add_ready(self, event: Event) -> bool:
        body = body_of(event)
        if not isinstance(body, Ready) or (event.table, event.head) != (self._state.table, self._state.head):
            return False
        if body.start in self._replaced or len(self._readies) >= _READIES:
            return False
        self._readies = {at: each for at, each in self._readies.items() if at[0] not in self._replaced}
        self._readies[body.start, event.author] = event
        return True
