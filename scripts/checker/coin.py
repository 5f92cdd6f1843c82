"""The fair coin and what is drawn from it (chapter 6): the seating and the first dealer."""

from __future__ import annotations

from collections.abc import Iterator

from checker.events import digest_of
from checker.ruleset import rank


def commitment_of(table: bytes, head: bytes, seat: int, nonce: bytes) -> bytes:
    """What a seat commits to before it reveals `nonce`; `head` is the one the commitment answers to."""
    return digest_of("scatnet coin commitment 1", table, head, seat.to_bytes(1, "big"), nonce)


def coin_of(table: bytes, head: bytes, nonces: list[bytes]) -> bytes:
    """The coin of all nonces in seat order; `head` is that of the commitments."""
    return digest_of("scatnet coin 1", table, head, len(nonces).to_bytes(1, "big"), *nonces)


class Draw:
    """The stream of numbers for one purpose."""

    def __init__(self, coin: bytes, purpose: str) -> None:
        self._numbers = self._stream(coin, purpose)

    @staticmethod
    def _stream(coin: bytes, purpose: str) -> Iterator[int]:
        k = 0
        while True:
            digest = digest_of("scatnet draw 1", coin, purpose.encode() + b"\n", k.to_bytes(8, "big"))
            yield int.from_bytes(digest[:8], "big")
            k += 1

    def below(self, n: int) -> int:
        """A uniform number from 0 to n − 1."""
        limit = 2**64 - 2**64 % n
        return next(number for number in self._numbers if number < limit) % n

    def permutation(self, m: int) -> list[int]:
        """A uniform order of 0 … m − 1."""
        places = list(range(m))
        for last in range(m - 1, 0, -1):
            other = self.below(last + 1)
            places[last], places[other] = places[other], places[last]
        return places


def high_card(coin: bytes, seats: int) -> int:
    """The seat that draws the highest card; those tied draw again."""
    draw = Draw(coin, "high card")
    tied = list(range(seats))
    deck = draw.permutation(52)
    while len(tied) > 1:
        if len(deck) < len(tied):
            deck = draw.permutation(52)
        drawn = [(seat, rank(deck.pop())) for seat in tied]
        best = max(found for _, found in drawn)
        tied = [seat for seat, found in drawn if found == best]
    return tied[0]
