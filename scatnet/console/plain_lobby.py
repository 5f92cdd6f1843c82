"""The lobby in plain lines: all that the full screen's lobby can do, for a screen reader, a pipe or a slow line.

Tables on the network appear and vanish as lines of their own. A table keeps its number for as long as the program
runs, so a number that was read a while ago never means another table.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TypeVar

import trio

from scatnet.console.commands import Command, command_of
from scatnet.console.listing import found_text, past_text, unfinished_text
from scatnet.console.lobby_commands import LobbyCommand, read_lobby_line
from scatnet.console.lobby_pages import fields_page, help_page, rules_page
from scatnet.console.plain import run_plain
from scatnet.console.plain_table import Manner
from scatnet.console.ports import Backend, FoundTable, PastGame, UnfinishedTable
from scatnet.console.refusals import sentence_of
from scatnet.console.setting_lines import name_and_value, setting_line, with_typed
from scatnet.console.typed_lines import TypedLines
from scatnet.console.wishes import WishError, described, new_draft, wish_of
from scatnet.net.session import RefusalError, Session
from scatnet.rules.fields import RuleSetError
from scatnet.rules.ruleset import PRESETS
from scatnet.store.errors import StoreError
from scatnet.store.settings import SETTINGS, Settings
from scatnet.words import _

__all__ = ["PlainLobby"]

_LEAVING_SECONDS = 3.0
"""How long a table may take to be left in good order."""

Item = TypeVar("Item")


class PlainLobby:
    """The lobby of one person: what is known of tables and games, and where the person is.

    `write` takes one line at a time, without its newline; `manner` gives how a table is told, by the settings of then.
    """

    def __init__(
        self,
        backend: Backend,
        *,
        lines: AsyncIterable[str],
        write: Callable[[str], None],
        manner: Callable[[Settings], Manner],
    ) -> None:
        self._backend = backend
        self._typed = TypedLines(lines)
        self._write = write
        self._manner = manner
        self._tables: dict[str, FoundTable] = {}
        self._numbers: dict[str, int] = {}
        self._unfinished: tuple[UnfinishedTable, ...] = ()
        self._past: tuple[PastGame, ...] = ()
        self._away = False  # at a table, or on the way to one
        self._session: Session | None = None

    async def run(self) -> None:
        """Serve typed lines until they end or ask to quit."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._typed.run)
            await self._greet()
            nursery.start_soon(self._watch_network)
            while (text := await self._typed.next()) is not None:
                if not await self._answer(text):
                    break
            nursery.cancel_scope.cancel()

    async def leave(self) -> None:
        """Leave the table, if the person is at one; where that takes too long, it is given up."""
        if self._session is not None:
            with trio.move_on_after(_LEAVING_SECONDS):
                await self._session.leave()

    # What comes by itself

    async def _watch_network(self) -> None:
        try:
            async with self._backend.found() as found:
                async for tables in found:
                    self._take_in(tables)
        except* (RefusalError, StoreError) as group:
            self._write(sentence_of(group))

    def _take_in(self, tables: Sequence[FoundTable]) -> None:
        """Tell which tables are new, changed or gone, unless the person is at one."""
        before, self._tables = self._tables, {table.key: table for table in tables}
        lines = [self._table_line(table) for table in tables if before.get(table.key) != table]
        for key, table in before.items():
            if key not in self._tables:
                gone = _("Table {number}, “{name}”, is gone.")
                lines.append(gone.format(number=self._numbers[key], name=table.name))
        if not self._away:
            self._say(*lines)

    def _table_line(self, table: FoundTable) -> str:
        number = self._numbers.setdefault(table.key, len(self._numbers) + 1)
        return _("Table {number}: {table}").format(number=number, table=found_text(table))

    # What is said

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._write(line)

    async def _greet(self) -> None:
        nickname = self._backend.settings().nickname
        self._say(_("scatnet: welcome, {name}").format(name=nickname or self._backend.suggested_name()))
        if not nickname:
            self._say(_("Others see you by this name. To change it, type settings nickname and a name."))
        await self._list()
        self._say(_("Type ? for help at any time."))

    async def _list(self) -> None:
        if self._tables:
            self._say(*(self._table_line(table) for table in self._tables.values()))
        else:
            self._say(_("No table on this network yet; one that opens appears here by itself."))
        self._unfinished = await self._backend.unfinished()
        if self._unfinished:
            self._say(_("Unfinished games, to go on with by resume and a number:"))
            self._say(*_numbered([unfinished_text(table) for table in self._unfinished]))

    # What is typed

    async def _answer(self, text: str) -> bool:
        """Do what the line asks; False where it asks to quit."""
        line = read_lobby_line(text)
        if line.command is LobbyCommand.QUIT:
            return False
        try:
            if line.command is None:
                raise RefusalError(_("“{text}” is not known here; type ? for help.").format(text=text.strip()[:20]))
            await self._carry_out(line.command, line.text)
        except (RefusalError, StoreError, RuleSetError, WishError) as refusal:
            self._say(str(refusal))
        return True

    async def _carry_out(self, command: LobbyCommand, text: str) -> None:
        match command:
            case LobbyCommand.JOIN | LobbyCommand.WATCH:
                await self._join(text, watch=command is LobbyCommand.WATCH)
            case LobbyCommand.HOST | LobbyCommand.PRACTISE:
                await self._open(text, practice=command is LobbyCommand.PRACTISE)
            case LobbyCommand.RESUME:
                await self._resume(text)
            case LobbyCommand.GAMES:
                self._past = await self._backend.past()
                lines = _numbered([past_text(game) for game in self._past])
                self._say(*lines or [_("No game is finished yet.")])
            case LobbyCommand.AUDIT:
                await self._audit(text)
            case LobbyCommand.SETTINGS:
                self._settings(text)
            case LobbyCommand.RULES:
                self._say(*rules_page(text.lower()))
            case LobbyCommand.FIELDS:
                self._say(*fields_page(text.lower() or next(iter(PRESETS))))
            case LobbyCommand.HELP:
                self._say(*help_page())
            case LobbyCommand.LIST | LobbyCommand.QUIT:
                await self._list()

    async def _join(self, text: str, *, watch: bool) -> None:
        """Go to a table on the list by its number or name, else to an address, by a ticket, or to any other name."""
        if not text:
            raise RefusalError(_("Say which table: its number on the list, an address, or a ticket."))
        first, _space, rest = text.partition(" ")
        tables = self._tables.values()
        named = [table for table in tables if table.name.casefold() == text.casefold()]
        numbered = [table for table in tables if str(self._numbers[table.key]) == first]
        if len(named) == 1:
            await self._join_found(named[0], "", watch=watch)
        elif numbered:
            await self._join_found(numbered[0], rest.strip(), watch=watch)
        elif first.isdecimal():
            raise RefusalError(_("There is no table {number} on the list.").format(number=first))
        else:
            await self._go(first, rest.strip(), name=first, watch=watch)

    async def _join_found(self, table: FoundTable, passcode: str, *, watch: bool) -> None:
        if not table.fits:
            sentence = _("“{name}” is played by another version of this program; use the same one.")
            raise RefusalError(sentence.format(name=table.name))
        if table.locked and not passcode:
            sentence = _("“{name}” has a passcode: type join {number} and behind it the passcode.")
            raise RefusalError(sentence.format(name=table.name, number=self._numbers[table.key]))
        # As on the full screen: whoever asks for a game that goes on comes back to their seat in it, or watches.
        watch = watch or (table.playing and not table.locked)
        await self._go(table.key, passcode, name=table.name, watch=watch)

    async def _go(self, target: str, passcode: str, *, name: str, watch: bool) -> None:
        way = self._backend.watch if watch else self._backend.join
        await self._sit(_("Going to table “{name}” ...").format(name=name[:40]), way(target, passcode))

    async def _open(self, text: str, *, practice: bool) -> None:
        nickname = self._backend.settings().nickname or self._backend.suggested_name()
        wish = wish_of(described(new_draft(nickname, practice=practice), text))
        await self._sit(_("Opening the table ..."), self._backend.host(wish))

    async def _resume(self, text: str) -> None:
        if not text:
            self._unfinished = await self._backend.unfinished()
            lines = _numbered([unfinished_text(table) for table in self._unfinished])
            self._say(*lines or [_("No table is unfinished.")])
            self._say(*[log.fault for log in await self._backend.damaged()])
            return
        table = _chosen(self._unfinished, text)
        going = _("Going back to table “{name}” ...").format(name=table.name)
        await self._sit(going, self._backend.resume(table.key))

    async def _audit(self, text: str) -> None:
        self._past = self._past or await self._backend.past()
        game = _chosen(self._past, text)
        self._say(_("Checking every signature, proof and rule ..."))
        self._say(*(await self._backend.audit(game.key)).splitlines())

    def _settings(self, text: str) -> None:
        settings = self._backend.settings()
        if not text:
            self._say(*(setting_line(settings, name) for name in SETTINGS))
            self._say(_("Your key: {fingerprint}").format(fingerprint=self._backend.fingerprint()))
            return
        first, space, rest = text.partition(" ")
        name, value = name_and_value(text if "=" in first else first, rest.strip() if space else None)
        settings = with_typed(settings, name, value)
        if value is not None:
            settings = self._backend.change(settings)
        self._say(setting_line(settings, name))

    # At a table

    async def _sit(self, going: str, way: AbstractAsyncContextManager[Session]) -> None:
        """Come to the table by this way and stay until it is left; `leave` typed on the way gives it up."""
        self._say(going)
        self._away = True
        entering, listening = trio.CancelScope(), trio.CancelScope()
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._give_up, entering, listening)
                with entering:
                    async with way as session:
                        listening.cancel()
                        self._session = session
                        lines, manner = self._typed.rest(), self._manner(self._backend.settings())
                        await run_plain(session, lines=lines, write=self._write, manner=manner)
                listening.cancel()
        except* (RefusalError, StoreError) as group:
            self._say(sentence_of(group))
        finally:
            self._away, self._session = False, None
        await self._list()

    async def _give_up(self, entering: trio.CancelScope, listening: trio.CancelScope) -> None:
        with listening:
            if await self._typed.listen_ahead(lambda text: command_of(text) is Command.LEAVE):
                entering.cancel()


def _numbered(lines: Sequence[str]) -> list[str]:
    return [f"  {number}  {line}" for number, line in enumerate(lines, start=1)]


def _chosen(listed: Sequence[Item], text: str) -> Item:
    """The one of this number on the list. Raises RefusalError."""
    if text.isascii() and text.isdecimal() and 1 <= int(text[:6]) <= len(listed):
        return listed[int(text[:6]) - 1]
    if not listed:
        raise RefusalError(_("There is nothing on that list."))
    raise RefusalError(_("Type a number from 1 to {last}.").format(last=len(listed)))
