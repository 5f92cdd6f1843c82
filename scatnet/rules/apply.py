"""What each public action does to a round: `apply`, one function for each action.

`apply` gives the next round, or a `Refusal`, and then nothing has changed. Checks come in the order of the
rules page: whether the round is over, whose turn it is, draw before discard, then the move itself.

How a round goes on without a seat that resigns (`Resign`): its turns are skipped and its cards are gone, a
fourth one just drawn or taken too; in its own turn the next seat's turn begins at once, a new stock it had
asked for not being made. The face-down first discard belongs to whoever has the first turn, and is buried
when that seat resigns in it. A knock stands: the others have their last turns, and the hand of a knocker who
has left is neither shown nor compared. A 31 shown stands. Who has resigned loses nothing here, its lives
being forfeit (`game`). When at most one seat is left in the round, it ends and nobody loses.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scatnet.rules.cards import DECK_SIZE, HAND_SIZE
from scatnet.rules.moves import (
    Action,
    CloseCalls,
    CloseThrowDown,
    Code,
    Deal,
    Declare,
    Discard,
    Draw,
    Knock,
    Pass,
    Refusal,
    Resign,
    Restock,
    Show,
    Take,
)
from scatnet.rules.round import Held, Phase, Round
from scatnet.rules.ruleset import FirstDiscard, StockOut, ThirtyOneCall
from scatnet.rules.scoring import is_thirty_one
from scatnet.rules.showdown import EndedBy, Shown, round_result

# Members that every turn looks at, under names of their own: looking one up on its enum is slow (Python 3.11).
_TURN: Final = Phase.TURN
_HOLDING: Final = Phase.HOLDING
_NOTHING: Final = Held.NOTHING
_DRAWN: Final = Held.DRAWN
_PASS_ON: Final = StockOut.PASS


def apply(round_: Round, action: Action) -> Round | Refusal:
    """The round after a public action, or the refusal of an action that it does not take."""
    match action:
        case Draw():
            return _draw(round_, action)
        case Discard():
            return _discard(round_, action)
        case Take():
            return _take(round_, action)
        case Knock():
            return _knock(round_, action)
        case Declare():
            return _declare(round_, action)
        case Pass():
            return _pass(round_, action)
        case Restock():
            return _restock(round_)
        case CloseThrowDown():
            return _close_throw_down(round_, action)
        case Deal():
            return _deal(round_, action)
        case CloseCalls():
            return _close_calls(round_, action)
        case Show():
            return _show(round_, action)
        case Resign():
            return _resign(round_, action)


# Windows before the first turn


def _close_throw_down(round_: Round, action: CloseThrowDown) -> Round | Refusal:
    if round_.phase is not Phase.THROW_DOWN:
        return _not_waited_for(round_, Code.THROW_DOWN_NOT_ALLOWED)
    if not action.seats <= set(round_.active):
        return Refusal(Code.UNKNOWN_SEAT)
    for seat in round_.active:
        if seat in action.seats:
            return _showdown(round_._replace(knocker=seat), EndedBy.THROW_DOWN)
    return round_._replace(phase=Phase.DEAL)


def _deal(round_: Round, action: Deal) -> Round | Refusal:
    if round_.phase is not Phase.DEAL:
        return _not_waited_for(round_, Code.UNKNOWN_ACTION)
    face_down = round_.rules.first_discard is FirstDiscard.FACE_DOWN
    if action.first_discard is None:
        return round_._replace(phase=Phase.CALLS, blind=True) if face_down else Refusal(Code.UNKNOWN_CARD)
    if face_down or not 0 <= action.first_discard < DECK_SIZE:
        return Refusal(Code.UNKNOWN_CARD)
    return round_._replace(phase=Phase.CALLS, pile=(action.first_discard,))


def _close_calls(round_: Round, action: CloseCalls) -> Round | Refusal:
    if round_.phase is not Phase.CALLS:
        return _not_waited_for(round_, Code.UNKNOWN_ACTION)
    if not set(action.calls) <= set(round_.active):
        return Refusal(Code.UNKNOWN_SEAT)
    if not all(_makes_thirty_one(cards) for cards in action.calls.values()):
        return Refusal(Code.NOT_THIRTY_ONE)
    if action.calls:
        return _thirty_one(round_, action.calls)
    return _begin_turn(round_, round_.active[0])


# Turns


def _draw(round_: Round, action: Draw) -> Round | Refusal:
    if round_.phase is not _TURN or action.seat != round_.seat:
        return _out_of_turn(round_, action.seat)
    turn, pile, stock, drawn = round_.turn, round_.pile, round_.stock, round_.drawn
    if stock:
        return round_.at(_HOLDING, action.seat, turn, _DRAWN, None, pile, False, stock - 1, drawn + 1)
    if round_.renewable:
        return round_._replace(phase=Phase.RESTOCK)
    return Refusal(Code.STOCK_EMPTY)


def _restock(round_: Round) -> Round | Refusal:
    if round_.phase is not Phase.RESTOCK:
        return _not_waited_for(round_, Code.UNKNOWN_ACTION)
    return round_._replace(
        phase=_HOLDING,
        held=_DRAWN,
        stock=len(round_.pile) - 2,
        drawn=1,
        pile=round_.pile[-1:],
        restocks=round_.restocks + 1,
    )


def _take(round_: Round, action: Take) -> Round | Refusal:
    if round_.phase is not _TURN or action.seat != round_.seat:
        return _out_of_turn(round_, action.seat)
    seat, turn, pile, stock, drawn = action.seat, round_.turn, round_.pile, round_.stock, round_.drawn
    if pile:
        return round_.at(_HOLDING, seat, turn, Held.TAKEN, pile[-1], pile[:-1], False, stock, drawn)
    if round_.blind:
        return round_.at(_HOLDING, seat, turn, Held.BLIND, None, pile, False, stock, drawn)
    return Refusal(Code.NOTHING_TO_TAKE)


def _discard(round_: Round, action: Discard) -> Round | Refusal:
    seat, card = action.seat, action.card
    if round_.phase is not _HOLDING or seat != round_.seat:
        return _out_of_turn(round_, seat, at_start=Code.MUST_DRAW_FIRST)
    if not 0 <= card < DECK_SIZE:
        return Refusal(Code.UNKNOWN_CARD)
    if card == round_.taken and not round_.rules.return_taken:
        return Refusal(Code.RETURNED_TAKEN_CARD)
    pile = (*round_.pile, card)
    if not action.knock:
        return _next_turn(round_, seat, pile)
    if not round_.rules.knock_after_discard:
        return Refusal(Code.KNOCK_NOT_NOW)
    if round_.knocker is not None:
        return Refusal(Code.ALREADY_KNOCKED)
    return _knocked(round_, seat, pile)


def _knock(round_: Round, action: Knock) -> Round | Refusal:
    if round_.phase is not _TURN or action.seat != round_.seat:
        return _out_of_turn(round_, action.seat)
    if round_.knocker is not None:
        return Refusal(Code.ALREADY_KNOCKED)
    return _knocked(round_, action.seat, round_.pile)


def _pass(round_: Round, action: Pass) -> Round | Refusal:
    if round_.phase is not _TURN or action.seat != round_.seat:
        return _out_of_turn(round_, action.seat)
    if round_.may_draw:
        return Refusal(Code.PASS_NOT_ALLOWED)
    if round_.knocker is None:
        return _showdown(round_, EndedBy.PASS)
    return _next_turn(round_, action.seat, round_.pile)


def _declare(round_: Round, action: Declare) -> Round | Refusal:
    if round_.phase not in (_TURN, _HOLDING) or action.seat != round_.seat:
        return _out_of_turn(round_, action.seat)
    # An automatic 31 ends the round the moment it is made: none is left to declare at the start of a turn.
    too_late = round_.phase is _TURN and round_.rules.thirty_one_call is ThirtyOneCall.AUTOMATIC
    if too_late or not _makes_thirty_one(action.cards):
        return Refusal(Code.NOT_THIRTY_ONE)
    return _thirty_one(round_, {action.seat: action.cards})


def _out_of_turn(round_: Round, seat: int, at_start: Code = Code.MUST_DISCARD) -> Refusal:
    """Why a turn's action is refused before its move is looked at."""
    if round_.phase in (Phase.SHOW, Phase.OVER):
        return Refusal(Code.ROUND_OVER)
    if seat != round_.seat:
        return Refusal(Code.NOT_YOUR_TURN)
    if round_.phase is Phase.RESTOCK:
        return Refusal(Code.UNKNOWN_ACTION)
    return Refusal(at_start)


