"""One neighbour of the mesh: a channel, what is queued for it, and the tasks that read and write it.

A link protects the rest of the table from its peer. What it takes is bounded: a queue that overflows, a frame
that does not leave or arrive in time, silence, a flood and nonsense all end the link with a reason, and
nothing else.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeAlias

import trio

from scatnet.net.channel import FAREWELL_TROUBLE, Channel, ChannelError, Trouble
from scatnet.net.frames import (
    Addresses,
    Again,
    Bye,
    Chat,
    Confirm,
    Farewell,
    Frame,
    Have,
    Hello,
    Pake,
    Ping,
    Pong,
    Prove,
    Records,
    Sync,
    Want,
    Welcome,
    encode,
)
from scatnet.net.limits import (
    CLOSE_SECONDS,
    FRAME_BURST,
    FRAME_RATE,
    OUTBOX_BYTES,
    OUTBOX_FRAMES,
    PING_SECONDS,
    RECORD_COST,
    SEALED_COST,
    SILENCE_SECONDS,
    SYNC_COST,
    USELESS_BURST,
    USELESS_RATE,
    WATCHER_SHARE,
    WORK_BURST,
    WORK_RATE,
    WRITE_BYTES,
)
from scatnet.net.rate import Bucket

__all__ = ["Link", "Message"]

_LOG: Final = logging.getLogger("scatnet.net")

# The frames that mean something beyond the link itself.
Message: TypeAlias = Records | Have | Want | Sync | Chat | Addresses | Again


def _cost(frame: Frame) -> float:
    """The work that a frame makes beyond being read, in bytes."""
    match frame:
        case Records(records):
            return RECORD_COST * len(records)
        case Addresses(records):
            return SEALED_COST * len(records)
        case Chat() | Again():
            return SEALED_COST
        case Sync():
            return SYNC_COST
        case _:
            return 0.0


class Link:
    """A channel in use. `run` owns it until its end; every other method returns at once."""

    def __init__(self, channel: Channel, now: float) -> None:
        self.channel: Final = channel
        self.since: Final = now
        self._send, self._receive = trio.open_memory_channel[bytes](math.inf)
        self._queued_frames = 0
        self._queued_bytes = 0
        self._scope = trio.CancelScope()
        self._end: ChannelError | None = None
        self._farewell: Farewell | None = None
        self._frames = Bucket(FRAME_RATE, FRAME_BURST, now)
        share = WATCHER_SHARE if channel.watcher else 1.0
        self._work = Bucket(WORK_RATE / share, WORK_BURST / share, now)
        self._slowed = False
        self._useless = Bucket(USELESS_RATE, USELESS_BURST, now)

    def offer(self, data: bytes) -> None:
        """Queue an encoded frame. A peer that does not read fast enough is cut off instead."""
        if self._queued_frames >= OUTBOX_FRAMES or self._queued_bytes + len(data) > OUTBOX_BYTES:
            self.cut(Trouble.TOO_SLOW, "the peer reads more slowly than the table talks")
            return
        with suppress(trio.ClosedResourceError, trio.BrokenResourceError):
            self._send.send_nowait(data)
            self._queued_frames += 1
            self._queued_bytes += len(data)

    def cut(self, trouble: Trouble, detail: str, farewell: Farewell = Farewell.MISBEHAVED) -> None:
        """End the link now, for this reason; the peer is told `farewell` if it still reads."""
        if self._end is None:
            self._end = ChannelError(trouble, detail)
            self._farewell = farewell
        self._scope.cancel()

    def finish(self) -> None:
        """Send what is queued, take leave, and end."""
        with suppress(trio.ClosedResourceError):
            self._send.send_nowait(encode(Bye(Farewell.LEAVING)))
            self._send.close()

    def blame(self, cost: float, detail: str) -> None:
        """Count something useless that the peer has sent; too much of it ends the link."""
        if not self._useless.take(trio.current_time(), cost):
            self.cut(Trouble.MISBEHAVED, detail)

    async def run(self, deliver: Callable[[Message], Awaitable[None]]) -> ChannelError:
        """Carry frames until the link ends; why it did. `deliver` may take its time: then reading waits."""
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._ending, nursery.cancel_scope, self._write)
                    nursery.start_soon(self._ending, nursery.cancel_scope, self._ping)
                    nursery.start_soon(self._ending, nursery.cancel_scope, self._read, deliver)
        finally:
            self._send.close()
            with trio.CancelScope(shield=True):
                await self._close()
        return self._end or ChannelError(Trouble.LEFT, "closed from this side")

    async def _ending(self, scope: trio.CancelScope, task: Callable[..., Awaitable[None]], *arguments: object) -> None:
        """Run a task of the link; its end, for whatever reason, is the link's."""
        try:
            await task(*arguments)
        except ChannelError as error:
            self._end = self._end or error
            if error.trouble is Trouble.NONSENSE:
                self._farewell = self._farewell or Farewell.MISBEHAVED
        scope.cancel()

    async def _write(self) -> None:
        async for first in self._receive:
            together = [first]
            size = len(first)
            with suppress(trio.WouldBlock, trio.EndOfChannel):
                while size < WRITE_BYTES:
                    together.append(self._receive.receive_nowait())
                    size += len(together[-1])
            await self.channel.send_encoded(b"".join(together))
            self._queued_frames -= len(together)
            self._queued_bytes -= size

    async def _ping(self) -> None:
        number = 0
        while True:
            await trio.sleep(PING_SECONDS)
            self.offer(encode(Ping(number)))
            number += 1

    async def _read(self, deliver: Callable[[Message], Awaitable[None]]) -> None:
        received = self.channel.received
        while True:
            with trio.move_on_after(SILENCE_SECONDS) as silence:
                frame = await self.channel.receive()
            if silence.cancelled_caught:
                raise ChannelError(Trouble.TOO_SLOW, "the peer fell silent")
            now = trio.current_time()
            if not self._frames.take(now):
                self.cut(Trouble.MISBEHAVED, "the peer floods this one with frames")
            pause = self._work.owe(now, self.channel.received - received + _cost(frame))
            received = self.channel.received
            if pause:
                self._note_slowed()
                await trio.sleep(pause)
            await self._take(frame, deliver)

    async def _take(self, frame: Frame, deliver: Callable[[Message], Awaitable[None]]) -> None:
        match frame:
            case Ping(number):
                self.offer(encode(Pong(number)))
            case Pong():
                pass
            case Bye(reason):
                raise ChannelError(FAREWELL_TROUBLE[Farewell(reason)], "the peer said goodbye")
            case Hello() | Prove() | Pake() | Confirm() | Welcome():
                raise ChannelError(Trouble.NONSENSE, f"{type(frame).__name__} after the handshake")
            case Records() | Have() | Want() | Sync() | Chat() | Addresses() | Again():
                await deliver(frame)

    def _note_slowed(self) -> None:
        if not self._slowed:
            self._slowed = True
            _LOG.warning("%s makes more work than anybody needs and is read more slowly", self.channel.peer.hex()[:16])

    async def _close(self) -> None:
        if self._farewell is not None:
            with trio.move_on_after(CLOSE_SECONDS / 4), suppress(ChannelError, trio.BusyResourceError):
                await self.channel.send(Bye(self._farewell))
        await self.channel.aclose()
