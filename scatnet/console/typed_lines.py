"""Typed lines for one reader after another: the lobby, the table that it leads to, the lobby again.

One task reads all the time, so that no line is lost between two readers, and what was typed ahead of a table that is
still being reached waits for it. Lines may come from a person or from a pipe; at their end every reader ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Callable
from typing import Final

import trio

from scatnet.console.closing import closing

__all__ = ["TypedLines"]

_AHEAD: Final = 1000  # lines that are kept for the next reader; what is typed beyond them waits unread


class TypedLines:
    """Lines in the order in which they were typed, each given to one reader."""

    def __init__(self, lines: AsyncIterable[str]) -> None:
        self._lines = lines
        self._send, self._receive = trio.open_memory_channel[str](0)
        self._set_aside: deque[str] = deque()

    async def run(self) -> None:
        """Read until the lines end."""
        with self._send:
            async with closing(self._lines) as typed:
                async for line in typed:
                    await self._send.send(line)

    async def next(self) -> str | None:
        """The next line; None after the last."""
        if self._set_aside:
            await trio.lowlevel.checkpoint()
            return self._set_aside.popleft()
        try:
            return await self._receive.receive()
        except trio.EndOfChannel:
            return None

    async def rest(self) -> AsyncIterator[str]:
        """All lines from the next on."""
        while (line := await self.next()) is not None:
            yield line

    async def listen_ahead(self, wanted: Callable[[str], bool]) -> bool:
        """Listen for one line, and leave those before it to the next reader.

        False where the lines end before it, or where too many come.
        """
        while len(self._set_aside) < _AHEAD:
            try:
                line = await self._receive.receive()
            except trio.EndOfChannel:
                return False
            if wanted(line):
                return True
            self._set_aside.append(line)
        return False
