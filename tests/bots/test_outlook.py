"""What three cards promise."""

from __future__ import annotations

from dataclasses import replace
from math import exp

import pytest

from scatnet.bots.hands import scores_after_draw
from scatnet.bots.outlook import GOES_ON, MIDDLE, SPREAD, outlook
from scatnet.rules.cards import DECK_SIZE, NEW_DECK
from scatnet.rules.ruleset import CLASSIC, NORDIC, RuleSet
from scatnet.rules.scoring import hand_score
from tests.rules.helpers import card, cards

HANDS = ["KS QS AS", "KS 9S 4D", "AH KD QC", "2S 3H 4D", "7S 8S 6S", "5C 5D 5H", "10H 10D AH"]


def kept(rules: RuleSet, hand: tuple[int, ...]) -> float:
    """The outlook of three cards at the end of a turn."""
    a, b, c = hand
    ahead = outlook(rules)
    return ahead.kept[ahead.kinds[(a * DECK_SIZE + b) * DECK_SIZE + c]]


@pytest.mark.parametrize("names", HANDS)
@pytest.mark.parametrize("rules", [NORDIC, CLASSIC], ids=["nordic", "classic"])
def test_an_outlook_is_what_its_equation_says(rules: RuleSet, names: str) -> None:
    hand = cards(names)
    following = []
    for other in NEW_DECK:
        if other not in hand:
            four = (*hand, other)
            following.append(max(kept(rules, four[:gone] + four[gone + 1 :]) for gone in range(4)))
    draw = sum(following) / len(following)
    good = 1 / (1 + exp((MIDDLE - hand_score(rules, hand)) / SPREAD))
    assert outlook(rules).of_drawing(hand) == pytest.approx(draw, abs=1e-4)
    assert kept(rules, hand) == pytest.approx((1 - GOES_ON) * good + GOES_ON * draw, abs=1e-4)


def test_the_order_of_cards_and_the_names_of_suits_change_no_outlook() -> None:
    outlooks = {kept(NORDIC, cards(names)) for names in ("KS 9S 4D", "4D KS 9S", "9H 4C KH", "KD 4S 9D")}
    assert len(outlooks) == 1


def test_two_high_cards_of_a_suit_promise_more_than_three_low_ones_that_score_as_much() -> None:
    assert hand_score(NORDIC, cards("2S 3S 6S")) >= hand_score(NORDIC, cards("AS KD 2H"))
    assert kept(NORDIC, cards("AS KS 2H")) > kept(NORDIC, cards("7S 8S 6S"))


def test_three_of_a_kind_promises_something_only_where_it_counts() -> None:
    fives = cards("5C 5D 5H")
    assert kept(CLASSIC, fives) > kept(replace(CLASSIC, three_of_a_kind=0), fives)


def test_the_card_that_may_not_go_stays() -> None:
    ahead = outlook(NORDIC)
    assert ahead.best_kept(cards("KS 9S 4S 2D"), None)[1] == card("2D")
    assert ahead.best_kept(cards("KS 9S 4S 2D"), card("2D"))[1] == card("4S")


def test_no_draw_makes_the_score_to_be_had_fall() -> None:
    for names in HANDS:
        hand = cards(names)
        assert min(scores_after_draw(NORDIC, hand, ())) == hand_score(NORDIC, hand)
