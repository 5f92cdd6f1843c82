"""The mouse alone: whatever keys a screen shows, a click on one does what the key does, and no screen is a dead end."""

from __future__ import annotations

import asyncio

import pytest

from scatnet.console.messages import Say
from scatnet.console.state import Screen
from scatnet.rules.ruleset import PRESETS
from scatnet.store.settings import Settings
from tests.console.hammering import SCREENS
from tests.console.helpers import FOUND, GAMES, SIZES, Stage, on_stage


async def turn_wheel(stage: Stage, down: bool) -> None:
    """Turn the wheel once over the middle of the screen."""
    await stage.press(f"\x1b[<{65 if down else 64};10;6M")


def test_a_newcomer_goes_on_by_a_click() -> None:
    async def play() -> None:
        async with on_stage(80, 24, settings=Settings()) as stage:
            assert stage.console.screens[-1] == Screen.WELCOME
            await stage.click("Enter] go on")
            assert stage.console.screens == [Screen.LOBBY]

    asyncio.run(play())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", ["practise", "host", "join", "settings", "games", "help"])
def test_every_screen_is_left_by_a_click(screen: str, size: tuple[int, int]) -> None:
    async def play() -> None:
        async with on_stage(*size) as stage:
            stage.live.receive(GAMES)
            await SCREENS[screen](stage)
            assert stage.console.screens != [Screen.LOBBY]
            await stage.click("[Esc]")
            assert stage.console.screens == [Screen.LOBBY]

    asyncio.run(play())


def test_a_name_of_two_keys_is_two_places_to_click() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            await stage.click("Settings")
            await stage.click("Down")
            await stage.click("Right")
            assert stage.console.settings.house_rule
            await stage.click("Left")
            assert not stage.console.settings.house_rule

    asyncio.run(play())


def test_letters_shown_in_the_lobby_are_clicked() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            await stage.click("[o]")
            assert stage.console.screens[-1] == Screen.HOST

    asyncio.run(play())


@pytest.mark.parametrize("size", SIZES)
def test_chat_is_opened_sent_and_dropped_by_clicks(size: tuple[int, int]) -> None:
    async def play() -> None:
        async with on_stage(*size) as stage:
            stage.play(PRESETS["classic"])
            await stage.click("[s]")
            await stage.press("hello")
            await stage.click("[Enter] send")
            assert stage.requests[-1] == Say("hello")
            await stage.click("[s]")
            await stage.press("never mind")
            await stage.click("[Esc] back")
            assert stage.requests[-1] == Say("hello")
            assert not stage.console.chatting

    asyncio.run(play())


def test_the_wheel_moves_over_rows_and_scrolls_a_text() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            stage.live.receive(FOUND)
            before = stage.screen()
            await turn_wheel(stage, down=True)
            assert stage.screen() != before
            await turn_wheel(stage, down=False)
            assert stage.screen() == before
            await stage.press("?")
            await turn_wheel(stage, down=True)
            assert stage.console.page.scroll == 3

    asyncio.run(play())
