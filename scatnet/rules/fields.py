"""The fields of a rule set as data: what each takes, how it is written, and what it means in one sentence.

Everything that reads or writes rules goes through this table: table files, `--set`, JSON, the wire form, the
console's form for a new table. A value that is refused is refused with the field's name and what it takes.

Three forms of a value meet here. *Inner*: as `RuleSet` holds it (half points, enums). *Written*: as JSON and
TOML have it (`true`, 30.5, "face_up"). *Wire*: one int per field (half points; 0 or 1; the place of a choice
among the allowed ones).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Final

from scatnet.rules.ruleset import (
    PRESETS,
    AllOut,
    Called,
    DealtThirtyOnes,
    FirstDealer,
    FirstDiscard,
    RuleSet,
    ShowdownLoser,
    StockOut,
    ThirtyOneCall,
)
from scatnet.rules.scoring import points
from scatnet.words import _, mark

Value = bool | int | StrEnum
"""A field's inner value."""

Written = bool | int | float | str
"""A field's value as JSON and TOML have it."""


class RuleSetError(ValueError):
    """Rules that cannot be; its text is a sentence for a person."""


class UnknownRulesError(RuleSetError):
    """There is no preset of that name."""


class BadOptionError(RuleSetError):
    """An unknown field, or a value that its field does not take."""


