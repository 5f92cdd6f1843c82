"""The view of a table as it stands on this machine: the engine's view, with what only a running node knows
added.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from scatnet.net.lobby_view import lobby_view
from scatnet.table.lobby import Lobby
from scatnet.table.peer import Waiting
from scatnet.table.player import Player
from scatnet.table.seeing import see
from scatnet.table.slots import expected
from scatnet.table.state import TableState
from scatnet.table.view import TableView

__all__ = ["look", "with_times"]


def look(
    state: TableState,
    lobby: Lobby,
    player: Player | None,
    *,
    waiting: Sequence[Waiting],
    here: Collection[bytes],
    gone: Collection[bytes],
    answered: bool,
    verified: int,
) -> TableView:
    """What the person here may see; `player` is their seat, None for a spectator.

    `waiting` are the answers missing here and now, `here` the operators reachable, `gone` those who have left
    the lobby, `answered` says that the person's answer to this step is under way, `verified` counts the
    proofs checked on this machine.
    """
    if not state.seats:
        return lobby_view(state, lobby, player.signer.public if player is not None else None, here, gone)
    view = see(state, None, ()) if player is None else player.view(state)
    missing = tuple(each.seat for each in waiting)
    choosing = view.me is not None and view.me in missing and not answered and not _automatic(state, player, view)
    progress = None if view.progress is None else replace(view.progress, verified=verified)
    return replace(
        view,
        seats=tuple(
            replace(seat, waited_for=seat.seat in missing, reachable=state.seats[seat.seat].operator in here)
            for seat in view.seats
        ),
        choices=view.choices if choosing else (),
        waiting_for=missing,
        progress=progress,
    )


def _automatic(state: TableState, player: Player | None, view: TableView) -> bool:
    """Whether the seat's answer is made without asking anybody."""
    if player is None or player.computer or not view.choices:
        return True
    slots = [slot for slot in expected(state) if slot.author == player.signer.public]
    return any(player.answer(state, slot, None) is not None for slot in slots)


def with_times(view: TableView, waiting: Sequence[Waiting], now: float) -> TableView:
    """The view with what is left of the person's own clock and of everybody's patience, in seconds."""
    clocks = [each.clock_at - now for each in waiting if each.seat == view.me and each.clock_at is not None]
    lapses = [each.lapse_at - now for each in waiting if each.lapse_at is not None]
    return replace(
        view,
        clock=max(0.0, min(clocks)) if clocks else None,
        patience=max(0.0, min(lapses)) if lapses else None,
    )
