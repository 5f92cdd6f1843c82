"""The 52 cards and their back as SVG symbols, drawn from shapes alone.

No font has to know the suits, so a card looks the same on a phone, on paper and on a computer without fonts. A symbol
is `#card-0` to `#card-51`, `#card-back`; classes colour it, so a style sheet decides on red, black and the dark theme.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scatnet.rules.cards import DECK_SIZE, RANKS, rank_of, suit_of

__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "card_symbols"]

CARD_WIDTH: Final = 60
CARD_HEIGHT: Final = 84
"""The size of a card in its own units, 5 to 7."""

# Each within a square of 20 by 20 around its middle.
_SUIT_SHAPES: Final = (
    "M0-9a4.4 4.4 0 0 1 4 6.3a4.4 4.4 0 1 1-2.7 7.6q.3 2.9 2.4 4.1h-7.4q2.1-1.2 2.4-4.1a4.4 4.4 0 1 1-2.7-7.6a4.4 4.4 0"
    " 0 1 4-6.3z",
    "M0-10l7 10l-7 10l-7-10z",
    "M0 9.5c-2.5-3.6-9-7.4-9-12.9a4.7 4.7 0 0 1 9-2a4.7 4.7 0 0 1 9 2c0 5.5-6.5 9.3-9 12.9z",
    "M0-9.5c2.3 3.5 8.6 6.6 8.6 11.4a4.3 4.3 0 0 1-7.3 3.1q.4 2.7 2.5 4h-7.6q2.1-1.3 2.5-4a4.3 4.3 0 0 1-7.3-3.1c0-4.8"
    " 6.3-7.9 8.6-11.4z",
)

_LEFT, _MIDDLE, _RIGHT = 22, 30, 38
_ROWS: Final = {
    "top": 17.0,
    "upper": 25.5,
    "third": 33.5,
    "half": 42.0,
    "quarter": 29.5,
}

# Places of the pips by the number of a card, upper half and middle; the lower half is the upper one turned round.
_PIPS: Final[dict[int, tuple[tuple[int, float], ...]]] = {
    2: ((_MIDDLE, _ROWS["top"]),),
    3: ((_MIDDLE, _ROWS["top"]), (_MIDDLE, _ROWS["half"])),
    4: ((_LEFT, _ROWS["top"]), (_RIGHT, _ROWS["top"])),
    5: ((_LEFT, _ROWS["top"]), (_RIGHT, _ROWS["top"]), (_MIDDLE, _ROWS["half"])),
    6: ((_LEFT, _ROWS["top"]), (_RIGHT, _ROWS["top"]), (_LEFT, _ROWS["half"]), (_RIGHT, _ROWS["half"])),
    8: (
        (_LEFT, _ROWS["top"]),
        (_RIGHT, _ROWS["top"]),
        (_LEFT, _ROWS["half"]),
        (_RIGHT, _ROWS["half"]),
        (_MIDDLE, _ROWS["quarter"]),
    ),
    9: (
        (_LEFT, _ROWS["top"]),
        (_RIGHT, _ROWS["top"]),
        (_LEFT, _ROWS["third"]),
        (_RIGHT, _ROWS["third"]),
        (_MIDDLE, _ROWS["half"]),
    ),
    10: (
        (_LEFT, _ROWS["top"]),
        (_RIGHT, _ROWS["top"]),
        (_LEFT, _ROWS["third"]),
        (_RIGHT, _ROWS["third"]),
        (_MIDDLE, _ROWS["upper"]),
    ),
}

_HATS: Final = {
    "J": "M21 34q1.5-8 10-7.5q7 .5 8 7.5zM33 27q2-6 7-7q0 6-5 8z",
    "Q": "M20 34l1-7l4.5 3.5l4.5-6l4.5 6l4.5-3.5l1 7zM30 22.5m-1.6 0a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0",
    "K": "M20 33v-9l5 5l5-8l5 8l5-5v9zM20 34.6h20v1.8h-20z",
}


def card_symbols() -> str:
    """All symbols, to stand once in a page within an `svg` element."""
    cards = "".join(_symbol(card) for card in range(DECK_SIZE))
    return cards + _BACK


def _symbol(card: int) -> str:
    suit = suit_of(card)
    colour = "red" if suit in (1, 2) else "black"
    parts = "".join(_parts(card))
    return (
        f'<symbol id="card-{card}" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}">{_FACE}<g class="card-{colour}">{parts}</g>'
        "</symbol>"
    )


def _parts(card: int) -> Iterator[str]:
    rank, suit = RANKS[rank_of(card)], suit_of(card)
    size = 16 if len(rank) == 1 else 13
    corner = f'<text x="9" y="15.5" font-size="{size}" class="card-rank">{rank}</text>' + _suit(suit, 9, 23, 0.46)
    yield corner
    yield _turned(corner)
    if rank == "A":
        yield _suit(suit, 30, 42, 1.5)
    elif rank in _HATS:
        yield from _court(rank, suit)
    else:
        yield from _pips(int(rank), suit)


def _pips(number: int, suit: int) -> Iterator[str]:
    places = _PIPS[8] if number == 7 else _PIPS[number]
    for x, y in places:
        yield _suit(suit, x, y, 0.52)
        lonely = number == 7 and (x, y) == (_MIDDLE, _ROWS["quarter"])
        if y != _ROWS["half"] and not lonely:
            yield _turned(_suit(suit, x, y, 0.52))


def _court(rank: str, suit: int) -> Iterator[str]:
    yield '<rect x="17" y="9" width="26" height="66" rx="3" class="card-court"/>'
    yield f'<path d="{_HATS[rank]}" class="card-hat"/>'
    yield f'<text x="30" y="56" font-size="26" class="card-court-rank">{rank}</text>'
    yield _suit(suit, 22.5, 15, 0.4)
    yield _turned(_suit(suit, 22.5, 15, 0.4))


def _suit(suit: int, x: float, y: float, scale: float) -> str:
    return f'<path transform="translate({x:g} {y:g}) scale({scale:g})" d="{_SUIT_SHAPES[suit]}"/>'


def _turned(part: str) -> str:
    return f'<g transform="rotate(180 {CARD_WIDTH / 2:g} {CARD_HEIGHT / 2:g})">{part}</g>'


_FACE: Final = f'<rect x=".5" y=".5" width="{CARD_WIDTH - 1}" height="{CARD_HEIGHT - 1}" rx="5" class="card-face"/>'

_LATTICE: Final = "".join(
    f"M{x} 6l{min(72, 54 - x)} {min(72, 54 - x)}M{54 - (x - 6)} 6l-{min(72, 54 - x)} {min(72, 54 - x)}"
    for x in range(6, 54, 8)
) + "".join(
    f"M6 {y}l{min(48, 78 - y)} {min(48, 78 - y)}M54 {y}l-{min(48, 78 - y)} {min(48, 78 - y)}" for y in range(14, 78, 8)
)

_BACK: Final = (
    f'<symbol id="card-back" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}">{_FACE}'
    '<rect x="4" y="4" width="52" height="76" rx="3" class="card-back"/>'
    f'<path d="{_LATTICE}" class="card-lattice"/></symbol>'
)
