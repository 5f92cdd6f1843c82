"""The ways to a place at a table, each a context manager that gives the place and takes back all that it
opened.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import trio

from scatnet.log import Event, table_id
from scatnet.log.bodies import Open, body_of
from scatnet.net.addresses import Endpoint
from scatnet.net.arriving import Arrival, Target, arrive
from scatnet.net.disk import TableDisk
from scatnet.net.door_note import DoorNote, note_door, read_door_note
from scatnet.net.frames import Role
from scatnet.net.listening import nowhere
from scatnet.net.opening import TableWish
from scatnet.net.person import Person
from scatnet.net.place import Place, files, listening_at
from scatnet.net.seats import seats_again, seats_wanted, sits_alone
from scatnet.net.session import RefusalError
from scatnet.words import _

__all__ = ["hosting", "joining", "resuming", "watching"]


@asynccontextmanager
async def hosting(person: Person, opening: Event, wish: TableWish, listen: Endpoint | None) -> AsyncIterator[Place]:
    """A place at a new table of our own."""
    table = table_id(opening)
    async with AsyncExitStack() as stack:
        listening = nowhere() if wish.practice else await stack.enter_async_context(listening_at(listen))
        disk = await stack.enter_async_context(
            files(lambda: TableDisk.create(person.home, table, opening, playing=True))
        )
        door = DoorNote(practice=wish.practice, passcode=wish.passcode or "")
        await trio.to_thread.run_sync(note_door, disk.path, door)
        yield Place(
            disk=disk,
            seated=seats_wanted(person, disk, table, wish.bots),
            listening=listening,
            passcode=wish.passcode,
            start_when=wish.start_when or (wish.seats if wish.practice else None),
        )


@asynccontextmanager
async def joining(
    person: Person, targets: Sequence[Target], passcode: str | None, listen: Endpoint | None
) -> AsyncIterator[Place]:
    """A place at somebody else's table; in its game, where we have a seat there already."""
    async with AsyncExitStack() as stack:
        arrival = await stack.enter_async_context(_arriving(person, targets, Role.PLAYER, passcode))
        table = arrival.channel.table
        listening = await stack.enter_async_context(listening_at(listen))
        disk = await stack.enter_async_context(
            files(lambda: TableDisk.create(person.home, table, arrival.opening, playing=True))
        )
        seated = await trio.to_thread.run_sync(seats_again, person, disk, table)
        await trio.to_thread.run_sync(note_door, disk.path, DoorNote(passcode=arrival.passcode or ""))
        yield Place(
            disk=disk,
            seated=seated or seats_wanted(person, disk, table, bots=0),
            listening=listening,
            passcode=arrival.passcode,
            arrival=arrival,
        )


@asynccontextmanager
async def watching(person: Person, targets: Sequence[Target], passcode: str | None) -> AsyncIterator[Place]:
    """A spectator's place: nothing is signed there, nobody needs to reach it, and no secret is kept."""
    async with AsyncExitStack() as stack:
        arrival = await stack.enter_async_context(_arriving(person, targets, Role.WATCHER, passcode))
        disk = await stack.enter_async_context(
            files(lambda: TableDisk.create(person.home, arrival.channel.table, arrival.opening, playing=False))
        )
        yield Place(disk=disk, seated=None, listening=nowhere(), passcode=arrival.passcode, arrival=arrival)


@asynccontextmanager
async def resuming(person: Person, log: Path, passcode: str | None, listen: Endpoint | None) -> AsyncIterator[Place]:
    """The place that this machine had at a table of its home. A practice table stays what it was: nothing listens and
    nothing is announced. So does a game without others where nothing is noted of how its table was opened. A passcode
    takes the place of the one that the table had.
    """
    async with AsyncExitStack() as stack:
        disk = await stack.enter_async_context(files(lambda: TableDisk.open(log, playing=True)))
        table = table_id(disk.opening)
        seated = await trio.to_thread.run_sync(seats_again, person, disk, table)
        if seated is None and disk.opening.author != person.identity.public:
            raise RefusalError(_("The game at this table had not begun; join it again."))
        door = await trio.to_thread.run_sync(read_door_note, log)
        if door is None:
            door = DoorNote(practice=await trio.to_thread.run_sync(sits_alone, person, disk))
        if passcode is not None:
            door = replace(door, passcode=passcode)
            await trio.to_thread.run_sync(note_door, log, door)
        hidden = door.practice
        # A practice table that had not begun is filled and begun as when it was opened: nobody else can come there.
        seats = _seats_of(disk.opening) if hidden and seated is None else None
        yield Place(
            disk=disk,
            seated=seated or seats_wanted(person, disk, table, bots=0 if seats is None else seats - 1),
            listening=nowhere() if hidden else await stack.enter_async_context(listening_at(listen)),
            passcode=door.passcode or None,
            start_when=seats,
        )


def _seats_of(opening: Event) -> int | None:
    body = body_of(opening)
    return body.seats if isinstance(body, Open) else None


@asynccontextmanager
async def _arriving(
    person: Person, targets: Sequence[Target], role: Role, passcode: str | None
) -> AsyncIterator[Arrival]:
    arrival = await arrive(targets, person.credentials, role, passcode)
    try:
        yield arrival
    finally:
        await arrival.channel.aclose()
