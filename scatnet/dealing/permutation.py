"""The proof that a vector of commitments holds a permutation: Terelius and Wikström's, the offline half of a
shuffle.

Statement, for public c_1 … c_N: the prover knows a permutation ψ and r_1 … r_N with c_ψ(i) = r_ψ(i)·G + h_i
for every i. Two facts make a matrix a permutation's (Terelius and Wikström 2010), and both are
proven at one random vector u, drawn from c: its rows sum to one (Σc_j − Σh_i is a multiple of G), and Πu'_i =
Πu_i for the vector u' that Σu_j·c_j commits to. The product is shown by the chain ĉ_i = r̂_i·G + u'_i·ĉ_(i−1)
from ĉ_0 = H.

Why neither the permutation nor a nonce leaks: each c_j and ĉ_i has a fresh, uniform multiple of G added and
so is uniform whatever it holds; every response is a secret plus a uniform nonce of this statement alone; and
for any challenge and responses exactly one set of commitments t fits, so all of it can be made without the
witness. Products whose scalar is secret or tells ψ (u'_i does) run in constant time.

The functions here take challenges and nonces from outside, as the published examples do;
`scatnet.dealing.commitment` draws them.
Source: Terelius and Wikström 2010, "Proofs of restricted shuffles", AFRICACRYPT; pseudo-code and names (ĉ, t̂, ŝ,
s'): Haenni, Locher, Koenig, Dubuis 2017, "Pseudo-code algorithms for verifiable re-encryption mix-nets".
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar

from scatnet.dealing.batch import Claim
from scatnet.dealing.group import Element, proper
from scatnet.dealing.params import Params
from scatnet.dealing.wire import Wire, pack_elements, pack_scalars, read_elements, read_list, read_scalars

Label = TypeVar("Label")

_T_COUNT = 3
_S_COUNT = 3


@dataclass(frozen=True, slots=True)
class PermutationProof:
    """The proof's messages.

    Attributes:
        c_hat: the chain ĉ_1 … ĉ_N.
        t: t_1, t_2, t_3.
        t_hat: t̂_1 … t̂_N.
        s: s_1, s_2, s_3.
        s_hat: ŝ_1 … ŝ_N.
        s_prime: s'_1 … s'_N.
    """

    c_hat: tuple[Element, ...]
    t: tuple[Element, ...]
    t_hat: tuple[Element, ...]
    s: tuple[int, ...]
    s_hat: tuple[int, ...]
    s_prime: tuple[int, ...]

    def to_wire(self, params: Params) -> list[Wire]:
        """Write as [ĉ, t, t̂, s, ŝ, s'], each one packed vector."""
        group = params.group
        elements: list[Wire] = [pack_elements(group, vector) for vector in (self.c_hat, self.t, self.t_hat)]
        return elements + [pack_scalars(group, vector) for vector in (self.s, self.s_hat, self.s_prime)]

    @classmethod
    def from_wire(cls, params: Params, value: object, size: int) -> "PermutationProof":
        """Read what `to_wire` writes for a permutation of `size` places.

        Raises:
            BadProofEncoding: it is anything else.
        """
        group = params.group
        c_hat, t, t_hat, s, s_hat, s_prime = read_list(value, 6, "A proof of a permutation")
        return cls(
            c_hat=read_elements(group, c_hat, size, "A permutation proof's chain"),
            t=read_elements(group, t, _T_COUNT, "A permutation proof's t"),
            t_hat=read_elements(group, t_hat, size, "A permutation proof's t of the chain"),
            s=read_scalars(group, s, _S_COUNT, "A permutation proof's s"),
            s_hat=read_scalars(group, s_hat, size, "A permutation proof's s of the chain"),
            s_prime=read_scalars(group, s_prime, size, "A permutation proof's s of the vector"),
        )


@dataclass(frozen=True, slots=True, repr=False)
class PermutationNonces:
    """The secret nonces: ω_1, ω_2, ω_3, then ω̂_i and ω'_i for each place."""

    omega: tuple[int, ...]
    omega_hat: tuple[int, ...]
    omega_prime: tuple[int, ...]

    @classmethod
    def split(cls, scalars: Sequence[int], size: int) -> "PermutationNonces":
        """Take 3 + 2N scalars apart."""
        hats = _S_COUNT + size
        return cls(tuple(scalars[:_S_COUNT]), tuple(scalars[_S_COUNT:hats]), tuple(scalars[hats : hats + size]))

    @staticmethod
    def count(size: int) -> int:
        """How many scalars `split` takes."""
        return _S_COUNT + 2 * size


@dataclass(frozen=True, slots=True)
class PermutationOpening:
    """What only the author of a commitment knows.

    Attributes:
        permutation: ψ; place i takes what lies at ψ(i).
        randomness: r_1 … r_N, by the index of c.
    """

    permutation: tuple[int, ...] = field(repr=False)
    randomness: tuple[int, ...] = field(repr=False)


def commit(params: Params, opening: PermutationOpening) -> tuple[Element, ...]:
    """Give c_1 … c_N, where c_ψ(i) = r_ψ(i)·G + h_i (GenPermutationCommitment)."""
    group = params.group
    committed: dict[int, Element] = {}
    for place, source in enumerate(opening.permutation):
        point = group.secret_sum(opening.randomness[source], addends=(params.bases[place],))
        committed[source] = proper(point, "A commitment")
    return tuple(committed[source] for source in range(len(opening.permutation)))


def make_chain(params: Params, u_prime: Sequence[int], r_hat: Sequence[int]) -> tuple[Element, ...]:
    """Give ĉ_1 … ĉ_N, where ĉ_i = r̂_i·G + u'_i·ĉ_(i−1) and ĉ_0 = H (GenCommitmentChain)."""
    group = params.group
    link = params.chain_base
    chain: list[Element] = []
    for scalar, blind in zip(u_prime, r_hat, strict=True):
        link = proper(group.secret_sum(blind, (link,), (scalar,)), "A link of the chain")
        chain.append(link)
    return tuple(chain)


def make_commitments(
    params: Params, c_hat: Sequence[Element], nonces: PermutationNonces
) -> tuple[tuple[Element, ...], tuple[Element, ...]]:
    """Give (t_1, t_2, t_3) and (t̂_1 … t̂_N) (GenShuffleProof, without t_4)."""
    group = params.group
    size = len(c_hat)
    bases = params.bases[:size]
    t = (
        group.base_mul_secret(nonces.omega[0]),
        group.base_mul_secret(nonces.omega[1]),
        group.secret_sum(nonces.omega[2], bases, nonces.omega_prime),
    )
    t_hat = [
        group.secret_sum(blind, (link,), (scalar,))
        for link, scalar, blind in zip(
            (params.chain_base, *c_hat[:-1]), nonces.omega_prime, nonces.omega_hat, strict=True
        )
    ]
    return (
        tuple(proper(point, "A proof's commitment") for point in t),
        tuple(proper(point, "A proof's commitment") for point in t_hat),
    )


def make_responses(
    order: int,
    opening: PermutationOpening,
    u: Sequence[int],
    r_hat: Sequence[int],
    nonces: PermutationNonces,
    e: int,
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Give (s_1, s_2, s_3), (ŝ_1 … ŝ_N) and (s'_1 … s'_N) (GenShuffleProof, without s_4)."""
    u_prime = [u[source] for source in opening.permutation]
    r_bar = sum(opening.randomness)
    r_chain = 0
    for scalar, blind in zip(u_prime, r_hat, strict=True):
        r_chain = (blind + scalar * r_chain) % order
    r_tilde = sum(scalar * blind for scalar, blind in zip(u, opening.randomness, strict=True))
    s = tuple(
        (omega + e * secret) % order for omega, secret in zip(nonces.omega, (r_bar, r_chain, r_tilde), strict=True)
    )
    s_hat = tuple((w + e * blind) % order for w, blind in zip(nonces.omega_hat, r_hat, strict=True))
    s_prime = tuple((w + e * scalar) % order for w, scalar in zip(nonces.omega_prime, u_prime, strict=True))
    return s, s_hat, s_prime


def add_equations(claim: Claim[Label], c: Sequence[Element], u: Sequence[int], e: int, proof: PermutationProof) -> None:
    """Add the 3 + N equations of the proof to a claim (CheckShuffleProof, without t_4).

    s_1·G = t_1 + e·(Σc_j − Σh_i); s_2·G = t_2 + e·(ĉ_N − Πu·H); s_3·G + Σs'_i·h_i = t_3 + e·Σu_j·c_j;
    ŝ_i·G + s'_i·ĉ_(i−1) = t̂_i + e·ĉ_i.

    Raises:
        ValueError: the vectors differ in length.
    """
    params = claim.params
    order = params.group.order
    generator = params.group.generator
    bases = params.bases[: len(c)]
    product = 1
    for scalar in u:
        product = product * scalar % order

    rows = claim.equation((proof.t[0], 1), (generator, -proof.s[0]))
    rows.add(c, [e] * len(c))
    rows.add(bases, [-e] * len(c))

    claim.equation(
        (proof.t[1], 1),
        (generator, -proof.s[1]),
        (proof.c_hat[-1], e),
        (params.chain_base, -e * product % order),
    )

    vector = claim.equation((proof.t[2], 1), (generator, -proof.s[2]))
    vector.add(c, [e * scalar % order for scalar in u])
    vector.add(bases, [-scalar for scalar in proof.s_prime])

    links = pairwise((params.chain_base, *proof.c_hat))
    for (before, link), t_hat, s_hat, s_prime in zip(links, proof.t_hat, proof.s_hat, proof.s_prime, strict=True):
        claim.equation((t_hat, 1), (link, e), (generator, -s_hat), (before, -s_prime))
