"""Where the parts of the table stand on a screen of any size.

From top to bottom: a title, the ring of seats, the last events, the hand, the line of the turn, the keys.
"""

from __future__ import annotations

from dataclasses import dataclass

from scatnet.console.canvas import Canvas
from scatnet.console.cards import BIG, HUGE, Size
from scatnet.table.view import Phase, TableView

__all__ = ["ONE_LINE_FROM", "Layout", "layout_of"]


_SIDEBAR_FROM = 104
"""A screen at least so wide has the events at its side."""

_TALLEST_RING = 20
"""A ring of more rows falls apart; a tall screen leaves room around it instead."""

ONE_LINE_FROM = 100
"""A screen at least so wide has all keys in one line."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The rows of the table's parts: each begins there and ends where the next begins."""

    width: int
    ring: int
    events: int
    hand: int
    turn: int
    keys: int
    size: Size


def layout_of(canvas: Canvas, view: TableView, key_rows: int) -> Layout:
    wide = canvas.width >= _SIDEBAR_FROM
    width = canvas.width - min(46, canvas.width - 72) if wide else canvas.width
    size = HUGE if canvas.height >= 34 and width >= 60 else BIG
    keys = canvas.height - key_rows
    turn = keys - 1
    hand = turn - (size.height + 1 if view.me is not None or view.phase is Phase.LOBBY else 0)
    ring_height = max(8, min(16, hand - 1 - (0 if wide else 5)))
    events = max(2, min(hand if wide else hand - 2, 1 + ring_height))
    ring = 1
    if wide:
        ring = 1 + max(0, (hand - 1 - _TALLEST_RING) // 2)
        events = min(hand, ring + _TALLEST_RING)
    return Layout(width, ring, events, hand, turn, keys, size)
