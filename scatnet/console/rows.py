"""Rows that a person moves over: buttons, switches, choices and fields to type in.

The lobby, the form for a new table, settings and the lists of games are all made of these, so they look and work alike:
up and down move, left and right change, Enter does, and a row to type in is typed in at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from scatnet.console.canvas import Canvas, Editor
from scatnet.words import _

__all__ = ["Row", "cursor_place", "paint_rows", "step_cursor"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row: what it is called, its value, and a sentence on what it means.

    `act` is done on Enter, `change` on left (-1) and right (+1); `typed` takes the text of a field whenever it changes,
    and makes the row one to type in, of at most `limit` characters. A row with none of these is a heading,
    whose value names what the values below it are. `key` is a
    letter that jumps here and acts, from anywhere on the screen where nothing is typed in.
    """

    label: str
    value: str = ""
    meaning: str = ""
    key: str = ""
    act: Callable[[], None] | None = None
    change: Callable[[int], None] | None = None
    typed: Callable[[str], None] | None = None
    limit: int = 64
    suggested: bool = False  # of what is typed in: the program's own proposal, which the first key press replaces
    button: bool = False
    preferred: bool = False  # where the cursor is before anybody has moved it
    face: str = ""  # style of the value
    note: bool = False  # of a heading: it is a remark and heads nothing
    deed: str = ""  # what Enter does here, in a word or two

    @property
    def heading(self) -> bool:
        """Whether the cursor passes over this row."""
        return self.act is None and self.change is None and self.typed is None


def cursor_place(rows: Sequence[Row], label: str | None, place: int) -> int:
    """Where the cursor is: on the row of this label wherever that is now, else on the nearest one to its old place.

    Before anybody has moved it (no label), it is on the first preferred row, or on the first of all.
    """
    able = [index for index, row in enumerate(rows) if not row.heading]
    if not able:
        return 0
    if label is None:
        return next((index for index in able if rows[index].preferred), able[0])
    named = [index for index in able if rows[index].label == label]
    return min(named or able, key=lambda index: abs(index - place))


def step_cursor(rows: Sequence[Row], cursor: int, by: int) -> int:
    """The nearest row in this direction that is no heading; the same one at the end."""
    place = cursor + by
    while 0 <= place < len(rows):
        if not rows[place].heading:
            return place
        place += by
    return cursor


def paint_rows(
    canvas: Canvas,
    rows: Sequence[Row],
    cursor: int,
    *,
    top: int,
    bottom: int,
    left: int = 2,
    width: int | None = None,
    value_at: int = 0,
    pick: Callable[[int], None],
) -> None:
    """Paint rows between two lines of the canvas, scrolled so that the cursor's row is seen.

    `value_at` is the column of values, measured from `left`; `pick` is called with a row's index when it is clicked.
    """
    room = canvas.width - left - 2 if width is None else width
    space = max(1, bottom - top)
    first = _first_shown(len(rows), cursor, space)
    for place in range(first, min(len(rows), first + space)):
        y = top + place - first
        _paint_row(canvas, rows[place], y, left, room, value_at, place == cursor, partial(pick, place))
    if first > 0:
        canvas.put(left + room, top, "^", "class:dim")
    if first + space < len(rows):
        canvas.put(left + room, bottom - 1, "v", "class:dim")


def _first_shown(count: int, cursor: int, space: int) -> int:
    if count <= space:
        return 0
    return max(0, min(cursor - space // 2, count - space))


def _paint_row(
    canvas: Canvas, row: Row, y: int, left: int, room: int, value_at: int, current: bool, click: Callable[[], None]
) -> None:
    if row.heading:
        style = "class:dim" if row.note else "class:heading" if row.label else ""
        end = canvas.put(left + 2, y, row.label, style, width=room - 2)
        if row.value:
            canvas.put(max(left + value_at + 2, end + 2), y, row.value, "class:dim", width=left + room - end - 2)
        return
    pointer = canvas.look.pointer if current else " "
    style = "class:cursor" if current and row.typed is None else ""
    canvas.fill(left, y, room, 1, style, click=click)
    canvas.put(left, y, pointer, style or "class:mark", click=click)
    label = f"[ {row.label} ]" if row.button else row.label
    beside = value_at - 3 if value_at and (row.value or row.typed is not None) else room - 3
    end = canvas.put(left + 2, y, label, style + (" bold" if row.button else ""), width=beside, click=click)
    if row.key and room > 30:
        canvas.put(end + 1, y, f"({row.key})", style or "class:dim", click=click)
    column = left + (value_at or end - left + 2)
    space = left + room - column
    if row.typed is not None:
        column, space = column + 2, space - 2
        canvas.fill(column, y, space, 1, "class:field", click=click)
        if current:
            canvas.editor = Editor(column, y, space)
        else:
            shown = row.value or _("(nothing)")
            canvas.put(column, y, shown, "" if row.value else "class:dim", width=space, click=click)
    elif row.value:
        arrows = current and row.change is not None
        shown = f"< {row.value} >" if arrows else f"  {row.value}"
        canvas.put(column, y, shown, style or row.face, width=space, click=click)
