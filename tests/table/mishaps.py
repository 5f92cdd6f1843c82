"""Seats that leave, lapse and come back, by chance that a seed decides."""

from __future__ import annotations

import random
from collections.abc import Mapping

from scatnet.log import Event
from scatnet.table.closing import game_of
from scatnet.table.slots import expected, suspended
from scatnet.table.state import Stage
from tests.table.helpers import Table


def mishaps(table: Table, draw: random.Random, often: float) -> Mapping[int, Event | None]:
    """Now and then a seat resigns or its slot lapses; who is away asks to come back."""
    if table.is_at(Stage.OPENING):
        (slot,) = expected(table.state)
        backs = [table.back(seat) for seat in sorted(game_of(table.state).away)]
        if draw.random() < 0.6 or suspended(table.state):
            return {slot.seat: table.open_round(backs=backs)}
    given: dict[int, Event | None] = {}
    for slot in expected(table.state):
        if draw.random() < often:
            given[slot.seat] = None if draw.random() < 0.5 else table.resignation(slot.seat)
    return given
