"""A text to scroll through: help, the history of a table, the verdict on a log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from prompt_toolkit.keys import Keys

from scatnet.console.canvas import Canvas, Span, wrap
from scatnet.console.screens.hints import Hint, back, paint_hints
from scatnet.console.state import Console
from scatnet.words import _

__all__ = ["paint", "scroll"]

_WIDEST = 88
"""Lines longer than this are hard to read."""


def scroll(console: Console, by: int) -> None:
    """Move through the text by lines."""
    console.page = replace(console.page, scroll=max(0, console.page.scroll + by))


def paint(console: Console, canvas: Canvas) -> None:
    """Paint the page, its scroll brought within what there is."""
    page = console.page
    canvas.fill(0, 0, canvas.width, 1, "class:bar")
    canvas.put(1, 0, page.title, "class:bar class:title", width=canvas.width - 2)
    width = min(_WIDEST, canvas.width - 4)
    left = (canvas.width - width) // 2
    lines = _rows(canvas, page.lines, width)
    room = max(1, canvas.height - 4)
    first = max(0, min(page.scroll, len(lines) - room))
    console.page = replace(page, scroll=first)
    for index, (style, text) in enumerate(lines[first : first + room]):
        canvas.put(left, 2 + index, text, style)
    hints = [back()]
    if len(lines) > room:
        hints.insert(0, Hint(_("Up/Down"), _("scroll"), (Keys.Up, Keys.Down)))
        canvas.right(0, f"{first + 1}-{min(len(lines), first + room)}/{len(lines)} ", "class:bar")
    paint_hints(console, canvas, hints)


def _rows(canvas: Canvas, lines: Sequence[str], width: int) -> list[Span]:
    """The text as rows with their styles: a line is a heading where the next one is indented and it is not."""
    rows: list[Span] = []
    for text, following in zip_longest(lines, lines[1:], fillvalue=""):
        heading = text.strip() and not text.startswith(" ") and following.startswith(" ")
        rows += [("bold" if heading else "", row) for row in _wrapped(canvas.look.plain(text), width)]
    return rows


def _wrapped(text: str, width: int) -> list[str]:
    """The text in lines, each indented as its first is."""
    indent = " " * min(8, len(text) - len(text.lstrip(" ")))
    return [indent + line for line in wrap(text, width - len(indent))]
