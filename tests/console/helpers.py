"""The console on a stage: the real application, keys through a pipe, a local game behind it, its screen as text.

Nothing here sleeps: after the keys of a `press` a signal key follows, and its handler says that all before it are done.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from prompt_toolkit.application import Application
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent, merge_key_bindings
from prompt_toolkit.output import DummyOutput

from scatnet.console.app import ConsoleApp
from scatnet.console.canvas import Canvas
from scatnet.console.screens.catalogue import paint_screen
from scatnet.console.state import Console
from scatnet.store.settings import Settings
from scatnet.words import use_language
from tests.console.gallery import FOUND, GAMES
from tests.console.local_engine import LocalEngine

__all__ = ["FOUND", "GAMES", "KEYS", "SIZES", "SizedOutput", "Stage", "on_stage", "painted", "speaking"]

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


class Stage(LocalEngine):
    """The application, the game behind it, and what was asked for."""

    def __init__(self, pipe: PipeInput, output: SizedOutput, settings: Settings, seed: int, ascii_only: bool) -> None:
        super().__init__(seed)
        self.now = 1000.0
        self._pipe = pipe
        self.output = output
        self._reached = asyncio.Event()
        self.live = ConsoleApp(
            post=self.post,
            settings=settings,
            suggested_name="ann",
            fingerprint="b5d2 81fe 90aa 3c17",
            ascii_only=ascii_only,
            clock=lambda: self.now,
            keyboard=pipe,
            terminal=output,
        )
        self.connect(self.live.console, self.live)
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

    async def press(self, *keys: str) -> None:
        """Press keys by name, or type text, and wait until all have been handled; without keys, until now."""
        for key in keys or ("",):
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
                await self.click_at(line.index(text) + len(text) // 2, row)
                return
        raise AssertionError(f"{text!r} is not on the screen:\n{self.screen()}")

    async def click_at(self, column: int, row: int) -> None:
        """Click on a cell, counted from 0."""
        self._pipe.send_text(f"\x1b[<0;{column + 1};{row + 1}M")
        await self.press(f"\x1b[<0;{column + 1};{row + 1}m")

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


def painted(console: Console, width: int, height: int) -> Canvas:
    """The screen that a console shows, painted at this size."""
    canvas = Canvas(width, height, console.look)
    paint_screen(console, canvas)
    return canvas


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Another language for a while."""
    use_language(language)
    try:
        yield
    finally:
        use_language("en")
