"""Styles by class name over the sixteen ANSI colours, so that a terminal's own theme decides what they look like.

Nothing is said by colour alone: without colour every mark still has its symbol, letter, frame or word, and bars stand
out by being reversed. Text on the terminal's own background uses only colours that are readable on light and on dark
ones (red and magenta; cyan, green and yellow vanish on white, blue on black); others bring a background of their own.
Faint text is the terminal's own ("dim"), for no single grey is readable everywhere.
"""

from __future__ import annotations

from typing import Final

from prompt_toolkit.styles import Style

CONSOLE_STYLE: Final = Style.from_dict(
    {
        # White on blue and on red; reversed, so that they are bars without colour too.
        "bar": "reverse ansiblue bg:ansiwhite",
        "key": "reverse ansiblue bg:ansiwhite",
        "alarm": "bold reverse ansired bg:ansiwhite",
        "win": "bold reverse ansigreen bg:ansiblack",
        "title": "bold",
        "mark": "bold",
        "line": "dim",
        "dim": "dim",
        "cursor": "reverse",
        "field": "underline",
        "notice": "bold ansimagenta",
        "good": "italic",
        "progress": "ansigreen",
        "turn": "bold reverse",
        "wait": "",
        "score": "bold",
        "urgent": "bold ansired",
        "heading": "bold underline",
        "value": "bold",
        # Cards have a face of their own, the same on every background.
        "black": "bg:ansiwhite ansiblack",
        "red": "bg:ansiwhite ansired",
        "clubs": "bg:ansiwhite ansigreen",
        "diamonds": "bg:ansiwhite ansiblue",
        "hearts": "bg:ansiwhite ansired",
        "spades": "bg:ansiwhite ansiblack",
        "back": "bg:ansiblue ansiwhite",
        "empty": "dim",
        # Seats.
        "name": "bold",
        "name-acting": "bold reverse",
        "name-out": "dim",
        "life": "ansired",
        "life-lost": "dim",
        "county": "bold ansimagenta",
        "away": "bold ansimagenta",
        "face": "",
        "chat": "ansimagenta",
        "loss": "bold ansired",
    }
)
