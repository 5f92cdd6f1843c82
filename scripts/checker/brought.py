"""What proofs that were checked bring: points, decks, shares, the pairs that stay in a hand (chapter 7)."""

from __future__ import annotations

from collections.abc import Mapping

from checker import bodies
from checker.curve import Point, minus
from checker.events import Event
from checker.transcript import Pair


def packed_points(proof: bodies.Proof) -> tuple[Point, ...]:
    """The points that a proof packs first."""
    assert isinstance(proof, tuple), "the proof was checked"
    assert isinstance(proof[0], bytes), "the proof was checked"
    return tuple(proof[0][start : start + 33] for start in range(0, len(proof[0]), 33))


def new_deck(event: Event) -> tuple[Pair, ...]:
    """The deck that a `shuffle` leaves."""
    assert isinstance(event.body, bodies.Proven), "the slots of this step take nothing else"
    assert isinstance(event.body.proof, tuple), "the proof was checked"
    columns = event.body.proof[0]
    assert isinstance(columns, tuple), "the proof was checked"
    a, b = (packed_points((column,)) for column in columns)
    return tuple(zip(a, b, strict=True))


def given_shares(event: Event) -> tuple[Point, ...]:
    """The shares that an event gives."""
    assert isinstance(event.body, bodies.Proven), "the slots of this step take nothing else"
    return packed_points(event.body.proof)


def under_one_key(pair: Pair, shares: Mapping[int, Point | None]) -> Pair:
    """The pair under the key of the one seat whose share is not among these."""
    b = minus(pair[1], *shares.values())
    assert b is not None, "a card under its owner's key is the identity only with its logarithm known"
    return (pair[0], b)


def kept_pairs(proof: bodies.Proof) -> tuple[Pair, ...]:
    """The pairs that a checked mixed opening leaves in the hand."""
    assert isinstance(proof, tuple), "the proof was checked"
    shuffled, positions = proof[1], proof[2]
    assert isinstance(shuffled, tuple), "the proof was checked"
    assert isinstance(positions, bytes), "the proof was checked"
    columns = shuffled[0]
    assert isinstance(columns, tuple), "the proof was checked"
    a, b = (packed_points((column,)) for column in columns)
    return tuple(pair for place, pair in enumerate(zip(a, b, strict=True)) if place not in positions)
