"""False players that send again what has been said before: in other rounds, by other seats, at another table."""

from __future__ import annotations

from typing import TypeVar

from scatnet.log import SLOT, Event, make_evidence
from scatnet.table.effects import Made, RecordType
from scatnet.table.seam import StateLike
from tests.simulation.cheats import Honest, Tricks, post_to, repeat
from tests.simulation.world import Machine, World

__all__ = ["Replays", "ReplaysAnotherTable"]

St = TypeVar("St", bound=StateLike)


class Replays(Honest[St]):
    """Sends again what it has heard before, at any time; and signs others' answers as its own."""

    def __init__(self, tricks: Tricks[St], *, steals: bool) -> None:
        super().__init__(tricks)
        self.steals = steals

    def begins(self, world: World[St], machine: Machine[St]) -> None:
        repeat(world, machine, 1.0, self._replay)

    def _replay(self, world: World[St], machine: Machine[St]) -> None:
        assert machine.peer is not None
        chain = machine.peer.ledger.chain
        node = world.chance.choice(chain)
        events = [event for _, event in node.listing() if isinstance(event, Event)]
        if events:
            post_to(world, machine, world.machines, world.chance.choice(events).record)

    def makes(self, world: World[St], machine: Machine[St], made: Made) -> Made:
        if not self.steals or machine.peer is None or world.chance.random() < 0.9:
            return made
        for node in reversed(machine.peer.ledger.chain):
            for _, event in node.listing():
                if isinstance(event, Event) and event.kind is made.kind and event.author not in machine.keys:
                    world.say(machine, f"signs another's {made.kind}")
                    if made.kind in self.tricks.proven:
                        return self.strike(world, machine, made, event.body)
                    world.struck.add((made.author, made.head))
                    return Made(made.head, made.author, made.kind, event.body)
        return made


class ReplaysAnotherTable(Honest[St]):
    """Sends here what the same people have signed at another table, as records, as evidence, and as its own answers."""

    def __init__(self, tricks: Tricks[St]) -> None:
        super().__init__(tricks)
        self._events: list[Event] = []

    def begins(self, world: World[St], machine: Machine[St]) -> None:
        self._events = self.tricks.elsewhere()
        repeat(world, machine, 1.0, self._replay)

    def _replay(self, world: World[St], machine: Machine[St]) -> None:
        event = world.chance.choice(self._events)
        if event.kind in SLOT and world.chance.random() < 0.3:
            post_to(world, machine, world.machines, make_evidence(event).record, RecordType.EVIDENCE)
        post_to(world, machine, world.machines, event.record)

    def makes(self, world: World[St], machine: Machine[St], made: Made) -> Made:
        fitting = [event for event in self._events if event.kind is made.kind]
        if made.kind not in self.tricks.proven or not fitting or world.chance.random() < 0.9:
            return made
        world.say(machine, f"signs a {made.kind} of another table")
        return self.strike(world, machine, made, world.chance.choice(fitting).body)
