"""A rule set: the value that decides every question the kitchens disagree on.

`RuleSet` holds one attribute for each field of the rules page, scores in half points. What a field takes and
how it is written stands in `fields`; the five presets are data here. Nothing in this module says what a field
*does*: that is for `round`, `game` and `scoring`, and in words for `text`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class FirstDealer(StrEnum):
    """How the first dealer is found."""

    RANDOM = "random"
    HIGH_CARD = "high_card"
    HOST = "host"


class FirstDiscard(StrEnum):
    """How the card that starts the discard pile lies."""

    FACE_UP = "face_up"
    FACE_DOWN = "face_down"


class ShowdownLoser(StrEnum):
    """Who loses a showdown."""

    LOWEST = "lowest"
    ALL_BUT_HIGHEST = "all_but_highest"


class ThirtyOneCall(StrEnum):
    """Whether a 31 ends the round by itself or has to be declared."""

    AUTOMATIC = "automatic"
    DECLARED = "declared"


class DealtThirtyOnes(StrEnum):
    """Who is spared when several seats are dealt 31."""

    ALL_SAFE = "all_safe"
    FIRST_SAFE = "first_safe"


class StockOut(StrEnum):
    """What an empty stock means."""

    RESHUFFLE = "reshuffle"
    SHOWDOWN = "showdown"
    PASS = "pass"


class AllOut(StrEnum):
    """What happens when a round would leave nobody in the game."""

    REPLAY = "replay"
    SHARE = "share"


class Called(StrEnum):
    """What the table calls a life. Words only: it changes nothing in play."""

    LIVES = "lives"
    MARKERS = "markers"
    COINS = "coins"
    PENNIES = "pennies"
    QUARTERS = "quarters"
    LOONIES = "loonies"
    CANDIES = "candies"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """All the rules of one table. Scores and the minimum for a knock are in half points (30½ is 61).

    Values are checked where they are read (`fields.ruleset`, `fields.decode_rules`), not when this value is
    made.
    """

    min_seats: int
    max_seats: int
    lives: int
    grace: bool
    county_shield: bool
    first_dealer: FirstDealer
    first_discard: FirstDiscard
    minimum_knock: int
    knock_after_discard: bool
    showdown_loser: ShowdownLoser
    knocker_penalty: int
    knocker_tie_safe: bool
    thirty_one_call: ThirtyOneCall
    several_dealt_thirty_ones: DealtThirtyOnes
    three_of_a_kind: int
    house_rule_three_of_a_kind: int
    straight_flush: int
    return_taken: bool
    stock_out: StockOut
    throw_down: bool
    all_out: AllOut
    called: Called

    def with_house_rule(self, agreed: bool) -> RuleSet:
        """The rules a game is played by once the table knows whether every human wants the house rule.

        Agreed (and where there is one), its score replaces that of three of a kind; otherwise the rules stay
        as they are.
        """
        if agreed and self.house_rule_three_of_a_kind:
            return replace(self, three_of_a_kind=self.house_rule_three_of_a_kind)
        return self


KITCHEN: Final = RuleSet(
    min_seats=2,
    max_seats=9,
    lives=4,
    grace=False,
    county_shield=False,
    first_dealer=FirstDealer.RANDOM,
    first_discard=FirstDiscard.FACE_DOWN,
    minimum_knock=2 * 19,
    knock_after_discard=False,
    showdown_loser=ShowdownLoser.LOWEST,
    knocker_penalty=2,
    knocker_tie_safe=True,
    thirty_one_call=ThirtyOneCall.AUTOMATIC,
    several_dealt_thirty_ones=DealtThirtyOnes.ALL_SAFE,
    three_of_a_kind=0,
    house_rule_three_of_a_kind=61,
    straight_flush=0,
    return_taken=False,
    stock_out=StockOut.RESHUFFLE,
    throw_down=False,
    all_out=AllOut.REPLAY,
    called=Called.LIVES,
)

CLASSIC: Final = RuleSet(
    min_seats=2,
    max_seats=9,
    lives=3,
    grace=True,
    county_shield=True,
    first_dealer=FirstDealer.HIGH_CARD,
    first_discard=FirstDiscard.FACE_UP,
    minimum_knock=0,
    knock_after_discard=False,
    showdown_loser=ShowdownLoser.LOWEST,
    knocker_penalty=2,
    knocker_tie_safe=True,
    thirty_one_call=ThirtyOneCall.DECLARED,
    several_dealt_thirty_ones=DealtThirtyOnes.ALL_SAFE,
    three_of_a_kind=2 * 30,
    house_rule_three_of_a_kind=0,
    straight_flush=0,
    return_taken=False,
    stock_out=StockOut.RESHUFFLE,
    throw_down=False,
    all_out=AllOut.REPLAY,
    called=Called.MARKERS,
)

KITTY: Final = replace(
    CLASSIC,
    first_dealer=FirstDealer.RANDOM,
    showdown_loser=ShowdownLoser.ALL_BUT_HIGHEST,
    knocker_penalty=1,
    knocker_tie_safe=False,
    several_dealt_thirty_ones=DealtThirtyOnes.FIRST_SAFE,
    three_of_a_kind=0,
    stock_out=StockOut.SHOWDOWN,
    all_out=AllOut.SHARE,
    called=Called.COINS,
)

NORDIC: Final = replace(CLASSIC, first_dealer=FirstDealer.RANDOM, three_of_a_kind=0, called=Called.PENNIES)

CADILLAC: Final = replace(
    CLASSIC,
    max_seats=4,
    county_shield=False,
    first_dealer=FirstDealer.RANDOM,
    knock_after_discard=True,
    thirty_one_call=ThirtyOneCall.AUTOMATIC,
    three_of_a_kind=61,
    stock_out=StockOut.PASS,
    called=Called.LIVES,
)

PRESETS: Final = MappingProxyType(
    {"kitchen": KITCHEN, "classic": CLASSIC, "kitty": KITTY, "nordic": NORDIC, "cadillac": CADILLAC}
)
"""The five named rule sets."""
