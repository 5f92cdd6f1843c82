"""Keys and signatures: who a person is at every table, and who their computer players are at one.

A person is an Ed25519 key (RFC 8032). A computer player's seat has a key of its own, derived from its
operator's seed, the table and a number, so that nothing but the seed needs keeping; the operator's
endorsement says whose it is.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Protocol

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from scatnet.log import labels, limits

__all__ = ["Identity", "Signer", "endorse", "endorsed", "fingerprint", "verify"]

SEED_BYTES = 32  # RFC 8032, section 5.1.5

# Crockford's base 32, without the letters that are taken for others: I, L, O, U.
_FINGERPRINT_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_FINGERPRINT_LENGTH = 20  # of 5 bits each: 100 bits, beyond anybody's search for a second key
_FINGERPRINT_GROUP = 4


_POINT_BYTES = 32
_FIELD = 2**255 - 19  # RFC 8032, section 5.1
_SIGN_BIT = 1 << 255

# The y coordinates of the eight points whose order divides 8: a signature under one of them can be good for anything.
_SMALL_ORDER = frozenset(
    (
        0,
        1,
        _FIELD - 1,
        0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
        0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD83D4D706A17C7,
    )
)


def _is_weak(point: bytes) -> bool:
    """Whether an encoded point is of small order, or its y coordinate is not reduced."""
    y = int.from_bytes(point, "little") & (_SIGN_BIT - 1)
    return y >= _FIELD or y in _SMALL_ORDER


class Signer(Protocol):
    """Whatever can sign for one author, wherever its key is kept."""

    @property
    def public(self) -> bytes:
        """The author's Ed25519 public key, 32 bytes."""

    def sign(self, message: bytes) -> bytes:
        """Return the Ed25519 signature of `message`, 64 bytes."""


class Identity:
    """A private Ed25519 key and what follows from it. Equal where the keys are; prints no secret."""

    __slots__ = ("_key", "_seed", "public")

    def __init__(self, seed: bytes) -> None:
        """Take the key from a seed of 32 random bytes. Raises ValueError for another length."""
        if len(seed) != SEED_BYTES:
            raise ValueError(f"an identity's seed is {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = bytes(seed)
        self._key = Ed25519PrivateKey.from_private_bytes(self._seed)
        self.public = self._key.public_key().public_bytes_raw()

    @classmethod
    def generate(cls) -> Identity:
        """Make a new identity from the system's randomness."""
        return cls(secrets.token_bytes(SEED_BYTES))

    @property
    def seed(self) -> bytes:
        """The secret 32 bytes, to be stored and shown to nobody."""
        return self._seed

    @property
    def fingerprint(self) -> str:
        """The key as people compare it; see `fingerprint`."""
        return fingerprint(self.public)

    def sign(self, message: bytes) -> bytes:
        """Return the signature of `message`, 64 bytes."""
        return self._key.sign(message)

    def computer_seat(self, table: bytes, index: int) -> Identity:
        """Derive the key of this operator's computer player number `index` (0 to 8) at `table` (32 bytes).

        HKDF-SHA256 (RFC 5869) of the seed, with the table as salt and label and index as information.
        """
        if len(table) != limits.HASH_BYTES or not 0 <= index < limits.MAX_SEATS:
            raise ValueError("a computer player's key is derived from a table of 32 bytes and an index from 0 to 8")
        info = labels.SEAT_SEED + bytes((index,))
        return Identity(HKDF(algorithm=SHA256(), length=SEED_BYTES, salt=table, info=info).derive(self._seed))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self.public == other.public

    def __hash__(self) -> int:
        return hash(self.public)

    def __repr__(self) -> str:
        return f"Identity({self.fingerprint})"


def verify(public: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether `signature` is that of `public` (32 bytes) over `message`; raises for no bytes at all.

    Cofactorless, as RFC 8032, section 5.1.7, allows, with the scalar below the order; a key or a commitment of small
    order, or in another than its canonical form, is refused, so that all libraries agree.
    """
    if _is_weak(public) or _is_weak(signature[:_POINT_BYTES]):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):  # ValueError: the key has another length than 32
        return False
    return True


def endorse(operator: Signer, table: bytes, seat_key: bytes) -> bytes:
    """Sign, as its operator, that the computer player with `seat_key` plays at `table`."""
    return operator.sign(_endorsement(table, seat_key))


def endorsed(operator: bytes, table: bytes, seat_key: bytes, endorsement: bytes) -> bool:
    """Tell whether `endorsement` is the operator's for this seat key at this table."""
    return verify(operator, endorsement, _endorsement(table, seat_key))


def _endorsement(table: bytes, seat_key: bytes) -> bytes:
    if len(table) != limits.HASH_BYTES or len(seat_key) != limits.KEY_BYTES:
        raise ValueError("an endorsement names a table and a seat key of 32 bytes each")
    return labels.ENDORSEMENT + table + seat_key


def fingerprint(public: bytes) -> str:
    """A key for people to compare by eye or by voice: five groups of four letters and digits.

    100 bits of a SHA-256 hash of the key, in an alphabet without look-alikes, for example
    `7QK2-M0XD-94TA-ZB3R-HC8W`.
    """
    number = int.from_bytes(hashlib.sha256(labels.FINGERPRINT + public).digest(), "big")
    signs = [_FINGERPRINT_SIGNS[number >> shift & 31] for shift in range(251, 251 - 5 * _FINGERPRINT_LENGTH, -5)]
    return "-".join("".join(signs[at : at + _FINGERPRINT_GROUP]) for at in range(0, len(signs), _FINGERPRINT_GROUP))
