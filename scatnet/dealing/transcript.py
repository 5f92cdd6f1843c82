"""Transcripts: what a proof's challenge is the hash of.

A transcript is one SHA-256 over labelled, length-prefixed items. It opens with the parameters and the
`Context`, so that a proof fits one table, one head (or serial), one round, one seat and one kind of event;
then come the whole statement and the commitments, each challenge being drawn only after all that it has to
bind. This is Fiat–Shamir with the full statement (Bernhard, Pereira, Warinschi 2012, "How not to prove
yourself").
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scatnet.dealing.errors import DealingError
from scatnet.dealing.group import Element
from scatnet.dealing.params import Params

_PROTOCOL: Final = b"scatnet dealing 1"
_DIGEST_SIZE: Final = 32
_MAX_SERIAL: Final = 2**64 - 1
_MAX_ROUND: Final = 2**32 - 1
_MAX_SEAT: Final = 255
_SHORT_CHALLENGE_OCTETS: Final = 16


def prefixed(data: bytes) -> bytes:
    """Put the length in 4 octets before the octets, so that no two lists of items run together alike."""
    return len(data).to_bytes(4, "big") + data


@dataclass(frozen=True, slots=True)
class Context:
    """Where a proof belongs; nothing proven in one context holds in another.

    Attributes:
        table: the table's 32-octet name.
        anchor: the 32-octet head that the event answers to, or the serial of a commitment made ahead of any
            head.
        round: the round, 0 where there is none yet.
        seat: the seat whose proof it is, 0 to 255.
        kind: the kind of event.
    """

    table: bytes
    anchor: bytes | int
    round: int
    seat: int
    kind: str

    def __post_init__(self) -> None:
        """Check the bounds.

        Raises:
            DealingError: a field is out of its bounds.
        """
        if len(self.table) != _DIGEST_SIZE:
            raise DealingError("A table's name has 32 octets.")
        if isinstance(self.anchor, int):
            if not 0 <= self.anchor <= _MAX_SERIAL:
                raise DealingError("A serial is a number of 64 bits.")
        elif len(self.anchor) != _DIGEST_SIZE:
            raise DealingError("A head has 32 octets.")
        if not 0 <= self.round <= _MAX_ROUND or not 0 <= self.seat <= _MAX_SEAT:
            raise DealingError("A round is a number of 32 bits and a seat one of 8.")

    def to_bytes(self) -> bytes:
        """Give the octets that open a transcript: every field, in order, tagged and of known length."""
        anchor = self.anchor if isinstance(self.anchor, bytes) else self.anchor.to_bytes(8, "big")
        tag = b"head" if isinstance(self.anchor, bytes) else b"serial"
        numbers = self.round.to_bytes(4, "big") + self.seat.to_bytes(1, "big")
        return self.table + prefixed(tag) + prefixed(anchor) + numbers + prefixed(self.kind.encode())


def commitment_context(table: bytes, seat: int, serial: int) -> Context:
    """Give the context of a permutation's commitment, which may be made before its round and head are known.

    Raises:
        DealingError: an argument is out of its bounds.
    """
    return Context(table=table, anchor=serial, round=0, seat=seat, kind="commitment")


class Transcript:
    """A running hash. Prover and verifier make the same calls and so draw the same challenges."""

    __slots__ = ("_hash", "_params")

    def __init__(self, params: Params, context: Context, proof: str) -> None:
        """Open a transcript with the parameters, the context and the name of the proof."""
        self._params = params
        self._hash = hashlib.sha256(prefixed(_PROTOCOL))
        self.absorb("params", params.digest)
        self.absorb("context", context.to_bytes())
        self.absorb("proof", proof.encode())

    def absorb(self, label: str, data: bytes) -> None:
        """Take in octets under a label."""
        self._hash.update(prefixed(label.encode()) + prefixed(data))

    def absorb_elements(self, label: str, elements: Sequence[Element]) -> None:
        """Take in elements under one label, in their wire form; their common size makes the count plain."""
        encode = self._params.group.encode
        self.absorb(label, b"".join([encode(element) for element in elements]))

    def digest(self) -> bytes:
        """Give the 32-octet hash of everything so far, without ending the transcript."""
        return self._hash.digest()

    def challenge(self, label: str) -> int:
        """Draw a scalar modulo the order; 64 octets are reduced, so that no bias can be seen."""
        seed = self._seed(label)
        wide = b"".join([hashlib.sha256(seed + bytes((half,))).digest() for half in range(2)])
        return int.from_bytes(wide, "big") % self._params.group.order

    def challenge_vector(self, label: str, count: int) -> tuple[int, ...]:
        """Draw `count` numbers of 128 bits, each from its own index; reduced modulo the order in a small
        group.

        128 bits are enough: the chance that a wrong statement meets a vector that hides it is its degree over
        2^128.
        """
        seed = self._seed(label)
        order = self._params.group.order
        return tuple(
            int.from_bytes(hashlib.sha256(seed + index.to_bytes(4, "big")).digest()[:_SHORT_CHALLENGE_OCTETS], "big")
            % order
            for index in range(count)
        )

    def _seed(self, label: str) -> bytes:
        # The label enters the running hash too, so that no later challenge repeats this one.
        self.absorb("challenge", label.encode())
        return self._hash.digest()