def _not_waited_for(round_: Round, code: Code) -> Refusal:
    return Refusal(Code.ROUND_OVER if round_.phase in (Phase.SHOW, Phase.OVER) else code)


def _next_turn(round_: Round, seat: int, pile: tuple[int, ...]) -> Round:
    """The turn of `seat` is over, and this is the pile it leaves."""
    if round_.knocker is None:
        order = round_.order
        if round_.resigned:
            return _begin_turn(round_, _following(round_, seat)[0], pile=pile)
        return _begin_turn(round_, order[(order.index(seat) + 1) % len(order)], pile=pile)
    last_turns = tuple(other for other in round_.last_turns if other != seat)
    return _last_turn(round_, last_turns, pile)


def _knocked(round_: Round, seat: int, pile: tuple[int, ...]) -> Round:
    return _last_turn(round_._replace(knocker=seat), _following(round_, seat), pile)


def _last_turn(round_: Round, last_turns: tuple[int, ...], pile: tuple[int, ...]) -> Round:
    if not last_turns:
        return _showdown(round_._replace(pile=pile), EndedBy.KNOCK)
    return _begin_turn(round_._replace(last_turns=last_turns), last_turns[0], pile=pile)


def _following(round_: Round, seat: int) -> tuple[int, ...]:
    """The seats in the round whose turns follow that of `seat`, up to its own."""
    place = round_.order.index(seat)
    clockwise = round_.order[place + 1 :] + round_.order[:place]
    return tuple(other for other in clockwise if other not in round_.resigned)


