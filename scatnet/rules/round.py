"""One round of Scat over public actions: the machine that every peer folds to the same state.

A `Round` knows what everyone at the table knows and nothing else: hands stay unknown until they are shown,
and a draw is a draw of some card. So it serves a table where cards are hidden by cryptography as well as a
referee who sees them all (`open_round`). What happens to it is in `apply`.

The way of a round: `throw_down` window (only where the rules have it), `deal`, `calls` (31 on the deal), then
turns, each `turn` and `holding` with `restock` between them where a draw needs a new stock, then `show` and
`over`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple

from scatnet.rules.cards import DECK_SIZE, HAND_SIZE
from scatnet.rules.moves import Verb
from scatnet.rules.ruleset import RuleSet, StockOut, ThirtyOneCall
from scatnet.rules.scoring import hand_score, thirty_one_in
from scatnet.rules.showdown import EndedBy, RoundResult, Shown

MOST_RESTOCKS: Final = 2
"""How often a round's stock is renewed: when it has run out once more than that, the hands are shown."""


class Phase(Enum):
    """What a round is waiting for."""

    THROW_DOWN = "throw_down"
    """`CloseThrowDown`: no hand is readable yet, any seat may throw down."""
    DEAL = "deal"
    """`Deal`."""
    CALLS = "calls"
    """`CloseCalls`: every seat says whether it was dealt 31."""
    TURN = "turn"
    """The seat to act begins its turn: `Draw`, `Take`, `Knock`, `Pass` or `Declare`."""
    RESTOCK = "restock"
    """`Restock`: the seat to act has asked for a card, and the stock has to be renewed first."""
    HOLDING = "holding"
    """The seat to act holds four cards: `Discard` or `Declare`."""
    SHOW = "show"
    """`Show` by the seats in `to_show`."""
    OVER = "over"
    """Nothing; `result` is there."""


class Held(Enum):
    """What the seat to act holds beside its three cards."""

    NOTHING = "nothing"
    DRAWN = "drawn"
    TAKEN = "taken"
    BLIND = "blind"
    """The face-down first discard."""


class Round(NamedTuple):
    """A round as everyone at the table knows it. Seats are small ints, cards ints 0 to 51.

    A tuple, because every action makes a new one and `simulate` plays 80,000 actions a second; use its names,
    and make one only through `start_round` and `apply`.
    """

    phase: Phase
    seat: int | None
    """The seat to act in `turn`, `restock` and `holding`; None in the other phases."""
    turn: int
    """How many turns have begun: 1 in the first turn of the round."""
    held: Held
    taken: int | None
    """The face-up card that the seat to act has taken in this turn."""
    pile: tuple[int, ...]
    """The discard pile's face-up cards, oldest first; only the last is to be seen."""
    blind: bool
    """The face-down first discard lies on the table: the first player's to take at the start of the first
    turn.
    """
    stock: int
    """Cards left in the stock."""
    drawn: int
    """Cards drawn from the present stock: a seat that just drew has number `drawn - 1` from its top."""
    rules: RuleSet
    order: tuple[int, ...]
    """The seats dealt in, in turn order: the first is at the dealer's left, the last is the dealer."""
    restocks: int = 0
    """How often the stock has been renewed in this round."""
    knocker: int | None = None
    """The seat that knocked (or threw down first in turn order)."""
    last_turns: tuple[int, ...] = ()
    """After a knock: the seats whose last turn is not over, in turn order, the seat to act first."""
    resigned: tuple[int, ...] = ()
    to_show: tuple[int, ...] = ()
    """In `show`: the seats whose hands are to be shown, in turn order."""
    shown: Mapping[int, Shown] = MappingProxyType({})
    """The hands shown so far (in a declaration the 31 itself); None for a seat that lapsed instead."""
    thirty_ones: tuple[int, ...] = ()
    """The seats that called or declared a 31, in turn order."""
    ended_by: EndedBy | None = None
    result: RoundResult | None = None

    @property
    def dealer(self) -> int:
        """The seat that deals this round."""
        return self.order[-1]

    @property
    def active(self) -> tuple[int, ...]:
        """The seats still in the round, in turn order."""
        if not self.resigned:
            return self.order
        return tuple(seat for seat in self.order if seat not in self.resigned)

    @property
    def top(self) -> int | None:
        """The card to be seen on the discard pile."""
        return self.pile[-1] if self.pile else None

    @property
    def renewable(self) -> bool:
        """Whether an empty stock would be renewed from the discards."""
        return self.rules.stock_out is StockOut.RESHUFFLE and self.restocks < MOST_RESTOCKS and len(self.pile) > 1

    @property
    def restocking(self) -> tuple[int, ...]:
        """In `restock`: the discards to be shuffled into the new stock, oldest first."""
        return self.pile[:-1] if self.phase is Phase.RESTOCK else ()

    @property
    def times_run_out(self) -> int:
        """How often the stock has been empty in this round, now included."""
        return self.restocks + (self.turn > 0 and self.stock == 0)

    @property
    def banned(self) -> int | None:
        """The card that may not be discarded in this turn: the one taken, unless the rules let it go back."""
        return self.taken if self.taken is not None and not self.rules.return_taken else None

    @property
    def may_draw(self) -> bool:
        """Whether the stock has a card for the turn now beginning, or gets one."""
        return self.stock > 0 or self.renewable

    @property
    def may_take(self) -> bool:
        """Whether a discard lies there for the turn now beginning, be it face down."""
        return bool(self.pile) or self.blind

    @property
    def may_knock_with_discard(self) -> bool:
        """Whether the discard now due may be a knock too."""
        return self.rules.knock_after_discard and self.knocker is None and self.phase is Phase.HOLDING

    def at(
        self,
        phase: Phase,
        seat: int | None,
        turn: int,
        held: Held,
        taken: int | None,
        pile: tuple[int, ...],
        blind: bool,
        stock: int,
        drawn: int,
    ) -> Round:
        """This round with another state of its turn: what `_replace` gives for all nine, in a third of its time."""
        turn_state = (phase, seat, turn, held, taken, pile, blind, stock, drawn)
        return tuple.__new__(Round, turn_state + self[9:])


