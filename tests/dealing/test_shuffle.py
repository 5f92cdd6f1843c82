"""Shuffles: exactly the committed permutation of exactly these cards, under exactly this key."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from scatnet.dealing import (
    Batch,
    Commitment,
    DealingError,
    Deck,
    Element,
    Pair,
    Params,
    Shuffle,
    collect_commitment,
    collect_shuffle,
    make_commitment,
    make_shuffle,
    read_card,
    starting_deck,
    table_key,
    verify_commitment,
    verify_shuffle,
)
from scatnet.dealing.commitment import committed_permutation
from scatnet.dealing.consistency import add_equations, reencrypt
from scatnet.dealing.group import proper, subtract
from scatnet.dealing.permutation import PermutationOpening
from scatnet.dealing.shuffle import prove_shuffle
from tests.dealing.forgery import Forger, linear_deck, permutation_matrix, shuffle_statement
from tests.dealing.helpers import (
    CURVE,
    MODULAR,
    SERIAL,
    Deal,
    context,
    deal,
    plus_generator,
    secrets_of,
    serial_context,
)

on_both_groups = pytest.mark.parametrize("params", [CURVE, MODULAR], ids=["curve", "modular"])


def holds(dealt: Deal, shuffle: Shuffle, commitment: Commitment | None = None, deck: Deck | None = None) -> bool:
    """Check a shuffle as seat 1's of the deal."""
    return verify_shuffle(
        dealt.params,
        context(1, "shuffle"),
        commitment or dealt.commitments[1],
        dealt.key,
        dealt.keys,
        deck or dealt.decks[1],
        shuffle,
    )


def shuffled(
    dealt: Deal,
    *,
    permutation: Sequence[int] | None = None,
    key: Element | None = None,
    deck: Deck | None = None,
) -> Shuffle:
    """Shuffle as seat 1 of the deal would, with something else in place of what it should take."""
    opening = committed_permutation(dealt.params, secrets_of(1), serial_context(1), len(dealt.deck))
    if permutation is not None:
        opening = PermutationOpening(tuple(permutation), opening.randomness)
    return prove_shuffle(
        dealt.params,
        secrets_of(1),
        context(1, "shuffle"),
        opening,
        dealt.commitments[1],
        key or dealt.key,
        dealt.keys,
        deck or dealt.decks[1],
    )


@on_both_groups
def test_shuffling_by_another_permutation_than_committed_to_is_refused(params: Params) -> None:
    dealt = deal(params, 3, 5)
    committed = committed_permutation(params, secrets_of(1), serial_context(1), 5).permutation
    swapped = (committed[1], committed[0], *committed[2:])
    assert holds(dealt, shuffled(dealt, permutation=committed))
    assert not holds(dealt, shuffled(dealt, permutation=swapped))
    assert not holds(dealt, shuffled(dealt, permutation=committed[::-1]))


@on_both_groups
def test_a_deck_with_a_card_twice_is_refused(params: Params) -> None:
    dealt = deal(params, 3, 5)
    committed = committed_permutation(params, secrets_of(1), serial_context(1), 5).permutation
    assert not holds(dealt, shuffled(dealt, permutation=(committed[1], *committed[1:])))


@on_both_groups
def test_a_card_replaced_after_the_proof_is_refused(params: Params) -> None:
    dealt = deal(params, 3, 5)
    honest = dealt.shuffles[1]
    foreign = starting_deck(params, dealt.key, [40])[0]
    assert not holds(dealt, replace(honest, deck=(foreign, *honest.deck[1:])))
    assert not holds(dealt, replace(honest, deck=(honest.deck[1], honest.deck[0], *honest.deck[2:])))


@on_both_groups
def test_a_shuffle_of_another_deck_or_under_another_key_is_refused(params: Params) -> None:
    dealt = deal(params, 3, 5)
    assert not holds(dealt, shuffled(dealt, deck=dealt.decks[0]))
    assert not holds(dealt, shuffled(dealt, key=dealt.keys[1]))
    assert not holds(dealt, dealt.shuffles[1], deck=dealt.decks[0])
    assert not holds(dealt, dealt.shuffles[0])


@on_both_groups
def test_a_shuffle_is_checked_against_its_own_commitment_only(params: Params) -> None:
    dealt = deal(params, 3, 5)
    assert not holds(dealt, dealt.shuffles[1], commitment=dealt.commitments[2])


