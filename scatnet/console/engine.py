"""The console's side on trio: carries out requests against the program behind it, and reports what comes of them.

One table at a time. Requests and messages are frozen values, so they may cross to another thread.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import TypeAlias

import trio

from scatnet.console.closing import closing
from scatnet.console.messages import (
    Ask,
    Audit,
    Audited,
    AuditTable,
    ChangeSettings,
    Entered,
    GamesListed,
    Host,
    Join,
    Kick,
    Left,
    ListGames,
    Make,
    Message,
    Refused,
    Request,
    Resume,
    Say,
    SettingsKept,
    TablesFound,
    Updated,
)
from scatnet.console.ports import Backend
from scatnet.console.refusals import sentence_of
from scatnet.net.session import RefusalError, Session
from scatnet.store.errors import StoreError
from scatnet.store.settings import Settings
from scatnet.words import _

__all__ = ["run_engine"]


Publish: TypeAlias = Callable[[Message], None]

_WRITTEN_SECONDS = 1.5
"""By then all of a game that has just ended is in its log."""

_LEAVING_SECONDS = 3.0
"""How long a table may take to be left in good order before the connection is simply closed."""


async def run_engine(backend: Backend, requests: trio.MemoryReceiveChannel[Request], publish: Publish) -> None:
    """Serve requests until they end, then leave the table in good order."""
    async with trio.open_nursery() as nursery:
        engine = _Engine(backend, nursery, publish)
        nursery.start_soon(engine.find_tables)
        async for request in requests:
            engine.serve(request)
        await engine.leave()
        nursery.cancel_scope.cancel()


class _Engine:
    def __init__(self, backend: Backend, nursery: trio.Nursery, publish: Publish) -> None:
        self._backend = backend
        self._nursery = nursery
        self._publish = publish
        self._session: Session | None = None
        self._entering: trio.CancelScope | None = None

    async def find_tables(self) -> None:
        """Report the tables on the network as they come and go."""
        try:
            async with self._backend.found() as found:
                async for tables in found:
                    self._publish(TablesFound(tables))
        except* (RefusalError, StoreError) as group:
            self._publish(Refused(sentence_of(group)))

    def serve(self, request: Request) -> None:
        """Begin to carry out a request."""
        match request:
            case Host(wish):
                self._go(self._backend.host(wish))
            case Join(target=target, passcode=passcode, watch=True):
                self._go(self._backend.watch(target, passcode))
            case Join(target=target, passcode=passcode):
                self._go(self._backend.join(target, passcode))
            case Resume(key):
                self._go(self._backend.resume(key))
            case ListGames():
                self._nursery.start_soon(self._list_games)
            case Audit(key):
                self._nursery.start_soon(self._audit, key, key)
            case AuditTable(table):
                self._nursery.start_soon(self._audit_table, table)
            case ChangeSettings(wanted):
                self._change(wanted)
            case Make() | Say() | Kick() | Ask():
                self._nursery.start_soon(self._at_table, request)

    async def leave(self) -> None:
        """Leave the table, if we are at one; where that takes too long, drop it."""
        if self._entering is not None and self._session is None:
            self._entering.cancel()
        if self._session is not None:
            with trio.move_on_after(_LEAVING_SECONDS):
                await self._session.leave()

    def _go(self, way: AbstractAsyncContextManager[Session]) -> None:
        if self._entering is None:
            self._entering = trio.CancelScope()
            self._nursery.start_soon(self._sit, way, self._entering)

    async def _sit(self, way: AbstractAsyncContextManager[Session], scope: trio.CancelScope) -> None:
        why = ""
        try:
            with scope:
                async with way as session:
                    self._session = session
                    self._publish(
                        Entered(
                            view=session.view(),
                            is_host=session.is_host,
                            ticket=session.ticket,
                            past=session.past(),
                        )
                    )
                    async with closing(session.updates()) as updates:
                        async for update in updates:
                            self._publish(
                                Updated(
                                    update=update,
                                    view=session.view(),
                                    is_host=session.is_host,
                                    ticket=session.ticket,
                                )
                            )
        except* (RefusalError, StoreError) as group:
            why = sentence_of(group)
        finally:
            self._session = self._entering = None
        self._publish(Left(why))

    async def _at_table(self, request: Make | Say | Kick | Ask) -> None:
        session = self._session
        if session is None:
            if request == Ask("leave"):
                await self.leave()
            return
        refusal: str | None = None
        match request:
            case Make(choice):
                refusal = await session.choose(choice)
            case Say(text):
                refusal = await session.say(text)
            case Kick(seat):
                refusal = await session.kick(seat)
            case Ask("start"):
                refusal = await session.start()
            case Ask("rematch"):
                refusal = await session.rematch()
            case Ask("resign"):
                await session.resign()
            case Ask():
                await self.leave()
        if refusal is not None:
            self._publish(Refused(refusal))

    async def _list_games(self) -> None:
        try:
            unfinished, past = await self._backend.unfinished(), await self._backend.past()
            damaged = await self._backend.damaged()
        except StoreError as error:
            self._publish(Refused(str(error)))
        else:
            self._publish(GamesListed(unfinished=unfinished, past=past, damaged=damaged))

    async def _audit_table(self, table: bytes) -> None:
        key = table.hex()
        self._publish(Audited(key=key, text=_("Checking every signature, proof and rule ...")))
        await trio.sleep(_WRITTEN_SECONDS)
        await self._audit(key, self._backend.log_of(table))

    async def _audit(self, key: str, log: str) -> None:
        self._publish(Audited(key=key, text=_("Checking every signature, proof and rule ...")))
        try:
            text = await self._backend.audit(log)
        except (RefusalError, StoreError) as refusal:
            text = str(refusal)
        self._publish(Audited(key=key, text=text))

    def _change(self, wanted: Settings) -> None:
        try:
            self._publish(SettingsKept(self._backend.change(wanted)))
        except (RefusalError, StoreError) as refusal:
            self._publish(Refused(str(refusal)))
