"""The frame that all screens of rows share: a title, the rows, a sentence on the row one is on, and the keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from scatnet.console.canvas import Canvas, wrap
from scatnet.console.rows import Row, cursor_place, paint_rows
from scatnet.console.state import Console
from scatnet.words import _

__all__ = ["act_on_row", "cursor_of", "form_keys", "paint_form", "paint_keys", "put_cursor"]

_MEANING_LINES = 3


def paint_form(
    console: Console,
    canvas: Canvas,
    rows: Sequence[Row],
    *,
    title: str,
    intro: Sequence[str] = (),
    value_at: int = 0,
    keys: Sequence[tuple[str, str]] = (),
) -> None:
    """Paint a screen of rows."""
    cursor = cursor_of(console, rows)
    width = min(canvas.width, 100)
    left = (canvas.width - width) // 2
    canvas.fill(0, 0, canvas.width, 1, "class:bar")
    canvas.put(1, 0, title, "class:bar class:title", width=canvas.width - 2)
    y = 2 if canvas.height >= 18 else 1
    for text in intro:
        y = canvas.paragraph(left + 2, y, width - 4, text)
    y += 1 if intro else 0
    bottom = canvas.height - _MEANING_LINES - 2
    paint_rows(
        canvas,
        rows,
        cursor,
        top=y,
        bottom=max(y + 1, bottom),
        left=left + 1,
        width=width - 4,
        value_at=value_at,
        pick=partial(_clicked, console, rows),
    )
    canvas.rule(bottom)
    row = rows[cursor] if rows else None
    _paint_sentence(console, canvas, row, bottom + 1, left + 2, width - 4)
    paint_keys(canvas, keys)


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


def paint_keys(canvas: Canvas, keys: Sequence[tuple[str, str]]) -> None:
    """Paint the last line: keys and what they do."""
    x, y = 1, canvas.height - 1
    for key, label in keys:
        if x + canvas.measure(f"[{key}] {label}") > canvas.width:
            break
        x = canvas.put(x, y, f"[{key}]", "class:key")
        x = canvas.put(x, y, f" {label}", "class:dim") + 2


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


def form_keys(console: Console, rows: Sequence[Row]) -> list[tuple[str, str]]:
    """The keys that work on every screen of rows, for the row one is on."""
    row = rows[cursor_of(console, rows)] if rows else None
    keys = [(_("Up/Down"), _("move"))]
    if row is not None and row.typed is not None:
        keys.append((_("type"), _("to change")))
    elif row is not None and row.change is not None:
        keys.append((_("Left/Right"), _("change")))
    if row is not None and row.act is not None:
        keys.append((_("Enter"), _("do it")))
    return keys
