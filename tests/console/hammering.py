"""Keys, clicks and sizes by chance from a seed, and every key in turn, in every state: no error, and a way out."""

from __future__ import annotations

import string
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import fields
from random import Random
from types import MappingProxyType
from typing import Final

from prompt_toolkit.utils import get_cwidth

from scatnet.console.editing import active_field
from scatnet.console.screens.catalogue import rows_of
from scatnet.console.state import Console, Screen
from scatnet.store.settings import Settings
from tests.console.gallery import FOUND, GALLERY, GAMES, State
from tests.console.helpers import KEYS, Stage, on_stage

__all__ = ["SCREENS", "TYPICAL", "check_picture", "hammer", "press_every_key", "snapshot"]

_TYPED = ("d", "t", "k", "p", "c", "n", "x", "y", "r", "s", "h", "b", "o", "j", "g", "1", "2", "3", "4", "?", "a", "é")
_NAMED = tuple(name for name in KEYS if name != "ctrl-c")
_SIZES = ((60, 20), (80, 24), (140, 45), (100, 30), (41, 15), (20, 5))
_FOREIGN = "hostile"  # the one state with names in writing of two cells a letter


def _brought_about(state: State) -> Callable[[Stage], Awaitable[None]]:
    async def come(stage: Stage) -> None:
        stage.console.screens = [Screen.LOBBY]
        state(stage)
        await stage.press()

    return come


SCREENS: Final[Mapping[str, Callable[[Stage], Awaitable[None]]]] = MappingProxyType(
    {name: _brought_about(state) for name, state in GALLERY.items()}
)
"""How to come to each state from the lobby."""


TYPICAL: Final = (
    "welcome", "lobby", "lobby-busy", "host", "join", "settings", "games", "help",
    "waiting-host", "shuffle", "throw-down", "turn-first", "discard", "discard-knock", "31-dealt", "31-called",
    "won-by-me", "leaving", "chatting", "watching",
)  # fmt: skip
"""One state of each sort, where all of them would take too long."""


def check_picture(stage: Stage, *, foreign: bool = False) -> None:
    """The screen is as large as the terminal, and no glyph of ours takes two cells; only `foreign` names may."""
    rows = stage.screen().split("\n")
    size = stage.output.size
    assert len(rows) == size.rows
    for row in rows:
        assert row.isprintable(), row
        assert sum(get_cwidth(char) for char in row) <= size.columns
        assert foreign or all(get_cwidth(char) == 1 for char in row), row


async def hammer(screen: str, seed: int, presses: int) -> None:
    """Press so many random keys from this state on, with clicks, at changing sizes; the program can still be left."""
    chance = Random(f"{screen} {seed}")
    width, height = chance.choice(_SIZES[:4])
    async with on_stage(width, height, settings=Settings(nickname="ann"), seed=seed) as stage:
        stage.console.quit = lambda: stage.receive(FOUND)  # the letter q must not end the run
        stage.receive(GAMES)
        await SCREENS[screen](stage)
        for _press in range(presses):
            if not stage.application.is_running:
                return  # a click on the key that ends the program
            if chance.random() < 0.02:
                stage.resize(*chance.choice(_SIZES))
                check_picture(stage, foreign=screen == _FOREIGN)
            if len(stage.console.screens) == 1 and not stage.console.busy and chance.random() < 0.3:
                await SCREENS[screen](stage)
            if chance.random() < 0.15:
                await stage.click_at(
                    chance.randrange(stage.output.size.columns), chance.randrange(stage.output.size.rows)
                )
            else:
                await stage.press(chance.choice(_NAMED if chance.random() < 0.5 else _TYPED))
        if stage.application.is_running:
            check_picture(stage, foreign=screen == _FOREIGN)
            await _find_the_way_out(stage)


_LETTERS: Final = (*string.ascii_lowercase, *string.digits, *" ?!/-æ")
_OTHERS = (*string.ascii_uppercase, *string.punctuation, "é", "ß", "漢")
_RARE = (
    "\x1bOP",
    "\x1b[15~",
    "\x1b[2~",
    "\x1bd",
    "\x1b[1;5C",
    "\x1b[I",
    "\x01",
    "\x04",
    "\x0b",
    "\x0c",
    "\x17",
    "\x1a",
)
_CONTROL = tuple(chr(code) for code in range(32) if chr(code) not in "\x03\x1b")
"""All but Ctrl-C, which ends the program, and Esc, which is named."""


async def press_every_key(screen: str, *, thorough: bool) -> None:
    """Press every key once in this very state: nothing fails, and whatever prints does something or is answered."""
    keys = (*_LETTERS, *_NAMED, *_RARE, *(_OTHERS + _CONTROL if thorough else ()))
    async with on_stage(80, 24) as stage:
        console = stage.console
        console.quit = lambda: console.tell("bye")
        await SCREENS[screen](stage)
        console.notice = ""
        before = snapshot(console)
        idle = console.screen is not Screen.TABLE and all(row.heading for row in rows_of(console))
        mute = idle or active_field(console) is not None
        for key in keys:
            for name, value in before.items():
                setattr(console, name, value)
            console.screens, console.cursors = list(console.screens), dict(console.cursors)
            stage.screen()  # the editor follows to where it was
            await stage.press(key)
            assert mute or key not in _LETTERS + _OTHERS or snapshot(console) != before, f"{key!r} does nothing"


def snapshot(console: Console) -> dict[str, object]:
    """All that a console holds."""
    return {field.name: getattr(console, field.name) for field in fields(console)}


async def _find_the_way_out(stage: Stage) -> None:
    """From anywhere, Esc and a yes lead back to the lobby in a few presses."""
    for _step in range(12):
        if len(stage.console.screens) == 1 and not stage.console.busy:
            return
        await stage.press("esc")
        if stage.console.asking is not None:
            await stage.press("y")
    raise AssertionError(f"No way out of {stage.console.screens}:\n{stage.screen()}")
