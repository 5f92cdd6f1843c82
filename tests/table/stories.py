"""The happenings of whole games, and what they imply; run as a program, this writes the golden stories anew.

`python -m tests.table.stories` from the root: look at the difference before it is kept.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from scatnet.log import Step
from scatnet.rules.ruleset import PRESETS
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.news import news
from scatnet.table.state import Stage, TableState
from tests.table.helpers import Table, at_random, begun_table

GOLDEN: Final = Path(__file__).parent / "golden"

H = HappeningKind


def told(table: Table) -> Iterator[tuple[TableState, Step, TableState, tuple[Happening, ...]]]:
    """Every step of a table with what is told of it."""
    states = [*table.states, table.state]
    for before, step, after in zip(states, table.steps, states[1:], strict=False):
        yield before, step, after, news(before, step, after)


def golden_table(preset: str) -> Table:
    """A short game of two by the rules of a preset, with decks that do not depend on any secret."""
    chance = random.Random(preset)
    deck = tuple(chance.sample(range(52), 52))
    rules = replace(PRESETS[preset], lives=1)
    table = begun_table(seats=2, rules=rules, seed=2, house_rule=True, deck=deck, chooser=at_random(2))
    table.play_until(Stage.OVER)
    return table


def golden_story(preset: str) -> str:
    """The happenings of that game, one in a line."""
    return "".join(f"{happening!r}\n" for *_, happenings in told(golden_table(preset)) for happening in happenings)


@dataclass
class Listener:
    """Somebody who only hears the happenings, and keeps the score by them."""

    lives: list[int] = field(default_factory=list)
    out: list[int] = field(default_factory=list)
    away: set[int] = field(default_factory=set)
    county: set[int] = field(default_factory=set)
    winners: tuple[int, ...] | None = None
    kitty: int | None = None

    def hear(self, happening: Happening, start: int) -> None:
        """Take in one happening; `start` is what everybody begins with."""
        seat, number = happening.seat, happening.number or 0
        match happening.kind:
            case H.BEGUN:
                self.lives = [start] * len(happening.seats)
            case H.WON:
                self.winners, self.kitty = happening.seats, happening.number
        if seat is None or not self.lives:
            return
        match happening.kind:
            case H.LOST:
                self.lives[seat] = max(0, self.lives[seat] - number)
            case H.LAPSED:
                self.lives[seat] -= number
                self.away.add(seat)
            case H.RETURNED:
                self.away.discard(seat)
            case H.COUNTY:
                self.county.add(seat)
            case H.RESIGNED | H.EXPELLED:
                self._leave(seat)
            case H.OUT:
                self._leave(seat)

    def _leave(self, seat: int) -> None:
        self.lives[seat] = 0
        self.out.append(seat)
        self.away.discard(seat)
        self.county.discard(seat)


def main() -> None:
    """Write the golden stories."""
    GOLDEN.mkdir(exist_ok=True)
    for preset in PRESETS:
        (GOLDEN / f"{preset}.txt").write_text(golden_story(preset), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
