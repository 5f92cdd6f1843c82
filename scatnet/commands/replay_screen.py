"""The replay on the full screen: the console's own table, painted from the frames of a log, and keys to walk by.

The console paints what it is shown and asks nobody anything here: no choice is offered, and the last row, where a
player types to the others, holds the keys of the replay instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import Layout, UIContent, UIControl, Window
from prompt_toolkit.output import Output

from scatnet.audit.replay import Frame
from scatnet.audit.walk import Walk
from scatnet.console.canvas import Canvas
from scatnet.console.look import Look
from scatnet.console.scene import Scene, after, entered
from scatnet.console.screens.table import paint
from scatnet.console.state import Console, Screen
from scatnet.console.style import CONSOLE_STYLE
from scatnet.store.settings import Settings
from scatnet.table.view import TableView
from scatnet.words import _

__all__ = ["ReplayScreen"]

_MOST_TYPED: Final = 40


class ReplayScreen:
    """The application for one walk. `warning` is said until the first key."""

    def __init__(
        self,
        walk: Walk,
        settings: Settings,
        warning: str = "",
        *,
        keyboard: Input | None = None,
        terminal: Output | None = None,
    ) -> None:
        self._walk: Final = walk
        self._settings: Final = settings
        self._said = warning
        self._typing: str | None = None  # what is being typed, after the sign that says what for
        self._scenes: Final[dict[int | None, Sequence[Scene]]] = {}
        self.application: Final[Application[None]] = Application(
            layout=Layout(Window(_Screen(self), always_hide_cursor=True)),
            style=CONSOLE_STYLE,
            key_bindings=_bindings(self, walk),
            full_screen=True,
            input=keyboard,
            output=terminal,
        )

    def run(self) -> None:
        """Show the replay until the person has seen enough."""
        self.application.run()

    def painted(self, width: int, height: int) -> Canvas:
        """The screen at this size."""
        console = self._console()
        canvas = Canvas(width, height, console.look)
        paint(console, canvas)
        row = height - 1 if canvas.editor is None else canvas.editor.y
        canvas.editor = None
        canvas.fill(0, row, width, height - row)
        self._paint_keys(canvas, row)
        return canvas

    # What keys do

    def go(self, move: Callable[[], str]) -> None:
        """Make a move of the walk, and say what it has to say."""
        self._said = move()

    def begin_typing(self, sign: str) -> None:
        """Begin to type: a text to search for after `/`, the number of a round after `r`."""
        self._typing, self._said = sign, ""

    def type(self, text: str) -> None:
        """A key while something is typed; without that it means nothing."""
        if self._typing is not None and text.isprintable() and len(self._typing) < _MOST_TYPED:
            self._typing += text

    def rub_out(self) -> None:
        """Take the last sign back."""
        if self._typing is not None:
            self._typing = self._typing[:-1] or None

    def finish_typing(self) -> None:
        """Do what was typed."""
        typed, self._typing = self._typing, None
        if typed is None:
            return
        sign, text = typed[0], typed[1:].strip()
        if sign == "/":
            self._said = self._walk.search(text) if text else self._walk.search_again()
        elif text.isdecimal():
            self._said = self._walk.to_round(int(text))

    def leave(self) -> None:
        """Stop typing, or leave."""
        if self._typing is not None:
            self._typing = None
        else:
            self.application.exit()

    @property
    def typing(self) -> bool:
        """Whether keys are signs of a text now."""
        return self._typing is not None

    # Painting

    def _console(self) -> Console:
        console = Console(
            post=lambda _request: None,
            quit=self.application.exit,
            ring=lambda: None,
            clock=lambda: 0.0,
            settings=self._settings,
            suggested_name="",
            fingerprint="",
            ascii=not self.application.output.encoding().lower().startswith("utf"),
        )
        console.screens = [Screen.TABLE]
        console.scene = self._scene(console.look)
        console.chatting = True  # leaves its last row free
        if self._said:
            console.tell(self._said)
        return console

    def _scene(self, look: Look) -> Scene:
        seat = self._walk.seat
        if seat not in self._scenes:
            self._scenes[seat] = _scenes_of(self._walk.stops, seat, look)
        return self._scenes[seat][self._walk.at]

    def _paint_keys(self, canvas: Canvas, row: int) -> None:
        if self._typing is not None:
            what = _("Search:") if self._typing[0] == "/" else _("Round:")
            canvas.put(1, row, f"{what} {self._typing[1:]}_", "class:key")
            return
        place = f"{self._walk.at + 1}/{len(self._walk.stops)}"
        x = canvas.put(1, row, place, "class:value") + 2
        for key, label in _keys_shown():
            if x + canvas.measure(key) + canvas.measure(label) + 4 > canvas.width:
                if row + 1 >= canvas.height:
                    return
                x, row = 1, row + 1
            x = canvas.put(x, row, f"[{key}]", "class:key")
            x = canvas.put(x, row, f" {label}", "class:dim") + 2


def _keys_shown() -> tuple[tuple[str, str], ...]:
    return (
        ("→ ←", _("step")),
        ("PgDn PgUp", _("round")),
        ("r", _("to a round")),
        ("/ n N", _("search")),
        ("v", _("view")),
        ("Home End", _("ends")),
        ("q", _("leave")),
    )


def _scenes_of(found: Sequence[Frame], seat: int | None, look: Look) -> list[Scene]:
    """The table at every stop as the console would have it there; a round's report stands at its own stop only."""
    scene = entered(_quiet(found[0].seen_by(seat)), is_host=False, ticket=None, now=0.0)
    scenes = []
    for frame in found:
        view = _quiet(frame.seen_by(seat))
        scene = replace(scene, report=None, banner="", view=view)
        for happening in frame.happenings:
            scene = after(scene, happening, view, now=0.0, card=look.card)
        scenes.append(scene)
    return scenes


