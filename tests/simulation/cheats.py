"""False players: each does one thing that no honest machine does, at a time drawn from the world's chance.

A cheat works with its own machine's peer and keys, so all it sends is well signed. What it does is generic over the
game: another answer than the one it gave comes from the game's `Tricks`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from scatnet.log import SLOT, VOTE, Event, Kind, Signer, Value, decode_record, make_event
from scatnet.log.bodies import Keep, Lapse, body_of
from scatnet.table.effects import Made, RecordType
from scatnet.table.node import Node
from scatnet.table.seam import StateLike
from tests.simulation.world import Machine, World

St = TypeVar("St", bound=StateLike)

Body = tuple[Value, ...]


class Tricks(Protocol[St]):
    """What a cheat needs of the game."""

    def signer(self, machine: Machine[St], key: bytes) -> Signer:
        """Signs as a seat of the machine."""

    def another(self, machine: Machine[St], state: St, event: Event) -> tuple[Kind, Body]:
        """Another admissible answer of the same seat to the same head."""


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


class Equivocates(Counted[St]):
    """Gives two answers to one head: each to a part of the others at once, or the second to all, much later."""

    def __init__(self, tricks: Tricks[St], *, after: int, reveal: float) -> None:
        super().__init__(tricks, after=after)
        self.reveal = reveal

    def sends(self, world: World[St], machine: Machine[St], record: bytes) -> bool:
        event = self.strikes(machine, record)
        if event is None or machine.peer is None:
            return False
        state = machine.peer.ledger.state_of(machine.peer.ledger.nodes[event.head])
        kind, body = self.tricks.another(machine, state, event)
        other = self.sign(machine, event.author, event.head, kind, body)
        world.struck.add((event.author, event.head))
        world.say(machine, f"equivocates at step {state.number} with {event.kind} and {kind}")
        others = [each for each in world.machines if each is not machine]
        if self.reveal:
            world.at(self.reveal, lambda: post_to(world, machine, others, other.record))
            return False
        world.chance.shuffle(others)
        split = world.chance.randint(0, len(others))
        post_to(world, machine, others[:split], event.record)
        post_to(world, machine, others[split:], other.record)
        return True


class Forges(Honest[St]):
    """Damages the body of one answer of a kind."""

    def __init__(self, tricks: Tricks[St], *, kinds: frozenset[Kind], after: int) -> None:
        super().__init__(tricks)
        self.kinds = kinds
        self.left = after

    def makes(self, world: World[St], machine: Machine[St], made: Made) -> Made:
        if made.kind not in self.kinds:
            return made
        self.left -= 1
        if self.left:
            return made
        world.struck.add((made.author, made.head))
        world.say(machine, f"forges {made.kind}")
        return Made(made.head, made.author, made.kind, damaged(made.body, world.chance.random()))


class Mutters(Counted[St]):
    """Goes silent at the worst moment: its answers stay at home from one on, for so many seconds."""

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
                    world.struck.add((made.author, made.head))
                    world.say(machine, f"signs another's {made.kind}")
                    return Made(made.head, made.author, made.kind, event.body)
        return made


def post_to(world: World[St], machine: Machine[St], others: list[Machine[St]], record: bytes) -> None:
    """Send a record to some machines."""
    for other in others:
        if other is not machine:
            world.post(machine, other, RecordType.EVENT, record)


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


def damaged(value: Body, where: float) -> Body:
    """The same body with one number or one byte changed, at a place from 0 to 1 of all there is."""
    places = _count(value)
    changed, _ = _damage(value, int(where * places))
    assert isinstance(changed, tuple)
    return changed


def _count(value: Value) -> int:
    if isinstance(value, tuple):
        return sum(_count(part) for part in value)
    return 1


def _damage(value: Value, at: int) -> tuple[Value, int]:
    if isinstance(value, tuple):
        parts: list[Value] = []
        for part in value:
            changed, at = _damage(part, at)
            parts.append(changed)
        return tuple(parts), at
    if at:
        return value, at - 1
    match value:
        case bool():
            return not value, -1
        case int():
            return (value - 1 if value else 1), -1
        case bytes():
            return (value[:-1] + bytes([value[-1] ^ 1]) if value else b"\x00" * 32), -1
        case _:
            return value, -1
