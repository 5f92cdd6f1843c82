"""The fields of a table's rules in the order of the wire (chapter 10.2), and what a hand is worth (10.1).

Scores are in half points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Final

from checker.refusal import Refused

FIRST_DEALERS: Final = ("random", "high_card", "host")
STOCK_OUTS: Final = ("reshuffle", "showdown", "pass")
THIRTY_ONE: Final = 62
TRUTH: Final = (0, 1)

_ALLOWED: Final[tuple[Sequence[int], ...]] = (
    range(2, 10),
    range(2, 10),
    range(1, 10),
    TRUTH,
    TRUTH,
    range(3),
    TRUTH,
    range(0, 63, 2),
    TRUTH,
    TRUTH,
    range(1, 4),
    TRUTH,
    TRUTH,
    TRUTH,
    (0, 60, 61),
    (0, 60, 61),
    (0, 60),
    TRUTH,
    range(3),
    TRUTH,
    TRUTH,
    range(7),
)


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers as they travel; choices by their index, named by the properties below."""

    min_seats: int
    max_seats: int
    lives: int
    grace: int
    county_shield: int
    first_dealer_index: int
    face_down: int
    minimum_knock: int
    knock_after_discard: int
    all_but_highest: int
    knocker_penalty: int
    knocker_tie_safe: int
    declared: int
    first_safe: int
    three_of_a_kind: int
    house_rule_three_of_a_kind: int
    straight_flush: int
    return_taken: int
    stock_out_index: int
    throw_down: int
    share: int
    called: int

    @property
    def first_dealer(self) -> str:
        """How the first dealer is found."""
        return FIRST_DEALERS[self.first_dealer_index]

    @property
    def stock_out(self) -> str:
        """What an empty stock leads to."""
        return STOCK_OUTS[self.stock_out_index]


def read_rules(numbers: tuple[int, ...]) -> Rules:
    """The rules of an `open`.

    Raises:
        Refused: another count of fields, or a number that its field does not allow.
    """
    if len(numbers) != len(_ALLOWED):
        raise Refused(f"should have {len(_ALLOWED)} rules")
    for field, number, allowed in zip(fields(Rules), numbers, _ALLOWED, strict=True):
        if number not in allowed:
            raise Refused(f"has a rule {field.name} that is not allowed: {number}")
    rules = Rules(*numbers)
    if rules.min_seats > rules.max_seats:
        raise Refused("asks for more seats at least than at most")
    return rules


def rank(card: int) -> int:
    """0 for a two to 12 for an ace."""
    return card % 13


def suit(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card // 13


def points(card: int) -> int:
    """Ace 11; king, queen, jack, ten 10; the others their number."""
    return 11 if rank(card) == 12 else min(rank(card) + 2, 10)


def score(cards: Sequence[int], rules: Rules) -> int:
    """What three cards are worth, in half points."""
    best = max(2 * sum(points(card) for card in cards if suit(card) == own) for own in range(4))
    ranks = sorted(rank(card) for card in cards)
    if ranks[0] == ranks[2]:
        best = max(best, rules.three_of_a_kind)
    if len({suit(card) for card in cards}) == 1 and (ranks[2] - ranks[0] == 2 or ranks == [0, 1, 12]):
        best = max(best, rules.straight_flush)
    return best


def is_thirty_one(cards: Sequence[int]) -> bool:
    """An ace with two ten-point cards of its suit."""
    return len({suit(card) for card in cards}) == 1 and sum(points(card) for card in cards) == 31
