"""The fold of a round that is dealt: the two windows, turns, and the show."""

from __future__ import annotations

from dataclasses import replace

from scatnet.dealing import kept_pairs, public_pair, shares_given
from scatnet.log import Step
from scatnet.log import bodies as log
from scatnet.rules import moves
from scatnet.rules.cards import HAND_SIZE
from scatnet.rules.round import Held, Phase, Round
from scatnet.table.closing import settled, void
from scatnet.table.fold_deal import played, readable_pair, resign
from scatnet.table.outcomes import sort_outcomes
from scatnet.table.state import Stage, TableState
from scatnet.table.statements import TURN_MOVES, drawn_pair, held_pairs, key_of, playing_deal, playing_round

__all__ = [
    "close_deal_call",
    "close_discard",
    "close_draw_shares",
    "close_show",
    "close_throw_down",
    "close_turn",
]

Hand = tuple[int, int, int]


def close_throw_down(before: TableState, step: Step, after: TableState) -> TableState:
    """The window closes before anybody has seen a card; the cards are dealt either way, to be shown if one threw."""
    sorted_ = sort_outcomes(before, step, log.ThrowDown)
    if sorted_.lapsed:
        return void(before, after, sorted_.lapsed, sorted_.resigned)
    left = resign(before, after, sorted_)
    if left.stage is not Stage.THROW_DOWN:
        return left
    throwers = frozenset(seat for seat, body in sorted_.answers.items() if body.throw)
    round_ = played(playing_round(left), moves.CloseThrowDown(seats=throwers))
    return replace(left, stage=Stage.DEAL_SHARES, round=round_)


def close_deal_call(before: TableState, step: Step, after: TableState) -> TableState:
    """Every seat has said whether it was dealt 31. Where one was called, a seat that lapsed counts as silent and the
    round stands: nobody takes back another's 31 by not answering."""
    sorted_ = sort_outcomes(before, step, log.DealCall)
    calls = {seat: _cards_called(body) for seat, body in sorted_.answers.items() if body.call}
    if sorted_.lapsed and not calls:
        return void(before, after, sorted_.lapsed, sorted_.resigned)
    left = resign(before, after, sorted_)
    if left.stage is not Stage.DEAL_CALL:
        return left
    if sorted_.lapsed:
        return settled(before, left, played(playing_round(left), moves.CloseCalls(calls=calls)), sorted_.lapsed)
    return _go_on(before, left, played(playing_round(left), moves.CloseCalls(calls=calls)))


def close_turn(before: TableState, step: Step, after: TableState) -> TableState:
    """The seat to act has begun its turn, or a 31 was declared at the start of it."""
    (outcome,) = step.outcomes
    if outcome.event is None:
        return void(before, after, (outcome.seat,))
    said = log.body_of(outcome.event)
    if isinstance(said, log.Resign):
        return resign(before, after, sort_outcomes(before, step, log.Draw))
    if isinstance(said, log.Declare):
        return _declared(before, after, outcome.seat, said)
    round_ = played(playing_round(before), TURN_MOVES[outcome.event.kind](outcome.seat))
    if round_.phase is Phase.RESTOCK:
        return replace(after, stage=Stage.RESTOCK, round=round_)
    if round_.phase is not Phase.HOLDING:
        return _go_on(before, after, round_)
    if round_.held is not Held.TAKEN or round_.taken is None:
        return replace(after, stage=Stage.DRAW_SHARES, round=round_)
    deal = playing_deal(before)
    taken = public_pair(before.params, key_of(deal, outcome.seat), round_.taken)
    return replace(after, stage=Stage.DISCARD, round=round_, deal=replace(deal, extra=taken))


def close_draw_shares(before: TableState, step: Step, after: TableState) -> TableState:
    """The others' shares make the drawn card readable to the seat that drew it."""
    sorted_ = sort_outcomes(before, step, log.DrawShares)
    if sorted_.lapsed:
        return void(before, after, sorted_.lapsed, sorted_.resigned)
    deal, round_ = playing_deal(before), playing_round(before)
    shares = [shares_given(before.params, body.shares, 1)[0] for body in sorted_.answers.values()]
    secrets = [secret for _, secret in (*deal.opened, *sorted_.secrets)]
    extra = readable_pair(before, drawn_pair(before), shares, secrets)
    drawn = deal.drawn if round_.held is Held.BLIND else deal.drawn + 1
    left = resign(before, replace(after, deal=replace(deal, extra=extra, drawn=drawn)), sorted_)
    return replace(left, stage=Stage.DISCARD) if left.stage is Stage.DRAW_SHARES else left


def close_discard(before: TableState, step: Step, after: TableState) -> TableState:
    """The seat to act has put one of its four cards on the pile, perhaps with a knock, or declared a 31."""
    (outcome,) = step.outcomes
    if outcome.event is None:
        return void(before, after, (outcome.seat,))
    said, seat = log.body_of(outcome.event), outcome.seat
    if isinstance(said, log.Resign):
        return resign(before, after, sort_outcomes(before, step, log.Discard))
    if isinstance(said, log.Declare):
        return _declared(before, after, seat, said)
    assert isinstance(said, log.Discard)
    deal = playing_deal(before)
    kept = kept_pairs(before.params, said.proof, len(held_pairs(before, seat)), 1)
    hands = tuple(kept if place == seat else hand for place, hand in enumerate(deal.hands))
    round_ = played(playing_round(before), moves.Discard(seat, said.card, said.knock))
    return _go_on(before, replace(after, deal=replace(deal, hands=hands, extra=None)), round_)


def close_show(before: TableState, step: Step, after: TableState) -> TableState:
    """All hands that were to be shown are shown; a seat that lapsed counts as the lowest hand."""
    sorted_ = sort_outcomes(before, step, log.Show)
    left = resign(before, after, sorted_)
    if left.stage is not Stage.SHOW:
        return left
    hands: dict[int, Hand | None] = {seat: body.cards for seat, body in sorted_.answers.items()}
    hands.update(dict.fromkeys(sorted_.lapsed))
    return settled(before, left, played(playing_round(left), moves.Show(hands=hands)), sorted_.lapsed)


def _declared(before: TableState, after: TableState, seat: int, said: log.Declare) -> TableState:
    round_ = played(playing_round(before), moves.Declare(seat=seat, cards=said.cards))
    deal = playing_deal(before)
    return _go_on(before, replace(after, deal=replace(deal, extra=None)), round_)


def _go_on(before: TableState, after: TableState, round_: Round) -> TableState:
    """The table in the next turn, at the show, or after the round."""
    if round_.phase is Phase.OVER:
        return settled(before, after, round_)
    stage = Stage.SHOW if round_.phase is Phase.SHOW else Stage.TURN
    return replace(after, stage=stage, round=round_)


def _cards_called(body: log.DealCall) -> Hand:
    """The cards of a call that has been examined: its opening begins with them, one in a byte."""
    match body.proof:
        case (bytes() as cards, _) if len(cards) == HAND_SIZE:
            return cards[0], cards[1], cards[2]
    raise ValueError("a call shows three cards")
