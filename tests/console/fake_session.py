"""A table that needs no network: a real local game on the rules engine, with computer players in the other seats.

It answers to `Session` and `Backend` as the real program does, so screens and plain lines are driven by real games. The
same seed and the same choices play the same game.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field

import trio

from scatnet.bots.faces import personas
from scatnet.console.closing import closing
from scatnet.console.ports import DamagedLog, FoundTable, PastGame, UnfinishedTable
from scatnet.net.session import Neighbour, Notice, RefusalError, Said, Update, ViewChanged
from scatnet.net.tables import TableWish
from scatnet.rules.ruleset import KITCHEN, RuleSet
from scatnet.store.settings import Settings
from scatnet.table.happenings import Happening
from scatnet.table.view import Choice, TableView
from tests.console.local_game import WAIT, LocalGame

__all__ = ["FakeBackend", "FakeSession"]


class FakeSession:
    """A `Session` over a local game. Updates come as fast as they are taken, or `pace` seconds apart."""

    def __init__(self, game: LocalGame, *, host: bool = True, ticket: str | None = None, pace: float = 0.0) -> None:
        self.game = game
        self.said: list[str] = []
        self.left = False
        self._host = host
        self._ticket = ticket
        self._pace = pace
        self._extra_send, self._extra = trio.open_memory_channel[Update](100)
        self._wake = trio.Event()
        self._past: list[Happening] = []

    @property
    def is_host(self) -> bool:
        return self._host

    @property
    def ticket(self) -> str | None:
        return self._ticket

    def view(self) -> TableView:
        return self.game.view()

    def past(self) -> tuple[Happening, ...]:
        return tuple(self._past)

    async def updates(self) -> AsyncIterator[Update]:
        running = self.game.run()
        yield ViewChanged()
        while not self.left:
            try:
                yield self._extra.receive_nowait()
                continue
            except trio.WouldBlock:
                pass
            update = next(running, WAIT)
            if update is WAIT:
                yield ViewChanged()
                self._wake = trio.Event()
                await self._wake.wait()
                continue
            if isinstance(update, Happening):
                self._past.append(update)
            yield update
            await trio.sleep(self._pace)

    def neighbours(self) -> tuple[Neighbour, ...]:
        return ()

    async def choose(self, choice: Choice) -> str | None:
        refusal = self.game.choose(choice)
        self._wake.set()
        return refusal

    async def say(self, text: str) -> str | None:
        self.said.append(text)
        self.push(Said(seat=self.game.me, name=self.game.names[self.game.me or 0], text=text))
        return None

    def push(self, update: Update) -> None:
        """Have something happen that the game itself does not bring."""
        self._extra_send.send_nowait(update)
        self._wake.set()

    async def start(self) -> str | None:
        if not self._host:
            return "Only the host can begin the game."
        self.game.started = True
        self._wake.set()
        return None

    async def kick(self, seat: int) -> str | None:
        return "Nobody can be left out here."

    async def resign(self) -> None:
        self.game.resigning = True
        self._wake.set()

    async def leave(self) -> None:
        self.left = True
        self._wake.set()

    async def rematch(self) -> str | None:
        old = self.game
        self.game = LocalGame(old.rules, old.names, seed=old.rounds, me=old.me, table=old.table)
        self.game.started = True
        self.push(Notice(text="A new game begins."))
        return None


@dataclass
class FakeBackend:
    """A `Backend` whose tables are local games."""

    kept: Settings = field(default_factory=Settings)
    tables: tuple[FoundTable, ...] = ()
    resumable: tuple[UnfinishedTable, ...] = ()
    finished: tuple[PastGame, ...] = ()
    unreadable: tuple[DamagedLog, ...] = ()
    seed: int = 1
    pace: float = 0.0
    refuse: str = ""
    sessions: list[FakeSession] = field(default_factory=list)

    def settings(self) -> Settings:
        return self.kept

    def change(self, wanted: Settings) -> Settings:
        if len(wanted.nickname) > 24:
            raise RefusalError("A name has at most 24 characters.")
        self.kept = wanted
        return wanted

    def suggested_name(self) -> str:
        return "ann"

    def fingerprint(self) -> str:
        return "b5d2 81fe 90aa 3c17"

    def home(self) -> str:
        return "/home/ann/.local/share/scatnet"

    @asynccontextmanager
    async def found(self) -> AsyncIterator[AsyncIterator[tuple[FoundTable, ...]]]:
        async def tables() -> AsyncIterator[tuple[FoundTable, ...]]:
            yield self.tables
            await trio.sleep_forever()

        async with closing(tables()) as found:
            yield found

    async def unfinished(self) -> tuple[UnfinishedTable, ...]:
        return self.resumable

    async def past(self) -> tuple[PastGame, ...]:
        return self.finished

    async def damaged(self) -> tuple[DamagedLog, ...]:
        return self.unreadable

    async def audit(self, key: str) -> str:
        return f"Valid: every signature, proof and rule of {key} holds.\n" + "\n".join(
            f"Round {number}: Bo loses 1 life." for number in range(1, 60)
        )

    def log_of(self, table: bytes) -> str:
        return f"the log of {table.hex()[:4]}"

    @asynccontextmanager
    async def _session(
        self, rules: RuleSet, seats: int, name: str, host: bool, started: bool
    ) -> AsyncIterator[FakeSession]:
        if self.refuse:
            raise RefusalError(self.refuse)
        names = (self.kept.nickname or "ann", *(persona.name for persona in personas(seats - 1)))
        game = LocalGame(rules, names, seed=self.seed, table=name)
        game.started = started
        session = FakeSession(game, host=host, ticket="scat1-7hq2-m3k9-x8wd" if host else None, pace=self.pace)
        self.sessions.append(session)
        yield session

    def host(self, wish: TableWish) -> AbstractAsyncContextManager[FakeSession]:
        return self._session(wish.rules, wish.seats, wish.name, True, wish.practice)

    def join(self, target: str, passcode: str = "") -> AbstractAsyncContextManager[FakeSession]:
        return self._session(KITCHEN, 4, target, False, True)

    def watch(self, target: str, passcode: str = "") -> AbstractAsyncContextManager[FakeSession]:
        return self._session(KITCHEN, 4, target, False, True)

    def resume(self, key: str) -> AbstractAsyncContextManager[FakeSession]:
        return self._session(KITCHEN, 4, key, False, True)
