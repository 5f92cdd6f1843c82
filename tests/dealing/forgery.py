"""A cheating shuffler, for the tests: it proves as well as anybody can what is not so.

Instead of a permutation it commits to any matrix M: c_j = r_j·G + Σ_i M[j][i]·h_i, so that u'_i = Σ_j
M[j][i]·u_j, and its new deck is any deck e' with Σ_i M[j][i]·e'_i = e_j up to re-encryption. With a
permutation's matrix all this is the honest prover. It can also draw the challenge vector from elsewhere, as a
weaker protocol would.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scatnet.dealing import Commitment, Context, Element, Pair, Params, Shuffle
from scatnet.dealing.consistency import ConsistencyNonces, ConsistencyProof
from scatnet.dealing.consistency import make_commitments as make_shuffle_commitments
from scatnet.dealing.equality import EqualityProof
from scatnet.dealing.group import proper
from scatnet.dealing.permutation import PermutationNonces, PermutationProof, make_chain
from scatnet.dealing.permutation import make_commitments as make_permutation_commitments
from scatnet.dealing.transcript import Transcript
from tests.dealing.helpers import secrets_of

Matrix = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Forger:
    """What a cheating seat commits to.

    Attributes:
        params: the parameters.
        matrix: M, N rows of N numbers.
        randomness: r_1 … r_N.
        claimed: the matrix that its proofs speak of, where that is another than the one committed to.
        chained: the matrix that the chain is made by, where that is yet another.
    """

    params: Params
    matrix: Matrix
    randomness: tuple[int, ...]
    claimed: Matrix | None = None
    chained: Matrix | None = None

    @property
    def size(self) -> int:
        return len(self.matrix)

    def c(self) -> tuple[Element, ...]:
        bases = self.params.bases[: self.size]
        return tuple(
            proper(self.params.group.secret_sum(blind, bases, row), "A commitment")
            for blind, row in zip(self.randomness, self.matrix, strict=True)
        )

    def u_prime(self, u: Sequence[int]) -> list[int]:
        return self._times(self.claimed or self.matrix, u)

    def offline_vector(self, context: Context) -> tuple[Transcript, tuple[int, ...]]:
        transcript = Transcript(self.params, context, "permutation")
        transcript.absorb_elements("c", self.c())
        return transcript, transcript.challenge_vector("u", self.size)

    def commitment(self, context: Context) -> Commitment:
        """Prove as well as can be that the matrix is a permutation's."""
        order, size = self.params.group.order, self.size
        transcript, u = self.offline_vector(context)
        u_prime = self.u_prime(u)
        chained = self._times(self.chained or self.claimed or self.matrix, u)
        r_hat = _scalars(order, size, "forged chain")
        c_hat = make_chain(self.params, chained, r_hat)
        transcript.absorb_elements("chain", c_hat)
        nonces = PermutationNonces.split(_scalars(order, PermutationNonces.count(size), "forged nonces"), size)
        t, t_hat = make_permutation_commitments(self.params, c_hat, nonces)
        transcript.absorb_elements("t", t)
        transcript.absorb_elements("t_hat", t_hat)
        e = transcript.challenge("e")
        r_chain = 0
        for scalar, blind in zip(chained, r_hat, strict=True):
            r_chain = (blind + scalar * r_chain) % order
        known = (sum(self.randomness), r_chain, self._r_tilde(u))
        return Commitment(
            self.c(),
            PermutationProof(
                c_hat,
                t,
                t_hat,
                _responses(order, nonces.omega, known, e),
                _responses(order, nonces.omega_hat, r_hat, e),
                _responses(order, nonces.omega_prime, u_prime, e),
            ),
        )

    def shuffle(
        self,
        context: Context,
        key: Element,
        keys: Sequence[Element],
        deck: Sequence[Pair],
        new_deck: Sequence[Pair],
        r_star: int,
        vector: tuple[int, ...] | None = None,
    ) -> Shuffle:
        """Prove as well as can be that `new_deck` is what the matrix makes of `deck`.

        Args:
            context: where the shuffle belongs.
            key: the key of the pairs.
            keys: all seats' keys.
            deck: the deck.
            new_deck: whatever shall take its place.
            r_star: Σu'_i·r'_i where it is known beforehand: 0 for factors that are all 0.
            vector: the challenge vector of a weaker protocol, instead of a fresh one.
        """
        order = self.params.group.order
        transcript, fresh = shuffle_statement(self.params, context, self.c(), key, keys, deck, new_deck)
        u = fresh if vector is None else vector
        nonces = ConsistencyNonces.split(_scalars(order, ConsistencyNonces.count(self.size), "forged shuffle nonces"))
        t = make_shuffle_commitments(self.params, key, new_deck, nonces)
        transcript.absorb_elements("t", t)
        e = transcript.challenge("e")
        s = _responses(order, nonces.omega, (self._r_tilde(u), r_star), e)
        s_prime = _responses(order, nonces.omega_prime, self.u_prime(u), e)
        return Shuffle(tuple(new_deck), ConsistencyProof(t, s, s_prime))

    def _times(self, matrix: Matrix, u: Sequence[int]) -> list[int]:
        order = self.params.group.order
        columns = zip(*matrix, strict=True)
        return [sum(m * scalar for m, scalar in zip(column, u, strict=True)) % order for column in columns]

    def _r_tilde(self, u: Sequence[int]) -> int:
        return sum(scalar * blind for scalar, blind in zip(u, self.randomness, strict=True))


