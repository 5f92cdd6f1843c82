"""What must hold in every simulated game, whatever happened in it. Problems come back as sentences."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TypeVar

from scatnet.log import Event, Kind
from scatnet.table.ledger import Admission, Ledger
from scatnet.table.node import Node
from scatnet.table.refused import Refused
from scatnet.table.seam import Engine, StateLike
from scatnet.table.slots import Slot
from tests.simulation.world import Machine, World

__all__ = ["forged_answers", "problems", "replayed_head"]

St = TypeVar("St", bound=StateLike)

_UNKNOWN = Refused("nobody has asked")


def problems(world: World[St], engine: Engine[St], genesis: St) -> list[str]:
    """Everything that should not be, at the end of a run in which all that can talk have talked."""
    honest = [machine for machine in world.machines if machine.honest and machine.peer is not None]
    found = list(world.complaints)
    found += _signed_twice(world)
    found += _wrongly_named(world, honest)
    found += _disagreement(honest)
    found += _unfinished(honest, engine)
    found += _unpunished(world, honest)
    found += _let_pass(world)
    found += _votes_of_computers(world, honest)
    found += _nonces(honest)
    if honest:
        found += _order_matters(world, honest, engine, genesis)
    return found


def _signed_twice(world: World[St]) -> Iterator[str]:
    for author, head in world.signed.twice():
        yield f"an honest machine signed twice: {author.hex()[:8]} at {head.hex()[:8]}"


def _wrongly_named(world: World[St], honest: list[Machine[St]]) -> Iterator[str]:
    innocent = {key for machine in world.machines if machine.honest for key in machine.keys}
    for machine in honest:
        assert machine.peer is not None
        named = machine.false | {evidence.author for evidence in machine.peer.ledger.evidence.values()}
        for key in sorted(named & innocent):
            yield f"an honest machine is named for false play: {key.hex()[:8]}"


def _disagreement(honest: list[Machine[St]]) -> Iterator[str]:
    peers = [machine.peer for machine in honest if machine.peer is not None]
    if len({peer.ledger.head for peer in peers}) > 1:
        numbers = [(peer.state.number, peer.ledger.head.hex()[:8]) for peer in peers]
        yield f"honest machines end at different heads: {numbers}"
    elif any(peer.state != peers[0].state for peer in peers):
        yield "honest machines at one head have different states"


def _unfinished(honest: list[Machine[St]], engine: Engine[St]) -> Iterator[str]:
    """Whether the game is over, or waits for somebody whom the honest machines present cannot do without."""
    for machine in honest[:1]:
        assert machine.peer is not None
        node = machine.peer.ledger.tip
        here = frozenset(each.identity.public for each in honest)
        waited = [slot for slot in node.slots if not node.admissible(slot) or node.disputed(slot)]
        if node.slots and not waited:
            yield "nobody is waited for, and the step does not close"
        if node.slots and waited and not machine.peer.waiting():
            yield "the table waits and does not say for whom"
        voters = frozenset(engine.operators(machine.peer.state))
        if len(voters) < 2 and engine.away(machine.peer.state):
            continue  # suspended, until somebody comes back
        if waited and not any(_stands_in_the_way(node, slot, voters, here) for slot in waited):
            yield f"the table waits at step {node.number} though enough honest machines are here"


def _stands_in_the_way(node: Node[St], slot: Slot, voters: frozenset[bytes], here: frozenset[bytes]) -> bool:
    poll = node.poll(slot)
    others = voters - {node.owner(slot)}
    if poll.false:  # the votes that are still missing are those of others
        return bool(others - poll.answered - here) or not voters
    if node.owner(slot) in here:
        return False
    return len(others & here) * 2 <= len(voters)


def _nonces(honest: list[Machine[St]]) -> Iterator[str]:
    """A proof's commitment T_1 = ω·G says which nonce it has: none may stand in two different answers."""
    seen: dict[bytes, bytes] = {}
    innocent = {key for machine in honest for key in machine.keys}
    for machine in honest:
        assert machine.peer is not None
        for node in machine.peer.ledger.nodes.values():
            for event in node.records.events():
                match event.kind, event.body:
                    case Kind.DEAL_SHARES | Kind.DRAW_SHARES, ((_, (bytes() as commitments, _)),):
                        first = commitments[: len(commitments) // 2]
                        if event.author in innocent and seen.setdefault(first, event.digest) != event.digest:
                            yield f"one nonce in two answers, the second a {event.kind} at step {node.number}"
                            return


def _unpunished(world: World[St], honest: list[Machine[St]]) -> Iterator[str]:
    """Whoever played false at a head that counts is known to everybody, and what they did does not stand alone."""
    for machine in honest:
        assert machine.peer is not None
        ledger = machine.peer.ledger
        for author, head in world.struck:
            node = ledger.nodes.get(head)
            if node is None or not ledger.on_chain(node):
                continue
            slot = node.slot_of(author)
            if slot is not None and node.false(slot) and author not in machine.false:
                yield f"false play of {author.hex()[:8]} at step {node.number} is named by nobody"
            if slot is not None and node.refused(slot):
                closed, event = ledger.closed_with(node, slot)
                if closed and event in node.refused(slot):
                    yield "a refused event closes a step"


def _let_pass(world: World[St]) -> Iterator[str]:
    """Whether an honest machine accepts what the rules have to refuse."""
    for event, accepted in forged_answers(world):
        if accepted:
            yield f"a forged {event.kind} of {event.author.hex()[:8]} is accepted"


def forged_answers(world: World[St]) -> list[tuple[Event, bool]]:
    """The answers that the rules have to refuse and that have come to honest machines, each once, and whether any of
    these accepts it."""
    found: dict[bytes, tuple[Event, bool]] = {}
    for machine in world.machines:
        if machine.peer is None or not machine.honest:
            continue
        for author, head, kind, body in world.forged:
            node = machine.peer.ledger.nodes.get(head)
            if node is None:
                continue
            for digest, event in node.records.answers.get(author, {}).items():
                if (event.kind, event.body) == (kind, body):
                    accepted = node.records.verdicts.get(digest, _UNKNOWN) is None
                    found[digest] = (event, accepted or (digest in found and found[digest][1]))
    return [found[digest] for digest in sorted(found)]


def _votes_of_computers(world: World[St], honest: list[Machine[St]]) -> Iterator[str]:
    """Whether an honest machine keeps a vote that is no person's, or that is on the voter's own slot."""
    people = {machine.identity.public for machine in world.machines}
    for machine in honest:
        assert machine.peer is not None
        for node in machine.peer.ledger.odd.values():
            for voter, seat in node.records.ballots:
                slot = node.slot_at(seat)
                if voter not in people or slot is None or node.owner(slot) == voter:
                    yield f"a vote of {voter.hex()[:8]} on seat {seat} counts at step {node.number}"


def _order_matters(world: World[St], honest: list[Machine[St]], engine: Engine[St], genesis: St) -> Iterator[str]:
    """All records that honest machines hold, given to a fresh ledger in an order drawn by chance."""
    events: dict[bytes, Event] = {}
    for machine in honest:
        assert machine.peer is not None
        for node in machine.peer.ledger.nodes.values():
            for event in node.records.events():
                events[event.digest] = event
    head = replayed_head(list(events.values()), engine, genesis, world.chance)
    for machine in honest:
        assert machine.peer is not None
        if machine.peer.ledger.head != head:
            yield "the same records in another order give another head"
            return


def replayed_head(events: list[Event], engine: Engine[St], genesis: St, chance: random.Random) -> bytes:
    """The head that a fresh ledger comes to from these events, in an order drawn by chance."""
    shuffled = sorted(events, key=lambda event: event.digest)
    chance.shuffle(shuffled)
    ledger = Ledger(engine, genesis)
    late: list[tuple[Event, Refused | None]] = []  # checks that take their time
    for event in shuffled:
        ledger.add(event)
        if chance.random() < 0.5:
            ledger.settle()
        for check in ledger.wanted():
            late.append((check.event, engine.verdict(check.state, check.event)))
        while late and chance.random() < 0.7:
            checked, refused = late.pop(chance.randrange(len(late)))
            ledger.judge(checked.head, checked.digest, refused)
    while True:
        ledger.settle()
        late += [(check.event, engine.verdict(check.state, check.event)) for check in ledger.wanted()]
        for checked, refused in late:
            ledger.judge(checked.head, checked.digest, refused)
        if not late and Admission.STORED not in {ledger.add(event) for event in shuffled}:
            return ledger.head  # nothing is left that had found no room while it was early
        late.clear()
