"""Every state of every screen by name: what the tests hold against every size and look, and what pictures are made of.

A state is brought about on a console that an engine serves, so that it can be hammered on as well as looked at. What a
local game does not bring about by itself (a seat that is away, a countdown, an expulsion) is put into the view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

from scatnet.console.actions import perform, pick_card
from scatnet.console.messages import Audited, GamesListed, TablesFound
from scatnet.console.ports import DamagedLog, FoundTable, PastGame, UnfinishedTable
from scatnet.console.rule_words import field_label
from scatnet.console.scene import LineKind, Scene
from scatnet.console.screens.catalogue import rows_of
from scatnet.console.screens.forms import act_on_row, put_cursor
from scatnet.console.state import Console, Screen
from scatnet.net.session import Notice, Said, ViewChanged
from scatnet.rules.cards import NEW_DECK, parse_card
from scatnet.rules.fields import field_named
from scatnet.rules.ruleset import CADILLAC, CLASSIC, KITCHEN, KITTY, NORDIC, RuleSet
from scatnet.store.settings import Settings
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.view import Phase, Progress, SeatStatus, TableView, Verb
from tests.console.local_engine import LocalEngine
from tests.console.local_game import LocalGame

__all__ = ["CROWDED", "FOUND", "GALLERY", "GAMES", "LONG_TICKET", "State", "console_in", "stacked"]

State: TypeAlias = Callable[[LocalEngine], None]
"""Brings a console in the lobby to a state."""

TABLES: Final = (
    FoundTable(key="t1", name="Ann's table", rules="kitchen", taken=1, seats=4, locked=False, playing=False),
    FoundTable(key="t2", name="Grandma's kitchen", rules="nordic", taken=2, seats=5, locked=True, playing=False),
    FoundTable(key="t3", name="Late night", rules="kitty", taken=4, seats=4, locked=False, playing=True),
)
FOUND: Final = TablesFound(TABLES)
CROWDED: Final = TablesFound(
    (
        *TABLES,
        FoundTable(
            key="t4", name="The everlasting Thursday game upstairs", rules="classic+", taken=9, seats=9, locked=True,
            playing=True,
        ),
        FoundTable(key="t5", name="Porch", rules="cadillac+", taken=1, seats=4, locked=True, playing=False),
        FoundTable(
            key="t6", name="Next door", rules="newest", taken=1, seats=2, locked=False, playing=False, fits=False
        ),
    )
)  # fmt: skip
GAMES: Final = GamesListed(
    unfinished=(
        UnfinishedTable(
            key="u1",
            name="Sunday",
            rules="classic",
            players=("ann", "Bo"),
            round=7,
            played="2026-11-22 20:15",
        ),
    ),
    past=tuple(
        PastGame(
            key=f"p{number}",
            path=Path(f"{number}.scat"),
            name=f"Game {number}",
            rules="kitchen",
            players=("ann", "Bo", "Cy"),
            winners=("Bo",),
            rounds=9,
            played=f"2026-11-{number:02} 21:30",
        )
        for number in range(1, 20)
    ),
    damaged=(
        DamagedLog(path=Path("5f2c.scat"), fault="tables/5f2c.scat is damaged at byte 1870: a checksum is wrong."),
    ),
)

_VERDICT: Final = """\
This log is valid: every signature, proof and rule holds, from the opening to the end of the game.
Bo won the game and 9 lives from the kitty.

Table “Game 1”, b0c7b0631df838400a32fefa147f230c30b74ef23dd45703141b761b0dec3daf.scat
  rules: Kitchen
  last head: 4cc4a5b6083022a3a6c6f2593958980ca0dbe956a7770a3371cd6d719598c9ed

Players
  1. Bo, key A20A-VDTW-N0Y5-5NDK-8EW4: won
  2. ann, key 2SRW-GGZP-HCZ6-JDCX-EV49: out
  3. Cy, a computer player on the machine of ann: out

