"""The program behind the console: this person's home, the network, and the ways to a table that `scatnet.net` has."""

from __future__ import annotations

import locale
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime
from pathlib import Path

import trio

from scatnet.audit import audit_log
from scatnet.audit.report import report_of
from scatnet.audit.text import report_lines
from scatnet.console.closing import closing
from scatnet.console.ports import DamagedLog, FoundTable, PastGame, UnfinishedTable
from scatnet.net.addresses import Endpoint, interfaces_for
from scatnet.net.directory import browse_tables
from scatnet.net.discovery import DiscoveryError, open_discovery
from scatnet.net.person import Person
from scatnet.net.session import RefusalError, Session
from scatnet.net.tables import TableWish, host_table, join_table, resume_table, watch_table
from scatnet.rules.fields import RuleSetError, decode_rules, preset_and_changes
from scatnet.store.home import TableEntry, list_tables
from scatnet.store.paths import Home
from scatnet.store.settings import Settings, load_settings, save_settings
from scatnet.words import SOURCE_LANGUAGE, use_language

__all__ = ["Program"]

_ANNOUNCED_DIGITS = 32
"""A log is named by all the digits of its table's id, and the table is announced by the first of them."""


class Program:
    """A `Backend` over a home and the network.

    `person` gives the person anew for each table, so that a changed name or setting counts from the next one on.
    """

    def __init__(
        self, home: Home, person: Callable[[], Person], *, suggested_name: str, listen: Endpoint | None = None
    ) -> None:
        self._home = home
        self._person = person
        self._suggested_name = suggested_name
        self._listen = listen

    def settings(self) -> Settings:
        """The settings as they stand."""
        return load_settings(self._home.settings)

    def change(self, wanted: Settings) -> Settings:
        """Keep these settings and speak their language. Raises StoreError."""
        save_settings(self._home.settings, wanted)
        use_language(wanted.language or locale.getlocale()[0] or SOURCE_LANGUAGE)
        return wanted

    def suggested_name(self) -> str:
        """A nickname to offer a newcomer."""
        return self._suggested_name

    def fingerprint(self) -> str:
        """The fingerprint of this person's key."""
        return self._person().identity.fingerprint

    def home(self) -> str:
        """The folder of this home."""
        return str(self._home.root)

    @asynccontextmanager
    async def found(self) -> AsyncIterator[AsyncIterator[tuple[FoundTable, ...]]]:
        """The tables on this network, while the block lasts. Raises RefusalError where multicast does not work."""
        try:
            async with open_discovery(interfaces_for(self._listen)) as discovery, browse_tables(discovery) as changing:

                async def shown() -> AsyncIterator[tuple[FoundTable, ...]]:
                    async for tables in changing:
                        yield tuple(
                            FoundTable(
                                key=table.key,
                                name=table.name,
                                rules=table.rules,
                                taken=table.taken,
                                seats=table.seats,
                                locked=table.locked,
                                playing=table.playing,
                                fits=table.fits,
                            )
                            for table in tables
                        )

                async with closing(shown()) as found:
                    yield found
        except DiscoveryError as error:
            raise RefusalError(str(error)) from error

    async def unfinished(self) -> tuple[UnfinishedTable, ...]:
        """Games of this home that can be gone on with, latest first; a table where none has begun is no game yet."""
        return tuple(
            UnfinishedTable(
                key=str(entry.path),
                name=entry.name,
                rules=_rules(entry),
                players=entry.players,
                round=entry.rounds,
                played=_when(entry),
                table=entry.path.stem[:_ANNOUNCED_DIGITS],
            )
            for entry in await self._entries()
            if entry.mine and entry.result is None and entry.players
        )

    async def past(self) -> tuple[PastGame, ...]:
        """Finished games of this home, latest first."""
        return tuple(
            PastGame(
                key=str(entry.path),
                path=entry.path,
                name=entry.name,
                rules=_rules(entry),
                players=entry.players,
                winners=entry.result.winners,
                rounds=entry.result.rounds,
                played=_when(entry),
            )
            for entry in await self._entries()
            if entry.result is not None
        )

    async def damaged(self) -> tuple[DamagedLog, ...]:
        """Logs of this home that cannot be read."""
        return tuple(
            DamagedLog(path=entry.path, fault=entry.fault) for entry in await self._entries() if entry.fault is not None
        )

    async def audit(self, key: str) -> str:
        """Check a log in a thread of its own; the report as lines."""
        return await trio.to_thread.run_sync(_audited, Path(key), abandon_on_cancel=True)

    def log_of(self, table: bytes) -> str:
        """Where the log of this table is."""
        return str(self._home.table(table))

    def host(self, wish: TableWish) -> AbstractAsyncContextManager[Session]:
        """Open a table."""
        return host_table(self._person(), wish, self._listen)

    def join(self, target: str, passcode: str = "") -> AbstractAsyncContextManager[Session]:
        """Sit down at a table."""
        return join_table(self._person(), target, passcode=passcode or None, listen=self._listen)

    def watch(self, target: str, passcode: str = "") -> AbstractAsyncContextManager[Session]:
        """Watch a table."""
        return watch_table(self._person(), target, passcode=passcode or None, listen=self._listen)

    def resume(self, key: str) -> AbstractAsyncContextManager[Session]:
        """Go on with an unfinished table."""
        return resume_table(self._person(), Path(key), listen=self._listen)

    async def _entries(self) -> tuple[TableEntry, ...]:
        return await trio.to_thread.run_sync(list_tables, self._home)


def _rules(entry: TableEntry) -> str:
    """The preset's name, "+" behind it where fields were changed; nothing for rules that make no sense here."""
    try:
        preset, changes = preset_and_changes(decode_rules(entry.rules))
    except RuleSetError:
        return ""
    return preset + ("+" if changes else "")


def _when(entry: TableEntry) -> str:
    return datetime.fromtimestamp(entry.played).strftime("%Y-%m-%d %H:%M")


def _audited(path: Path) -> str:
    audit = audit_log(path)
    return "\n".join(report_lines(audit, report_of(audit)))
