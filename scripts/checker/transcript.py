"""What challenges are hashed from (chapter 7.2): the context of a proof and its transcript."""

from __future__ import annotations

import hashlib
from typing import Final

from checker.curve import ORDER, Point, parameters

NAME: Final = b"scatnet dealing 1"


def _sized(octets: bytes) -> bytes:
    return len(octets).to_bytes(4, "big") + octets


def head_context(table: bytes, head: bytes, round_number: int, seat: int, kind: str) -> bytes:
    """The context of a proof that is bound to the head its event answers to."""
    return _context(table, b"head", head, round_number, seat, kind)


def serial_context(table: bytes, serial: int, seat: int) -> bytes:
    """The context of a commitment made ahead, bound to its serial instead of a head."""
    return _context(table, b"serial", serial.to_bytes(8, "big"), 0, seat, "commitment")


def _context(table: bytes, label: bytes, anchor: bytes, round_number: int, seat: int, kind: str) -> bytes:
    place = round_number.to_bytes(4, "big") + seat.to_bytes(1, "big")
    return table + _sized(label) + _sized(anchor) + place + _sized(kind.encode())


class Transcript:
    """A SHA-256 over labelled items; challenges leave it going."""

    def __init__(self, context: bytes, proof: str) -> None:
        self._hash = hashlib.sha256(_sized(NAME))
        self.absorb("params", parameters().digest)
        self.absorb("context", context)
        self.absorb("proof", proof.encode())

    def absorb(self, label: str, *parts: bytes) -> None:
        """One item: the parts, one after the other."""
        self._hash.update(_sized(label.encode()) + _sized(b"".join(parts)))

    def challenge(self, label: str) -> int:
        """A scalar."""
        state = self._state(label)
        wide = hashlib.sha256(state + b"\0").digest() + hashlib.sha256(state + b"\1").digest()
        return int.from_bytes(wide, "big") % ORDER

    def vector(self, label: str, count: int) -> tuple[int, ...]:
        """`count` numbers of 128 bits."""
        state = self._state(label)
        return tuple(
            int.from_bytes(hashlib.sha256(state + index.to_bytes(4, "big")).digest()[:16], "big")
            for index in range(count)
        )

    def _state(self, label: str) -> bytes:
        self.absorb("challenge", label.encode())
        return self._hash.digest()


Pair = tuple[Point, Point]


def column(pairs: tuple[Pair, ...], side: int) -> bytes:
    """The a (0) or b (1) of all pairs, one after the other."""
    return b"".join(pair[side] for pair in pairs)