Rounds
  Round 1: Bo deals, 9 turns. Bo knocked. (Bo 26, ann 28, Cy 25) Cy loses 1 life: the lowest hand.
  Round 2: ann deals, 9 turns. 31 for Bo. (Bo 31) ann loses 1 life: somebody else had 31; Cy loses 1 life: somebody \
else had 31.

Irregularities
  none

Proven
  289 records and 205 steps checked, with 210 proofs: 19 shuffles, 19 keys, 19 committed permutations, 87 shares, 66 \
openings.
"""

LONG_TICKET: Final = (
    "scat1nnvww23lnnvww23lnnvww23lnnvww23lnnvww23lnnvww23lnnvqibgavaari6jxaqfaaaafpe3qn7uaaaaaaaaaaaaacaacaabqabdzg4dca"
    "ainxaaaaaaaaaaaaaaaaaaac6jxa5zg643fmj2wiql3eh5q"
)

_FAMILY: Final = ("ann", "Bertil", "Grandma", "Cleo")
_PEOPLE: Final = (2,)
_CROWD: Final = ("ann", "Ada", "Bertil", "Grandma", "Cleo", "Doug", "Edda", "Finn", "Greta")


def stacked(*names: str) -> tuple[int, ...]:
    """A deck with these cards on top."""
    top = tuple(parse_card(name) for name in names)
    return (*top, *(card for card in NEW_DECK if card not in top))


# Screens of rows.


def _welcome(engine: LocalEngine) -> None:
    engine.console.nickname = "ann"
    engine.console.screens = [Screen.LOBBY, Screen.WELCOME]


def _empty_lobby(engine: LocalEngine) -> None:
    engine.receive(TablesFound(()))


def _lobby(engine: LocalEngine) -> None:
    engine.receive(FOUND)
    engine.receive(GAMES)


def _crowded_lobby(engine: LocalEngine) -> None:
    engine.receive(CROWDED)
    engine.receive(GAMES)


def _waiting_for_a_table(engine: LocalEngine) -> None:
    _lobby(engine)
    engine.console.busy = "Going to table “Late night” ..."


def _refused(engine: LocalEngine) -> None:
    _lobby(engine)
    engine.console.tell("Nobody answers at 192.168.1.20:5431. Is the table still open, and on this network?")


def _row(key: str) -> State:
    """Choose the row of the lobby with this key."""

    def choose(engine: LocalEngine) -> None:
        rows = rows_of(engine.console)
        act_on_row(rows, next(place for place, row in enumerate(rows) if row.key == key))

    return choose


def _every_rule(engine: LocalEngine) -> None:
    console = engine.console
    _row("o")(engine)
    if console.host is not None:
        console.host = replace(console.host, more=True, rules=NORDIC)
    rows = rows_of(console)
    label = "  " + field_label(field_named("minimum_knock"))
    put_cursor(console, rows, next(place for place, row in enumerate(rows) if row.label == label))


def _passcode(engine: LocalEngine) -> None:
    engine.receive(FOUND)
    rows = rows_of(engine.console)
    act_on_row(rows, next(place for place, row in enumerate(rows) if row.label == "Grandma's kitchen"))


def _games(engine: LocalEngine) -> None:
    engine.receive(GAMES)
    _row("g")(engine)


def _audit(engine: LocalEngine) -> None:
    _games(engine)
    rows = rows_of(engine.console)
    act_on_row(rows, next(place for place, row in enumerate(rows) if row.label == "Game 1"))
    engine.receive(Audited(key="p1", text=_VERDICT))


# The table.


def _sit(
    engine: LocalEngine,
    rules: RuleSet,
    *,
    names: tuple[str, ...] = _FAMILY,
    dealer: int | None = None,
    deck: tuple[int, ...] | None = None,
    seed: int = 7,
    host: bool = True,
    started: bool = True,
    me: int | None = 0,
) -> None:
    game = LocalGame(rules, names, seed=seed, me=me, deck=deck, dealer=dealer, table="Ann's table", people=_PEOPLE)
    engine.sit(game, started, host=host)


def _scene(engine: LocalEngine) -> Scene:
    scene = engine.console.scene
    if scene is None:
        raise AssertionError("There is a table.")
    return scene


def _until(engine: LocalEngine, reached: Callable[[Scene], bool], seed: int = 1) -> None:
    """Play by chance until this is so; the last round's report is put away on the way."""
    chance = Random(seed)
    for _move in range(2000):
        scene = _scene(engine)
        if reached(scene):
            return
        engine.console.dismiss_report()
        choices = [choice for choice in scene.view.choices if choice.verb is not Verb.KNOCK] or scene.view.choices
        if not choices:
            break
        engine.console.make(chance.choice(choices))
    raise AssertionError("The game has ended before.")