def shuffle_statement(
    params: Params,
    context: Context,
    c: Sequence[Element],
    key: Element,
    keys: Sequence[Element],
    deck: Sequence[Pair],
    new_deck: Sequence[Pair],
) -> tuple[Transcript, tuple[int, ...]]:
    """Write down a shuffle's statement as design and code have it, and draw its fresh vector."""
    transcript = Transcript(params, context, "shuffle")
    transcript.absorb_elements("c", c)
    transcript.absorb_elements("key", (key,))
    transcript.absorb_elements("keys", keys)
    transcript.absorb_elements("deck a", [pair.a for pair in deck])
    transcript.absorb_elements("deck b", [pair.b for pair in deck])
    transcript.absorb_elements("new deck a", [pair.a for pair in new_deck])
    transcript.absorb_elements("new deck b", [pair.b for pair in new_deck])
    return transcript, transcript.challenge_vector("u", len(new_deck))


def forge_shares(
    params: Params,
    context: Context,
    secret: int,
    key: Element,
    sources: Sequence[Element],
    images: Sequence[Element],
    omitted: str,
) -> EqualityProof:
    """Prove an equality as a weaker protocol would ask for it.

    Args:
        params: the parameters.
        context: where the proof belongs.
        secret: what the images are the products by, as far as they are.
        key: X.
        sources: a_1 … a_n.
        images: d_1 … d_n.
        omitted: the part of the statement that its challenges do not bind; "rho" for weights of 1.
    """
    group = params.group
    transcript = Transcript(params, context, "shares")
    for label, part in (("key", (key,)), ("sources", sources), ("images", images)):
        if label != omitted:
            transcript.absorb_elements(label, part)
    rho = transcript.challenge_vector("rho", len(sources))
    if omitted == "rho":
        rho = (1,) * len(sources)
    (omega,) = _scalars(group.order, 1, "forged equality nonce")
    t_key = proper(group.base_mul_secret(omega), "T_1")
    t_image = proper(group.mul_secret(proper(group.multi_exp(sources, rho), "Σρ·a"), omega), "T_2")
    transcript.absorb_elements("commitments", (t_key, t_image))
    e = transcript.challenge("e")
    return EqualityProof(t_key, t_image, (omega + e * secret) % group.order)


def weights(params: Params, context: Context, parts: Sequence[tuple[str, Sequence[Element]]]) -> tuple[int, ...]:
    """Draw ρ of a weaker protocol, whose statement is these parts only."""
    transcript = Transcript(params, context, "shares")
    for label, part in parts:
        transcript.absorb_elements(label, part)
    return transcript.challenge_vector("rho", 2)


def linear_deck(params: Params, deck: Sequence[Pair], combination: Matrix) -> tuple[Pair, ...]:
    """Give the deck whose pair i is Σ_j combination[i][j]·deck[j]."""
    group = params.group
    return tuple(
        Pair(
            proper(group.multi_exp([pair.a for pair in deck], row), "A pair"),
            proper(group.multi_exp([pair.b for pair in deck], row), "A pair"),
        )
        for row in combination
    )


def permutation_matrix(permutation: Sequence[int]) -> list[list[int]]:
    """Give M with M[ψ(i)][i] = 1."""
    size = len(permutation)
    return [[int(permutation[place] == source) for place in range(size)] for source in range(size)]


def _scalars(order: int, count: int, label: str) -> tuple[int, ...]:
    return secrets_of(66).scalars(order, count, label)


def _responses(order: int, omega: Sequence[int], secrets: Sequence[int], e: int) -> tuple[int, ...]:
    return tuple((w + e * secret) % order for w, secret in zip(omega, secrets, strict=True))
