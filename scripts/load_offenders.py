"""Peers that misbehave, each as a process: `python scripts/load_offenders.py KIND SEED HOST:PORT...`.

It comes to every given peer of a table as a spectator and goes on misbehaving there until it is ended, connecting
anew whenever it is cut off. It steps back from the processor, so that the others suffer from what it sends and not from
how much it works.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from itertools import count
from typing import Final

import trio

from scatnet.log import Identity, Kind, make_event
from scatnet.log.encoding import pack, unpack
from scatnet.net.addresses import Endpoint, parse_endpoint
from scatnet.net.channel import Channel, ChannelError
from scatnet.net.chat import make_line
from scatnet.net.credentials import Credentials
from scatnet.net.frames import Addresses, Chat, Frame, Have, Ping, Records, Role, Sync, Want, encode
from scatnet.net.gossip import make_record
from scatnet.net.handshake import Wish, dial
from scatnet.net.limits import NAMES_PER_FRAME, RECORD_BYTES, RECORDS_PER_FRAME, SYNC_BYTES
from scatnet.net.reach import connect_tcp

_REST_SECONDS: Final = 0.02  # before connecting anew
_KNOCKS: Final = 30  # connections at once


class Offender:
    """One of them, with a key and chances of its own."""

    def __init__(self, seed: int, number: int) -> None:
        self.chance = random.Random(f"{seed} {number}")
        self.identity = Identity(self.chance.randbytes(32))
        self.credentials = Credentials(self.identity)

    async def come(self, where: Endpoint) -> Channel:
        """Come in as a spectator. Raises ChannelError."""
        return await dial(await connect_tcp(where), self.credentials, Wish(role=Role.WATCHER))


Offence = Callable[[Offender, Endpoint], Awaitable[None]]
"""What one does, once, until it is stopped by ChannelError or comes to its end."""


async def frames(offender: Offender, where: Endpoint) -> None:
    """Valid frames of every kind, as fast as they are taken."""
    channel = await offender.come(where)
    opening = await _opening(channel)
    here = [Endpoint("192.0.2.1", 4)]
    events = (
        make_event(offender.identity, table=channel.table, head=offender.chance.randbytes(32), kind=Kind.DRAW, body=())
        for _number in count()
    )
    serial = count(1)

    def names() -> tuple[bytes, ...]:
        return tuple(offender.chance.randbytes(32) for _name in range(NAMES_PER_FRAME))

    makers: tuple[Callable[[], Frame], ...] = (
        lambda: Ping(1),
        lambda: Records((opening,) * RECORDS_PER_FRAME),
        lambda: Records((opening,)),
        lambda: Records(((1, next(events).record),)),
        lambda: Addresses((make_record(offender.identity, channel.table, next(serial), here).raw,)),
        lambda: Have(names()),
        lambda: Want(names()),
    )
    await _both_ways(channel, lambda: encode(offender.chance.choice(makers)()))


async def repeats(offender: Offender, where: Endpoint) -> None:
    """One valid record of the table, as often as it fits into frames, as fast as they are taken."""
    channel = await offender.come(where)
    frame = encode(Records((await _opening(channel),) * RECORDS_PER_FRAME))
    await _both_ways(channel, lambda: frame)


async def useless(offender: Offender, where: Endpoint) -> None:
    """Well-formed, signed answers to the table's present head, by somebody who has no seat."""
    channel = await offender.come(where)
    head = (await _locator(channel))[:32]

    def answer() -> bytes:
        body = (offender.chance.randrange(52), False, (offender.chance.randbytes(9000),))
        event = make_event(offender.identity, table=channel.table, head=head, kind=Kind.DISCARD, body=body)
        return encode(Records(((1, event.record),)))

    await _both_ways(channel, answer)


async def big(offender: Offender, where: Endpoint) -> None:
    """Frames as big as they may be, with records that are none."""
    channel = await offender.come(where)
    frame = encode(Records(((1, offender.chance.randbytes(RECORD_BYTES)),)))
    await _both_ways(channel, lambda: frame)


async def garbage(offender: Offender, where: Endpoint) -> None:
    """Bytes that are no frames."""
    channel = await offender.come(where)
    await _both_ways(channel, lambda: offender.chance.randbytes(65536))


async def chat(offender: Offender, where: Endpoint) -> None:
    """Signed lines of chat without end."""
    channel = await offender.come(where)
    serial = count(1)

    def line() -> bytes:
        made = make_line(offender.identity, channel.table, next(serial), "Eve", "buy now " * 30)
        assert made is not None
        return encode(Chat(made.raw))

    await _both_ways(channel, line)


