"""Happenings become sentences in the words of the table's rules, and say "you" to the person they are told to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.rules.cards import parse_card
from scatnet.rules.ruleset import CADILLAC, CLASSIC, KITCHEN, NORDIC
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.telling import Teller, card_with_letter, card_with_symbol, tell

CARDS = tuple(parse_card(name) for name in ("9H", "AH", "KH"))


def teller(me: int | None = 0) -> Teller:
    return Teller(rules=NORDIC, names=("Ann", "Bo", "Cy"), me=me)


@pytest.mark.parametrize("kind", list(HappeningKind))
@pytest.mark.parametrize("me", [None, 0, 1])
def test_every_kind_of_happening_has_a_finished_sentence(kind: HappeningKind, me: int | None) -> None:
    happening = Happening(kind=kind, seat=1, cards=CARDS, number=2, seats=(0, 1))
    sentence = tell(happening, teller(me))
    assert sentence[-1] in ".!"
    assert "{" not in sentence


@pytest.mark.parametrize("kind", list(HappeningKind))
def test_a_happening_with_nothing_filled_in_is_still_told(kind: HappeningKind) -> None:
    assert tell(Happening(kind=kind), teller(None))


def test_lives_have_the_name_that_the_rules_give_them() -> None:
    lost = Happening(kind=HappeningKind.LOST, seat=1, number=2)
    assert tell(lost, teller()) == "Bo loses 2 pennies."
    assert tell(lost, replace(teller(), rules=CLASSIC)) == "Bo loses 2 markers."
    assert tell(replace(lost, number=1), replace(teller(), rules=KITCHEN)) == "Bo loses 1 life."


def test_the_person_told_is_you() -> None:
    assert tell(Happening(kind=HappeningKind.KNOCKED, seat=0), teller(0)).startswith("You knock!")
    assert tell(Happening(kind=HappeningKind.KNOCKED, seat=0), teller(1)).startswith("Ann knocks!")
    assert tell(Happening(kind=HappeningKind.WON, seats=(0,), number=9), teller(0)).startswith("You win the game!")
    together = tell(Happening(kind=HappeningKind.WON, seats=(0, 2)), teller(0))
    assert together == "You and Cy win the game together."


def test_a_game_that_nobody_wins_is_told_as_that() -> None:
    left = Happening(kind=HappeningKind.WON, number=0)
    assert tell(left, teller()) == "Everybody has left the game, and nobody wins it."
    never_begun = Happening(kind=HappeningKind.WON)
    assert tell(never_begun, teller()) == "Too few are left to begin with: there is no game."


def test_an_answer_missing_before_the_game_leaves_a_seat_out() -> None:
    missing = Happening(kind=HappeningKind.LAPSED, seat=1)
    assert tell(missing, teller(0)) == "Bo did not answer and is left out."
    assert tell(missing, teller(1)) == "You did not answer and are left out."


def test_shown_cards_stand_best_first_with_their_score() -> None:
    shown = Happening(kind=HappeningKind.SHOWED, seat=2, cards=CARDS, number=61)
    assert tell(shown, replace(teller(), rules=CADILLAC)) == "Cy shows A♥ K♥ 9♥: 30½."
    assert tell(shown, replace(teller(), card=card_with_letter)) == "Cy shows AH KH 9H: 30½."


def test_the_high_card_draw_tells_everybody_s_card() -> None:
    drawn = Happening(kind=HappeningKind.DEALER, seat=1, seats=(0, 1, 2), cards=CARDS)
    assert tell(drawn, teller()) == "High card deals: you 9♥, Bo A♥, Cy K♥. Bo deals first."


def test_a_name_that_looks_like_a_placeholder_is_only_a_name() -> None:
    sly = Teller(rules=NORDIC, names=("{name}", "{cards.__class__}"), me=None)
    told = tell(Happening(kind=HappeningKind.TOOK, seat=1, cards=CARDS[:1]), sly)
    assert told == "{cards.__class__} takes 9♥."


def test_a_seat_that_nobody_holds_is_told_by_its_number() -> None:
    assert tell(Happening(kind=HappeningKind.OUT, seat=7), teller()) == "Seat 8 is out of the game."


def test_cards_are_written_with_symbols_or_letters() -> None:
    assert [card_with_symbol(card) for card in CARDS] == ["9♥", "A♥", "K♥"]
    assert [card_with_letter(card) for card in CARDS] == ["9H", "AH", "KH"]
