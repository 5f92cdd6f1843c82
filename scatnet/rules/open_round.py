"""A round with open cards: the referee who sees the deck and every hand.

An `OpenRound` is the public `Round` with what the public does not see laid beside it. `play` takes what a
player does, checks what only the cards can tell (is the card held, is the hand good enough to knock, is it a
31), and leaves every other question to `apply`. So scripted rounds and simulated games run on the same rules
as a table whose cards are hidden.

Windows before the first turn close by themselves: the throw-down window with the first other move, and the
window for dealt 31s with the first move that is no declaration. Whoever asks all seats at once closes them
with `close_throw_down` and `close_calls`. The order of a new stock is the caller's: `play` asks `reshuffle`
for it, so nothing here is random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, NamedTuple

from scatnet.rules.apply import apply
from scatnet.rules.cards import HAND_SIZE
from scatnet.rules.moves import (
    CloseCalls,
    CloseThrowDown,
    Code,
    Deal,
    Declare,
    Discard,
    Draw,
    Knock,
    Move,
    Pass,
    Refusal,
    Restock,
    Show,
    Take,
    Verb,
)
from scatnet.rules.round import Held, Phase, Round, legal_with_hand, start_round
from scatnet.rules.ruleset import FirstDiscard, RuleSet, ThirtyOneCall
from scatnet.rules.scoring import hand_score, thirty_one_in

Reshuffle = Callable[[tuple[int, ...]], tuple[int, ...]]
"""Makes the new stock, top first, of the discards, oldest first."""


NO_CARD: Final = -1
"""What a discard names that names no card."""

# Members that every move looks at, under names of their own: looking one up on its enum is slow (Python 3.11).
_WINDOWS: Final = (Phase.THROW_DOWN, Phase.CALLS)
_HOLDING: Final = Phase.HOLDING
_SHOW: Final = Phase.SHOW
_RESTOCK: Final = Phase.RESTOCK
_AUTOMATIC: Final = ThirtyOneCall.AUTOMATIC

# The actions of every turn are a few hundred different values: made once each.
_drawing: Final = cache(Draw)
_discarding: Final = cache(Discard)


def as_they_lay(discards: tuple[int, ...]) -> tuple[int, ...]:
    """The reshuffle of a scripted round: the oldest discard becomes the top of the new stock."""
    return discards


class OpenRound(NamedTuple):
    """A round with all cards known. A tuple for the same reason as `Round`."""

    public: Round
    stock: tuple[int, ...]
    """The present stock, top first, drawn cards included: `public.drawn` of them are gone."""
    first_discard: int
    hands: tuple[tuple[int, ...], ...]
    """Hands by seat, four cards while one is held in addition; empty for a seat not dealt in."""
    calls: frozenset[int] = frozenset()
    """The seats that have declared in the window for dealt 31s, while it is open."""


def deal_open(rules: RuleSet, seats: Iterable[int], dealer: int, deck: tuple[int, ...]) -> OpenRound:
    """Deal a round from a deck of 52 different cards, top first, to these seats, given clockwise.

    Cards go one at a time from the dealer's left; the next starts the discard pile. A 31 that is called by
    itself ends the round at once where no hand may be thrown down first. Raises ValueError as `start_round`
    does.
    """
    public = start_round(rules, seats, dealer)
    order = public.order
    hands: list[tuple[int, ...]] = [()] * (max(order) + 1)
    for place, seat in enumerate(order):
        hands[seat] = deck[place : HAND_SIZE * len(order) : len(order)]
    dealt = HAND_SIZE * len(order)
    opened = OpenRound(public=public, stock=deck[dealt + 1 :], first_discard=deck[dealt], hands=tuple(hands))
    return opened if rules.throw_down else _dealt(opened)


def close_throw_down(opened: OpenRound, seats: Iterable[int]) -> OpenRound:
    """Close the throw-down window, in which these seats threw down; every hand is shown where any did.

    Without such a window, or with it closed, the round stays as it is.
    """
    if opened.public.phase is not Phase.THROW_DOWN:
        return opened
    public = _accepted(apply(opened.public, CloseThrowDown(seats=frozenset(seats))))
    closed = opened._replace(public=public)
    return _dealt(closed) if public.phase is Phase.DEAL else _all_shown(closed)


def close_calls(opened: OpenRound, seats: Iterable[int]) -> OpenRound:
    """Close the window for dealt 31s, called by these seats beside those in `calls`, as far as they hold one.

    With the window closed, or not open yet, the round stays as it is.
    """
    if opened.public.phase is not Phase.CALLS:
        return opened
    calls = {}
    for seat in sorted({*seats, *opened.calls}):
        cards = thirty_one_in(opened.hands[seat])
        if cards is not None:
            calls[seat] = cards
    public = _accepted(apply(opened.public, CloseCalls(calls=calls)))
    return opened._replace(public=public, calls=frozenset())


def close_windows(opened: OpenRound) -> OpenRound:
    """Close whatever windows are open, nobody adding anything to what was thrown down or declared."""
    return close_calls(close_throw_down(opened, ()), ())


def play(opened: OpenRound, seat: int, move: Move, reshuffle: Reshuffle = as_they_lay) -> OpenRound | Refusal:
    """The round after a player's move, or its refusal, in which case nothing has changed.

    Checks come in the order of the rules page, section 9. A showdown follows by itself, and so does the
    declaration of an automatic 31.
    """
    if seat not in opened.public.order:
        return Refusal(Code.UNKNOWN_SEAT)
    verb = move.verb
    if opened.public.seat is None and opened.public.phase in _WINDOWS:
        if verb is Verb.THROW_DOWN and opened.public.phase is Phase.THROW_DOWN:
            return close_throw_down(opened, (seat,))
        opened = close_throw_down(opened, ())
        if verb is Verb.DECLARE and _calling(opened):
            if thirty_one_in(opened.hands[seat]) is None:
                return Refusal(Code.NOT_THIRTY_ONE)
            return opened._replace(calls=opened.calls | {seat})
        opened = close_calls(opened, ())
    return _MOVES[verb](opened, seat, move, reshuffle)


def legal_moves(opened: OpenRound, seat: int) -> tuple[Verb, ...]:
    """The verbs that `play` takes from this seat now, sorted by name: `discard` with any card that may go.

    Where windows are open, also what would close them.
    """
    if seat not in opened.public.order:
        return ()
    closed = close_windows(opened)
    verbs = set[Verb]()
    if closed.public.seat == seat:
        verbs.update(legal_with_hand(closed.public, closed.hands[seat]))
    if opened.public.phase is Phase.THROW_DOWN:
        verbs.add(Verb.THROW_DOWN)
    if _calling(close_throw_down(opened, ())) and thirty_one_in(opened.hands[seat]) is not None:
        verbs.add(Verb.DECLARE)
    return tuple(sorted(verbs))


def _calling(opened: OpenRound) -> bool:
    """Whether the window in which players declare dealt 31s is open."""
    declared = opened.public.rules.thirty_one_call is ThirtyOneCall.DECLARED
    return declared and opened.public.phase is Phase.CALLS


def _dealt(opened: OpenRound) -> OpenRound:
    """The hands can be read: an automatic 31 is called at once, a declared one is waited for."""
    rules = opened.public.rules
    face_down = rules.first_discard is FirstDiscard.FACE_DOWN
    deal = Deal(first_discard=None if face_down else opened.first_discard)
    opened = opened._replace(public=_accepted(apply(opened.public, deal)))
    if rules.thirty_one_call is ThirtyOneCall.DECLARED:
        return opened
    return close_calls(opened, opened.public.order)


def _all_shown(opened: OpenRound) -> OpenRound:
    """Show the hands that the round is waiting for, if it is."""
    if opened.public.phase is not _SHOW:
        return opened
    hands = {}
    for seat in opened.public.to_show:
        a, b, c = opened.hands[seat]
        hands[seat] = (a, b, c)
    return opened._replace(public=_accepted(apply(opened.public, Show(hands=hands))))


def _accepted(answer: Round | Refusal) -> Round:
    """The round after an action that the referee itself sends when the round waits for it."""
    if isinstance(answer, Refusal):
        raise AssertionError(f"The round refused what it was waiting for: {answer.code}.")
    return answer


def _draw(opened: OpenRound, seat: int, move: Move, reshuffle: Reshuffle) -> OpenRound | Refusal:
    public = apply(opened.public, _drawing(seat))
    if isinstance(public, Refusal):
        return public
    stock = opened.stock
    if public.phase is _RESTOCK:
        stock = reshuffle(public.restocking)
        public = _accepted(apply(public, Restock()))
    return _received(opened, public, stock, seat, stock[public.drawn - 1])


def _take(opened: OpenRound, seat: int, move: Move, reshuffle: Reshuffle) -> OpenRound | Refusal:
    public = apply(opened.public, Take(seat))
    if isinstance(public, Refusal):
        return public
    card = opened.first_discard if public.held is Held.BLIND else opened.public.pile[-1]
    return _received(opened, public, opened.stock, seat, card)


def _received(opened: OpenRound, public: Round, stock: tuple[int, ...], seat: int, card: int) -> OpenRound | Refusal:
    """The seat holds a fourth card, which may make an automatic 31."""
    hands = opened.hands
    hand = (*hands[seat], card)
    after = OpenRound(public, stock, opened.first_discard, (*hands[:seat], hand, *hands[seat + 1 :]))
    if public.rules.thirty_one_call is _AUTOMATIC and thirty_one_in(hand) is not None:
        return _declare(after, seat, Move(Verb.DECLARE), as_they_lay)
    return after


def _discard(opened: OpenRound, seat: int, move: Move, reshuffle: Reshuffle) -> OpenRound | Refusal:
    # A card that is none is left to `apply`, which refuses it after the checks that come first.
    public, hand, card = opened.public, opened.hands[seat], NO_CARD if move.card is None else move.card
    due = public.phase is _HOLDING and public.seat == seat
    if due and card not in hand and card != NO_CARD:
        return Refusal(Code.CARD_NOT_HELD)
    after = apply(public, _discarding(seat, card, move.knock))
    if isinstance(after, Refusal):
        return after
    place = hand.index(card)
    kept = hand[:place] + hand[place + 1 :]
    if move.knock and hand_score(public.rules, kept) < public.rules.minimum_knock:
        return Refusal(Code.KNOCK_BELOW_MINIMUM)
    hands = opened.hands
    return _all_shown(OpenRound(after, opened.stock, opened.first_discard, (*hands[:seat], kept, *hands[seat + 1 :])))


def _knock(opened: OpenRound, seat: int, move: Move, reshuffle: Reshuffle) -> OpenRound | Refusal:
    public = apply(opened.public, Knock(seat))
    if isinstance(public, Refusal):
        return public
    if hand_score(public.rules, opened.hands[seat]) < public.rules.minimum_knock:
        return Refusal(Code.KNOCK_BELOW_MINIMUM)
    return _all_shown(opened._replace(public=public))


def _declare(opened: OpenRound, seat: int, move: Move, reshuffle: Reshuffle) -> OpenRound | Refusal:
    # Without a 31, any three cards do: `apply` refuses them, after the checks that come first.
    hand = opened.hands[seat]
    public = apply(opened.public, Declare(seat=seat, cards=thirty_one_in(hand) or (hand[0], hand[1], hand[2])))
    return public if isinstance(public, Refusal) else _all_shown(opened._replace(public=public))


def _pass(opened: OpenRound, seat: int, move: Move, reshuffle: Reshuffle) -> OpenRound | Refusal:
    public = apply(opened.public, Pass(seat))
    return public if isinstance(public, Refusal) else _all_shown(opened._replace(public=public))


def _throw_down(opened: OpenRound, seat: int, move: Move, reshuffle: Reshuffle) -> OpenRound | Refusal:
    over = opened.public.phase is Phase.OVER
    return Refusal(Code.ROUND_OVER if over else Code.THROW_DOWN_NOT_ALLOWED)


_MOVES: Final = {
    Verb.DRAW: _draw,
    Verb.DISCARD: _discard,
    Verb.TAKE: _take,
    Verb.KNOCK: _knock,
    Verb.DECLARE: _declare,
    Verb.PASS: _pass,
    Verb.THROW_DOWN: _throw_down,
}
