"""Lives over rounds as the geometry of a plot: numbers only, drawn by whoever has a canvas."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from scatnet.audit.report import Report

__all__ = ["Plot", "PlotLine", "Tick", "plot_of"]

WIDTH: Final = 720
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 180, 14, 40
_ROW: Final = 46  # between two numbers of lives
_APART: Final = 3.4  # between two seats with the same lives, so that no line hides another
_LABEL: Final = 17  # between two names
_MOST_TICKS: Final = 14
_LABEL_CHARACTERS: Final = 18


@dataclass(frozen=True, slots=True)
class Tick:
    """A number on an axis and where it stands."""

    at: float
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotLine:
    """One seat: an SVG path, where it ended, and the height of its name in the legend, which goes from the winner down.
    `out` is None for a seat still in."""

    seat: int
    label: str
    path: str
    label_y: float
    end: tuple[float, float]
    out: tuple[float, float] | None
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """The plot of a game, in units of a pixel. `left` and `right`, `top` and `bottom` bound the lines."""

    width: int
    height: float
    left: float
    right: float
    top: float
    bottom: float
    rounds: tuple[Tick, ...]
    lives: tuple[Tick, ...]
    lines: tuple[PlotLine, ...]


def plot_of(report: Report) -> Plot | None:
    """The plot of a report; None where no round has ended."""
    if len(report.lives) < 2:
        return None
    most = max(map(max, report.lives))
    height = max(_TOP + _ROW * most + _BOTTOM, _TOP + _LABEL * len(report.players) + _BOTTOM)
    bottom = height - _BOTTOM
    right = WIDTH - _RIGHT
    across = (right - _LEFT) / (len(report.lives) - 1)
    up = (bottom - _TOP - _APART * len(report.players)) / max(1, most)
    labels = {seat: _TOP + _LABEL * (place + 0.5) for place, seat in enumerate(_best_first(report))}
    stride = -(-(len(report.lives) - 1) // _MOST_TICKS)
    return Plot(
        width=WIDTH,
        height=height,
        left=_LEFT,
        right=right,
        top=_TOP,
        bottom=bottom,
        rounds=tuple(Tick(_LEFT + across * number, str(number)) for number in range(0, len(report.lives), stride)),
        lives=tuple(Tick(bottom - up * n, str(n)) for n in range(most + 1)),
        lines=tuple(_line(report, seat, across, bottom, up, labels[seat]) for seat in range(len(report.players))),
    )


def _best_first(report: Report) -> list[int]:
    """The winners, then those still in by what they have, then the others from the last to leave to the first."""
    out = next((line.note.end.out for line in reversed(report.rounds) if line.note.end is not None), ())
    left = [seat for seat in range(len(report.players)) if seat not in out]
    left.sort(key=lambda seat: (seat not in report.winners, -report.players[seat].lives, seat))
    shared = [seat for seat in out if seat in report.winners]
    return [*left, *shared, *(seat for seat in reversed(out) if seat not in report.winners)]


def _height(report: Report, seat: int, number: int, bottom: float, up: float) -> float:
    return bottom - up * report.lives[number][seat] - _APART * seat


def _line(report: Report, seat: int, across: float, bottom: float, up: float, label_y: float) -> PlotLine:
    ends = [line.note.end for line in report.rounds if line.note.end is not None]
    left_after = next((number for number, end in enumerate(ends, 1) if seat in end.out), None)
    last = len(report.lives) - 1 if left_after is None else left_after
    points = [(_LEFT + across * n, _height(report, seat, n, bottom, up)) for n in range(last + 1)]
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (_x, y), (next_x, next_y) in pairwise(points):
        path += f"H{next_x:.1f}" + (f"V{next_y:.1f}" if next_y != y else "")
    name = report.names[seat]
    return PlotLine(
        seat=seat,
        label=name if len(name) <= _LABEL_CHARACTERS else name[: _LABEL_CHARACTERS - 1] + "…",
        path=path,
        label_y=label_y,
        end=points[-1],
        out=points[-1] if left_after is not None else None,
        won=seat in report.winners,
    )
