"""A text to scroll through: help, the history of a table, the verdict on a log."""

from __future__ import annotations

from dataclasses import replace

from scatnet.console.canvas import Canvas, wrap
from scatnet.console.screens.forms import paint_keys
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
    lines = [row for text in page.lines for row in _wrapped(canvas.look.plain(text), width)]
    room = max(1, canvas.height - 4)
    first = max(0, min(page.scroll, len(lines) - room))
    console.page = replace(page, scroll=first)
    for index, text in enumerate(lines[first : first + room]):
        heading = text.endswith(":") and not text.startswith(" ")
        canvas.put(left, 2 + index, text, "bold" if heading else "")
    keys = [("Esc", _("back"))]
    if len(lines) > room:
        keys.insert(0, (_("Up/Down"), _("scroll")))
        canvas.right(0, f"{first + 1}-{min(len(lines), first + room)}/{len(lines)} ", "class:bar class:dim")
    paint_keys(canvas, keys)


def _wrapped(text: str, width: int) -> list[str]:
    """The text in lines, each indented as its first is."""
    indent = " " * min(8, len(text) - len(text.lstrip(" ")))
    return [indent + line for line in wrap(text, width - len(indent))]
