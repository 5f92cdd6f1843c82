"""Names for the rules' fields and their values, as a form shows them; what they mean stands in `scatnet.rules`."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from scatnet.rules.fields import Field, Kind, Value
from scatnet.rules.ruleset import (
    AllOut,
    Called,
    DealtThirtyOnes,
    FirstDealer,
    FirstDiscard,
    ShowdownLoser,
    StockOut,
    ThirtyOneCall,
)
from scatnet.rules.scoring import points_text
from scatnet.words import _, mark

__all__ = ["field_label", "preset_line", "value_label"]

_LABELS: Final = MappingProxyType(
    {
        "min_seats": mark("Fewest seats"),
        "max_seats": mark("Most seats"),
        "lives": mark("Lives"),
        "grace": mark("On the county at none left"),
        "county_shield": mark("Last life shields"),
        "first_dealer": mark("First dealer"),
        "first_discard": mark("First discard"),
        "minimum_knock": mark("Minimum for a knock"),
        "knock_after_discard": mark("Knock with the discard"),
        "showdown_loser": mark("Who loses a showdown"),
        "knocker_penalty": mark("Lowest knocker loses"),
        "knocker_tie_safe": mark("Tied knocker is safe"),
        "thirty_one_call": mark("A 31"),
        "several_dealt_thirty_ones": mark("Several dealt 31"),
        "three_of_a_kind": mark("Three of a kind"),
        "house_rule_three_of_a_kind": mark("House rule, three of a kind"),
        "straight_flush": mark("Straight flush"),
        "return_taken": mark("Put back a taken card"),
        "stock_out": mark("Empty stock"),
        "throw_down": mark("Throwing down"),
        "all_out": mark("If all would be out"),
        "called": mark("A life is called"),
    }
)

_VALUES: Final = MappingProxyType(
    {
        FirstDealer.RANDOM: mark("by chance"),
        FirstDealer.HIGH_CARD: mark("high card"),
        FirstDealer.HOST: mark("the host"),
        FirstDiscard.FACE_UP: mark("face up"),
        FirstDiscard.FACE_DOWN: mark("face down"),
        ShowdownLoser.LOWEST: mark("the lowest hand"),
        ShowdownLoser.ALL_BUT_HIGHEST: mark("all but the best"),
        ThirtyOneCall.AUTOMATIC: mark("called by itself"),
        ThirtyOneCall.DECLARED: mark("must be declared"),
        DealtThirtyOnes.ALL_SAFE: mark("all are safe"),
        DealtThirtyOnes.FIRST_SAFE: mark("only the first"),
        StockOut.RESHUFFLE: mark("a new shuffle"),
        StockOut.SHOWDOWN: mark("hands are shown"),
        StockOut.PASS: mark("take or pass"),
        AllOut.REPLAY: mark("it is dealt again"),
        AllOut.SHARE: mark("a shared win"),
        Called.LIVES: mark("life"),
        Called.MARKERS: mark("marker"),
        Called.COINS: mark("coin"),
        Called.PENNIES: mark("penny"),
        Called.QUARTERS: mark("quarter"),
        Called.LOONIES: mark("loonie"),
        Called.CANDIES: mark("candy"),
    }
)

# By type and value: two fields may have values of the same spelling, and texts of one spelling are equal.
_VALUE_NAMES: Final = MappingProxyType({(type(value).__name__, str(value)): text for value, text in _VALUES.items()})

_PRESETS: Final = MappingProxyType(
    {
        "kitchen": mark("Four lives, the first discard face down, no knock below 19. A good first game."),
        "classic": mark("Three markers and the county; a 31 must be declared; three of a kind counts 30."),
        "kitty": mark("Three coins into the kitty; everybody but the best hand pays; the winner takes it all."),
        "nordic": mark("As played in Denmark: three pennies and the county; a 31 must be declared."),
        "cadillac": mark("For two to four; knock together with a discard; three of a kind counts 30½."),
    }
)


def field_label(field: Field) -> str:
    """The field's name for a person."""
    return _(_LABELS[field.name])


def value_label(field: Field, value: Value) -> str:
    """A value of the field for a person."""
    if field.kind is Kind.SWITCH:
        return _("yes") if value else _("no")
    if field.kind is Kind.SCORE and isinstance(value, int):
        return points_text(value) if value else _("none")
    return _(_VALUE_NAMES.get((type(value).__name__, str(value)), str(value)))


def preset_line(preset: str) -> str:
    """A preset in a sentence."""
    return _(_PRESETS[preset])
