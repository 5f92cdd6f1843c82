"""Hands: showing one's cards, and giving one of them away without telling which it was.

A hand is a list of pairs under its owner's key X. *Showing* opens pairs as they stand. A *mixed opening*
first re-encrypts and permutes the hand, with the same two proofs as a shuffle, and then opens some of the new
pairs: for a discard one of four, for a 31 declared with four cards in hand three of four. Nobody learns which
of the old pairs the opened ones were, and the pairs that stay closed are new to everybody.

Statement of an opening: for every pair (a, b) opened as card M, b − M = x·a, where X = x·G. It is proven as
the equality of `scatnet.dealing.equality`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from scatnet.dealing.batch import Batch, Claim
from scatnet.dealing.commitment import Commitment, collect_commitment, derive_opening, prove_permutation
from scatnet.dealing.elgamal import Hand, Pair, read_card
from scatnet.dealing.equality import EqualityProof, collect_equality, prove_equality
from scatnet.dealing.errors import BadProofEncoding, DealingError
from scatnet.dealing.group import Element, Point, proper, subtract
from scatnet.dealing.params import DECK_SIZE, Params
from scatnet.dealing.secrets import TableSecrets
from scatnet.dealing.shuffle import Shuffle, collect_shuffle, prove_shuffle, shuffled_deck
from scatnet.dealing.transcript import Context, Transcript
from scatnet.dealing.wire import Wire, read_list, read_numbers

Label = TypeVar("Label")

_PROOF = "opening"
_CHOICE = "hand choice"


@dataclass(frozen=True, slots=True)
class Opening:
    """Cards opened from pairs that everybody knows.

    Attributes:
        cards: the card that each pair holds, in the pairs' order.
        proof: the proof for all of them.
    """

    cards: tuple[int, ...]
    proof: EqualityProof

    def to_wire(self, params: Params) -> list[Wire]:
        """Write as [cards, proof], a card in one octet."""
        return [bytes(self.cards), self.proof.to_wire(params)]

    @classmethod
    def from_wire(cls, params: Params, value: object, count: int) -> "Opening":
        """Read what `to_wire` writes for `count` cards.

        Raises:
            BadProofEncoding: it is anything else.
        """
        cards, proof = read_list(value, 2, "An opening")
        return cls(
            cards=read_numbers(cards, count, DECK_SIZE, "An opening's cards"),
            proof=EqualityProof.from_wire(params, proof),
        )


@dataclass(frozen=True, slots=True)
class MixedOpening:
    """A hand re-encrypted and permuted, with some of the new pairs opened.

    Attributes:
        commitment: to the permutation, for this event alone.
        shuffle: the new hand, with its proof.
        positions: which new pairs are opened, ascending.
        opening: their cards.
    """

    commitment: Commitment
    shuffle: Shuffle
    positions: tuple[int, ...]
    opening: Opening

    @property
    def kept(self) -> Hand:
        """The new pairs that stay closed: the hand that goes on."""
        return tuple(pair for position, pair in enumerate(self.shuffle.deck) if position not in self.positions)

    def to_wire(self, params: Params) -> list[Wire]:
        """Write as [commitment, shuffle, positions, opening], a position in one octet."""
        return [
            self.commitment.to_wire(params),
            self.shuffle.to_wire(params),
            bytes(self.positions),
            self.opening.to_wire(params),
        ]

    @classmethod
    def from_wire(cls, params: Params, value: object, size: int, opened: int) -> "MixedOpening":
        """Read what `to_wire` writes for a hand of `size` pairs of which `opened` are opened.

        Raises:
            BadProofEncoding: it is anything else.
        """
        commitment, shuffle, positions, opening = read_list(value, 4, "A mixed opening")
        places = read_numbers(positions, opened, size, "A mixed opening's positions")
        if any(after <= before for before, after in pairwise(places)):
            raise BadProofEncoding("A mixed opening's positions do not ascend.")
        return cls(
            commitment=Commitment.from_wire(params, commitment),
            shuffle=Shuffle.from_wire(params, shuffle, size),
            positions=places,
            opening=Opening.from_wire(params, opening, opened),
        )


def kept_pairs(params: Params, value: object, size: int, opened: int) -> Hand:
    """Read the hand that goes on, `MixedOpening.kept`, alone of what `MixedOpening.to_wire` writes, for whoever has
    checked its proofs.

    Raises:
        BadProofEncoding: it has another shape, or one of these pairs is none.
    """
    _commitment, shuffle, positions, _opening = read_list(value, 4, "A mixed opening")
    places = read_numbers(positions, opened, size, "A mixed opening's positions")
    deck = shuffled_deck(params, shuffle, size)
    return tuple(deck.pair(params, place) for place in range(size) if place not in places)


def make_opening(
    params: Params, secrets: TableSecrets, context: Context, secret: int, key: Element, pairs: Sequence[Pair]
) -> Opening:
    """Open pairs of one's own hand as they stand.

    Args:
        params: the parameters.
        secrets: the seat's secrets.
        context: where the opening belongs.
        secret: x, from `round_secret`.
        key: X.
        pairs: the pairs to open, at least one.

    Raises:
        DealingError: no pair is given, or one holds no card under this key.
    """
    cards = [read_card(params, secret, pair) for pair in pairs]
    known = tuple(card for card in cards if card is not None)
    if not pairs or len(known) != len(pairs):
        raise DealingError("An opening is of one pair at least, and every pair of a hand holds a card.")
    images = [proper(image, "An opened pair") for image in _images(params, pairs, known)]
    sources = [pair.a for pair in pairs]
    transcript = _opened(params, context, pairs, known)
    return Opening(known, prove_equality(params, secrets, transcript, secret, key, sources, images))


def collect_opening(
    batch: Batch[Label], label: Label, context: Context, key: Element, pairs: Sequence[Pair], opening: Opening
) -> None:
    """Claim that exactly these pairs hold the cards said."""
    claim = batch.claim(label, "The proof of an opening does not hold.")
    _add_opening(claim, context, key, pairs, opening)


def verify_opening(params: Params, context: Context, key: Element, pairs: Sequence[Pair], opening: Opening) -> bool:
    """Check one opening alone."""
    batch: Batch[None] = Batch(params)
    collect_opening(batch, None, context, key, pairs, opening)
    return not batch.verify()


def make_mixed_opening(
    params: Params,
    secrets: TableSecrets,
    context: Context,
    secret: int,
    key: Element,
    hand: Hand,
    chosen: Sequence[int],
) -> MixedOpening:
    """Re-encrypt and permute one's hand and open the chosen cards of it.

    The permutation belongs to this context, hand and choice alone: were a choice changed after a rewind, the
    two openings would not show through a common permutation what else is in the hand.

    Args:
        params: the parameters.
        secrets: the seat's secrets.
        context: where the event belongs.
        secret: x, from `round_secret`.
        key: X.
        hand: the pairs in hand.
        chosen: which of them to open, by their place in `hand`.

    Raises:
        DealingError: nothing is chosen, a place is not in the hand or twice chosen, or a pair holds no card.
    """
    places = sorted(set(chosen))
    if not places or len(places) != len(chosen) or places[0] < 0 or places[-1] >= len(hand):
        raise DealingError("What is opened are different places of the hand, one at least.")
    transcript = Transcript(params, context, _CHOICE)
    transcript.absorb_elements("key", (key,))
    transcript.absorb_elements("hand", [point for pair in hand for point in (pair.a, pair.b)])
    transcript.absorb("chosen", bytes(places))
    permutation = derive_opening(params, secrets, len(hand), transcript.digest())
    commitment = prove_permutation(params, secrets, context, permutation)
    shuffle = prove_shuffle(params, secrets, context, permutation, commitment, key, (key,), hand)
    positions = tuple(position for position, source in enumerate(permutation.permutation) if source in places)
    opened = [shuffle.deck[position] for position in positions]
    opening = make_opening(params, secrets, context, secret, key, opened)
    return MixedOpening(commitment, shuffle, positions, opening)


def collect_mixed_opening(
    batch: Batch[Label], label: Label, context: Context, key: Element, hand: Hand, mixed: MixedOpening
) -> None:
    """Claim that the new hand is the old one mixed, and that the opened pairs hold their cards."""
    collect_commitment(batch, label, context, mixed.commitment, len(hand))
    collect_shuffle(batch, label, context, mixed.commitment, key, (key,), hand, mixed.shuffle)
    claim = batch.claim(label, "The proof of an opening does not hold.")
    if mixed.positions and mixed.positions[-1] >= len(mixed.shuffle.deck):
        claim.refuse("A mixed opening opens a pair that the hand does not have.")
        return
    opened = [mixed.shuffle.deck[position] for position in mixed.positions]
    _add_opening(claim, context, key, opened, mixed.opening)


def verify_mixed_opening(params: Params, context: Context, key: Element, hand: Hand, mixed: MixedOpening) -> bool:
    """Check one mixed opening alone."""
    batch: Batch[None] = Batch(params)
    collect_mixed_opening(batch, None, context, key, hand, mixed)
    return not batch.verify()


def _add_opening(claim: Claim[Label], context: Context, key: Element, pairs: Sequence[Pair], opening: Opening) -> None:
    params = claim.params
    if not pairs or len(opening.cards) != len(pairs):
        claim.refuse("There is not one card for every pair opened.")
        return
    images = [image for image in _images(params, pairs, opening.cards) if isinstance(image, bytes)]
    if len(images) != len(pairs):
        claim.refuse("A pair is opened as a card that it cannot hold.")
        return
    transcript = _opened(params, context, pairs, opening.cards)
    collect_equality(claim, transcript, key, [pair.a for pair in pairs], images, opening.proof)


def _images(params: Params, pairs: Sequence[Pair], cards: Sequence[int]) -> list[Point]:
    return [subtract(params.group, pair.b, params.cards[card]) for pair, card in zip(pairs, cards, strict=True)]


def _opened(params: Params, context: Context, pairs: Sequence[Pair], cards: Sequence[int]) -> Transcript:
    transcript = Transcript(params, context, _PROOF)
    transcript.absorb_elements("pairs", [point for pair in pairs for point in (pair.a, pair.b)])
    transcript.absorb("cards", bytes(cards))
    return transcript
