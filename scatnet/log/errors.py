"""Whose mistake it was.

`BadRecord` is theirs: bytes from outside that no honest program sends. Ours are ValueError and TypeError.
Inside this package a value that breaks the schema is `Unfit`, a ValueError: when we make an event it comes
out as it is, and for bytes from outside the receive boundary in `decoding` turns it into `BadRecord`.
"""

from __future__ import annotations

__all__ = ["BadRecord", "Unfit"]


class BadRecord(Exception):
    """A record from outside, refused as a whole; `reason` is one sentence for people."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unfit(ValueError):
    """A value does not fit the schema; the message is a clause without a full stop, about an "it"."""
