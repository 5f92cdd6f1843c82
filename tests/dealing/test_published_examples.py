"""The worked example that the CHVote prototype publishes for its shuffle proof, rebuilt number by number.

Source: republique-et-canton-de-geneve/chvote-protocol-poc, MixingAuthorityTests.md and
MixingAuthorityAlgorithmsTest.groovy: the subgroup of order 5 modulo 11 with g = 3, h = 4 and generators (4,
3, 5), three encryptions, all random draws and challenges picked by hand. It proves both halves at one vector
u. Its pairs are (part with the public key, part with g), the other way round from ours, and it meets the
number 1, the identity, in the middle of vectors, which our group type keeps out; so the group here counts 1
as an element.
"""

from collections.abc import Sequence
from types import MappingProxyType

from scatnet.dealing import Batch, Element, Pair, Params
from scatnet.dealing.consistency import ConsistencyNonces, ConsistencyProof, reencrypt
from scatnet.dealing.consistency import add_equations as add_shuffle_equations
from scatnet.dealing.consistency import make_commitments as make_shuffle_commitments
from scatnet.dealing.consistency import make_responses as make_shuffle_responses
from scatnet.dealing.group import Point
from scatnet.dealing.permutation import (
    PermutationNonces,
    PermutationOpening,
    PermutationProof,
    add_equations,
    commit,
    make_chain,
    make_commitments,
    make_responses,
)
from tests.dealing.modular_group import ModularGroup


class ExampleGroup(ModularGroup):
    """The example's group: results that are 1 are elements, except that a sum of a batch may vanish."""

    def point(self, number: int) -> Point:
        return self.element(number)

    def multi_exp(self, points: Sequence[Element], scalars: Sequence[int]) -> Point:
        return ModularGroup.point(self, self._power_product(points, scalars))


GROUP = ExampleGroup(modulus=11, base=3)


def elements(*numbers: int) -> tuple[Element, ...]:
    return tuple(GROUP.element(number) for number in numbers)


def pairs(*encryptions: tuple[int, int]) -> tuple[Pair, ...]:
    return tuple(Pair(GROUP.element(with_g), GROUP.element(with_key)) for with_key, with_g in encryptions)


PARAMS = Params(
    group=GROUP,
    bases=elements(4, 3, 5),
    chain_base=GROUP.element(4),
    cards=(),
    digest=b"",
    card_of=MappingProxyType({}),
    reserved=frozenset(),
)
KEY = GROUP.element(3)
PERMUTATION = (1, 0, 2)
OPENING = PermutationOpening(permutation=PERMUTATION, randomness=(1, 2, 3))
U = (2, 4, 3)
CHALLENGE = 4
FACTORS = (1, 4, 2)
"""By the index of the input, as the example numbers them."""
FACTORS_BY_PLACE = tuple(FACTORS[source] for source in PERMUTATION)
DECK = pairs((5, 1), (3, 4), (5, 9))
NEW_DECK = pairs((1, 5), (4, 3), (1, 4))
C = elements(9, 3, 3)
C_HAT = elements(1, 1, 3)
PROOF = PermutationProof(
    c_hat=C_HAT,
    t=elements(3, 9, 5),
    t_hat=elements(4, 4, 3),
    s=(0, 2, 4),
    s_hat=(3, 4, 0),
    s_prime=(4, 3, 3),
)
SHUFFLE_PROOF = ConsistencyProof(t=elements(5, 4, 3), s=(4, 0), s_prime=(4, 3, 3))


def test_the_shuffled_encryptions_are_the_published_ones() -> None:
    assert reencrypt(PARAMS, KEY, DECK, PERMUTATION, FACTORS_BY_PLACE) == NEW_DECK


def test_the_commitments_to_the_permutation_are_the_published_ones() -> None:
    assert commit(PARAMS, OPENING) == C


def test_the_commitment_chain_is_the_published_one() -> None:
    assert make_chain(PARAMS, (4, 2, 3), (4, 0, 1)) == C_HAT


def test_the_permutation_proof_is_the_published_one() -> None:
    nonces = PermutationNonces(omega=(1, 2, 3), omega_hat=(2, 4, 1), omega_prime=(3, 0, 1))
    t, t_hat = make_commitments(PARAMS, C_HAT, nonces)
    s, s_hat, s_prime = make_responses(5, OPENING, U, (4, 0, 1), nonces, CHALLENGE)
    assert PermutationProof(C_HAT, t, t_hat, s, s_hat, s_prime) == PROOF


def test_the_shuffle_proof_is_the_published_one() -> None:
    nonces = ConsistencyNonces(omega=(3, 4), omega_prime=(3, 0, 1))
    t = make_shuffle_commitments(PARAMS, KEY, NEW_DECK, nonces)
    s, s_prime = make_shuffle_responses(5, OPENING, U, FACTORS_BY_PLACE, nonces, CHALLENGE)
    assert ConsistencyProof(t, s, s_prime) == SHUFFLE_PROOF


def test_every_published_equation_holds() -> None:
    batch: Batch[str] = Batch(PARAMS)
    add_equations(batch.claim("offline", "It does not hold."), C, U, CHALLENGE, PROOF)
    add_shuffle_equations(
        batch.claim("online", "It does not hold."), C, KEY, DECK, NEW_DECK, U, CHALLENGE, SHUFFLE_PROOF
    )
    assert batch.verify() == ()
