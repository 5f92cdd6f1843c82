"""The types that fields of a body can have: each checks one value and says in a clause what does not fit.

A field type is data with one method. Records within records are opened by whoever asks for the check
(`opener`), so that this module knows the shapes of bodies and nothing of signatures.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from scatnet.log import limits
from scatnet.log.encoding import Value
from scatnet.log.errors import Unfit
from scatnet.log.kinds import Kind
from scatnet.log.text import text_fault

__all__ = ["Array", "Field", "Flag", "Number", "Octets", "Opener", "Record", "Row", "Text", "Type", "Wire"]

Opener: TypeAlias = Callable[[bytes, frozenset[Kind]], None]
"""Called with each record within the body, in order, and the kinds that it may be. Raises Unfit."""


class Type(Protocol):
    """What every field type can do."""

    def check(self, value: Value, opener: Opener) -> None:
        """Accept `value`, or raise Unfit with what it should have been."""


@dataclass(frozen=True, slots=True)
class Field:
    """One place in a body: its name, as in protocol and accessors, and its type."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Flag:
    """A truth value."""

    def check(self, value: Value, opener: Opener) -> None:
        """Accept true and false."""
        if type(value) is not bool:
            raise Unfit("should be true or false")


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def check(self, value: Value, opener: Opener) -> None:
        """Accept a number within the bounds."""
        if type(value) is not int or not self.low <= value <= self.high:
            raise Unfit(f"should be a whole number from {self.low} to {self.high}")


@dataclass(frozen=True, slots=True)
class Octets:
    """Exactly `size` bytes; where `optional`, none at all says that there is nothing to name."""

    size: int
    optional: bool = False

    def check(self, value: Value, opener: Opener) -> None:
        """Accept bytes of that length."""
        if type(value) is bytes and (len(value) == self.size or (self.optional and not value)):
            return
        raise Unfit(f"should be {'0 or ' if self.optional else ''}{self.size} bytes")


@dataclass(frozen=True, slots=True)
class Text:
    """From 1 to `limit` characters of clean text, as `scatnet.log.text` defines it."""

    limit: int

    def check(self, value: Value, opener: Opener) -> None:
        """Accept text that is clean as it stands."""
        if type(value) is not str:
            raise Unfit("should be text")
        fault = text_fault(value, self.limit)
        if fault is not None:
            raise Unfit(fault)


@dataclass(frozen=True, slots=True)
class Array:
    """A list of `low` to `high` items of one type."""

    item: Type
    low: int
    high: int

    def check(self, value: Value, opener: Opener) -> None:
        """Accept a list of that length whose every item fits."""
        if type(value) is not tuple or not self.low <= len(value) <= self.high:
            raise Unfit(f"should be a list of {self.low} to {self.high}")
        for part in value:
            self.item.check(part, opener)


@dataclass(frozen=True, slots=True)
class Row:
    """A list with one item for each of `fields`, in their order."""

    fields: tuple[Field, ...]

    def check(self, value: Value, opener: Opener) -> None:
        """Accept a list of exactly these fields; what does not fit is named by its field."""
        if type(value) is not tuple or len(value) != len(self.fields):
            raise Unfit(f"should be a list of {len(self.fields)}")
        for field, part in zip(self.fields, value, strict=True):
            try:
                field.type.check(part, opener)
            except Unfit as fault:
                raise Unfit(f"{field.name} {fault}") from fault


@dataclass(frozen=True, slots=True)
class Record:
    """A whole signed event of one of `kinds`, as bytes."""

    kinds: frozenset[Kind]

    def check(self, value: Value, opener: Opener) -> None:
        """Accept the bytes of a record that `opener` accepts."""
        if type(value) is not bytes:
            raise Unfit("should be a record as bytes")
        opener(value, self.kinds)


@dataclass(frozen=True, slots=True)
class Wire:
    """A dealing proof, opaque here: bytes, numbers, truth values, and lists of these within lists."""

    def check(self, value: Value, opener: Opener) -> None:
        """Accept what nests no deeper than `limits.WIRE_DEPTH`; the event's cap bounds the size."""
        _check_wire(value, limits.WIRE_DEPTH)


def _check_wire(value: Value, depth: int) -> None:
    kind = type(value)
    if kind is bytes or kind is bool:
        return
    if isinstance(value, tuple):
        if depth == 0:
            raise Unfit(f"should not nest deeper than {limits.WIRE_DEPTH} lists")
        for part in value:
            if type(part) is not bytes:
                _check_wire(part, depth - 1)
    elif not isinstance(value, int):
        raise Unfit("should hold lists, bytes, whole numbers, true and false")
    elif not 0 <= value <= limits.WIRE_NUMBER:
        raise Unfit(f"should hold whole numbers from 0 to {limits.WIRE_NUMBER}")
