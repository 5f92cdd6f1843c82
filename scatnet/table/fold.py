"""The fold: the state after a step, from the state before it and the outcomes of its slots, and nothing else.

Total for steps whose events have been examined against the state: no clock, no randomness, no order but that of
seats. A slot's outcome is an event or a lapse; what a lapse costs is in `closing`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from scatnet.dealing import Params, standard_params
from scatnet.log import Event, Kind, Step, opening_head, table_id
from scatnet.log import bodies as log
from scatnet.rules.game import new_game
from scatnet.rules.ruleset import FirstDealer
from scatnet.table.beginning import house_rule_played, seats_of, settings_of
from scatnet.table.coin import Draw, high_card, seating, toss
from scatnet.table.fold_deal import (
    close_deal_shares,
    close_keys,
    close_opening,
    close_restock,
    close_shuffle,
)
from scatnet.table.fold_play import (
    close_deal_call,
    close_discard,
    close_draw_shares,
    close_show,
    close_throw_down,
    close_turn,
)
from scatnet.table.state import Seat, Stage, TableState

__all__ = ["fold", "genesis"]


def genesis(open_event: Event, params: Params | None = None) -> TableState:
    """The state after a table's `open`. Raises ValueError, with a sentence, where nobody could play by it."""
    settings = settings_of(open_event)
    return TableState(
        params=standard_params() if params is None else params,
        settings=settings,
        table=table_id(open_event),
        head=opening_head(open_event),
        number=0,
        stage=Stage.LOBBY,
        rules=settings.rules,
    )


def fold(state: TableState, step: Step) -> TableState:
    """The state after `step`, whose outcomes are one for each slot that `state` expects.

    Raises ValueError where the step answers to another head, or nothing is expected any more.
    """
    if step.head != state.head or state.stage not in _CLOSERS:
        raise ValueError("the step does not answer to this state")
    after = replace(state, head=step.next_head, number=state.number + 1)
    return _CLOSERS[state.stage](state, step, after)


def _close_lobby(before: TableState, step: Step, after: TableState) -> TableState:
    begin = step.outcomes[0].event
    if begin is None:
        return replace(after, stage=Stage.OVER)
    return _coin_among(after, seats_of(begin))


def _coin_among(after: TableState, seats: tuple[Seat, ...]) -> TableState:
    """These seats commit to the coin, and play by the rules that they agree on."""
    agreed = house_rule_played(after.settings, seats)
    return replace(
        after,
        stage=Stage.COIN_COMMIT,
        seats=seats,
        rules=after.settings.rules.with_house_rule(agreed),
        coin_head=after.head,
        coin_commitments=(),
    )


def _close_coin_commit(before: TableState, step: Step, after: TableState) -> TableState:
    left_out = _coin_without_the_missing(before, step, after)
    if left_out is not None:
        return left_out
    bodies = [log.body_of(outcome.event) for outcome in step.outcomes if outcome.event is not None]
    commitments = tuple(body.commitment for body in bodies if isinstance(body, log.CoinCommit))
    return replace(after, stage=Stage.COIN_REVEAL, coin_commitments=commitments)


def _close_coin_reveal(before: TableState, step: Step, after: TableState) -> TableState:
    left_out = _coin_without_the_missing(before, step, after)
    if left_out is not None:
        return left_out
    bodies = [log.body_of(outcome.event) for outcome in step.outcomes if outcome.event is not None]
    nonces = tuple(body.nonce for body in bodies if isinstance(body, log.CoinReveal))
    coin = toss(before.table, before.coin_head, nonces)
    places = seating(coin, len(before.seats))
    seats = tuple(before.seats[place] for place in places)
    return replace(
        after,
        stage=Stage.OPENING,
        seats=seats,
        coin=coin,
        game=new_game(before.rules, len(seats), _first_dealer(replace(before, seats=seats), coin)),
    )


def _first_dealer(state: TableState, coin: bytes) -> int:
    """Rules, section 6. A host without a seat leaves the first deal to the coin."""
    if state.rules.first_dealer is FirstDealer.HIGH_CARD:
        return high_card(coin, len(state.seats)).dealer
    if state.rules.first_dealer is FirstDealer.HOST:
        run_by_host = [place for place, seat in enumerate(state.seats) if seat.operator == state.settings.host]
        own = [place for place in run_by_host if not state.seats[place].computer]
        if run_by_host:
            return (own or run_by_host)[0]
    return Draw(coin, "first dealer").below(len(state.seats))


def _coin_without_the_missing(before: TableState, step: Step, after: TableState) -> TableState | None:
    """Whoever lapsed or resigned is left out with all seats of the same operator, and the rest commit anew; None where
    everyone answered. So another try at the coin costs a person their own place, and never a computer player's."""
    missing = {
        before.seats[outcome.seat].operator
        for outcome in step.outcomes
        if outcome.event is None or outcome.event.kind is Kind.RESIGN
    }
    left = tuple(seat for seat in before.seats if seat.operator not in missing)
    if len(left) == len(before.seats):
        return None
    remaining = _coin_among(after, left)
    return remaining if len(left) >= before.rules.min_seats else replace(remaining, stage=Stage.OVER)


_CLOSERS: Final[Mapping[Stage, Callable[[TableState, Step, TableState], TableState]]] = MappingProxyType(
    {
        Stage.LOBBY: _close_lobby,
        Stage.COIN_COMMIT: _close_coin_commit,
        Stage.COIN_REVEAL: _close_coin_reveal,
        Stage.OPENING: close_opening,
        Stage.KEYS: close_keys,
        Stage.RESTOCK: close_restock,
        Stage.SHUFFLE: close_shuffle,
        Stage.THROW_DOWN: close_throw_down,
        Stage.DEAL_SHARES: close_deal_shares,
        Stage.DEAL_CALL: close_deal_call,
        Stage.TURN: close_turn,
        Stage.DRAW_SHARES: close_draw_shares,
        Stage.DISCARD: close_discard,
        Stage.SHOW: close_show,
    }
)
