"""The small game in the simulated world."""

from __future__ import annotations

from scatnet.log import Identity
from scatnet.table.peer import OwnSeat, Peer, PeerSettings
from tests.simulation.disk import Disk
from tests.simulation.world import Machine
from tests.table.small_game import TABLE, SmallEngine, SmallPlayer, SmallSeat, SmallState

ENGINE = SmallEngine()


def small_machines(
    people: int, *, computers: int = 0, rounds: int = 3, patience: float = 20.0
) -> list[Machine[SmallState]]:
    """Machines of so many people; the first of them runs `computers` more seats."""
    identities = [Identity(bytes([person + 1]) * 32) for person in range(people)]
    bots = [identities[0].computer_seat(TABLE, index) for index in range(computers)]
    seats = [SmallSeat(who.public, who.public) for who in identities]
    seats += [SmallSeat(bot.public, identities[0].public) for bot in bots]
    genesis = SmallState(seats=tuple(seats), rounds=rounds)
    settings = PeerSettings(patience=patience, turn_clock=0.0)

    def machine(place: int, identity: Identity) -> Machine[SmallState]:
        signers = [identity, *(bots if place == 0 else [])]

        def build(disk: Disk) -> Peer[SmallState]:
            own = [OwnSeat(player=SmallPlayer(signer), nickname="") for signer in signers]
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
