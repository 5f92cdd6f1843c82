"""Coming to a table: opening one, joining or watching one that is found or named, resuming one, practising alone.

Each way is an async context manager that gives a `TableSession`. The block owns the node, its listeners,
files and announcement; leaving the block closes everything. A way that there is not raises RefusalError with
a sentence, and StoreError where the disk does not take part.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio

from scatnet.log import ZERO, BadRecord, Event, Kind, clean_text, make_event, table_id
from scatnet.log.bodies import Open
from scatnet.log.limits import PATIENCE_SECONDS, TABLE_NAME_CHARACTERS, TURN_CLOCK_SECONDS
from scatnet.net.addresses import Endpoint, interfaces_for
from scatnet.net.announcing import announce
from scatnet.net.arriving import Arrival, arrive, find_target
from scatnet.net.disk import TableDisk
from scatnet.net.frames import Role
from scatnet.net.limits import ADDRESSES_PER_PEER, CLOSE_SECONDS
from scatnet.net.listening import Listening, nowhere, open_listening
from scatnet.net.node import Node
from scatnet.net.person import Person
from scatnet.net.seats import Seated, seats_again, seats_wanted
from scatnet.net.session import Notice, RefusalError
from scatnet.net.table_session import TableSession
from scatnet.net.ticket import Ticket
from scatnet.rules.fields import encode_rules
from scatnet.rules.ruleset import RuleSet
from scatnet.table.beginning import PROTOCOL_REVISION
from scatnet.table.engine import ENGINE
from scatnet.table.fold import genesis
from scatnet.table.lobby import Lobby
from scatnet.table.peer import Peer, PeerSettings
from scatnet.table.state import TableState
from scatnet.words import _

__all__ = ["FIND_SECONDS", "TableWish", "host_table", "join_table", "resume_table", "watch_table"]

FIND_SECONDS: Final = 4.0  # to look for a table on the network


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWish:
    """The table that a host wants to open. Times in seconds.

    With `start_when`, the game begins as soon as so many sit. A `practice` table cannot be found or joined.
    """

    name: str
    rules: RuleSet
    seats: int
    bots: int = 0
    passcode: str | None = None
    patience: int = 120
    turn_clock: int = 0
    spectators: bool = True
    practice: bool = False
    start_when: int | None = None
    previous: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """What a node is made of, besides the person: its files, seats, listeners and the channel it came by."""

    disk: TableDisk
    seated: Seated | None
    listening: Listening
    passcode: str | None
    arrival: Arrival | None = None
    start_when: int | None = None


@asynccontextmanager
async def host_table(person: Person, wish: TableWish, listen: Endpoint | None = None) -> AsyncIterator[TableSession]:
    """Open a table and sit down at it, with the computer players wished for."""
    _check(wish)
    opening = _opening(person, wish)
    table = table_id(opening)
    async with AsyncExitStack() as stack:
        listening = nowhere() if wish.practice else await stack.enter_async_context(_listening(listen))
        disk = await stack.enter_async_context(
            _files(lambda: TableDisk.create(person.home, table, opening, playing=True))
        )
        place = _Place(
            disk=disk,
            seated=seats_wanted(person, disk, table, wish.bots),
            listening=listening,
            passcode=wish.passcode,
            start_when=wish.start_when or (wish.seats if wish.practice else None),
        )
        yield await stack.enter_async_context(_running(person, place))


@asynccontextmanager
async def join_table(
    person: Person,
    target: str,
    *,
    passcode: str | None = None,
    listen: Endpoint | None = None,
    seconds: float = FIND_SECONDS,
) -> AsyncIterator[TableSession]:
    """Sit down at a table found by name or key, or named by address or ticket."""
    async with _arriving(person, target, Role.PLAYER, passcode, listen, seconds) as arrival, AsyncExitStack() as stack:
        table = arrival.channel.table
        listening = await stack.enter_async_context(_listening(listen))
        disk = await stack.enter_async_context(
            _files(lambda: TableDisk.create(person.home, table, arrival.opening, playing=True))
        )
        seated = await trio.to_thread.run_sync(seats_again, person, disk, table)
        place = _Place(
            disk=disk,
            seated=seated or seats_wanted(person, disk, table, bots=0),
            listening=listening,
            passcode=arrival.passcode,
            arrival=arrival,
        )
        yield await stack.enter_async_context(_running(person, place))


@asynccontextmanager
async def watch_table(
    person: Person,
    target: str,
    *,
    passcode: str | None = None,
    listen: Endpoint | None = None,
    seconds: float = FIND_SECONDS,
) -> AsyncIterator[TableSession]:
    """Watch a table found by name or key, or named by address or ticket, where its host allows that."""
    async with _arriving(person, target, Role.WATCHER, passcode, listen, seconds) as arrival, AsyncExitStack() as stack:
        disk = await stack.enter_async_context(
            _files(lambda: TableDisk.create(person.home, arrival.channel.table, arrival.opening, playing=False))
        )
        place = _Place(disk=disk, seated=None, listening=nowhere(), passcode=arrival.passcode, arrival=arrival)
        yield await stack.enter_async_context(_running(person, place))


@asynccontextmanager
async def resume_table(
    person: Person, log: Path, *, passcode: str | None = None, listen: Endpoint | None = None
) -> AsyncIterator[TableSession]:
    """Go on with a table of this home that has not ended, in the seats that this machine had."""
    async with AsyncExitStack() as stack:
        disk = await stack.enter_async_context(_files(lambda: TableDisk.open(log, playing=True)))
        table = table_id(disk.opening)
        seated = await trio.to_thread.run_sync(seats_again, person, disk, table)
        if seated is None and disk.opening.author != person.identity.public:
            raise RefusalError(_("The game at this table had not begun; join it again."))
        place = _Place(
            disk=disk,
            seated=seated or seats_wanted(person, disk, table, bots=0),
            listening=await stack.enter_async_context(_listening(listen)),
            passcode=passcode,
        )
        yield await stack.enter_async_context(_running(person, place))


def _check(wish: TableWish) -> None:
    rules = wish.rules
    low, high = PATIENCE_SECONDS
    if not rules.min_seats <= wish.seats <= rules.max_seats:
        sentence = _("These rules take {low} to {high} seats.")
        raise RefusalError(sentence.format(low=rules.min_seats, high=rules.max_seats))
    if not 0 <= wish.bots < wish.seats:
        raise RefusalError(_("One seat is yours: at most {n} computer players fit.").format(n=wish.seats - 1))
    if not low <= wish.patience <= high:
        raise RefusalError(_("Patience is {low} to {high} seconds.").format(low=low, high=high))
    low, high = TURN_CLOCK_SECONDS
    if not low <= wish.turn_clock <= high:
        raise RefusalError(_("A turn clock is {low} to {high} seconds, 0 for none.").format(low=low, high=high))
    if wish.practice and wish.bots + 1 < wish.seats:
        raise RefusalError(_("At a practice table, computer players take all other seats."))


def _opening(person: Person, wish: TableWish) -> Event:
    body = Open(
        name=clean_text(wish.name, TABLE_NAME_CHARACTERS) or _("{name}'s table").format(name=person.nickname),
        rules=tuple(encode_rules(wish.rules)),
        seats=wish.seats,
        patience=wish.patience,
        turn_clock=wish.turn_clock,
        spectators=wish.spectators,
        revision=PROTOCOL_REVISION,
        nonce=secrets.token_bytes(32),
        previous=wish.previous,
    )
    return make_event(person.identity, table=ZERO, head=ZERO, kind=Kind.OPEN, body=body.to_body())


@asynccontextmanager
async def _listening(listen: Endpoint | None) -> AsyncIterator[Listening]:
    listening = await open_listening(listen)
    try:
        yield listening
    finally:
        for listener in listening.listeners:
            await trio.aclose_forcefully(listener)


@asynccontextmanager
async def _files(opened: Callable[[], TableDisk]) -> AsyncIterator[TableDisk]:
    disk = await trio.to_thread.run_sync(opened)
    try:
        yield disk
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(disk.close)


@asynccontextmanager
async def _arriving(
    person: Person, target: str, role: Role, passcode: str | None, listen: Endpoint | None, seconds: float
) -> AsyncIterator[Arrival]:
    """Find and reach the table; the channel is closed at the end of the block at the latest."""
    targets = await find_target(target, interfaces_for(listen), seconds, playing=role is Role.WATCHER)
    arrival = await arrive(targets, person.credentials, role, passcode)
    try:
        yield arrival
    finally:
        await arrival.channel.aclose()


@asynccontextmanager
async def _running(person: Person, place: _Place) -> AsyncIterator[TableSession]:
    """Run a node in the block. What the body or the node raises comes in an exception group."""
    node = await _make_node(person, place)
    endpoints = place.listening.endpoints[:ADDRESSES_PER_PEER]
    ticket = None
    if endpoints:
        ticket = Ticket(addresses=endpoints, key=person.identity.public, passcode=place.passcode or "")
    channel = None
    if place.arrival is not None:
        channel = place.arrival.channel
        node.book.learn(channel.peer, [place.arrival.endpoint])
    async with trio.open_nursery() as nursery:
        await nursery.start(node.run, place.listening.listeners, endpoints, channel)
        if place.listening.listeners:
            nursery.start_soon(announce, node, place.listening.interfaces, endpoints)
        session = TableSession(node, ticket)
        if place.start_when is not None:
            nursery.start_soon(session.start_when, place.start_when)
        for notice in place.disk.notices:
            node.publisher.publish(Notice(text=notice))
        yield session
        node.stop()
        with trio.move_on_after(2 * CLOSE_SECONDS):
            await node.stopped.wait()
        nursery.cancel_scope.cancel()


async def _make_node(person: Person, place: _Place) -> Node:
    try:
        state = genesis(place.disk.opening)
    except ValueError as error:
        raise RefusalError(_("This table cannot be played here: {why}.").format(why=error)) from error
    lobby = Lobby(state)

    def make_peer() -> Peer[TableState]:
        return Peer(
            engine=ENGINE,
            genesis=state,
            settings=PeerSettings(patience=state.settings.patience, turn_clock=state.settings.turn_clock),
            operator=person.identity if place.seated is not None else None,
            seats=place.seated.seats if place.seated is not None else (),
            lobby=lobby,
            records=place.disk.records(),
            notes=place.disk.notes(),
        )

    try:
        peer = await trio.to_thread.run_sync(make_peer)
    except BadRecord as error:
        raise RefusalError(
            _("{path} holds a record that makes no sense: {why}").format(path=place.disk.path, why=error)
        ) from error
    return Node(
        credentials=person.credentials,
        name=person.nickname,
        disk=place.disk,
        peer=peer,
        lobby=lobby,
        player=place.seated.own if place.seated is not None else None,
        passcode=place.passcode,
    )
