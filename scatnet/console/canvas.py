"""A grid of cells to paint a screen on: clipped text, boxes, wrapped lines and places that can be clicked.

Painting never fails: what lies outside is cut off, and every text goes through `Look.plain` first. The finished canvas
becomes lines of formatted text for prompt_toolkit, or plain text for tests and pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from prompt_toolkit.formatted_text import StyleAndTextTuples

from scatnet.console.look import Look, cell_width

__all__ = ["Canvas", "Editor", "Span", "fit", "wrap"]

Click = Callable[[], None]
Span = tuple[str, str]
"""A style and a text, as prompt_toolkit has them."""

_COVERED = ""
"""What the second cell of a wide character holds."""


@dataclass(frozen=True, slots=True)
class Editor:
    """Where the field that is being typed in stands: cell, and width in cells."""

    x: int
    y: int
    width: int


class Canvas:
    """A screen of `width` by `height` cells in one look."""

    def __init__(self, width: int, height: int, look: Look) -> None:
        self.width = width
        self.height = height
        self.look = look
        self.editor: Editor | None = None
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]
        self._clicks: list[list[Click | None]] = [[None] * width for _ in range(height)]
        self._wide = [False] * height  # rows that hold a character of two cells

    def measure(self, text: str) -> int:
        """How many cells this text takes here."""
        return cell_width(self.look.plain(text))

    def put(
        self, x: int, y: int, text: str, style: str = "", *, width: int | None = None, click: Click | None = None
    ) -> int:
        """Paint one line of text from a cell on, at most `width` cells wide; gives the cell after it.

        What does not fit ends in an ellipsis where a width is given.
        """
        shown = self.look.plain(text)
        if width is not None:
            shown = fit(shown, width, self.look)
        taken = cell_width(shown)
        if not 0 <= y < self.height:
            return x + taken
        if taken == len(shown) and not self._wide[y]:
            self._put_narrow(x, y, shown, style, click)
            return x + taken
        for char in shown:
            taken = cell_width(char)
            if x >= 0 and x + taken <= self.width:
                self._set(x, y, char, style, click)
                if taken == 2:
                    self._set(x + 1, y, _COVERED, style, click)
            x += taken
        return x

    def put_spans(self, x: int, y: int, spans: list[Span], *, click: Click | None = None) -> int:
        """Paint texts of several styles one after the other; gives the cell after them."""
        for style, text in spans:
            x = self.put(x, y, text, style, click=click)
        return x

    def center(
        self, y: int, text: str, style: str = "", *, left: int = 0, width: int | None = None, click: Click | None = None
    ) -> None:
        """Paint a line in the middle of `width` cells from `left` on."""
        room = self.width - left if width is None else width
        shown = fit(self.look.plain(text), room, self.look)
        self.put(left + (room - cell_width(shown)) // 2, y, shown, style, click=click)

    def right(self, y: int, text: str, style: str = "", *, edge: int | None = None) -> int:
        """Paint a line that ends before the cell `edge`; gives its first cell."""
        shown = self.look.plain(text)
        start = (self.width if edge is None else edge) - cell_width(shown)
        self.put(start, y, shown, style)
        return start

    def fill(
        self, x: int, y: int, width: int, height: int, style: str = "", char: str = " ", click: Click | None = None
    ) -> None:
        """Fill a rectangle."""
        for row in range(y, y + height):
            self.put(x, row, char * width, style, click=click)

    def box(
        self, x: int, y: int, width: int, height: int, style: str = "", *, title: str = "", click: Click | None = None
    ) -> None:
        """Paint an empty framed box, with a title in its upper edge."""
        frame = self.look.frame
        inner = max(0, width - 2)
        self.put(x, y, frame.top_left + frame.across * inner + frame.top_right, style, click=click)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, frame.down + " " * inner + frame.down, style, click=click)
        self.put(x, y + height - 1, frame.bottom_left + frame.across * inner + frame.bottom_right, style, click=click)
        if title:
            self.put(x + 2, y, f" {title} ", style + " bold", width=max(0, width - 4))

    def rule(self, y: int, style: str = "class:line", *, left: int = 0, width: int | None = None) -> None:
        """Paint a line across."""
        self.put(left, y, self.look.frame.across * (self.width - left if width is None else width), style)

    def paragraph(self, x: int, y: int, width: int, text: str, style: str = "", *, height: int = 99) -> int:
        """Paint wrapped text, at most `height` lines; gives the row after it."""
        for line in wrap(self.look.plain(text), width)[:height]:
            self.put(x, y, line, style)
            y += 1
        return y

    def click_at(self, index: int, y: int) -> Click | None:
        """What a click does on the character at this index of a row."""
        if not 0 <= y < self.height:
            return None
        x = seen = 0
        while x < self.width and seen < index:
            x += 1
            seen += x >= self.width or self._chars[y][x] is not _COVERED
        return self._clicks[y][x] if x < self.width else None

    def lines(self) -> list[StyleAndTextTuples]:
        """The rows as formatted text, neighbours of one style joined."""
        return [self._line(y) for y in range(self.height)]

    def text(self) -> str:
        """The rows as plain text, without trailing spaces."""
        return "\n".join("".join(row).rstrip() for row in self._chars)

    def _put_narrow(self, x: int, y: int, text: str, style: str, click: Click | None) -> None:
        """What `put` does where every character takes one cell: nearly always."""
        start, end = max(0, x), min(self.width, x + len(text))
        if start >= end:
            return
        self._chars[y][start:end] = text[start - x : end - x]
        self._styles[y][start:end] = [style] * (end - start)
        self._clicks[y][start:end] = [click] * (end - start)

    def _set(self, x: int, y: int, char: str, style: str, click: Click | None) -> None:
        row = self._chars[y]
        if row[x] is _COVERED and char is not _COVERED and x > 0:
            row[x - 1] = " "
        if char is not _COVERED and cell_width(row[x]) == 2 and x + 1 < self.width:
            row[x + 1] = " "
        row[x] = char
        self._styles[y][x] = style
        self._clicks[y][x] = click
        self._wide[y] |= char is _COVERED

    def _line(self, y: int) -> StyleAndTextTuples:
        line: StyleAndTextTuples = []
        text, current = "", self._styles[y][0] if self.width else ""
        for char, style in zip(self._chars[y], self._styles[y], strict=True):
            if style != current:
                line.append((current, text))
                text, current = "", style
            text += char
        line.append((current, text))
        return line


def fit(text: str, width: int, look: Look) -> str:
    """The text cut to so many cells, with an ellipsis where something is missing."""
    if cell_width(text) <= width:
        return text
    more = "~" if look.ascii else "…"
    return cut(text, width - 1) + more if width > 0 else ""


def cut(text: str, width: int) -> str:
    """The longest beginning of the text that takes at most so many cells."""
    taken = 0
    for index, char in enumerate(text):
        taken += cell_width(char)
        if taken > width:
            return text[:index]
    return text


def wrap(text: str, width: int) -> list[str]:
    """The text as lines of at most so many cells, broken at spaces, inside a word only where it alone is too long."""
    width = max(2, width)
    lines, line = [], ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if cell_width(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        while cell_width(word) > width:
            head = cut(word, width)
            lines.append(head)
            word = word[len(head) :]
        line = word
    return [*lines, line] if line or not lines else lines