def _look(engine: LocalEngine, changed: Callable[[TableView], TableView]) -> None:
    """Show the table otherwise than the game has it."""
    if engine.game is not None:
        engine.happen(ViewChanged(), changed(engine.game.view()))


def _seat(view: TableView, seat: int, **marks: bool) -> TableView:
    """The view with marks of a seat set: `acting`, `waited_for`."""
    seats = tuple(
        replace(one, acting=marks.get("acting", one.acting), waited_for=marks.get("waited_for", one.waited_for))
        if one.seat == seat
        else one
        for one in view.seats
    )
    return replace(view, seats=seats)


def _waiting(host: bool) -> State:
    def wait(engine: LocalEngine) -> None:
        _sit(engine, KITCHEN, started=False, host=host)
        engine.happen(Said(seat=2, name="Grandma", text="Hello dear, is this the right table?"))
        _look(engine, lambda view: replace(view, seats=view.seats[:3]))

    return wait


def _long_ticket(engine: LocalEngine) -> None:
    """A table with a passcode on a machine of four addresses: its ticket is as long as they get at home."""
    _waiting(True)(engine)
    engine.console.scene = replace(_scene(engine), ticket=LONG_TICKET)


def _kicking(engine: LocalEngine) -> None:
    _waiting(True)(engine)
    perform(engine.console, "x")


def _before_play(phase: Phase, progress: Progress | None, waiting: tuple[int, ...] = ()) -> State:
    """A table before its first cards are dealt, waiting for these seats."""

    def look(engine: LocalEngine) -> None:
        _sit(engine, KITCHEN, dealer=2)
        scene = _scene(engine)
        told = [place for place, line in enumerate(scene.log) if line.kind is LineKind.ROUND]
        engine.console.scene = replace(scene, log=scene.log[: told[0] + 1])
        view = replace(scene.view, phase=phase, progress=progress, waiting_for=waiting)
        seats = tuple(replace(seat, acting=False, waited_for=seat.seat in waiting) for seat in view.seats)
        view = replace(view, seats=seats, acting=None, hand=(), extra=None, choices=(), refusals={}, pile=())
        engine.happen(ViewChanged(), view)

    return look


def _throw_down(engine: LocalEngine) -> None:
    _sit(engine, replace(NORDIC, throw_down=True))


def _turn(rules: RuleSet, *, names: tuple[str, ...] = _FAMILY, rounds: int = 1) -> State:
    """My turn, after others have had theirs."""

    def turn(engine: LocalEngine) -> None:
        _sit(engine, rules, names=names, dealer=0)
        _until(engine, lambda scene: scene.view.round >= rounds and not scene.reporting and _may(scene, Verb.DRAW))

    return turn


def _may(scene: Scene, verb: Verb) -> bool:
    return any(choice.verb is verb for choice in scene.view.choices)


def _holding(rules: RuleSet) -> State:
    def hold(engine: LocalEngine) -> None:
        _turn(rules)(engine)
        perform(engine.console, "d")

    return hold


