"""How things look: symbols or letters, Unicode or ASCII, two or four suit colours.

Every character that reaches a screen passes through `Look.plain`, so nothing that a stranger wrote can move the cursor,
turn the direction of writing, or take another width than the screen believes.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from prompt_toolkit.utils import get_cwidth

from scatnet.rules.cards import RANKS, rank_of, suit_of
from scatnet.table.telling import SUIT_SYMBOLS, card_with_letter, card_with_symbol

__all__ = ["Frame", "Look", "cell_width"]

_PICTURES: Final = "\U0001f000"
"""From here on stand pictures, which terminals show in one cell or in two, whatever the tables say."""

_LETTERS: Final = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo"})
_ASCII: Final = MappingProxyType(
    {
        "½": ".5",
        "·": "-",
        "•": "*",
        "…": "...",
        "–": "-",
        "—": "-",
        "−": "-",
        "“": '"',
        "”": '"',
        "‘": "'",
        "’": "'",
        "æ": "ae",
        "Æ": "AE",
        "ø": "oe",
        "Ø": "OE",
        "å": "aa",
        "Å": "AA",
        "♣": "C",
        "♦": "D",
        "♥": "H",
        "♠": "S",
        "×": "x",
        "→": ">",
        "▸": ">",
        "●": "o",
        "○": ".",
        "✓": "+",
    }
)


@dataclass(frozen=True, slots=True)
class Frame:
    """The eight pieces of a frame: corners from top left clockwise, then across and down."""

    top_left: str
    top_right: str
    bottom_right: str
    bottom_left: str
    across: str
    down: str


_UNICODE_FRAME: Final = Frame("╭", "╮", "╯", "╰", "─", "│")
_ASCII_FRAME: Final = Frame("+", "+", "+", "+", "-", "|")


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A person's choice of looks; `ascii` where the terminal cannot show more."""

    ascii: bool = False
    letters: bool = False
    four_colours: bool = False

    @property
    def frame(self) -> Frame:
        """The frame for boxes and cards."""
        return _ASCII_FRAME if self.ascii else _UNICODE_FRAME

    @property
    def back(self) -> str:
        """The pattern on the back of a card."""
        return "#" if self.ascii else "░"

    @property
    def life(self) -> str:
        """A life still held."""
        return "*" if self.ascii else "●"

    @property
    def lost_life(self) -> str:
        """A life that is gone."""
        return "." if self.ascii else "○"

    @property
    def pointer(self) -> str:
        """What points at the row or seat that matters."""
        return ">" if self.ascii else "▸"

    @property
    def dot(self) -> str:
        """What stands between two facts in a line."""
        return "-" if self.ascii else "·"

    @property
    def with_letters(self) -> bool:
        """Whether suits are letters."""
        return self.letters or self.ascii

    def card(self, card: int) -> str:
        """A card in a line of text."""
        return card_with_letter(card) if self.with_letters else card_with_symbol(card)

    def rank(self, card: int) -> str:
        """The rank alone."""
        return RANKS[rank_of(card)]

    def suit(self, card: int) -> str:
        """The suit alone, one cell wide."""
        return "CDHS"[suit_of(card)] if self.with_letters else SUIT_SYMBOLS[suit_of(card)]

    def card_style(self, card: int) -> str:
        """The style class of a card's face."""
        if self.four_colours:
            return ("class:clubs", "class:diamonds", "class:hearts", "class:spades")[suit_of(card)]
        return "class:red" if suit_of(card) in (1, 2) else "class:black"

    def plain(self, text: str) -> str:
        """The text with nothing in it that could harm a screen: see the module's docstring."""
        return _plain(text, self.ascii) if len(text) <= _SHORT else _plain_at_length(text, self.ascii)


_SHORT: Final = 512
"""Texts up to so many characters are kept by the thousand once they are cleaned, longer ones by the dozen."""


@lru_cache(maxsize=4096)
def _plain(text: str, ascii_only: bool) -> str:
    return "".join(_safe(char, ascii_only) for char in unicodedata.normalize("NFC", text))


@lru_cache(maxsize=32)
def _plain_at_length(text: str, ascii_only: bool) -> str:
    return "".join(_plain(char, ascii_only) for char in unicodedata.normalize("NFC", text))


def _safe(char: str, ascii_only: bool) -> str:
    if " " <= char <= "~":
        return char
    if ascii_only:
        return _ASCII.get(char) or _without_accents(char)
    width = get_cwidth(char) if char.isprintable() else 0
    if width == 1:
        return char if char < _PICTURES else "*"
    if width == 2:
        return char if unicodedata.category(char) in _LETTERS else "*"
    return ""


def _without_accents(char: str) -> str:
    if not char.isprintable() or unicodedata.combining(char):
        return ""
    base = unicodedata.normalize("NFKD", char)[0]
    return base if " " <= base <= "~" else "?"


def cell_width(text: str) -> int:
    """How many cells a text takes that has been through `Look.plain`."""
    return get_cwidth(text)
