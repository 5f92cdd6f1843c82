"""The other seats around the table: where each has its place, and the plaque that says how it fares."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scatnet.bots.faces import PERSONAS
from scatnet.console.canvas import Canvas
from scatnet.console.cards import paint_chips
from scatnet.console.scene import Scene
from scatnet.rules.scoring import points_text
from scatnet.table.view import Phase, SeatStatus, SeatView, TableView
from scatnet.words import _

__all__ = ["Place", "others", "paint_lives", "paint_plaque", "places"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a plaque stands: its first cell, and its width."""

    x: int
    y: int
    width: int


_FACES: Final = MappingProxyType({persona.name: persona.face for persona in PERSONAS})

# For so many others: how many sit at the left side, across the top, and at the right side.
_AROUND = {
    0: (0, 0, 0),
    1: (0, 1, 0),
    2: (0, 2, 0),
    3: (1, 1, 1),
    4: (1, 2, 1),
    5: (1, 3, 1),
    6: (2, 2, 2),
    7: (2, 3, 2),
    8: (3, 2, 3),
    9: (3, 3, 3),
}


def others(view: TableView) -> tuple[SeatView, ...]:
    """The seats that sit around the table, clockwise from my left; all of them for a spectator."""
    if view.me is None:
        return view.seats
    return (*view.seats[view.me + 1 :], *view.seats[: view.me])


def places(count: int, left: int, top: int, width: int, height: int, lines: int) -> list[Place]:
    """Places for so many plaques of so many lines, clockwise from the lower left, within a rectangle."""
    at_left, across, at_right = _AROUND[min(count, 9)]
    plaque = min(26, max(14, (width - 2) // 3))
    if across:
        plaque = min(plaque, (width - across + 1) // across)
    side_top = top + (lines + (1 if height > 9 else 0) if across else 0)
    right = left + width - plaque
    found = [Place(left, y, plaque) for y in reversed(_spread(at_left, side_top, top + height, lines))]
    gap = (width - across * plaque) // (across + 1) if across else 0
    edge = 0 if across > 2 else gap
    inner = (width - across * plaque) // 2 if across == 3 else gap
    found += [Place(left + edge + index * (plaque + inner), top, plaque) for index in range(across)]
    found += [Place(right, y, plaque) for y in _spread(at_right, side_top, top + height, lines)]
    return found


def _spread(count: int, top: int, bottom: int, lines: int) -> list[int]:
    if not count:
        return []
    step = max(lines, (bottom - top) // count)
    offset = (bottom - top - count * step) // 2 if count > 1 else max(0, (step - lines) // 2)
    return [top + max(0, offset) + index * step for index in range(count)]


def paint_plaque(canvas: Canvas, place: Place, seat: SeatView, scene: Scene) -> None:
    """A seat's name with its marks, and below it what it still has and what it is doing."""
    acting = seat.acting and scene.view.phase is not Phase.OVER
    out = seat.status is SeatStatus.OUT or seat.resigned
    style = "class:name-acting" if acting else "class:name-out" if out else "class:name"
    x = canvas.put(place.x, place.y, canvas.look.pointer if acting else " ", "class:key")
    room = place.width - 2
    marks = _marks(seat)
    if seat.computer and room - canvas.measure(marks) > 12:
        x = canvas.put(x, place.y, _FACES.get(seat.name, ":-)") + " ", "class:face")
        room = place.x + place.width - x - 1
    x = canvas.put(x, place.y, seat.name, style, width=max(3, room - canvas.measure(marks)))
    canvas.put(x, place.y, marks, "class:key")
    x = paint_lives(canvas, place.x + 1, place.y + 1, seat, scene)
    if seat.shown:
        x = paint_chips(canvas, x + 1, place.y + 1, seat.shown)
        if seat.score is not None:
            canvas.put(x + 1, place.y + 1, points_text(seat.score), "class:value")
        return
    word, word_style = doing(seat, scene.view)
    canvas.put(x + 1, place.y + 1, word, word_style, width=max(0, place.x + place.width - x - 1))


def _marks(seat: SeatView) -> str:
    return " (D)" if seat.dealer else ""


def paint_lives(canvas: Canvas, x: int, y: int, seat: SeatView, scene: Scene) -> int:
    """A seat's lives as marks, the lost ones hollow; gives the cell after them."""
    if scene.view.phase is Phase.LOBBY:
        return x - 1
    if seat.status is SeatStatus.OUT or seat.resigned:
        return canvas.put(x, y, _("resigned") if seat.resigned else _("out"), "class:name-out")
    if seat.county:
        return canvas.put(x, y, _("on the county"), "class:county")
    lost = max(0, scene.view.rules.lives - seat.lives)
    x = canvas.put(x, y, canvas.look.life * seat.lives, "class:life")
    return canvas.put(x, y, canvas.look.lost_life * lost, "class:life-lost")


def doing(seat: SeatView, view: TableView) -> tuple[str, str]:
    """What a seat is doing, in a word, and its style."""
    if seat.status is SeatStatus.OUT or seat.resigned:
        return "", ""
    if seat.status is SeatStatus.AWAY:
        return _("away"), "class:away"
    if view.phase is Phase.LOBBY:
        return (_("computer") if seat.computer else _("is here")), "class:dim"
    if seat.knocked:
        return _("KNOCKED"), "class:urgent"
    if seat.acting and view.phase is Phase.TURN:
        return _("thinking ..."), "class:dim"
    if seat.waited_for:
        return _("..."), "class:dim"
    return "", ""
