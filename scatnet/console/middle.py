"""The middle of the ring: who has come, how far a shuffle is, stock and pile, and the moment of a knock or a 31."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scatnet.console.actions import perform
from scatnet.console.canvas import Canvas, wrap
from scatnet.console.cards import BIG, GIANT, HUGE, SMALL, paint_back, paint_card, paint_empty
from scatnet.console.layout import Layout
from scatnet.console.phrases import is_fetching, is_shuffling, shuffle_text, turn_text
from scatnet.console.rule_words import preset_line
from scatnet.console.scene import Scene
from scatnet.console.state import Console
from scatnet.rules.fields import preset_and_changes
from scatnet.table.view import Phase, TableView, Verb
from scatnet.words import _

__all__ = ["Middle", "banner_of", "paint_banner", "paint_middle"]

_FRAMED_FROM = 14
"""In a middle of so many rows the cards lie on a table of their own."""

_TABLE_WIDTH = 46


@dataclass(frozen=True, slots=True)
class Middle:
    """A rectangle in the middle of the ring."""

    left: int
    top: int
    width: int
    height: int

    def inside(self) -> Middle:
        """What is within a frame around this rectangle."""
        return Middle(self.left + 1, self.top + 1, self.width - 2, self.height - 2)


def banner_of(scene: Scene, now: float) -> str:
    """What must not be missed: a 31 of my own for as long as it is not declared, else a knock or a 31 just now."""
    if _may(scene.view, Verb.CALL):
        return _("You hold 31! Press c to call it.")
    if scene.view.must_declare and _may(scene.view, Verb.DECLARE):
        return _("You hold 31! Press c to declare it.")
    if scene.report is not None or now >= scene.banner_until:
        return ""
    return scene.banner


def paint_banner(canvas: Canvas, text: str, layout: Layout) -> None:
    """A text above the hand that nobody can miss: boxed on a wide screen, else as a bar."""
    if layout.width == canvas.width or layout.hand - layout.ring < 20:
        canvas.fill(0, layout.hand - 1, layout.width, 1, "class:alarm")
        canvas.center(layout.hand - 1, text, "class:alarm", left=1, width=layout.width - 2)
        return
    width = min(layout.width - 2, canvas.measure(text) + 8)
    lines = wrap(canvas.look.plain(text), width - 8)
    top = layout.hand - len(lines) - 2
    left = (layout.width - width) // 2
    canvas.box(left, top, width, len(lines) + 2, "class:alarm")
    for index, line in enumerate(lines):
        canvas.center(top + 1 + index, line, "class:alarm", left=left + 1, width=width - 2)


def paint_middle(console: Console, canvas: Canvas, scene: Scene, place: Middle) -> None:
    """Paint what lies or goes on in the middle of the table."""
    if place.height >= _FRAMED_FROM and place.width >= 30:
        width = min(place.width, _TABLE_WIDTH)
        place = Middle(place.left + (place.width - width) // 2, place.top, width, place.height)
        canvas.box(place.left, place.top, place.width, place.height, "class:line")
        place = place.inside()
    view = scene.view
    match view.phase:
        case Phase.LOBBY if not is_fetching(view):
            _paint_lobby(canvas, view, place)
        case Phase.LOBBY | Phase.COIN | Phase.OPENING | Phase.SHUFFLE | Phase.SUSPENDED:
            _paint_progress(canvas, view, place)
        case _:
            _paint_piles(console, canvas, view, place)


def _paint_lobby(canvas: Canvas, view: TableView, place: Middle) -> None:
    """What will be played here, and how many of the seats are taken."""
    taken, wanted = len(view.seats), view.seats_wanted
    preset, changes = preset_and_changes(view.rules)
    about = wrap(canvas.look.plain(preset_line(preset)), min(place.width - 4, 60))
    lines = [(line, "class:dim") for line in about]
    if changes:
        lines.append((_("Some rules are changed; ? has them all."), "class:dim"))
    y = place.top + max(0, (place.height - len(lines) - 2) // 2)
    free = max(0, wanted - taken)
    start = place.left + (place.width - taken - free) // 2
    end = canvas.put(start, y, canvas.look.life * taken, "class:mark")
    canvas.put(end, y, canvas.look.lost_life * free, "class:dim")
    for index, (line, style) in enumerate(lines[: max(0, place.height - 2)]):
        canvas.center(y + 2 + index, line, style, left=place.left, width=place.width)


def _paint_progress(canvas: Canvas, view: TableView, place: Middle) -> None:
    """How far the table is before there are cards, and what makes that worth waiting for."""
    shuffling = view.phase is Phase.SHUFFLE
    lines = wrap(canvas.look.plain(shuffle_text(view) if shuffling else turn_text(view)), place.width - 2)
    note = wrap(canvas.look.plain(_("Nobody can see or choose a card.")), place.width - 2) if shuffling else []
    bar = view.progress if shuffling and view.progress is not None and view.progress.total else None
    wanted = len(lines) + (bar is not None) + len(note)
    if wanted > place.height:
        note = note[: max(0, place.height - len(lines) - (bar is not None))]
    y = place.top + max(0, (place.height - wanted) // 2)
    for line in lines[: place.height]:
        canvas.center(y, line, "bold", left=place.left, width=place.width)
        y += 1
    if bar is not None and y < place.top + place.height:
        part = bar.done + (0.5 if is_shuffling(bar) else 0.0)
        _paint_bar(canvas, place, y, min(1.0, part / bar.total))
        y += 1
    for line in note:
        canvas.center(y, line, "class:dim", left=place.left, width=place.width)
        y += 1


def _paint_bar(canvas: Canvas, place: Middle, y: int, part: float) -> None:
    room = min(30, place.width - 4)
    done = round(room * part)
    start = place.left + (place.width - room - 2) // 2
    canvas.put(start, y, "[", "class:dim")
    canvas.put(start + 1, y, ("#" if canvas.look.ascii else "█") * done, "class:progress")
    canvas.put(start + 1 + done, y, ("." if canvas.look.ascii else canvas.look.back) * (room - done), "class:dim")
    canvas.put(start + 1 + room, y, "]", "class:dim")


def _paint_piles(console: Console, canvas: Canvas, view: TableView, place: Middle) -> None:
    size = SMALL
    for larger in (BIG, HUGE, GIANT):
        if place.height >= larger.height + 3 - (larger is BIG) * 2 and place.width >= 2 * larger.width + 4:
            size = larger
    gap = 4 if place.width >= 2 * size.width + 6 else 2
    x = place.left + (place.width - 2 * size.width - gap) // 2
    y = place.top + max(0, (place.height - size.height - 1) // 2)

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
    if size.height + y < place.top + place.height:
        wide = size.width + gap
        _label(canvas, x - gap // 2, y + size.height, wide, _("stock"), "d" * _may(view, Verb.DRAW), draw)
        _label(canvas, pile_x - gap // 2, y + size.height, wide, _("pile"), "t" * _may(view, Verb.TAKE), take)


def _may(view: TableView, verb: Verb) -> bool:
    return any(choice.verb is verb for choice in view.choices)


def _label(canvas: Canvas, x: int, y: int, width: int, text: str, key: str, click: Callable[[], None]) -> None:
    """What a pile is called, with the key that draws from it where it works."""
    if not key:
        canvas.center(y, text, "class:dim", left=x, width=width)
        return
    start = x + (width - canvas.measure(f"[{key}] {text}")) // 2
    canvas.put_spans(start, y, [("class:key", f"[{key}]"), ("", f" {text}")], click=click)
