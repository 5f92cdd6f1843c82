"""Logs of peers among faults and false players; `scripts/audit_simulations.py` audits them by the hundred."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.simulated import simulate
from tests.simulation.scenario import Scenario, draw_scenario
from tests.simulation.world import Faults

CHEATS = ("equivocates", "forges", "votes both ways")


def against(cheat: str, seed: int) -> Scenario:
    """Four machines, one of which cheats, and a network that is not at its best."""
    return Scenario(
        seed=seed,
        people=4,
        computers=0,
        faults=Faults(delay=0.5, slow=0.1, slow_delay=60.0, loss=0.05, crash=0.005, crashes=2, partitions=1),
        cheaters=((seed % 4, cheat),),
        deaths=(),
        leavers=(),
        rules="cadillac",
    )


@pytest.mark.parametrize(("seed", "cheat"), list(enumerate(CHEATS)))
def test_each_honest_machines_log_is_valid_and_blames_only_the_cheat(seed: int, cheat: str, tmp_path: Path) -> None:
    simulated = simulate(against(cheat, seed), tmp_path)
    assert simulated.wrong == ()
    assert simulated.logs == 3


def test_logs_of_games_with_crashes_lapses_and_leavers_are_valid(tmp_path: Path) -> None:
    for seed in (12, 14):
        simulated = simulate(draw_scenario(seed, rules="cadillac", people=3), tmp_path)
        assert simulated.wrong == ()
