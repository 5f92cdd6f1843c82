"""Reading a screen of the console as a person does: which keys it shows and where, which row is marked, which cards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

__all__ = ["Cell", "Screen", "ShownKey"]

_KEY: Final = re.compile(r"\[(?P<key>[^\[\]]{1,20})\] (?P<label>[^\[\]]*)")
_NUMBER: Final = re.compile(r"\[[▸>]?(?P<number>[1-4])\]")
_CARD: Final = re.compile(r"(?<![\w])(10|[2-9AKQJ])([♠♥♦♣CDHS])(?![\w])")
_TOP: Final = "╭+"
_LEFT_FOOT: Final = "╰+"
_RIGHT_FOOT: Final = "╯+"
_SUITS: Final = "♠♥♦♣CDHS"
_RANK: Final = re.compile(r"10|[2-9AKQJ]")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the screen, counted from 0."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class ShownKey:
    """A key that the screen shows, with what it is said to do, and where that stands."""

    key: str
    label: str
    at: Cell


@dataclass(frozen=True, slots=True)
class Screen:
    """The text of a screen, a line for each row."""

    rows: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Screen:
        """The screen of a capture."""
        return cls(tuple(text.split("\n")))

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join(self.rows)

    def find(self, text: str) -> Cell | None:
        """The middle of the first place where this text stands."""
        for number, row in enumerate(self.rows):
            if text in row:
                return Cell(row.index(text) + len(text) // 2, number)
        return None

    @property
    def keys(self) -> list[ShownKey]:
        """The keys shown in the last lines of the screen, in order; of a list such as "y, n" only those in brackets.

        Of several keys for one thing it is the first. Where a card is chosen by its number, the ways by cursor and
        Enter are left out.
        """
        found: list[ShownKey] = []
        for number, row in self._key_rows():
            for match in _KEY.finditer(row):
                at = Cell(match.start("key"), number)
                found.append(ShownKey(match["key"].strip("▸>").split("/")[0], match["label"].strip(), at))
        numbered = any(shown.key.startswith("1-") for shown in found)
        return [shown for shown in found if not (numbered and shown.key in ("Enter", "←", "<"))]

    def key(self, key: str) -> ShownKey | None:
        """This key, where it is shown."""
        return next((shown for shown in self.keys if shown.key == key), None)

    @property
    def turn(self) -> str:
        """The line above the keys of a table: whose turn it is, or the question that waits."""
        rows = self._key_rows()
        if not rows:
            return ""
        first = rows[0][0]
        above = [row for row in self.rows[:first] if row.strip()]
        return above[-1].strip() if above else ""

    def _key_rows(self) -> list[tuple[int, str]]:
        written = [(number, row) for number, row in enumerate(self.rows) if row.strip()]
        found: list[tuple[int, str]] = []
        for number, row in reversed(written[-2:]):
            if not row.lstrip().startswith("[") or _NUMBER.match(row.strip()):
                break
            found.insert(0, (number, row))
        if not found and written and "[Esc]" in written[-1][1]:  # beside a line that is typed in
            found = written[-1:]
        return found

    @property
    def marked_at(self) -> Cell | None:
        """Where the mark of the cursor stands, in a form or a list."""
        for number, row in enumerate(self.rows):
            if row.lstrip().startswith(("▸", "> ")):
                return Cell(len(row) - len(row.lstrip()), number)
        return None

    @property
    def marked(self) -> str:
        """The row that the cursor is on, without the mark."""
        at = self.marked_at
        return "" if at is None else self.rows[at.row].strip().lstrip("▸> [").strip()

    def row_of(self, label: str) -> Cell | None:
        """A row of a form or a list that begins with this label, somewhere a click on it is sure to mean it."""
        for number, row in enumerate(self.rows):
            shown = row.strip().lstrip("▸> [").strip()
            if shown.startswith(label):
                return Cell(row.index(label) + 1, number)
        return None

    def row_text(self, label: str) -> str:
        """All of that row."""
        cell = self.row_of(label)
        return "" if cell is None else self.rows[cell.row]

    @property
    def hand(self) -> dict[int, str]:
        """My cards where they are numbered to be discarded: number to name, such as "Q♥"."""
        for number, row in reversed(list(enumerate(self.rows))):
            marks = list(_NUMBER.finditer(row))
            if len(marks) >= 2:
                found = {int(mark["number"]): self._card_above(number, mark.start() + 1) for mark in marks}
                return {place: card for place, card in found.items() if card}
        return {}

    def number_of(self, place: int) -> Cell | None:
        """Where the number of this card of mine stands."""
        for number, row in reversed(list(enumerate(self.rows))):
            for mark in _NUMBER.finditer(row):
                if int(mark["number"]) == place:
                    return Cell(mark.start() + 1, number)
        return None

    @property
    def counting(self) -> set[str]:
        """The cards named beside my hand: those that count."""
        numbered = [number for number, row in enumerate(self.rows) if len(_NUMBER.findall(row)) >= 2]
        if not numbered:
            return set()
        below = self.rows[max(0, numbered[-1] - 8) : numbered[-1]]
        return {"".join(parts) for row in below for parts in _CARD.findall(row.rpartition("  ")[2])}

    def _card_above(self, row: int, column: int) -> str:
        foot = self.rows[row - 1]
        left = max(foot.rfind(corner, 0, column + 1) for corner in _LEFT_FOOT)
        rights = [foot.find(corner, column) for corner in _RIGHT_FOOT]
        right = min((place for place in rights if place >= 0), default=-1)
        if left < 0 or right < 0:
            return ""
        inside: list[str] = []
        for above in reversed(self.rows[: row - 1]):
            if left < len(above) and above[left] in _TOP:
                break
            inside += above[left + 1 : right].split()
        rank = next((token for token in inside if _RANK.fullmatch(token)), "")
        suit = next((token for token in inside if token in _SUITS and token != rank), "")
        return rank + suit
