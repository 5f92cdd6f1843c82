"""What a hand is worth, exactly, in half points.

Every score inside the program is an int of half points: 31 is 62 and 30½ is 61. The score of every three
cards is looked up in a table made once for each way of counting hands, so that a score costs one index and no
rule is worked out twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Final

from scatnet.rules.cards import CARD_POINTS, DECK_SIZE, HAND_SIZE, RANK_COUNT, SUIT_COUNT, rank_of, suit_of
from scatnet.rules.ruleset import RuleSet

THIRTY_ONE: Final = 62
"""31 in half points: an ace and two ten-point cards of one suit, and nothing else."""

_ACE: Final = RANK_COUNT - 1
_ACES: Final = frozenset(range(_ACE, DECK_SIZE, RANK_COUNT))


def _suited(cards: Sequence[int]) -> int:
    points = [0] * SUIT_COUNT
    for card in cards:
        points[suit_of(card)] += 2 * CARD_POINTS[card]
    return max(points)


def _is_three_of_a_kind(cards: Sequence[int]) -> bool:
    return len({rank_of(card) for card in cards}) == 1


def _is_straight_flush(cards: Sequence[int]) -> bool:
    if len({suit_of(card) for card in cards}) != 1:
        return False
    low, middle, high = sorted(rank_of(card) for card in cards)
    return (middle == low + 1 and high == middle + 1) or (low, middle, high) == (0, 1, _ACE)


@cache
def _table(three_of_a_kind: int, straight_flush: int) -> bytes:
    table = bytearray(DECK_SIZE**HAND_SIZE)
    for hand in combinations(range(DECK_SIZE), HAND_SIZE):
        score = _suited(hand)
        if three_of_a_kind > score and _is_three_of_a_kind(hand):
            score = three_of_a_kind
        if straight_flush > score and _is_straight_flush(hand):
            score = straight_flush
        for a, b, c in permutations(hand):
            table[(a * DECK_SIZE + b) * DECK_SIZE + c] = score
    return bytes(table)


def score_table(rules: RuleSet) -> bytes:
    """Scores of all hands in half points: that of cards a, b, c, in any order, is at `(a * 52 + b) * 52 + c`.

    Indices in which a card repeats hold 0. There are at most six different tables, each made on first use.
    """
    return _table(rules.three_of_a_kind, rules.straight_flush)


def prepare_scores(rules: RuleSet) -> None:
    """Make the tables that these rules need now, so that no first look-up waits for them (some 0.1 s)."""
    score_table(rules)
    _table(0, 0)


def hand_score(rules: RuleSet, cards: Sequence[int]) -> int:
    """The score of three cards in half points: the best of suit, three of a kind and straight flush, as the
    rules count.
    """
    a, b, c = cards
    return score_table(rules)[(a * DECK_SIZE + b) * DECK_SIZE + c]


def best_three(rules: RuleSet, cards: Sequence[int]) -> tuple[int, int, int]:
    """The three of three or four cards that score most; among equals the ones that leave out the earliest
    card.
    """
    if len(cards) == HAND_SIZE:
        a, b, c = cards
        return a, b, c
    a, b, c, d = cards
    return max(((b, c, d), (a, c, d), (a, b, d), (a, b, c)), key=lambda three: hand_score(rules, three))


def is_thirty_one(cards: Sequence[int]) -> bool:
    """Whether these three cards are a 31.

    How the rules count other hands has no say: only suited cards make 31.
    """
    a, b, c = cards
    return _table(0, 0)[(a * DECK_SIZE + b) * DECK_SIZE + c] == THIRTY_ONE


def thirty_one_in(cards: Sequence[int]) -> tuple[int, int, int] | None:
    """The three of three or four cards that make 31, or None."""
    if _ACES.isdisjoint(cards):
        return None
    table = _table(0, 0)
    if len(cards) == HAND_SIZE:
        a, b, c = cards
        return (a, b, c) if table[(a * DECK_SIZE + b) * DECK_SIZE + c] == THIRTY_ONE else None
    a, b, c, d = cards
    for x, y, z in ((b, c, d), (a, c, d), (a, b, d), (a, b, c)):
        if table[(x * DECK_SIZE + y) * DECK_SIZE + z] == THIRTY_ONE:
            return x, y, z
    return None


def points(half_points: int) -> int | float:
    """A score as JSON and TOML write it: 31, or 30.5."""
    return half_points / 2 if half_points % 2 else half_points // 2


def points_text(half_points: int) -> str:
    """A score as a person reads it: 31, or 30½."""
    whole, half = divmod(half_points, 2)
    return f"{whole}½" if half else f"{whole}"
