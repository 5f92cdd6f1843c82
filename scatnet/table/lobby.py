"""The lobby: who sits, which order of seats the host proposes, and who agrees, before `begin`.

All records here answer to the head after `open` and decide nothing by themselves: the host orders the lobby, and a
`begin` carries all that it needs. So a record that is lost or refused here costs nothing but another try.
"""

from __future__ import annotations

from typing import Final

from scatnet.log import LOBBY, Event
from scatnet.log import bodies as log
from scatnet.log.bodies import body_of
from scatnet.table.beginning import check_sit, check_start
from scatnet.table.refused import Refused
from scatnet.table.state import TableState

__all__ = ["Lobby"]

_SITS: Final = 64  # kept at most: nine places, and who waits for one
_STARTS: Final = 64
_READIES: Final = 16  # of one author


class Lobby:
    """The lobby's records at one table, in the order in which they came."""

    def __init__(self, genesis: TableState) -> None:
        self._genesis: Final = genesis
        self._sits: dict[bytes, Event] = {}  # by author
        self._starts: dict[bytes, Event] = {}  # by digest
        self._readies: dict[tuple[bytes, bytes], Event] = {}  # by author and digest of the start

    @property
    def sits(self) -> tuple[Event, ...]:
        """Who sits, one `sit` of each."""
        return tuple(self._sits.values())

    @property
    def start(self) -> Event | None:
        """The host's newest order: of those that nothing replaces, the one after the most replacements."""
        replaced = {_start_of(start).replaces for start in self._starts.values()}
        newest = [start for digest, start in self._starts.items() if digest not in replaced]
        return min(newest, key=lambda start: (-self._generation(start), start.digest), default=None)

    @property
    def missing(self) -> tuple[bytes, ...]:
        """The keys in the newest `start` that are not ready for it, in its order."""
        start = self.start
        if start is None:
            return ()
        return tuple(sit.author for sit in _start_of(start).sits if (sit.author, start.digest) not in self._readies)

    @property
    def complete(self) -> bool:
        """Whether everybody in the newest `start` is ready."""
        return self.start is not None and not self.missing

    def events(self) -> tuple[Event, ...]:
        """Every record of the lobby."""
        return (*self._sits.values(), *self._starts.values(), *self._readies.values())

    def is_ready(self, author: bytes, start: Event) -> bool:
        """Whether this author is ready for a start."""
        return (author, start.digest) in self._readies

    def add(self, event: Event) -> Refused | None:
        """Keep a record of the lobby, or say why not; one that is here already is kept once."""
        body = body_of(event)
        if event.kind not in LOBBY or (event.table, event.head) != (self._genesis.table, self._genesis.head):
            return Refused("It does not answer to this table's opening.")
        if isinstance(body, log.Sit):
            return self._add_sit(event)
        if isinstance(body, log.Start):
            return self._add_start(event)
        assert isinstance(body, log.Ready)
        if (event.author, body.start) in self._readies:
            return None
        if sum(author == event.author for author, _ in self._readies) >= _READIES or event.author not in self._sits:
            return Refused("Its author does not sit here, or has said so often enough.")
        self._readies[event.author, body.start] = event
        return None

    def holds(self, event: Event) -> bool:
        """Whether a record is kept here."""
        body = body_of(event)
        if isinstance(body, log.Ready):
            return (event.author, body.start) in self._readies
        kept = self._sits.get(event.author) if isinstance(body, log.Sit) else self._starts.get(event.digest)
        return kept is not None and kept.digest == event.digest

    def proposal(self, leaving_out: frozenset[bytes] = frozenset()) -> tuple[Event, ...] | None:
        """The sits that a `start` can seat now, in the order of sitting; None where they are too few."""
        settings = self._genesis.settings
        sits = [sit for author, sit in self._sits.items() if author not in leaving_out][: settings.seats]
        return tuple(sits) if len(sits) >= settings.rules.min_seats else None

    def begin(self) -> log.Begin | None:
        """The body of `begin`, once everybody is ready."""
        start = self.start
        if start is None or self.missing:
            return None
        readies = tuple(self._readies[sit.author, start.digest] for sit in _start_of(start).sits)
        return log.Begin(start, readies)

    def full(self, leaving_out: frozenset[bytes] = frozenset()) -> bool:
        """Whether as many sit as the table was opened for, these seats left out."""
        return len(self._sits.keys() - leaving_out) >= self._genesis.settings.seats

    def host(self) -> bytes:
        """The host's key."""
        return self._genesis.settings.host

    def _add_sit(self, event: Event) -> Refused | None:
        known = self._sits.get(event.author)
        if known is not None:
            return None if known.digest == event.digest else Refused("Its author sits here already.")
        if len(self._sits) >= _SITS:
            return Refused("Nobody more can wait for a place here.")
        refused = check_sit(self._genesis, event)
        if refused is None:
            self._sits[event.author] = event
        return refused

    def _add_start(self, event: Event) -> Refused | None:
        if event.digest in self._starts:
            return None
        refused = check_start(self._genesis, event)
        if refused is None and len(self._starts) >= _STARTS:
            refused = Refused("The host has ordered the seats often enough.")
        if refused is not None:
            return refused
        self._starts[event.digest] = event
        for sit in _start_of(event).sits:
            self._sits.setdefault(sit.author, sit)
        return None

    def _generation(self, start: Event) -> int:
        generation, seen = 0, {start.digest}
        earlier = self._starts.get(_start_of(start).replaces)
        while earlier is not None and earlier.digest not in seen:
            seen.add(earlier.digest)
            generation += 1
            earlier = self._starts.get(_start_of(earlier).replaces)
        return generation


def _start_of(event: Event) -> log.Start:
    body = body_of(event)
    assert isinstance(body, log.Start)
    return body
