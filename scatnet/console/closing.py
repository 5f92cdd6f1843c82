"""Closing an asynchronous iterator at the moment one is done with it, and not whenever its memory is found."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

__all__ = ["closing"]

Item = TypeVar("Item")


@asynccontextmanager
async def closing(items: AsyncIterable[Item]) -> AsyncIterator[AsyncIterator[Item]]:
    """The items to iterate over; where they come from a generator, it is closed at the end of the block."""
    iterator = items.__aiter__()
    try:
        yield iterator
    finally:
        if isinstance(iterator, AsyncGenerator):
            await iterator.aclose()
