"""People at tables on loopback, for tests: each with a home of their own, most of them computer players."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeVar

import trio

from scatnet.bots import PLAYERS
from scatnet.bots.faces import personas
from scatnet.bots.seat import computer_player
from scatnet.log import Identity
from scatnet.net.addresses import Endpoint
from scatnet.net.credentials import Credentials
from scatnet.net.opening import TableWish
from scatnet.net.person import Person
from scatnet.net.session import Notice, Said, Update, ViewChanged
from scatnet.net.table_session import TableSession
from scatnet.rules.ruleset import PRESETS
from scatnet.store.paths import open_home
from scatnet.table.happenings import Happening
from scatnet.table.view import Choice, Phase, TableView

Heard = TypeVar("Heard", Said, Notice, ViewChanged, Happening)

LOOPBACK: Final = Endpoint("127.0.0.1", 0)
SHORT: Final = replace(PRESETS["classic"], lives=1, grace=False)
"""Rules by which a game is over after a round or two."""

PATIENT: Final = 60.0
"""Seconds after which a test gives up."""


def person(folder: Path, name: str, *, auto: bool = True) -> Person:
    """Somebody with a home in `folder`; the same key for the same name, at every call."""
    home = open_home(folder / name)
    return Person(
        home=home,
        credentials=Credentials(Identity(hashlib.sha256(name.encode()).digest())),
        nickname=name,
        chooser=lambda secret: computer_player(PLAYERS["quick"], secret),
        names=lambda count, taken: tuple(persona.name for persona in personas(count, taken)),
        auto=auto,
        discovery=False,
    )


def wish(seats: int, passcode: str | None = None) -> TableWish:
    """A table for a short game."""
    return TableWish(name="Kitchen", rules=SHORT, seats=seats, passcode=passcode)


class Guest:
    """One session, with a record of everything that it was told."""

    def __init__(self, session: TableSession) -> None:
        self.session = session
        self.heard: list[Update] = []
        self.views: list[TableView] = []
        self._changed = trio.Event()

    async def listen(self) -> None:
        async for update in self.session.updates():
            self.heard.append(update)
            self.views.append(self.session.view())
            self._changed.set()
            self._changed = trio.Event()

    async def until_phase(self, *phases: Phase) -> TableView:
        """Wait until the table is in one of these phases."""
        with trio.fail_after(PATIENT):
            while self.session.view().phase not in phases:
                await self._changed.wait()
        return self.session.view()

    async def until_asked(self) -> tuple[Choice, ...]:
        """Wait until the person has to choose."""
        with trio.fail_after(PATIENT):
            while not self.session.view().choices:
                await self._changed.wait()
        return self.session.view().choices

    async def settled(self) -> None:
        """Wait for the next change."""
        with trio.fail_after(PATIENT):
            await self._changed.wait()

    async def until_over(self, table: bytes) -> TableView:
        """Wait until the session is at this table and its game is over."""
        with trio.fail_after(PATIENT):
            while (view := self.session.view()).table != table or view.phase is not Phase.OVER:
                await self._changed.wait()
        return view

    async def until_next_over(self, first: bytes) -> TableView:
        """Wait until the session is at another table than the first, and its game is over."""
        with trio.fail_after(PATIENT):
            while (view := self.session.view()).table == first or view.phase is not Phase.OVER:
                await self._changed.wait()
        return view

    async def until_gone(self) -> None:
        """Wait until nobody else can be reached."""
        with trio.fail_after(PATIENT):
            while any(neighbour.reachable for neighbour in self.session.neighbours()):
                await self._changed.wait()

    async def until_seated(self, seats: int) -> None:
        """Wait until so many sit."""
        with trio.fail_after(PATIENT):
            while len(self.session.view().seats) < seats:
                await self._changed.wait()

    async def until_heard(self, kind: type[Heard]) -> Heard:
        """Wait for an update of this kind; the first one."""
        with trio.fail_after(PATIENT):
            while True:
                for update in self.heard:
                    if isinstance(update, kind):
                        return update
                await self._changed.wait()


@asynccontextmanager
async def seated(way: AbstractAsyncContextManager[TableSession]) -> AsyncIterator[Guest]:
    """Come to a table by this way, listen, and leave it at the end of the block."""
    async with way as session, trio.open_nursery() as nursery:
        guest = Guest(session)
        nursery.start_soon(guest.listen)
        yield guest
        nursery.cancel_scope.cancel()


def ticket_of(guest: Guest) -> str:
    """The ticket to the table by way of this guest."""
    ticket = guest.session.ticket
    assert ticket is not None
    return ticket
