"""What the tests of the network share: identities, doors, and channels over streams in memory."""

from __future__ import annotations

from dataclasses import dataclass, field

import trio
from trio.testing import memory_stream_pair

from scatnet.log import Identity
from scatnet.net.addresses import DEFAULT_PORT, Endpoint
from scatnet.net.channel import Channel, ChannelError, Trouble
from scatnet.net.credentials import Credentials
from scatnet.net.frames import Role
from scatnet.net.handshake import Door, Refused, Wish, accept, dial
from scatnet.net.reach import Connect

ANN = Credentials(Identity(b"A" * 32))
BEN = Credentials(Identity(b"B" * 32))
CAT = Credentials(Identity(b"C" * 32))
TABLE = b"T" * 32


@dataclass
class OpenDoor:
    """A door that lets everyone in who knows the passcode, and notes what it was asked."""

    passcode: str | None = None
    table: bytes = TABLE
    trusted: frozenset[bytes] = frozenset()
    refusal: Refused | None = None
    attempts_allowed: int = 5
    attempts: int = 0
    right: int = 0
    judged: list[tuple[bytes, Role]] = field(default_factory=list)

    def judge(self, key: bytes, role: Role) -> Refused | bool:
        self.judged.append((key, role))
        return self.refusal or key in self.trusted

    def may_try_passcode(self, address: str) -> bool:
        self.attempts += 1
        return self.attempts <= self.attempts_allowed

    def passcode_was_right(self, address: str) -> None:
        self.right += 1


@dataclass
class Ends:
    """What came of both ends of a handshake: a channel, or the error."""

    dialler: Channel | ChannelError | None = None
    listener: Channel | ChannelError | None = None

    def channels(self) -> tuple[Channel, Channel]:
        """Both channels, dialler's first; fails the test where there is none."""
        assert isinstance(self.dialler, Channel), self.dialler
        assert isinstance(self.listener, Channel), self.listener
        return self.dialler, self.listener


async def shake_hands(wish: Wish, door: Door, dialler: Credentials = ANN, listener: Credentials = BEN) -> Ends:
    """Run both ends of a handshake against each other, in memory."""
    ends = Ends()
    left, right = memory_stream_pair()

    async def dialling() -> None:
        try:
            ends.dialler = await dial(left, dialler, wish)
        except ChannelError as error:
            ends.dialler = error

    async def accepting() -> None:
        try:
            ends.listener = await accept(right, listener, door)
        except ChannelError as error:
            ends.listener = error

    async with trio.open_nursery() as nursery:
        nursery.start_soon(dialling)
        nursery.start_soon(accepting)
    return ends


def trouble_of(end: Channel | ChannelError | None) -> str:
    """The name of the trouble that this end of a handshake met."""
    assert isinstance(end, ChannelError), end
    return end.trouble.name


class MemoryListener(trio.abc.Listener[trio.abc.Stream]):
    """A listener whose connections come from `MemoryNetwork.connect`."""

    def __init__(self) -> None:
        self._send, self._receive = trio.open_memory_channel[trio.abc.Stream](1000)

    def connect(self) -> trio.abc.Stream:
        """The other end of a new connection."""
        ours, theirs = memory_stream_pair()
        self._send.send_nowait(theirs)
        return ours

    async def accept(self) -> trio.abc.Stream:
        return await self._receive.receive()

    async def aclose(self) -> None:
        self._send.close()
        self._receive.close()
        await trio.lowlevel.checkpoint()


class MemoryNetwork:
    """A network in memory: endpoints with listeners, and pairs of hosts between which nothing passes."""

    def __init__(self) -> None:
        self._listeners: dict[Endpoint, MemoryListener] = {}
        self.cut: set[frozenset[str]] = set()
        self.dialled: list[tuple[str, str]] = []

    def listen(self, host: str) -> MemoryListener:
        """A listener at this host's default port."""
        listener = self._listeners[at(host)] = MemoryListener()
        return listener

    def connect_from(self, host: str) -> Connect:
        """How this host opens connections."""

        async def connect(endpoint: Endpoint) -> trio.abc.Stream:
            await trio.lowlevel.checkpoint()
            self.dialled.append((host, endpoint.host))
            if frozenset({host, endpoint.host}) in self.cut or endpoint not in self._listeners:
                raise ChannelError(Trouble.UNREACHABLE)
            return self._listeners[endpoint].connect()

        return connect


def at(host: str) -> Endpoint:
    """The endpoint of a host of the network in memory."""
    return Endpoint(host, DEFAULT_PORT)
