"""False players that vote as nobody may."""

from __future__ import annotations

from typing import TypeVar

from scatnet.log import VOTE, Kind, decode_record
from scatnet.log.bodies import Keep, Lapse, body_of
from scatnet.table.node import Node
from scatnet.table.seam import StateLike
from tests.simulation.cheats import Honest, post_to, repeat
from tests.simulation.world import Machine, World

__all__ = ["ComputersVote", "FollowsTheAbandoned", "VotesAgainstThePast", "VotesBothWays"]

St = TypeVar("St", bound=StateLike)


class VotesBothWays(Honest[St]):
    """Follows up each of its votes with the opposite one, after a while and to some first."""

    def sends(self, world: World[St], machine: Machine[St], record: bytes) -> bool:
        event = decode_record(record)
        if event.kind not in VOTE or event.author != machine.identity.public or machine.peer is None:
            return False
        vote = body_of(event)
        assert isinstance(vote, Lapse | Keep)
        node = machine.peer.ledger.nodes[event.head]
        slot = node.slot_at(vote.seat)
        if slot is None:
            return False
        known = sorted(node.answers(slot)) or [world.chance.randbytes(32)]
        if isinstance(vote, Lapse):
            kind, body = Kind.KEEP, Keep(vote.seat, known[0]).to_body()
        else:
            kind, body = Kind.LAPSE, Lapse(vote.seat, b"").to_body()
        other = self.sign(machine, event.author, event.head, kind, body)
        world.say(machine, f"votes both ways on seat {vote.seat} at step {node.number}")
        world.at(world.chance.uniform(0.0, 100.0), lambda: post_to(world, machine, world.machines, other.record))
        return False


class VotesAgainstThePast(Honest[St]):
    """Votes, again and again, for a lapse of slots that everybody has long gone on from, itself included."""

    def begins(self, world: World[St], machine: Machine[St]) -> None:
        repeat(world, machine, 3.0, self._vote)

    def _vote(self, world: World[St], machine: Machine[St]) -> None:
        assert machine.peer is not None
        chain = machine.peer.ledger.chain
        node = world.chance.choice(chain[-12:])
        for slot in node.slots:
            if machine.identity.public in node.voters and node.owner(slot) != machine.identity.public:
                body = Lapse(slot.seat, b"").to_body()
                vote = self.sign(machine, machine.identity.public, node.head, Kind.LAPSE, body)
                post_to(world, machine, world.machines, vote.record)


class FollowsTheAbandoned(Honest[St]):
    """Once a slot has lapsed, signs votes beyond the step as if its event stood, to call the lapse back."""

    def begins(self, world: World[St], machine: Machine[St]) -> None:
        repeat(world, machine, 2.0, self._follow)

    def _follow(self, world: World[St], machine: Machine[St]) -> None:
        assert machine.peer is not None
        ledger = machine.peer.ledger
        for node, slot in ledger.matters():
            closed, event = ledger.closed_with(node, slot)
            known = node.admissible(slot)
            if closed and event is None and known and machine.identity.public in node.voters:
                self._sign_beyond(world, machine, node, slot.seat, known[0])

    def _sign_beyond(self, world: World[St], machine: Machine[St], node: Node[St], seat: int, event: bytes) -> None:
        assert machine.peer is not None
        path = tuple(
            (place, event if place == seat else digest)
            for place, digest in machine.peer.ledger.chain[node.number + 1].path
        )
        head = node.step(path).next_head
        for place in range(9):
            vote = self.sign(machine, machine.identity.public, head, Kind.LAPSE, Lapse(place, b"").to_body())
            post_to(world, machine, world.machines, vote.record)


class ComputersVote(Honest[St]):
    """Votes with the keys of its computer players too, on anybody's slot, its own among them: to be rid of a player who
    is in its way, or to keep what the others have voted out. None of it may count."""

    def begins(self, world: World[St], machine: Machine[St]) -> None:
        repeat(world, machine, 3.0, self._vote, times=60)

    def _vote(self, world: World[St], machine: Machine[St]) -> None:
        assert machine.peer is not None
        ledger = machine.peer.ledger
        node = world.chance.choice((ledger.tip, world.chance.choice(ledger.chain[-12:])))
        for slot in node.slots:
            known = sorted(node.answers(slot))
            for key in machine.keys:
                if key == machine.identity.public and node.owner(slot) != key:
                    continue  # a vote that it has
                if known and world.chance.random() < 0.5:
                    kind, body = Kind.KEEP, Keep(slot.seat, world.chance.choice(known)).to_body()
                else:
                    kind, body = Kind.LAPSE, Lapse(slot.seat, b"").to_body()
                post_to(world, machine, world.machines, self.sign(machine, key, node.head, kind, body).record)
