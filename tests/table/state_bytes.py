"""A state as canonical bytes, so that "the same state" can be said of every bit of it.

Generic over what states are made of: each value is tagged with its type and written in one way only. Sets come in
the order of their elements' bytes, mappings in their own order: a fold that lets chance order a mapping is found out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

from scatnet.dealing import Params
from scatnet.table.state import TableState


def state_bytes(state: TableState) -> bytes:
    """Everything of a state but the group's constants."""
    return _bytes(state)


def _bytes(value: object) -> bytes:
    match value:
        case Params():
            return _tagged(b"p", [value.digest])
        case Enum():
            return _tagged(b"e", [_name(value), str(value.value).encode()])
        case None | bool():
            return _tagged(b"n", [repr(value).encode()])
        case int():
            return _tagged(b"i", [str(value).encode()])
        case str():
            return _tagged(b"s", [value.encode()])
        case bytes():
            return _tagged(b"b", [value])
        case tuple():
            return _tagged(b"t", [_name(value), *map(_bytes, value)])
        case frozenset():
            return _tagged(b"f", sorted(map(_bytes, value)))
        case Mapping():
            return _tagged(b"m", [_bytes(pair) for pair in value.items()])
    if is_dataclass(value):
        return _tagged(b"d", [_name(value), *(_bytes(getattr(value, field.name)) for field in fields(value))])
    raise TypeError(f"a state holds no {type(value).__name__}")


def _name(value: object) -> bytes:
    return type(value).__name__.encode()


def _tagged(tag: bytes, parts: Iterable[bytes]) -> bytes:
    return tag + b"(" + b"".join(len(part).to_bytes(4, "big") + part for part in parts) + b")"
