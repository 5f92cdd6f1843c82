"""The frame that all screens of rows share: a title, the rows, a sentence on the row one is on, and the keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from prompt_toolkit.keys import Keys

from scatnet.console.canvas import Canvas, wrap
from scatnet.console.cards import BIG, GIANT, paint_card
from scatnet.console.rows import Row, cursor_place, paint_rows
from scatnet.console.screens.hints import Hint, back, paint_hints
from scatnet.console.state import Console
from scatnet.words import _

__all__ = ["act_on_row", "cursor_of", "form_keys", "paint_form", "put_cursor", "row_room"]

_MEANING_LINES = 3

_TALL = 32
"""On a screen of so many rows the sentence stays near the rows, and cards lie below."""

_PARTED = 3
"""Cells of a row that are neither label nor value: the pointer, and what parts the two."""

_ARROWS = 4
"""Cells beside a value for the arrows that say that it can be changed."""

_INSET = 3
"""Cells beside a value that cannot: where it begins, and what parts it from the mark that there are more rows."""

_FIELD = 20
"""So wide is a field to type in at least."""

_NAME = 14
"""So much is seen of every label at least, whatever the values are."""

_ORNAMENT = (51, 50, 47)
"""A K J of spades: a 31."""

_WIDEST = 100
"""Rows longer than this are hard to follow with the eye."""


def row_room(canvas: Canvas) -> int:
    """How many cells a row has."""
    return min(canvas.width, _WIDEST) - 4


def paint_form(
    console: Console,
    canvas: Canvas,
    rows: Sequence[Row],
    *,
    title: str,
    intro: Sequence[str] = (),
    values_at: int = 0,
    names: bool = False,
    keys: Sequence[Hint] = (),
) -> None:
    """Paint a screen of rows.

    `values_at` is where the values begin if no label or value is longer than usual; with `names`, labels are what
    people have called things, and give way to the values.
    """
    cursor = cursor_of(console, rows)
    width = min(canvas.width, _WIDEST)
    left = (canvas.width - width) // 2
    canvas.fill(0, 0, canvas.width, 1, "class:bar")
    canvas.put(1, 0, title, "class:bar class:title", width=canvas.width - 2)
    y = 2 if canvas.height >= 18 else 1
    for text in intro:
        y = canvas.paragraph(left + 3, y, width - 6, text)
    y += 1 if intro else 0
    bottom = canvas.height - _MEANING_LINES - 2
    if canvas.height >= _TALL:
        bottom = min(bottom, max(_TALL // 2, y + len(rows) + 1))
    paint_rows(
        canvas,
        rows,
        cursor,
        top=y,
        bottom=max(y + 1, bottom),
        left=left + 1,
        width=row_room(canvas),
        value_at=_value_column(canvas, rows, values_at, names=names),
        pick=partial(_clicked, console, rows),
    )
    canvas.rule(bottom, left=left, width=width)
    row = rows[cursor] if rows else None
    _paint_sentence(console, canvas, row, bottom + 1, left + 3, width - 6)
    _paint_ornament(canvas, max(y + len(rows), bottom + 1 + _MEANING_LINES if canvas.height >= _TALL else 0))
    paint_hints(console, canvas, [back(_("stop waiting"))] if console.busy else keys)


def _value_column(canvas: Canvas, rows: Sequence[Row], usual: int, *, names: bool) -> int:
    """Where the values begin, so that no value is cut, nor any label that is not a name."""
    filled = [row for row in rows if not row.heading and (row.value or row.typed is not None)]
    labels = 0 if names else max((canvas.measure(row.label) + _PARTED for row in filled), default=0)
    values = max((_value_width(canvas, row) for row in filled), default=0)
    return max(_NAME, min(max(usual, labels), row_room(canvas) - values))


def _value_width(canvas: Canvas, row: Row) -> int:
    if row.typed is not None:
        return _FIELD
    return canvas.measure(row.value) + (_ARROWS if row.change is not None else _INSET)


def _paint_ornament(canvas: Canvas, top: int) -> None:
    """Three cards in the empty room below, where there is much of it."""
    tall = canvas.height >= _TALL
    bottom = canvas.height - 2 if tall else canvas.height - _MEANING_LINES - 3
    size = GIANT if tall and bottom - top > GIANT.height + 1 else BIG
    if bottom - top < size.height + 2:
        return
    left = (canvas.width - 3 * (size.width + 1)) // 2
    for place, card in enumerate(_ORNAMENT):
        paint_card(canvas, left + place * (size.width + 1), (top + bottom - size.height + 1) // 2, card, size)


def _paint_sentence(console: Console, canvas: Canvas, row: Row | None, y: int, left: int, width: int) -> None:
    """What the person is told, or what is waited for, or else what the row means."""
    if console.told():
        text, style = console.told(), "class:notice"
    elif console.busy:
        text, style = console.busy, "bold"
    else:
        text, style = ("" if row is None else row.meaning), ""
    for index, line in enumerate(wrap(canvas.look.plain(text), width)[:_MEANING_LINES]):
        canvas.put(left, y + index, line, style)


def cursor_of(console: Console, rows: Sequence[Row]) -> int:
    """The place of the row that the cursor is on."""
    label, place = console.cursors.get(console.screen, (None, 0))
    return cursor_place(rows, label, place)


def put_cursor(console: Console, rows: Sequence[Row], place: int) -> None:
    """Put the cursor on a row."""
    console.cursors[console.screen] = (rows[place].label, place)


def act_on_row(rows: Sequence[Row], place: int) -> None:
    """Do what Enter does on a row: act, or else change."""
    if 0 <= place < len(rows):
        row = rows[place]
        if row.act is not None:
            row.act()
        elif row.change is not None:
            row.change(1)


def _clicked(console: Console, rows: Sequence[Row], place: int) -> None:
    """A click puts the cursor on a row and does what Enter does, but in a row to type in."""
    put_cursor(console, rows, place)
    if rows[place].typed is None:
        act_on_row(rows, place)


def form_keys(console: Console, rows: Sequence[Row]) -> list[Hint]:
    """The keys that work on every screen of rows, for the row one is on."""
    if all(row.heading for row in rows):
        return []
    row = rows[cursor_of(console, rows)]
    hints = [Hint(_("Up/Down"), _("move"), (Keys.Up, Keys.Down))]
    if row.typed is not None:
        hints.append(Hint(_("type"), _("to change")))
    elif row.change is not None:
        hints.append(Hint(_("Left/Right"), _("change"), (Keys.Left, Keys.Right)))
    if row.act is not None:
        hints.append(Hint(_("Enter"), row.deed or _("do it"), (Keys.Enter,)))
    return hints
