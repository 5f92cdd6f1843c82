"""Commitments: only to permutations, only with their proof, only under their own serial."""

from dataclasses import replace

import pytest

from scatnet.dealing import (
    Commitment,
    DealingError,
    Params,
    make_commitment,
    verify_commitment,
)
from scatnet.dealing.commitment import committed_permutation, prove_permutation
from scatnet.dealing.permutation import PermutationOpening, commit
from tests.dealing.forgery import Forger, Matrix, permutation_matrix
from tests.dealing.helpers import CURVE, MODULAR, context, deal, secrets_of, serial_context

on_both_groups = pytest.mark.parametrize("params", [CURVE, MODULAR], ids=["curve", "modular"])


def forged(params: Params, matrix: Matrix) -> Commitment:
    randomness = tuple(range(11, 11 + len(matrix)))
    return Forger(params, matrix, randomness).commitment(serial_context(1))


def holds(params: Params, commitment: Commitment) -> bool:
    return verify_commitment(params, serial_context(1), commitment, len(commitment.c))


@on_both_groups
def test_the_forger_is_an_honest_prover_where_its_matrix_is_a_permutations(params: Params) -> None:
    assert holds(params, forged(params, permutation_matrix((2, 0, 3, 1))))


@on_both_groups
def test_a_commitment_that_doubles_one_card_and_drops_another_is_refused(params: Params) -> None:
    assert not holds(params, forged(params, [[1, 1, 0], [0, 0, 0], [0, 0, 1]]))


@on_both_groups
def test_a_commitment_that_blends_two_cards_is_refused_though_its_rows_sum_to_one(params: Params) -> None:
    assert not holds(params, forged(params, [[2, -1, 0], [-1, 2, 0], [0, 0, 1]]))


@on_both_groups
def test_a_commitment_that_scales_two_cards_is_refused_though_its_product_is_right(params: Params) -> None:
    half = pow(2, -1, params.group.order)
    assert not holds(params, forged(params, [[2, 0, 0], [0, half, 0], [0, 0, 1]]))


@on_both_groups
def test_a_proof_made_for_another_permutation_than_committed_to_is_refused(params: Params) -> None:
    honest = forged(params, permutation_matrix((2, 0, 1)))
    other = forged(params, permutation_matrix((1, 2, 0)))
    assert holds(params, other)
    assert not holds(params, Commitment(honest.c, other.proof))


@on_both_groups
def test_a_proof_that_speaks_of_another_permutation_from_the_start_is_refused(params: Params) -> None:
    committed, claimed = permutation_matrix((2, 0, 1)), permutation_matrix((1, 2, 0))
    forger = Forger(params, committed, (11, 12, 13), claimed=claimed)
    assert not holds(params, forger.commitment(serial_context(1)))


@on_both_groups
def test_a_chain_that_does_not_follow_the_committed_vector_is_refused(params: Params) -> None:
    doubles = [[1, 1, 0], [0, 0, 0], [0, 0, 1]]
    forger = Forger(params, doubles, (11, 12, 13), chained=permutation_matrix((0, 1, 2)))
    assert not holds(params, forger.commitment(serial_context(1)))


@on_both_groups
def test_a_commitment_is_for_exactly_the_number_of_cards_to_be_shuffled(params: Params) -> None:
    made = make_commitment(params, secrets_of(1), serial_context(1), 4)
    assert verify_commitment(params, serial_context(1), made, 4)
    assert not verify_commitment(params, serial_context(1), made, 5)
    assert not verify_commitment(params, serial_context(1), made, 3)


@on_both_groups
@pytest.mark.parametrize("size", [1, 2, 3])
def test_commitments_to_few_cards_work(params: Params, size: int) -> None:
    made = make_commitment(params, secrets_of(1), serial_context(1), size)
    assert verify_commitment(params, serial_context(1), made, size)


def test_a_commitment_to_a_whole_deck_works() -> None:
    made = make_commitment(CURVE, secrets_of(1), serial_context(1), 52)
    assert verify_commitment(CURVE, serial_context(1), made, 52)


def test_a_commitment_needs_a_serial_and_a_deck() -> None:
    with pytest.raises(DealingError, match="serial"):
        make_commitment(CURVE, secrets_of(1), context(1, "commitment"), 3)
    for size in (0, 53):
        with pytest.raises(DealingError, match="1 to 52"):
            make_commitment(CURVE, secrets_of(1), serial_context(1), size)


def test_a_serial_always_gives_the_same_commitment_and_another_serial_or_size_an_unrelated_one() -> None:
    def openings(serial: int, size: int) -> PermutationOpening:
        return committed_permutation(MODULAR, secrets_of(1), serial_context(1, serial), size)

    made = make_commitment(MODULAR, secrets_of(1), serial_context(1, 1), 5)
    again = make_commitment(MODULAR, secrets_of(1), serial_context(1, 1), 5)
    other = make_commitment(MODULAR, secrets_of(1), serial_context(1, 2), 5)
    assert made == again
    assert made.digest(MODULAR) == again.digest(MODULAR)
    assert made.digest(MODULAR) != other.digest(MODULAR)
    assert not {*made.c, *made.proof.t, *made.proof.t_hat} & {*other.c, *other.proof.t, *other.proof.t_hat}
    assert openings(1, 52).permutation != openings(2, 52).permutation
    assert not set(openings(1, 5).randomness) & set(openings(1, 4).randomness)


def test_one_commitment_proven_in_two_contexts_shares_no_nonce() -> None:
    opening = committed_permutation(MODULAR, secrets_of(1), serial_context(1), 5)
    first = prove_permutation(MODULAR, secrets_of(1), context(1, "discard"), opening)
    second = prove_permutation(MODULAR, secrets_of(1), replace(context(1, "discard"), round=9), opening)
    assert first.c == second.c
    assert not set(first.proof.c_hat) & set(second.proof.c_hat)
    assert not {*first.proof.t, *first.proof.t_hat} & {*second.proof.t, *second.proof.t_hat}


def test_a_commitment_hides_its_permutation_with_randomness_that_is_never_zero_or_shared() -> None:
    dealt = deal(MODULAR, 9, 52)
    everything = [point for commitment in dealt.commitments for point in commitment.c]
    everything += [point for commitment in dealt.commitments for point in commitment.proof.c_hat]
    assert len(set(everything)) == 9 * 104
    assert not MODULAR.reserved & set(everything)


def test_the_same_randomness_would_show_equal_places_of_two_permutations() -> None:
    # Why the randomness of every serial has to be its own.
    first = commit(MODULAR, PermutationOpening((0, 1, 2), (5, 6, 7)))
    second = commit(MODULAR, PermutationOpening((0, 2, 1), (5, 6, 7)))
    assert [a == b for a, b in zip(first, second, strict=True)] == [True, False, False]
