"""Updates of one table to all who follow it, each in order and at their own pace."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

import trio

from scatnet.net.session import Update, ViewChanged

__all__ = ["Publisher"]

_BEHIND: Final = 4096  # updates that a follower may be behind; then it misses some


class Publisher:
    """Gives every update to every follower; knows the difference between news and `look again`."""

    def __init__(self) -> None:
        self._followers: list[trio.MemorySendChannel[Update]] = []
        self._closed = False

    def publish(self, update: Update) -> None:
        """Give an update to everyone. A `ViewChanged` right behind another adds nothing and is left out."""
        for follower in list(self._followers):
            if isinstance(update, ViewChanged) and follower.statistics().current_buffer_used > _BEHIND // 2:
                continue
            try:
                follower.send_nowait(update)
            except trio.WouldBlock:
                pass
            except trio.BrokenResourceError:
                self._followers.remove(follower)

    def follow(self) -> AsyncIterator[Update]:
        """All updates from now on; ends when the publisher is closed."""
        send, receive = trio.open_memory_channel[Update](_BEHIND)
        if self._closed:
            send.close()
        else:
            self._followers.append(send)
        return _updates(receive)

    def close(self) -> None:
        """Let every follower come to the end of what it has."""
        self._closed = True
        for follower in self._followers:
            follower.close()
        self._followers.clear()


async def _updates(receive: trio.MemoryReceiveChannel[Update]) -> AsyncIterator[Update]:
    with receive:
        async for update in receive:
            yield update