def _confirming(engine: LocalEngine) -> None:
    _holding(CLASSIC)(engine)
    engine.console.settings = replace(engine.console.settings, confirm_discard=True)
    pick_card(engine.console, 2)


def _knock_offered(engine: LocalEngine) -> None:
    _holding(CADILLAC)(engine)
    pick_card(engine.console, 3)


def _knock_refused(engine: LocalEngine) -> None:
    _sit(engine, KITCHEN, dealer=3, deck=stacked("2H", "3C", "2C", "6H", "4D", "5D", "9D", "5H"))
    perform(engine.console, "k")


def _knocked(engine: LocalEngine) -> None:
    _sit(engine, CLASSIC, dealer=0)
    _until(engine, lambda scene: scene.view.knocker not in (None, 0) and _may(scene, Verb.DRAW))


def _i_knocked(engine: LocalEngine) -> None:
    _turn(CLASSIC)(engine)
    engine.happen(
        Happening(kind=HappeningKind.KNOCKED, seat=0),
        _seat(_seat(replace(_scene(engine).view, acting=1, knocker=0, choices=()), 0, acting=False), 1, acting=True),
    )


def _others_turn(engine: LocalEngine) -> None:
    _turn(CLASSIC)(engine)
    _look(
        engine,
        lambda view: _seat(_seat(replace(view, acting=2, choices=(), refusals={}), 0, acting=False), 2, acting=True),
    )


_MY_31: Final = stacked("AH", "2C", "3C", "6S", "KH", "4D", "5D", "7C", "QH", "7S", "9S", "8D")


def _dealt_31(engine: LocalEngine) -> None:
    _sit(engine, CLASSIC, dealer=3, deck=_MY_31)


def _declare_31(engine: LocalEngine) -> None:
    _dealt_31(engine)
    perform(engine.console, "n")


def _declare_31_with_four(engine: LocalEngine) -> None:
    deck = stacked("AH", "2C", "3C", "6S", "KH", "4D", "5D", "7C", "9H", "7S", "9S", "8D", "2D", "QH")
    _sit(engine, NORDIC, dealer=3, deck=deck)
    perform(engine.console, "d")


def _called_31(engine: LocalEngine) -> None:
    _dealt_31(engine)
    perform(engine.console, "c")


def _showdown(rules: RuleSet, names: tuple[str, ...], rounds: int = 1) -> State:
    def show(engine: LocalEngine) -> None:
        _sit(engine, rules, names=names, dealer=0)
        _until(
            engine,
            lambda scene: (
                scene.report is not None
                and scene.report.round >= rounds
                and sum(bool(row.cards) for row in scene.report.rows) >= min(len(names), 4)
            ),
        )

    return show


def _report_of(rules: RuleSet, told: Callable[[Scene], bool], seed: int = 7) -> State:
    """The end of the first round of which this is so."""

    def show(engine: LocalEngine) -> None:
        _sit(engine, rules, dealer=0, seed=seed)
        _until(engine, lambda scene: scene.report is not None and told(scene))

    return show


def _county(scene: Scene) -> bool:
    return scene.report is not None and any(row.county for row in scene.report.rows)


def _somebody_out(scene: Scene) -> bool:
    return scene.report is not None and any(row.out for row in scene.report.rows)


def _out_and_looking_on(engine: LocalEngine) -> None:
    _others_turn(engine)
    view = replace(_scene(engine).view, hand=(), refusals={})
    out = replace(view.seats[0], status=SeatStatus.OUT, lives=0, cards=0)
    view = replace(view, seats=(out, *view.seats[1:]))
    engine.happen(Happening(kind=HappeningKind.OUT, seat=0), view)
    engine.console.dismiss_report()
    engine.happen(Happening(kind=HappeningKind.DREW, seat=2), view)


def _won(rules: RuleSet, winners: tuple[int, ...], kitty: int) -> State:
    def win(engine: LocalEngine) -> None:
        _showdown(rules, _FAMILY)(engine)
        view = replace(_scene(engine).view, phase=Phase.OVER, winners=winners, kitty=kitty, choices=())
        engine.happen(Happening(kind=HappeningKind.WON, seats=winners, number=kitty), view)

    return win


