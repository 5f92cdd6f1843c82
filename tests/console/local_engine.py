"""The engine of the console without a thread or a network: requests are carried out at once, on a local game.

What comes of a request is received before `serve` returns, so a test or a picture sees the console at rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from scatnet.bots.faces import personas
from scatnet.console.messages import (
    Ask,
    Audit,
    Audited,
    AuditTable,
    ChangeSettings,
    Entered,
    Host,
    Join,
    Left,
    ListGames,
    Make,
    Message,
    Refused,
    Request,
    Resume,
    Say,
    SettingsKept,
    Updated,
)
from scatnet.console.state import Console
from scatnet.net.session import Said, Update, ViewChanged
from scatnet.rules.ruleset import KITCHEN, RuleSet
from scatnet.table.view import Phase, TableView
from scatnet.words import use_language
from tests.console.local_game import LocalGame

__all__ = ["TICKET", "LocalEngine"]

TICKET = "scat1-7hq2-m3k9-x8wd"


class Receiver(Protocol):
    """What takes in messages: the application, or a bare console."""

    def receive(self, message: Message) -> None:
        """Take in a message."""
        ...


class LocalEngine:
    """Serves a console. `console` and `receiver` are given once the console exists, which wants to post at once."""

    def __init__(self, seed: int) -> None:
        self.requests: list[Request] = []
        self.game: LocalGame | None = None
        self.host = True
        self.seed = seed
        self._running: Iterator[Update] = iter(())
        self._console: Console | None = None
        self._receiver: Receiver | None = None

    def connect(self, console: Console, receiver: Receiver) -> None:
        """Serve this console from now on."""
        self._console, self._receiver = console, receiver

    @property
    def console(self) -> Console:
        """The console that is served."""
        if self._console is None:
            raise AssertionError("No console is served yet.")
        return self._console

    def receive(self, message: Message) -> None:
        """Report something to the console."""
        if self._receiver is not None:
            self._receiver.receive(message)

    def post(self, request: Request) -> None:
        """Take a request down, and carry it out."""
        self.requests.append(request)
        if self._receiver is not None:
            self._serve(request)

    def _serve(self, request: Request) -> None:
        match request:
            case Host(wish):
                names = (self.console.settings.nickname, *(persona.name for persona in personas(wish.seats - 1)))
                self.sit(LocalGame(wish.rules, names, seed=self.seed, table=wish.name), wish.practice)
            case Join(target=target):
                self.sit(LocalGame(KITCHEN, ("ann", "Bo", "Cy"), seed=self.seed, table=target), True, host=False)
            case Resume(key):
                self.sit(LocalGame(KITCHEN, ("ann", "Bo", "Cy"), seed=self.seed, table=key), True)
            case Make(choice) if self.game is not None:
                refusal = self.game.choose(choice)
                if refusal is not None:
                    self.receive(Refused(refusal))
                self.go_on()
            case Say(text) if self.game is not None:
                self.happen(Said(seat=self.game.me, name=self.game.names[self.game.me or 0], text=text))
            case Ask("start") if self.game is not None:
                self.game.started = True
                self.go_on()
            case Ask("resign") if self.game is not None:
                self.game.resigning = True
                self.go_on()
            case Ask("rematch") if self.game is not None:
                old = self.game
                self.sit(LocalGame(old.rules, old.names, seed=self.seed + 1, table=old.table), True)
            case Ask("leave"):
                self.game = None
                self.receive(Left())
            case Audit(key):
                self.receive(Audited(key=key, text="Valid.\n" + "A round.\n" * 60))
            case AuditTable(table):
                self.receive(Audited(key=table.hex(), text="This very game is valid.\n" + "A round.\n" * 60))
            case ChangeSettings(wanted):
                use_language(wanted.language or "en")
                self.receive(SettingsKept(wanted))
            case ListGames() | _:
                pass

    def sit(self, game: LocalGame, started: bool, *, host: bool = True) -> None:
        """Come to a table."""
        self.game, self.host = game, host
        game.started = started
        self._running = game.run()
        self.receive(Entered(view=game.view(), is_host=host, ticket=TICKET if host else None))
        self.go_on()

    def play(
        self, rules: RuleSet, *, seats: int = 4, deck: tuple[int, ...] | None = None, started: bool = True
    ) -> None:
        """Sit at a table of these rules against computer players."""
        names = ("ann", *(persona.name for persona in personas(seats - 1)))
        self.sit(LocalGame(rules, names, seed=self.seed, deck=deck), started)

    def happen(self, update: Update, view: TableView | None = None) -> None:
        """Have something happen at the table, which looks like this view or as the game has it after it."""
        if self.game is not None:
            shown = self.game.view() if view is None else view
            ticket = TICKET if self.host else None
            self.receive(Updated(update=update, view=shown, is_host=self.host, ticket=ticket))

    def go_on(self) -> None:
        """Let the game run until it waits for me."""
        if self.game is None:
            return
        for update in self._running:
            self.happen(update)
            if isinstance(update, ViewChanged) and self._waits():
                return
        self.happen(ViewChanged())

    def run_to(self, *phases: Phase) -> None:
        """Let the game run until it is in one of these phases, whoever's move it is."""
        for update in self._running:
            self.happen(update)
            if self.game is not None and self.game.view().phase in phases:
                return

    def _waits(self) -> bool:
        if self.game is None:
            return True
        view = self.game.view()
        return bool(view.choices) or (view.phase is Phase.LOBBY and not self.game.started)
