"""The other seats around the table: where each has its place, and the plaque that says how it fares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scatnet.bots.faces import PERSONAS
from scatnet.console.canvas import Canvas, Span, fit
from scatnet.console.cards import CHIP, paint_chips
from scatnet.console.phrases import cut_off, is_shuffling
from scatnet.console.scene import Scene
from scatnet.rules.scoring import points_text
from scatnet.table.view import Phase, SeatStatus, SeatView, TableView
from scatnet.words import _

__all__ = ["Place", "lives_spans", "others", "paint_plaque", "places"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a plaque stands: its first cell, its width, and to which side of it it keeps: left 0, middle, right 1."""

    x: int
    y: int
    width: int
    side: float = 0.0


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
    found = [Place(left, y, plaque, 0.0) for y in reversed(_spread(at_left, side_top, top + height, lines))]
    gap = (width - across * plaque) // (across + 1) if across else 0
    edge = 0 if across > 2 else gap
    inner = (width - across * plaque) // 2 if across == 3 else gap
    found += [Place(left + edge + index * (plaque + inner), top, plaque, 0.5) for index in range(across)]
    found += [Place(right, y, plaque, 1.0) for y in _spread(at_right, side_top, top + height, lines)]
    return found


def _spread(count: int, top: int, bottom: int, lines: int) -> list[int]:
    if not count:
        return []
    step = max(lines, (bottom - top) // count)
    offset = (bottom - top - count * step) // 2 if count > 1 else max(0, (step - lines) // 2)
    return [top + max(0, offset) + index * step for index in range(count)]


def paint_plaque(canvas: Canvas, place: Place, seat: SeatView, scene: Scene) -> None:
    """A seat's name with its marks, and below it what it still has and what it is doing."""
    name = _name_line(canvas, seat, scene, place.width - 1)
    state = [("", " "), *_state_line(canvas, seat, scene)]
    chips = len(seat.shown) * (CHIP + 1) + (5 if seat.score is not None else 0) if seat.shown else 0
    needed = max(_measure(canvas, name), _measure(canvas, state) + chips)
    x = place.x + round(max(0, place.width - 1 - needed) * place.side)
    canvas.put_spans(x, place.y, name)
    end = canvas.put_spans(x, place.y + 1, state)
    if seat.shown:
        end = paint_chips(canvas, end + 1, place.y + 1, seat.shown)
        if seat.score is not None:
            canvas.put(end + 1, place.y + 1, points_text(seat.score), "class:value")


def _measure(canvas: Canvas, spans: Sequence[Span]) -> int:
    return sum(canvas.measure(text) for _style, text in spans)


def _name_line(canvas: Canvas, seat: SeatView, scene: Scene, room: int) -> list[Span]:
    """The mark of whose turn it is, a computer player's face, the name cut to what is left, and the dealer's mark."""
    acting = seat.acting and scene.view.phase is not Phase.OVER
    out = seat.status is SeatStatus.OUT or seat.resigned
    style = "class:name-acting" if acting else "class:name-out" if out else "class:name"
    line = [("class:mark", canvas.look.pointer if acting else " ")]
    marks = " (D)" if seat.dealer else ""
    if seat.computer and room - len(marks) > 12:
        line.append(("class:face", _FACES.get(seat.name, ":-)") + " "))
    left = room - _measure(canvas, line) - len(marks)
    return [*line, (style, fit(canvas.look.plain(seat.name), max(3, left), canvas.look)), ("class:mark", marks)]


def _state_line(canvas: Canvas, seat: SeatView, scene: Scene) -> list[Span]:
    line = lives_spans(canvas, seat, scene)
    style, word = doing(seat, scene.view)
    if not word or seat.shown:
        return line
    return [*line, ("", " "), (style, word)] if line else [(style, word)]


def lives_spans(canvas: Canvas, seat: SeatView, scene: Scene) -> list[Span]:
    """A seat's lives as marks, the lost ones hollow, or what it has come to in a word; nothing before the game."""
    if scene.view.phase is Phase.LOBBY:
        return []
    if seat.status is SeatStatus.OUT or seat.resigned:
        return [("class:name-out", _("resigned") if seat.resigned else _("out"))]
    if seat.county:
        return [("class:county", _("on the county"))]
    lost = max(0, scene.view.rules.lives - seat.lives)
    return [("class:life", canvas.look.life * seat.lives), ("class:life-lost", canvas.look.lost_life * lost)]


def doing(seat: SeatView, view: TableView) -> Span:
    """A style, and what a seat is doing in a word."""
    if seat.status is SeatStatus.OUT or seat.resigned:
        return "", ""
    if seat.status is SeatStatus.AWAY:
        return "class:away", _("away")
    if view.phase is Phase.LOBBY:
        return "class:dim", (_("computer") if seat.computer else _("is here"))
    gone = cut_off(seat, view)
    if gone and (seat.waited_for or seat.acting or not seat.knocked):
        return "class:away", _("disconnected")
    if seat.knocked:
        return "class:urgent", _("KNOCKED")
    if seat.acting and view.phase is Phase.TURN:
        return "class:dim", _("thinking ...")
    if seat.waited_for:
        shuffling = view.phase is Phase.SHUFFLE and is_shuffling(view.progress)
        return "class:dim", (_("shuffling ...") if shuffling else "...")
    return "", ""
