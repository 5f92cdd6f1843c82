"""Who may come in at a table: players while it is in the lobby, its own players always, spectators where
allowed. And who may sit down in the host's lobby: a seat is for somebody who is there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

import trio

from scatnet.log import BadRecord, Event, Kind, decode_record, kind_of
from scatnet.log.bodies import Sit, body_of
from scatnet.net.doorkeeper import Doorkeeper
from scatnet.net.frames import Farewell, Role
from scatnet.net.handshake import Refused
from scatnet.table.effects import RecordType
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

    @property
    def is_host(self) -> bool:
        """Whether this machine has opened the table."""
        ...

    @property
    def players(self) -> frozenset[bytes]:
        """The keys of the person here, and of those with a connection to this machine who do not only watch."""
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

    def may_pass(self, kind: int, record: bytes) -> bool:
        """Whether a record that came in is to be worked on. In its lobby the host passes over a `sit` of whoever is not
        linked to it as a player, and more of one operator than there are seats: there is only so much room for those
        who wait for a place. Whoever comes to be linked brings their `sit` again.
        """
        inside = self.inside
        if not inside.is_host or inside.state.stage is not Stage.LOBBY:
            return True
        sit = _sit_in(kind, record)
        if sit is None:
            return True
        mine = sum(isinstance(body := body_of(event), Sit) and body.operator == sit.operator for event in inside.sits)
        return sit.operator in inside.players and mine < inside.state.settings.seats

    def may_try_passcode(self, address: str) -> bool:
        """Whether one more passcode from there is heard now."""
        return self.keeper.may_try_passcode(address, self.now())

    def passcode_was_right(self, address: str) -> None:
        """It was right, and does not count."""
        self.keeper.passcode_was_right(address, self.now())


def _sit_in(kind: int, record: bytes) -> Sit | None:
    """The `sit` in these bytes; None where something else is in them, or nothing that reads."""
    if kind != RecordType.EVENT or kind_of(record) is not Kind.SIT:
        return None
    try:
        body = body_of(decode_record(record))
    except BadRecord:
        return None
    return body if isinstance(body, Sit) else None
