"""False players that answer falsely: twice to one head, or with what the rules refuse."""

from __future__ import annotations

from typing import TypeVar

from scatnet.log import Event, Kind, make_event, make_evidence
from scatnet.log.bodies import RoundOpen
from scatnet.table.effects import Made, RecordType
from scatnet.table.seam import StateLike
from tests.simulation.cheats import Counted, Honest, Tricks, post_to, repeat
from tests.simulation.world import Machine, World

__all__ = ["Accuses", "Equivocates", "EquivocatesWithAllSeats", "Forges", "ShufflesFalsely"]

St = TypeVar("St", bound=StateLike)


class Equivocates(Counted[St]):
    """Gives two answers to one head: each to a part of the others at once, or the second to all, much later."""

    def __init__(self, tricks: Tricks[St], *, after: int, reveal: float) -> None:
        super().__init__(tricks, after=after)
        self.reveal = reveal

    def sends(self, world: World[St], machine: Machine[St], record: bytes) -> bool:
        event = self.strikes(machine, record)
        return event is not None and answer_twice(self.tricks, world, machine, event, self.reveal)


class EquivocatesWithAllSeats(Honest[St]):
    """An operator whose computer players, and last itself, give two answers to one head, one seat after the other or
    several in one step."""

    def __init__(self, tricks: Tricks[St], *, after: int, reveal: float) -> None:
        super().__init__(tricks)
        self.after = after
        self.reveal = reveal
        self._heads: dict[bytes, bytes] = {}  # where each seat struck

    def sends(self, world: World[St], machine: Machine[St], record: bytes) -> bool:
        event = self.own_answer(machine, record)
        if event is None or machine.peer is None or event.author in self._heads:
            return False
        state = machine.peer.ledger.state_of(machine.peer.ledger.nodes[event.head])
        last = event.author == machine.keys[0] and len(self._heads) < len(machine.keys) - 1
        if last or state.number < self.after or world.chance.random() < 0.5:
            return False
        self._heads[event.author] = event.head
        return answer_twice(self.tricks, world, machine, event, self.reveal * world.chance.choice((0.0, 1.0)))


class Forges(Honest[St]):
    """Puts something that the rules refuse into one answer of a kind; a computer player's, if it is to be so."""

    def __init__(self, tricks: Tricks[St], *, kinds: frozenset[Kind], after: int, computers: bool = False) -> None:
        super().__init__(tricks)
        self.kinds = kinds
        self.left = after
        self.computers = computers

    def makes(self, world: World[St], machine: Machine[St], made: Made) -> Made:
        if made.kind not in self.kinds or (self.computers and made.author == machine.keys[0]):
            return made
        self.left -= 1
        body = self.tricks.forged(made, world.chance) if self.left == 0 else None
        if body is None:
            return made
        world.say(machine, f"forges {made.kind}")
        return self.strike(world, machine, made, body)


class ShufflesFalsely(Honest[St]):
    """Publishes a deck that is no shuffle of the one before, with the best proof that there is."""

    def __init__(self, tricks: Tricks[St], *, after: int) -> None:
        super().__init__(tricks)
        self.left = after

    def makes(self, world: World[St], machine: Machine[St], made: Made) -> Made:
        self.left -= made.kind is Kind.SHUFFLE
        if made.kind is not Kind.SHUFFLE or self.left != 0 or machine.peer is None:
            return made
        self.left -= 1
        state = machine.peer.ledger.state_of(machine.peer.ledger.nodes[made.head])
        world.say(machine, "shuffles falsely")
        return self.strike(world, machine, made, self.tricks.wrong_shuffle(machine, state, made, world.chance))


class Accuses(Honest[St]):
    """Offers honest answers as evidence against those who gave them, in records and in the rounds that it opens."""

    def begins(self, world: World[St], machine: Machine[St]) -> None:
        repeat(world, machine, 2.0, self._accuse)

    def _accuse(self, world: World[St], machine: Machine[St]) -> None:
        event = self._some_answer(world, machine)
        if event is not None:
            post_to(world, machine, world.machines, make_evidence(event).record, RecordType.EVIDENCE)

    def makes(self, world: World[St], machine: Machine[St], made: Made) -> Made:
        event = self._some_answer(world, machine)
        if made.kind is not Kind.ROUND_OPEN or event is None or machine.peer is None or world.chance.random() < 0.5:
            return made
        state = machine.peer.ledger.state_of(machine.peer.ledger.nodes[made.head])
        seat = next(place for place, each in enumerate(state.seats) if each.key == event.author)
        world.say(machine, f"accuses seat {seat} of a {event.kind}")
        return self.strike(world, machine, made, RoundOpen((), ((seat, make_evidence(event)),)).to_body())

    @staticmethod
    def _some_answer(world: World[St], machine: Machine[St]) -> Event | None:
        """An answer of another seat, old or new, on any branch, that the rules accept."""
        if machine.peer is None:
            return None
        honest = {key for each in world.machines if each.honest for key in each.keys}
        node = world.chance.choice(list(machine.peer.ledger.nodes.values()))
        answers = [
            node.answers(slot)[digest]
            for slot in node.slots
            for digest in node.admissible(slot)
            if slot.author in honest and Kind.BEGIN not in slot.kinds
        ]
        return world.chance.choice(answers) if answers else None


def answer_twice(tricks: Tricks[St], world: World[St], machine: Machine[St], event: Event, reveal: float) -> bool:
    """Sign another answer beside `event`. Without `reveal` both go out now, each to a part of the others, and True is
    given; else the other one goes to all after so many seconds."""
    if machine.peer is None:
        return False
    ledger = machine.peer.ledger
    state = ledger.state_of(ledger.nodes[event.head])
    kind, body = tricks.another(machine, state, event)
    signer = tricks.signer(machine, event.author)
    other = make_event(signer, table=ledger.table, head=event.head, kind=kind, body=body)
    world.struck.add((event.author, event.head))
    world.say(machine, f"equivocates at step {state.number} with {event.kind} and {kind}")
    others = [each for each in world.machines if each is not machine]
    if reveal:
        world.at(reveal, lambda: post_to(world, machine, others, other.record))
        return False
    world.chance.shuffle(others)
    split = world.chance.randint(0, len(others))
    post_to(world, machine, others[:split], event.record)
    post_to(world, machine, others[split:], other.record)
    return True
