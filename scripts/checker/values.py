"""Values and their one canonical encoding (chapter 3): msgpack in its shortest forms, and nothing else.

The decoder refuses every longer form where it meets it, so what it accepts encodes to the same bytes again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from checker.refusal import Refused

Value = int | bool | bytes | str | tuple["Value", ...]

MOST_ITEMS: Final = 512
MOST_DEPTH: Final = 64
"""The page allows 1024; no body lies deeper than a dozen, so everything beyond is refused by its schema anyway."""


def decode(octets: bytes) -> Value:
    """The value that `octets` encode, all of them. Lists become tuples.

    Raises:
        Refused: not canonical msgpack of values.
    """
    value, end = _value(octets, 0, 0)
    if end != len(octets):
        raise Refused("has bytes after its value")
    return value


def _take(octets: bytes, start: int, length: int) -> bytes:
    if start + length > len(octets):
        raise Refused("is cut short")
    return octets[start : start + length]


def _unsigned(octets: bytes, start: int, length: int, least: int) -> tuple[int, int]:
    number = int.from_bytes(_take(octets, start, length), "big")
    if number < least:
        raise Refused("is not in its shortest form")
    return number, start + length


def _signed(octets: bytes, start: int, length: int, most: int) -> tuple[int, int]:
    number = int.from_bytes(_take(octets, start, length), "big", signed=True)
    if number > most:
        raise Refused("is not in its shortest form")
    return number, start + length


def _text(octets: bytes, start: int, length: int) -> tuple[str, int]:
    try:
        return _take(octets, start, length).decode("utf-8"), start + length
    except UnicodeDecodeError:
        raise Refused("holds text that is not UTF-8") from None


def _items(octets: bytes, start: int, count: int, depth: int) -> tuple[Value, int]:
    if count > MOST_ITEMS or depth >= MOST_DEPTH:
        raise Refused("holds a list that is too long or lies too deep")
    items: list[Value] = []
    for _ in range(count):
        item, start = _value(octets, start, depth + 1)
        items.append(item)
    return tuple(items), start


_UNSIGNED: Final = {0xCC: (1, 1 << 7), 0xCD: (2, 1 << 8), 0xCE: (4, 1 << 16), 0xCF: (8, 1 << 32)}
_SIGNED: Final = {0xD0: (1, -33), 0xD1: (2, -129), 0xD2: (4, -(1 << 15) - 1), 0xD3: (8, -(1 << 31) - 1)}
_BYTES: Final = {0xC4: (1, 0), 0xC5: (2, 1 << 8), 0xC6: (4, 1 << 16)}
_TEXT: Final = {0xD9: (1, 32), 0xDA: (2, 1 << 8), 0xDB: (4, 1 << 16)}
_LIST: Final = {0xDC: (2, 16), 0xDD: (4, 1 << 16)}


def _value(octets: bytes, start: int, depth: int) -> tuple[Value, int]:
    tag = _take(octets, start, 1)[0]
    start += 1
    if tag <= 0x7F:
        return tag, start
    if tag >= 0xE0:
        return tag - 0x100, start
    if tag in (0xC2, 0xC3):
        return tag == 0xC3, start
    if 0x90 <= tag <= 0x9F:
        return _items(octets, start, tag & 0x0F, depth)
    if 0xA0 <= tag <= 0xBF:
        return _text(octets, start, tag & 0x1F)
    if tag in _UNSIGNED:
        return _unsigned(octets, start, *_UNSIGNED[tag])
    if tag in _SIGNED:
        return _signed(octets, start, *_SIGNED[tag])
    sized: tuple[tuple[dict[int, tuple[int, int]], Callable[[int, int], tuple[Value, int]]], ...] = (
        (_BYTES, lambda at, length: (_take(octets, at, length), at + length)),
        (_TEXT, lambda at, length: _text(octets, at, length)),
        (_LIST, lambda at, count: _items(octets, at, count, depth)),
    )
    for tags, read in sized:
        if tag in tags:
            length, start = _unsigned(octets, start, *tags[tag])
            return read(start, length)
    raise Refused("holds a type that no record may hold")
