"""Cards drawn on a canvas: large and small faces, backs, empty places, and a card in a line of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scatnet.console.canvas import Canvas

__all__ = [
    "BIG",
    "CHIP",
    "GIANT",
    "HUGE",
    "SMALL",
    "Size",
    "paint_back",
    "paint_card",
    "paint_chips",
    "paint_empty",
]


@dataclass(frozen=True, slots=True)
class Size:
    """The cells a card takes."""

    width: int
    height: int


SMALL: Final = Size(5, 3)
BIG: Final = Size(7, 5)
HUGE: Final = Size(11, 7)
GIANT: Final = Size(13, 9)

CHIP: Final = 4
"""The cells of a card in a line of text."""

Click = Callable[[], None]

# Where the pips of a number card stand on the largest size, as on paper: rows of the inside at the sides, and in the
# middle.
_PIPS: Final = MappingProxyType(
    {
        "A": ((), (3,)),
        "2": ((), (0, 6)),
        "3": ((), (0, 3, 6)),
        "4": ((0, 6), ()),
        "5": ((0, 6), (3,)),
        "6": ((0, 3, 6), ()),
        "7": ((0, 3, 6), (1,)),
        "8": ((0, 3, 6), (1, 5)),
        "9": ((0, 2, 4, 6), (3,)),
        "10": ((0, 2, 4, 6), (1, 5)),
    }
)


def paint_card(canvas: Canvas, x: int, y: int, card: int, size: Size, *, click: Click | None = None) -> None:
    """A card face up, its upper left corner in this cell."""
    style = canvas.look.card_style(card)
    rank, suit = canvas.look.rank(card), canvas.look.suit(card)
    canvas.box(x, y, size.width, size.height, style, click=click)
    right = x + size.width - 1
    if size.height < 5:
        canvas.center(y + 1, rank + suit, style + " bold", left=x + 1, width=size.width - 2, click=click)
        return
    canvas.put(x + 1, y + 1, rank, style + " bold", click=click)
    canvas.put(right - len(rank), y + size.height - 2, rank, style + " bold", click=click)
    if size.height > 5:
        canvas.put(x + 1, y + 2, suit, style, click=click)
        canvas.put(right - 1, y + size.height - 3, suit, style, click=click)
    if size.height < GIANT.height:
        canvas.put(x + size.width // 2, y + size.height // 2, suit, style + " bold", click=click)
    elif rank in _PIPS:
        _paint_pips(canvas, x, y, rank, suit, style, click)
    else:
        _paint_court(canvas, x, y, rank, suit, style, click)


def _paint_pips(canvas: Canvas, x: int, y: int, rank: str, suit: str, style: str, click: Click | None) -> None:
    sides, middle = _PIPS[rank]
    for row in sides:
        canvas.put(x + 4, y + 1 + row, suit, style, click=click)
        canvas.put(x + 8, y + 1 + row, suit, style, click=click)
    for row in middle:
        canvas.put(x + 6, y + 1 + row, suit, style, click=click)


def _paint_court(canvas: Canvas, x: int, y: int, rank: str, suit: str, style: str, click: Click | None) -> None:
    """A picture card: a frame with the rank, the suit above and below it."""
    canvas.box(x + 3, y + 2, 7, 5, style, click=click)
    canvas.put(x + 4, y + 3, suit, style, click=click)
    canvas.put(x + 6, y + 4, rank, style + " bold", click=click)
    canvas.put(x + 8, y + 5, suit, style, click=click)


def paint_back(
    canvas: Canvas, x: int, y: int, size: Size, *, text: str = "", style: str = "class:back", click: Click | None = None
) -> None:
    """A card face down, with a text on its back."""
    canvas.box(x, y, size.width, size.height, style, click=click)
    canvas.fill(x + 1, y + 1, size.width - 2, size.height - 2, style, canvas.look.back, click=click)
    if text:
        shown = f" {text} " if size.width > 6 else text
        canvas.center(y + size.height // 2, shown, style + " bold", left=x + 1, width=size.width - 2, click=click)


def paint_empty(canvas: Canvas, x: int, y: int, size: Size, *, click: Click | None = None) -> None:
    """A place where a card could lie."""
    canvas.box(x, y, size.width, size.height, "class:empty", click=click)


def paint_chips(canvas: Canvas, x: int, y: int, cards: Sequence[int]) -> int:
    """Cards in a line of text, each on a face of its own; gives the cell after them."""
    for card in cards:
        x = canvas.put(x, y, f"{canvas.look.card(card):>{CHIP - 1}} ", canvas.look.card_style(card)) + 1
    return x - 1 if cards else x
