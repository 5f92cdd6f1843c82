"""Cards as ElGamal pairs, and decks and hands as tuples of them.

A card M under a key X is the pair (a, b) = (r·G, M + r·X). Under the table key X = ΣX_i it takes every seat
to read it; after the other seats' shares x_i·a are subtracted from b it is a pair under one seat's key X_j.
Source: ElGamal 1985; as a deck among players: Barnett and Smart 2003, "Mental poker revisited".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scatnet.dealing.errors import DealingError
from scatnet.dealing.group import Element, Point, proper, subtract
from scatnet.dealing.params import DECK_SIZE, Params
from scatnet.dealing.wire import Wire, pack_elements, read_elements, read_list, read_sized


@dataclass(frozen=True, slots=True)
class Pair:
    """A card under some key.

    Attributes:
        a: r·G.
        b: M + r·X.
    """

    a: Element
    b: Element


Deck: TypeAlias = tuple[Pair, ...]
"""Pairs under the table key, the top of the stock first."""

Hand: TypeAlias = tuple[Pair, ...]
"""Pairs under one seat's key."""


@dataclass(frozen=True, slots=True)
class PackedDeck:
    """A deck as it stands on the wire, whose pairs are read when they are needed: of most decks few ever are.

    Attributes:
        a: all a, one after the other.
        b: all b.
    """

    a: bytes
    b: bytes

    @classmethod
    def from_wire(cls, params: Params, value: object, count: int) -> "PackedDeck":
        """Take what `pack_pairs` writes, without reading a point of it.

        Raises:
            BadProofEncoding: it has another shape, or not `count` pairs.
        """
        first, second = read_list(value, 2, "A deck")
        size = count * params.group.element_size
        return cls(read_sized(first, size, "A deck"), read_sized(second, size, "A deck"))

    def pair(self, params: Params, place: int) -> Pair:
        """Read the pair at one place.

        Raises:
            BadProofEncoding: its octets are no elements.
            IndexError: the deck has no such place.
        """
        size = params.group.element_size
        start = place * size
        if not 0 <= start < len(self.a):
            raise IndexError(f"the deck has no place {place}")
        return Pair(
            params.group.decode(self.a[start : start + size]), params.group.decode(self.b[start : start + size])
        )

    def pairs(self, params: Params) -> Deck:
        """Read all pairs.

        Raises:
            BadProofEncoding: some octets are no element.
        """
        return read_pairs(params, (self.a, self.b), len(self.a) // params.group.element_size, "A deck")


def hides_every_card(params: Params, table_key: Element) -> bool:
    """Whether `starting_deck` gives a pair for every card under this key: it is no card's point negated."""
    return params.group.negate(table_key) not in params.card_of


def starting_deck(params: Params, table_key: Element, cards: Sequence[int]) -> Deck:
    """Encrypt open cards with the public randomness 1: (G, M + X) each.

    This opens a round (all 52 cards in deck order) and a reshuffle (the public discards in pile order).

    Raises:
        DealingError: no card, more than 52, or one that is no card.
    """
    if not 1 <= len(cards) <= DECK_SIZE or any(not 0 <= card < DECK_SIZE for card in cards):
        raise DealingError("A deck has 1 to 52 cards, numbered 0 to 51.")
    return tuple(public_pair(params, table_key, card) for card in cards)


def public_pair(params: Params, key: Element, card: int) -> Pair:
    """Encrypt an open card under a key with the public randomness 1, as a card taken face up enters a hand.

    Raises:
        DealingError: the key is the card's point negated, which nobody can bring about.
    """
    b = params.group.sum((params.cards[card], key))
    return Pair(params.group.generator, proper(b, "A card taken under this key"))


def seat_pair(params: Params, pair: Pair, others_shares: Sequence[Element]) -> Pair:
    """Take the other seats' shares from a deck pair; what is left is under the remaining seat's key alone.

    Args:
        params: the parameters.
        pair: a pair under the table key.
        others_shares: x_i·a of every seat that is part of the table key but one, each proven.

    Raises:
        DealingError: the rest is the identity, which for proven shares takes a card point's logarithm.
    """
    rest = params.group.sum((pair.b, *(params.group.negate(share) for share in others_shares)))
    return Pair(pair.a, proper(rest, "A card after its shares"))


def recover_card(params: Params, pair: Pair, all_shares: Sequence[Element]) -> int | None:
    """Read a card that every seat has given its share of.

    Returns:
        The card, 0 to 51, or None where the pair holds none, which cannot be after verified shuffles.
    """
    return _card_at(params, params.group.sum((pair.b, *(params.group.negate(share) for share in all_shares))))


def read_card(params: Params, secret: int, pair: Pair) -> int | None:
    """Read a card of one's own hand: b − x·a, with a constant-time product.

    Returns:
        The card, 0 to 51, or None where the pair holds none under this key.
    """
    return _card_at(params, subtract(params.group, pair.b, params.group.mul_secret(pair.a, secret)))


def _card_at(params: Params, point: Point) -> int | None:
    return params.card_of.get(point) if isinstance(point, bytes) else None


def pack_pairs(params: Params, pairs: Sequence[Pair]) -> list[Wire]:
    """Write pairs as the vector of all a and the vector of all b."""
    return [
        pack_elements(params.group, [pair.a for pair in pairs]),
        pack_elements(params.group, [pair.b for pair in pairs]),
    ]


def read_pairs(params: Params, value: object, count: int, subject: str) -> tuple[Pair, ...]:
    """Read exactly `count` pairs.

    Raises:
        BadProofEncoding: the shape, a length or an element's encoding is wrong.
    """
    first, second = read_list(value, 2, subject)
    left = read_elements(params.group, first, count, subject)
    right = read_elements(params.group, second, count, subject)
    return tuple(Pair(a, b) for a, b in zip(left, right, strict=True))
