"""The small game in the simulated world."""

from __future__ import annotations

import random
from dataclasses import replace

from scatnet.log import Event, Identity, Kind, Value
from scatnet.table.effects import Made
from scatnet.table.peer import OwnSeat, Peer, PeerSettings
from tests.simulation.disk import Disk
from tests.simulation.elsewhere import events_of
from tests.simulation.world import Machine
from tests.table.small_game import HIGHEST, TABLE, SmallEngine, SmallPlayer, SmallState, make_seats

ENGINE = SmallEngine()
ANOTHER_TABLE = bytes([8]) * 32


def small_machines(
    people: int,
    *,
    computers: int = 0,
    rounds: int = 3,
    patience: float = 20.0,
    moody: bool = True,
    table: bytes = TABLE,
) -> list[Machine[SmallState]]:
    """Machines of so many people; the first of them runs `computers` more seats. Moody people choose something else
    after each restart."""
    identities = [Identity(bytes([person + 1]) * 32) for person in range(people)]
    bots = [identities[0].computer_seat(TABLE, index) for index in range(computers)]
    genesis = replace(small_genesis(people, computers=computers, rounds=rounds), table=table)
    settings = PeerSettings(patience=patience, turn_clock=0.0)

    def machine(place: int, identity: Identity) -> Machine[SmallState]:
        signers = [identity, *(bots if place == 0 else [])]

        def build(disk: Disk) -> Peer[SmallState]:
            own = [OwnSeat(player=SmallPlayer(signer, mood=disk.boots * moody), nickname="") for signer in signers]
            return Peer(
                engine=ENGINE,
                genesis=genesis,
                settings=settings,
                operator=identity,
                seats=own,
                records=tuple(disk.log),
                notes=disk.notes,
            )

        return Machine(identity, build, keys=tuple(signer.public for signer in signers))

    return [machine(place, identity) for place, identity in enumerate(identities)]


def small_genesis(people: int, *, computers: int = 0, rounds: int = 3) -> SmallState:
    """The first state of the game of these machines."""
    identities = [Identity(bytes([person + 1]) * 32) for person in range(people)]
    return SmallState(seats=make_seats(identities, computers), rounds=rounds)


class SmallTricks:
    """What a cheat can do in the small game among so many people."""

    proven: frozenset[Kind] = frozenset()  # another's number is as good

    def __init__(self, people: int) -> None:
        self._people = people

    def signer(self, machine: Machine[SmallState], key: bytes) -> Identity:
        """Signs as a seat of the machine."""
        candidates = [machine.identity, *(machine.identity.computer_seat(TABLE, index) for index in range(9))]
        return next(signer for signer in candidates if signer.public == key)

    def another(self, machine: Machine[SmallState], state: SmallState, event: Event) -> tuple[Kind, tuple[Value, ...]]:
        """Another number, or leaving instead of opening a round."""
        match event.kind, event.body:
            case (Kind.DEAL_SHARES | Kind.SHUFFLE, (int() as number,)):
                return event.kind, ((number + 1) % HIGHEST,)
            case _:
                return Kind.RESIGN, (b"",)

    def forged(self, made: Made, _chance: random.Random) -> tuple[Value, ...] | None:
        """A number that is too high."""
        return (HIGHEST + 1,) if made.kind in (Kind.DEAL_SHARES, Kind.SHUFFLE) else None

    def wrong_shuffle(
        self, _machine: Machine[SmallState], _state: SmallState, _made: Made, _chance: random.Random
    ) -> tuple[Value, ...]:
        """A number that is too high."""
        return (HIGHEST + 1,)

    def elsewhere(self) -> list[Event]:
        """What the same people sign at another table."""
        return events_of(small_machines(self._people, table=ANOTHER_TABLE))
