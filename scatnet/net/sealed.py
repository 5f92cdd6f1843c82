"""Small signed statements of a peer beside the log: where it listens, what it says.

`[unsigned, signature]` in msgpack, `unsigned` being `[table, key, field, ...]`; the signature is by that key
over a label and the unsigned bytes. Like frames they are decoded strictly, against rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, TypeVar

import msgpack

from scatnet.log import Signer, verify
from scatnet.net.fields import Blob, FrameError, Rule
from scatnet.net.limits import SEALED_BYTES

__all__ = ["Plain", "seal", "unseal"]

Plain: TypeAlias = "int | str | bytes | Sequence[Plain]"
Made = TypeVar("Made")

_KEY: Final = Blob(32, 32)
_SIGNATURE: Final = Blob(64, 64)
_UNSIGNED: Final = Blob(1, SEALED_BYTES)


def seal(signer: Signer, label: bytes, table: bytes, fields: Sequence[Plain]) -> bytes:
    """The signed statement of these fields, for this table."""
    unsigned: bytes = msgpack.packb([table, signer.public, *fields])
    sealed: bytes = msgpack.packb([unsigned, signer.sign(label + unsigned)])
    return sealed


def unseal(raw: bytes, label: bytes, table: bytes, rules: tuple[Rule, ...], make: Callable[..., Made]) -> Made:
    """`make(key, field, ...)` of a statement whose fields keep the rules and whose signature is right.

    Raises FrameError for anything else.
    """
    outer = _list_of(raw, 2)
    unsigned, signature = outer
    _UNSIGNED.check(unsigned)
    _SIGNATURE.check(signature)
    if not isinstance(unsigned, bytes) or not isinstance(signature, bytes):
        raise FrameError("a signed statement is two strings of bytes")
    where, key, *fields = _list_of(unsigned, 2 + len(rules))
    _KEY.check(key)
    if where != table or not isinstance(key, bytes):
        raise FrameError("a signed statement names this table and a key")
    values = [rule.check(value) for rule, value in zip(rules, fields, strict=True)]
    if not verify(key, signature, label + unsigned):
        raise FrameError("a signed statement's signature is wrong")
    return make(key, *values)


def _list_of(data: bytes, length: int) -> list[object]:
    try:
        value: object = msgpack.unpackb(
            data,
            max_array_len=16,
            max_bin_len=SEALED_BYTES,
            max_str_len=SEALED_BYTES,
            max_map_len=0,
            max_ext_len=0,
        )
    except (ValueError, msgpack.UnpackException) as error:
        raise FrameError("a signed statement is msgpack") from error
    if not isinstance(value, list) or len(value) != length:
        raise FrameError(f"a list of {length} is expected")
    if msgpack.packb(value) != data:
        raise FrameError("a signed statement is encoded in the shortest form only")
    return value
