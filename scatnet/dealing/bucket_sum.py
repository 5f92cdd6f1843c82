"""Sums of many products on secp256k1, by buckets.

libsecp256k1 offers one product at a time and sums of many points. A product costs some hundred additions, so
for many terms it pays to make do with sums alone (Pippenger 1976; Bernstein, Doumen, Lange, Oosterwijk 2012):
every scalar is cut into signed digits of six bits, the points with the same digit at the same
place are added in one call, and the few sums are weighted by doubling. From some 600 terms on this beats
single products, and a batch for a whole table has thousands. It takes a time that depends on the scalars:
public values only.
"""

from base64 import b64encode
from collections.abc import Sequence
from typing import Final

from btclib_secp256k1 import CData, ffi, keys, lib
from btclib_secp256k1.context import ctx

_ALPHABET: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_DIGIT_BITS: Final = 6
_HALF: Final = 1 << (_DIGIT_BITS - 1)
_OCTETS: Final = 33
_DIGITS: Final = 8 * _OCTETS // _DIGIT_BITS
_OFFSET: Final = sum(_HALF << (_DIGIT_BITS * place) for place in range(_DIGITS))
"""Added to a scalar before it is cut, so that a digit d stands for d − 32: half as many buckets serve."""

_MAGNITUDE: Final = [abs(_ALPHABET.find(bytes((code,))) - _HALF) for code in range(128)]
_SIGN: Final = [int(_ALPHABET.find(bytes((code,))) >= _HALF) for code in range(128)]


def add_parsed(points: list[CData]) -> CData | None:
    """Add points in the library's own form; None is the identity."""
    if len(points) < 2:
        return points[0] if points else None
    result = ffi.new("secp256k1_pubkey *")
    added = lib.secp256k1_ec_pubkey_combine(ctx, result, points, len(points))
    return result if added else None


def bucket_sum(points: Sequence[bytes], scalars: Sequence[int]) -> bytes | None:
    """Give Σ scalars[i]·points[i].

    Args:
        points: valid points, each in 65 octets.
        scalars: one for each, from 0 to 2^256 − 1.

    Returns:
        The sum in 65 octets, or None where it is the identity.
    """
    signed = [_both_signs(point) for point in points]
    # Base64 cuts into six bits faster than a loop could.
    rows = [b64encode((scalar + _OFFSET).to_bytes(_OCTETS, "big")) for scalar in scalars]
    total: CData | None = None
    for column in zip(*rows, strict=True):
        buckets: list[list[CData]] = [[] for _ in range(_HALF + 1)]
        for code, pair in zip(column, signed, strict=True):
            buckets[_MAGNITUDE[code]].append(pair[_SIGN[code]])
        buckets[0].clear()
        sums = [add_parsed(bucket) for bucket in buckets]
        for bit in reversed(range(_DIGIT_BITS)):
            addends = [bucket for size, bucket in enumerate(sums) if bucket is not None and size >> bit & 1]
            if total is not None:
                addends += (total, total)
            total = add_parsed(addends)
    return None if total is None else keys.serialize(total, False)


def _both_signs(point: bytes) -> tuple[CData, CData]:
    negated = keys.parse(point)
    lib.secp256k1_ec_pubkey_negate(ctx, negated)
    return negated, keys.parse(point)
