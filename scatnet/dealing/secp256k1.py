"""The group in play: secp256k1, by libsecp256k1.

Elements are kept as the 65 octets 04 ‖ x ‖ y, which libsecp256k1 reads back without a square root (a
compressed point costs about a fifth of a product to read); the wire has the 33 octets of SEC 1, section
2.3.3. Secret scalars meet a foreign point only in `ecdh.shared_point` and the generator only in
`pubkey_from_prvkey`, both constant time in libsecp256k1; the integers that make those scalars are Python's
and are not.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

from btclib_secp256k1 import ecdh, ffi, keys, lib
from btclib_secp256k1.context import ctx

from scatnet.dealing.bucket_sum import add_parsed, bucket_sum
from scatnet.dealing.errors import BadProofEncoding
from scatnet.dealing.group import IDENTITY, Element, Identity, Point

ORDER: Final = 0xFFFFFFFF_FFFFFFFF_FFFFFFFF_FFFFFFFE_BAAEDCE6_AF48A03B_BFD25E8C_D0364141
"""The order of the curve's group (SEC 2, section 2.4.1); the cofactor is 1."""

_COMPRESSED_SIZE: Final = 33
_MANY: Final = 600
"""From so many terms on, measured, buckets are faster than single products."""


def _element(octets: bytes | None) -> Point:
    return IDENTITY if octets is None else Element(octets)


class Secp256k1:
    """secp256k1 as a `Group`. Without state: every instance is the same group."""

    name: Final = "secp256k1"
    order: Final = ORDER
    generator: Final = Element(keys.pubkey_from_prvkey(1, False))
    element_size: Final = _COMPRESSED_SIZE
    scalar_size: Final = 32

    def __eq__(self, other: object) -> bool:
        """All instances are equal."""
        return isinstance(other, Secp256k1)

    def __hash__(self) -> int:
        """All instances hash alike."""
        return hash(self.name)

    def encode(self, element: Element) -> bytes:
        """Give the 33 octets of the compressed form."""
        return bytes((2 | element[64] & 1,)) + element[1:33]

    def decode(self, data: bytes) -> Element:
        """Read a compressed point. See `Group.decode`."""
        if len(data) != _COMPRESSED_SIZE:
            raise BadProofEncoding("A point is not written in its 33-octet compressed form.")
        try:
            return Element(keys.reserialize(data, False))
        except ValueError as error:
            raise BadProofEncoding("Octets that should be a point are none.") from error

    def negate(self, point: Point) -> Point:
        """Give the point with the other y."""
        return point if isinstance(point, Identity) else Element(keys.pubkey_negate(point, False))

    def sum(self, points: Sequence[Point]) -> Point:
        """Add points; identities are left out, for the library knows none."""
        proper = [point for point in points if not isinstance(point, Identity)]
        return _element(keys.pubkey_sum(proper, False)) if proper else IDENTITY

    def multi_exp(self, points: Sequence[Element], scalars: Sequence[int]) -> Point:
        """Give the sum of products in variable time, without zero terms, which the library refuses."""
        proper_points: list[Element] = []
        proper_scalars: list[int] = []
        for point, scalar in zip(points, scalars, strict=True):
            reduced = scalar % ORDER
            if reduced:
                proper_points.append(point)
                proper_scalars.append(reduced)
        if not proper_points:
            return IDENTITY
        if len(proper_points) >= _MANY:
            return _element(bucket_sum(proper_points, proper_scalars))
        return _element(keys.pubkey_tweak_mul_sum(proper_points, proper_scalars, False))

    def mul_secret(self, element: Element, scalar: int) -> Point:
        """Give scalar·element in constant time."""
        reduced = scalar % ORDER
        return Element(ecdh.shared_point(element, reduced, False)) if reduced else IDENTITY

    def base_mul_secret(self, scalar: int) -> Point:
        """Give scalar·G in constant time."""
        reduced = scalar % ORDER
        return Element(keys.pubkey_from_prvkey(reduced, False)) if reduced else IDENTITY

    def secret_sum(
        self,
        base_scalar: int,
        points: Sequence[Element] = (),
        scalars: Sequence[int] = (),
        addends: Sequence[Element] = (),
    ) -> Point:
        """Give the sum with one constant-time product a term, its terms kept in the library's own form."""
        terms = [keys.parse(addend) for addend in addends]
        reduced = base_scalar % ORDER
        if reduced:
            term = ffi.new("secp256k1_pubkey *")
            lib.secp256k1_ec_pubkey_create(ctx, term, reduced.to_bytes(self.scalar_size, "big"))
            terms.append(term)
        for point, scalar in zip(points, scalars, strict=True):
            reduced = scalar % ORDER
            if reduced:
                octets = reduced.to_bytes(self.scalar_size, "big")
                terms.append(keys.parse(ecdh.shared_point(point, octets, False)))
        total = add_parsed(terms)
        return IDENTITY if total is None else Element(keys.serialize(total, False))

    def hash_to_element(self, label: bytes, index: int) -> Element:
        """Take the first x = SHA-256(len(label) ‖ label ‖ index ‖ counter) on the curve, and the even y.

        Length, index and counter, from 0 on, have 4 octets each, big endian.
        """
        prefix = len(label).to_bytes(4, "big") + label + index.to_bytes(4, "big")
        counter = 0
        while True:
            x = hashlib.sha256(prefix + counter.to_bytes(4, "big")).digest()
            try:
                return self.decode(b"\x02" + x)
            except BadProofEncoding:
                counter += 1
