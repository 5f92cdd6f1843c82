"""The table by keys and by mouse: what may be done works, what may not says why, and nothing that matters is missed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

import pytest

from scatnet.console.actions import actions
from scatnet.console.final import fates
from scatnet.console.holding import held_cards
from scatnet.console.messages import Ask, Kick, Make, Say
from scatnet.console.state import Console, Screen
from scatnet.net.session import Notice, Said, ViewChanged
from scatnet.rules.cards import NEW_DECK, parse_card
from scatnet.rules.ruleset import PRESETS
from scatnet.store.settings import Settings
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.view import Choice, Phase, SeatStatus, Verb
from tests.console.hammering import SCREENS, check_picture
from tests.console.helpers import SIZES, Stage, on_stage
from tests.console.local_game import LocalGame

CLASSIC, KITCHEN, CADILLAC, NORDIC = (PRESETS[name] for name in ("classic", "kitchen", "cadillac", "nordic"))


def stacked(*names: str) -> tuple[int, ...]:
    """A deck with these cards on top."""
    top = tuple(parse_card(name) for name in names)
    return (*top, *(card for card in NEW_DECK if card not in top))


# With these seats the deal begins at my seat (dealer 2) or ends with it (dealer 0).
FIRST_31 = stacked("AH", "2C", "3C", "KH", "4D", "5D", "QH", "7S", "9S")
FIRST_25 = stacked("AH", "3C", "2C", "KH", "5D", "4D", "4H", "9S", "7S", "2D")


def sit(stage: Stage, preset: str, deck: tuple[int, ...], dealer: int = 2) -> None:
    """Sit between two others, with these cards and this dealer."""
    stage.sit(LocalGame(PRESETS[preset], ("ann", "Bo", "Cy"), seed=1, deck=deck, dealer=dealer), True)


def made(stage: Stage) -> list[Choice]:
    """The choices that were made."""
    return [request.choice for request in stage.requests if isinstance(request, Make)]


def turn_line(stage: Stage, text: str) -> bool:
    return any(text in line for line in stage.screen().split("\n")[-4:])


def test_a_turn_is_played_by_two_keys() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            assert turn_line(stage, "Your turn.")
            await stage.press("d")
            assert turn_line(stage, "Your turn: discard one card.")
            await stage.press("4")
            assert [choice.verb for choice in made(stage)] == [Verb.DRAW, Verb.DISCARD]

    asyncio.run(play())


def test_a_turn_is_played_by_the_mouse_alone() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            await stage.click("░░░░░")
            assert made(stage) == [Choice(verb=Verb.DRAW)]
            await stage.click("│  ♥  │")
            assert made(stage)[-1] == Choice(verb=Verb.DISCARD, card=parse_card("AH"))

    asyncio.run(play())


def test_the_keys_that_are_shown_can_be_clicked() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            await stage.click("[k] knock")
            assert made(stage) == [Choice(verb=Verb.KNOCK)]

    asyncio.run(play())


def test_no_card_of_mine_moves_when_a_fourth_one_comes() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", stacked("AH", "3C", "2C", "KD", "5D", "4D", "4S", "9S", "7S", "2H", "QD"))
            scene = stage.console.scene
            assert scene is not None
            before = held_cards(scene.view)
            await stage.press("d")
            scene = stage.console.scene
            assert scene is not None
            assert held_cards(scene.view) == (*before, scene.view.extra)

    asyncio.run(play())


@pytest.mark.parametrize(
    ("third", "fourth", "discarded"),
    [("4H", "2C", "2C"), ("4H", "9H", "4H"), ("2C", "8D", "8D")],
    ids=["worse", "better", "as good"],
)
def test_enter_alone_discards_what_the_hand_misses_least(third: str, fourth: str, discarded: str) -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", stacked("AH", "3C", "7C", "KH", "5D", "6D", third, "9S", "7S", "2D", fourth))
            await stage.press("d", "enter")
            assert made(stage)[-1] == Choice(verb=Verb.DISCARD, card=parse_card(discarded))

    asyncio.run(play())


def test_enter_after_a_draw_that_changes_nothing_discards_the_card_drawn() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            await stage.press("d")
            scene = stage.console.scene
            assert scene is not None
            await stage.press("enter")
            assert made(stage)[-1] == Choice(verb=Verb.DISCARD, card=scene.view.extra)

    asyncio.run(play())


def test_enter_after_a_take_discards_the_last_card_that_may_be_discarded() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            await stage.press("t")
            scene = stage.console.scene
            assert scene is not None
            await stage.press("enter")
            assert made(stage)[-1].verb is Verb.DISCARD
            assert made(stage)[-1].card != scene.view.extra

    asyncio.run(play())


def test_a_card_that_may_not_be_discarded_has_no_number_and_the_cursor_passes_over_it() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            await stage.press("t")
            assert "[1-3] discard" in stage.screen()
            assert "[4]" not in stage.screen()
            await stage.press("right")
            assert stage.console.pick == 0
            await stage.press("left")
            assert stage.console.pick == 2

    asyncio.run(play())


def test_on_a_wide_screen_the_keys_beside_the_game_never_move() -> None:
    async def play() -> None:
        async with on_stage(140, 45) as stage:
            sit(stage, "classic", FIRST_25)
            places = set()
            for key in ("", "d", "1", "space"):
                await stage.press(*filter(None, [key]))
                places.add(stage.screen().splitlines()[-1].index("[s]"))
            assert len(places) == 1

    asyncio.run(play())


def test_the_cursor_picks_a_card_and_enter_discards_it() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            await stage.press("d", "right", "right", "enter")
            assert made(stage)[-1] == Choice(verb=Verb.DISCARD, card=parse_card("KH"))

    asyncio.run(play())


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("1", "Draw from the stock or take from the pile before discarding."),
        ("k", "You hold 5 in spades; you may knock from 19."),
        ("p", "You may pass only when the stock is empty and stays so."),
        ("c", "You hold 5 in spades; only 31 is declared."),
        ("x", "You may: d draw"),
        ("z", "That key does nothing here"),
        ("9", "That key does nothing here"),
    ],
)
def test_an_unlawful_key_says_why_not(key: str, sentence: str) -> None:
    async def play() -> None:
        async with on_stage() as stage:
            deck = stacked("2H", "3C", "2C", "4D", "5D", "9D", "5S", "9S", "7S", "KD")
            sit(stage, "kitchen", deck)
            await stage.press(key)
            assert sentence in stage.screen()
            assert made(stage) == []

    asyncio.run(play())


def test_a_taken_card_that_may_not_go_back_says_so() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            await stage.press("t", "4")
            told = " ".join(stage.console.notice.split())
            assert told == "2♦ has just been taken and may not go back in the same turn: discard another card."
            assert "2♦ has just been taken" in stage.screen()
            assert len(made(stage)) == 1

    asyncio.run(play())


@pytest.mark.parametrize(
    ("preset", "key", "sentence"),
    [
        ("classic", "k", "You knock at the start of a turn, instead of drawing. Discard a card now."),
        ("cadillac", "k", "Choose the card to discard: then you are asked whether you knock with it."),
        ("classic", "d", "You hold four cards: discard one first."),
        ("classic", "c", "You hold 25 in hearts; only 31 is declared."),
    ],
)
def test_with_four_cards_in_hand_a_key_says_what_comes_first(preset: str, key: str, sentence: str) -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, preset, FIRST_25)
            await stage.press("d", key)
            assert sentence in stage.screen()
            assert len(made(stage)) == 1

    asyncio.run(play())


def test_a_refusal_names_who_has_knocked_and_what_lies_on_the_pile() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "kitchen", FIRST_25)
            scene = stage.console.scene
            assert scene is not None
            refused = dict.fromkeys((Verb.KNOCK, Verb.TAKE), "No.")
            draw = (Choice(verb=Verb.DRAW),)
            view = replace(scene.view, knocker=2, choices=draw, refusals=refused, face_down=False, pile=())
            stage.happen(ViewChanged(), view)
            await stage.press("k")
            assert "Cy has knocked already, and nobody knocks after that. This is your last turn." in stage.screen()
            await stage.press("t")
            assert "The pile is empty until somebody discards." in stage.screen()
            stage.happen(ViewChanged(), replace(view, face_down=True))
            await stage.press("t")
            assert "Only the first player of a round may take the face-down card." in stage.screen()

    asyncio.run(play())


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_31_that_must_be_called_is_impossible_to_miss(size: tuple[int, int]) -> None:
    async def play() -> None:
        async with on_stage(*size) as stage:
            sit(stage, "classic", FIRST_31)
            assert turn_line(stage, "You were dealt 31! Call it now.")
            assert turn_line(stage, "[c/Enter] call 31")
            assert "31 in hearts!" in stage.screen()
            assert stage.output.bells > 0
            await stage.press("enter")
            assert made(stage) == [Choice(verb=Verb.CALL)]
            assert "31! You were dealt" in stage.screen()

    asyncio.run(play())


def test_a_31_kept_silent_can_still_be_declared_later() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_31)
            await stage.press("n")
            assert turn_line(stage, "You hold 31! It counts only when you declare it.")
            await stage.press("c")
            assert made(stage)[-1] == Choice(verb=Verb.DECLARE)

    asyncio.run(play())


def test_a_knock_is_offered_right_after_the_discard_where_the_rules_allow_it() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "cadillac", FIRST_25)
            await stage.press("d", "3")
            assert turn_line(stage, "or knock as well?")
            await stage.press("p")
            assert "Answer the question first" in stage.screen()
            await stage.press("k")
            assert made(stage)[-1].knock

    asyncio.run(play())


def test_a_discard_asks_first_where_that_is_set() -> None:
    async def play() -> None:
        async with on_stage(settings=Settings(nickname="ann", confirm_discard=True)) as stage:
            sit(stage, "classic", FIRST_25)
            await stage.press("d", "2", "n")
            assert len(made(stage)) == 1
            await stage.press("2", "y")
            assert made(stage)[-1] == Choice(verb=Verb.DISCARD, card=parse_card("KH"))

    asyncio.run(play())


def test_a_newcomer_is_told_what_a_knock_with_the_discard_means() -> None:
    async def play() -> None:
        for size in SIZES:
            async with on_stage(*size) as stage:
                sit(stage, "cadillac", FIRST_25)
                await stage.press("d", "3")
                screen = " ".join(stage.screen().replace("│", " ").split())
                assert "A knock ends the round: the others have one more turn," in screen
                assert "all hands are shown. Else" in screen
                assert "play on." in screen  # in a row of its own beside the events, where these are at the side
                await stage.press("enter")
                assert made(stage)[-1].verb is Verb.DISCARD
                assert not made(stage)[-1].knock
                assert "A knock ends the round" not in stage.screen()

    asyncio.run(play())


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [("r", "Answer the question first: y resign, n no, go back."), ("x", "Answer the question first: 1 Ada")],
)
def test_enter_alone_neither_gives_the_game_up_nor_leaves_anybody_out(asked: str, sentence: str) -> None:
    async def play() -> None:
        async with on_stage() as stage:
            stage.play(KITCHEN, seats=3, started=asked == "r")
            await stage.press("space", *(("esc", "r") if asked == "r" else ("x",)))
            before = len(stage.requests)
            await stage.press("enter", "space")
            assert len(stage.requests) == before
            assert sentence in stage.screen()

    asyncio.run(play())


_PRESSED = {"Space": "space", "Enter": "enter", "Esc": "esc", "1-3": "1", "1-4": "1", "←/→": "right"}
_OTHERS = (*"abcdeknpqrtxyz05?", "enter")
_STATES = ("turn-first", "discard", "discard-knock", "31-dealt", "31-with-four", "throw-down", "resigning",
    "waiting-host", "waiting-guest", "waiting-kick", "won-by-me", "watching")  # fmt: skip


@pytest.mark.parametrize("state", _STATES)
def test_every_key_that_is_shown_works_and_every_key_that_works_is_shown(state: str) -> None:
    def done(console: Console) -> tuple[object, ...]:
        return console.scene, console.pick, console.asking, tuple(console.screens), console.chatting

    async def play() -> None:
        async with on_stage() as stage:
            await SCREENS[state](stage)
            assert stage.console.scene is not None
            found = actions(stage.console, stage.console.scene)
            shown = {_PRESSED.get(key, key) for one in found for key in (one.key, one.also) if key}
            for key in sorted(shown.union(_OTHERS)):
                await SCREENS[state](stage)
                before, asked = done(stage.console), len(stage.requests)
                await stage.press(key)
                works = done(stage.console) != before or len(stage.requests) != asked
                assert works == (key in shown), key

    asyncio.run(play())


def test_throwing_down_is_offered_before_anybody_looks() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            stage.play(replace(NORDIC, throw_down=True))
            assert turn_line(stage, "Before anybody looks: throw your cards down, or keep them?")
            await stage.press("x")
            assert "throw the cards down unseen" in stage.screen()

    asyncio.run(play())


def test_the_end_of_a_round_shows_every_hand_until_it_is_put_away() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            await stage.press("k")
            screen = stage.screen()
            assert "End of round 1" in screen
            assert "You knocked." in screen
            assert screen.count("loses") >= 1
            await stage.press("d")
            assert "End of round 1" not in stage.screen()
            assert len(made(stage)) == 1

    asyncio.run(play())


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_whole_game_is_played_by_keys_alone(preset: str) -> None:
    async def play() -> None:
        chance = Random(5)
        async with on_stage(60, 20, seed=4) as stage:
            stage.play(PRESETS[preset], seats=3)
            assert stage.game is not None
            for _press in range(3000):
                scene = stage.console.scene
                assert scene is not None
                if scene.view.phase is Phase.OVER:
                    break
                keys = ("d", "t", "k", "1", "2", "3", "4", "c", "p", "x", "n", "y")
                await stage.press("space" if scene.reporting else chance.choice(keys))
            check_picture(stage)
            assert "*** " in stage.screen()
            for width, height in SIZES:
                stage.resize(width, height)
                screen = stage.screen()
                assert "End of the game" in screen
                assert screen.count("out in round ") >= 1
                assert all(name in screen for name in ("you", *stage.game.names[1:]))
                assert f"{stage.game.rounds} rounds were played." in screen
                assert "Fair and verified: " in screen
                assert "[n] play again" in screen
            await stage.press("v")
            assert "This very game is valid." in stage.screen()
            await stage.press("esc", "n")
            assert stage.console.scene is not None
            assert stage.console.scene.view.phase is not Phase.OVER

    asyncio.run(play())


def test_at_the_end_everybody_has_a_place_the_last_to_go_out_first() -> None:
    async def play() -> None:
        async with on_stage(140, 45) as stage:
            stage.play(KITCHEN, seats=5)
            scene = stage.console.scene
            assert scene is not None
            view = scene.view
            for number, kind, seat in ((2, HappeningKind.OUT, 3), (4, HappeningKind.RESIGNED, 0)):
                stage.happen(Happening(kind=HappeningKind.ROUND, number=number, seat=1), view)
                stage.happen(Happening(kind=kind, seat=seat), view)
            stage.happen(Happening(kind=HappeningKind.OUT, seat=4), view)
            out = {seat: replace(view.seats[seat], status=SeatStatus.OUT, lives=0) for seat in (0, 2, 3, 4)}
            out[0] = replace(out[0], resigned=True)
            seats = tuple(out.get(seat.seat, seat) for seat in view.seats)
            over = replace(view, phase=Phase.OVER, winners=(1,), seats=seats, round=4, choices=(), hand=())
            stage.happen(Happening(kind=HappeningKind.WON, seats=(1,), number=0), over)
            assert stage.console.scene is not None
            assert [(fate.place, fate.seat, fate.text) for fate in fates(stage.console.scene)] == [
                (1, 1, "4 lives left"),
                (2, 0, "resigned in round 4"),
                (2, 4, "out in round 4"),
                (4, 3, "out in round 2"),
                (5, 2, "out"),  # when, is not known here
            ]
            assert "4 rounds were played. Fair and verified: 15 proofs checked here." in stage.screen()
            assert "(|  31!  |)" in stage.screen()
            stage.resize(80, 24)
            assert "(|  31!  |)" not in stage.screen()
            assert "5. " in stage.screen()

    asyncio.run(play())


def test_the_host_can_leave_somebody_out_before_the_game() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            stage.play(KITCHEN, seats=3, started=False)
            await stage.press("x")
            assert turn_line(stage, "Who is left out of this game?")
            await stage.press("2")
            assert Kick(2) in stage.requests

    asyncio.run(play())


def test_leaving_asks_first_and_offers_to_resign() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            await stage.press("esc")
            assert turn_line(stage, "Leave the table? You can come back to your cards later.")
            await stage.press("r")
            assert turn_line(stage, "Resign? You are out for good")
            await stage.press("n", "esc", "n")
            assert stage.console.screens == [Screen.LOBBY, Screen.TABLE]
            await stage.press("esc", "y")
            assert Ask("leave") in stage.requests
            assert stage.console.screens == [Screen.LOBBY]

    asyncio.run(play())


def test_ctrl_c_quits_from_anywhere() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            await stage.press("s", "half a sente")
            await stage.press("ctrl-c")
            assert not stage.application.is_running

    asyncio.run(play())


def test_chat_is_typed_sent_and_shown() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            await stage.press("s", "dtk? hello", "enter")
            assert Say("dtk? hello") in stage.requests
            assert "ann: dtk? hello" in stage.screen()
            await stage.press("s", "never", "esc", "d")
            assert made(stage) == [Choice(verb=Verb.DRAW)]

    asyncio.run(play())


@pytest.mark.parametrize("key", ["\x1d", "\x00", "\x11", "\x18"], ids=["c-]", "c-@", "c-q", "c-x"])
def test_no_key_is_lost_after_a_key_that_means_nothing(key: str) -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            await stage.press("s", f"a{key}(d{key}", "e")
            assert stage.console.chat == "a(de"
            await stage.press("esc", f"{key}d")
            assert made(stage) == [Choice(verb=Verb.DRAW)]

    asyncio.run(play())


def test_the_history_and_the_help_of_this_table_are_one_key_away() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "nordic", FIRST_25)
            await stage.press("h")
            assert "The game begins. Clockwise: you, Bo and Cy." in stage.screen()
            await stage.press("esc", "?")
            assert "Everyone begins with 3 pennies." in "\n".join(stage.console.page.lines)
            await stage.press("esc")
            assert stage.console.screen is Screen.TABLE

    asyncio.run(play())


@pytest.mark.parametrize(
    ("agreed", "told"),
    [(True, "It is on at this table: three of a kind are worth 30½."), (False, "It is off at this table")],
)
def test_the_help_tells_what_was_decided_on_the_house_rule(agreed: bool, told: str) -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "kitchen", FIRST_25)
            scene = stage.console.scene
            assert scene is not None
            stage.console.scene = replace(scene, view=replace(scene.view, house_rule=agreed))
            await stage.press("?")
            lines = "\n".join(stage.console.page.lines)
            assert told in lines
            assert "when every human" not in lines

    asyncio.run(play())


def test_whoever_comes_to_a_game_that_goes_on_reads_that_nothing_has_happened_since() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "nordic", FIRST_25)
            scene = stage.console.scene
            assert scene is not None
            stage.console.scene = replace(scene, log=())
            await stage.press("h")
            assert "Nothing has happened since you came to this table." in stage.screen()
            stage.console.show_page("Empty", [])
            await stage.press("down")
            assert "Empty" in stage.screen()

    asyncio.run(play())


@pytest.mark.parametrize("size", SIZES[1:], ids=str)  # the smallest screen has no room for events
def test_each_round_begins_with_who_has_shuffled_and_that_it_was_checked(size: tuple[int, int]) -> None:
    async def play() -> None:
        async with on_stage(*size) as stage:
            for people, worth in (
                ((), "every proof is kept, and can be verified at the end."),
                ((2,), "every proof is checked, so the deal is fair."),
            ):
                stage.sit(LocalGame(CLASSIC, ("ann", "Bo", "Cy"), seed=1, deck=FIRST_25, dealer=2, people=people), True)
                screen = " ".join(stage.screen().replace("│", " ").split())
                assert "You, Bo and Cy have shuffled in turn;" in screen
                assert stage.console.scene is not None
                lines = [line.text for line in stage.console.scene.log]
                told = lines.index(f"You, Bo and Cy have shuffled in turn; {worth}")
                assert lines[told + 1].startswith("The cards are dealt.")

    asyncio.run(play())


def test_of_many_who_have_shuffled_the_number_is_told() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            stage.play(KITCHEN, seats=9)
            await stage.press("h", "home")
            page = "\n".join(stage.console.page.lines)
            assert "All 9 have shuffled in turn; every proof is kept, and can be verified at the end." in page

    asyncio.run(play())


def test_a_countdown_goes_on_between_two_views() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            scene = stage.console.scene
            assert scene is not None
            stage.console.scene = replace(scene, view=replace(scene.view, clock=20.0), viewed_at=stage.now)
            assert turn_line(stage, "20 s left")
            stage.now += 13
            assert turn_line(stage, "7 s left")

    asyncio.run(play())


def test_whom_the_table_waits_for_is_named_with_the_time_left() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            scene = stage.console.scene
            assert scene is not None
            view = replace(scene.view, patience=90.0, waiting_for=(1,), choices=(), acting=1)
            stage.console.scene = replace(scene, view=view, viewed_at=stage.now, waiting_since=stage.now)
            assert turn_line(stage, "Bo's turn.")
            stage.now += 10
            assert turn_line(stage, "Waiting for Bo; the others may go on in 80 s.")

    asyncio.run(play())


@pytest.mark.parametrize(
    ("patience", "told"),
    [
        (74.0, "No connection to Bo; the others may go on in 74 s."),
        (None, "No connection to Bo; the table waits until it is back."),
    ],
)
def test_whoever_has_lost_the_connection_is_said_to_and_never_to_think(patience: float | None, told: str) -> None:
    async def play() -> None:
        for size in SIZES:
            async with on_stage(*size) as stage:
                sit(stage, "classic", FIRST_25)
                scene = stage.console.scene
                assert scene is not None
                bo = replace(scene.view.seats[1], reachable=False, acting=True, waited_for=True)
                seats = (scene.view.seats[0], bo, scene.view.seats[2])
                view = replace(
                    scene.view, seats=seats, patience=patience, waiting_for=(1,), choices=(), acting=1, hand=()
                )
                stage.happen(ViewChanged(), view)
                assert turn_line(stage, told)
                assert "●●● disconnected" in stage.screen()
                assert "thinking" not in stage.screen()
                stage.happen(ViewChanged(), replace(view, phase=Phase.OVER))
                assert "disconnected" not in stage.screen()

    asyncio.run(play())


HOSTILE = (
    "\x1b[2J\x1b[31mred\x07",
    "\u202eevil\u202c\u200f",
    "🂡👨‍👩‍👧‍👦🇩🇰❤️",
    "漢字かな",
    "e\u0301\u0302\u0303" * 50,
    "x" * 10_000,
    "{name} {0} %s %(x)s",
    "\r\n\t\x00\x9b31m",
    "",
)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_and_chat_harm_nothing(text: str) -> None:
    async def play() -> None:
        async with on_stage() as stage:
            game = LocalGame(CLASSIC, ("ann", text, text + "2"), seed=1, table=text)
            stage.sit(game, True)
            stage.happen(Said(seat=1, name=text, text=text))
            stage.happen(Notice(text=text))
            for width, height in SIZES:
                stage.resize(width, height)
                assert all(line.isprintable() for line in stage.screen().split("\n"))
                assert any(turn_line(stage, words) for words in ("Your turn", "Press Space", "press Space"))
            await stage.press("h", "end", "home", "esc")
            assert stage.console.screen is Screen.TABLE

    asyncio.run(play())


def test_hostile_text_that_is_pasted_is_cleaned_and_cut() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "classic", FIRST_25)
            await stage.press("s", "\x1b[200~" + "a\u202eb🂡" * 500 + "\x1b[201~", "enter")
            said = [request for request in stage.requests if isinstance(request, Say)]
            assert len(said) == 1
            assert len(said[0].text) <= 200
            assert said[0].text.isprintable()

    asyncio.run(play())


@pytest.mark.parametrize("seats", range(2, 10))
def test_every_number_of_seats_fits_around_the_table(seats: int) -> None:
    async def play() -> None:
        for width, height in SIZES:
            async with on_stage(width, height) as stage:
                stage.play(KITCHEN, seats=seats)
                await stage.press("space")
                check_picture(stage)
                assert stage.game is not None
                for name in stage.game.names:
                    assert name in stage.screen(), (name, width, height)

    asyncio.run(play())


def test_a_spectator_sees_no_hand_and_is_told_so() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            stage.sit(LocalGame(CLASSIC, ("Ada", "Bo", "Cy"), seed=1, me=None), False, host=False)
            assert "watching" in stage.screen()
            await stage.press("d")
            assert "You are watching: the players decide." in stage.screen()

    asyncio.run(play())


def test_a_spectator_to_whom_nothing_has_come_yet_is_told_that_the_table_is_being_fetched() -> None:
    async def play() -> None:
        for size in SIZES:
            async with on_stage(*size) as stage:
                game = LocalGame(CLASSIC, ("Ada", "Bo", "Cy", "Di"), seed=1, me=None)
                stage.sit(game, False, host=False)
                stage.happen(ViewChanged(), replace(game.view(), seats=()))
                assert "The table is being fetched from the" in stage.screen()
                assert "seats are taken" not in stage.screen()
                await stage.press("d")
                assert "watching: the players decide" not in stage.screen()
                stage.happen(ViewChanged())
                assert "4 of 4 seats are taken" in stage.screen()

    asyncio.run(play())


def test_resizing_in_the_middle_of_everything_loses_nothing() -> None:
    async def play() -> None:
        async with on_stage() as stage:
            sit(stage, "cadillac", FIRST_25)
            for key in ("d", "3", "n", "s", "hi", "enter", "esc", "n", "h", "esc", "?", "esc", "3", "k", "space"):
                await stage.press(key)
                for width, height in (*SIZES, (30, 9)):
                    stage.resize(width, height)
                    check_picture(stage)
            assert [choice.verb for choice in made(stage)] == [Verb.DRAW, Verb.DISCARD]

    asyncio.run(play())
