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
from scatnet.console.screens.forms import cursor_of, paint_form, row_room
from scatnet.console.screens.hints import Hint
from scatnet.console.state import Console, JoinDraft, Screen
from scatnet.console.table_columns import Columns, columns_for, found_sentence
from scatnet.console.wishes import new_draft
from scatnet.words import _

__all__ = ["join_found", "paint", "rows"]

_UNFINISHED_SHOWN = 3


def rows(console: Console, room: int = 76) -> list[Row]:
    """Tables first, those where my own game goes on before all; then other unfinished games, and what else to do.

    The tables stand in columns that fit rows of so many cells.
    """
    columns = columns_for(console.tables, room, console.look)
    known = sorted(((_mine(console, table), table) for table in console.tables), key=lambda pair: pair[0] is None)
    found = [_found(console, columns, table, mine) for mine, table in known]
    elsewhere = [table for table in console.unfinished if not any(one.key == table.table for one in console.tables)]
    resumable = [_unfinished(console, table) for table in elsewhere[:_UNFINISHED_SHOWN]]
    if found:
        found.insert(0, Row(label=columns.title, value=columns.heading))
    else:
        found = [Row(label=_("No table yet; one that opens appears here by itself."), note=True)]
    if resumable:
        resumable = [Row(label=""), Row(label=_("Unfinished games")), *resumable]
    return [*found, *resumable, Row(label=""), *_others(console)]


def _mine(console: Console, table: FoundTable) -> UnfinishedTable | None:
    """My own unfinished game at a table that was found: the others are there already."""
    return next((game for game in console.unfinished if game.table == table.key), None)


def _found(console: Console, columns: Columns, table: FoundTable, mine: UnfinishedTable | None) -> Row:
    """A table that was found. Where I have a seat in its game, that is what it is shown for."""
    if mine is not None:
        return replace(_unfinished(console, mine), value=columns.value(table), preferred=True)
    if not table.fits:
        meaning, deed = _other_version(table), _("say why")
    elif table.playing:
        meaning, deed = found_sentence(table) + " " + _("Enter: watch this game."), _("watch")
    else:
        meaning, deed = found_sentence(table) + " " + _("Enter: sit down at this table."), _("sit down")
    return Row(
        label=table.name,
        value=columns.value(table),
        meaning=meaning,
        act=partial(join_found, console, table),
        deed=deed,
        preferred=table.fits and not table.playing,
    )


def _other_version(table: FoundTable) -> str:
    return _("“{name}” is played by another version of this program; use the same one.").format(name=table.name)


def join_found(console: Console, table: FoundTable) -> None:
    """Sit down at a table that was found, after its passcode where it has one; watch one that plays already."""
    if not table.fits:
        console.tell(_other_version(table))
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
    room = row_room(canvas)
    lines = rows(console, room)
    paint_form(
        console,
        canvas,
        lines,
        title=_("scatnet: welcome, {name}").format(name=console.settings.nickname or console.nickname),
        values_at=columns_for(console.tables, room, console.look).at,
        names=True,
        keys=[
            Hint(_("Up/Down"), _("move"), (Keys.Up, Keys.Down), spare=3),
            Hint(_("Enter"), lines[cursor_of(console, lines)].deed or _("choose"), (Keys.Enter,)),
            Hint("p", _("practise"), ("p",), spare=1),
            Hint("o", _("open a table"), ("o",), spare=2),
            Hint("?", _("help"), ("?",)),
            Hint("q", _("quit"), ("q",)),
        ],
    )
