"""A seat's commitment to the permutation it will shuffle by, made before anybody's shuffle is seen.

The commitment and its proof do not depend on the deck: all seats make and check theirs at once, also ahead of
time. It is bound to (table, seat, serial). Statement and argument: `scatnet.dealing.permutation`.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from scatnet.dealing.batch import Batch
from scatnet.dealing.errors import DealingError
from scatnet.dealing.group import Element
from scatnet.dealing.params import DECK_SIZE, Params
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
from scatnet.dealing.secrets import TableSecrets
from scatnet.dealing.transcript import Context, Transcript
from scatnet.dealing.wire import Wire, pack_elements, read_count, read_elements, read_list, read_octets

Label = TypeVar("Label")

_C = "A commitment's c"


@dataclass(frozen=True, slots=True)
class Committed:
    """Commitments to a permutation of N places, 1 ≤ N ≤ 52: all that a shuffle needs once their proof is checked.

    Attributes:
        c: c_1 … c_N.
    """

    c: tuple[Element, ...]

    @classmethod
    def from_octets(cls, params: Params, octets: bytes) -> "Committed":
        """Read what `committed_octets` gives.

        Raises:
            BadProofEncoding: it is anything else.
        """
        size = read_count(params.group, octets, DECK_SIZE, _C)
        return Committed(read_elements(params.group, octets, size, _C))


@dataclass(frozen=True, slots=True)
class Commitment(Committed):
    """Commitments to a permutation, with the proof that they hold one.

    Attributes:
        proof: the proof.
    """

    proof: PermutationProof

    def digest(self, params: Params) -> bytes:
        """Give SHA-256 over c, by which a commitment seen before is recognized."""
        return committed_digest(pack_elements(params.group, self.c))

    def to_wire(self, params: Params) -> list[Wire]:
        """Write as [c, proof]."""
        return [pack_elements(params.group, self.c), self.proof.to_wire(params)]

    @classmethod
    def from_wire(cls, params: Params, value: object) -> "Commitment":
        """Read what `to_wire` writes; the number of places is c's.

        Raises:
            BadProofEncoding: it is anything else.
        """
        c, proof = read_list(value, 2, "A commitment")
        size = read_count(params.group, c, DECK_SIZE, _C)
        return cls(
            c=read_elements(params.group, c, size, _C),
            proof=PermutationProof.from_wire(params, proof, size),
        )


def committed_octets(value: object) -> bytes:
    """Give c as it stands in what `Commitment.to_wire` writes, without reading a point of it.

    Raises:
        BadProofEncoding: it has another shape.
    """
    c, _proof = read_list(value, 2, "A commitment")
    return read_octets(c, _C)


def committed_digest(octets: bytes) -> bytes:
    """Give the `Commitment.digest` of what `committed_octets` gives."""
    return hashlib.sha256(octets).digest()


def committed_permutation(params: Params, secrets: TableSecrets, context: Context, size: int) -> PermutationOpening:
    """Give the permutation and randomness of a serial; the same serial always gives the same ones.

    Args:
        params: the parameters.
        secrets: the seat's secrets.
        context: a `commitment_context`; its serial is burned on disk before it is first used.
        size: N, 1 to 52.

    Raises:
        DealingError: the context has a head and no serial, or the size is out of bounds.
    """
    if not isinstance(context.anchor, int):
        raise DealingError("A commitment is bound to a serial, not to a head.")
    if not 1 <= size <= DECK_SIZE:
        raise DealingError("A deck has 1 to 52 cards.")
    return derive_opening(params, secrets, size, context.to_bytes())


def derive_opening(params: Params, secrets: TableSecrets, size: int, *parts: bytes) -> PermutationOpening:
    """Give a permutation and randomness for whatever the parts say."""
    return PermutationOpening(
        permutation=secrets.permutation(size, "permutation", *parts),
        randomness=secrets.scalars(params.group.order, size, "commitment", size.to_bytes(4, "big"), *parts),
    )


def make_commitment(params: Params, secrets: TableSecrets, context: Context, size: int) -> Commitment:
    """Commit to the permutation of a serial, and prove that it is one.

    Arguments are as for `committed_permutation`.

    Raises:
        DealingError: the context has no serial, the size is out of bounds, or a point is the identity (a
            chance of one over the order).
    """
    return prove_permutation(params, secrets, context, committed_permutation(params, secrets, context, size))


def prove_permutation(
    params: Params, secrets: TableSecrets, context: Context, opening: PermutationOpening
) -> Commitment:
    """Commit to a permutation in any context, and prove that it is one.

    Raises:
        DealingError: a point is the identity (a chance of one over the order).
    """
    order = params.group.order
    size = len(opening.permutation)
    c = commit(params, opening)
    transcript, u = _statement(params, context, c)
    u_prime = [u[source] for source in opening.permutation]
    witness = (*opening.permutation, *opening.randomness)
    r_hat = secrets.bound_scalars(order, size, "chain", transcript, witness)
    c_hat = make_chain(params, u_prime, r_hat)
    transcript.absorb_elements("chain", c_hat)
    nonces = PermutationNonces.split(
        secrets.bound_scalars(
            order, PermutationNonces.count(size), "permutation nonces", transcript, (*witness, *r_hat)
        ),
        size,
    )
    t, t_hat = make_commitments(params, c_hat, nonces)
    e = _challenge(transcript, t, t_hat)
    s, s_hat, s_prime = make_responses(order, opening, u, r_hat, nonces, e)
    return Commitment(c, PermutationProof(c_hat, t, t_hat, s, s_hat, s_prime))


def collect_commitment(batch: Batch[Label], label: Label, context: Context, commitment: Commitment, size: int) -> None:
    """Claim that a commitment holds a permutation of `size` places."""
    params = batch.params
    claim = batch.claim(label, "The proof that a commitment holds a permutation does not hold.")
    if len(commitment.c) != size:
        claim.refuse(f"A commitment is for {len(commitment.c)} cards where {size} are to be shuffled.")
        return
    transcript, u = _statement(params, context, commitment.c)
    transcript.absorb_elements("chain", commitment.proof.c_hat)
    e = _challenge(transcript, commitment.proof.t, commitment.proof.t_hat)
    add_equations(claim, commitment.c, u, e, commitment.proof)


def verify_commitment(params: Params, context: Context, commitment: Commitment, size: int) -> bool:
    """Check one commitment alone."""
    batch: Batch[None] = Batch(params)
    collect_commitment(batch, None, context, commitment, size)
    return not batch.verify()


def _statement(params: Params, context: Context, c: Sequence[Element]) -> tuple[Transcript, tuple[int, ...]]:
    transcript = Transcript(params, context, "permutation")
    transcript.absorb_elements("c", c)
    return transcript, transcript.challenge_vector("u", len(c))


def _challenge(transcript: Transcript, t: Sequence[Element], t_hat: Sequence[Element]) -> int:
    transcript.absorb_elements("t", t)
    transcript.absorb_elements("t_hat", t_hat)
    return transcript.challenge("e")
