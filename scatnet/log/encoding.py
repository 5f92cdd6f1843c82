"""Canonical msgpack: one value, one encoding, and only lists, numbers, truth values, bytes and text.

`unpack` accepts exactly the bytes that `pack` makes: shortest forms, no maps, floats, nil or extension types.
It trusts nothing that the bytes announce: lengths are capped before anything is set aside, and what was read
is packed again and compared. The format: https://github.com/msgpack/msgpack/blob/master/spec.md
"""

from __future__ import annotations

from typing import NoReturn, TypeAlias, TypeGuard

import msgpack

from scatnet.log import limits
from scatnet.log.errors import Unfit

__all__ = ["Value", "pack", "unpack"]

Value: TypeAlias = "int | bool | bytes | str | tuple[Value, ...]"
"""What a record may hold. Lists are tuples."""

_LEAVES = frozenset((int, bool, bytes, str))


def pack(value: Value) -> bytes:
    """Encode `value`. Raises Unfit for a number outside 64 bits, or text with lone surrogates."""
    try:
        packed: bytes = msgpack.packb(value, use_bin_type=True)
    except (ValueError, OverflowError) as fault:
        raise Unfit("it holds a number of more than 64 bits, or text with lone surrogates") from fault
    return packed


def unpack(data: bytes, cap: int) -> Value:
    """Return the value that `data` is the encoding of.

    Sets aside at most a few MiB, whatever `data` announces.

    Raises:
        Unfit: `data` is longer than `cap` bytes, is not one whole msgpack value, holds anything but the types
        of
            `Value`, or is not the canonical encoding.
    """
    if len(data) > cap:
        raise Unfit(f"it is {len(data)} bytes long, {cap} are allowed")
    try:
        value: object = msgpack.unpackb(
            data,
            raw=False,
            use_list=False,
            strict_map_key=True,
            max_array_len=limits.ARRAY_ITEMS,
            max_map_len=0,
            max_ext_len=0,
            ext_hook=_refuse_extension,
        )
    except UnicodeDecodeError as fault:
        raise Unfit("it holds text that is not UTF-8") from fault
    except (ValueError, RecursionError) as fault:  # what msgpack's two readers raise for anything ill-formed
        raise Unfit("it is not well-formed msgpack within the caps on length and depth") from fault
    if not _is_value(value):
        raise Unfit("it holds a type that no record may hold, or nests too deep")
    if pack(value) != data:
        raise Unfit("it is not in canonical form")
    return value


def _refuse_extension(code: int, data: bytes) -> NoReturn:
    raise ValueError("an extension type")


def _is_value(value: object) -> TypeGuard[Value]:
    """Whether `value` holds exactly the types of `Value`, within the cap on depth."""
    # Exact types, because msgpack's extension types come as a subclass of tuple.
    level = [value]
    for _depth in range(limits.DEPTH):
        within: list[object] = []
        for item in level:
            if type(item) is tuple:
                if not _LEAVES.issuperset(map(type, item)):
                    within.extend(part for part in item if type(part) not in _LEAVES)
            elif type(item) not in _LEAVES:
                return False
        if not within:
            return True
        level = within
    return False
