"""The end of a round as a panel: how it ended, every hand that was shown, who loses what, and who won the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from scatnet.console.canvas import Canvas, Span, fit, wrap
from scatnet.console.cards import CHIP, paint_chips
from scatnet.console.final import cup, fates, summary
from scatnet.console.phrases import names_of
from scatnet.console.scene import Report, ReportRow, Scene
from scatnet.console.seats import lives_spans
from scatnet.rules.cards import rank_of
from scatnet.rules.scoring import THIRTY_ONE, points_text
from scatnet.rules.text import amount
from scatnet.table.view import TableView
from scatnet.words import _

__all__ = ["paint_report"]

_WIDEST: Final = 76
_NARROWEST: Final = 44
_CARDS: Final = 3 * (CHIP + 1)
_SCORE: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class _Columns:
    """How wide the columns are that differ from report to report; `long` where a loss is told in words."""

    name: int
    lives: int
    loss: int
    long: bool

    @property
    def width(self) -> int:
        """The width of a row."""
        return self.name + 1 + _CARDS + _SCORE + 2 + self.lives + 2 + self.loss


_Line: TypeAlias = Span | ReportRow | None
"""A line of the panel: a text with its style, a seat's row, or nothing."""

_BARS: Final = frozenset({"class:alarm", "class:win"})
"""Styles of texts that go across the whole panel."""


