"""Who a key belongs to at a table: the seat and name behind it, as far as the log says."""

from __future__ import annotations

from dataclasses import dataclass, field

from scatnet.log import Event
from scatnet.log.bodies import Sit, body_of
from scatnet.table.state import Seat, TableState

__all__ = ["People"]


@dataclass(slots=True)
class People:
    """Names by key: of those who sat down, and of the seats once they are fixed."""

    _sat: dict[bytes, str] = field(default_factory=dict)
    _seats: dict[bytes, tuple[int, Seat]] = field(default_factory=dict)

    def note_sit(self, event: Event) -> None:
        """Take the name from a `sit`; the newest of a key counts."""
        body = body_of(event)
        if isinstance(body, Sit):
            self._sat[event.author] = body.nickname

    def note_seats(self, state: TableState) -> None:
        """Take over the seats of a state. A seat that was left out when the coin was tossed keeps its name alone."""
        for seat in state.seats:
            self._sat[seat.key] = seat.name
        self._seats = {seat.key: (place, seat) for place, seat in enumerate(state.seats)}

    @property
    def known(self) -> tuple[tuple[bytes, str], ...]:
        """Everybody who ever sat down, by key and name, in the order of first sitting."""
        return tuple(self._sat.items())

    def seat(self, key: bytes) -> int | None:
        """The seat of a key, None where it has none in the game."""
        found = self._seats.get(key)
        return None if found is None else found[0]

    def name(self, key: bytes) -> str:
        """The name of a key, empty for a stranger."""
        return self._sat.get(key, "")
