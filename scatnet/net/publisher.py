"""Updates of one table to all who follow it, each in order and at their own pace."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import AsyncIterator, Iterable
from typing import Final

import trio

from scatnet.net.session import Update, ViewChanged
from scatnet.table.happenings import Happening, HappeningKind

__all__ = ["Publisher"]

_BEHIND: Final = 4096  # updates that a follower may be behind; then it misses some
_REMEMBERED: Final = 1000  # happenings that are kept for who follows later


class _Follower:
    """What one follower has still to see. It may be given up at any time without closing anything."""

    def __init__(self, first: Iterable[Update]) -> None:
        self._updates: deque[Update] = deque(first)
        self._stirred = trio.Event()
        self._ended = False

    def take(self, update: Update) -> None:
        """Queue an update. A `ViewChanged` right behind another would add nothing."""
        again = isinstance(update, ViewChanged) and self._updates and self._updates[-1] == update
        if not again and len(self._updates) < _BEHIND:
            self._updates.append(update)
            self._stirred.set()

    def end(self) -> None:
        """No more updates come."""
        self._ended = True
        self._stirred.set()

    def __aiter__(self) -> _Follower:
        return self

    async def __anext__(self) -> Update:
        await trio.lowlevel.checkpoint_if_cancelled()
        while not self._updates:
            if self._ended:
                raise StopAsyncIteration
            self._stirred = trio.Event()
            await self._stirred.wait()
        return self._updates.popleft()


class Publisher:
    """Gives every update to every follower, and keeps the last happenings of the game for who comes later."""

    def __init__(self) -> None:
        self._past: deque[Happening] = deque(maxlen=_REMEMBERED)
        self._followers: weakref.WeakSet[_Follower] = weakref.WeakSet()
        self._closed = False

    def publish(self, update: Update) -> None:
        """Give an update to everyone."""
        if isinstance(update, Happening):
            self.remember((update,))
        for follower in list(self._followers):
            follower.take(update)

    def remember(self, happenings: Iterable[Happening]) -> None:
        """Keep happenings that nobody need be told of any more."""
        for happening in happenings:
            if happening.kind is HappeningKind.BEGUN:
                self._past.clear()
            self._past.append(happening)

    @property
    def past(self) -> tuple[Happening, ...]:
        """The last happenings of the game, in order, up to now."""
        return tuple(self._past)

    def follow(self, first: Iterable[Update] = ()) -> AsyncIterator[Update]:
        """These, then all updates from now on; ends when the publisher is closed."""
        follower = _Follower(first)
        if self._closed:
            follower.end()
        else:
            self._followers.add(follower)
        return follower

    def close(self) -> None:
        """Let every follower come to the end of what it has."""
        self._closed = True
        for follower in list(self._followers):
            follower.end()
