"""The lobby as a `TableView`: who sits so far, in the places they would have if the game began now."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from scatnet.log import fingerprint
from scatnet.net.lobby import Lobby, Sitting
from scatnet.table.seeing import see
from scatnet.table.state import TableState
from scatnet.table.view import SeatStatus, SeatView, TableView

__all__ = ["lobby_view"]


def lobby_view(state: TableState, lobby: Lobby, mine: bytes | None, here: Collection[bytes]) -> TableView:
    """What anybody sees of the lobby; `mine` is the seat key of the person looking, `here` the operators reachable.

    A seat whose operator is not reachable counts as away, one whose answer to the host's `start` is missing
    is waited for.
    """
    sittings = lobby.sittings[: state.settings.seats]
    keys = [sitting.key for sitting in sittings]
    unready = {sitting.key for sitting in lobby.unready()}
    seats = tuple(
        SeatView(
            seat=place,
            name=sitting.body.nickname,
            key=sitting.key,
            fingerprint=fingerprint(sitting.key),
            computer=sitting.body.computer,
            operator_seat=_operator_seat(sitting, keys),
            status=SeatStatus.IN if sitting.body.operator in here else SeatStatus.AWAY,
            lives=state.rules.lives,
            county=False,
            cards=0,
            waited_for=sitting.key in unready,
        )
        for place, sitting in enumerate(sittings)
    )
    me = keys.index(mine) if mine is not None and mine in keys else None
    waiting = tuple(seat.seat for seat in seats if seat.waited_for)
    return replace(see(state, None, ()), seats=seats, me=me, waiting_for=waiting)


def _operator_seat(sitting: Sitting, keys: list[bytes]) -> int | None:
    operator = sitting.body.operator
    return keys.index(operator) if operator != sitting.key and operator in keys else None
