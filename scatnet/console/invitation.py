"""What the host of a table that waits for its people reads: how others come to it, and when the game begins.

The ticket is never cut, for a piece of it is worth nothing: where there is little room, the sentences give way.
"""

from __future__ import annotations

from scatnet.console.canvas import Canvas, Span, wrap
from scatnet.console.scene import Scene
from scatnet.table.view import Phase
from scatnet.words import _

__all__ = ["invitation", "invitation_rows"]

_SHARE = 3
"""One in so many rows of a screen is for the sentences, if the ticket does not need more."""


def invitation(canvas: Canvas, scene: Scene, width: int, rows: int) -> list[Span]:
    """The sentences and the ticket, the less important left out where they do not fit in so many rows."""
    spans = _spans(scene)
    while len(spans) > 1 and not spans[0][0] and _rows(canvas, spans, width) > rows:
        del spans[0]
    return spans


def invitation_rows(canvas: Canvas, scene: Scene, width: int) -> int:
    """The rows that are wanted for it, with an empty one above; 0 where there is nothing to invite to."""
    if scene.view.phase is not Phase.LOBBY or not scene.is_host:
        return 0
    spans = _spans(scene)
    least = _rows(canvas, spans[-2:], width) if scene.ticket else 1
    return 1 + max(least, min(_rows(canvas, spans, width), canvas.height // _SHARE))


def _spans(scene: Scene) -> list[Span]:
    sentences = [
        ("", _("Others on this network see the table by its name and sit down with Enter.")),
        ("", _("The game begins when all seats are taken, or when you press b.")),
    ]
    if scene.ticket:
        sentences += [("", _("From elsewhere they join with this ticket:")), ("class:value", scene.ticket)]
    return sentences


def _rows(canvas: Canvas, spans: list[Span], width: int) -> int:
    return sum(len(wrap(canvas.look.plain(text), width)) for _style, text in spans)
