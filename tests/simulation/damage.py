"""One number or one octet of a body changed."""

from __future__ import annotations

from scatnet.log import Value

__all__ = ["damaged"]

Body = tuple[Value, ...]


def damaged(value: Body, where: float) -> Body:
    """The same body with one number or one octet changed, at a place from 0 to 1 of all there is; the same where a
    choice of yes or no stands there."""
    places = _count(value)
    changed, _ = _damage(value, int(where * places))
    assert isinstance(changed, tuple)
    return changed


def _count(value: Value) -> int:
    if isinstance(value, tuple):
        return sum(_count(part) for part in value)
    return 1


def _damage(value: Value, at: int) -> tuple[Value, int]:
    if isinstance(value, tuple):
        parts: list[Value] = []
        for part in value:
            changed, at = _damage(part, at)
            parts.append(changed)
        return tuple(parts), at
    if at:
        return value, at - 1
    match value:
        case bool():
            return value, -1  # a choice: the other one may be as good
        case int():
            return (value - 1 if value else 1), -1
        case bytes():
            return (value[:-1] + bytes([value[-1] ^ 1]) if value else b"\x00" * 32), -1
        case _:
            return value, -1
