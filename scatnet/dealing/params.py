"""The public points that all proofs rest on: the commitment bases and the 52 card points.

All come from hashing fixed labels to the group, so that nobody knows a logarithm of one to another; with such
a logarithm a commitment could be opened to two permutations. They are made once for a group and kept.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from scatnet.dealing.errors import DealingError
from scatnet.dealing.group import Element, Group
from scatnet.dealing.secp256k1 import Secp256k1

DECK_SIZE: Final = 52
"""Cards in a deck, and so the longest permutation that can be committed to."""

_BASE_LABEL: Final = b"scatnet dealing: commitment base"
_CHAIN_LABEL: Final = b"scatnet dealing: chain base"
_CARD_LABEL: Final = b"scatnet dealing: card"


@dataclass(frozen=True, slots=True, eq=False)
class Params:
    """The group with its independent points; made by `make_params`, one for each group.

    Attributes:
        group: the group.
        bases: h_0 … h_51, the Pedersen bases of a permutation's commitment.
        chain_base: H, the first link of the chain in the proof of a permutation.
        cards: M_0 … M_51, the point that stands for each card, in deck order.
        digest: SHA-256 over the group's name and all these points, which opens every transcript.
        card_of: the card that a point stands for.
        reserved: all points above and the generator: none of them can be a seat's key or share.
    """

    group: Group
    bases: tuple[Element, ...]
    chain_base: Element
    cards: tuple[Element, ...]
    digest: bytes = field(repr=False)
    card_of: Mapping[Element, int] = field(repr=False)
    reserved: frozenset[Element] = field(repr=False)


@lru_cache(maxsize=8)
def make_params(group: Group) -> Params:
    """Hash the labels to the group's points.

    Args:
        group: a hashable group.

    Raises:
        DealingError: two points coincide, which only a group too small to be of use can cause.
    """
    bases = tuple(group.hash_to_element(_BASE_LABEL, index) for index in range(DECK_SIZE))
    chain_base = group.hash_to_element(_CHAIN_LABEL, 0)
    cards = tuple(group.hash_to_element(_CARD_LABEL, index) for index in range(DECK_SIZE))
    points = (group.generator, chain_base, *bases, *cards)
    if len(set(points)) != len(points):
        raise DealingError("The group is too small to give every card and base a point of its own.")
    digest = hashlib.sha256(group.name.encode() + b"\x00")
    for point in points:
        digest.update(group.encode(point))
    return Params(
        group=group,
        bases=bases,
        chain_base=chain_base,
        cards=cards,
        digest=digest.digest(),
        card_of=MappingProxyType({point: card for card, point in enumerate(cards)}),
        reserved=frozenset(points),
    )


def standard_params() -> Params:
    """Give the parameters that tables play with: secp256k1."""
    return make_params(Secp256k1())
