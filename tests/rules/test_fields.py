"""The fields of a rule set: presets, what is taken, what is refused, and the forms rules are written in."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scatnet.rules.fields import (
    FIELDS,
    VARIATIONS,
    BadOptionError,
    Kind,
    RuleSetError,
    UnknownRulesError,
    as_written,
    decode_rules,
    encode_rules,
    field_named,
    preset_and_changes,
    read_text,
    read_value,
    ruleset,
    ruleset_from_table,
    ruleset_from_toml,
    write_value,
)
from scatnet.rules.ruleset import PRESETS, RuleSet
from tests.rules.helpers import rule_sets

# The table of the rules page, section 2, a column for each preset.
TABLE = """
min_seats                  2           2          2                2          2
max_seats                  9           9          9                9          4
lives                      4           3          3                3          3
grace                      false       true       true             true       true
county_shield              false       true       true             true       false
first_dealer               random      high_card  random           random     random
first_discard              face_down   face_up    face_up          face_up    face_up
minimum_knock              19          0          0                0          0
knock_after_discard        false       false      false            false      true
showdown_loser             lowest      lowest     all_but_highest  lowest     lowest
knocker_penalty            2           2          1                2          2
knocker_tie_safe           true        true       false            true       true
thirty_one_call            automatic   declared   declared         declared   automatic
several_dealt_thirty_ones  all_safe    all_safe   first_safe       all_safe   all_safe
three_of_a_kind            0           30         0                0          30.5
house_rule_three_of_a_kind 30.5        0          0                0          0
straight_flush             0           0          0                0          0
return_taken               false       false      false            false      false
stock_out                  reshuffle   reshuffle  showdown         reshuffle  pass
throw_down                 false       false      false            false      false
all_out                    replay      replay     share            replay     replay
called                     lives       markers    coins            pennies    lives
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_the_presets_have_the_values_of_the_rules_page(row: list[str]) -> None:
    name, *values = row
    written = [str(as_written(rules)[name]) for rules in PRESETS.values()]
    assert [value.lower() if value in ("True", "False") else value for value in written] == values


def test_every_attribute_of_a_rule_set_is_a_field_and_has_a_meaning() -> None:
    assert [field.name for field in FIELDS] == list(RuleSet.__dataclass_fields__) == [row[0] for row in ROWS]
    assert all(field.meaning.endswith(".") for field in FIELDS)


@given(rule_sets)
def test_the_wire_form_decodes_to_the_rules_it_came_from(rules: RuleSet) -> None:
    wire = encode_rules(rules)
    assert all(type(number) is int for number in wire)
    assert decode_rules(wire) == rules


def test_the_wire_form_of_the_presets_is_as_decided() -> None:
    assert {name: encode_rules(rules) for name, rules in PRESETS.items()} == {
        "kitchen": [2, 9, 4, 0, 0, 0, 1, 38, 0, 0, 2, 1, 0, 0, 0, 61, 0, 0, 0, 0, 0, 0],
        "classic": [2, 9, 3, 1, 1, 1, 0, 0, 0, 0, 2, 1, 1, 0, 60, 0, 0, 0, 0, 0, 0, 1],
        "kitty": [2, 9, 3, 1, 1, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1, 2],
        "nordic": [2, 9, 3, 1, 1, 0, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3],
        "cadillac": [2, 4, 3, 1, 0, 0, 0, 0, 1, 0, 2, 1, 0, 0, 61, 0, 0, 0, 2, 0, 0, 0],
    }


@given(
    rule_sets,
    st.integers(0, len(FIELDS) - 1),
    st.one_of(st.integers(-3, 200), st.booleans(), st.text(max_size=2), st.none(), st.floats()),
)
def test_no_two_wire_forms_decode_to_the_same_rules(rules: RuleSet, place: int, value: object) -> None:
    wire: list[object] = [*encode_rules(rules)]
    wire[place] = value
    try:
        decoded = decode_rules(wire)
    except BadOptionError:
        return
    assert type(value) is int
    assert encode_rules(decoded) == wire


@pytest.mark.parametrize("length", [0, len(FIELDS) - 1, len(FIELDS) + 1])
def test_a_wire_form_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(BadOptionError):
        decode_rules([2] * length)


@given(rule_sets)
def test_rules_written_as_json_read_back_as_the_same_rules(rules: RuleSet) -> None:
    preset, _changes = preset_and_changes(rules)
    assert ruleset(preset, json.loads(json.dumps(as_written(rules)))) == rules


