"""The lobby: tables on this network as they come and go, unfinished games, and everything else that can be begun."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from prompt_toolkit.keys import Keys

from scatnet.console.actions import show_help
from scatnet.console.canvas import Canvas
from scatnet.console.messages import Join, ListGames, Resume
from scatnet.console.ports import FoundTable, UnfinishedTable
from scatnet.console.rows import Row
from scatnet.console.screens.forms import cursor_of, paint_form
from scatnet.console.screens.hints import Hint
from scatnet.console.state import Console, JoinDraft, Screen
from scatnet.console.wishes import new_draft
from scatnet.table.telling import rules_name
from scatnet.words import _

__all__ = ["join_found", "paint", "rows"]

_UNFINISHED_SHOWN = 3


def rows(console: Console) -> list[Row]:
    """Tables first, those where my own game goes on before all; then other unfinished games, and what else to do."""
    known = sorted(((_mine(console, table), table) for table in console.tables), key=lambda pair: pair[0] is None)
    found = [_found(console, table, mine) for mine, table in known]
    elsewhere = [table for table in console.unfinished if not any(one.key == table.table for one in console.tables)]
    resumable = [_unfinished(console, table) for table in elsewhere[:_UNFINISHED_SHOWN]]
    if found:
        found.insert(0, Row(label=_("Tables on this network"), value=_value(_("Rules"), _("Seats"), _("State"))))
    else:
        found = [Row(label=_("No table yet; one that opens appears here by itself."), note=True)]
    if resumable:
        resumable = [Row(label=""), Row(label=_("Unfinished games")), *resumable]
    return [*found, *resumable, Row(label=""), *_others(console)]


def _value(rules: str, seats: str, state: str) -> str:
    """The columns of a table that was found."""
    return f"{rules:<9} {seats:<{max(6, len(_('Seats')))}} {state}"


def _mine(console: Console, table: FoundTable) -> UnfinishedTable | None:
    """My own unfinished game at a table that was found: the others are there already."""
    return next((game for game in console.unfinished if game.table == table.key), None)


def _found(console: Console, table: FoundTable, mine: UnfinishedTable | None) -> Row:
    """A table that was found. Where I have a seat in its game, that is what it is shown for."""
    state = _("playing") if table.playing else _("open")
    if table.locked:
        state = _("{state}, passcode").format(state=state)
    value = _value(rules_name(table.rules), f"{table.taken}/{table.seats}", state)
    if mine is not None:
        return replace(_unfinished(console, mine), value=value, preferred=True)
    return Row(
        label=table.name,
        value=value,
        meaning=_("Enter: watch this game.") if table.playing else _("Enter: sit down at this table."),
        act=partial(join_found, console, table),
        deed=_("watch") if table.playing else _("sit down"),
        preferred=not table.playing,
    )


def join_found(console: Console, table: FoundTable) -> None:
    """Sit down at a table that was found, after its passcode where it has one; watch one that plays already."""
    if not table.fits:
        sentence = _("“{name}” is played by another version of this program; use the same one.")
        console.tell(sentence.format(name=table.name))
        return
    if table.locked:
        console.join = JoinDraft(target=table.key, name=table.name)
        console.open(Screen.JOIN)
        return
    console.wait_for(
        _("Going to table “{name}” ...").format(name=table.name), Join(target=table.key, watch=table.playing)
    )


def _unfinished(console: Console, table: UnfinishedTable) -> Row:
    def resume() -> None:
        console.wait_for(_("Going back to table “{name}” ...").format(name=table.name), Resume(table.key))

    players = ", ".join(table.players)
    return Row(
        label=table.name,
        value=_("round {number}, {played}").format(number=table.round, played=table.played),
        meaning=_("Enter: go on with this game. Players: {players}.").format(players=players),
        act=resume,
        deed=_("go on"),
    )


def _others(console: Console) -> list[Row]:
    def to_form(practice: bool) -> None:
        console.host = new_draft(console.settings.nickname or console.nickname, practice=practice)
        console.open(Screen.HOST)

    def to_games() -> None:
        console.post(ListGames())
        console.open(Screen.GAMES)

    def to_join() -> None:
        console.join = JoinDraft()
        console.open(Screen.JOIN)

    return [
        Row(
            label=_("Practise against computer players"),
            key="p",
            act=partial(to_form, True),
            preferred=True,
            meaning=_("A game of your own, on this computer alone."),
        ),
        Row(
            label=_("Open a table for others"),
            key="o",
            act=partial(to_form, False),
            meaning=_("Others on this network see your table and sit down with Enter."),
        ),
        Row(
            label=_("Join by address or ticket"),
            key="j",
            act=to_join,
            meaning=_("For a table that does not show up by itself: its address, or the ticket its host sees."),
        ),
        Row(
            label=_("My games"),
            key="g",
            act=to_games,
            meaning=_("Unfinished games to go on with, and past ones with proof that nobody cheated."),
        ),
        Row(
            label=_("Settings"),
            key="s",
            act=partial(console.open, Screen.SETTINGS),
            meaning=_("Your name, the house rule, cards, colours, pace, sound and language."),
        ),
        Row(
            label=_("Help"),
            key="?",
            act=partial(show_help, console),
            meaning=_("How scat is played, and how this program works."),
        ),
        Row(label=_("Quit"), key="q", act=console.quit, meaning=_("Leave scatnet.")),
    ]


def paint(console: Console, canvas: Canvas) -> None:
    """Paint the lobby."""
    lines = rows(console)
    listed = bool(console.tables or console.unfinished)
    paint_form(
        console,
        canvas,
        lines,
        title=_("scatnet: welcome, {name}").format(name=console.settings.nickname or console.nickname),
        value_at=36 if canvas.width >= 76 else 22 if listed else 0,
        keys=[
            Hint(_("Up/Down"), _("move"), (Keys.Up, Keys.Down)),
            Hint(_("Enter"), lines[cursor_of(console, lines)].deed or _("choose"), (Keys.Enter,)),
            Hint("p", _("practise"), ("p",)),
            Hint("o", _("open a table"), ("o",)),
            Hint("?", _("help"), ("?",)),
            Hint("q", _("quit"), ("q",)),
        ],
    )
