"""Everything secret in dealing, derived from one 32-octet seed of the table.

Nothing here is random: the same question always has the same answer, so that a peer killed anywhere restarts
and says the same bytes. Safety lies in what a question contains. A permutation is asked for by a serial that
is burned on disk before use. A proof's nonces are asked for by the digest of the whole transcript before its
commitments and of the whole witness: another statement has unrelated nonces, so no nonce ever meets two
challenges, also after a rewind or a restored backup. Re-encryption factors are asked for by the input and the
choice: the same factors on two inputs would show, in the difference of the outputs, which card went where.
Source: HKDF, RFC 5869; nonces from the message and the key as in RFC 6979.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand

from scatnet.dealing.errors import DealingError
from scatnet.dealing.transcript import Transcript, prefixed

SEED_SIZE: Final = 32
_SCALAR_OCTETS: Final = 64
"""Octets reduced to one scalar: twice a secp256k1 scalar, so that no bias can be seen."""
_SCALARS_PER_BLOCK: Final = 120
"""HKDF gives at most 255 blocks of 32 octets under one info: 127 scalars."""
_WORD_OCTETS: Final = 8
_WORDS_PER_BLOCK: Final = 128


@dataclass(frozen=True, slots=True)
class TableSecrets:
    """A seat's secrets at one table.

    Attributes:
        seed: 32 random octets, drawn once for this seat at this table and never shown. Seats that share a
            machine each have their own: a round's x depends on seed, table and serial only.
        table: the table's 32-octet name; the same seed at another table gives other secrets.
    """

    seed: bytes = field(repr=False)
    table: bytes
    _key: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Extract the key that everything expands from.

        Raises:
            DealingError: seed or table are not 32 octets long.
        """
        if len(self.seed) != SEED_SIZE or len(self.table) != SEED_SIZE:
            raise DealingError("A seed and a table's name have 32 octets.")
        hkdf = HKDF(SHA256(), length=32, salt=self.table, info=b"scatnet dealing: table secrets")
        object.__setattr__(self, "_key", hkdf.derive(self.seed))

    def octets(self, size: int, label: str, *parts: bytes) -> bytes:
        """Expand `size` octets, at most 8160, for a label and the parts that the question contains."""
        info = prefixed(label.encode()) + b"".join(prefixed(part) for part in parts)
        return HKDFExpand(SHA256(), length=size, info=info).derive(self._key)

    def scalars(self, order: int, count: int, label: str, *parts: bytes) -> tuple[int, ...]:
        """Give `count` scalars from 1 to order − 1, close to uniform (64 octets reduced)."""
        scalars: list[int] = []
        for start in range(0, count, _SCALARS_PER_BLOCK):
            size = min(_SCALARS_PER_BLOCK, count - start) * _SCALAR_OCTETS
            block = self.octets(size, label, b"scalars", start.to_bytes(4, "big"), *parts)
            for offset in range(0, size, _SCALAR_OCTETS):
                scalars.append(1 + int.from_bytes(block[offset : offset + _SCALAR_OCTETS], "big") % (order - 1))
        return tuple(scalars)

    def bound_scalars(
        self, order: int, count: int, label: str, transcript: Transcript, witness: Sequence[int]
    ) -> tuple[int, ...]:
        """Give scalars, such as a proof's nonces, bound to the transcript so far and to the witness.

        Args:
            order: the group's order.
            count: how many.
            label: what they are for.
            transcript: everything that will stand before what these scalars hide.
            witness: every secret number that goes with them.
        """
        hashed = hashlib.sha256()
        for number in witness:
            hashed.update(prefixed(number.to_bytes((number.bit_length() + 7) // 8, "big")))
        return self.scalars(order, count, label, b"bound", transcript.digest(), hashed.digest())

    def permutation(self, size: int, label: str, *parts: bytes) -> tuple[int, ...]:
        """Give a permutation of 0 … size − 1, exactly uniform over the derived words.

        Fisher and Yates' shuffle; a word that would favour some places is passed over (rejection sampling).
        """
        places = list(range(size))
        words = self._words(label, b"permutation", size.to_bytes(4, "big"), *parts)
        for last in range(size - 1, 0, -1):
            chosen = below(last + 1, words)
            places[last], places[chosen] = places[chosen], places[last]
        return tuple(places)

    def _words(self, label: str, *parts: bytes) -> Iterator[int]:
        block = 0
        while True:
            octets = self.octets(_WORDS_PER_BLOCK * _WORD_OCTETS, label, block.to_bytes(4, "big"), *parts)
            for offset in range(0, len(octets), _WORD_OCTETS):
                yield int.from_bytes(octets[offset : offset + _WORD_OCTETS], "big")
            block += 1


def below(bound: int, words: Iterator[int]) -> int:
    """Give a number below the bound from the first of the 64-bit words that favours none."""
    limit = 2 ** (8 * _WORD_OCTETS)
    fair = limit - limit % bound
    return next(word for word in words if word < fair) % bound