@given(rule_sets)
def test_rules_are_a_preset_and_its_changes(rules: RuleSet) -> None:
    preset, changes = preset_and_changes(rules)
    assert ruleset(preset, changes) == rules


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_nearest_to_itself(name: str) -> None:
    assert preset_and_changes(PRESETS[name]) == (name, {})


def test_a_table_file_starts_from_a_preset_and_changes_fields() -> None:
    rules = ruleset_from_toml('rules = "nordic"\nthree_of_a_kind = 30.5\nthrow_down = true\nstock_out = "pass"\n')
    assert preset_and_changes(rules) == (
        "nordic",
        {"three_of_a_kind": 30.5, "stock_out": "pass", "throw_down": True},
    )


@pytest.mark.parametrize(
    ("field", "value", "takes"),
    [
        ("lives", 0, "a whole number from 1 to 9"),
        ("lives", 10, "a whole number from 1 to 9"),
        ("lives", 2.5, "a whole number from 1 to 9"),
        ("lives", True, "a whole number from 1 to 9"),
        ("lives", "3", "a whole number from 1 to 9"),
        ("grace", 1, "true or false"),
        ("grace", "yes", "true or false"),
        ("minimum_knock", 32, "a whole number from 0 to 31"),
        ("minimum_knock", 19.5, "a whole number from 0 to 31"),
        ("three_of_a_kind", 31, "one of 0, 30, 30.5"),
        ("three_of_a_kind", None, "one of 0, 30, 30.5"),
        ("straight_flush", 30.5, "one of 0, 30"),
        ("stock_out", "nothing", "one of reshuffle, showdown, pass"),
        ("stock_out", [], "one of reshuffle, showdown, pass"),
        ("knocker_penalty", 4, "one of 1, 2, 3"),
    ],
)
def test_a_value_out_of_range_is_refused_with_the_field_and_what_it_takes(
    field: str, value: object, takes: str
) -> None:
    with pytest.raises(BadOptionError) as refusal:
        ruleset("kitchen", {field: value})
    assert str(refusal.value) == f"{field} takes {takes}."


def test_an_unknown_field_is_refused_by_its_name() -> None:
    with pytest.raises(BadOptionError, match="no field jokers in a rule set"):
        ruleset("kitchen", {"jokers": True})


def test_fewest_seats_above_most_seats_are_refused() -> None:
    with pytest.raises(BadOptionError, match="min_seats takes at most max_seats"):
        ruleset("cadillac", {"min_seats": 5})


def test_unknown_rules_are_refused_with_the_presets_there_are() -> None:
    with pytest.raises(UnknownRulesError, match="kitchen, classic, kitty, nordic, cadillac"):
        ruleset("poker")
    with pytest.raises(UnknownRulesError):
        ruleset_from_table({"lives": 3})


def test_what_is_not_toml_is_refused_in_a_sentence() -> None:
    with pytest.raises(RuleSetError, match="not a table file"):
        ruleset_from_toml("rules =")


@given(rule_sets)
def test_what_is_typed_as_text_reads_like_what_is_written(rules: RuleSet) -> None:
    for field in FIELDS:
        for value in field.allowed:
            written = write_value(field, value)
            assert read_value(field, written) == value
            text = str(written).lower() if field.kind is Kind.SWITCH else str(written)
            assert read_text(field, text) == value


def test_text_that_a_field_does_not_take_is_refused() -> None:
    with pytest.raises(BadOptionError, match="grace takes true or false"):
        read_text(field_named("grace"), "True")


def test_every_known_variation_is_one_of_its_preset() -> None:
    for preset, variations in VARIATIONS.items():
        for variation in variations:
            assert ruleset(preset, variation.changes) != PRESETS[preset]
    names = [name for variation in VARIATIONS["nordic"] for name in variation.changes]
    assert set(names) == {"three_of_a_kind", "straight_flush", "minimum_knock", "throw_down", "grace"}
    assert [v.changes["minimum_knock"] for v in VARIATIONS["nordic"] if "minimum_knock" in v.changes] == [
        17,
        18,
        19,
        20,
        21,
    ]


def test_the_house_rule_replaces_three_of_a_kind_where_it_is_agreed() -> None:
    assert PRESETS["kitchen"].with_house_rule(agreed=True).three_of_a_kind == 61
    assert PRESETS["kitchen"].with_house_rule(agreed=False) == PRESETS["kitchen"]
    assert PRESETS["classic"].with_house_rule(agreed=True) == PRESETS["classic"]