def _quiet(view: TableView) -> TableView:
    """The view without anything to be chosen."""
    return replace(view, choices=(), refusals={}, must_declare=False)


class _Screen(UIControl):
    """The whole screen as one control."""

    def __init__(self, screen: ReplayScreen) -> None:
        self._screen = screen

    def is_focusable(self) -> bool:
        """Keys come here."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        """Paint the stop where one is."""
        lines = self._screen.painted(width, height).lines()
        return UIContent(
            get_line=lambda place: lines[place] if place < len(lines) else [],
            line_count=len(lines),
            cursor_position=Point(0, 0),
            show_cursor=False,
        )


def _bindings(screen: ReplayScreen, walk: Walk) -> KeyBindings:
    bindings = KeyBindings()

    def walking(*keys: str, move: Callable[[], str]) -> None:
        for key in keys:

            @bindings.add(key)
            def _pressed(event: KeyPressEvent) -> None:
                """Make the move of this key, or type it."""
                if screen.typing:
                    screen.type(event.data)
                else:
                    screen.go(move)

    walking("right", "down", " ", "l", "j", move=lambda: walk.step(1))
    walking("left", "up", "h", "k", "b", move=lambda: walk.step(-1))
    walking("home", "g", move=walk.first)
    walking("end", "G", move=walk.last)
    walking("pagedown", move=walk.next_round)
    walking("pageup", move=walk.previous_round)
    walking("n", move=walk.search_again)
    walking("N", move=lambda: walk.search_again(backwards=True))
    walking("v", move=walk.look_on)

    @bindings.add("/")
    @bindings.add("r")
    def _begin(event: KeyPressEvent) -> None:
        """Search, or go to a round."""
        if screen.typing:
            screen.type(event.data)
        else:
            screen.begin_typing(event.data)

    @bindings.add("enter")
    def _enter(event: KeyPressEvent) -> None:
        """Do what was typed, or go on."""
        if screen.typing:
            screen.finish_typing()
        else:
            screen.go(lambda: walk.step(1))

    @bindings.add("backspace")
    def _rub_out(event: KeyPressEvent) -> None:
        """Take the last sign back."""
        screen.rub_out()

    @bindings.add("q")
    def _quit(event: KeyPressEvent) -> None:
        """Leave, or type it."""
        if screen.typing:
            screen.type(event.data)
        else:
            screen.leave()

    @bindings.add("escape", eager=True)
    @bindings.add("c-c")
    @bindings.add("c-d")
    def _leave(event: KeyPressEvent) -> None:
        """Stop typing, or leave."""
        screen.leave()

    @bindings.add("<any>")
    def _any(event: KeyPressEvent) -> None:
        """Type."""
        screen.type(event.data)

    return bindings