class Kind(Enum):
    """What sort of value a field has."""

    SWITCH = "switch"
    COUNT = "count"
    SCORE = "score"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of a rule set.

    `allowed` holds every inner value it takes, in the order of the wire form; `meaning` is a sentence to be
    shown through `_`.
    """

    name: str
    kind: Kind
    allowed: tuple[Value, ...]
    meaning: str

    def takes(self) -> str:
        """What the field takes, in words: "a whole number from 1 to 9"."""
        if self.kind is Kind.SWITCH:
            return _("true or false")
        written = [str(write_value(self, value)) for value in self.allowed]
        if len(written) > 3 and self.kind is not Kind.CHOICE:
            return _("a whole number from {lowest} to {highest}").format(lowest=written[0], highest=written[-1])
        return _("one of {values}").format(values=", ".join(written))


def _switch(name: str, meaning: str) -> Field:
    return Field(name=name, kind=Kind.SWITCH, allowed=(False, True), meaning=meaning)


def _count(name: str, lowest: int, highest: int, meaning: str) -> Field:
    return Field(name=name, kind=Kind.COUNT, allowed=tuple(range(lowest, highest + 1)), meaning=meaning)


def _score(name: str, half_points: Sequence[int], meaning: str) -> Field:
    return Field(name=name, kind=Kind.SCORE, allowed=tuple(half_points), meaning=meaning)


def _choice(name: str, choices: type[StrEnum], meaning: str) -> Field:
    return Field(name=name, kind=Kind.CHOICE, allowed=tuple(choices), meaning=meaning)


FIELDS: Final = (
    _count("min_seats", 2, 9, mark("The fewest seats a table is played with.")),
    _count("max_seats", 2, 9, mark("The most seats a table is played with.")),
    _count("lives", 1, 9, mark("How many lives everybody begins with.")),
    _switch("grace", mark("Whether a seat without lives plays on until its next loss.")),
    _switch("county_shield", mark("Whether a loss of several lives stops at none left instead of putting out.")),
    _choice("first_dealer", FirstDealer, mark("How the first dealer is found.")),
    _choice(
        "first_discard",
        FirstDiscard,
        mark("Whether the first card of the discard pile lies face up or face down."),
    ),
    _score("minimum_knock", range(0, 63, 2), mark("What a hand must be worth for a knock; 0 is no minimum.")),
    _switch("knock_after_discard", mark("Whether a player may also knock together with the discard.")),
    _choice("showdown_loser", ShowdownLoser, mark("Who loses when the hands are shown.")),
    _count("knocker_penalty", 1, 3, mark("What a knocker loses whose hand alone is the lowest.")),
    _switch("knocker_tie_safe", mark("Whether a knocker who ties for the lowest hand is safe.")),
    _choice("thirty_one_call", ThirtyOneCall, mark("Whether a 31 ends the round by itself or has to be declared.")),
    _choice("several_dealt_thirty_ones", DealtThirtyOnes, mark("Who is spared when several are dealt 31.")),
    _score("three_of_a_kind", (0, 60, 61), mark("What three of a kind is worth; 0 is nothing extra.")),
    _score(
        "house_rule_three_of_a_kind",
        (0, 60, 61),
        mark("What three of a kind is worth where every human wants the house rule; 0 is no house rule."),
    ),
    _score("straight_flush", (0, 60), mark("What a straight flush is worth; 0 is nothing extra.")),
    _switch("return_taken", mark("Whether a card taken from the pile may be discarded in the same turn.")),
    _choice("stock_out", StockOut, mark("What happens when the stock is empty.")),
    _switch("throw_down", mark("Whether a player may throw down the hand before anybody has seen a card.")),
    _choice("all_out", AllOut, mark("What happens when a round would put out everyone left.")),
    _choice("called", Called, mark("What the table calls a life; it changes words only.")),
)
"""All fields, in the order of the rules page and of the wire form."""

FIELDS_BY_NAME: Final = MappingProxyType({field.name: field for field in FIELDS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """A known way to play a preset otherwise, offered by name; `label` is to be shown through `_`."""

    label: str
    changes: Mapping[str, Written]


VARIATIONS: Final[Mapping[str, tuple[Variation, ...]]] = MappingProxyType(
    {
        "nordic": (
            Variation(label=mark("three of a kind counts 30"), changes=MappingProxyType({"three_of_a_kind": 30})),
            Variation(label=mark("a straight flush counts 30"), changes=MappingProxyType({"straight_flush": 30})),
            Variation(label=mark("no knock below 17"), changes=MappingProxyType({"minimum_knock": 17})),
            Variation(label=mark("no knock below 18"), changes=MappingProxyType({"minimum_knock": 18})),
            Variation(label=mark("no knock below 19"), changes=MappingProxyType({"minimum_knock": 19})),
            Variation(label=mark("no knock below 20"), changes=MappingProxyType({"minimum_knock": 20})),
            Variation(label=mark("no knock below 21"), changes=MappingProxyType({"minimum_knock": 21})),
            Variation(label=mark("hands may be thrown down"), changes=MappingProxyType({"throw_down": True})),
            Variation(label=mark("nobody plays on without lives"), changes=MappingProxyType({"grace": False})),
        )
    }
)
"""Known variations of the presets, by preset."""


_replace: Final[Callable[..., RuleSet]] = replace
"""`dataclasses.replace` for values whose names are data: `read_value` has seen to their types."""


def value_of(rules: RuleSet, field: Field) -> Value:
    """The inner value that these rules have in this field."""
    value: Value = getattr(rules, field.name)
    return value


def write_value(field: Field, value: Value) -> Written:
    """An inner value as JSON and TOML have it."""
    if field.kind is Kind.SCORE and not isinstance(value, StrEnum):
        return points(value)
    return value.value if isinstance(value, StrEnum) else value


def written_text(written: Written) -> str:
    """A written value as a person types it: `true`, `30.5`, `face_up`."""
    return str(written).lower() if isinstance(written, bool) else str(written)


def read_value(field: Field, written: object) -> Value:
    """The inner value of a written one. Raises BadOptionError where the field does not take it."""
    for value in field.allowed:
        other = write_value(field, value)
        numbers = isinstance(written, int | float) and isinstance(other, int | float)
        alike = isinstance(written, bool) is isinstance(other, bool) and (numbers or isinstance(written, str))
        if alike and other == written:
            return value
    raise BadOptionError(_("{field} takes {allowed}.").format(field=field.name, allowed=field.takes()))


def read_text(field: Field, text: str) -> Value:
    """The inner value of one typed as text (`true`, `30.5`, `face_up`).

    Raises BadOptionError as `read_value` does.
    """
    for value in field.allowed:
        if text == written_text(write_value(field, value)):
            return value
    raise BadOptionError(_("{field} takes {allowed}.").format(field=field.name, allowed=field.takes()))


def field_named(name: str) -> Field:
    """The field of this name. Raises BadOptionError where there is none."""
    field = FIELDS_BY_NAME.get(name)
    if field is None:
        raise BadOptionError(
            _("There is no field {name} in a rule set; the fields are {fields}.").format(
                name=name, fields=", ".join(FIELDS_BY_NAME)
            )
        )
    return field


def preset_named(name: str) -> RuleSet:
    """The preset of this name. Raises UnknownRulesError where there is none."""
    rules = PRESETS.get(name)
    if rules is None:
        raise UnknownRulesError(
            _("There are no rules called {name}; the presets are {presets}.").format(
                name=name, presets=", ".join(PRESETS)
            )
        )
    return rules


def with_values(rules: RuleSet, values: Mapping[str, Value]) -> RuleSet:
    """The rules with these inner values in place of theirs.

    Raises BadOptionError where the seats do not fit together.
    """
    changed = _replace(rules, **values)
    if changed.min_seats > changed.max_seats:
        raise BadOptionError(
            _("min_seats takes at most max_seats: {low} is more than {high}.").format(
                low=changed.min_seats, high=changed.max_seats
            )
        )
    return changed


def ruleset(preset: str, overrides: Mapping[str, object] = MappingProxyType({})) -> RuleSet:
    """A preset with some fields changed, written as JSON and TOML write them.

    Raises UnknownRulesError for an unknown preset, BadOptionError for an unknown field or a value out of
    range.
    """
    rules = preset_named(preset)
    return with_values(rules, {name: read_value(field_named(name), written) for name, written in overrides.items()})


def ruleset_from_table(table: Mapping[str, object]) -> RuleSet:
    """The rules of a table of names and values: `rules` names the preset, every other name is a field to
    change.

    Raises UnknownRulesError or BadOptionError, `rules` being left out or no text included.
    """
    preset = table.get("rules")
    if not isinstance(preset, str):
        raise UnknownRulesError(
            _("A table names the preset it starts from: rules = “NAME”, one of {presets}.").format(
                presets=", ".join(PRESETS)
            )
        )
    return ruleset(preset, {name: value for name, value in table.items() if name != "rules"})


def ruleset_from_toml(text: str) -> RuleSet:
    """The rules of a table file's text. Raises RuleSetError, also where the text is not TOML."""
    try:
        table: dict[str, object] = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RuleSetError(_("This is not a table file in TOML: {why}.").format(why=error)) from error
    return ruleset_from_table(table)


