"""A node: one machine's part in one table, on the network.

The node keeps links to everyone at the table, passes on what is new, brings itself and others up to date, and
tells the people here what happens. What the records mean is the peer's business, which a `Driver` runs.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

import trio

from scatnet.log import Event, fingerprint
from scatnet.log.bodies import Sit, body_of
from scatnet.net.addresses import Endpoint
from scatnet.net.channel import Channel, Trouble
from scatnet.net.courier import Courier
from scatnet.net.credentials import Credentials
from scatnet.net.disk import TableDisk
from scatnet.net.door import TableDoor, operators_seated
from scatnet.net.doorkeeper import Doorkeeper
from scatnet.net.driver import Driver, Tidings
from scatnet.net.frames import Addresses, Again, Chat, Farewell, Have, Records, Role, Sync, Want
from scatnet.net.gossip import AddressBook
from scatnet.net.mesh import Joined, Left, Mesh, Received
from scatnet.net.pace import PacedPlayer
from scatnet.net.publisher import Publisher
from scatnet.net.reach import Connect, connect_tcp
from scatnet.net.session import Neighbour, Notice, ViewChanged
from scatnet.net.sidelines import FORGED, USELESS, Sidelines
from scatnet.net.sight import look, with_times
from scatnet.net.spreading import filled
from scatnet.net.tidings import happenings_of, notice_of
from scatnet.net.turns import Turns
from scatnet.table.effects import RecordType
from scatnet.table.lobby import Lobby
from scatnet.table.peer import ChoiceRefusedError, Peer
from scatnet.table.player import Player
from scatnet.table.state import Stage, TableState
from scatnet.table.view import TableView
from scatnet.words import _

__all__ = ["Node"]

_LOG: Final = logging.getLogger("scatnet.net")


class Node:
    """Runs one table on this machine.

    `player` is the seat of the person here (None for a spectator), `name` what a spectator's chat is signed
    with, `paced` are the computer players here that take their time. The caller owns the disk, and opens and
    hands over the listeners.
    """

    def __init__(
        self,
        *,
        credentials: Credentials,
        name: str,
        disk: TableDisk,
        peer: Peer[TableState],
        lobby: Lobby,
        player: Player | None,
        passcode: str | None,
        publisher: Publisher,
        paced: Sequence[PacedPlayer] = (),
        connect: Connect = connect_tcp,
    ) -> None:
        keeper = Doorkeeper(0.0)
        self.publisher: Final = publisher
        self.driver: Final = Driver(peer, disk, self, paced)
        self.book: Final = AddressBook()
        self.door: Final = TableDoor(self, passcode, keeper)
        self.disk: Final = disk
        self.player: Final = player
        self._credentials: Final = credentials
        self._peer: Final = peer
        self._lobby: Final = lobby
        role = Role.WATCHER if player is None else Role.PLAYER
        self._mesh: Final = Mesh(credentials, self.door, self.book, role=role, connect=connect, keeper=keeper)
        self.sidelines: Final = Sidelines(self, credentials.identity, name, self._mesh, self.book, publisher)
        self._courier: Final = Courier(self._mesh)
        self._watchers: set[bytes] = set()
        self._lost: set[bytes] = set()  # people at the table whose link has been lost
        self._sync_again: set[bytes] = set()
        self._sync_turns: Final = Turns()
        self._seen: object = None
        self._view: TableView | None = None
        self._chosen_at = b""  # the head at which the person here has chosen
        self.endpoints: tuple[Endpoint, ...] = ()
        self._stopping = trio.Event()
        self.stopped: Final = trio.Event()
        self.changed = trio.Event()  # set, and replaced, when something in the view has changed

    # What others look at

    @property
    def state(self) -> TableState:
        """The table as it stands."""
        return self._peer.state

    @property
    def is_host(self) -> bool:
        """Whether the person here opened the table."""
        return self.state.settings.host == self._credentials.public

    @property
    def key(self) -> bytes:
        """The key of the person here."""
        return self._credentials.public

    @property
    def sits(self) -> tuple[Event, ...]:
        """The `sit`s of the lobby."""
        return self._lobby.sits

    @property
    def taken(self) -> int:
        """How many seats of the lobby are taken by people who are here."""
        bodies = (body_of(sit) for sit in self.sits)
        return sum(isinstance(body, Sit) and body.operator not in self.absent for body in bodies)

    @property
    def absent(self) -> frozenset[bytes]:
        """Of the people at the table, those who cannot be reached, or have been sent away."""
        return (self.operators - self._mesh.neighbours - {self.key}) | self.door.kicked

    @property
    def players(self) -> frozenset[bytes]:
        """The keys of the person here, and of those linked to this machine who do not only watch."""
        return (self._mesh.neighbours - self._watchers) | {self.key}

    @property
    def watchers(self) -> int:
        """Spectators linked to this machine."""
        return len(self._watchers)

    @property
    def operators(self) -> frozenset[bytes]:
        """The people at the table."""
        return operators_seated(self.state, self.sits)

    @property
    def heard(self) -> frozenset[bytes]:
        """The keys of those who may speak."""
        return self.operators | self._watchers

    def view(self) -> TableView:
        """The table as the person here may see it now."""
        waiting = self._peer.waiting()
        if self._view is None:
            self._view = look(
                self.state,
                self._lobby,
                self.player,
                waiting=waiting,
                here=self._mesh.neighbours | {self.key},
                gone=self.absent if self.is_host else (),
                answered=self._chosen_at == self.state.head,
                verified=self.driver.verified,
            )
        return with_times(self._view, waiting, trio.current_time())

    def neighbours(self) -> tuple[Neighbour, ...]:
        """The other machines at the table, those with seats first."""
        linked = self._mesh.neighbours
        people = sorted(self.operators - {self._credentials.public})
        return tuple(self._neighbour(key, key in linked) for key in (*people, *sorted(self._watchers)))

    def name_of(self, operator: bytes) -> str:
        """What the person with this key is called at the table; their key's beginning where they have no
        seat.
        """
        for seat in self.state.seats:
            if operator in (seat.key, seat.operator):
                return seat.name
        for sit in self.sits:
            body = body_of(sit)
            if isinstance(body, Sit) and operator in (sit.author, body.operator):
                return body.nickname
        return fingerprint(operator)[:9]

    # Running

    async def run(
        self,
        listeners: Sequence[trio.SocketListener],
        endpoints: Sequence[Endpoint],
        first: Channel | None = None,
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Take part until `stop` or cancelled. `first` is a link made before, if there is one.

        Raises StoreError where the disk fails.
        """
        self.endpoints = tuple(endpoints)
        if endpoints:
            self.sidelines.listen_at(endpoints)
        try:
            async with trio.open_nursery() as nursery:
                await nursery.start(self._mesh.run, listeners)
                if first is not None:
                    self._mesh.adopt(first)
                await nursery.start(self.driver.run)
                nursery.start_soon(self._work_inbox)
                nursery.start_soon(self._courier.run)
                nursery.start_soon(self._keep_order)
                task_status.started()
                await self._stopping.wait()
                self._courier.finish()
                await self._mesh.shut_down()
                nursery.cancel_scope.cancel()
        finally:
            self.stopped.set()

    def stop(self) -> None:
        """Let `run` end when everything has been said."""
        self._stopping.set()

    async def _work_inbox(self) -> None:
        async for inbound in self._mesh.inbox:
            match inbound:
                case Joined(peer, watcher):
                    self._greet(peer, watcher=watcher)
                case Left(peer, reason):
                    self._part(peer)
                    _LOG.info("%s is gone: %s", peer.hex()[:16], reason.detail)
                case Received(peer, Records(records)):
                    self._courier.received(peer, records)
                    let_in = [(kind, record) for kind, record in records if self.door.may_pass(kind, record)]
                    await self.driver.receive(let_in, peer)
                case Received(peer, Have() | Want() as frame):
                    self._courier.hear(peer, frame)
                case Received(peer, Sync(payload)):
                    await self._answer_sync(peer, payload)
                case Received(peer, Chat() | Addresses() | Again() as frame):
                    self.sidelines.hear(peer, frame)

    async def _keep_order(self) -> None:
        """While we are the host of a lobby, leave out of it who has gone or been sent away."""
        said: frozenset[bytes] = frozenset()
        while self.is_host and self.state.stage is Stage.LOBBY:
            changed = self.changed
            if self.absent != said:
                said = self.absent
                await self.driver.note_absent(said)
            await changed.wait()

    # Links

    def _greet(self, peer: bytes, *, watcher: bool) -> None:
        """A link is new: say which table this is, where everyone listens, and what is known here."""
        self._courier.joined(peer)
        if watcher:
            self._watchers.add(peer)
        else:
            self._watchers.discard(peer)  # it has come back to play before it was missed
        if peer in self._lost:
            self._lost.discard(peer)
            self._notify(_("{name} is connected again.").format(name=self.name_of(peer)))
        self._mesh.send(Records(((RecordType.EVENT, self.disk.opening.record),)), peer)
        self.sidelines.greet(peer)
        self._mesh.send(Sync(self._peer.sync_request()), peer)
        self.settled()

    def _part(self, peer: bytes) -> None:
        self._courier.left(peer)
        self._watchers.discard(peer)
        self._sync_again.discard(peer)
        if peer in self.operators and self.state.stage not in (Stage.LOBBY, Stage.OVER):
            self._lost.add(peer)
            self._notify(_("The connection to {name} is lost.").format(name=self.name_of(peer)))
        self.settled()

    async def _answer_sync(self, peer: bytes, payload: bytes) -> None:
        answer = await self.driver.answer_sync(payload)
        if answer.bad:
            self._mesh.blame(peer, FORGED, "a sync request that makes no sense")
        for frame in filled(answer.records):
            self._mesh.send(frame, peer)
        for reply in answer.replies:
            self._mesh.send(Sync(reply), peer)
        if answer.again:
            self._sync_again.add(peer)
            self._ask_again()

    def _ask_again(self) -> None:
        """Ask those for more who have more, once what they sent has been worked on."""
        if self._sync_again and self._peer.idle:
            for peer in sorted(self._sync_again):
                self._mesh.send(Sync(self._peer.sync_request()), peer)
            self._sync_again.clear()

    def learn(self, operator: bytes, endpoints: Sequence[Endpoint]) -> None:
        """Take in where a peer is said to be; it still has to prove its key there."""
        self.book.learn(operator, endpoints)
        self._mesh.addresses_changed()

    def kick(self, seat: bytes) -> None:
        """Keep whoever runs the seat with this key out of the lobby."""
        bodies = {sit.author: body_of(sit) for sit in self.sits}
        body = bodies.get(seat)
        operator = body.operator if isinstance(body, Sit) else seat
        self.door.kicked.add(operator)
        self._mesh.cut(operator, Trouble.KICKED, "the host does not want this peer", Farewell.KICKED)
        self._look_again()

    # The lobby

    async def start_game(self) -> str | None:
        """Begin with those who sit; a sentence where that cannot be."""
        try:
            await self.driver.start_game()
        except ChoiceRefusedError as error:
            return _(str(error))
        return None

    async def start_when(self, seats: int) -> None:
        """Begin as soon as so many sit (host only)."""
        while self.state.stage is Stage.LOBBY:
            changed = self.changed
            if len(self.sits) >= seats and await self.start_game() is None:
                return
            await changed.wait()

    # The driver's outlet

    def send(self, records: Sequence[tuple[int, bytes]]) -> None:
        """See `Outlet`."""
        self._courier.spread(records)

    def want_sync(self, source: bytes | None) -> None:
        """See `Outlet`."""
        linked = self._mesh.neighbours
        if source is not None and source in linked:
            chosen = [source]
        else:
            chosen = self._sync_turns.next(linked & self.operators, linked - self.operators)
        for peer in chosen:
            self._mesh.send(Sync(self._peer.sync_request()), peer)

    def blame(self, source: bytes, sentence: str, *, forged: bool) -> None:
        """See `Outlet`."""
        self._mesh.blame(source, FORGED if forged else USELESS, sentence)

    def tell(self, tidings: Tidings) -> None:
        """See `Outlet`."""
        for happening in happenings_of(tidings):
            self.publisher.publish(happening)
        sentence = notice_of(tidings, self.state, self.name_of)
        if sentence is not None:
            self._notify(sentence)

    def settled(self) -> None:
        """See `Outlet`: who is wanted may have changed, and what the person here sees."""
        self._mesh.want(self.operators, self.door.passcode)
        self._ask_again()
        seen = (self.state.head, self._lobby.events(), self._peer.waiting(), self._mesh.neighbours)
        if seen != self._seen:
            self._seen = seen
            self._look_again()

    def chosen(self) -> None:
        """The person here has chosen: nothing more is asked of them at this step."""
        self._chosen_at = self.state.head
        self._look_again()

    def _look_again(self) -> None:
        self._view = None
        self.publisher.publish(ViewChanged())
        self.changed.set()
        self.changed = trio.Event()

    def _notify(self, sentence: str) -> None:
        self.publisher.publish(Notice(text=sentence))

    def _neighbour(self, key: bytes, reachable: bool) -> Neighbour:
        seats = tuple(place for place, seat in enumerate(self.state.seats) if seat.operator == key)
        return Neighbour(name=self.name_of(key), fingerprint=fingerprint(key), seats=seats, reachable=reachable)
