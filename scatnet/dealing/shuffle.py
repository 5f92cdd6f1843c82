"""A seat's shuffle of a deck, by exactly the permutation that it has committed to.

The challenge vector is fresh: drawn from the commitment, the table key, all seats' keys and both decks.
Statement and argument: `scatnet.dealing.consistency`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from scatnet.dealing.batch import Batch
from scatnet.dealing.commitment import Committed, committed_permutation
from scatnet.dealing.consistency import (
    ConsistencyNonces,
    ConsistencyProof,
    add_equations,
    make_commitments,
    make_responses,
    reencrypt,
)
from scatnet.dealing.elgamal import Deck, PackedDeck, Pair, pack_pairs, read_pairs
from scatnet.dealing.errors import DealingError
from scatnet.dealing.group import Element
from scatnet.dealing.keys import table_key
from scatnet.dealing.params import Params
from scatnet.dealing.permutation import PermutationOpening
from scatnet.dealing.secrets import TableSecrets
from scatnet.dealing.transcript import Context, Transcript
from scatnet.dealing.wire import Wire, read_list

Label = TypeVar("Label")


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A shuffled deck, with the proof.

    Attributes:
        deck: the new deck.
        proof: the proof.
    """

    deck: Deck
    proof: ConsistencyProof

    def to_wire(self, params: Params) -> list[Wire]:
        """Write as [[all a, all b], proof]."""
        return [pack_pairs(params, self.deck), self.proof.to_wire(params)]

    @classmethod
    def from_wire(cls, params: Params, value: object, size: int) -> "Shuffle":
        """Read what `to_wire` writes for a deck of `size` cards.

        Raises:
            BadProofEncoding: it is anything else.
        """
        deck, proof = read_list(value, 2, "A shuffle")
        return cls(
            deck=read_pairs(params, deck, size, "A shuffled deck"),
            proof=ConsistencyProof.from_wire(params, proof, size),
        )


def shuffled_deck(params: Params, value: object, size: int) -> PackedDeck:
    """Give the new deck of what `Shuffle.to_wire` writes, without reading a point of it.

    Raises:
        BadProofEncoding: it has another shape, or not `size` pairs.
    """
    deck, _proof = read_list(value, 2, "A shuffle")
    return PackedDeck.from_wire(params, deck, size)


def make_shuffle(
    params: Params,
    secrets: TableSecrets,
    context: Context,
    commitment_context: Context,
    commitment: Committed,
    keys: Sequence[Element],
    deck: Deck,
) -> Shuffle:
    """Shuffle a deck under the table key.

    Args:
        params: the parameters.
        secrets: the seat's secrets.
        context: where the shuffle belongs.
        commitment_context: where the commitment belongs, with its serial.
        commitment: the seat's own commitment, for as many cards as the deck has.
        keys: X_i of every seat dealt in, in seat order.
        deck: the deck to shuffle.

    Raises:
        DealingError: the commitment is not for so many cards, the table key is the identity, or another point
            is (a chance of one over the order).
    """
    opening = committed_permutation(params, secrets, commitment_context, len(deck))
    return prove_shuffle(params, secrets, context, opening, commitment, table_key(params, keys), keys, deck)


def prove_shuffle(
    params: Params,
    secrets: TableSecrets,
    context: Context,
    opening: PermutationOpening,
    commitment: Committed,
    key: Element,
    keys: Sequence[Element],
    deck: Deck,
) -> Shuffle:
    """Shuffle pairs under any key by the permutation of an opening, and prove it.

    Raises:
        DealingError: opening, commitment and deck differ in size, or a point is the identity.
    """
    if not len(opening.permutation) == len(commitment.c) == len(deck):
        raise DealingError("A shuffle's commitment is for another number of cards.")
    order = params.group.order
    transcript = _input(params, context, commitment.c, key, keys, deck)
    witness = (*opening.permutation, *opening.randomness)
    factors = secrets.bound_scalars(order, len(deck), "re-encryption", transcript, witness)
    new_deck = reencrypt(params, key, deck, opening.permutation, factors)
    u = _vector(transcript, new_deck)
    nonces = ConsistencyNonces.split(
        secrets.bound_scalars(
            order, ConsistencyNonces.count(len(deck)), "shuffle nonces", transcript, (*witness, *factors)
        )
    )
    t = make_commitments(params, key, new_deck, nonces)
    e = _challenge(transcript, t)
    s, s_prime = make_responses(order, opening, u, factors, nonces, e)
    return Shuffle(new_deck, ConsistencyProof(t, s, s_prime))


def collect_shuffle(
    batch: Batch[Label],
    label: Label,
    context: Context,
    commitment: Committed,
    key: Element,
    keys: Sequence[Element],
    deck: Deck,
    shuffle: Shuffle,
) -> None:
    """Claim that a shuffle turned `deck` by the committed permutation into its own deck.

    Args:
        batch: the batch.
        label: the claim's label.
        context: where the shuffle belongs.
        commitment: the seat's commitment, itself checked or in the same batch.
        key: the key that the pairs are under: `table_key` of keys.
        keys: X_i of every seat dealt in, in seat order.
        deck: the deck before.
        shuffle: the shuffle.
    """
    claim = batch.claim(label, "The proof that a deck was shuffled as committed to does not hold.")
    if not len(commitment.c) == len(deck) == len(shuffle.deck):
        claim.refuse("A shuffle has another number of cards than its deck or its commitment.")
        return
    transcript = _input(batch.params, context, commitment.c, key, keys, deck)
    u = _vector(transcript, shuffle.deck)
    e = _challenge(transcript, shuffle.proof.t)
    add_equations(claim, commitment.c, key, deck, shuffle.deck, u, e, shuffle.proof)


def verify_shuffle(
    params: Params,
    context: Context,
    commitment: Committed,
    key: Element,
    keys: Sequence[Element],
    deck: Deck,
    shuffle: Shuffle,
) -> bool:
    """Check one shuffle alone; the commitment's own proof is not part of it."""
    batch: Batch[None] = Batch(params)
    collect_shuffle(batch, None, context, commitment, key, keys, deck, shuffle)
    return not batch.verify()


def _input(
    params: Params,
    context: Context,
    c: Sequence[Element],
    key: Element,
    keys: Sequence[Element],
    deck: Sequence[Pair],
) -> Transcript:
    transcript = Transcript(params, context, "shuffle")
    transcript.absorb_elements("c", c)
    transcript.absorb_elements("key", (key,))
    transcript.absorb_elements("keys", keys)
    _absorb_pairs(transcript, "deck", deck)
    return transcript


def _vector(transcript: Transcript, new_deck: Sequence[Pair]) -> tuple[int, ...]:
    _absorb_pairs(transcript, "new deck", new_deck)
    return transcript.challenge_vector("u", len(new_deck))


def _challenge(transcript: Transcript, t: Sequence[Element]) -> int:
    transcript.absorb_elements("t", t)
    return transcript.challenge("e")


def _absorb_pairs(transcript: Transcript, label: str, pairs: Sequence[Pair]) -> None:
    transcript.absorb_elements(label + " a", [pair.a for pair in pairs])
    transcript.absorb_elements(label + " b", [pair.b for pair in pairs])
