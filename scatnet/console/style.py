"""Styles by class name over the sixteen ANSI colours, so that a terminal's own theme decides what they look like.

Nothing is said by colour alone: without colour every mark still has its symbol, letter, frame or word. Text on the
terminal's own background uses colours that are readable on light and on dark ones.
"""

from __future__ import annotations

from typing import Final

from prompt_toolkit.styles import Style

CONSOLE_STYLE: Final = Style.from_dict(
    {
        "title": "bold",
        "line": "ansibrightblack",
        "dim": "ansibrightblack",
        "key": "bold ansicyan",
        "key-off": "ansibrightblack",
        "cursor": "reverse",
        "field": "underline",
        "notice": "bold ansimagenta",
        "good": "ansigreen",
        "verified": "ansigreen",
        "turn": "bold reverse",
        "wait": "",
        "score": "bold",
        "alarm": "bold reverse ansired",
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
        "empty": "ansibrightblack",
        "picked": "bold",
        # Seats.
        "name": "bold",
        "name-acting": "bold reverse",
        "name-out": "ansibrightblack",
        "life": "ansired",
        "life-lost": "ansibrightblack",
        "county": "bold ansimagenta",
        "away": "ansibrightblack italic",
        "face": "ansicyan",
        "chat": "ansicyan",
        "loss": "bold ansired",
        "win": "bold ansigreen",
    }
)
