"""The end of a round as a panel: how it ended, every hand that was shown, who loses what, and who won the game."""

from __future__ import annotations

from scatnet.console.canvas import Canvas, wrap
from scatnet.console.cards import paint_chips
from scatnet.console.scene import Report, ReportRow, Scene
from scatnet.rules.cards import rank_of
from scatnet.rules.scoring import THIRTY_ONE, points_text
from scatnet.rules.text import amount
from scatnet.table.view import TableView
from scatnet.words import _

__all__ = ["paint_report"]


def paint_report(canvas: Canvas, scene: Scene, report: Report, *, left: int, top: int, width: int, height: int) -> None:
    """Paint the panel in the middle of a rectangle, as large as what it has to say."""
    view = scene.view
    inner = min(width, 76) - 4
    how = [line for text in report.how for line in wrap(canvas.look.plain(text), inner)]
    ending = _ending(view, report)
    rows = report.rows
    thirty_one = any(row.score == THIRTY_ONE for row in rows)
    wanted = len(how) + len(rows) + len(ending) + 2 + (1 if how and rows else 0) + (1 if ending else 0)
    tall = min(height, wanted)
    x, y = left + (width - inner - 4) // 2, top + (height - tall) // 2
    title = (
        _("End of the game") if report.winners is not None else _("End of round {number}").format(number=report.round)
    )
    canvas.box(x, y, inner + 4, tall, title=title)
    spare = tall - 2 - len(rows) - len(ending)
    line = y + 1
    for text in how[: max(0, spare)]:
        canvas.put(x + 2, line, text, "class:alarm" if thirty_one else "bold")
        line += 1
    if how and rows and tall == wanted:
        line += 1
    name_width = max((canvas.measure(_name(view, row.seat)) for row in rows), default=0)
    for row in rows:
        if line < y + tall - 1 - len(ending):
            _paint_row(canvas, scene, row, x + 2, line, inner, min(name_width, max(8, inner - 40)))
            line += 1
    if ending and tall == wanted:
        line += 1
    for text in ending:
        canvas.center(line, text, "class:win", left=x + 2, width=inner)
        line += 1


def _name(view: TableView, seat: int) -> str:
    return _("you") if seat == view.me else view.seats[seat].name if seat < len(view.seats) else str(seat + 1)


def _paint_row(canvas: Canvas, scene: Scene, row: ReportRow, x: int, y: int, width: int, name_width: int) -> None:
    view = scene.view
    canvas.put(x, y, _name(view, row.seat), "class:name", width=name_width)
    x += name_width + 1
    if row.cards:
        paint_chips(canvas, x, y, sorted(row.cards, key=rank_of, reverse=True))
    x += 15
    if row.score is not None:
        style = "class:win" if row.score == THIRTY_ONE else "class:value"
        canvas.right(y, points_text(row.score), style, edge=x + 4)
    x += 6
    if row.lost:
        lives = amount(view.rules.called, row.lost)
        loses = _("loses {lives}").format(lives=lives) if width > 60 else f"-{lives}"
        x = canvas.put(x, y, loses, "class:loss")
    if row.out:
        canvas.put(x, y, ", " + _("out"), "class:loss")
    elif row.county:
        canvas.put(x, y, ", " + _("on the county"), "class:county")


def _ending(view: TableView, report: Report) -> list[str]:
    if report.winners is None:
        return []
    names = [_name(view, seat) for seat in report.winners]
    if report.winners == (view.me,):
        text = _("*** You win the game! ***")
    elif not names:
        text = _("*** Nobody wins. ***")
    elif len(names) == 1:
        text = _("*** {name} wins the game! ***").format(name=names[0])
    else:
        text = _("*** {names} win the game together. ***").format(names=", ".join(names))
    if report.kitty:
        return [text, _("The kitty holds {lives}.").format(lives=amount(view.rules.called, report.kitty))]
    return [text]
