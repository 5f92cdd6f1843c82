"""Computer players that seem to think: their turns wait a little, so that people can follow them.

Only what people watch is slowed down: a turn and its discard. What everybody waits for without seeing it -
keys, shuffles, shares - is answered at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from scatnet.log import Event, Kind, Signer
from scatnet.table.player import Player
from scatnet.table.seam import Plan
from scatnet.table.slots import Slot
from scatnet.table.state import Stage, TableState
from scatnet.table.view import Choice

__all__ = ["PacedPlayer"]

_SLOW: Final = frozenset({Stage.TURN, Stage.DISCARD})


class PacedPlayer:
    """A computer player's seat that answers `seconds` after it was first asked. `now` tells the time in seconds.

    `due` is when it will answer what it is asked at present, None where it is not thinking: whoever runs the
    seat asks again then.
    """

    def __init__(self, player: Player, seconds: float, now: Callable[[], float]) -> None:
        self.player: Final = player
        self.computer: Final = player.computer
        self.due: float | None = None
        self._seconds: Final = seconds
        self._now: Final = now
        self._head = b""

    @property
    def signer(self) -> Signer:
        """See `SeatPlayer`."""
        return self.player.signer

    def answer(self, state: TableState, slot: Slot, choice: Choice | None) -> Plan | None:
        """See `SeatPlayer`; None while the player thinks."""
        if choice is None and state.stage in _SLOW:
            if state.head != self._head:
                self._head, self.due = state.head, self._now() + self._seconds
            if self.due is not None and self._now() < self.due:
                return None
        self.due = None
        return self.player.answer(state, slot, choice)

    def would_give_away(self, state: TableState, kind: Kind, elsewhere: Iterable[tuple[TableState, Event]]) -> bool:
        """See `SeatPlayer`."""
        return self.player.would_give_away(state, kind, elsewhere)

    def stand_in(self, state: TableState, slot: Slot) -> Choice:
        """See `SeatPlayer`."""
        return self.player.stand_in(state, slot)
