"""Proofs that one secret links many points: Chaum–Pedersen, batched over the points.

Statement, for public X, a_1 … a_n and d_1 … d_n: the prover knows x with X = x·G and d_k = x·a_k for every k.
With ρ_k of 128 bits drawn from the whole statement, it is enough that Σρ_k·d_k = x·Σρ_k·a_k: one wrong d_k
survives with a chance of 2^-128, for the group has prime order. What travels is T_1 = ω·G, T_2 = ω·Σρ_k·a_k
and s = ω + e·x. Nothing leaks: for any e and s there is exactly one pair (T_1, T_2) that fits, so a
transcript can be made without x; and ω belongs to this statement alone (`TableSecrets.bound_scalars`).
Source: Chaum and Pedersen 1992, "Wallet databases with observers"; the batching: Bellare, Garay, Rabin 1998.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from scatnet.dealing.batch import Claim
from scatnet.dealing.group import Element, proper
from scatnet.dealing.params import Params
from scatnet.dealing.secrets import TableSecrets
from scatnet.dealing.transcript import Transcript
from scatnet.dealing.wire import Wire, pack_elements, pack_scalars, read_elements, read_list, read_scalars

Label = TypeVar("Label")


@dataclass(frozen=True, slots=True)
class EqualityProof:
    """The proof that d_k = x·a_k for all k, where X = x·G.

    Attributes:
        t_key: T_1 = ω·G.
        t_image: T_2 = ω·Σρ_k·a_k.
        s: ω + e·x.
    """

    t_key: Element
    t_image: Element
    s: int

    def to_wire(self, params: Params) -> list[Wire]:
        """Write as [T_1 ‖ T_2, s]."""
        group = params.group
        return [pack_elements(group, (self.t_key, self.t_image)), pack_scalars(group, (self.s,))]

    @classmethod
    def from_wire(cls, params: Params, value: object) -> "EqualityProof":
        """Read what `to_wire` writes.

        Raises:
            BadProofEncoding: it is anything else.
        """
        elements, scalar = read_list(value, 2, "A proof of equality")
        t_key, t_image = read_elements(params.group, elements, 2, "A proof of equality's commitment")
        (s,) = read_scalars(params.group, scalar, 1, "A proof of equality's response")
        return cls(t_key, t_image, s)


def prove_equality(
    params: Params,
    secrets: TableSecrets,
    transcript: Transcript,
    secret: int,
    key: Element,
    sources: Sequence[Element],
    images: Sequence[Element],
) -> EqualityProof:
    """Prove that images[k] = x·sources[k] for every k, where key = x·G.

    Args:
        params: the parameters.
        secrets: where the nonce comes from.
        transcript: opened for the context; the statement is taken in here.
        secret: x.
        key: X.
        sources: a_1 … a_n, at least one.
        images: d_1 … d_n.

    Raises:
        DealingError: Σρ_k·a_k is the identity (a chance of 2^-128).
    """
    group = params.group
    rho = _statement(transcript, key, sources, images)
    combined = proper(group.multi_exp(sources, rho), "The combination of a proof's points")
    (omega,) = secrets.bound_scalars(group.order, 1, "equality nonce", transcript, (secret,))
    t_key = proper(group.base_mul_secret(omega), "A proof's commitment")
    t_image = proper(group.mul_secret(combined, omega), "A proof's commitment")
    e = _challenge(transcript, t_key, t_image)
    return EqualityProof(t_key, t_image, (omega + e * secret) % group.order)


def collect_equality(
    claim: Claim[Label],
    transcript: Transcript,
    key: Element,
    sources: Sequence[Element],
    images: Sequence[Element],
    proof: EqualityProof,
) -> None:
    """Add the two equations s·G = T_1 + e·X and s·Σρ_k·a_k = T_2 + e·Σρ_k·d_k to a claim.

    Args:
        claim: the claim that the proof is part of.
        transcript: opened for the context, as the prover's was.
        key: X.
        sources: a_1 … a_n.
        images: d_1 … d_n.
        proof: the proof.

    Raises:
        ValueError: sources and images differ in number.
    """
    rho = _statement(transcript, key, sources, images)
    e = _challenge(transcript, proof.t_key, proof.t_image)
    order = claim.params.group.order
    claim.equation((proof.t_key, 1), (key, e), (claim.params.group.generator, -proof.s))
    equation = claim.equation((proof.t_image, 1))
    equation.add(images, [e * weight % order for weight in rho])
    equation.add(sources, [-proof.s * weight % order for weight in rho])


def _statement(
    transcript: Transcript, key: Element, sources: Sequence[Element], images: Sequence[Element]
) -> tuple[int, ...]:
    transcript.absorb_elements("key", (key,))
    transcript.absorb_elements("sources", sources)
    transcript.absorb_elements("images", images)
    return transcript.challenge_vector("rho", len(sources))


def _challenge(transcript: Transcript, t_key: Element, t_image: Element) -> int:
    transcript.absorb_elements("commitments", (t_key, t_image))
    return transcript.challenge("e")
