"""The group of dealing, secp256k1 (chapter 2), and the public points of chapter 7.1.

A point is its 33 compressed bytes, the identity is None. Every equation of a proof is checked as one sum that has to be
the identity; nothing here is secret, so nothing is constant in time.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from btclib_secp256k1 import keys

from checker.bodies import Proof
from checker.refusal import Refused

Point = bytes
ORDER: Final = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G: Final[Point] = keys.pubkey_from_prvkey(1)


def read_points(value: Proof, count: int) -> tuple[Point, ...]:
    """`count` packed points.

    Raises:
        Refused: another length, or one that is no compressed point.
    """
    if not isinstance(value, bytes) or len(value) != 33 * count:
        raise Refused(f"its proof should have {count} packed points")
    found = tuple(value[start : start + 33] for start in range(0, len(value), 33))
    if not all(point[0] in (2, 3) and keys.pubkey_verify(point) for point in found):
        raise Refused("its proof has a point that is not on the curve")
    return found


def read_scalars(value: Proof, count: int) -> tuple[int, ...]:
    """`count` packed scalars, each below the order.

    Raises:
        Refused: another length, or one that is too large.
    """
    if not isinstance(value, bytes) or len(value) != 32 * count:
        raise Refused(f"its proof should have {count} packed scalars")
    found = tuple(int.from_bytes(value[start : start + 32], "big") for start in range(0, len(value), 32))
    if any(number >= ORDER for number in found):
        raise Refused("its proof has a scalar that is not below the order")
    return found


Term = tuple[int, Point | None]


def total(terms: Iterable[Term]) -> Point | None:
    """The sum of scalar · point over all terms."""
    merged: dict[Point, int] = {}
    for number, point in terms:
        if point is not None:
            merged[point] = (merged.get(point, 0) + number) % ORDER
    left = [(point, number) for point, number in merged.items() if number]
    if not left:
        return None
    return keys.pubkey_tweak_mul_sum([point for point, _ in left], [number for _, number in left])


def times(number: int, point: Point) -> Point | None:
    """`number` · `point`."""
    return total([(number, point)])


def plus(*points: Point | None) -> Point | None:
    """The sum of points."""
    return total([(1, point) for point in points])


def minus(point: Point | None, *others: Point | None) -> Point | None:
    """`point` less all others."""
    return total([(1, point), *((-1, other) for other in others)])


def check_equal(left: Sequence[Term], right: Sequence[Term], name: str) -> None:
    """Refuses unless both sums are the same point.

    Raises:
        Refused: naming the equation.
    """
    if total([*left, *((-number, point) for number, point in right)]) is not None:
        raise Refused(f"its proof does not fulfil the equation {name}")


@dataclass(frozen=True, slots=True)
class Parameters:
    """Card points M_0 … M_51, bases h_1 … h_52, the chain base H*, their digest D, and all of them with G as a set."""

    cards: tuple[Point, ...]
    bases: tuple[Point, ...]
    chain_base: Point
    digest: bytes
    reserved: frozenset[Point]


def _hash_to_curve(label: str, index: int) -> Point:
    name = label.encode()
    start = len(name).to_bytes(4, "big") + name + index.to_bytes(4, "big")
    counter = 0
    while True:
        point = b"\x02" + hashlib.sha256(start + counter.to_bytes(4, "big")).digest()
        if keys.pubkey_verify(point):
            return point
        counter += 1


@functools.cache
def parameters() -> Parameters:
    """The public points, computed once."""
    cards = tuple(_hash_to_curve("scatnet dealing: card", index) for index in range(52))
    bases = tuple(_hash_to_curve("scatnet dealing: commitment base", index) for index in range(52))
    chain_base = _hash_to_curve("scatnet dealing: chain base", 0)
    digest = hashlib.sha256(b"secp256k1\0" + b"".join([G, chain_base, *bases, *cards])).digest()
    return Parameters(cards, bases, chain_base, digest, frozenset([G, chain_base, *bases, *cards]))
