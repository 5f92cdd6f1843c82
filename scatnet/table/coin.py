"""The coin that nobody can bias: who sits where and who deals first, before a game begins (rules.md section 6).

Every seat commits to 32 random bytes and then reveals them; the coin is the hash of all of them, so it is fair as long
as one seat chose at random. All later draws are taken from the coin by counting, so anyone can repeat them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from scatnet.rules.cards import DECK_SIZE, rank_of

__all__ = ["Draw", "HighCardDraw", "high_card", "nonce_commitment", "seating", "toss"]

_COMMIT_LABEL = b"scatnet coin commitment 1\n"
_COIN_LABEL = b"scatnet coin 1\n"
_DRAW_LABEL = b"scatnet draw 1\n"


def nonce_commitment(table: bytes, head: bytes, seat: int, nonce: bytes) -> bytes:
    """The 32-byte commitment to `nonce` (32 bytes), bound to the table, the head answered to, and the seat."""
    return hashlib.sha256(_COMMIT_LABEL + table + head + bytes([seat]) + nonce).digest()


def toss(table: bytes, head: bytes, nonces: tuple[bytes, ...]) -> bytes:
    """The 32-byte coin: the hash of the table, the head of the commitments, and all nonces in the order of sitting."""
    return hashlib.sha256(_COIN_LABEL + table + head + bytes([len(nonces)]) + b"".join(nonces)).digest()


class Draw:
    """A stream of unbiased integers taken from a coin under one purpose, by rejection from 64-bit blocks."""

    def __init__(self, coin: bytes, purpose: str) -> None:
        self._prefix = _DRAW_LABEL + coin + purpose.encode("ascii") + b"\n"
        self._count = 0

    def below(self, bound: int) -> int:
        """The next integer, uniform from 0 to bound - 1."""
        limit = 2**64 - 2**64 % bound
        while True:
            block = hashlib.sha256(self._prefix + self._count.to_bytes(8, "big")).digest()
            self._count += 1
            value = int.from_bytes(block[:8], "big")
            if value < limit:
                return value % bound

    def permutation(self, size: int) -> tuple[int, ...]:
        """A uniform permutation of 0 .. size - 1 (Fisher and Yates, from the last place down)."""
        items = list(range(size))
        for last in range(size - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return tuple(items)


def seating(coin: bytes, seats: int) -> tuple[int, ...]:
    """Who sits where: place k, clockwise, is taken by the seat of that number in the order of sitting."""
    return Draw(coin, "seating").permutation(seats)


@dataclass(frozen=True, slots=True, kw_only=True)
class HighCardDraw:
    """The open draw for the deal: each turn of it lists (seat, card) for those still tied; `dealer` is who won it."""

    turns: tuple[tuple[tuple[int, int], ...], ...]
    dealer: int


def high_card(coin: bytes, seats: int) -> HighCardDraw:
    """One card each from an open deck that the coin shuffled; the highest rank deals, ties draw again (ace high).

    Tied seats go on drawing from the same deck; should it ever run out, it is shuffled again.
    """
    draw = Draw(coin, "high card")
    deck: list[int] = []
    tied = list(range(seats))
    turns: list[tuple[tuple[int, int], ...]] = []
    while len(tied) > 1:
        if len(deck) < len(tied):
            deck = list(draw.permutation(DECK_SIZE))
        turn = tuple((seat, deck.pop()) for seat in tied)
        turns.append(turn)
        best = max(rank_of(card) for _, card in turn)
        tied = [seat for seat, card in turn if rank_of(card) == best]
    return HighCardDraw(turns=tuple(turns), dealer=tied[0])
