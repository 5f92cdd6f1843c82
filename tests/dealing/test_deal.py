"""Whole deals: all cards once, each to be read by exactly those who should."""

from itertools import combinations

import pytest

from scatnet.dealing import (
    Params,
    make_commitment,
    make_shuffle,
    read_card,
    recover_card,
    seat_pair,
    shares_from_secret,
    starting_deck,
    verify_shuffle,
)
from tests.dealing.helpers import CURVE, MODULAR, Deal, context, deal, secrets_of, serial_context


def check_deal(dealt: Deal) -> None:
    """Hand out three cards each and turn up the rest; check who can read what."""
    params, seats = dealt.params, dealt.seats
    shares = [dealt.shares_of(seat, dealt.deck).shares for seat in seats]
    cards_seen: list[int] = []
    for seat in seats:
        for place in range(seat, 3 * len(seats), len(seats)):
            given = [shares[other][place] for other in seats if other != seat]
            pair = seat_pair(params, dealt.deck[place], given)
            readers = [reader for reader in seats if read_card(params, dealt.secret(reader), pair) is not None]
            assert readers == [seat]
            cards_seen.append(read_card(params, dealt.secret(seat), pair) or 0)
    for place in range(3 * len(seats), len(dealt.deck)):
        card = recover_card(params, dealt.deck[place], [given[place] for given in shares])
        assert card is not None
        cards_seen.append(card)
    assert sorted(cards_seen) == list(range(52))
    assert cards_seen != list(range(52))


@pytest.mark.parametrize("seats", range(2, 10))
def test_a_deal_ends_with_52_cards_each_read_by_its_own_seat_only(seats: int) -> None:
    check_deal(deal(MODULAR, seats, 52))


def test_a_deal_in_the_group_of_play_ends_with_52_cards_each_read_by_its_own_seat_only() -> None:
    check_deal(deal(CURVE, 3, 52))


@pytest.mark.parametrize("params", [CURVE, MODULAR], ids=["curve", "modular"])
def test_no_coalition_without_a_seat_reads_that_seats_card(params: Params) -> None:
    dealt = deal(params, 4, 5)
    pair = dealt.deck[0]
    for size in range(1, 4):
        for coalition in combinations(dealt.seats, size):
            known = sum(dealt.secret(seat) for seat in coalition)
            assert read_card(params, known, pair) is None
    all_secrets = sum(dealt.secret(seat) for seat in dealt.seats)
    assert read_card(params, all_secrets, pair) is not None


@pytest.mark.parametrize("params", [CURVE, MODULAR], ids=["curve", "modular"])
def test_what_others_know_of_a_dealt_card_lacks_exactly_its_owners_part(params: Params) -> None:
    dealt = deal(params, 4, 5)
    group = params.group
    (pair,) = dealt.hand_of(2, (3,))
    card = read_card(params, dealt.secret(2), pair)
    assert card is not None
    assert pair.b == group.sum((params.cards[card], group.mul_secret(pair.a, dealt.secret(2))))
    others = sum(dealt.secret(seat) for seat in (0, 1, 3))
    assert read_card(params, others, pair) is None
    assert read_card(params, others + dealt.secret(2), pair) is None


def test_a_round_goes_on_with_a_seat_that_resigned() -> None:
    # Its secret is public from then on: its shares are computed, and the others shuffle without it.
    dealt = deal(MODULAR, 3, 5)
    pile = [20, 21, 22, 23]
    deck = starting_deck(MODULAR, dealt.key, pile)
    for seat in (0, 2):
        where = serial_context(seat, 99)
        commitment = make_commitment(MODULAR, secrets_of(seat), where, len(pile))
        reshuffle = context(seat, "reshuffle")
        shuffle = make_shuffle(MODULAR, secrets_of(seat), reshuffle, where, commitment, dealt.keys, deck)
        assert verify_shuffle(MODULAR, reshuffle, commitment, dealt.key, dealt.keys, deck, shuffle)
        deck = shuffle.deck
    resigned = shares_from_secret(MODULAR, dealt.secret(1), deck)
    given = dealt.shares_of(0, deck, "draw_shares").shares
    drawn = [
        read_card(MODULAR, dealt.secret(2), seat_pair(MODULAR, pair, (resigned[place], given[place])))
        for place, pair in enumerate(deck)
    ]
    assert sorted(card for card in drawn if card is not None) == pile


def test_the_order_of_the_deck_depends_on_every_seat() -> None:
    dealt = deal(MODULAR, 3, 52)
    everybody = sum(dealt.secret(seat) for seat in dealt.seats)
    orders = [tuple(read_card(MODULAR, everybody, pair) for pair in deck) for deck in dealt.decks]
    assert orders[0] == tuple(range(52))
    assert len(set(orders)) == 4
    assert all(sorted(card for card in order if card is not None) == list(range(52)) for order in orders)