def paint_report(
    canvas: Canvas, scene: Scene, report: Report, *, left: int, top: int, width: int, heights: Sequence[int]
) -> int:
    """Paint the panel in the middle of a rectangle of the first of these heights that holds all it says, or the last.

    Gives the row after the panel.
    """
    most = min(width, _WIDEST) - 4
    columns = _columns(canvas, scene, report.rows, most)
    lines = _lines(canvas, scene, report, most)
    if report.winners and len(lines) + len(cup()) + 3 <= heights[min(1, len(heights) - 1)]:
        lines = [*(("class:score", line) for line in cup()), None, *lines]
    height = next((height for height in heights if height >= len(lines) + 2), heights[-1])
    lines = _shortened(lines, height - 2)
    texts = [canvas.measure(line[1]) + 2 for line in lines if isinstance(line, tuple)]
    inner = min(most, max([_NARROWEST, columns.width if report.rows else 0, *texts]))
    tall = len(lines) + 2
    x, y = left + (width - inner - 4) // 2, top + (height - tall) // 2
    canvas.fill(left, top, width, y + tall - top)  # a long report lies over the events
    canvas.box(x, y, inner + 4, tall, title=_title(report))
    indent = x + 2 + max(0, (inner - columns.width) // 2)
    for row, line in enumerate(lines, start=y + 1):
        if isinstance(line, ReportRow):
            _paint_row(canvas, scene, line, indent, row, columns)
        elif line is not None:
            style, text = line
            canvas.fill(x + 1, row, inner + 2, 1, style if style in _BARS else "")
            canvas.center(row, text, style, left=x + 2, width=inner)
    return y + tall


def _lines(canvas: Canvas, scene: Scene, report: Report, width: int) -> list[_Line]:
    """All that the panel says: the moment and the causes, the hands from the best on, the winner and the others."""
    told = [("class:alarm", report.moment)] if report.moment else []
    told += [("bold", cause) for cause in report.causes]
    lines: list[_Line] = [(style, line) for style, text in told for line in wrap(canvas.look.plain(text), width)]
    rows = sorted(report.rows, key=lambda row: (-(row.score or 0), row.seat))
    for part in (rows, _ending(scene.view, report), _standing(canvas, scene, report, width)):
        if part and lines:
            lines.append(None)
        lines.extend(part)
    return lines


def _shortened(lines: Sequence[_Line], most: int) -> list[_Line]:
    """At most so many lines: empty ones are left out first, then those at the top."""
    left = list(lines)
    for empty in [line for line in lines if line is None or (isinstance(line, tuple) and not line[1])]:
        if len(left) > most:
            left.remove(empty)
    return left[max(0, len(left) - most) :]


def _title(report: Report) -> str:
    if report.winners is not None:
        return _("End of the game")
    return _("End of round {number}").format(number=report.round)


def _columns(canvas: Canvas, scene: Scene, rows: Sequence[ReportRow], room: int) -> _Columns:
    """Columns that fit into the room: first a loss gets shorter, then names are cut."""
    name = max((canvas.measure(_name(scene.view, row.seat)) for row in rows), default=0)
    lives = max((_measure(canvas, _lives(canvas, scene, row)) for row in rows), default=0)
    columns = _Columns(name=name, lives=lives, loss=_loss_width(canvas, scene, rows, True), long=True)
    if columns.width > room:
        columns = _Columns(name=name, lives=lives, loss=_loss_width(canvas, scene, rows, False), long=False)
    spare = room - columns.width
    return columns if spare >= 0 else _Columns(name=max(4, name + spare), lives=lives, loss=columns.loss, long=False)


def _measure(canvas: Canvas, spans: Sequence[Span]) -> int:
    return sum(canvas.measure(text) for _style, text in spans)


def _loss_width(canvas: Canvas, scene: Scene, rows: Sequence[ReportRow], long: bool) -> int:
    return max((canvas.measure(_loss(scene.view, row, long)) for row in rows), default=0)


def _name(view: TableView, seat: int) -> str:
    return _("you") if seat == view.me else view.seats[seat].name if seat < len(view.seats) else str(seat + 1)


def _lives(canvas: Canvas, scene: Scene, row: ReportRow) -> list[Span]:
    """What the seat has left, as far as the report knows better than the view, which may be a step behind."""
    if row.out:
        return [("class:loss", _("out"))]
    return lives_spans(canvas, scene.view.seats[row.seat], scene) if row.seat < len(scene.view.seats) else []


def _loss(view: TableView, row: ReportRow, long: bool) -> str:
    if not row.lost:
        return ""
    lives = amount(view.rules.called, row.lost)
    return _("loses {lives}").format(lives=lives) if long else f"-{lives}"


def _paint_row(canvas: Canvas, scene: Scene, row: ReportRow, x: int, y: int, columns: _Columns) -> None:
    canvas.put(x, y, _name(scene.view, row.seat), "class:name", width=columns.name)
    x += columns.name + 1
    if row.cards:
        paint_chips(canvas, x, y, sorted(row.cards, key=rank_of, reverse=True))
    x += _CARDS
    if row.score is not None:
        style = "class:win" if row.score == THIRTY_ONE else "class:value"
        canvas.right(y, points_text(row.score), style, edge=x + _SCORE)
    x += _SCORE + 2
    canvas.put_spans(x, y, _lives(canvas, scene, row))
    canvas.put(x + columns.lives + 2, y, _loss(scene.view, row, columns.long), "class:loss")


def _ending(view: TableView, report: Report) -> list[Span]:
    if report.winners is None:
        return []
    names = names_of(view, report.winners)
    if report.winners == (view.me,):
        text = _("You win the game!")
    elif not names:
        text = _("Nobody wins.")
    elif len(report.winners) == 1:
        text = _("{name} wins the game!").format(name=names)
    else:
        text = _("{names} win the game together.").format(names=names)
    if not report.winners:
        return [("bold", text)]
    ending: list[Span] = [("class:win", ""), ("class:win", f"*** {text[:1].upper()}{text[1:]} ***"), ("class:win", "")]
    if report.kitty:
        lives = amount(view.rules.called, report.kitty)
        if report.winners == (view.me,):
            text = _("You have {lives} from the kitty.").format(lives=lives)
        elif len(report.winners) == 1:
            text = _("{name} has {lives} from the kitty.").format(name=names, lives=lives)
        else:
            text = _("They share the kitty of {lives}.").format(lives=lives)
        ending.append(("bold", text))
    return ending


def _standing(canvas: Canvas, scene: Scene, report: Report, width: int) -> list[Span]:
    """At the end of the game how everybody has come out of it, in lines of one width, and what else there is to say."""
    if report.winners is None:
        return []
    told = [(fate, _name(scene.view, fate.seat)) for fate in fates(scene)]
    last = max((canvas.measure(fate.text) for fate, _name in told), default=0)
    room = min(max((canvas.measure(name) for _fate, name in told), default=0), max(4, width - last - 6))
    lines: list[Span] = []
    for fate, name in told:
        shown = fit(canvas.look.plain(name), room, canvas.look)
        text = f"{fate.place}. {_padded(canvas, shown, room)}   {_padded(canvas, fate.text, last)}"
        lines.append(("class:score" if fate.seat in report.winners else "", text))
    return [*lines, *(("class:good", line) for line in summary(scene, width, canvas.measure))]


def _padded(canvas: Canvas, text: str, width: int) -> str:
    return text + " " * (width - canvas.measure(text))
