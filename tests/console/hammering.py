"""Random key presses on every screen, from a seed: whatever comes, no error, nothing painted amiss, and a way out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random

from prompt_toolkit.utils import get_cwidth

from scatnet.rules.ruleset import PRESETS
from scatnet.store.settings import Settings
from tests.console.helpers import FOUND, GAMES, KEYS, Stage, on_stage

__all__ = ["SCREENS", "check_picture", "hammer"]

_TYPED = ("d", "t", "k", "p", "c", "n", "x", "y", "r", "s", "h", "b", "o", "j", "g", "1", "2", "3", "4", "?", "a", "é")
_NAMED = tuple(name for name in KEYS if name != "ctrl-c")
_SIZES = ((60, 20), (80, 24), (140, 45), (100, 30), (41, 15), (20, 5))


async def _lobby(stage: Stage) -> None:
    stage.live.receive(FOUND)


async def _practise_form(stage: Stage) -> None:
    await stage.press("p")


async def _host_form(stage: Stage) -> None:
    await stage.press("o")


async def _join(stage: Stage) -> None:
    await stage.press("j")


async def _settings(stage: Stage) -> None:
    await stage.press("s")


async def _games(stage: Stage) -> None:
    await stage.press("g")


async def _help(stage: Stage) -> None:
    await stage.press("?")


async def _table_lobby(stage: Stage) -> None:
    stage.play(PRESETS["kitchen"], started=False)


def _table(preset: str) -> Callable[[Stage], Awaitable[None]]:
    async def sit(stage: Stage) -> None:
        stage.play(PRESETS[preset], seats=4)

    return sit


SCREENS: dict[str, Callable[[Stage], Awaitable[None]]] = {
    "lobby": _lobby,
    "practise": _practise_form,
    "host": _host_form,
    "join": _join,
    "settings": _settings,
    "games": _games,
    "help": _help,
    "waiting": _table_lobby,
    **{f"table-{preset}": _table(preset) for preset in PRESETS},
}
"""How to come to each screen from the lobby."""


def check_picture(stage: Stage) -> None:
    """The screen is as large as the terminal, and no glyph of ours takes two cells."""
    rows = stage.screen().split("\n")
    size = stage.output.size
    assert len(rows) == size.rows
    for row in rows:
        assert sum(get_cwidth(char) for char in row) <= size.columns
        assert all(get_cwidth(char) == 1 for char in row), row


async def hammer(screen: str, seed: int, presses: int) -> None:
    """Press so many random keys from this screen on, at changing sizes, and see that the program can still be left."""
    chance = Random(f"{screen} {seed}")
    width, height = chance.choice(_SIZES[:4])
    async with on_stage(width, height, settings=Settings(nickname="ann"), seed=seed) as stage:
        stage.console.quit = lambda: stage.live.receive(FOUND)  # the letter q must not end the run
        stage.live.receive(GAMES)
        await SCREENS[screen](stage)
        for _press in range(presses):
            if chance.random() < 0.02:
                stage.resize(*chance.choice(_SIZES))
                check_picture(stage)
            if len(stage.console.screens) == 1 and not stage.console.busy and chance.random() < 0.3:
                await SCREENS[screen](stage)
            key = chance.choice(_NAMED if chance.random() < 0.5 else _TYPED)
            await stage.press(key)
        check_picture(stage)
        await _find_the_way_out(stage)


async def _find_the_way_out(stage: Stage) -> None:
    """From anywhere, Esc and a yes lead back to the lobby in a few presses."""
    for _step in range(12):
        if len(stage.console.screens) == 1 and not stage.console.busy:
            return
        await stage.press("esc")
        if stage.console.asking is not None:
            await stage.press("y")
    raise AssertionError(f"No way out of {stage.console.screens}:\n{stage.screen()}")
