"""The console on a stage: the real application, keys through a pipe, a local game behind it, its screen as text.

Nothing here sleeps: after the keys of a `press` a signal key follows, and its handler says that all before it are done.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from prompt_toolkit.application import Application
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent, merge_key_bindings
from prompt_toolkit.output import DummyOutput

from scatnet.bots.faces import personas
from scatnet.console.app import ConsoleApp
from scatnet.console.canvas import Canvas
from scatnet.console.messages import (
    Ask,
    Audit,
    Audited,
    ChangeSettings,
    Entered,
    GamesListed,
    Host,
    Join,
    Left,
    ListGames,
    Make,
    Refused,
    Request,
    Resume,
    Say,
    SettingsKept,
    TablesFound,
    Updated,
)
from scatnet.console.ports import FoundTable, PastGame, UnfinishedTable
from scatnet.console.screens.catalogue import paint_screen
from scatnet.console.state import Console
from scatnet.net.session import Said, Update, ViewChanged
from scatnet.rules.ruleset import KITCHEN, RuleSet
from scatnet.store.settings import Settings
from scatnet.table.view import Phase
from scatnet.words import use_language
from tests.console.local_game import LocalGame

SIZES = ((60, 20), (80, 24), (140, 45))

_SIGNAL = "\x1b[24~"  # F12: bound to nothing by the console

KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "enter": "\r",
    "esc": "\x1b",
    "tab": "\t",
    "backtab": "\x1b[Z",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "backspace": "\x7f",
    "delete": "\x1b[3~",
    "ctrl-c": "\x03",
    "space": " ",
}


class SizedOutput(DummyOutput):
    """An output of a size that a test can change; it counts bells."""

    def __init__(self, width: int, height: int) -> None:
        self.size = Size(rows=height, columns=width)
        self.bells = 0

    def get_size(self) -> Size:
        return self.size

    def bell(self) -> None:
        self.bells += 1


class Stage:
    """The application, the game behind it, and what was asked for."""

    def __init__(self, pipe: PipeInput, output: SizedOutput, settings: Settings, seed: int, ascii_only: bool) -> None:
        self.now = 1000.0
        self.requests: list[Request] = []
        self.game: LocalGame | None = None
        self.deck: tuple[int, ...] | None = None
        self.seed = seed
        self.host = True
        self._running: Iterator[Update] = iter(())
        self._pipe = pipe
        self.output = output
        self._reached = asyncio.Event()
        self._early: list[Request] = []
        self._settings = settings
        self.app: ConsoleApp | None = None
        self.app = ConsoleApp(
            post=self._post,
            settings=settings,
            suggested_name="ann",
            fingerprint="b5d2 81fe 90aa 3c17",
            ascii_only=ascii_only,
            clock=lambda: self.now,
            keyboard=pipe,
            terminal=output,
        )
        bindings = KeyBindings()

        @bindings.add("f12", eager=True)
        def _signal(event: KeyPressEvent) -> None:
            """All keys before this one are done."""
            self._reached.set()

        own = self.application.key_bindings
        self.application.key_bindings = merge_key_bindings([bindings, *([] if own is None else [own])])

    @property
    def application(self) -> Application[None]:
        return self.live.application

    @property
    def live(self) -> ConsoleApp:
        """The application."""
        if self.app is None:
            raise AssertionError("The stage is being built.")
        return self.app

    @property
    def console(self) -> Console:
        return self.live.console

    async def press(self, *keys: str) -> None:
        """Press keys by name, or type text, and wait until all have been handled."""
        for key in keys:
            self._reached.clear()
            self._pipe.send_text(KEYS.get(key, key) + _SIGNAL)
            await self._reached.wait()

    def end_waiting(self) -> None:
        """Nothing handles keys any more."""
        self._reached.set()

    async def click(self, text: str) -> None:
        """Click in the middle of a text on the screen, as a terminal reports it."""
        for row, line in enumerate(self.screen().splitlines()):
            if text in line:
                column = line.index(text) + len(text) // 2
                self._pipe.send_text(f"\x1b[<0;{column + 1};{row + 1}M")
                await self.press(f"\x1b[<0;{column + 1};{row + 1}m")
                return
        raise AssertionError(f"{text!r} is not on the screen:\n{self.screen()}")

    def resize(self, width: int, height: int) -> None:
        """Give the terminal another size."""
        self.output.size = Size(rows=height, columns=width)
        self.application.renderer.reset()

    def screen(self) -> str:
        """The screen as text, as the application itself renders it."""
        with set_app(self.application):
            self.application.renderer.render(self.application, self.application.layout)
        screen = self.application.renderer.last_rendered_screen
        if screen is None:
            raise AssertionError("Nothing was rendered.")
        size = self.output.size
        rows = [
            "".join(screen.data_buffer[row][column].char for column in range(size.columns)).rstrip()
            for row in range(size.rows)
        ]
        return "\n".join(rows)

    # The engine, without a second thread: requests are carried out at once.

    def _post(self, request: Request) -> None:
        self.requests.append(request)
        if self.app is None:
            return
        self._serve(request)

    def _serve(self, request: Request) -> None:
        match request:
            case Host(wish):
                names = (self.console.settings.nickname, *(persona.name for persona in personas(wish.seats - 1)))
                self.sit(LocalGame(wish.rules, names, seed=self.seed, deck=self.deck, table=wish.name), wish.practice)
            case Join(target=target):
                self.sit(LocalGame(KITCHEN, ("ann", "Bo", "Cy"), seed=self.seed, table=target), True, host=False)
            case Resume(key):
                self.sit(LocalGame(KITCHEN, ("ann", "Bo", "Cy"), seed=self.seed, table=key), True)
            case Make(choice) if self.game is not None:
                refusal = self.game.choose(choice)
                if refusal is not None:
                    self.live.receive(Refused(refusal))
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
                self.live.receive(Left())
            case Audit(key):
                self.live.receive(Audited(key=key, text="Valid.\n" + "A round.\n" * 60))
            case ChangeSettings(wanted):
                use_language(wanted.language or "en")
                self.live.receive(SettingsKept(wanted))
            case ListGames() | _:
                pass

    def sit(self, game: LocalGame, started: bool, *, host: bool = True) -> None:
        """Come to a table."""
        self.game, self.host = game, host
        game.started = started
        self._running = game.run()
        self.live.receive(Entered(view=game.view(), is_host=host, ticket="scat1-7hq2-m3k9-x8wd" if host else None))
        self.go_on()

    def play(
        self, rules: RuleSet, *, seats: int = 4, deck: tuple[int, ...] | None = None, started: bool = True
    ) -> None:
        """Sit at a table of these rules against computer players."""
        names = ("ann", *(persona.name for persona in personas(seats - 1)))
        self.sit(LocalGame(rules, names, seed=self.seed, deck=deck), started)

    def happen(self, update: Update) -> None:
        """Have something happen at the table."""
        if self.game is not None:
            host = self.host
            ticket = "scat1-7hq2-m3k9-x8wd" if host else None
            self.live.receive(Updated(update=update, view=self.game.view(), is_host=host, ticket=ticket))

    def go_on(self) -> None:
        """Let the game run until it waits for me."""
        if self.game is None:
            return
        for update in self._running:
            self.happen(update)
            if isinstance(update, ViewChanged) and self._waits():
                return
        self.happen(ViewChanged())

    def _waits(self) -> bool:
        if self.game is None:
            return True
        view = self.game.view()
        return bool(view.choices) or (view.phase is Phase.LOBBY and not self.game.started)


@asynccontextmanager
async def on_stage(
    width: int = 80,
    height: int = 24,
    *,
    settings: Settings | None = None,
    seed: int = 1,
    ascii_only: bool = False,
) -> AsyncIterator[Stage]:
    """The application running at this size; it must still be able to quit at the end, or have done so."""
    with create_pipe_input() as pipe:
        output = SizedOutput(width, height)
        stage = Stage(pipe, output, settings or Settings(nickname="ann"), seed, ascii_only)
        errors: list[BaseException] = []
        loop = asyncio.get_running_loop()

        def failed(_loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
            error = context.get("exception")
            errors.append(error if isinstance(error, BaseException) else RuntimeError(str(context)))
            stage.end_waiting()
            stage.live.exit()

        loop.set_exception_handler(failed)
        ready = asyncio.Event()
        running = asyncio.create_task(
            stage.application.run_async(set_exception_handler=False, handle_sigint=False, pre_run=ready.set)
        )
        running.add_done_callback(lambda _task: stage.end_waiting())
        await ready.wait()
        try:
            yield stage
        finally:
            stage.live.exit()
            await running
        if errors:
            raise errors[0]


def painted(console: Console, width: int, height: int) -> str:
    """A screen painted on a bare canvas."""
    canvas = Canvas(width, height, console.look)
    paint_screen(console, canvas)
    return canvas.text()


TABLES = (
    FoundTable(key="t1", name="Ann's table", rules="kitchen", taken=1, seats=4, locked=False, playing=False),
    FoundTable(key="t2", name="Grandma's kitchen", rules="nordic", taken=2, seats=5, locked=True, playing=False),
    FoundTable(key="t3", name="Late night", rules="kitty", taken=4, seats=4, locked=False, playing=True),
)
GAMES = GamesListed(
    unfinished=(
        UnfinishedTable(key="u1", name="Sunday", rules="classic", players=("ann", "Bo"), round=7, played="2026-11-22"),
    ),
    past=tuple(
        PastGame(
            key=f"p{number}",
            path=Path(f"{number}.scat"),
            name=f"Game {number}",
            rules="kitchen",
            players=("ann", "Bo", "Cy"),
            winners=("Bo",),
            rounds=9,
            played=f"2026-11-{number:02}",
        )
        for number in range(1, 20)
    ),
)
FOUND = TablesFound(TABLES)
