"""What may happen in a round, as the public sees it: actions in, and refusals out.

An action tells only what everyone at the table can know: that a seat drew, never which card. A refusal is
data: a code of the rules page and the sentence a person reads. Nothing here decides anything; `apply` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from scatnet.words import _, mark


class Verb(StrEnum):
    """What a player does, by its name in a script."""

    THROW_DOWN = "throw_down"
    DECLARE = "declare"
    DRAW = "draw"
    TAKE = "take"
    DISCARD = "discard"
    KNOCK = "knock"
    PASS = "pass"


class Move(NamedTuple):
    """What a player does, seen from the seat: a verb, with the card and perhaps a knock where it is a discard."""

    verb: Verb
    card: int | None = None
    knock: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseThrowDown:
    """The throw-down window closes; `seats` are those that threw down."""

    seats: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The hands are readable and the discard pile is started; `first_discard` is None where it lies face
    down.
    """

    first_discard: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseCalls:
    """Every seat has answered whether it was dealt 31: the three cards of each seat that says so."""

    calls: Mapping[int, tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Draw:
    """The seat draws the top of the stock (or asks for a new stock where it is empty and may be renewed)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Restock:
    """The discards in `Round.restocking` are a new stock now, and the draw that asked goes on."""


@dataclass(frozen=True, slots=True)
class Take:
    """The seat takes the top of the discard pile, or the face-down first discard where it may."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discard:
    """The seat puts one of its four cards on the pile, and knocks with it where `knock`."""

    seat: int
    card: int
    knock: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare:
    """The seat shows three cards that make 31.

    Where 31 is automatic, this is what its node sends the moment a draw or a take made one.
    """

    seat: int
    cards: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Knock:
    """The seat knocks instead of drawing."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pass:
    """The seat passes on an empty stock."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """The hands of all seats in `Round.to_show`, three cards each; None for a seat that lapsed."""

    hands: Mapping[int, tuple[int, int, int] | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign:
    """These seats leave the game, all at once."""

    seats: frozenset[int]


Action = CloseThrowDown | Deal | CloseCalls | Draw | Restock | Take | Discard | Declare | Knock | Pass | Show | Resign


class Code(StrEnum):
    """Why an action is refused."""

    NOT_YOUR_TURN = "not_your_turn"
    MUST_DRAW_FIRST = "must_draw_first"
    MUST_DISCARD = "must_discard"
    NOTHING_TO_TAKE = "nothing_to_take"
    STOCK_EMPTY = "stock_empty"
    CARD_NOT_HELD = "card_not_held"
    RETURNED_TAKEN_CARD = "returned_taken_card"
    KNOCK_BELOW_MINIMUM = "knock_below_minimum"
    KNOCK_NOT_NOW = "knock_not_now"
    ALREADY_KNOCKED = "already_knocked"
    NOT_THIRTY_ONE = "not_thirty_one"
    PASS_NOT_ALLOWED = "pass_not_allowed"
    THROW_DOWN_NOT_ALLOWED = "throw_down_not_allowed"
    ROUND_OVER = "round_over"
    UNKNOWN_CARD = "unknown_card"
    UNKNOWN_SEAT = "unknown_seat"
    UNKNOWN_ACTION = "unknown_action"


SENTENCES: Final[Mapping[Code, str]] = MappingProxyType(
    {
        Code.NOT_YOUR_TURN: mark("It is another player's turn."),
        Code.MUST_DRAW_FIRST: mark("Draw from the stock or take from the pile before discarding."),
        Code.MUST_DISCARD: mark("You hold four cards: discard one first."),
        Code.NOTHING_TO_TAKE: mark("There is no card on the discard pile that you may take."),
        Code.STOCK_EMPTY: mark("The stock is empty."),
        Code.CARD_NOT_HELD: mark("That card is not in your hand."),
        Code.RETURNED_TAKEN_CARD: mark("The card taken from the pile may not be put back in the same turn."),
        Code.KNOCK_BELOW_MINIMUM: mark("Your hand is below the minimum for a knock."),
        Code.KNOCK_NOT_NOW: mark("By these rules you knock at the start of your turn, not with the discard."),
        Code.ALREADY_KNOCKED: mark("Somebody has knocked already."),
        Code.NOT_THIRTY_ONE: mark("There is no 31 to declare now."),
        Code.PASS_NOT_ALLOWED: mark("You may pass only when the stock is empty and stays so."),
        Code.THROW_DOWN_NOT_ALLOWED: mark(
            "A hand is thrown down only before anybody has seen a card, and only where the rules have it."
        ),
        Code.ROUND_OVER: mark("The round is over."),
        Code.UNKNOWN_CARD: mark("There is no such card."),
        Code.UNKNOWN_SEAT: mark("There is no such seat in this round."),
        Code.UNKNOWN_ACTION: mark("The round is not waiting for such an action."),
    }
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """An action that changes nothing, and why."""

    code: Code

    @property
    def sentence(self) -> str:
        """The reason as one sentence, in the language in use."""
        return _(SENTENCES[self.code])
