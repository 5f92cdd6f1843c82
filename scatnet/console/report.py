"""The end of a round as a panel: how it ended, every hand that was shown, who loses what, and who won the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scatnet.console.canvas import Canvas, Span, wrap
from scatnet.console.cards import CHIP, paint_chips
from scatnet.console.phrases import names_of
from scatnet.console.scene import Report, ReportRow, Scene
from scatnet.console.seats import lives_spans
from scatnet.rules.cards import rank_of
from scatnet.rules.scoring import THIRTY_ONE, points_text
from scatnet.rules.text import amount
from scatnet.table.view import TableView
from scatnet.words import _

__all__ = ["paint_report"]

_WIDEST = 76
_NARROWEST = 44
_CARDS = 3 * (CHIP + 1)
_SCORE = 4


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


def paint_report(
    canvas: Canvas, scene: Scene, report: Report, *, left: int, top: int, width: int, heights: Sequence[int]
) -> int:
    """Paint the panel in the middle of a rectangle of the first of these heights that holds all it says, or the last.

    Gives the row after the panel.
    """
    rows = sorted(report.rows, key=lambda row: (-(row.score or 0), row.seat))
    columns = _columns(canvas, scene, rows, min(width, _WIDEST) - 4)
    ending = _ending(scene.view, report)
    most = min(width, _WIDEST) - 4
    moment = wrap(canvas.look.plain(report.moment), most) if report.moment else []
    how = [line for text in report.causes for line in wrap(canvas.look.plain(text), most)]
    texts = [*moment, *how, *ending]
    inner = min(most, max([_NARROWEST, columns.width if rows else 0, *(canvas.measure(text) + 2 for text in texts)]))
    bare = len(texts) + len(rows) + 2
    wanted = bare + (1 if (moment or how) and rows else 0) + (1 if ending and (rows or how) else 0)
    height = next((height for height in heights if height >= wanted), heights[-1])
    tall = min(height, wanted)
    x, y = left + (width - inner - 4) // 2, top + (height - tall) // 2
    canvas.fill(left, top, width, y + tall - top)  # a long report lies over the events
    canvas.box(x, y, inner + 4, tall, title=_title(report))
    airy = tall == wanted
    line = y + 1
    for text in [*moment, *how][: max(0, tall - 2 - len(rows) - len(ending))]:
        if text in moment:
            canvas.fill(x + 1, line, inner + 2, 1, "class:alarm")
        canvas.center(line, text, "class:alarm" if text in moment else "bold", left=x + 2, width=inner)
        line += 1
    line += airy and bool(moment or how) and bool(rows)
    indent = x + 2 + max(0, (inner - columns.width) // 2)
    for row in rows[: max(0, tall - 2 - len(ending))]:
        _paint_row(canvas, scene, row, indent, line, columns)
        line += 1
    line += airy and bool(ending) and bool(rows or how)
    for text in ending:
        if text is ending[0]:
            canvas.fill(x + 1, line, inner + 2, 1, "class:win")
        canvas.center(line, text, "class:win" if text is ending[0] else "bold", left=x + 2, width=inner)
        line += 1
    return y + tall


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


def _ending(view: TableView, report: Report) -> list[str]:
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
    text = f"*** {text[:1].upper()}{text[1:]} ***"
    if not report.kitty or not report.winners:
        return [text]
    lives = amount(view.rules.called, report.kitty)
    if report.winners == (view.me,):
        return [text, _("You have {lives} from the kitty.").format(lives=lives)]
    if len(report.winners) == 1:
        return [text, _("{name} has {lives} from the kitty.").format(name=names, lives=lives)]
    return [text, _("They share the kitty of {lives}.").format(lives=lives)]
