"""The full-screen application: the shared state, the canvas, the editor and the keys put together, and run.

`ConsoleApp` is the application over any way of posting requests, which is how tests drive it; `run_console` runs it
beside the engine (see `bridge`) until the person quits.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FloatContainer, Layout, UIContent, UIControl, Window
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import Output

from scatnet.console.bridge import Bridge
from scatnet.console.canvas import Canvas
from scatnet.console.editing import FieldEditor
from scatnet.console.engine import run_engine
from scatnet.console.keys import console_bindings
from scatnet.console.look import Look
from scatnet.console.messages import Message, Request
from scatnet.console.ports import Backend
from scatnet.console.screens.catalogue import paint_screen
from scatnet.console.screens.page import scroll
from scatnet.console.state import Console, Screen
from scatnet.console.style import CONSOLE_STYLE
from scatnet.store.settings import Settings
from scatnet.words import _

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

__all__ = ["ConsoleApp", "run_console", "shows_symbols"]

_LOG = logging.getLogger("scatnet.console")

_LEAVING_SECONDS = 5.0
"""How long quitting may take before the engine is cancelled."""

_TERMINAL_GONE = (errno.EIO, errno.EPIPE, errno.EBADF, errno.ENXIO)
"""What reading or writing gives once the terminal was closed: no mistake, but the same as being asked to leave."""

_WHEEL = {MouseEventType.SCROLL_UP: -1, MouseEventType.SCROLL_DOWN: 1}

_REFRESH_SECONDS = 0.5
"""How often the screen is drawn anew without a cause: countdowns go on, and sentences go away."""

_ESCAPE_SECONDS = 0.05
"""How long a lone Esc byte may be the beginning of another key."""


class _CanvasControl(UIControl):
    """The whole screen as one control: paints itself at whatever size it gets."""

    def __init__(self, console: Console, editor: FieldEditor, follow: Callable[[], None]) -> None:
        self._console = console
        self._editor = editor
        self._follow = follow
        self._canvas = Canvas(1, 1, Look())

    def is_focusable(self) -> bool:
        """Keys come here whenever nothing is typed in."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        """Paint the screen that is seen."""
        self._follow()
        canvas = Canvas(width, height, self._console.look)
        paint_screen(self._console, canvas)
        self._canvas = canvas
        self._editor.lie_at(canvas.editor)
        lines = canvas.lines()
        return UIContent(
            get_line=lambda place: lines[place] if place < len(lines) else [],
            line_count=len(lines),
            cursor_position=Point(0, 0),
            show_cursor=False,
        )

    def mouse_handler(self, mouse_event: MouseEvent) -> NotImplementedOrNone:
        """A click does what stands there; the wheel scrolls a text, and moves over rows."""
        if mouse_event.event_type is MouseEventType.MOUSE_UP:
            click = self._canvas.click_at(mouse_event.position.x, mouse_event.position.y)
            if click is None:
                return NotImplemented
            click()
            self._follow()
            return None
        turned = _WHEEL.get(mouse_event.event_type)
        if turned is None or self._console.screen is Screen.TABLE:
            return NotImplemented
        if self._console.screen is Screen.PAGE:
            scroll(self._console, 3 * turned)
        else:
            self._console.press(Keys.Up if turned < 0 else Keys.Down)
        return None


class ConsoleApp:
    """The application over a way of posting requests."""

    def __init__(
        self,
        *,
        post: Callable[[Request], None],
        settings: Settings,
        suggested_name: str,
        fingerprint: str,
        home: str = "",
        ascii_only: bool = False,
        first: Request | None = None,
        clock: Callable[[], float] = time.monotonic,
        keyboard: Input | None = None,
        terminal: Output | None = None,
    ) -> None:
        self.console = Console(
            post=post,
            quit=self.exit,
            ring=self._ring,
            press=self._press,
            clock=clock,
            settings=settings,
            suggested_name=suggested_name,
            fingerprint=fingerprint,
            home=home,
            ascii=ascii_only,
            one_table=first is not None,
        )
        self.interrupted = False
        self.console.begin()
        if first is not None:
            self.console.wait_for(_("Going to the table ..."), first)
        self._editor = FieldEditor(self.console)
        self._window = Window(_CanvasControl(self.console, self._editor, self._follow), always_hide_cursor=True)
        self._layout = Layout(FloatContainer(self._window, floats=[self._editor.float]), focused_element=self._window)
        self.application: Application[None] = Application(
            layout=self._layout,
            style=CONSOLE_STYLE,
            key_bindings=console_bindings(self.console, self._editor, follow=self._follow, interrupt=self.interrupt),
            full_screen=True,
            mouse_support=True,
            refresh_interval=_REFRESH_SECONDS,
            input=keyboard,
            output=terminal,
        )
        self.application.ttimeoutlen = _ESCAPE_SECONDS
        self.application.timeoutlen = _ESCAPE_SECONDS
        self._follow()

    def receive(self, message: Message) -> None:
        """Take in a message from the engine, and draw."""
        self.console.receive(message)
        self._follow()
        self.application.invalidate()

    def exit(self) -> None:
        """End the application, once."""
        if self.application.is_running and not self.application.is_done:
            self.application.exit()

    def interrupt(self) -> None:
        """End the application because of Ctrl-C, a closed terminal, or a wish from outside."""
        self.interrupted = True
        self.exit()

    def fail(self, error: BaseException) -> None:
        """End the application with an error, once; what comes after its end is only logged.

        A terminal that is gone is no error.
        """
        if isinstance(error, OSError) and error.errno in _TERMINAL_GONE:
            self.interrupt()
        elif self.application.is_running and not self.application.is_done:
            self.application.exit(exception=error)
        else:
            _LOG.error("Something failed on the way out.", exc_info=error)

    def _ring(self) -> None:
        self.application.output.bell()

    def _press(self, key: str) -> None:
        """Put a key behind those that are being handled; whoever clicks is inside the handling of one."""
        self.application.key_processor.feed(KeyPress(key if len(key) == 1 else Keys(key)))

    def _follow(self) -> None:
        self._editor.follow(self._layout, self._window)


async def _run(backend: Backend, ascii_only: bool, first: Request | None) -> ConsoleApp:
    def post(request: Request) -> None:
        bridge.post(request)

    def receive(message: Message) -> None:
        app.receive(message)

    bridge: Bridge[Request, Message] = Bridge(lambda requests, publish: run_engine(backend, requests, publish), receive)
    bridge.start()
    try:
        app = ConsoleApp(
            post=post,
            settings=backend.settings(),
            suggested_name=backend.suggested_name(),
            fingerprint=backend.fingerprint(),
            home=backend.home(),
            ascii_only=ascii_only,
            first=first,
        )
        watching = asyncio.create_task(_watch_engine(bridge, app))
        _listen_to_signals(app)
        try:
            await app.application.run_async(set_exception_handler=False)
        except (EOFError, OSError) as error:
            if isinstance(error, OSError) and error.errno not in _TERMINAL_GONE:
                raise
            app.interrupt()
        finally:
            watching.cancel()
            _wrap_again(app.application.output)
    finally:
        await bridge.stop(_LEAVING_SECONDS)
    if bridge.error is not None:
        raise bridge.error
    return app


def _wrap_again(terminal: Output) -> None:
    """Let the terminal break long lines again: a picture is drawn without, and what is said after it needs that."""
    with suppress(OSError):  # the terminal was closed
        terminal.enable_autowrap()
        terminal.flush()


async def _watch_engine(bridge: Bridge[Request, Message], app: ConsoleApp) -> None:
    """An engine that dies takes the application with it, so that nobody plays at a dead table."""
    await bridge.ended()
    app.exit()


def _listen_to_signals(app: ConsoleApp) -> None:
    """A closed terminal and a polite kill leave in good order; an error in a handler ends the application."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(
        lambda _loop, context: app.fail(context.get("exception") or RuntimeError(context["message"]))
    )
    for name in ("SIGHUP", "SIGTERM"):
        number = getattr(signal, name, None)
        if number is not None:
            try:
                loop.add_signal_handler(number, app.interrupt)
            except NotImplementedError:
                return  # Windows has no such signals