def _begin_turn(round_: Round, seat: int, pile: tuple[int, ...] | None = None) -> Round:
    if pile is None:
        pile = round_.pile
    turn, stock = round_.turn + 1, round_.stock
    blind = round_.blind and turn == 1
    begun = round_.at(_TURN, seat, turn, _NOTHING, None, pile, blind, stock, round_.drawn)
    if stock or round_.knocker is not None or round_.rules.stock_out is _PASS_ON or begun.renewable:
        return begun
    return _showdown(round_._replace(pile=pile), EndedBy.STOCK)


# The end of a round


def _makes_thirty_one(cards: tuple[int, ...]) -> bool:
    return _are_three_cards(cards) and is_thirty_one(cards)


def _are_three_cards(cards: tuple[int, ...]) -> bool:
    return len(set(cards)) == len(cards) == HAND_SIZE and all(0 <= card < DECK_SIZE for card in cards)


def _thirty_one(round_: Round, holders: Mapping[int, tuple[int, int, int]]) -> Round:
    """The round is over with these 31s; a knocker who had to keep to a minimum is still to show its hand."""
    knocker = round_.knocker
    proves = (
        knocker is not None
        and round_.rules.minimum_knock > 0
        and knocker not in holders
        and knocker not in round_.resigned
    )
    thirty_ones = tuple(seat for seat in round_.order if seat in holders)
    ended = _play_ends(round_, EndedBy.THIRTY_ONE)._replace(
        to_show=(knocker,) if proves and knocker is not None else (),
        shown=MappingProxyType({seat: holders[seat] for seat in thirty_ones}),
        thirty_ones=thirty_ones,
    )
    return ended if ended.to_show else _settled(ended, EndedBy.THIRTY_ONE, ended.shown)


def _showdown(round_: Round, ended_by: EndedBy) -> Round:
    return _play_ends(round_, ended_by, to_show=round_.active)


def _play_ends(round_: Round, ended_by: EndedBy, to_show: tuple[int, ...] = ()) -> Round:
    return round_._replace(
        phase=Phase.SHOW,
        seat=None,
        held=_NOTHING,
        taken=None,
        blind=False,
        last_turns=(),
        to_show=to_show,
        ended_by=ended_by,
    )


def _show(round_: Round, action: Show) -> Round | Refusal:
    if round_.phase is not Phase.SHOW or round_.ended_by is None:
        return Refusal(Code.ROUND_OVER if round_.phase is Phase.OVER else Code.UNKNOWN_ACTION)
    if set(action.hands) != set(round_.to_show):
        return Refusal(Code.UNKNOWN_SEAT)
    if not all(cards is None or _are_three_cards(cards) for cards in action.hands.values()):
        return Refusal(Code.UNKNOWN_CARD)
    hands = {**round_.shown, **action.hands}
    in_order = MappingProxyType({seat: hands[seat] for seat in round_.order if seat in hands})
    return _settled(round_, round_.ended_by, in_order)


def _resign(round_: Round, action: Resign) -> Round | Refusal:
    if round_.phase is Phase.OVER:
        return Refusal(Code.ROUND_OVER)
    if not action.seats or not action.seats <= set(round_.active):
        return Refusal(Code.UNKNOWN_SEAT)
    gone = tuple(seat for seat in round_.order if seat in action.seats)
    left = round_._replace(
        resigned=round_.resigned + gone,
        last_turns=tuple(seat for seat in round_.last_turns if seat not in gone),
        to_show=tuple(seat for seat in round_.to_show if seat not in gone),
    )
    if len(left.active) < 2:
        return _settled(_play_ends(left, EndedBy.RESIGN), EndedBy.RESIGN, left.shown)
    if round_.ended_by is not None:
        return left if left.to_show else _settled(left, round_.ended_by, left.shown)
    if round_.seat is not None and round_.seat in gone:
        return _next_turn(left, round_.seat, left.pile)
    return left


def _settled(round_: Round, ended_by: EndedBy, shown: Mapping[int, Shown]) -> Round:
    result = round_result(
        rules=round_.rules,
        order=round_.order,
        ended_by=ended_by,
        shown=shown,
        thirty_ones=round_.thirty_ones,
        knocker=round_.knocker,
        resigned=frozenset(round_.resigned),
    )
    return round_._replace(phase=Phase.OVER, to_show=(), shown=shown, result=result)
