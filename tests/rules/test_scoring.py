"""What hands are worth, in half points."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scatnet.rules.cards import CARD_POINTS, rank_of, suit_of
from scatnet.rules.ruleset import CADILLAC, CLASSIC, KITCHEN, NORDIC, RuleSet
from scatnet.rules.scoring import (
    THIRTY_ONE,
    best_three,
    hand_score,
    is_thirty_one,
    points,
    points_text,
    thirty_one_in,
)
from tests.rules.helpers import cards, hands, rule_sets, three

HOUSE = KITCHEN.with_house_rule(agreed=True)
FLUSH = replace(NORDIC, straight_flush=60)


@pytest.mark.parametrize(
    ("hand", "rules", "score"),
    [
        ("KS 9S 5D", KITCHEN, 38),
        ("AH QH 9C", KITCHEN, 42),
        ("3D 5D 10S", KITCHEN, 20),
        ("KS 10S 4H", KITCHEN, 40),
        ("7H 7D 7C", KITCHEN, 14),
        ("7H 7D 7C", HOUSE, 61),
        ("7H 7D 7C", CLASSIC, 60),
        ("7H 7D 7C", CADILLAC, 61),
        ("5H 5D 3C", KITCHEN, 10),
        ("AS KS QS", CADILLAC, 62),
        ("AS AH AD", NORDIC, 22),
        ("AS 2S 3S", FLUSH, 60),
        ("QS KS AS", FLUSH, 62),
        ("KS AS 2S", FLUSH, 46),
        ("4S 5S 6S", FLUSH, 60),
        ("4S 5S 6S", NORDIC, 30),
        ("4S 5S 6H", FLUSH, 18),
    ],
)
def test_a_hand_is_worth_what_the_rules_page_says(hand: str, rules: RuleSet, score: int) -> None:
    assert hand_score(rules, cards(hand)) == score


@given(rule_sets, hands)
def test_a_score_is_the_best_of_suit_three_of_a_kind_and_straight_flush(rules: RuleSet, hand: list[int]) -> None:
    suited = max(sum(2 * CARD_POINTS[card] for card in hand if suit_of(card) == suit) for suit in range(4))
    ways = [suited]
    if len({rank_of(card) for card in hand}) == 1:
        ways.append(rules.three_of_a_kind)
    ranks = sorted(rank_of(card) for card in hand)
    in_a_row = ranks in ([ranks[0], ranks[0] + 1, ranks[0] + 2], [0, 1, 12])
    if in_a_row and len({suit_of(card) for card in hand}) == 1:
        ways.append(rules.straight_flush)
    assert hand_score(rules, hand) == max(ways)


@given(rule_sets, hands, st.permutations([0, 1, 2]))
def test_the_order_of_a_hand_does_not_matter(rules: RuleSet, hand: list[int], order: list[int]) -> None:
    assert hand_score(rules, [hand[place] for place in order]) == hand_score(rules, hand)


@given(rule_sets, hands)
def test_only_an_ace_and_two_ten_point_cards_of_a_suit_make_thirty_one(rules: RuleSet, hand: list[int]) -> None:
    one_suit = len({suit_of(card) for card in hand}) == 1
    made = one_suit and sorted(CARD_POINTS[card] for card in hand) == [10, 10, 11]
    assert is_thirty_one(hand) is made
    assert (hand_score(rules, hand) == THIRTY_ONE) is made


def test_a_thirty_one_is_found_among_four_cards() -> None:
    assert set(thirty_one_in(cards("KS 5D QS AS")) or ()) == set(three("KS QS AS"))
    assert thirty_one_in(cards("KS 5D QS AH")) is None
    assert thirty_one_in(cards("KS QS JS")) is None


def test_the_best_three_of_four_are_those_that_score_most() -> None:
    assert set(best_three(NORDIC, cards("KS 5D 9S 8S"))) == set(three("KS 9S 8S"))
    assert best_three(NORDIC, cards("KS 5D 9S")) == three("KS 5D 9S")


def test_half_points_are_written_as_numbers_and_read_as_halves() -> None:
    assert (points(61), points(62)) == (30.5, 31)
    assert (points_text(61), points_text(62)) == ("30½", "31")