def _end_of_rematch(engine: LocalEngine) -> None:
    """The game is over and somebody has something to say."""
    _won(CLASSIC, (2,), 9)(engine)
    engine.happen(Said(seat=2, name="Grandma", text="Again?"), _scene(engine).view)


def _patience(engine: LocalEngine) -> None:
    _others_turn(engine)
    view = replace(_scene(engine).view, patience=74.0, waiting_for=(2,))
    engine.happen(ViewChanged(), _seat(view, 2, waited_for=True))
    engine.console.scene = replace(_scene(engine), waiting_since=_scene(engine).viewed_at - 60)


def _clock(engine: LocalEngine) -> None:
    _turn(CLASSIC)(engine)
    _look(engine, lambda view: replace(view, clock=12.0))


def _away(engine: LocalEngine) -> None:
    _turn(CLASSIC)(engine)
    view = _scene(engine).view
    seats = tuple(replace(seat, status=SeatStatus.AWAY) if seat.seat == 2 else seat for seat in view.seats)
    engine.happen(Happening(kind=HappeningKind.LAPSED, seat=2, number=1), replace(view, seats=seats))
    engine.happen(ViewChanged(), replace(view, seats=seats))


def _void(engine: LocalEngine) -> None:
    _turn(CLASSIC)(engine)
    engine.happen(Happening(kind=HappeningKind.LAPSED, seat=2, number=1))
    engine.happen(Happening(kind=HappeningKind.VOID, seat=2))


def _expelled(engine: LocalEngine) -> None:
    _turn(KITCHEN)(engine)
    view = _scene(engine).view
    seats = tuple(replace(seat, status=SeatStatus.OUT, lives=0) if seat.seat == 3 else seat for seat in view.seats)
    view = replace(view, seats=seats)
    engine.happen(Happening(kind=HappeningKind.SHOWED, seat=3, cards=view.hand, number=32), view)
    engine.happen(Happening(kind=HappeningKind.EXPELLED, seat=3, number=3), view)
    engine.happen(Happening(kind=HappeningKind.VOID, seat=3), view)


def _suspended(engine: LocalEngine) -> None:
    _away(engine)
    view = replace(_scene(engine).view, phase=Phase.SUSPENDED, hand=(), extra=None, choices=(), acting=None)
    engine.happen(Happening(kind=HappeningKind.SUSPENDED), view)
    engine.happen(Notice(text="Grandma has been gone for 2 minutes."), view)


def _asking(key: str) -> State:
    def ask(engine: LocalEngine) -> None:
        _turn(CLASSIC)(engine)
        perform(engine.console, "Esc")
        if key:
            perform(engine.console, key)

    return ask


def _chatting(engine: LocalEngine) -> None:
    _turn(CLASSIC)(engine)
    engine.happen(Said(seat=2, name="Grandma", text="I have a very good hand, just so you know."))
    perform(engine.console, "s")
    engine.console.chat = "so do I"


def _hostile(engine: LocalEngine) -> None:
    text = "\x1b[2J\x1b[31mred\u202eevil🂡👨‍👩‍👧‍👦漢字" + "e\u0301\u0302" * 20 + "x" * 10_000
    _sit(engine, CLASSIC, names=("ann", text, "漢字かな交じり文の名前", "Bo"), dealer=0)
    engine.happen(Said(seat=1, name=text, text=text))
    engine.happen(Notice(text=text))


def _watching(engine: LocalEngine) -> None:
    _sit(engine, CLASSIC, me=None, host=False, names=("Ada", "Bertil", "Grandma"), dealer=0)
    engine.run_to(Phase.TURN)


def _help_at_the_table(engine: LocalEngine) -> None:
    _turn(NORDIC)(engine)
    perform(engine.console, "?")


