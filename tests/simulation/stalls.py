"""False players that answer at the worst moment, or not at all."""

from __future__ import annotations

from typing import TypeVar

from scatnet.log import Kind
from scatnet.table.seam import StateLike
from tests.simulation.cheats import Counted, Honest, Tricks, post_to
from tests.simulation.world import Machine, World

__all__ = ["Mutters", "Stalls"]

St = TypeVar("St", bound=StateLike)


class Mutters(Counted[St]):
    """Goes silent: its answers stay at home from one on, for so many seconds."""

    def __init__(self, tricks: Tricks[St], *, after: int, seconds: float) -> None:
        super().__init__(tricks, after=after)
        self.seconds = seconds
        self.silent = False
        self._kept: list[bytes] = []

    def sends(self, world: World[St], machine: Machine[St], record: bytes) -> bool:
        if not self.silent and self.strikes(machine, record) is not None:
            self.silent = True
            world.say(machine, "goes silent")
            world.at(self.seconds, lambda: self._speak(world, machine))
        if self.silent and self.own_answer(machine, record) is not None:
            self._kept.append(record)
            return True
        return False

    def _speak(self, world: World[St], machine: Machine[St]) -> None:
        self.silent = False
        world.say(machine, f"speaks again, with {len(self._kept)} answers")
        for record in self._kept:
            post_to(world, machine, world.machines, record)
        self._kept.clear()


class Stalls(Honest[St]):
    """Holds back answers of one kind, those that everybody waits for, until about the moment when the others vote:
    then it gives them to some only. What it gives is true."""

    def __init__(self, tricks: Tricks[St], *, kind: Kind, times: int) -> None:
        super().__init__(tricks)
        self.kind = kind
        self.left = times
        self._held: set[bytes] = set()

    def sends(self, world: World[St], machine: Machine[St], record: bytes) -> bool:
        event = self.own_answer(machine, record)
        if event is None or event.kind is not self.kind or machine.peer is None:
            return False
        if event.digest in self._held:
            return True
        if not self.left:
            return False
        self.left -= 1
        self._held.add(event.digest)
        others = [each for each in world.machines if each is not machine]
        some = world.chance.sample(others, world.chance.randint(1, len(others)))
        seconds = max(0.0, machine.peer.settings.lapse_after + world.chance.uniform(-3.0, 6.0))
        world.say(machine, f"stalls with a {event.kind} for {seconds:.0f} s")
        world.at(seconds, lambda: post_to(world, machine, some, record))
        return True
