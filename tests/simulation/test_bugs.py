"""The simulator finds bugs: with each of them put in, some game goes wrong that goes right without it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from tests.simulation.bugs import BUGS
from tests.simulation.scenario import Scenario, run
from tests.simulation.world import Faults

ROUGH = Faults(delay=1.0, slow=0.15, slow_delay=60.0, loss=0.1, crash=0.02, crashes=6, down=(0.5, 40.0), partitions=1)


def rough(seed: int) -> Scenario:
    """A game among honest people on a bad network; one machine dies now and then."""
    deaths = ((seed % 5, 5.0),) if seed % 2 else ()
    return Scenario(seed=seed, people=5, computers=1, faults=ROUGH, cheaters=(), deaths=deaths, leavers=())


def many_computers(seed: int) -> Scenario:
    """Few people, many computer players, and somebody who dies."""
    return Scenario(seed=seed, people=3, computers=3, faults=Faults(), cheaters=(), deaths=((2, 0.3),), leavers=())


def one_dies(seed: int) -> Scenario:
    """Five people, one of whom is voted out."""
    return Scenario(
        seed=seed, people=5, computers=0, faults=Faults(delay=0.5), cheaters=(), deaths=((4, 2.0),), leavers=()
    )


def scat(seed: int) -> Scenario:
    """A quiet game of Scat."""
    return Scenario(
        seed=seed, people=2, computers=0, faults=Faults(), cheaters=(), deaths=(), leavers=(), rules="cadillac"
    )


def equivocating(seed: int) -> Scenario:
    """A game of Scat in which two people give two answers to one head, so that the others go different ways for a
    while. The first sixteen have others draw the same cards on each."""
    return Scenario(
        seed=seed + 16,
        people=5,
        computers=0,
        faults=Faults(delay=1.0, slow=0.1),
        cheaters=((0, "equivocates"), (1, "equivocates")),
        deaths=(),
        leavers=(),
        rules="classic",
    )


def shuffling_falsely(seed: int) -> Scenario:
    """A game of Scat with somebody who does not shuffle what is on the table."""
    return Scenario(
        seed=seed,
        people=3,
        computers=0,
        faults=Faults(),
        cheaters=((1, "shuffles falsely"),),
        deaths=(),
        leavers=(),
        rules="cadillac",
    )


SCENARIOS: Mapping[str, Callable[[int], Scenario]] = {
    "computers-vote": many_computers,
    "followers-lapse": rough,
    "votes-in-head": one_dies,
    "no-fsync": rough,
    "sent-before-noted": rough,
    "loose-nonces": scat,
    "stale-evidence": rough,
    "shares-anywhere": equivocating,
    "unchecked-shuffles": shuffling_falsely,
}


@pytest.mark.parametrize("name", BUGS)
def test_the_simulator_finds(name: str) -> None:
    bug, scenario = BUGS[name], SCENARIOS[name]
    for seed in range(40):
        with bug.put_in():
            found = run(scenario(seed), actions=6_000).problems
        if bug.shows(found):
            assert not run(scenario(seed)).problems, "the game goes wrong without the bug too"
            return
    pytest.fail("40 games went right with the bug in")
