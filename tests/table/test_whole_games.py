"""Whole games over the engine: every preset, every number of seats that it takes."""

from __future__ import annotations

import pytest

from scatnet.rules.ruleset import PRESETS
from scatnet.table.state import Stage
from tests.table.helpers import begun_table


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_is_played_to_a_winner_under_every_preset(preset: str, seats: int) -> None:
    table = begun_table(seats=seats, rules=PRESETS[preset], seed=seats, player="standard")
    table.play_until(Stage.OVER)
    assert table.state.game is not None
    assert table.state.game.winners
