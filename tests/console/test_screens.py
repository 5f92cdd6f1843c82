"""Every screen at every size: keys in, text out."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from scatnet.console.messages import Ask, Audit, ChangeSettings, Host, Join, Left, Refused, Resume
from scatnet.console.state import Screen
from scatnet.rules.ruleset import CADILLAC, KITCHEN, NORDIC, PRESETS
from scatnet.store.settings import Colours, Settings
from scatnet.words import use_language
from tests.console.hammering import SCREENS, TYPICAL, check_picture, hammer
from tests.console.helpers import FOUND, GAMES, Stage, on_stage


def last(stage: Stage, kind: type) -> object:
    """The newest request of this kind."""
    return [request for request in stage.requests if isinstance(request, kind)][-1]


async def down_to(stage: Stage, text: str) -> None:
    """Move down until this is on the screen."""
    for _row in range(40):
        if text in stage.screen():
            return
        await stage.press("down")
    raise AssertionError(f"{text} is not to be found:\n{stage.screen()}")


@pytest.mark.parametrize("screen", [*TYPICAL, "hostile"])
def test_every_screen_is_rendered_as_it_is_painted(screen: str) -> None:
    async def look() -> None:
        async with on_stage(80, 24) as stage:
            stage.receive(GAMES)
            await SCREENS[screen](stage)
            check_picture(stage, foreign=screen == "hostile")
            assert stage.screen().split("\n")[0].strip()

    asyncio.run(look())


@pytest.mark.parametrize("screen", TYPICAL)
def test_random_keys_and_clicks_do_no_harm_on_any_screen(screen: str) -> None:
    asyncio.run(hammer(screen, seed=11, presses=20))


def test_a_newcomer_holds_cards_after_three_key_presses() -> None:
    async def play() -> None:
        async with on_stage(80, 24, settings=Settings()) as stage:
            assert "Welcome to scatnet" in stage.screen()
            await stage.press("enter", "enter", "enter")
            assert stage.console.screen is Screen.TABLE
            assert stage.console.scene is not None
            assert len(stage.console.scene.view.hand) == 3
            assert last(stage, ChangeSettings) == ChangeSettings(Settings(nickname="ann"))

    asyncio.run(play())


@pytest.mark.parametrize(("language", "label"), [("en", "Your name:"), ("da", "Dit navn:")])
def test_the_first_question_is_read_in_full(language: str, label: str) -> None:
    async def look() -> None:
        async with on_stage(80, 24, settings=Settings()) as stage:
            assert label in stage.screen()

    use_language(language)
    try:
        asyncio.run(look())
    finally:
        use_language("en")


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        (("B", "o", "enter"), "Bo"),
        (("right", "a", "enter"), "anna"),
        (("backspace", "Bo", "enter"), "Bo"),
        (("enter",), "ann"),
    ],
)
def test_what_is_typed_takes_the_place_of_the_suggested_name(keys: tuple[str, ...], name: str) -> None:
    async def play() -> None:
        async with on_stage(80, 24, settings=Settings()) as stage:
            await stage.press(*keys)
            assert stage.console.settings.nickname == name

    asyncio.run(play())


def test_two_key_presses_bring_a_newcomer_to_a_table_that_was_found() -> None:
    async def play() -> None:
        async with on_stage(80, 24, settings=Settings()) as stage:
            stage.live.receive(FOUND)
            await stage.press("enter", "enter")
            assert last(stage, Join) == Join(target="t1")

    asyncio.run(play())


def test_a_host_s_table_is_open_after_two_key_presses_and_begun_with_a_third() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            await stage.press("o", "enter")
            wish = last(stage, Host)
            assert isinstance(wish, Host)
            assert (wish.wish.name, wish.wish.rules, wish.wish.practice) == ("ann's table", KITCHEN, False)
            stage.play(KITCHEN, started=False)
            await stage.press("b")
            assert last(stage, Ask) == Ask("start")

    asyncio.run(play())


def test_the_name_can_be_typed_over_at_the_first_start() -> None:
    async def play() -> None:
        async with on_stage(80, 24, settings=Settings()) as stage:
            await stage.press(*["backspace"] * 3, "enter")
            assert "Type a name that the others can call you by." in stage.screen()
            await stage.press("Grandma", "enter")
            assert stage.console.settings.nickname == "Grandma"

    asyncio.run(play())


def test_tables_appear_and_vanish_and_the_cursor_stays_with_its_row() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            assert "No table yet; one that opens appears here by itself." in stage.screen()
            await stage.press("down", "down")
            marked = [line for line in stage.screen().split("\n") if "▸" in line]
            stage.live.receive(FOUND)
            assert "Grandma's kitchen" in stage.screen()
            assert [line for line in stage.screen().split("\n") if "▸" in line] == marked
            stage.live.receive(type(FOUND)(()))
            assert "Grandma's kitchen" not in stage.screen()
            assert [line for line in stage.screen().split("\n") if "▸" in line] == marked

    asyncio.run(play())


def test_nothing_is_left_of_a_field_that_is_typed_in_no_more() -> None:
    async def play() -> None:
        async with on_stage(80, 24, settings=Settings()) as stage:
            stage.live.receive(FOUND)
            await stage.press("enter")
            assert "Late night" in stage.screen()
            assert "4/4    playing" in stage.screen()

    asyncio.run(play())


def test_a_table_with_a_passcode_asks_for_it_first() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            stage.live.receive(FOUND)
            await stage.press("down", "enter")
            assert "Table “Grandma's kitchen”" in stage.screen()
            await stage.press("plum cake", "enter")
            assert last(stage, Join) == Join(target="t2", passcode="plum cake")

    asyncio.run(play())


def test_a_table_that_plays_already_is_watched() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            stage.live.receive(FOUND)
            await stage.press("down", "down", "enter")
            assert last(stage, Join) == Join(target="t3", watch=True)

    asyncio.run(play())


def test_an_address_is_typed_and_joined_or_watched() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            await stage.press("j", "enter")
            assert "Type an address" in stage.screen()
            await stage.press("192.168.1.20:5431", "enter")
            assert last(stage, Join) == Join(target="192.168.1.20:5431")
            stage.live.receive(Left())
            await stage.press("j", "host:1", "down", "down", "down", "enter")
            assert last(stage, Join) == Join(target="host:1", watch=True)

    asyncio.run(play())


def test_a_refusal_is_a_sentence_on_the_screen() -> None:
    async def play() -> None:
        async with on_stage(60, 20) as stage:
            stage.live.receive(Refused("Nobody answers at that address."))
            assert "Nobody answers at that address." in stage.screen()
            stage.now += 10
            assert "Nobody answers" not in stage.screen()

    asyncio.run(play())


def test_the_form_for_a_table_changes_every_part_of_the_wish() -> None:
    async def play() -> None:
        async with on_stage(80, 45) as stage:
            await stage.press("o", "down", *["right"] * 3)
            assert "Nordic" in stage.screen()
            await stage.press("down", "enter")
            assert "Nordic, changed" in stage.screen()
            await stage.press("pagedown", "up")
            await down_to(stage, "▸ Every single rule")
            await stage.press("right")
            assert "Minimum for a knock" in stage.screen()
            await stage.press(*["pageup"] * 6, "enter")
            wish = last(stage, Host)
            assert isinstance(wish, Host)
            assert wish.wish.rules.three_of_a_kind == 60
            assert wish.wish.rules.lives == NORDIC.lives

    asyncio.run(play())


@pytest.mark.parametrize("preset", ["kitchen", "cadillac"])
def test_every_rule_can_be_changed_and_says_what_it_means(preset: str) -> None:
    async def play() -> None:
        async with on_stage(100, 31) as stage:
            await stage.press("o", "down", *["right"] * list(PRESETS).index(preset))
            await down_to(stage, "▸ Every single rule")
            await stage.press("right")
            for _rule in range(22):
                await stage.press("down", "right")
                meaning = stage.screen().split("\n")[-4].strip()
                assert meaning.endswith(".") or meaning.count(" ") > 8, meaning

    asyncio.run(play())


def test_seats_stay_within_what_the_rules_take() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            await stage.press("p", "down", "down", *["right"] * 5)
            assert "8 computer players" in stage.screen()
            await stage.press("up", "left")
            assert "Cadillac" in stage.screen()
            assert "3 computer players" in stage.screen()
            await stage.press("up", "enter")
            wish = last(stage, Host)
            assert isinstance(wish, Host)
            assert (wish.wish.seats, wish.wish.bots, wish.wish.rules) == (4, 3, CADILLAC)

    asyncio.run(play())


def test_every_setting_can_be_changed() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            await stage.press("s", *["down", "right"] * 8)
            kept = stage.console.settings
            assert (kept.house_rule, kept.letters, kept.thirty_one_by_hand) == (True, True, True)
            assert (kept.colours, kept.confirm_discard, kept.bell) == (Colours.FOUR, True, False)
            assert (kept.pace, kept.language) == (2.5, "en")
            await stage.press(*["up"] * 8, "bel", "enter")
            assert stage.console.settings.nickname == "annbel"

    asyncio.run(play())


def test_the_settings_show_where_everything_is_kept() -> None:
    async def look() -> None:
        async with on_stage(80, 24) as stage:
            stage.console.home = "/home/ann/.local/share/scatnet"
            await stage.press("s")
            assert "Kept in: /home/ann/.local/share/scatnet" in stage.screen()

    asyncio.run(look())


def test_the_language_changes_at_once() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            await stage.press("s", *["down"] * 8, "right", "right")
            assert stage.console.settings.language == "da"
            assert "Indstillinger" in stage.screen()

    try:
        asyncio.run(play())
    finally:
        use_language("en")


def test_my_own_game_that_the_others_are_at_is_where_the_cursor_begins() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            mine = replace(GAMES.unfinished[0], table="t3", name="Late night")
            stage.live.receive(replace(GAMES, unfinished=(mine, *GAMES.unfinished)))
            stage.live.receive(FOUND)
            assert stage.screen().count("Late night") == 1
            assert "Sunday" in stage.screen()
            await stage.press("enter")
            assert last(stage, Resume) == Resume(mine.key)

    asyncio.run(play())


def test_unfinished_games_are_resumed_and_past_ones_audited() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            stage.live.receive(GAMES)
            await stage.press("up", "enter")
            assert last(stage, Resume) == Resume("u1")
            await stage.press("esc", "y", "g", "down", "enter")
            assert last(stage, Audit) == Audit("p1")
            assert "Valid." in stage.screen()
            await stage.press("end")
            assert "Valid." not in stage.screen()
            await stage.press("home")
            assert "Valid." in stage.screen()
            await stage.press("esc", "esc")
            assert stage.console.screen is Screen.LOBBY

    asyncio.run(play())


def test_a_damaged_log_says_where_it_is_damaged() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            stage.live.receive(GAMES)
            await stage.press("g", *["down"] * 20, "enter")
            assert "tables/5f2c.scat is damaged at byte 1870" in stage.screen()
            await stage.press("esc")
            assert stage.console.screen is Screen.GAMES

    asyncio.run(play())


def test_help_away_from_a_table_explains_the_game_and_the_program() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            await stage.press("?")
            text = "\n".join(stage.console.page.lines)
            assert "How it is kept fair:" in text
            assert "A hand of three cards is worth its largest sum within one suit." in text

    asyncio.run(play())


def test_a_key_that_does_nothing_says_so() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            await stage.press("z")
            assert "That key does nothing here" in stage.screen()
            await stage.press("esc")
            assert "Press q to quit." in stage.screen()

    asyncio.run(play())


def test_rows_are_clicked() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            await stage.click("Settings")
            assert stage.console.screen is Screen.SETTINGS
            await stage.click("Letters for suits")
            assert stage.console.settings.letters

    asyncio.run(play())


def test_esc_stops_waiting_for_a_table() -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            stage.console.busy = "Going to table ..."
            await stage.press("esc")
            assert stage.console.busy == ""
            assert last(stage, Ask) == Ask("leave")

    asyncio.run(play())


@pytest.mark.parametrize("size", [(1, 1), (2, 40), (39, 13), (40, 14), (200, 60)], ids=str)
def test_no_size_is_too_small_or_too_large(size: tuple[int, int]) -> None:
    async def play() -> None:
        async with on_stage(80, 24) as stage:
            stage.play(KITCHEN)
            stage.resize(*size)
            check_picture(stage)
            await stage.press("d", "1", "esc", "y")
            check_picture(stage)

    asyncio.run(play())
