"""How the head of a closed step is named (chapter 5)."""

from __future__ import annotations

from collections.abc import Mapping

from checker.events import Event, digest_of

Outcomes = Mapping[int, Event | None]
"""The outcome of every slot by its seat; None is a lapse."""


def next_head(head: bytes, outcomes: Outcomes) -> bytes:
    """The head after a step that closed like this."""
    parts: list[bytes] = []
    for seat in sorted(outcomes):
        event = outcomes[seat]
        parts.append(seat.to_bytes(1, "big") + (b"\1" if event is None else b"\0"))
        if event is not None:
            parts.append(len(event.unsigned).to_bytes(4, "big") + event.unsigned)
    return digest_of("scatnet head 1", head, *parts)
