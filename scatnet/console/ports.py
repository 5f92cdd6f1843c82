"""What the console needs of the program behind it, besides a `Session`: settings, and the ways to come to a table.

The console never reaches past these. The real program answers to them, and so does the local game that the tests play,
so that every screen can be driven without a network.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from scatnet.net.session import Session
from scatnet.net.tables import TableWish
from scatnet.store.settings import Settings

__all__ = ["Backend", "DamagedLog", "FoundTable", "PastGame", "UnfinishedTable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTable:
    """A table announced on this network."""

    key: str  # what tells tables apart, and what `join` takes
    name: str
    rules: str
    taken: int
    seats: int
    locked: bool
    playing: bool
    fits: bool = True  # whether it is played by a version of the program like this one


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfinishedTable:
    """A table of ours whose game has no winner yet."""

    key: str
    name: str
    rules: str
    players: tuple[str, ...]
    round: int
    played: str  # when last, as text
    table: str = ""  # the key of the table where it is found on the network


@dataclass(frozen=True, slots=True, kw_only=True)
class PastGame:
    """A finished game in our home."""

    key: str
    path: Path
    name: str
    rules: str
    players: tuple[str, ...]
    winners: tuple[str, ...]
    rounds: int
    played: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DamagedLog:
    """A log in our home that cannot be read; `fault` is a sentence that says where and why."""

    path: Path
    fault: str


class Backend(Protocol):
    """The program behind the console: settings, tables to find, and ways to sit down at one.

    The ways to a table are context managers: leaving the block closes everything that belongs to the table. They raise
    RefusalError with a sentence where there is no way.
    """

    def settings(self) -> Settings:
        """The settings as they stand."""
        ...

    def change(self, wanted: Settings) -> Settings:
        """Keep these settings and speak their language; gives what was kept. Raises RefusalError where refused."""
        ...

    def suggested_name(self) -> str:
        """A nickname to offer a newcomer."""
        ...

    def fingerprint(self) -> str:
        """The fingerprint of this person's key."""
        ...

    def home(self) -> str:
        """The folder that keeps this person's key, settings and games."""
        ...

    def found(self) -> AbstractAsyncContextManager[AsyncIterator[tuple[FoundTable, ...]]]:
        """The tables on this network, again each time that they change, while the block lasts."""
        ...

    async def unfinished(self) -> tuple[UnfinishedTable, ...]:
        """Tables that can be resumed, latest first."""
        ...

    async def past(self) -> tuple[PastGame, ...]:
        """Finished games, latest first."""
        ...

    async def damaged(self) -> tuple[DamagedLog, ...]:
        """Logs that cannot be read."""
        ...

    async def audit(self, key: str) -> str:
        """The verdict on a past game's log, in words."""
        ...

    def log_of(self, table: bytes) -> str:
        """The key by which `audit` knows the log of a table that we sit at."""
        ...

    def host(self, wish: TableWish) -> AbstractAsyncContextManager[Session]:
        """Open a table."""
        ...

    def join(self, target: str, passcode: str = "") -> AbstractAsyncContextManager[Session]:
        """Sit down at a found table (its key), an address or a ticket."""
        ...

    def watch(self, target: str, passcode: str = "") -> AbstractAsyncContextManager[Session]:
        """Watch a table."""
        ...

    def resume(self, key: str) -> AbstractAsyncContextManager[Session]:
        """Go on with an unfinished table."""
        ...
