"""What holds in every state of every screen: at every size, in every look, for every key, whatever others write."""

from __future__ import annotations

import asyncio
import unicodedata
from dataclasses import replace

import pytest
from prompt_toolkit.utils import get_cwidth

from scatnet.console.canvas import Canvas
from scatnet.console.phrases import shuffle_text
from scatnet.console.scene import LineKind, LogLine, Scene
from scatnet.console.state import Console
from scatnet.store.settings import Colours, Settings
from tests.console.gallery import GALLERY, console_in
from tests.console.hammering import TYPICAL, press_every_key, snapshot
from tests.console.helpers import SIZES, painted, speaking

STATES = list(GALLERY)
FOREIGN = "hostile"

HARMFUL = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Mn", "Me", "Mc"})
"""Categories of what moves a cursor, turns the writing, or heaps up in one cell."""

HOSTILE = (
    "\x1b[2J\x1b[31mred\x07\x9b31m\x1b]0;title\x07",
    "\u202eevil\u202c\u200f\u2067 \u061c",
    "🂡👨‍👩‍👧‍👦🇩🇰❤️☺️",
    "漢字かな" * 9,
    "e\u0301\u0302\u0303" * 50 + "Z̸̡̛̬̼",
    "x" * 10_000,
    "{name} {0} %s %(x)s",
    "\r\n\t\x00\v\f\x85\u2028\u2029",
    "",
)


def check(canvas: Canvas, *, foreign: bool = False) -> None:
    """Every row fills the canvas and no more, and nothing in it could harm a terminal."""
    lines = ["".join(text for _style, text, *_handler in line) for line in canvas.lines()]
    assert len(lines) == canvas.height
    for line in lines:
        assert get_cwidth(line) == canvas.width, line
        assert not {unicodedata.category(char) for char in line} & HARMFUL, line
        assert foreign or all(get_cwidth(char) == 1 for char in line), line


@pytest.mark.parametrize("state", STATES)
def test_every_screen_fits_every_size(state: str) -> None:
    console = console_in(state)
    for width, height in (*SIZES, (40, 14), (72, 50), (103, 26), (104, 34), (200, 60), (39, 13), (1, 1)):
        check(painted(console, width, height), foreign=state == FOREIGN)


@pytest.mark.parametrize("state", STATES)
def test_every_screen_shows_itself_in_every_look(state: str) -> None:
    for settings in (Settings(nickname="ann", letters=True), Settings(nickname="ann", colours=Colours.FOUR)):
        check(painted(console_in(state, settings), 80, 24), foreign=state == FOREIGN)
    for width, height in SIZES:
        assert painted(console_in(state, ascii_only=True), width, height).text().isascii()


@pytest.mark.parametrize("state", STATES)
def test_every_screen_speaks_danish_within_its_lines(state: str) -> None:
    with speaking("da"):
        console = console_in(state, Settings(nickname="ann", language="da"))
        for width, height in SIZES:
            check(painted(console, width, height), foreign=state == FOREIGN)


@pytest.mark.parametrize("state", STATES)
def test_nothing_that_others_write_harms_a_screen(state: str) -> None:
    console = console_in(state)
    clean = snapshot(console)
    for text in HOSTILE:
        for name, value in clean.items():
            setattr(console, name, value)
        poison(console, text)
        for width, height in SIZES:
            check(painted(console, width, height), foreign=True)


def poison(console: Console, text: str) -> None:
    """Have this text stand wherever others have a say: names, tables, chat, notices, refusals, reports."""
    console.nickname = text
    console.settings = replace(console.settings, nickname=text)
    console.tables = tuple(replace(table, name=text) for table in console.tables)
    console.unfinished = tuple(replace(table, name=text, players=(text, text)) for table in console.unfinished)
    console.past = tuple(replace(game, name=text, players=(text,), winners=(text,)) for game in console.past)
    console.join = replace(console.join, name=text, target=text)
    console.page = replace(console.page, title=text, lines=(text, " " + text, *console.page.lines))
    if console.host is not None:
        console.host = replace(console.host, name=text, passcode=text)
    if console.busy:
        console.busy = text
    if console.scene is not None:
        console.scene = poisoned(console.scene, text)
    console.tell(text)


def poisoned(scene: Scene, text: str) -> Scene:
    """The scene as it is when everybody at the table is called this, says it, and has it as the table's name."""
    seats = tuple(replace(seat, name=text) for seat in scene.view.seats)
    said = tuple(LogLine(kind, text) for kind in LineKind)
    report = None if scene.report is None else replace(scene.report, how=(text,), moment=text)
    return replace(
        scene,
        view=replace(scene.view, name=text, seats=seats),
        log=(*scene.log, *said),
        ticket=text,
        banner=text,
        banner_until=1e9,
        report=report,
    )


@pytest.mark.parametrize("state", TYPICAL)
def test_every_key_is_answered_on_every_screen(state: str) -> None:
    asyncio.run(press_every_key(state, thorough=False))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_showdown_of_nine_shows_every_hand_and_what_everybody_has_left(size: tuple[int, int]) -> None:
    console = console_in("showdown-nine")
    assert console.scene is not None
    assert console.scene.report is not None
    screen = painted(console, *size).text()
    assert len(console.scene.report.rows) == 9
    for row in console.scene.report.rows:
        wanted = [*(console.look.card(card) for card in row.cards), "●"]
        assert any(all(part in line for part in wanted) for line in screen.split("\n")), row
    assert "The stock ran out." in screen


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("state", ["31-dealt", "31-to-declare", "31-with-four"])
def test_a_31_to_declare_stands_above_the_hand_for_as_long_as_it_is_held(state: str, size: tuple[int, int]) -> None:
    console = console_in(state)
    console.clock = lambda: 1e9
    canvas = painted(console, *size)
    assert "You hold 31! Press c to" in canvas.text()
    alarms = [line for line in canvas.lines() if any("class:alarm" in style for style, _text, *_handler in line)]
    assert len(alarms) >= 3  # the bar above the hand, the line of the turn, and the key


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("shuffle-keys", "Everybody makes keys for the shuffle (1/4)"),
        ("shuffle", "You have shuffled; the proof is right (2/4)"),
        ("shuffle-done", "All 4 shuffles are proven; the cards are being dealt."),
    ],
)
def test_a_shuffle_tells_how_far_it_is(state: str, told: str) -> None:
    console = console_in(state)
    assert console.scene is not None
    assert shuffle_text(console.scene.view) == told
    assert "[" + "█" * 3 in painted(console, 80, 24).text() or state == "shuffle-keys"


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("won-by-me", "*** You win the game! ***"),
        ("won-by-another", "*** Grandma wins the game! ***"),
        ("won-by-two", "*** Bertil and Cleo win the game together. ***"),
        ("won-by-nobody", "Nobody wins."),
    ],
)
def test_the_end_of_a_game_names_who_wins_it(state: str, told: str) -> None:
    screen = painted(console_in(state), 80, 24).text()
    assert told in screen
    assert "Press n to play again" in screen


def test_a_31_after_a_knock_is_the_moment_and_the_knock_its_cause() -> None:
    scene = console_in("county").scene
    assert scene is not None
    assert scene.report is not None
    assert scene.report.moment == "31! Cleo shows A♦ K♦ Q♦."
    assert scene.report.causes == ("Grandma knocked.",)
