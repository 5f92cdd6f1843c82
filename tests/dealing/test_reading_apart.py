"""What is read alone of a message whose proof has been checked is what reading all of it gives."""

import pytest

from scatnet.dealing import (
    BadProofEncoding,
    Committed,
    DealingError,
    PackedDeck,
    Params,
    committed_digest,
    committed_octets,
    hides_every_card,
    kept_pairs,
    shares_given,
    shuffled_deck,
    starting_deck,
)
from scatnet.dealing.group import proper
from tests.dealing.helpers import (
    ADDITIVE,
    CURVE,
    deal,
    proven_commitment,
    proven_mixed_opening,
    proven_shares,
    proven_shuffle,
)

GROUPS = pytest.mark.parametrize("params", [CURVE, ADDITIVE], ids=["curve", "additive"])


@GROUPS
def test_a_commitment_is_kept_as_its_octets(params: Params) -> None:
    commitment = proven_commitment(params).value
    octets = committed_octets(commitment.to_wire(params))
    assert Committed.from_octets(params, octets) == Committed(commitment.c)
    assert committed_digest(octets) == commitment.digest(params)


@GROUPS
def test_a_deck_is_kept_as_its_octets_and_read_pair_by_pair_or_whole(params: Params) -> None:
    shuffle = proven_shuffle(params).value
    deck = shuffled_deck(params, shuffle.to_wire(params), 5)
    assert deck.pairs(params) == shuffle.deck
    assert tuple(deck.pair(params, place) for place in range(5)) == shuffle.deck


@GROUPS
def test_shares_and_the_pairs_kept_are_read_without_their_proofs(params: Params) -> None:
    shares = proven_shares(params).value
    assert shares_given(params, shares.to_wire(params), 3) == shares.shares
    mixed = proven_mixed_opening(params).value
    assert kept_pairs(params, mixed.to_wire(params), 4, 1) == mixed.kept


@pytest.mark.parametrize("place", [-1, 5])
def test_a_deck_has_no_pair_beyond_its_places(place: int) -> None:
    deck = shuffled_deck(CURVE, proven_shuffle(CURVE).value.to_wire(CURVE), 5)
    with pytest.raises(IndexError):
        deck.pair(CURVE, place)


def test_a_deck_of_another_length_or_shape_is_refused() -> None:
    wire = proven_shuffle(CURVE).value.to_wire(CURVE)
    for size in (4, 6):
        with pytest.raises(BadProofEncoding):
            shuffled_deck(CURVE, wire, size)
    for spoilt in (b"", [wire[0]], [[b""], wire[1]], [[b"", 1], wire[1]]):
        with pytest.raises(BadProofEncoding):
            shuffled_deck(CURVE, spoilt, 5)


def test_octets_that_are_no_points_are_refused_where_they_are_read() -> None:
    deck = PackedDeck.from_wire(CURVE, [b"\xff" * 33, b"\x02" * 33], 1)
    for read in (lambda: deck.pair(CURVE, 0), lambda: deck.pairs(CURVE)):
        with pytest.raises(BadProofEncoding):
            read()
    with pytest.raises(BadProofEncoding):
        Committed.from_octets(CURVE, b"\xff" * 33)


@GROUPS
def test_a_key_hides_every_card_exactly_where_a_deck_can_be_put_under_it(params: Params) -> None:
    assert hides_every_card(params, deal(params, 3, 5).key)
    for card in (0, 51):
        key = proper(params.group.negate(params.cards[card]), "A key")
        assert not hides_every_card(params, key)
        with pytest.raises(DealingError):
            starting_deck(params, key, range(52))
