"""Where the parts of the table stand on a screen of any size.

From top to bottom: a title, the ring of seats, the last events, the hand, the line of the turn, the keys. A wide screen
has the events at its side, and the ring and the hand stand in the middle of what is left.
"""

from __future__ import annotations

from dataclasses import dataclass

from scatnet.console.canvas import Canvas
from scatnet.console.cards import BIG, GIANT, HUGE, Size
from scatnet.table.view import Phase, SeatStatus, TableView

__all__ = ["ONE_LINE_FROM", "Layout", "holds_cards", "layout_of", "main_width"]

_SIDEBAR_FROM = 104
"""A screen at least so wide has the events at its side."""

_SIDEBAR = 46
"""So wide is the side at most, with its line."""

_TALLEST_RING = 22
"""A ring of more rows falls apart; a tall screen leaves room around it instead."""

_WIDEST_RING = 100
"""A ring of more columns falls apart."""

_WORTH = 24
"""Columns beside the hand for what it is worth."""

_WORDS = 5
"""Rows for words in the place of the hand, with an empty one above."""

ONE_LINE_FROM = 100
"""A screen at least so wide has all keys in one line."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The rows of the table's parts: each begins there and ends where the next begins.

    `width` is left of the events at the side; `left` and `right` bound the ring, `hand_left` is where my cards begin.
    """

    width: int
    left: int
    right: int
    ring: int
    events: int
    hand: int
    hand_left: int
    turn: int
    keys: int
    size: Size

    @property
    def ring_width(self) -> int:
        """The columns of the ring."""
        return self.right - self.left


def holds_cards(view: TableView) -> bool:
    """Whether this person has a hand, or a place for one, at this table now."""
    if view.me is None or view.phase in (Phase.LOBBY, Phase.OVER):
        return False
    me = view.seats[view.me]
    return me.status is not SeatStatus.OUT and not me.resigned


def main_width(canvas: Canvas) -> int:
    """The columns left of the events, where these are at the side."""
    wide = canvas.width >= _SIDEBAR_FROM
    return canvas.width - min(_SIDEBAR, canvas.width - 72) if wide else canvas.width


def layout_of(canvas: Canvas, view: TableView, key_rows: int, word_rows: int = 0) -> Layout:
    """The layout of a table on this canvas, with so many rows of keys, and so many at least of words in the place of
    the hand.
    """
    width = main_width(canvas)
    wide = width < canvas.width
    size = _card_size(canvas.height, width)
    keys = canvas.height - key_rows
    turn = keys - 1
    hand = turn - _hand_rows(view, size, word_rows)
    ring_height = max(8, min(16, hand - 1 - (0 if wide else 5)))
    events = max(2, min(hand if wide else hand - 2, 1 + ring_height))
    ring = 1
    if wide:
        ring = 1 + max(0, (hand - 1 - _TALLEST_RING) // 2)
        events = min(hand, ring + _TALLEST_RING)
    left = max(0, (width - _WIDEST_RING) // 2)
    hand_left = max(1, (width - 4 * (size.width + 1) - _WORTH) // 2) if wide else 1
    return Layout(width, left, width - left, ring, events, hand, hand_left, turn, keys, size)


def _card_size(height: int, width: int) -> Size:
    """The largest cards that leave room for the ring above the hand, and for what it is worth beside it."""
    for size, least in ((GIANT, 40), (HUGE, 32)):
        if height >= least and width >= 4 * (size.width + 1) + _WORTH:
            return size
    return BIG


def _hand_rows(view: TableView, size: Size, word_rows: int) -> int:
    if view.me is None and view.phase is not Phase.LOBBY:
        return 0
    return size.height + 1 if holds_cards(view) else max(_WORDS, word_rows)
