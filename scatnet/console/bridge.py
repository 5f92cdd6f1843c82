"""Two loops in one program: prompt_toolkit on asyncio in the main thread, trio with the table in a thread of its own.

Why two threads, and not trio as a guest on the asyncio loop: as a guest, every step that trio takes (folding a step,
writing the log and waiting for its fsync, checking a burst of events) would stand between a key press and its answer.
In threads the interpreter shifts between them every five milliseconds, and the long products of the proofs let go of
its lock altogether; so a key waits for at most a few of those shifts, whatever the table is doing. The main thread is
the screen's because only there signals arrive (a resized or closed terminal, Ctrl-C from outside).

Only frozen values cross: requests one way, messages the other. Nothing else is shared, so there is nothing to lock.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

import trio

__all__ = ["Bridge"]

Request = TypeVar("Request")
Message = TypeVar("Message")

_WAITING_REQUESTS = 256
"""More requests than a person makes while the engine does one of its longest steps; what is more is dropped."""


class Bridge(Generic[Request, Message]):
    """Runs an engine on trio beside the asyncio loop of the screen, and carries values between the two.

    `engine` gets the requests in order and a function that publishes messages. It ends when the requests end.
    """

    def __init__(
        self,
        engine: Callable[[trio.MemoryReceiveChannel[Request], Callable[[Message], None]], Awaitable[None]],
        receive: Callable[[Message], None],
    ) -> None:
        self._engine = engine
        self._receive = receive
        self._loop: asyncio.AbstractEventLoop | None = None
        self._token: trio.lowlevel.TrioToken | None = None
        self._channel: trio.MemorySendChannel[Request] | None = None
        self._scope: trio.CancelScope | None = None
        self._thread: threading.Thread | None = None
        self._started = threading.Event()
        self._ended = asyncio.Event()
        self.error: BaseException | None = None

    def start(self) -> None:
        """Start the engine's thread; called on the asyncio loop that messages are to arrive on."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="scatnet engine")
        self._thread.start()
        self._started.wait()

    def post(self, request: Request) -> None:
        """Hand a request to the engine. Never waits; after the engine's end it does nothing."""
        if self._token is None:
            return
        try:
            self._token.run_sync_soon(self._hand_over, request)
        except trio.RunFinishedError:
            return

    async def stop(self, patience: float) -> None:
        """End the requests, give the engine so many seconds to close what it holds, then cancel it; wait for it."""
        self._soon(self._close)
        try:
            await asyncio.wait_for(self._ended.wait(), patience)
        except TimeoutError:
            self._soon(self._cancel)
            await self._ended.wait()
        if self._thread is not None:
            self._thread.join()

    async def ended(self) -> None:
        """Wait until the engine has ended; `error` then holds what it died of, if anything."""
        await self._ended.wait()

    def _soon(self, function: Callable[[], None]) -> None:
        if self._token is not None:
            try:
                self._token.run_sync_soon(function)
            except trio.RunFinishedError:
                return

    def _hand_over(self, request: Request) -> None:
        if self._channel is not None:
            try:
                self._channel.send_nowait(request)
            except (trio.WouldBlock, trio.ClosedResourceError, trio.BrokenResourceError):
                return

    def _close(self) -> None:
        if self._channel is not None:
            self._channel.close()

    def _cancel(self) -> None:
        if self._scope is not None:
            self._scope.cancel()

    def _run(self) -> None:
        try:
            trio.run(self._main, strict_exception_groups=True)
        except BaseException as error:
            self.error = error
        finally:
            self._started.set()
            self._to_loop(self._ended.set)

    async def _main(self) -> None:
        channel, requests = trio.open_memory_channel[Request](_WAITING_REQUESTS)
        self._channel, self._token = channel, trio.lowlevel.current_trio_token()
        with trio.CancelScope() as self._scope:
            self._started.set()
            await self._engine(requests, self._publish)

    def _publish(self, message: Message) -> None:
        self._to_loop(lambda: self._receive(message))

    def _to_loop(self, function: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            try:
                self._loop.call_soon_threadsafe(function)
            except RuntimeError:
                return  # the loop closed between the question and the call
