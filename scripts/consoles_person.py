"""A person in front of a console: looks at the screen, and presses or clicks only what it shows.

They know nothing but what is on their own screen. What hinders them is noted with the screen they had before them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import trio
from consoles_screen import Screen
from consoles_tmux import ENDED, Terminal, Terminals

__all__ = ["Person", "StuckError"]

_GLANCE: Final = 0.25
"""Seconds between two looks at the screen."""

_PATIENT: Final = 180.0
"""Seconds until a person thinks that something they wait for will not come: the machine may be busy."""

_NO_ANSWER: Final = 30.0
"""Seconds after which a key that changed nothing is one that does not work."""

_MOST_STEPS: Final = 60
"""A list of rows has fewer; a row that did not come in so many steps is not there."""

_SURELY: Final = 3.0
"""Seconds after which a cursor that has not moved stands at the end of its list."""

_NAMED: Final = {"Esc": "Escape", "Space": "Space", "Enter": "Enter"}


class StuckError(Exception):
    """A person does not come further; the message says what they wanted, and shows the screen."""


@dataclass(slots=True)
class Person:
    """One person: a name, a home, a terminal of some size, and whether they use the mouse wherever it works."""

    name: str
    home: Path
    command: Sequence[str]
    terminals: Terminals
    width: int
    height: int
    chance: Random
    mouse: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)
    record: Path | None = None
    presses: int = 0
    clicks: int = 0
    notes: list[str] = field(default_factory=list)
    _terminal: Terminal | None = None
    seen: str = ""
    _recorded: int = 0
    _starts: int = 0

    # Looking.

    @property
    def terminal(self) -> Terminal:
        """The terminal, once the program was started."""
        if self._terminal is None:
            raise StuckError(f"{self.name} has not started anything.")
        return self._terminal

    async def look(self) -> Screen:
        """What is on the screen now; each new picture is kept where wanted."""
        text = await self.terminal.capture()
        if text != self.seen:
            self.seen = text
            if self.record is not None:
                picture = await self.terminal.capture(colours=True)
                (self.record / f"{self.name}-{self._recorded:05}.ansi").write_text(picture, encoding="utf-8")
                self._recorded += 1
        return Screen.of(text)

    async def until(self, met: Callable[[Screen], object], what: str, seconds: float = _PATIENT) -> Screen:
        """Look until a condition is met. Raises StuckError."""
        with trio.move_on_after(seconds):
            while True:
                screen = await self.look()
                if met(screen):
                    return screen
                await trio.sleep(_GLANCE)
        raise StuckError(f"{self.name} waits in vain for {what}:\n{self.seen}")

    # Doing.

    async def key(self, key: str) -> None:
        """Press a key, shown or of the kind everybody tries."""
        self.presses += 1
        await self.terminal.press(_NAMED.get(key, key))

    async def do(self, key: str) -> None:
        """Do what a key on the screen stands for: press it, or click on it. Raises StuckError where it is not shown."""
        if not await self.do_if_shown(key):
            raise StuckError(f"{self.name} does not find {key}:\n{self.seen}")

    async def do_if_shown(self, key: str) -> bool:
        """Do what a key stands for, if it is on the screen still; whether it is."""
        shown = (await self.look()).key(key)
        if shown is None:
            return False
        if self.mouse:
            await self.click(shown.at.column, shown.at.row)
        else:
            await self.key(key)
        return True

    async def click(self, column: int, row: int) -> None:
        """Click on a cell."""
        self.clicks += 1
        await self.terminal.click(column, row)

    async def until_other(self, read: Callable[[Screen], str], old: str, what: str) -> Screen:
        """Look until what is read from the screen is another text. Raises StuckError."""
        return await self.until(lambda screen: read(screen) != old, what, _NO_ANSWER)

    async def settled(self, read: Callable[[Screen], str], old: str) -> Screen:
        """Look until what is read from the screen is another text, or for as long as a person waits for that."""
        with suppress(StuckError):
            return await self.until(lambda screen: read(screen) != old, "something to move", _SURELY)
        return await self.look()

    async def go_to_row(self, label: str) -> None:
        """Bring the cursor to a row with the arrow keys. Raises StuckError."""
        way = "Down"
        for _step in range(_MOST_STEPS):
            screen = await self.look()
            marked, target, at = screen.marked, screen.row_of(label), screen.marked_at
            if marked.startswith(label):
                return
            if target is not None and at is not None:
                way = "Up" if target.row < at.row else "Down"
            await self.key(way)
            if (await self.settled(lambda screen: screen.marked, marked)).marked == marked:  # the end of the list
                way = "Up" if way == "Down" else "Down"
        raise StuckError(f"{self.name} finds no row {label}:\n{self.seen}")

    async def choose(self, label: str) -> None:
        """Do what a row is for."""
        if not self.mouse:
            await self.go_to_row(label)
            await self.key("Enter")
            return
        screen = await self.until(lambda screen: screen.row_of(label), f"a row {label}")
        cell = screen.row_of(label)
        if cell is not None:
            await self.click(cell.column, cell.row)

    async def turn_to(self, label: str, wanted: str) -> None:
        """Change the value of a row until it is the wanted one. Raises StuckError."""
        if not self.mouse:
            await self.go_to_row(label)
        for _step in range(_MOST_STEPS):
            screen = await self.until(lambda screen: screen.row_of(label) or wanted in screen.text, f"a row {label}")
            row, cell = screen.row_text(label), screen.row_of(label)
            if wanted in row or cell is None:  # with the language the label changes, too
                return
            if self.mouse:
                await self.click(cell.column, cell.row)
            else:
                await self.key("Right")
            await self.until_other(lambda screen: screen.row_text(label), row, f"another value of {label}")
        raise StuckError(f"{self.name} cannot have {wanted} for {label}:\n{self.seen}")

    # Coming and going.

    async def start(self) -> Screen:
        """Start the program on a new terminal, and wait for its first screen."""
        self._starts += 1
        self._terminal = await self.terminals.open(
            f"{self.name}-{self._starts}", self.command, width=self.width, height=self.height,
            environment=self.environment,
        )  # fmt: skip
        return await self.until(lambda screen: screen.keys, "the first screen")

    async def ended(self) -> int:
        """Wait until the program has ended; its exit status."""
        screen = await self.until(lambda screen: ENDED in screen.text, "the program's end")
        return int(screen.text.rpartition(ENDED)[2].split()[0])

    async def call_myself(self, name: str) -> None:
        """Type a name at the first start, in place of the one that is offered."""
        await self.key("C-u")
        await self.terminal.type(name)
        await self.until(lambda screen: name in screen.text, "my name in its field")
        await self.do("Enter")
        await self.until(lambda screen: screen.key("o"), "the lobby")
