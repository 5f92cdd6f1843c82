"""What holds for every deal: drawn by hypothesis, over the groups that are quick."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scatnet.dealing import (
    Batch,
    Params,
    TableSecrets,
    collect_commitment,
    collect_shuffle,
    commitment_context,
    make_commitment,
    make_mixed_opening,
    make_round_key,
    make_shuffle,
    public_pair,
    read_card,
    round_secret,
    starting_deck,
    table_key,
    verify_mixed_opening,
    verify_shuffle,
)
from scatnet.dealing.commitment import committed_permutation
from tests.dealing.forgery import Forger, permutation_matrix
from tests.dealing.helpers import ADDITIVE, MODULAR, TABLE, context

quick = settings(max_examples=40, deadline=None)
groups = st.sampled_from([ADDITIVE, MODULAR])
seeds = st.binary(min_size=32, max_size=32)
card_lists = st.lists(st.integers(0, 51), min_size=1, max_size=12, unique=True)


@quick
@given(params=groups, seats=st.lists(seeds, min_size=1, max_size=4, unique=True), cards=card_lists)
def test_any_chain_of_shuffles_keeps_exactly_its_cards_in_exactly_the_committed_order(
    params: Params, seats: list[bytes], cards: list[int]
) -> None:
    secrets = [TableSecrets(seed=seed, table=TABLE) for seed in seats]
    keys = [make_round_key(params, own, context(seat, "round_key"), 1).key for seat, own in enumerate(secrets)]
    key = table_key(params, keys)
    deck = starting_deck(params, key, cards)
    expected = list(cards)
    batch: Batch[int] = Batch(params)
    for seat, own in enumerate(secrets):
        where = commitment_context(TABLE, seat, 1)
        commitment = make_commitment(params, own, where, len(cards))
        shuffle = make_shuffle(params, own, context(seat, "shuffle"), where, commitment, keys, deck)
        collect_commitment(batch, seat, where, commitment, len(cards))
        collect_shuffle(batch, seat, context(seat, "shuffle"), commitment, key, keys, deck, shuffle)
        deck = shuffle.deck
        permutation = committed_permutation(params, own, where, len(cards)).permutation
        expected = [expected[source] for source in permutation]
    assert batch.verify() == ()
    everybody = sum(round_secret(params, own, 1) for own in secrets)
    assert [read_card(params, everybody, pair) for pair in deck] == expected


@quick
@given(params=groups, permutations=st.data(), size=st.integers(2, 8))
def test_only_the_committed_permutation_passes(params: Params, permutations: st.DataObject, size: int) -> None:
    orders = st.permutations(range(size))
    committed, used = permutations.draw(orders), permutations.draw(orders)
    secrets = TableSecrets(seed=bytes(32), table=TABLE)
    key = make_round_key(params, secrets, context(0, "round_key"), 1).key
    deck = starting_deck(params, key, range(size))
    randomness = tuple(range(1, size + 1))
    commitment = Forger(params, permutation_matrix(committed), randomness).commitment(context(0, "shuffle"))
    by_used = Forger(params, permutation_matrix(used), randomness)
    shuffle = by_used.shuffle(context(0, "shuffle"), key, (key,), deck, [deck[place] for place in used], 0)
    holds = verify_shuffle(params, context(0, "shuffle"), commitment, key, (key,), deck, shuffle)
    assert holds == (committed == used)


@quick
@given(params=groups, seed=seeds, cards=card_lists, chosen=st.data())
def test_any_cards_of_any_hand_can_be_opened_and_the_others_stay(
    params: Params, seed: bytes, cards: list[int], chosen: st.DataObject
) -> None:
    secrets = TableSecrets(seed=seed, table=TABLE)
    key = make_round_key(params, secrets, context(0, "round_key"), 1).key
    secret = round_secret(params, secrets, 1)
    hand = tuple(public_pair(params, key, card) for card in cards)
    places = chosen.draw(st.lists(st.integers(0, len(hand) - 1), min_size=1, unique=True))
    mixed = make_mixed_opening(params, secrets, context(0, "discard"), secret, key, hand, places)
    assert verify_mixed_opening(params, context(0, "discard"), key, hand, mixed)
    assert set(mixed.opening.cards) == {cards[place] for place in places}
    kept = {read_card(params, secret, pair) for pair in mixed.kept}
    assert kept == set(cards) - set(mixed.opening.cards)


@quick
@given(
    size=st.integers(1, 60),
    label=st.text(max_size=10),
    parts=st.lists(st.binary(max_size=40), max_size=4),
    seed=seeds,
)
def test_whatever_is_asked_a_permutation_holds_every_place_once(
    size: int, label: str, parts: list[bytes], seed: bytes
) -> None:
    permutation = TableSecrets(seed=seed, table=TABLE).permutation(size, label, *parts)
    assert sorted(permutation) == list(range(size))
