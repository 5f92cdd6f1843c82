"""Who loses a showdown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.rules.ruleset import KITCHEN, KITTY, RuleSet
from scatnet.rules.showdown import EndedBy, RoundResult, Shown, round_result
from tests.rules.helpers import three

# Hands of 24 to 28 points and two more of 25, none sharing a card.
OF_24, OF_25, ALSO_25, OF_26, OF_27, OF_28 = "KC AC 3C", "KH AH 4H", "KD AD 4D", "QS AS 5S", "QC JC 7C", "QH JH 8H"
UNSAFE = replace(KITCHEN, knocker_tie_safe=False)


def showdown(rules: RuleSet, *hands: str, knocker: int | None = 0) -> RoundResult:
    """A showdown of these hands, seat by seat; an empty one is a lapse."""
    cards: dict[int, Shown] = {seat: three(hand) if hand else None for seat, hand in enumerate(hands)}
    return round_result(
        rules=rules,
        order=tuple(range(len(hands))),
        ended_by=EndedBy.STOCK if knocker is None else EndedBy.KNOCK,
        shown=cards,
        thirty_ones=(),
        knocker=knocker,
        resigned=frozenset(),
    )


@pytest.mark.parametrize(
    ("rules", "hands", "lost"),
    [
        (KITCHEN, (OF_25, ALSO_25, OF_26, OF_27), [0, 1, 0, 0]),
        (KITCHEN, (OF_25, OF_24, OF_26, OF_27), [0, 1, 0, 0]),
        (KITCHEN, (OF_25, OF_26, OF_27, OF_28), [2, 0, 0, 0]),
        (KITCHEN, (OF_28, OF_25, ALSO_25, OF_27), [0, 1, 1, 0]),
        (UNSAFE, (OF_25, ALSO_25, OF_26), [1, 1, 0]),
        (UNSAFE, (OF_25, OF_27, OF_26), [2, 0, 0]),
        (KITTY, (OF_25, OF_26, OF_28), [1, 1, 0]),
        (KITTY, (OF_25, OF_24, ALSO_25), [0, 1, 0]),
        (replace(KITTY, knocker_penalty=3), (OF_25, OF_26, OF_28), [3, 1, 0]),
        (replace(KITTY, knocker_penalty=3), (OF_26, OF_25, OF_28), [1, 1, 0]),
        (replace(KITTY, knocker_penalty=3), (OF_25, ALSO_25, OF_28), [1, 1, 0]),
        (KITTY, (OF_25, ALSO_25), [0, 0]),
    ],
)
def test_a_showdown_costs_what_the_rules_page_says(rules: RuleSet, hands: tuple[str, ...], lost: list[int]) -> None:
    assert list(showdown(rules, *hands).lost.values()) == lost


def test_without_a_knocker_the_lowest_loses_one() -> None:
    assert showdown(KITCHEN, OF_25, OF_26, knocker=None).lost == {0: 1, 1: 0}
    assert showdown(KITCHEN, OF_25, ALSO_25, knocker=None).lost == {0: 1, 1: 1}


def test_a_seat_that_lapses_counts_as_the_lowest_hand_and_several_tie() -> None:
    assert showdown(KITCHEN, OF_25, "", OF_24).lost == {0: 0, 1: 1, 2: 0}
    assert showdown(KITCHEN, OF_25, "", "").lost == {0: 0, 1: 1, 2: 1}
    assert showdown(KITCHEN, "", OF_25, OF_24).lost == {0: 2, 1: 0, 2: 0}
    assert showdown(KITTY, "", OF_25, OF_24).lost == {0: 1, 1: 0, 2: 1}


def test_only_hands_that_were_shown_have_scores() -> None:
    assert showdown(KITCHEN, OF_25, "", OF_24).scores == {0: 50, 2: 48}
