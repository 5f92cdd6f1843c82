"""A few of the games that `scripts/simulate_faults.py` plays by the thousand."""

from __future__ import annotations

import pytest

from scatnet.rules.ruleset import PRESETS
from tests.simulation.false_players import CHEATS, OPERATOR_CHEATS
from tests.simulation.scenario import Outcome, Scenario, draw_scenario, run
from tests.simulation.world import Faults

FORGERIES = (
    "forges",
    "shuffles falsely",
    "accuses",
    "replays another table",
    "steals",
    "forges through a computer player",
)
"""What the rules refuse."""


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_nothing_that_must_hold_is_broken_in_small_games_with_faults_and_false_players(first: int) -> None:
    for seed in range(first, first + 10):
        outcome = run(draw_scenario(seed))
        assert not outcome.problems, f"seed {seed}: {outcome.problems}"


@pytest.mark.parametrize(("seed", "rules"), list(enumerate(sorted(PRESETS))))
def test_nothing_that_must_hold_is_broken_in_scat(seed: int, rules: str) -> None:
    outcome = run(draw_scenario(seed, rules=rules, people=2 + seed % 3))
    assert not outcome.problems, f"seed {seed}: {outcome.problems}"
    assert outcome.steps > 20


@pytest.mark.parametrize("cheat", CHEATS)
def test_each_false_player_is_withstood_by_three_others(cheat: str) -> None:
    for seed in range(3):
        outcome = run(_against(cheat, seed))
        assert not outcome.problems, f"seed {seed}: {outcome.problems}"


@pytest.mark.parametrize("cheat", FORGERIES)
def test_what_the_rules_refuse_is_refused_by_all_and_its_author_named(cheat: str) -> None:
    outcome = _first_strike(cheat)
    assert outcome.forged >= 1
    assert outcome.named >= 1


def test_an_operator_that_equivocates_with_its_computer_players_is_named_for_each_of_them() -> None:
    outcome = run(_against("equivocates with all seats", 0, rules="classic"))
    assert not outcome.problems
    assert outcome.named > 1


def test_a_seed_replays_exactly() -> None:
    scenario = draw_scenario(12)
    first, second = run(scenario, trace=True), run(scenario, trace=True)
    assert first.trace == second.trace
    assert (first.steps, first.lapses, first.actions) == (second.steps, second.lapses, second.actions)


def _first_strike(cheat: str) -> Outcome:
    """The first game of Scat in which the others get what the cheat has forged."""
    outcomes = (run(_against(cheat, seed, rules="classic")) for seed in range(5))
    return next(outcome for outcome in outcomes if outcome.problems or outcome.forged)


def _against(cheat: str, seed: int, rules: str = "") -> Scenario:
    computers = 2 if cheat in OPERATOR_CHEATS else 0 if rules else seed % 2
    return Scenario(
        seed=seed,
        people=4 - bool(rules),
        computers=computers,
        faults=Faults(delay=0.5, slow=0.1, slow_delay=60.0, loss=0.05, crash=0.005, crashes=2, partitions=1),
        cheaters=((0 if cheat in OPERATOR_CHEATS else seed % 3, cheat),),
        deaths=(),
        leavers=(),
        rules=rules,
    )
