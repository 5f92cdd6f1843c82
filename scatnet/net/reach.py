"""Reaching one peer that may be at any of several addresses."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final, TypeAlias

import trio

from scatnet.net.addresses import Endpoint
from scatnet.net.channel import Channel, ChannelError, Trouble
from scatnet.net.credentials import Credentials
from scatnet.net.handshake import Wish, dial
from scatnet.net.limits import CONNECT_SECONDS

__all__ = ["Connect", "connect_tcp", "reach"]

Connect: TypeAlias = Callable[[Endpoint], Awaitable[trio.abc.Stream]]

_HEAD_START: Final = 0.4  # seconds before the next address is tried as well

# Of several failures the most telling one is reported: the later in this list, the better.
_TELLING: Final = (
    Trouble.UNREACHABLE,
    Trouble.TOO_SLOW,
    Trouble.NOT_SCATNET,
    Trouble.BROKEN,
    Trouble.WRONG_KEY,
    Trouble.OTHER_TABLE,
)


async def connect_tcp(endpoint: Endpoint) -> trio.abc.Stream:
    """A TCP connection to the endpoint. Raises ChannelError."""
    try:
        with trio.fail_after(CONNECT_SECONDS):
            return await trio.open_tcp_stream(endpoint.host, endpoint.port)
    except (OSError, trio.TooSlowError, UnicodeError) as error:
        raise ChannelError(Trouble.UNREACHABLE, f"{endpoint}: {error}") from error


async def reach(
    endpoints: Sequence[Endpoint], credentials: Credentials, wish: Wish, connect: Connect = connect_tcp
) -> tuple[Channel, Endpoint]:
    """A channel to the peer wished for, at the first address where it is found, and that address.

    The addresses are tried one after the other, each with a short head start before the next, and the whole
    handshake counts: a stranger who answers at a private address that two networks both use does not stop the
    search. Raises ChannelError with the most telling failure.
    """
    failures: list[ChannelError] = []
    found: list[tuple[Channel, Endpoint]] = []
    async with _closing_spares(found), trio.open_nursery() as nursery:

        async def attempt(endpoint: Endpoint, over: trio.Event) -> None:
            try:
                stream = await connect(endpoint)
                channel = await dial(stream, credentials, wish, address=str(endpoint))
            except ChannelError as error:
                failures.append(error)
                over.set()
            else:
                found.append((channel, endpoint))
                nursery.cancel_scope.cancel()

        for endpoint in endpoints:
            over = trio.Event()
            nursery.start_soon(attempt, endpoint, over)
            with trio.move_on_after(_HEAD_START):
                await over.wait()
    if found:
        return found[0]
    raise max(failures, key=_how_telling, default=ChannelError(Trouble.UNREACHABLE, "no address is known"))


@asynccontextmanager
async def _closing_spares(found: list[tuple[Channel, Endpoint]]) -> AsyncIterator[None]:
    """Close all channels but the one to be used; that one too where the search was cancelled."""
    used = 0
    try:
        yield
        used = 1
    finally:
        for channel, _endpoint in found[used:]:
            await channel.aclose()


def _how_telling(error: ChannelError) -> float:
    return _TELLING.index(error.trouble) if error.trouble in _TELLING else math.inf
