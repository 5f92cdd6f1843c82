"""A place at a table on this machine: its files, seats, listeners and channel, and the node that is run
with them.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Final

import trio

from scatnet.log import BadRecord
from scatnet.net.address_file import load_addresses, save_addresses
from scatnet.net.addresses import Endpoint
from scatnet.net.announcing import announce
from scatnet.net.arriving import Arrival
from scatnet.net.disk import TableDisk
from scatnet.net.limits import ADDRESSES_PER_PEER
from scatnet.net.listening import Listening, open_listening
from scatnet.net.node import Node
from scatnet.net.past import past_of
from scatnet.net.person import Person
from scatnet.net.publisher import Publisher
from scatnet.net.seats import Seated
from scatnet.net.session import RefusalError
from scatnet.net.ticket import Ticket
from scatnet.store.errors import StoreError
from scatnet.store.home import Result, note_result
from scatnet.table.engine import ENGINE
from scatnet.table.fold import genesis
from scatnet.table.happenings import Happening
from scatnet.table.lobby import Lobby
from scatnet.table.peer import Peer, PeerSettings
from scatnet.table.state import Stage, TableState
from scatnet.words import _

__all__ = ["Place", "files", "listening_at", "run_place"]

_LOG: Final = logging.getLogger("scatnet.net")
_KEEP_SECONDS: Final = 2.0  # between two looks at what addresses are worth keeping


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What a node is made of, besides the person. `seated` is None for a spectator; `start_when` is the
    host's.
    """

    disk: TableDisk
    seated: Seated | None
    listening: Listening
    passcode: str | None
    arrival: Arrival | None = None
    start_when: int | None = None

    @property
    def endpoints(self) -> tuple[Endpoint, ...]:
        """Where this machine can be reached, as many as others take."""
        return self.listening.endpoints[:ADDRESSES_PER_PEER]

    def ticket(self, key: bytes) -> Ticket | None:
        """The ticket to the table by way of this machine, whose key this is."""
        if not self.endpoints:
            return None
        return Ticket(addresses=self.endpoints, key=key, passcode=self.passcode or "")


@asynccontextmanager
async def listening_at(listen: Endpoint | None) -> AsyncIterator[Listening]:
    """Listeners for as long as the block lasts. Raises RefusalError."""
    listening = await open_listening(listen)
    try:
        yield listening
    finally:
        for listener in listening.listeners:
            await trio.aclose_forcefully(listener)


@asynccontextmanager
async def files(opened: Callable[[], TableDisk]) -> AsyncIterator[TableDisk]:
    """A table's files for as long as the block lasts. Raises StoreError."""
    disk = await trio.to_thread.run_sync(opened)
    try:
        yield disk
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(disk.close)


async def run_place(
    person: Person,
    way: AbstractAsyncContextManager[Place],
    publisher: Publisher,
    *,
    task_status: trio.TaskStatus[tuple[Node, Ticket | None]] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Come to a place by this way and run its node until the node is stopped.

    Raises RefusalError before it has started, StoreError then and later.
    """
    async with way as place:
        node = await _make_node(person, place, publisher)
        channel = None
        if place.arrival is not None:
            channel = place.arrival.channel
            node.book.learn(channel.peer, [place.arrival.endpoint])
        for record in await trio.to_thread.run_sync(load_addresses, place.disk.path, node.state.table):
            node.book.add(record)
        try:
            async with trio.open_nursery() as nursery:
                await nursery.start(node.run, place.listening.listeners, place.endpoints, channel)
                nursery.start_soon(_keep_addresses, node)
                nursery.start_soon(_note_the_end, node)
                if place.listening.listeners and person.discovery:
                    nursery.start_soon(announce, node, place.listening.interfaces, place.endpoints)
                if place.start_when is not None:
                    nursery.start_soon(node.start_when, place.start_when)
                task_status.started((node, place.ticket(person.identity.public)))
                await node.stopped.wait()
                nursery.cancel_scope.cancel()
        finally:
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(save_addresses, node.disk.path, node.book.records())


async def _keep_addresses(node: Node) -> None:
    kept: tuple[bytes, ...] = ()
    while True:
        known = node.book.records()
        if known != kept:
            await trio.to_thread.run_sync(save_addresses, node.disk.path, known)
            kept = known
        await trio.sleep(_KEEP_SECONDS)


async def _note_the_end(node: Node) -> None:
    """Note beside the log how the game has ended, for the list of games; without the note it counts as
    unfinished.
    """
    while node.state.stage is not Stage.OVER:
        await node.changed.wait()
    game = node.state.game
    winners = (game.winners or ()) if game is not None else ()
    result = Result(winners=tuple(node.state.seats[seat].name for seat in winners), rounds=node.state.rounds)
    with trio.CancelScope(shield=True):
        try:
            # The note is never ahead of the log: who is killed between the two can still resume.
            await node.driver.flush()
            await trio.to_thread.run_sync(note_result, node.disk.path, result)
        except StoreError as error:
            _LOG.warning("the result could not be noted: %s", error)


async def _make_node(person: Person, place: Place, publisher: Publisher) -> Node:
    try:
        state = genesis(place.disk.opening)
    except ValueError as error:
        raise RefusalError(_("This table cannot be played here: {why}.").format(why=error)) from error
    lobby = Lobby(state)

    def make_peer() -> tuple[Peer[TableState], tuple[Happening, ...]]:
        peer = Peer(
            engine=ENGINE,
            genesis=state,
            settings=PeerSettings(patience=state.settings.patience, turn_clock=state.settings.turn_clock),
            operator=person.identity if place.seated is not None else None,
            seats=place.seated.seats if place.seated is not None else (),
            lobby=lobby,
            records=place.disk.records(),
            notes=place.disk.notes(),
        )
        return peer, past_of(peer.ledger)

    try:
        peer, past = await trio.to_thread.run_sync(make_peer)
    except BadRecord as error:
        sentence = _("{path} holds a record that makes no sense: {why}")
        raise RefusalError(sentence.format(path=place.disk.path, why=error)) from error
    publisher.remember(past)
    return Node(
        credentials=person.credentials,
        name=person.nickname,
        disk=place.disk,
        peer=peer,
        lobby=lobby,
        player=place.seated.own if place.seated is not None else None,
        paced=place.seated.paced if place.seated is not None else (),
        passcode=place.passcode,
        publisher=publisher,
    )
