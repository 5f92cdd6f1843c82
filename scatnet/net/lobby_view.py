"""The lobby as a `TableView`: who sits so far, in the places they would have if the game began now."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from scatnet.log import Event, fingerprint
from scatnet.log.bodies import Sit, body_of
from scatnet.table.lobby import Lobby
from scatnet.table.seeing import see
from scatnet.table.state import TableState
from scatnet.table.view import SeatStatus, SeatView, TableView

__all__ = ["lobby_view"]


def lobby_view(
    state: TableState, lobby: Lobby, mine: bytes | None, here: Collection[bytes], gone: Collection[bytes]
) -> TableView:
    """What anybody sees of the lobby; `mine` is the seat key of the person looking, `here` the operators reachable.

    A seat whose operator is not reachable counts as away, and is no seat at all where the operator is among
    those `gone`; one whose answer to the host's `start` is missing is waited for.
    """
    sits = [sit for sit in _in_order(lobby) if _operator(sit) not in gone][: state.settings.seats]
    keys = [sit.author for sit in sits]
    missing = lobby.missing
    seats = tuple(
        SeatView(
            seat=place,
            name=body.nickname,
            key=sit.author,
            fingerprint=fingerprint(sit.author),
            computer=body.computer,
            operator_seat=_operator_seat(sit.author, body, keys),
            status=SeatStatus.IN if body.operator in here else SeatStatus.AWAY,
            lives=state.rules.lives,
            county=False,
            cards=0,
            waited_for=sit.author in missing,
        )
        for place, sit in enumerate(sits)
        if isinstance(body := body_of(sit), Sit)
    )
    me = keys.index(mine) if mine is not None and mine in keys else None
    waiting = tuple(seat.seat for seat in seats if seat.waited_for)
    return replace(see(state, None, ()), seats=seats, me=me, waiting_for=waiting)


def _in_order(lobby: Lobby) -> list[Event]:
    """Those in the newest `start` in its order, then the host and the others as they came."""
    first = list(lobby.start.embedded) if lobby.start is not None else []
    named = {sit.author for sit in first}
    rest = [sit for sit in lobby.sits if sit.author not in named]
    return first + sorted(rest, key=lambda sit: _operator(sit) != lobby.host())


def _operator(sit: Event) -> bytes:
    body = body_of(sit)
    return body.operator if isinstance(body, Sit) else sit.author


def _operator_seat(key: bytes, body: Sit, keys: list[bytes]) -> int | None:
    return keys.index(body.operator) if body.operator != key and body.operator in keys else None