def start_round(rules: RuleSet, seats: Iterable[int], dealer: int) -> Round:
    """A round about to be dealt to these seats, given clockwise from any of them on, by one of them.

    Raises ValueError where the dealer is not among them or there are fewer than two.
    """
    clockwise = tuple(seats)
    place = clockwise.index(dealer) + 1
    if len(clockwise) < 2:
        raise ValueError("A round takes two seats at least.")
    return Round(
        phase=Phase.THROW_DOWN if rules.throw_down else Phase.DEAL,
        seat=None,
        turn=0,
        held=Held.NOTHING,
        taken=None,
        pile=(),
        blind=False,
        stock=DECK_SIZE - HAND_SIZE * len(clockwise) - 1,
        drawn=0,
        rules=rules,
        order=clockwise[place:] + clockwise[:place],
    )


def legal(round_: Round) -> tuple[Verb, ...]:
    """What the seat to act may do, as far as the public can tell, sorted by name; nothing where no seat is to
    act.

    A hidden hand may forbid some of it still: a knock below the minimum, a declaration without a 31.
    """
    if round_.phase is Phase.HOLDING:
        return (Verb.DECLARE, Verb.DISCARD)
    if round_.phase is not Phase.TURN:
        return ()
    verbs = []
    may_draw = round_.may_draw
    if round_.rules.thirty_one_call is ThirtyOneCall.DECLARED:
        verbs.append(Verb.DECLARE)
    if may_draw:
        verbs.append(Verb.DRAW)
    if round_.knocker is None:
        verbs.append(Verb.KNOCK)
    if not may_draw:
        verbs.append(Verb.PASS)
    if round_.may_take:
        verbs.append(Verb.TAKE)
    return tuple(verbs)


def legal_with_hand(round_: Round, hand: Sequence[int]) -> tuple[Verb, ...]:
    """What the seat to act may do with this hand of three or four cards, sorted by name.

    `discard` stands for any card of the hand but `Round.banned`.
    """
    verbs = legal(round_)
    if Verb.KNOCK in verbs and hand_score(round_.rules, hand) < round_.rules.minimum_knock:
        verbs = tuple(verb for verb in verbs if verb is not Verb.KNOCK)
    if Verb.DECLARE in verbs and thirty_one_in(hand) is None:
        verbs = tuple(verb for verb in verbs if verb is not Verb.DECLARE)
    return verbs
