"""How a round ends: settled by its result, or void; and what that leaves the table with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scatnet.rules.game import Game, forfeit, lapse_loss, mark_away, settle, void_round
from scatnet.rules.round import Round
from scatnet.table.state import Lapsed, Stage, TableState

__all__ = ["game_of", "settled", "undealt", "void"]


def game_of(state: TableState) -> Game:
    """The game of a state that has begun one. Raises ValueError before that."""
    if state.game is None:
        raise ValueError(f"no game has begun at stage {state.stage}")
    return state.game


def settled(before: TableState, after: TableState, round_: Round, lapsed: Iterable[int] = ()) -> TableState:
    """The table after a round that is over; seats that lapsed at the show are away from now on.

    `before` is the state that the last step answered to, `after` the same with the new head and number.
    """
    if round_.result is None:
        raise ValueError("the round is not over")
    settlement = settle(game_of(before), round_.result)
    gone = tuple(lapsed)
    ended = _between_rounds(before, after, mark_away(settlement.game, gone), gone)
    return replace(ended, round=round_, settlement=settlement)


def void(before: TableState, after: TableState, lapsed: Iterable[int], resigned: Iterable[int] = ()) -> TableState:
    """The table after seats lapsed anywhere but at the show: they lose, and the same dealer deals again.

    A lapse is the operator's: all its present seats lose and are away with the one that was waited for, so that nobody
    makes a round void at the cost of a computer player. Seats that resigned in the same step, or before it in the
    round, are out all the same.
    """
    gone = _with_their_operators(before, frozenset(lapsed), frozenset(resigned))
    opened = [seat for seat, _ in before.deal.opened] if before.deal is not None else []
    knocker = before.round.knocker if before.deal is not None and before.round is not None else None
    game = forfeit(game_of(before), [*opened, *resigned])
    if not game.over:
        game = void_round(game, {seat: lapse_loss(before.rules, had_knocked=seat == knocker) for seat in gone})
    return replace(_between_rounds(before, after, game, gone), round=None, settlement=None)


def _with_their_operators(state: TableState, lapsed: frozenset[int], resigned: frozenset[int]) -> tuple[int, ...]:
    missing = {state.seats[seat].operator for seat in lapsed}
    present = sorted(frozenset(game_of(state).present) - resigned)
    return tuple(seat for seat in present if seat in lapsed or state.seats[seat].operator in missing)


def undealt(before: TableState, after: TableState, resigned: Iterable[int]) -> TableState:
    """The table after a round that lost its seats before a card was dealt; `resigned` are out, nobody else loses."""
    game = forfeit(game_of(before), resigned)
    return replace(_between_rounds(before, after, game, ()), round=None, settlement=None)


def _between_rounds(before: TableState, after: TableState, game: Game, lapsed: tuple[int, ...]) -> TableState:
    """The state before a lapse is kept while its seat is in the game, so that evidence for it can be checked when a
    round opens."""
    kept = replace(before, lapsed=())
    seats = tuple(
        replace(seat, away_since=after.head) if place in lapsed and place in game.left else seat
        for place, seat in enumerate(after.seats)
    )
    lapses = (*after.lapsed, *(Lapsed(seat=seat, before=kept) for seat in lapsed))
    return replace(
        after,
        stage=Stage.OVER if game.over else Stage.OPENING,
        seats=seats,
        game=game,
        deal=None,
        lapsed=tuple(lapse for lapse in lapses if lapse.seat in game.left),
    )