def preset_and_changes(rules: RuleSet) -> tuple[str, dict[str, Written]]:
    """The preset these rules are nearest to, and the fields in which they differ, as written.

    A preset comes back as itself without changes; of equally near ones the first in `PRESETS` is named.
    """
    nearest, changes = "", dict[str, Written]()
    for name, preset in PRESETS.items():
        differing = {
            field.name: write_value(field, value_of(rules, field))
            for field in FIELDS
            if value_of(rules, field) != value_of(preset, field)
        }
        if not nearest or len(differing) < len(changes):
            nearest, changes = name, differing
    return nearest, changes


def as_written(rules: RuleSet) -> dict[str, Written]:
    """All fields as JSON and TOML have them, in order."""
    return {field.name: write_value(field, value_of(rules, field)) for field in FIELDS}


def encode_rules(rules: RuleSet) -> list[int]:
    """The wire form: one int for each field, in order.

    A score is in half points, a choice its place in `allowed`.
    """
    return [
        field.allowed.index(value) if field.kind is Kind.CHOICE else int(value)
        for field in FIELDS
        for value in (value_of(rules, field),)
    ]


def decode_rules(wire: Sequence[object]) -> RuleSet:
    """The rules of a wire form.

    Raises BadOptionError unless every int is one that `encode_rules` gives for some rules.
    """
    if len(wire) != len(FIELDS):
        raise BadOptionError(
            _("A rule set is {count} numbers, not {found}.").format(count=len(FIELDS), found=len(wire))
        )
    values: dict[str, Value] = {}
    for field, number in zip(FIELDS, wire, strict=True):
        if type(number) is not int:
            raise BadOptionError(_("{field} takes {allowed}.").format(field=field.name, allowed=field.takes()))
        if field.kind is Kind.CHOICE and 0 <= number < len(field.allowed):
            values[field.name] = field.allowed[number]
        elif field.kind is Kind.SWITCH and number in (0, 1):
            values[field.name] = bool(number)
        elif field.kind in (Kind.COUNT, Kind.SCORE) and number in field.allowed:
            values[field.name] = number
        else:
            raise BadOptionError(_("{field} takes {allowed}.").format(field=field.name, allowed=field.takes()))
    return with_values(PRESETS["kitchen"], values)
