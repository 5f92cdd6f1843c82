"""Rules for single values inside a frame, as data: each names what it takes and refuses everything else.

A value that comes out of msgpack is an `object` until a rule has looked at it. In our own values, which the same rules
check before they are sent, a list is a tuple.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scatnet.log import text_fault

__all__ = ["Blob", "Flag", "FrameError", "Number", "Rule", "Several", "Text", "Together", "Value"]

Value: TypeAlias = "int | bool | bytes | str | tuple[Value, ...]"


class FrameError(Exception):
    """What was received is no frame of this protocol; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def check(self, value: object) -> Value:
        if not isinstance(value, bool):
            raise FrameError("a flag is expected")
        return value


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def check(self, value: object) -> Value:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise FrameError(f"a number from {self.low} to {self.high} is expected")
        return value


@dataclass(frozen=True, slots=True)
class Blob:
    """Bytes: `low` to `high` of them, or none at all where `or_none`."""

    low: int
    high: int
    or_none: bool = False

    def check(self, value: object) -> Value:
        if not isinstance(value, bytes):
            raise FrameError("bytes are expected")
        if not (self.low <= len(value) <= self.high or (self.or_none and not value)):
            raise FrameError(f"{self.low} to {self.high} bytes are expected, not {len(value)}")
        return value


@dataclass(frozen=True, slots=True)
class Text:
    """Clean text of 1 to `limit` characters: nothing to hide, nothing to bend a screen with."""

    limit: int

    def check(self, value: object) -> Value:
        fault = text_fault(value, self.limit) if isinstance(value, str) else "should be text"
        if not isinstance(value, str) or fault is not None:
            raise FrameError(f"a text {fault}")
        return value


@dataclass(frozen=True, slots=True)
class Several:
    """A list of `low` to `high` values of one rule."""

    of: Rule
    low: int
    high: int

    def check(self, value: object) -> Value:
        if not isinstance(value, list | tuple) or not self.low <= len(value) <= self.high:
            raise FrameError(f"a list of {self.low} to {self.high} is expected")
        return tuple(self.of.check(item) for item in value)


@dataclass(frozen=True, slots=True)
class Together:
    """A list of exactly these rules' values, in order."""

    rules: tuple[Rule, ...]

    def check(self, value: object) -> Value:
        if not isinstance(value, list | tuple) or len(value) != len(self.rules):
            raise FrameError(f"a list of exactly {len(self.rules)} is expected")
        return tuple(rule.check(item) for rule, item in zip(self.rules, value, strict=True))


Rule: TypeAlias = "Flag | Number | Blob | Text | Several | Together"