async def sync(offender: Offender, where: Endpoint) -> None:
    """Requests for the whole log in a loop; the answers are read."""
    channel = await offender.come(where)
    locator = await _locator(channel)
    request = encode(Sync(pack((0, locator[-32:], b"", b"\xff" * 8, b""))))
    await _both_ways(channel, lambda: request)


async def slow(offender: Offender, where: Endpoint) -> None:
    """Reads a byte a second, and keeps the link alive with pings."""
    stream = await connect_tcp(where)
    narrow = _Narrow(stream)
    channel = await dial(narrow, offender.credentials, Wish(role=Role.WATCHER))
    narrow.bytes_a_second = 1

    async def ping(scope: trio.CancelScope) -> None:
        with suppress(ChannelError):
            for number in count():
                await channel.send(Ping(number))
                await trio.sleep(5)
        scope.cancel()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ping, nursery.cancel_scope)
        with suppress(ChannelError):
            while True:
                await channel.receive()
        nursery.cancel_scope.cancel()
    await channel.aclose()


async def reconnect(offender: Offender, where: Endpoint) -> None:
    """Comes in and goes away, in a loop."""
    channel = await offender.come(where)
    await channel.aclose()


async def knock(offender: Offender, where: Endpoint) -> None:
    """Connects many times at once and goes away, or stays without a word, in a loop: no handshake is finished."""
    async with trio.open_nursery() as nursery:
        for _connection in range(_KNOCKS):
            nursery.start_soon(_knock_once, offender, where)


async def _knock_once(offender: Offender, where: Endpoint) -> None:
    try:
        stream = await connect_tcp(where)
    except ChannelError:
        return
    if offender.chance.random() < 0.5:
        await trio.aclose_forcefully(stream)
        return
    with trio.move_on_after(5), suppress(trio.BrokenResourceError):
        await stream.receive_some()
    await trio.aclose_forcefully(stream)


OFFENCES: Final[Mapping[str, Offence]] = {
    "frames": frames,
    "repeats": repeats,
    "useless": useless,
    "big": big,
    "garbage": garbage,
    "chat": chat,
    "sync": sync,
    "slow": slow,
    "reconnect": reconnect,
    "knock": knock,
}


class _Narrow(trio.abc.Stream):
    """A stream that gives so few bytes a second, where it is told to."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self.bytes_a_second = 0

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        if self.bytes_a_second:
            await trio.sleep(1)
            max_bytes = self.bytes_a_second
        return await self._stream.receive_some(max_bytes)

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._stream.aclose()


async def _opening(channel: Channel) -> tuple[int, bytes]:
    """The table's first record, with which every peer greets."""
    while True:
        frame = await channel.receive()
        if isinstance(frame, Records):
            return frame.records[0]


async def _locator(channel: Channel) -> bytes:
    """The heads that a peer names in its first request, the newest first and the table's first last."""
    while True:
        frame = await channel.receive()
        if isinstance(frame, Sync):
            match unpack(frame.payload, SYNC_BYTES):
                case (int(), bytes() as locator, *_others):
                    return locator


async def _both_ways(channel: Channel, make: Callable[[], bytes]) -> None:
    """Send what is made as fast as it is taken, and read what comes."""

    async def write(scope: trio.CancelScope) -> None:
        with suppress(ChannelError):
            while True:
                await channel.send_encoded(make())
        scope.cancel()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(write, nursery.cancel_scope)
        with suppress(ChannelError):
            while True:
                await channel.receive()
        nursery.cancel_scope.cancel()
    await channel.aclose()


async def _go_on(offence: Offence, offender: Offender, where: Endpoint) -> None:
    while True:
        with suppress(ChannelError):
            await offence(offender, where)
        await trio.sleep(_REST_SECONDS)


async def _run(kind: str, seed: int, places: list[Endpoint]) -> None:
    async with trio.open_nursery() as nursery:
        for number, where in enumerate(places):
            nursery.start_soon(_go_on, OFFENCES[kind], Offender(seed, number), where)


def main() -> None:
    kind, seed, *places = sys.argv[1:]
    if hasattr(os, "nice"):
        os.nice(10)
    trio.run(_run, kind, int(seed), [parse_endpoint(place) for place in places])


if __name__ == "__main__":
    main()