def _log_at_the_table(engine: LocalEngine) -> None:
    _showdown(CLASSIC, _FAMILY, rounds=3)(engine)
    perform(engine.console, "h")


GALLERY: Final[Mapping[str, State]] = MappingProxyType(
    {
        "welcome": _welcome,
        "lobby-empty": _empty_lobby,
        "lobby": _lobby,
        "lobby-crowded": _crowded_lobby,
        "lobby-busy": _waiting_for_a_table,
        "lobby-refused": _refused,
        "practise": _row("p"),
        "host": _row("o"),
        "host-every-rule": _every_rule,
        "join": _row("j"),
        "join-passcode": _passcode,
        "settings": _row("s"),
        "games": _games,
        "games-none": _row("g"),
        "audit": _audit,
        "help": _row("?"),
        "waiting-host": _waiting(True),
        "waiting-guest": _waiting(False),
        "waiting-ticket": _long_ticket,
        "waiting-kick": _kicking,
        "coin": _before_play(Phase.COIN, None),
        "opening": _before_play(Phase.OPENING, None),
        "shuffle-keys": _before_play(Phase.SHUFFLE, Progress(done=0, total=6, verified=2), (1, 2, 3)),
        "shuffle": _before_play(Phase.SHUFFLE, Progress(done=3, total=6, last_shuffler=0, verified=9), (1,)),
        "shuffle-done": _before_play(Phase.SHUFFLE, Progress(done=5, total=6, last_shuffler=2, verified=12), (3,)),
        "throw-down": _throw_down,
        "turn-first": _turn(KITCHEN),
        "turn": _turn(CLASSIC),
        "turn-nine": _turn(KITCHEN, names=_CROWD),
        "turn-two": _turn(KITTY, names=("ann", "Bertil"), rounds=2),
        "turn-clock": _clock,
        "discard": _holding(CLASSIC),
        "discard-confirm": _confirming,
        "discard-knock": _knock_offered,
        "knock-refused": _knock_refused,
        "knocked": _knocked,
        "knocked-by-me": _i_knocked,
        "turn-of-another": _others_turn,
        "31-dealt": _dealt_31,
        "31-to-declare": _declare_31,
        "31-with-four": _declare_31_with_four,
        "31-called": _called_31,
        "showdown-two": _showdown(CLASSIC, ("ann", "Bertil")),
        "showdown-four": _showdown(KITCHEN, _FAMILY),
        "showdown-nine": _showdown(KITTY, _CROWD),
        "county": _report_of(CLASSIC, _county),
        "out": _report_of(KITCHEN, _somebody_out),
        "out-watching": _out_and_looking_on,
        "won-by-me": _won(KITTY, (0,), 11),
        "won-by-another": _end_of_rematch,
        "won-by-two": _won(KITTY, (1, 3), 7),
        "won-by-nobody": _won(KITCHEN, (), 0),
        "patience": _patience,
        "away": _away,
        "void": _void,
        "expelled": _expelled,
        "suspended": _suspended,
        "leaving": _asking(""),
        "resigning": _asking("r"),
        "chatting": _chatting,
        "hostile": _hostile,
        "watching": _watching,
        "help-table": _help_at_the_table,
        "log": _log_at_the_table,
    }
)
"""The states by name; a screen of rows begins in the lobby, a table is sat down at."""


def console_in(state: str, settings: Settings | None = None, *, ascii_only: bool = False) -> Console:
    """A console by itself, at rest in this state: no application and no terminal."""
    engine = LocalEngine(seed=1)
    console = Console(
        post=engine.post,
        quit=lambda: None,
        ring=lambda: None,
        clock=lambda: 1000.0,
        settings=Settings(nickname="ann") if settings is None else settings,
        suggested_name="ann",
        fingerprint="A20A-VDTW-N0Y5-5NDK-8EW4",
        ascii=ascii_only,
    )
    engine.connect(console, console)
    console.begin()
    GALLERY[state](engine)
    return console
