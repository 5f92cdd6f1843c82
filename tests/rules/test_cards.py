"""The deck and its names."""

from __future__ import annotations

import pytest

from scatnet.rules.cards import CARD_NAMES, CARD_POINTS, NEW_DECK, card_name, parse_card, rank_of, suit_of


def test_a_new_deck_goes_by_suit_from_the_two_to_the_ace() -> None:
    assert CARD_NAMES[:3] == ("2C", "3C", "4C")
    assert CARD_NAMES[12:14] == ("AC", "2D")
    assert (CARD_NAMES[26], CARD_NAMES[39], CARD_NAMES[51]) == ("2H", "2S", "AS")
    assert len(set(CARD_NAMES)) == len(NEW_DECK) == 52


def test_a_card_and_its_name_belong_together() -> None:
    assert [parse_card(card_name(card)) for card in NEW_DECK] == list(NEW_DECK)


def test_an_ace_counts_eleven_and_a_face_card_ten() -> None:
    names = ("AS", "KH", "QD", "JC", "10S", "9H", "2C")
    assert [CARD_POINTS[parse_card(name)] for name in names] == [11, 10, 10, 10, 10, 9, 2]


def test_rank_and_suit_of_a_card_are_places_in_their_lists() -> None:
    assert (rank_of(parse_card("AH")), suit_of(parse_card("AH"))) == (12, 2)


@pytest.mark.parametrize("text", ["", "1H", "11H", "H10", "10h", "10H ", "ZZ", "A"])
def test_what_is_no_card_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


@pytest.mark.parametrize("card", [-1, 52])
def test_a_number_outside_the_deck_has_no_name(card: int) -> None:
    with pytest.raises(IndexError):
        card_name(card)
