"""Coming to a table: opening one, joining or watching one that is found or named, resuming one, practising alone.

Each way is an async context manager that gives a `TableSession`. The block owns the node, its listeners,
files and announcement; leaving the block closes everything. A way that there is not raises RefusalError with
a sentence, and StoreError where the disk does not take part; once the block has begun, errors come in an
exception group.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import trio

from scatnet.net.addresses import Endpoint, interfaces_for
from scatnet.net.arriving import find_target
from scatnet.net.limits import CLOSE_SECONDS
from scatnet.net.opening import TableWish, check_wish, make_opening
from scatnet.net.passcode import PasscodeError, as_passcode
from scatnet.net.person import Person
from scatnet.net.place import Place, run_place
from scatnet.net.publisher import Publisher
from scatnet.net.rematch import Rematches
from scatnet.net.session import RefusalError
from scatnet.net.table_session import TableSession
from scatnet.net.ways import hosting, joining, resuming, watching
from scatnet.store.errors import StoreError

__all__ = ["FIND_SECONDS", "TableWish", "host_table", "join_table", "resume_table", "watch_table"]

FIND_SECONDS: Final = 4.0  # to look for a table on the network


@asynccontextmanager
async def host_table(person: Person, wish: TableWish, listen: Endpoint | None = None) -> AsyncIterator[TableSession]:
    """Open a table and sit down at it, with the computer players wished for."""
    wish = replace(wish, passcode=_passcode(wish.passcode))
    check_wish(wish)
    opening = make_opening(person.identity, person.nickname, wish)
    async with _at(person, listen, hosting(person, opening, wish, listen)) as session:
        yield session


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
    targets = await find_target(target, interfaces_for(listen), seconds, playing=False)
    async with _at(person, listen, joining(person, targets, _passcode(passcode), listen)) as session:
        yield session


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
    targets = await find_target(target, interfaces_for(listen), seconds, playing=True)
    async with _at(person, listen, watching(person, targets, _passcode(passcode))) as session:
        yield session


@asynccontextmanager
async def resume_table(
    person: Person, log: Path, *, passcode: str | None = None, listen: Endpoint | None = None
) -> AsyncIterator[TableSession]:
    """Go on with a table of this home that has not ended, in the seats that this machine had."""
    async with _at(person, listen, resuming(person, log, _passcode(passcode), listen)) as session:
        yield session


def _passcode(typed: str | None) -> str | None:
    """The passcode as both ends of the exchange have it, however it was typed. Raises RefusalError."""
    try:
        return None if typed is None else as_passcode(typed)
    except PasscodeError as error:
        raise RefusalError(str(error)) from error


@asynccontextmanager
async def _at(
    person: Person, listen: Endpoint | None, way: AbstractAsyncContextManager[Place]
) -> AsyncIterator[TableSession]:
    """Run a place, and those of its rematches, for as long as the block lasts."""
    publisher = Publisher()
    refusal: RefusalError | StoreError | None = None
    async with trio.open_nursery() as nursery:
        try:
            node, ticket = await nursery.start(run_place, person, way, publisher)
        except (RefusalError, StoreError) as error:
            refusal = error
        else:
            rematches = Rematches(person, listen, nursery, publisher)
            session = TableSession(node, ticket, publisher, rematches)
            nursery.start_soon(session.run)
            yield session
            await session.leave()
            with trio.move_on_after(2 * CLOSE_SECONDS):
                await session.left.wait()
        nursery.cancel_scope.cancel()
    if refusal is not None:
        raise refusal