@on_both_groups
def test_a_shuffle_binds_every_seats_key_and_their_order(params: Params) -> None:
    dealt = deal(params, 3, 5)
    for keys in (dealt.keys[::-1], dealt.keys[:2], (*dealt.keys, dealt.keys[0])):
        assert not verify_shuffle(
            params,
            context(1, "shuffle"),
            dealt.commitments[1],
            dealt.key,
            keys,
            dealt.decks[1],
            dealt.shuffles[1],
        )


def test_a_shuffle_with_a_card_too_few_is_refused() -> None:
    dealt = deal(MODULAR, 3, 5)
    honest = dealt.shuffles[1]
    assert not holds(dealt, replace(honest, deck=honest.deck[:4]))
    assert not holds(dealt, honest, deck=dealt.decks[1][:4])
    assert not holds(dealt, honest, commitment=make_commitment(MODULAR, secrets_of(1), serial_context(1), 4))


def test_nobody_shuffles_with_a_commitment_for_another_number_of_cards() -> None:
    dealt = deal(MODULAR, 3, 5)
    with pytest.raises(DealingError, match="another number"):
        make_shuffle(
            MODULAR,
            secrets_of(1),
            context(1, "shuffle"),
            serial_context(1),
            dealt.commitments[1],
            dealt.keys,
            dealt.deck[:4],
        )


@on_both_groups
@pytest.mark.parametrize("half", ["neither", "a", "b"])
def test_a_deck_that_is_wrong_in_one_half_of_one_pair_is_refused(params: Params, half: str) -> None:
    dealt = deal(params, 3, 5)
    opening = committed_permutation(params, secrets_of(1), serial_context(1), 5)
    forger = Forger(params, permutation_matrix(opening.permutation), opening.randomness)
    new_deck = [dealt.decks[1][source] for source in opening.permutation]
    first = new_deck[0]
    new_deck[0] = {
        "neither": first,
        "a": Pair(plus_generator(params, first.a), first.b),
        "b": Pair(first.a, plus_generator(params, first.b)),
    }[half]
    shuffle = forger.shuffle(context(1, "shuffle"), dealt.key, dealt.keys, dealt.decks[1], new_deck, r_star=0)
    assert holds(dealt, shuffle) == (half == "neither")


BLENDS_TWO_CARDS = [[2, -1, 0], [-1, 2, 0], [0, 0, 1]]


@on_both_groups
def test_a_blended_deck_passes_only_with_a_commitment_that_is_refused(params: Params) -> None:
    dealt = deal(params, 3, 3)
    third = pow(3, -1, params.group.order)
    undone = [[2 * third, third, 0], [third, 2 * third, 0], [0, 0, 1]]
    forger = Forger(params, BLENDS_TWO_CARDS, (21, 22, 23))
    commitment = forger.commitment(serial_context(1))
    blended = linear_deck(params, dealt.decks[1], undone)
    shuffle = forger.shuffle(context(1, "shuffle"), dealt.key, dealt.keys, dealt.decks[1], blended, r_star=0)
    assert holds(dealt, shuffle, commitment=commitment)
    assert not verify_commitment(params, serial_context(1), commitment, 3)
    assert not holds(dealt, shuffle)
    batch: Batch[str] = Batch(params)
    collect_commitment(batch, "commitment", serial_context(1), commitment, 3)
    collect_shuffle(batch, "shuffle", context(1, "shuffle"), commitment, dealt.key, dealt.keys, dealt.decks[1], shuffle)
    assert [fault.label for fault in batch.verify()] == ["commitment"]


