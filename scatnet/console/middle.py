"""The middle of the ring: who has come, how far a shuffle is, stock and pile, and the moment of a knock or a 31."""

from __future__ import annotations

from scatnet.console.actions import perform
from scatnet.console.canvas import Canvas, wrap
from scatnet.console.cards import BIG, HUGE, SMALL, paint_back, paint_card, paint_empty
from scatnet.console.layout import Layout
from scatnet.console.phrases import (
    shuffle_text,
    turn_text,
)
from scatnet.console.scene import Scene
from scatnet.console.state import Console
from scatnet.table.view import Phase, TableView, Verb
from scatnet.words import _

__all__ = ["paint_banner", "paint_middle"]


def paint_banner(canvas: Canvas, scene: Scene, layout: Layout, now: float) -> None:
    """A knock or a 31 just now: boxed above the piles where there is room, else as a bar below the ring."""
    if not scene.banner or now >= scene.banner_until or scene.report is not None:
        return
    text = scene.banner
    if layout.events - layout.ring < 20:
        row = layout.hand - 1 if layout.width == canvas.width else layout.events - 1
        canvas.fill(0, row, layout.width, 1, "class:alarm")
        canvas.center(row, text, "class:alarm", left=1, width=layout.width - 2)
        return
    width = min(layout.width - 2, canvas.measure(text) + 4)
    lines = wrap(canvas.look.plain(text), width - 4)
    top = layout.ring + 3
    left = (layout.width - width) // 2
    canvas.box(left, top, width, len(lines) + 2, "class:alarm")
    for index, line in enumerate(lines):
        canvas.center(top + 1 + index, line, "class:alarm", left=left + 1, width=width - 2)


def paint_middle(console: Console, canvas: Canvas, scene: Scene, left: int, top: int, width: int, height: int) -> None:
    view = scene.view
    match view.phase:
        case Phase.LOBBY:
            seats = f"{len(view.seats)}/{view.seats_wanted}"
            canvas.center(top + height // 2, seats, "bold", left=left, width=width)
        case Phase.COIN | Phase.OPENING | Phase.SHUFFLE:
            _paint_shuffle(canvas, view, left, top, width, height)
        case Phase.SUSPENDED:
            canvas.paragraph(left + 1, top + 1, width - 2, turn_text(view), "bold", height=height - 1)
        case _:
            _paint_piles(console, canvas, view, left, top, width, height)


def _paint_shuffle(canvas: Canvas, view: TableView, left: int, top: int, width: int, height: int) -> None:
    y = top + max(0, (height - 4) // 2)
    text = turn_text(view) if view.phase is not Phase.SHUFFLE else shuffle_text(view)
    for line in wrap(canvas.look.plain(text), width - 2)[: max(1, height - 2)]:
        canvas.center(y, line, "bold", left=left, width=width)
        y += 1
    if view.progress is not None and view.progress.total and view.phase is Phase.SHUFFLE:
        room = min(30, width - 4)
        done = room * min(view.progress.done, view.progress.total) // view.progress.total
        start = left + (width - room - 2) // 2
        bar = "#" if canvas.look.ascii else "█"
        canvas.put(start, y, "[", "class:dim")
        canvas.put(start + 1, y, bar * done, "class:good")
        canvas.put(start + 1 + done, y, canvas.look.back * (room - done), "class:dim")
        canvas.put(start + 1 + room, y, "]", "class:dim")
        y += 1
    if y < top + height:
        canvas.center(y, _("Nobody can see or choose a card."), "class:dim", left=left, width=width)


def _paint_piles(
    console: Console, canvas: Canvas, view: TableView, left: int, top: int, width: int, height: int
) -> None:
    size = SMALL
    for larger in (BIG, HUGE):
        if height >= larger.height + 3 - (larger is BIG) * 2 and width >= 2 * larger.width + 4:
            size = larger
    gap = 4 if width >= 2 * size.width + 6 else 2
    x = left + (width - 2 * size.width - gap) // 2
    y = top + max(0, (height - size.height - 1) // 2)

    def draw() -> None:
        perform(console, "d")

    def take() -> None:
        perform(console, "t")

    if view.stock:
        paint_back(canvas, x, y, size, text=str(view.stock), click=draw)
    else:
        paint_empty(canvas, x, y, size, click=draw)
    pile_x = x + size.width + gap
    if view.face_down:
        paint_back(canvas, pile_x, y, size, click=take)
    elif view.pile:
        paint_card(canvas, pile_x, y, view.pile[-1], size, click=take)
    else:
        paint_empty(canvas, pile_x, y, size, click=take)
    if size.height + y < top + height:
        wide = size.width + gap
        _label(canvas, x - gap // 2, y + size.height, _("stock"), "d", Verb.DRAW, view, wide)
        _label(canvas, pile_x - gap // 2, y + size.height, _("pile"), "t", Verb.TAKE, view, wide)


def _label(canvas: Canvas, x: int, y: int, text: str, key: str, verb: Verb, view: TableView, width: int) -> None:
    possible = any(choice.verb is verb for choice in view.choices)
    shown = f"[{key}] {text}" if possible else text
    canvas.center(y, shown, "class:key" if possible else "class:dim", left=x, width=width)
