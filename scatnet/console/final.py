"""The end of a game in words: how everybody has come out of it, how long it was, and that it was checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scatnet.console.phrases import verified_text
from scatnet.console.scene import Scene
from scatnet.rules.text import amount
from scatnet.table.view import SeatStatus, SeatView, TableView
from scatnet.words import _, ngettext

__all__ = ["Fate", "cup", "fates", "rounds_text", "summary"]


@dataclass(frozen=True, slots=True)
class Fate:
    """How a seat has come out of the game: its place from 1, its number, and what became of it in words."""

    place: int
    seat: int
    text: str


def fates(scene: Scene) -> list[Fate]:
    """Everybody's fate: the winners, then who was in to the end, then the others, the last to go out first.

    Those who went out in one round share a place; so do those of whom it is not known here in which round.
    """
    view, gone = scene.view, dict(scene.gone)

    def rank(seat: SeatView) -> tuple[bool, bool, int]:
        return seat.seat not in view.winners, _is_out(seat), -gone.get(seat.seat, 0)

    ranks = {seat.seat: rank(seat) for seat in view.seats}
    ordered = sorted(view.seats, key=lambda seat: (ranks[seat.seat], seat.seat))
    return [
        Fate(1 + sum(other < ranks[seat.seat] for other in ranks.values()), seat.seat, _fate(seat, view, gone))
        for seat in ordered
    ]


def _is_out(seat: SeatView) -> bool:
    return seat.status is SeatStatus.OUT or seat.resigned


def _fate(seat: SeatView, view: TableView, gone: dict[int, int]) -> str:
    number = gone.get(seat.seat, 0)
    if seat.seat in view.winners or not _is_out(seat):
        if seat.county:
            return _("on the county")
        return _("{lives} left").format(lives=amount(view.rules.called, seat.lives))
    if seat.resigned:
        return _("resigned in round {number}").format(number=number) if number else _("resigned")
    return _("out in round {number}").format(number=number) if number else _("out")


def rounds_text(view: TableView) -> str:
    """How many rounds the game has had."""
    return ngettext("{count} round was played.", "{count} rounds were played.", view.round).format(count=view.round)


def summary(scene: Scene, width: int, measure: Callable[[str], int]) -> list[str]:
    """The number of rounds and that all was checked, in one line where it fits."""
    told = [rounds_text(scene.view), *filter(None, [verified_text(scene.verified)])]
    together = " ".join(told)
    return [together] if measure(together) <= width else told


def cup() -> list[str]:
    """The winner's cup, for a screen that has room for it."""
    return [
        r" _________ ",
        r"(|       |)",
        r"(|  31!  |)",
        r" \       / ",
        r"  '.___.'  ",
        r"    |_|    ",
        r"   /___\   ",
    ]
