"""Another table of the same people, played in peace: what they sign there is good for nothing anywhere else."""

from __future__ import annotations

from typing import TypeVar

from scatnet.log import Event, decode_record
from scatnet.table.effects import RecordType
from scatnet.table.seam import StateLike
from tests.simulation.world import Faults, Machine, World

__all__ = ["events_of"]

St = TypeVar("St", bound=StateLike)

_ACTIONS = 1_500  # enough for a round of six


def events_of(machines: list[Machine[St]]) -> list[Event]:
    """What the people of these machines sign while they play for a while, each event once."""
    world = World(machines, Faults(), 0)
    for machine in machines:
        world.boot(machine)
    world.run(lambda: False, 1_000.0, _ACTIONS)
    records = dict.fromkeys(
        record for machine in machines for kind, record in machine.disk.log if kind == RecordType.EVENT
    )
    return [decode_record(record) for record in records]