def run_console(backend: Backend, *, first: Request | None = None, ascii_only: bool | None = None) -> str:
    """Run the console until the person quits. Raises KeyboardInterrupt where they were interrupted (Ctrl-C, a closed
    terminal, a polite kill), the table left in good order all the same; and what the program itself failed with.

    With `first` (`Host`, `Join` or `Resume`) it goes straight to that table and ends when it is left; the sentence
    that comes back then says why it was left or not reached, and is empty where the person simply went. ASCII is used
    where the terminal's encoding has no symbols, unless said otherwise.
    """
    if ascii_only is None:
        ascii_only = not shows_symbols(sys.stdout.encoding or "ascii")
    with _picture_kept():
        app = asyncio.run(_run(backend, ascii_only, first))
    _part(app.console)
    if app.interrupted:
        raise KeyboardInterrupt
    return app.console.parting


@contextmanager
def _picture_kept() -> Iterator[None]:
    """What libraries log or warn of goes where our own log goes, and never over the picture."""
    root = logging.getLogger()
    kept = [*logging.getLogger("scatnet").handlers, logging.NullHandler()]
    for handler in kept:
        root.addHandler(handler)
    logging.captureWarnings(True)
    try:
        yield
    finally:
        logging.captureWarnings(False)
        for handler in kept:
            root.removeHandler(handler)


def _part(console: Console) -> None:
    """Say on the terminal's own screen how to come back, where a game waits for that."""
    table = console.waiting_table
    if table:
        sentence = _("You have left “{name}” in the middle of its game: it waits for you under “Unfinished games”.")
        with suppress(OSError):  # the terminal was closed
            print(console.look.plain(sentence.format(name=table)), flush=True)


def shows_symbols(encoding: str) -> bool:
    """Whether this encoding has all that the console draws with."""
    try:
        "╭─╮♠♥♦♣●░½".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