@on_both_groups
def test_with_the_offline_vector_a_card_could_be_replaced_and_the_fresh_vector_refuses_it(params: Params) -> None:
    dealt = deal(params, 3, 5)
    group, order = params.group, params.group.order
    # The cheat, seat 1, is honestly committed, and knows the offline half's vector before it makes its deck.
    opening = committed_permutation(params, secrets_of(1), serial_context(1), 5)
    forger = Forger(params, permutation_matrix(opening.permutation), opening.randomness)
    commitment = forger.commitment(serial_context(1))
    assert verify_commitment(params, serial_context(1), commitment, 5)
    _, offline = forger.offline_vector(serial_context(1))
    # It passes its cards on unmixed in their second half, except that the top card becomes card 44, …
    new_deck = list(reencrypt(params, dealt.key, dealt.decks[1], opening.permutation, (0,) * 5))
    everybody = sum(dealt.secret(seat) for seat in dealt.seats)
    top = read_card(params, everybody, new_deck[0])
    assert top is not None
    assert top != 44
    difference = proper(subtract(group, params.cards[44], params.cards[top]), "The difference")
    # … and the second card absorbs the difference.
    u_prime = forger.u_prime(offline)
    share = u_prime[0] * pow(u_prime[1], -1, order)
    absorbed = proper(group.multi_exp((difference,), (-share,)), "What absorbs it")
    for place, change in ((0, difference), (1, absorbed)):
        pair = new_deck[place]
        new_deck[place] = Pair(pair.a, proper(group.sum((pair.b, change)), "A card"))
    assert read_card(params, everybody, new_deck[0]) == 44

    def holds_with(vector: tuple[int, ...], shuffle: Shuffle) -> bool:
        """Check as a protocol would that took this vector."""
        statement = shuffle_statement(
            params, context(1, "shuffle"), commitment.c, dealt.key, dealt.keys, dealt.decks[1], shuffle.deck
        )
        transcript, _ = statement
        transcript.absorb_elements("t", shuffle.proof.t)
        e = transcript.challenge("e")
        batch: Batch[None] = Batch(params)
        claim = batch.claim(None, "It does not hold.")
        add_equations(claim, commitment.c, dealt.key, dealt.decks[1], shuffle.deck, vector, e, shuffle.proof)
        return not batch.verify()

    where = context(1, "shuffle")
    forged = forger.shuffle(where, dealt.key, dealt.keys, dealt.decks[1], new_deck, 0, vector=offline)
    assert holds_with(offline, forged)
    assert not holds(dealt, forged, commitment=commitment)
    # Nor can the same deck be proven against its fresh vector.
    retried = forger.shuffle(where, dealt.key, dealt.keys, dealt.decks[1], new_deck, 0)
    assert not holds(dealt, retried, commitment=commitment)


@pytest.mark.parametrize("cards", [1, 2, 3, 17, 52])
def test_any_number_of_public_discards_can_be_shuffled_into_a_new_stock(cards: int) -> None:
    dealt = deal(MODULAR, 2, 5)
    pile = list(range(51, 51 - cards, -1))
    deck = starting_deck(MODULAR, dealt.key, pile)
    for seat in dealt.seats:
        where = serial_context(seat, SERIAL + 1)
        commitment = make_commitment(MODULAR, secrets_of(seat), where, cards)
        assert verify_commitment(MODULAR, where, commitment, cards)
        reshuffle = context(seat, "reshuffle")
        shuffle = make_shuffle(MODULAR, secrets_of(seat), reshuffle, where, commitment, dealt.keys, deck)
        assert verify_shuffle(MODULAR, reshuffle, commitment, dealt.key, dealt.keys, deck, shuffle)
        deck = shuffle.deck
    everybody = sum(dealt.secret(seat) for seat in dealt.seats)
    assert sorted(read_card(MODULAR, everybody, pair) or 0 for pair in deck) == sorted(pile)


def test_one_commitment_used_on_two_decks_shares_no_factor_and_no_nonce() -> None:
    # After a rewind the same permutation may meet another deck; equal factors would show which card went where.
    dealt = deal(MODULAR, 3, 5)
    permutation = committed_permutation(MODULAR, secrets_of(1), serial_context(1), 5).permutation
    first = shuffled(dealt)
    second = shuffled(dealt, deck=dealt.decks[0])
    assert first == dealt.shuffles[1]
    group = MODULAR.group
    moved = {
        subtract(group, shuffle.deck[place].a, deck[source].a)
        for shuffle, deck in ((first, dealt.decks[1]), (second, dealt.decks[0]))
        for place, source in enumerate(permutation)
    }
    assert len(moved) == 10
    assert not set(first.proof.t) & set(second.proof.t)
    turned = (permutation[1], permutation[0], *permutation[2:])
    third = shuffled(dealt, permutation=turned)
    moved |= {subtract(group, third.deck[place].a, dealt.decks[1][source].a) for place, source in enumerate(turned)}
    assert len(moved) == 15


def test_a_shuffled_deck_shares_no_point_with_the_deck_before() -> None:
    dealt = deal(MODULAR, 3, 52)
    for before, after in zip(dealt.decks, dealt.decks[1:], strict=False):
        assert not {point for pair in before for point in (pair.a, pair.b)} & {
            point for pair in after for point in (pair.a, pair.b)
        }


def test_a_starting_deck_is_open_and_has_one_to_52_cards() -> None:
    dealt = deal(CURVE, 3, 5)
    deck = starting_deck(CURVE, table_key(CURVE, dealt.keys), (3, 1))
    assert [pair.a for pair in deck] == [CURVE.group.generator] * 2
    assert deck[0].b == CURVE.group.sum((CURVE.cards[3], dealt.key))
    for cards in ((), (52,), (-1,), range(53)):
        with pytest.raises(DealingError):
            starting_deck(CURVE, dealt.key, cards)
