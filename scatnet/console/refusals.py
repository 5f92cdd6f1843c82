"""The sentence that a person is shown when a wish comes to nothing, wherever in a tree of tasks it was refused."""

from __future__ import annotations

__all__ = ["sentence_of"]


def sentence_of(error: BaseException) -> str:
    """What this error says; of a group, what the first in it says."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error)
