"""Batches: they hold when every claim does, and otherwise name whose does not."""

from concurrent.futures import ThreadPoolExecutor

from scatnet.dealing import (
    Batch,
    Params,
    Shares,
    Shuffle,
    collect_commitment,
    collect_round_key,
    collect_shares,
    collect_shuffle,
)
from scatnet.dealing.group import Element, proper
from tests.dealing.helpers import (
    CURVE,
    MODULAR,
    Deal,
    context,
    deal,
    plus_generator,
    serial_context,
)


def collected(
    dealt: Deal, shuffles: tuple[Shuffle, ...] | None = None, shares: dict[int, Shares] | None = None
) -> Batch[tuple[int, str]]:
    """Collect the whole deal, with some shuffles or shares exchanged for others."""
    params = dealt.params
    batch: Batch[tuple[int, str]] = Batch(params)
    cards = len(dealt.deck)
    deck = dealt.decks[0]
    for seat, shuffle in enumerate(shuffles or dealt.shuffles):
        collect_round_key(batch, (seat, "key"), context(seat, "round_key"), dealt.round_keys[seat])
        commitment = dealt.commitments[seat]
        collect_commitment(batch, (seat, "commitment"), serial_context(seat), commitment, cards)
        where = context(seat, "shuffle")
        collect_shuffle(batch, (seat, "shuffle"), where, commitment, dealt.key, dealt.keys, deck, shuffle)
        deck = shuffle.deck
    for seat in dealt.seats:
        given = (shares or {}).get(seat, dealt.shares_of(seat, dealt.deck[:3]))
        where = context(seat, "deal_shares")
        collect_shares(batch, (seat, "shares"), where, dealt.keys[seat], dealt.deck[:3], given)
    return batch


def labels(batch: Batch[tuple[int, str]]) -> list[tuple[int, str]]:
    return [fault.label for fault in batch.verify()]


def test_a_whole_honest_deal_holds_as_one_batch() -> None:
    assert collected(deal(CURVE, 3, 5)).verify() == ()
    assert collected(deal(MODULAR, 9, 52)).verify() == ()


def test_an_empty_batch_holds() -> None:
    assert Batch[int](CURVE).verify() == ()


def test_shares_swapped_between_two_seats_name_both() -> None:
    for params in (CURVE, MODULAR):
        dealt = deal(params, 3, 5)
        swapped = {0: dealt.shares_of(2, dealt.deck[:3]), 2: dealt.shares_of(0, dealt.deck[:3])}
        assert labels(collected(dealt, shares=swapped)) == [(0, "shares"), (2, "shares")]


def test_shuffles_swapped_between_two_seats_name_both() -> None:
    dealt = deal(MODULAR, 3, 5)
    first, second, third = dealt.shuffles
    assert labels(collected(dealt, shuffles=(second, first, third)))[:2] == [(0, "shuffle"), (1, "shuffle")]


def test_one_altered_shuffle_names_its_author_with_a_sentence() -> None:
    dealt = deal(CURVE, 3, 5)
    first, second, third = dealt.shuffles
    proof = second.proof
    altered = Shuffle(second.deck, type(proof)(proof.t, (proof.s[0], proof.s[1] + 1), proof.s_prime))
    faults = collected(dealt, shuffles=(first, altered, third)).verify()
    assert [fault.label for fault in faults] == [(1, "shuffle")]
    assert faults[0].reason == "The proof that a deck was shuffled as committed to does not hold."


def test_a_refused_claim_is_named_even_where_all_equations_hold() -> None:
    dealt = deal(CURVE, 3, 5)
    batch = collected(dealt)
    batch.refuse((9, "other"), "It was refused before.")
    assert [(fault.label, fault.reason) for fault in batch.verify()] == [((9, "other"), "It was refused before.")]


def test_refused_and_failing_claims_are_named_together() -> None:
    dealt = deal(CURVE, 3, 5)
    forged = dealt.shares_of(1, dealt.deck[:3])
    altered = Shares((plus_generator(CURVE, forged.shares[0]), *forged.shares[1:]), forged.proof)
    too_few = Shares(forged.shares[:2], forged.proof)
    faults = collected(dealt, shares={1: altered, 2: too_few}).verify()
    assert [fault.label for fault in faults] == [(1, "shares"), (2, "shares")]
    assert faults[1].reason == "There is not one share for every card asked for."


def off_by(batch: Batch[str], params: Params, label: str, scalar: int) -> None:
    """Claim that scalar·G is the identity."""
    batch.claim(label, "It is not.").equation((params.group.generator, scalar))


def test_faults_that_cancel_each_other_are_found_because_every_equation_has_a_weight_of_its_own() -> None:
    for params in (CURVE, MODULAR):
        unweighted: Batch[str] = Batch(params, weight=lambda: 1)
        weighted: Batch[str] = Batch(params)
        for batch in (unweighted, weighted):
            off_by(batch, params, "more", 5)
            off_by(batch, params, "less", -5)
        assert unweighted.verify() == ()
        assert [fault.label for fault in weighted.verify()] == ["more", "less"]


def test_equations_of_one_claim_that_cancel_each_other_are_found_too() -> None:
    batch: Batch[str] = Batch(CURVE)
    claim = batch.claim("both", "They are not.")
    claim.equation((CURVE.group.generator, 5))
    claim.equation((CURVE.group.generator, -5))
    assert [fault.label for fault in batch.verify()] == ["both"]


def test_batches_checked_on_several_threads_at_once_give_the_same_verdicts() -> None:
    dealt = deal(CURVE, 3, 5)
    honest = dealt.shares_of(1, dealt.deck[:3])
    altered = Shares((plus_generator(CURVE, honest.shares[0]), *honest.shares[1:]), honest.proof)
    batches = [collected(dealt, shares={1: given}) for given in (honest, altered) * 3]
    with ThreadPoolExecutor(3) as executor:
        verdicts = list(executor.map(labels, batches))
    assert verdicts == [[], [(1, "shares")]] * 3


def test_a_point_that_occurs_often_is_multiplied_once() -> None:
    batch: Batch[str] = Batch(CURVE)
    claim = batch.claim("a", "It is not.")
    g = CURVE.group.generator
    other: Element = proper(CURVE.group.base_mul_secret(2), "2·G")
    claim.equation((g, 2), (other, -1))
    claim.equation((g, 4), (other, -2))
    assert set(claim.sums) == {g, other}
    assert batch.verify() == ()
