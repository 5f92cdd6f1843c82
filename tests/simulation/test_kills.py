"""A machine killed between any two things it does comes back as if nothing had been."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import TypeVar

import pytest

from scatnet.rules.ruleset import PRESETS
from scatnet.table.effects import BurnSerial, Effect, NoteSigned, Persist, Send
from scatnet.table.seam import StateLike
from tests.simulation.scat import ScatTable, scat_machines
from tests.simulation.scenario import shared_decoding
from tests.simulation.small import small_machines
from tests.simulation.world import CrashNowError, Faults, Machine, World

St = TypeVar("St", bound=StateLike)

CALM = Faults(down=(0.2, 3.0))


@dataclass
class Kill:
    """Kills one machine just before its effect of this number, counting those that touch its disk or the network."""

    victim: int
    number: int
    older_log: float | None = None  # then the log is put back as it was at this part of its length
    counted: int = 0
    done: bool = False

    def watch(self, world: World[St]) -> None:
        """Look at every effect of a world."""

        def before(machine: Machine[St], effect: Effect[St]) -> None:
            touches = isinstance(effect, NoteSigned | BurnSerial | Persist | Send)
            if self.done or not touches or machine is not world.machines[self.victim]:
                return
            self.counted += 1
            if self.counted > self.number:
                self.done = True
                if self.older_log is not None:
                    machine.disk.restore_older_log(int(len(machine.disk.log) * self.older_log))
                raise CrashNowError

        world.before_effect = before


def play(machines: list[Machine[St]], kill: Kill, seed: int = 1) -> World[St]:
    """Play a game to its end with one kill in it."""
    world = World(machines, CALM, seed)
    kill.watch(world)
    for machine in machines:
        world.boot(machine)

    def over() -> bool:
        return all(machine.peer is not None and not machine.peer.ledger.tip.slots for machine in machines)

    assert world.run(over, 2000.0, 200_000), f"the game with {kill} never ends"
    return world


def final_heads(world: World[St]) -> set[bytes]:
    return {machine.peer.ledger.head for machine in world.machines if machine.peer is not None}


def check_kills(
    make: Callable[[], list[Machine[St]]], victim: int, *, first: int = 0, every: int = 1, older: float | None = None
) -> int:
    """Play one game again and again, each time with the machine killed a little later; all end at the same head, with
    nothing signed twice and nobody named for false play. Gives the number of kills."""
    calm = final_heads(play(make(), Kill(victim, 10**9)))
    assert len(calm) == 1
    for kills in count():
        kill = Kill(victim, first + kills * every, older)
        world = play(make(), kill)
        if not kill.done:
            return kills
        assert final_heads(world) == calm, f"another end after {kill}"
        assert not world.signed.twice(), f"signed twice after {kill}"
        for machine in world.machines:
            assert machine.peer is not None
            assert not machine.false
            assert not machine.peer.ledger.evidence
    raise AssertionError


@pytest.mark.parametrize("older", [None, 0.5])
@pytest.mark.parametrize("victim", [0, 1])
def test_a_kill_before_any_effect_of_a_small_game_changes_nothing(victim: int, older: float | None) -> None:
    with shared_decoding():
        kills = check_kills(lambda: small_machines(3, rounds=1, moody=False), victim, older=older)
    assert kills > 12


@pytest.mark.parametrize("older", [None, 0.4])
def test_a_kill_before_some_effects_of_a_game_of_scat_changes_nothing(older: float | None) -> None:
    short = replace(PRESETS["cadillac"], lives=1, grace=False)
    table = ScatTable(rules=short, people=2, seed=3, moody=False)
    with shared_decoding():
        kills = check_kills(lambda: scat_machines(table), 1, first=2 if older else 0, every=4, older=older)
    assert kills > 12
