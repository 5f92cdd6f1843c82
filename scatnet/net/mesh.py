"""The mesh: everyone at a table dials everyone, and at most one link to each peer is kept.

`Mesh` listens, dials whom it is told to want, keeps redialling with growing delays, and hands everything that
arrives to its owner through one bounded inbox. It knows nothing of the game; what a frame means and who is
wanted is the owner's business. Two peers that connect to each other at once keep the same one of the two
connections.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

import trio

from scatnet.net.channel import Channel, ChannelError, Trouble
from scatnet.net.credentials import Credentials
from scatnet.net.doorkeeper import Doorkeeper
from scatnet.net.frames import Bye, Farewell, Frame, Role, encode
from scatnet.net.gossip import AddressBook
from scatnet.net.handshake import Door, Wish, accept
from scatnet.net.limits import (
    CLOSE_SECONDS,
    INBOX_FRAMES,
    LINK_AGE_SECONDS,
    LINKS,
    REDIAL_FIRST_SECONDS,
    REDIAL_LAST_SECONDS,
)
from scatnet.net.link import Link, Message
from scatnet.net.reach import Connect, connect_tcp, reach

__all__ = ["Inbound", "Joined", "Left", "Mesh", "Received"]

_LOG: Final = logging.getLogger("scatnet.net")


@dataclass(frozen=True, slots=True)
class Joined:
    """A link to this peer is there now, new or instead of another: whatever was under way to it may be
    lost.
    """

    peer: bytes
    watcher: bool


@dataclass(frozen=True, slots=True)
class Left:
    """The link to this peer is at its end."""

    peer: bytes
    reason: ChannelError


@dataclass(frozen=True, slots=True)
class Received:
    """A frame from this peer."""

    peer: bytes
    frame: Message


Inbound: TypeAlias = Joined | Left | Received


class Mesh:
    """Links to all peers of one table. `run` owns every task and every stream of it."""

    def __init__(
        self,
        credentials: Credentials,
        door: Door,
        book: AddressBook,
        *,
        role: Role = Role.PLAYER,
        connect: Connect = connect_tcp,
        keeper: Doorkeeper | None = None,
        seed: int | None = None,
    ) -> None:
        deliver, inbox = trio.open_memory_channel[Inbound](INBOX_FRAMES)
        self.inbox: Final = inbox
        self._deliver = deliver
        self._credentials = credentials
        self._door = door
        self._book = book
        self._role = role
        self._connect = connect
        self._links: dict[bytes, Link] = {}
        self._nursery: trio.Nursery | None = None
        self._keeper = keeper or Doorkeeper(0.0)
        self._diallers: dict[bytes, trio.CancelScope] = {}
        self._changed = trio.Event()  # set, and replaced, whenever a link ends or an address is learned
        self._random = random.Random(seed)  # spreads redials; nothing secret hangs on it

    @property
    def neighbours(self) -> frozenset[bytes]:
        """The keys of the peers with a link now."""
        return frozenset(self._links)

    @property
    def half_open(self) -> int:
        """Connections in their handshake now."""
        return self._keeper.half_open

    async def run(
        self,
        listeners: Sequence[trio.abc.Listener[trio.abc.Stream]],
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Listen and dial until cancelled or `shut_down`. Closes the listeners and every link."""
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                for listener in listeners:
                    nursery.start_soon(trio.serve_listeners, self._arrive, [listener])
                task_status.started()
                await trio.sleep_forever()
        finally:
            self._nursery = None
            self._deliver.close()

    async def shut_down(self) -> None:
        """Deliver what is queued, say goodbye to everyone, and let `run` end, all within a short time."""
        for scope in self._diallers.values():
            scope.cancel()
        for link in list(self._links.values()):
            link.finish()
        with trio.move_on_after(CLOSE_SECONDS):
            while self._links:
                await self._changed.wait()
        if self._nursery is not None:
            self._nursery.cancel_scope.cancel()

    def adopt(self, channel: Channel) -> None:
        """Take over a channel that was made elsewhere, as by the first join. Call while `run` is running."""
        self._spawn().start_soon(self._keep, channel, trio.Event())

    def want(self, peers: Iterable[bytes], passcode: str | None) -> None:
        """Dial exactly these peers from now on, whenever there is no link to them and an address is known."""
        wanted = frozenset(peers) - {self._credentials.public}
        for peer in [peer for peer in self._diallers if peer not in wanted]:
            self._diallers.pop(peer).cancel()
        for peer in sorted(wanted - self._diallers.keys()):
            scope = self._diallers[peer] = trio.CancelScope()
            self._spawn().start_soon(self._redial, peer, scope, passcode)

    def send(self, frame: Frame, *peers: bytes) -> None:
        """Queue a frame for these peers; lost where there is no link."""
        data = encode(frame)
        for link in [self._links[peer] for peer in peers if peer in self._links]:
            link.offer(data)

    def broadcast(self, frame: Frame, besides: bytes | None = None) -> None:
        """Queue a frame for every neighbour but one."""
        self.send(frame, *(peer for peer in self._links if peer != besides))

    def blame(self, peer: bytes, cost: float, detail: str) -> None:
        """Count something useless that this peer has sent; too much of it cuts the peer off."""
        link = self._links.get(peer)
        if link is not None:
            link.blame(cost, detail)

    def cut(self, peer: bytes, trouble: Trouble, detail: str, farewell: Farewell) -> None:
        """End the link to this peer, if there is one."""
        link = self._links.get(peer)
        if link is not None:
            link.cut(trouble, detail, farewell)

    def addresses_changed(self) -> None:
        """The address book holds something new: those who waited for it dial now."""
        self._notify()

    def _spawn(self) -> trio.Nursery:
        if self._nursery is None:
            raise RuntimeError("the mesh is not running")
        return self._nursery

    def _notify(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    async def _arrive(self, stream: trio.abc.Stream) -> None:
        """One connection from outside, from its first byte to its end."""
        address = _address_of(stream)
        with self._keeper.visit(address, trio.current_time()) as fault:
            if fault is None and len(self._links) >= LINKS:
                fault = "there are too many links"
            if fault is not None:
                _LOG.info("a connection from %s was closed: %s", address, fault)
                await trio.aclose_forcefully(stream)
                return
            try:
                channel = await accept(stream, self._credentials, self._door, address)
            except ChannelError as error:
                _LOG.info("a connection from %s came to nothing: %s (%s)", address, error, error.detail)
                return
        if self._keeper.comes_too_often(channel.peer, trio.current_time()):
            _LOG.warning("the peer %s was turned away: it connects too often", channel.peer.hex()[:16])
            try:
                await self._dismiss(channel, Farewell.BUSY)
            finally:
                await channel.aclose()
            return
        await self._keep(channel, trio.Event())

    async def _keep(self, channel: Channel, over: trio.Event) -> None:
        """Use a new channel as the link to its peer, unless another one is better; `over` is set at its
        end.
        """
        try:
            await self._use(channel)
        finally:
            over.set()
            await channel.aclose()

    async def _use(self, channel: Channel) -> None:
        peer = channel.peer
        old = self._links.get(peer)
        if old is not None:
            if not self._is_better(channel, old):
                await self._dismiss(channel, Farewell.DUPLICATE)
                return
            old.cut(Trouble.DUPLICATE, "a newer connection takes its place", Farewell.DUPLICATE)
        link = self._links[peer] = Link(channel, trio.current_time())
        _LOG.info("linked to %s (%s)", peer.hex()[:16], channel.address)
        reason = ChannelError(Trouble.LEFT)
        try:
            await self._deliver.send(Joined(peer, channel.watcher))
            reason = await link.run(lambda frame: self._deliver.send(Received(peer, frame)))
        finally:
            current = self._links.get(peer) is link
            if current:
                del self._links[peer]
                self._notify()
        _LOG.info("the link to %s ended: %s (%s)", peer.hex()[:16], reason, reason.detail)
        if reason.trouble is Trouble.MISBEHAVED:
            self._keeper.note_misbehaved(channel.address, peer, trio.current_time())
        if current:
            await self._deliver.send(Left(peer, reason))

    def _is_better(self, new: Channel, old: Link) -> bool:
        """Whether a new channel takes an old link's place; both ends of both connections decide the same.

        A peer dials only when it has no link. So if the old link is not quite new, its peer has lost it. If
        both are new, the two peers have dialled each other at once, and the connection of the lower key
        stays.
        """
        if trio.current_time() - old.since > LINK_AGE_SECONDS or new.dialled == old.channel.dialled:
            return True
        return new.dialled == (self._credentials.public < new.peer)

    async def _dismiss(self, channel: Channel, farewell: Farewell) -> None:
        with suppress(ChannelError), trio.move_on_after(CLOSE_SECONDS):
            await channel.send(Bye(farewell))

    async def _redial(self, peer: bytes, scope: trio.CancelScope, passcode: str | None) -> None:
        """Keep a link to one peer while it is wanted."""
        wish = Wish(key=peer, table=self._door.table, role=self._role, passcode=passcode, insist=False)
        delay = REDIAL_FIRST_SECONDS
        with scope:
            if peer < self._credentials.public:
                await trio.sleep(REDIAL_FIRST_SECONDS)  # the lower key dials first: fewer pairs meet in the middle
            while True:
                endpoints = self._book.endpoints(peer)
                if peer in self._links or not endpoints:
                    await self._changed.wait()
                    continue
                begun = trio.current_time()
                try:
                    channel, endpoint = await reach(endpoints, self._credentials, wish, self._connect)
                except ChannelError as error:
                    _LOG.debug("%s is not reached: %s (%s)", peer.hex()[:16], error, error.detail)
                else:
                    self._book.learn(peer, [endpoint])
                    over = trio.Event()
                    self._spawn().start_soon(self._keep, channel, over)
                    await over.wait()
                if trio.current_time() - begun > REDIAL_LAST_SECONDS:
                    delay = REDIAL_FIRST_SECONDS
                await trio.sleep(delay * self._random.uniform(0.8, 1.2))
                delay = min(2 * delay, REDIAL_LAST_SECONDS)


def _address_of(stream: trio.abc.Stream) -> str:
    if isinstance(stream, trio.SocketStream):
        try:
            peer: object = stream.socket.getpeername()
        except OSError:
            return ""
        if isinstance(peer, tuple) and peer:
            return str(peer[0])
    return ""
