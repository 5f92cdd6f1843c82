"""The proof that a deck was shuffled by a committed permutation: the online half of a shuffle.

Statement, for public c (known to hold a permutation ψ), key X, deck e_1 … e_N and new deck e'_1 … e'_N: the
prover knows r'_1 … r'_N with a'_i = a_ψ(i) + r'_i·G and b'_i = b_ψ(i) + r'_i·X. At a random vector u it is
enough to know u', r̃ and r* with Σu_j·c_j = r̃·G + Σu'_i·h_i, Σu_j·a_j = Σu'_i·a'_i − r*·G and Σu_j·b_j =
Σu'_i·b'_i − r*·X: as the commitments bind, u'_i is u_ψ(i), and a new deck that fits for a vector drawn after
it fits for all.

The vector must be drawn after the new deck. With one known before, such as the offline half's, add any Δ to
e'_1 and subtract (u'_1/u'_2)·Δ from e'_2: all equations hold and one card has become another.

Why neither the permutation nor a nonce leaks: the responses are secrets plus uniform nonces of this statement
alone, and for any challenge and responses exactly one t_3 and t_4 fit. The new deck itself hides ψ as ElGamal
does, for the r'_i belong to this input and this permutation alone. Products whose scalar is secret or tells ψ
run in constant time.
Source: Wikström 2009, "A commitment-consistent proof of a shuffle", ACISP; names (t_3, t_4, s_3, s_4, s') as in
Haenni, Locher, Koenig, Dubuis 2017, whose GenShuffleProof and CheckShuffleProof draw one vector for both halves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from scatnet.dealing.batch import Claim
from scatnet.dealing.elgamal import Pair
from scatnet.dealing.group import Element, proper
from scatnet.dealing.params import Params
from scatnet.dealing.permutation import PermutationOpening
from scatnet.dealing.wire import Wire, pack_elements, pack_scalars, read_elements, read_list, read_scalars

Label = TypeVar("Label")

_T_COUNT = 3
_S_COUNT = 2


@dataclass(frozen=True, slots=True)
class ConsistencyProof:
    """The proof's messages.

    Attributes:
        t: t_3, t_4 for the a, t_4 for the b.
        s: s_3, s_4.
        s_prime: s'_1 … s'_N.
    """

    t: tuple[Element, ...]
    s: tuple[int, ...]
    s_prime: tuple[int, ...]

    def to_wire(self, params: Params) -> list[Wire]:
        """Write as [t, s, s'], each one packed vector."""
        group = params.group
        return [pack_elements(group, self.t), pack_scalars(group, self.s), pack_scalars(group, self.s_prime)]

    @classmethod
    def from_wire(cls, params: Params, value: object, size: int) -> "ConsistencyProof":
        """Read what `to_wire` writes for `size` cards.

        Raises:
            BadProofEncoding: it is anything else.
        """
        t, s, s_prime = read_list(value, 3, "A proof of a shuffle")
        return cls(
            t=read_elements(params.group, t, _T_COUNT, "A shuffle proof's t"),
            s=read_scalars(params.group, s, _S_COUNT, "A shuffle proof's s"),
            s_prime=read_scalars(params.group, s_prime, size, "A shuffle proof's s of the vector"),
        )


@dataclass(frozen=True, slots=True, repr=False)
class ConsistencyNonces:
    """The secret nonces: ω_3, ω_4, then ω'_i for each card."""

    omega: tuple[int, ...]
    omega_prime: tuple[int, ...]

    @classmethod
    def split(cls, scalars: Sequence[int]) -> "ConsistencyNonces":
        """Take 2 + N scalars apart."""
        return cls(tuple(scalars[:_S_COUNT]), tuple(scalars[_S_COUNT:]))

    @staticmethod
    def count(size: int) -> int:
        """How many scalars `split` takes."""
        return _S_COUNT + size


def reencrypt(
    params: Params, key: Element, deck: Sequence[Pair], permutation: Sequence[int], factors: Sequence[int]
) -> tuple[Pair, ...]:
    """Give the new deck: place i takes the pair at ψ(i), re-encrypted with r'_i (GenShuffle).

    Raises:
        DealingError: a point is the identity (a chance of one over the order).
    """
    group = params.group
    return tuple(
        Pair(
            proper(group.secret_sum(factor, addends=(deck[source].a,)), "A re-encrypted card"),
            proper(group.secret_sum(0, (key,), (factor,), (deck[source].b,)), "A re-encrypted card"),
        )
        for source, factor in zip(permutation, factors, strict=True)
    )


def make_commitments(
    params: Params, key: Element, new_deck: Sequence[Pair], nonces: ConsistencyNonces
) -> tuple[Element, ...]:
    """Give t_3 = ω_3·G + Σω'_i·h_i and t_4 = (Σω'_i·a'_i − ω_4·G, Σω'_i·b'_i − ω_4·X)."""
    group = params.group
    omega_3, omega_4 = nonces.omega
    bases = params.bases[: len(new_deck)]
    omega_prime = nonces.omega_prime
    t = (
        group.secret_sum(omega_3, bases, omega_prime),
        group.secret_sum(-omega_4, [pair.a for pair in new_deck], omega_prime),
        group.secret_sum(0, [key, *(pair.b for pair in new_deck)], [-omega_4, *omega_prime]),
    )
    return tuple(proper(point, "A proof's commitment") for point in t)


def make_responses(
    order: int,
    opening: PermutationOpening,
    u: Sequence[int],
    factors: Sequence[int],
    nonces: ConsistencyNonces,
    e: int,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Give (s_3, s_4) and (s'_1 … s'_N), where r̃ = Σu_j·r_j and r* = Σu'_i·r'_i."""
    u_prime = [u[source] for source in opening.permutation]
    r_tilde = sum(scalar * blind for scalar, blind in zip(u, opening.randomness, strict=True))
    r_star = sum(scalar * factor for scalar, factor in zip(u_prime, factors, strict=True))
    s = tuple((w + e * secret) % order for w, secret in zip(nonces.omega, (r_tilde, r_star), strict=True))
    s_prime = tuple((w + e * scalar) % order for w, scalar in zip(nonces.omega_prime, u_prime, strict=True))
    return s, s_prime


def add_equations(
    claim: Claim[Label],
    c: Sequence[Element],
    key: Element,
    deck: Sequence[Pair],
    new_deck: Sequence[Pair],
    u: Sequence[int],
    e: int,
    proof: ConsistencyProof,
) -> None:
    """Add the three equations of the proof to a claim.

    s_3·G + Σs'_i·h_i = t_3 + e·Σu_j·c_j; Σs'_i·a'_i − s_4·G = t_4a + e·Σu_j·a_j;
    Σs'_i·b'_i − s_4·X = t_4b + e·Σu_j·b_j.

    Raises:
        ValueError: the vectors differ in length.
    """
    params = claim.params
    order = params.group.order
    generator = params.group.generator
    s_3, s_4 = proof.s
    weighted = [e * scalar % order for scalar in u]
    opposite = [-scalar for scalar in proof.s_prime]

    vector = claim.equation((proof.t[0], 1), (generator, -s_3))
    vector.add(c, weighted)
    vector.add(params.bases[: len(c)], opposite)

    first = claim.equation((proof.t[1], 1), (generator, s_4))
    first.add([pair.a for pair in deck], weighted)
    first.add([pair.a for pair in new_deck], opposite)

    second = claim.equation((proof.t[2], 1), (key, s_4))
    second.add([pair.b for pair in deck], weighted)
    second.add([pair.b for pair in new_deck], opposite)
