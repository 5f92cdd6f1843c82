"""The rules in plain words follow the fields."""

from __future__ import annotations

import pytest
from hypothesis import given

from scatnet.rules.fields import FIELDS, Field, with_values
from scatnet.rules.ruleset import CADILLAC, KITCHEN, KITTY, NORDIC, PRESETS, Called, RuleSet
from scatnet.rules.text import amount, rules_text, tips
from tests.rules.helpers import rule_sets


def all_text(rules: RuleSet) -> str:
    """All sentences of the rules, one a line."""
    return "\n".join(sentence for section in rules_text(rules) for sentence in section.sentences)


@pytest.mark.parametrize("field", FIELDS, ids=[field.name for field in FIELDS])
def test_the_text_changes_with_each_value_of_each_field(field: Field) -> None:
    texts = {all_text(with_values(NORDIC, {"min_seats": 2, "max_seats": 9, field.name: v})) for v in field.allowed}
    assert len(texts) == len(field.allowed)


@given(rule_sets)
def test_every_rule_set_is_told_in_whole_sentences(rules: RuleSet) -> None:
    for section in rules_text(rules):
        assert section.title
        for sentence in section.sentences:
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert "{" not in sentence


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (KITCHEN, "A knock takes a hand worth at least 19."),
        (KITCHEN, "Everyone begins with 4 lives."),
        (KITCHEN, "A knocker whose hand alone is the lowest loses 2 lives."),
        (KITTY, "Everyone below the best hand loses 1 coin; hands tied for the best keep everything."),
        (CADILLAC, "Three of a kind are worth 30½."),
        (CADILLAC, "A player may also draw or take, and knock together with the discard."),
        (NORDIC, "Everyone begins with 3 pennies."),
    ],
)
def test_a_preset_says_what_it_is_known_for(rules: RuleSet, sentence: str) -> None:
    assert sentence in all_text(rules).splitlines()


def test_a_knocker_tied_under_all_but_highest_is_not_told_to_be_safe() -> None:
    assert "tied for the lowest" not in all_text(with_values(KITTY, {"knocker_tie_safe": True}))


def test_no_two_presets_read_alike() -> None:
    assert len({all_text(rules) for rules in PRESETS.values()}) == len(PRESETS)


def test_a_life_is_called_what_the_table_calls_it() -> None:
    assert [amount(called, 1) for called in Called] == [
        "1 life",
        "1 marker",
        "1 coin",
        "1 penny",
        "1 quarter",
        "1 loonie",
        "1 candy",
    ]
    assert amount(Called.PENNIES, 2) == "2 pennies"


def test_the_tips_are_sentences() -> None:
    assert len(tips()) == 8
    assert all(tip.endswith(".") for tip in tips())
