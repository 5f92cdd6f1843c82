"""Who may come in at a table: players while it is in the lobby, its own players always, spectators where
allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

import trio

from scatnet.log import Event
from scatnet.log.bodies import Sit, body_of
from scatnet.net.doorkeeper import Doorkeeper
from scatnet.net.frames import Farewell, Role
from scatnet.net.handshake import Refused
from scatnet.table.state import Stage, TableState

__all__ = ["TableDoor", "operators_seated"]

_WATCHERS: Final = 40


class TableInside(Protocol):
    """What a door needs to know of the table behind it."""

    @property
    def state(self) -> TableState:
        """The table as it stands."""
        ...

    @property
    def sits(self) -> tuple[Event, ...]:
        """The `sit`s of the lobby."""
        ...

    @property
    def taken(self) -> int:
        """Seats of the lobby that are taken by people who are here."""
        ...

    @property
    def watchers(self) -> int:
        """Spectators with a connection to this machine."""
        ...


def operators_seated(state: TableState, sits: tuple[Event, ...]) -> frozenset[bytes]:
    """The people at the table: those whose seats play, or before the game has begun those who sit, and the
    host.
    """
    if state.seats:
        return frozenset(seat.operator for seat in state.seats)
    bodies = (body_of(sit) for sit in sits)
    return frozenset(body.operator for body in bodies if isinstance(body, Sit)) | {state.settings.host}


@dataclass(slots=True)
class TableDoor:
    """The rules of one table's door. `kicked` are the keys that the host does not want in this lobby."""

    inside: TableInside
    passcode: str | None
    keeper: Doorkeeper
    now: Callable[[], float] = trio.current_time
    kicked: set[bytes] = field(default_factory=set)

    @property
    def table(self) -> bytes:
        """The table's id."""
        return self.inside.state.table

    def judge(self, key: bytes, role: Role) -> Refused | bool:
        """Whether this key may come in, and whether without the passcode: see
        `scatnet.net.handshake.Door`.
        """
        state = self.inside.state
        if role is Role.WATCHER:
            if not state.settings.spectators:
                return Refused(Farewell.NO_SPECTATORS)
            return Refused(Farewell.BUSY) if self.inside.watchers >= _WATCHERS else False
        if key in self.kicked and not state.seats:
            return Refused(Farewell.KICKED)
        if key in operators_seated(state, self.inside.sits):
            return True
        if state.stage is not Stage.LOBBY:
            return Refused(Farewell.NOT_INVITED)
        return Refused(Farewell.TABLE_FULL) if self.inside.taken >= state.settings.seats else False

    def may_try_passcode(self, address: str) -> bool:
        """Whether one more passcode from there is heard now."""
        return self.keeper.may_try_passcode(address, self.now())

    def passcode_was_right(self, address: str) -> None:
        """It was right, and does not count."""
        self.keeper.passcode_was_right(address, self.now())
