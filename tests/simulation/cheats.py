"""What every false player has: a machine whose peer and keys it works with, so that all it sends is well signed.

What it does is generic over the game: what is false in a game comes from the game's `Tricks`. Each cheat does one thing
that no honest machine does, at a time drawn from the world's chance.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from scatnet.log import SLOT, Event, Kind, Signer, Value, decode_record, make_event
from scatnet.table.effects import Made, RecordType
from scatnet.table.seam import StateLike
from tests.simulation.world import Machine, World

__all__ = ["Body", "Counted", "Honest", "Tricks", "post_to", "repeat"]

St = TypeVar("St", bound=StateLike)

Body = tuple[Value, ...]


class Tricks(Protocol[St]):
    """What a cheat needs of the game. Answers of the kinds in `proven` fit one head and one seat only."""

    proven: frozenset[Kind]

    def signer(self, machine: Machine[St], key: bytes) -> Signer:
        """Signs as a seat of the machine."""

    def another(self, machine: Machine[St], state: St, event: Event) -> tuple[Kind, Body]:
        """Another admissible answer of the same seat to the same head."""

    def forged(self, made: Made, chance: random.Random) -> Body | None:
        """A body that the rules refuse instead of the one made; None where there is none."""

    def wrong_shuffle(self, machine: Machine[St], state: St, made: Made, chance: random.Random) -> Body:
        """A shuffle that is no shuffle of the deck, as well proven as can be."""

    def elsewhere(self) -> list[Event]:
        """Events that the same people have signed at another table."""


class Honest(Generic[St]):
    """The beginning of every cheat: it does nothing false."""

    def __init__(self, tricks: Tricks[St]) -> None:
        self.tricks = tricks

    def begins(self, world: World[St], machine: Machine[St]) -> None:
        """Nothing yet."""

    def sends(self, world: World[St], machine: Machine[St], record: bytes) -> bool:
        """Send it like anybody."""
        return False

    def makes(self, world: World[St], machine: Machine[St], made: Made) -> Made:
        """Sign what the peer wants signed."""
        return made

    def strike(self, world: World[St], machine: Machine[St], made: Made, body: Body) -> Made:
        """Sign a body that the rules refuse."""
        world.struck.add((made.author, made.head))
        world.forged.add((made.author, made.head, made.kind, body))
        return Made(made.head, made.author, made.kind, body)

    def own_answer(self, machine: Machine[St], record: bytes) -> Event | None:
        """The record as an answer of this machine's seats, if it is one."""
        event = decode_record(record)
        return event if event.author in machine.keys and event.kind in SLOT and event.kind is not Kind.BEGIN else None

    def sign(self, machine: Machine[St], key: bytes, head: bytes, kind: Kind, body: Body) -> Event:
        """Sign anything as a seat or operator of the machine."""
        assert machine.peer is not None
        signer = self.tricks.signer(machine, key)
        return make_event(signer, table=machine.peer.ledger.table, head=head, kind=kind, body=body)


class Counted(Honest[St]):
    """Waits for an answer drawn from the first ones."""

    def __init__(self, tricks: Tricks[St], *, after: int) -> None:
        super().__init__(tricks)
        self.after = after
        self._seen: set[bytes] = set()

    def strikes(self, machine: Machine[St], record: bytes) -> Event | None:
        """The answer to strike at, once."""
        event = self.own_answer(machine, record)
        if event is None or event.digest in self._seen:
            return None
        self._seen.add(event.digest)
        return event if len(self._seen) == self.after else None


def post_to(
    world: World[St],
    machine: Machine[St],
    others: list[Machine[St]],
    record: bytes,
    kind: RecordType = RecordType.EVENT,
) -> None:
    """Send a record to some machines."""
    for other in others:
        if other is not machine:
            world.post(machine, other, kind, record)


def repeat(
    world: World[St],
    machine: Machine[St],
    seconds: float,
    action: Callable[[World[St], Machine[St]], None],
    times: int = 30,
) -> None:
    """Do something about every so many seconds while the game lasts, so many times at most."""

    def again() -> None:
        if machine.peer is not None and machine.peer.ledger.tip.slots:
            action(world, machine)
            repeat(world, machine, seconds, action, times - 1)

    if times:
        world.at(world.chance.uniform(0.0, 2 * seconds), again)
