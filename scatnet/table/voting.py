"""Which votes an honest operator owes, by what it has seen and done; and when it must not go on.

One vote for each slot, ever. `lapse` for an answer that is missing too long, or that evidence has made worthless;
`keep` for an event that was here before, once anybody objects. Whoever has gone on with an event only keeps it. Whoever
voted `lapse` goes on with the event only when it is sure to stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scatnet.log import Kind, Value
from scatnet.log.bodies import Keep, Lapse
from scatnet.table.beginnings import is_beginning
from scatnet.table.clocks import EVIDENCE_PAUSE, Clocks, PeerSettings
from scatnet.table.decisions import quorum
from scatnet.table.ledger import Ledger
from scatnet.table.node import Node
from scatnet.table.seam import S
from scatnet.table.slots import Slot

__all__ = ["NOT_HELD", "Vote", "held_at", "votes_due"]

Vote = tuple[bytes, Kind, tuple[Value, ...]]
"""The head, kind and body of a vote to be signed."""

NOT_HELD: Final = 2**63
"""A step that no game comes to."""


def votes_due(
    ledger: Ledger[S], operator: bytes, clocks: Clocks, settings: PeerSettings, held: int = NOT_HELD
) -> Iterator[Vote]:
    """The votes that `operator` has to sign now, none of them beyond the step at which it is held."""
    for node, slot in ledger.matters():
        followed = _has_followed(node, slot, operator)
        # Of many answers others may have no room for the one that was followed, unless somebody says to keep it.
        several = len(node.answers(slot)) > 1
        if node.number <= held and _may_vote(node, slot, operator) and (several or not followed):
            kept = _event_to_keep(ledger, node, slot)
            if kept is not None:
                yield node.head, Kind.KEEP, Keep(slot.seat, kept).to_body()
            elif not followed and _objects_to_false_play(ledger, node, slot, clocks):
                evidence = ledger.evidence.get((node.head, slot.author))
                digest = b"" if evidence is None else evidence.digest
                yield node.head, Kind.LAPSE, Lapse(slot.seat, digest).to_body()
    tip = ledger.tip
    if tip.number > held:
        return
    for slot in tip.slots:
        if (
            _may_vote(tip, slot, operator)
            and not _has_followed(tip, slot, operator)
            and _can_be_outvoted(tip, slot)
            and not tip.answers(slot)
            and clocks.reached(clocks.since + settings.lapse_after)
        ):
            yield tip.head, Kind.LAPSE, Lapse(slot.seat, b"").to_body()


def held_at(ledger: Ledger[S], operator: bytes, clocks: Clocks, settings: PeerSettings) -> int:
    """The first step that `operator` must not sign beyond yet, because it voted `lapse` on a slot that the chain closes
    with its event; NOT_HELD where there is none.

    It goes on once at least half of the voters hold on to the event. Where that cannot come about for want of answers,
    because somebody is gone for good, it goes on after another patience: with that it takes its vote back.
    """
    held = NOT_HELD
    for node, slot in ledger.matters():
        ballot = node.records.ballots.get((operator, slot.seat))
        closed, event = ledger.closed_with(node, slot)
        if ballot is None or ballot.lapse is None or event is None or not closed or node.false(slot):
            continue
        poll = node.poll(slot)
        if operator in poll.following(event) or quorum(poll, event):
            continue
        if not clocks.over("held", node.head, slot.seat, settings.lapse_after):
            held = min(held, node.number)
    return held


def _may_vote(node: Node[S], slot: Slot, operator: bytes) -> bool:
    """Whether the operator has a vote on another's slot that it has not used."""
    voters = node.voters
    if is_beginning(node):
        voters = frozenset().union(*(child.voters for child in node.children))
    return operator in voters and node.owner(slot) != operator and (operator, slot.seat) not in node.records.ballots


def _can_be_outvoted(node: Node[S], slot: Slot) -> bool:
    """Whether the others are enough to make the slot lapse: with two operators they are not."""
    return not is_beginning(node) and len(node.voters - {node.owner(slot)}) * 2 > len(node.voters)


def _has_followed(node: Node[S], slot: Slot, operator: bytes) -> bool:
    """Whether the records show already what the operator stands by: it has signed beyond the step."""
    poll = node.poll(slot)
    return operator in poll.followed_lapse.union(*poll.followed.values())


def _event_to_keep(ledger: Ledger[S], node: Node[S], slot: Slot) -> bytes | None:
    """The event that this peer stands by where somebody objects; None where there is none."""
    poll = node.poll(slot)
    closed, event = ledger.closed_with(node, slot)
    if closed:
        return event  # None: it has lapsed, and nobody waits for another vote
    accepted = node.admissible(slot)
    if not poll.false:
        return accepted[0] if accepted else None
    gone_on_with = {dict(child.path)[slot.seat] for child in node.children if child.visited}
    gone_on = [event for event in accepted if event in gone_on_with]
    if gone_on:
        return gone_on[0]
    supported = [event for event in accepted if poll.supporting(event)]
    return min(supported, key=lambda event: (-len(poll.supporting(event)), event), default=None)


def _objects_to_false_play(ledger: Ledger[S], node: Node[S], slot: Slot, clocks: Clocks) -> bool:
    """Whether evidence calls for a vote to lapse. Those who have followed one of two answers speak first."""
    if is_beginning(node) or not node.false(slot) or node is not ledger.tip:
        return False
    if not node.admissible(slot) and not node.unchecked(slot):
        return True
    return clocks.over("evidence", node.head, slot.seat, EVIDENCE_PAUSE)
