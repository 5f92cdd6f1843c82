"""The ledger: the tree of heads made from the set of records.

Every head that anybody may have reached is a node, and every record stands at the node it answers to. How a node's step
closes is decided from the set alone (see `decisions`), so the same records give the same chain, head and state in
whatever order they came. A record that comes late may reopen a step: the chain is then cut there and grows again, along
branches that are kept.

A step in dispute may have closed in several ways in the eyes of others. Each such way that any record answers to is a
node too (see `tree`): that is how it is known who has followed what.

Nothing here checks proofs. The ledger says which events want a check and is told the verdict; an unchecked event
decides nothing. Nothing is ever iterated in the order of a hash.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Generic

from scatnet.log import REQUEST, SLOT, VOTE, Event, Evidence, Step, make_evidence
from scatnet.log.bodies import Keep, Lapse, body_of
from scatnet.table.archive import RECENT_STEPS
from scatnet.table.beginnings import electorate, is_beginning, standing_begin
from scatnet.table.decisions import Standing
from scatnet.table.early import EarlyEvents
from scatnet.table.node import Node, Path
from scatnet.table.refused import Refused
from scatnet.table.seam import Engine, S
from scatnet.table.slots import Slot
from scatnet.table.tree import Tree

__all__ = ["ANSWERS", "Admission", "Changes", "Check", "Ledger"]

ANSWERS: Final = 16
"""So many different answers of one author to one head are kept, and more only where somebody votes to keep them. Two
are evidence; a peer follows one at most, so with nine seats no more than nine can matter. Beyond the chain two are
enough until the chain comes there."""

SPARE_BYTES: Final = 64 * 1024
"""More than two answers of one author to one head are no longer than this altogether."""

MISPLACED: Final = 2
MISPLACED_BYTES: Final = 16 * 1024
"""So many answers of a kind that their slot does not wait for are kept, of at most so many bytes: what is wrong with
the first can be seen without any proof."""


class Admission(Enum):
    """What became of an event."""

    STORED = "stored"
    KNOWN = "known"  # it was here before
    EARLY = "early"  # its head is not reached yet
    USELESS = "useless"  # it can change nothing here: nobody waits for it, or its author has no say
    FULL = "full"  # too much of its author is here already


@dataclass(frozen=True, slots=True)
class Check(Generic[S]):
    """An event that wants a verdict in `state`."""

    state: S
    event: Event


@dataclass(slots=True)
class Changes(Generic[S]):
    """What has changed since the last `settle`: records new at their nodes, evidence that has come to light, how many
    steps were undone, and the nodes that the chain has reached since."""

    stored: list[Event] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    undone: int = 0
    reached: list[Node[S]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.stored or self.evidence or self.undone or self.reached)


class Ledger(Generic[S]):
    """All records of one table, and the chain that they decide."""

    def __init__(self, engine: Engine[S], genesis: S, own: bytes | None = None) -> None:
        """Begin with the state after `open`; `own` is the key of the operator of this machine, if it plays."""
        self._own: Final = own
        self._tree: Final = Tree(engine, genesis)
        self.table: Final = genesis.table
        self.early: Final = EarlyEvents()
        self.nodes: Final = self._tree.nodes
        self.odd: Final[dict[bytes, Node[S]]] = {}  # nodes that may hold more than what closed their steps
        self.evidence: Final[dict[tuple[bytes, bytes], Evidence]] = {}  # by head and author
        self._dirty: dict[bytes, Node[S]] = {}
        self._wanted: dict[bytes, Node[S]] = {}
        self._asked: set[tuple[bytes, bytes]] = set()
        self._matters: dict[bytes, Node[S]] = {}  # nodes in dispute, new or lately touched
        self._changes: Changes[S] = Changes()
        self.root: Final = self._tree.root
        self.root.visited = True
        self._touch(self.root)
        self.chain: Final[list[Node[S]]] = [self.root]

    # What the records say

    @property
    def tip(self) -> Node[S]:
        """The node of the current head."""
        return self.chain[-1]

    @property
    def head(self) -> bytes:
        """The current head."""
        return self.chain[-1].head

    @property
    def state(self) -> S:
        """The state at the current head."""
        return self._tree.state(self.chain[-1])

    def state_of(self, node: Node[S]) -> S:
        """The state at a node, folded again where it was given up."""
        return self._tree.state(node)

    def reaches(self, head: bytes) -> bool:
        """Whether a head is that of a node, or one step beyond one as its records stand."""
        return head in self.nodes or self._tree.within_reach(head) is not None

    def on_chain(self, node: Node[S]) -> bool:
        """Whether the chain passes through a node."""
        return node.number < len(self.chain) and self.chain[node.number] is node

    def step_to(self, node: Node[S]) -> Step:
        """The step that led to a node. Raises ValueError for the root."""
        if node.parent is None:
            raise ValueError("no step leads to the first head")
        return node.parent.step(node.path)

    def closed_with(self, node: Node[S], slot: Slot) -> tuple[bool, bytes | None]:
        """Whether the chain goes on beyond a node on it, and with which of the slot's events (None: it lapsed)."""
        if node is self.tip:
            return False, None
        return True, dict(self.chain[node.number + 1].path)[slot.seat]

    def matters(self) -> Iterator[tuple[Node[S], Slot]]:
        """The slots on the chain that somebody has voted on or played false at, oldest first; old ones only where
        something has been said about them lately."""
        for node in sorted(self._matters.values(), key=lambda node: node.number):
            if self.on_chain(node):
                for slot in node.slots:
                    if node.disputed(slot):
                        yield node, slot

    def signed_elsewhere(self, author: bytes) -> Iterator[tuple[S, Event]]:
        """What this author has answered on branches that the chain has left behind lately, each with its state."""
        for node in self.chain[-RECENT_STEPS:]:
            left_behind = [child for child in node.children if not self.on_chain(child)]
            while left_behind:
                other = left_behind.pop()
                left_behind += other.children
                slot = other.slot_of(author)
                for event in other.answers(slot).values() if slot is not None else ():
                    yield self._tree.state(other), event

    def requests_at(self, head: bytes) -> tuple[Event, ...]:
        """The requests to come back that answer to this head, by author."""
        node = self.nodes.get(head)
        return () if node is None else tuple(node.records.requests[key] for key in sorted(node.records.requests))

    # Records in

    def add(self, event: Event) -> Admission:
        """Take in an event, decoded and so signed by its author. Call `settle` to learn what follows from it."""
        if event.table != self.table or event.kind not in SLOT | VOTE | REQUEST:
            return Admission.USELESS
        node = self.nodes.get(event.head)
        if node is None and (way := self._tree.within_reach(event.head)) is not None:
            node = self._grow(*way)
        if node is not None:
            return self._store(node, event)
        if self.early.holds(event):
            return Admission.KNOWN
        if not self._may_come(event.author):
            return Admission.USELESS
        self.early.put(event)
        return Admission.EARLY

    def judge(self, head: bytes, digest: bytes, refused: Refused | None) -> bool:
        """Take in the verdict on an answer; whether it is the first on an answer that is here."""
        node = self.nodes.get(head)
        if node is None or digest in node.records.verdicts:
            return False
        if all(digest not in answers for answers in node.records.answers.values()):
            return False
        node.records.verdicts[digest] = refused
        if refused is not None:
            node.quiet = False
        self._asked.discard((head, digest))
        self._touch(node)
        return True

    def wanted(self) -> tuple[Check[S], ...]:
        """The events that want a verdict and for which none has been asked yet; each is given once."""
        checks: list[Check[S]] = []
        for node in self._wanted.values():
            for slot in node.slots:
                for digest in node.unchecked(slot):
                    if (node.head, digest) not in self._asked and not _is_past(node, slot, digest):
                        self._asked.add((node.head, digest))
                        checks.append(Check(self._tree.state(node), node.answers(slot)[digest]))
        self._wanted.clear()
        return tuple(checks)

    def settle(self) -> Changes[S]:
        """Decide everything anew that has been touched, and say what has changed since the last time."""
        while self._dirty:
            dirty = sorted(self._dirty.values(), key=lambda node: (node.number, node.head))
            self._dirty.clear()
            for node in dirty:
                self._decide(node)
            self._regrow(dirty)
        newest = self.tip.number
        self._tree.tidy(newest)
        for node in [node for node in self._matters.values() if node.number < newest - 2 * RECENT_STEPS]:
            del self._matters[node.head]
        changes, self._changes = self._changes, Changes()
        return changes

    # Storing

    def _store(self, node: Node[S], event: Event) -> Admission:
        if event.kind in SLOT:
            stored = self._store_answer(node, event)
        elif event.kind in VOTE:
            stored = self._store_vote(node, event)
        else:
            stored = self._store_request(node, event)
        if stored is Admission.STORED:
            self._changes.stored.append(event)
            if event.kind not in REQUEST:
                # Whoever decides about a step before may count this signature.
                for before in self._tree.sign_in(node, node.operators.get(event.author, event.author)):
                    self._dirty[before.head] = before
                self._touch(node)
        return stored

    def _store_answer(self, node: Node[S], event: Event) -> Admission:
        slot = node.slot_of(event.author)
        if slot is None:
            return Admission.USELESS
        answers = node.records.answers.setdefault(event.author, {})
        if event.digest in answers:
            return Admission.KNOWN
        if event.kind not in slot.kinds and len(event.unsigned) > MISPLACED_BYTES:
            return Admission.USELESS
        if not self._has_room(node, slot, event) and not _is_kept(node, event.digest):
            return Admission.FULL
        answers[event.digest] = event
        if len(answers) > 1:
            self._mark(node)
            other = min(digest for digest in answers if digest != event.digest)
            self._note(make_evidence(answers[other], event))
        return Admission.STORED

    def _has_room(self, node: Node[S], slot: Slot, event: Event) -> bool:
        answers = node.answers(slot)
        if event.kind not in slot.kinds:
            return sum(answer.kind not in slot.kinds for answer in answers.values()) < MISPLACED
        if len(answers) < 2:
            return True
        spare = sum(len(answer.unsigned) for answer in answers.values()) + len(event.unsigned)
        return len(answers) < ANSWERS and spare <= SPARE_BYTES and self.on_chain(node)

    def _may_come(self, author: bytes) -> bool:
        """Whether an author has a say at this table, as far as is known: anybody may sit until it has begun."""
        begun = self.root.children if is_beginning(self.root) else (self.root,)
        return not begun or any(author in node.operators for node in begun)

    def _store_vote(self, node: Node[S], event: Event) -> Admission:
        vote = body_of(event)
        assert isinstance(vote, Lapse | Keep)
        slot = node.slot_at(vote.seat)
        voters = electorate(node) if is_beginning(node) else node.voters
        if slot is None or event.author not in voters or node.owner(slot) == event.author:
            return Admission.USELESS
        if not node.records.put_vote(event):
            return Admission.KNOWN
        self._mark(node)
        return Admission.STORED

    def _store_request(self, node: Node[S], event: Event) -> Admission:
        if event.author not in node.operators:
            return Admission.USELESS
        if event.author in node.records.requests:
            return Admission.KNOWN
        node.records.requests[event.author] = event
        self.odd[node.head] = node
        return Admission.STORED

    def _note(self, evidence: Evidence) -> None:
        known = self.evidence.get((evidence.head, evidence.author))
        if known is None or len(known.events) < len(evidence.events):  # two answers convict whatever became of the slot
            self.evidence[evidence.head, evidence.author] = evidence
            self._changes.evidence.append(evidence)

    def _mark(self, node: Node[S]) -> None:
        node.quiet = False
        self.odd[node.head] = node
        self._matters[node.head] = node

    def _touch(self, node: Node[S]) -> None:
        self._dirty[node.head] = node
        self._wanted[node.head] = node

    # Deciding

    def _decide(self, node: Node[S]) -> None:
        beginning = is_beginning(node)
        disputed = not node.quiet
        if disputed:
            self._mark(node)
        if beginning:
            (slot,) = node.slots
            for digest in node.admissible(slot):
                self._grow(node, ((slot.seat, digest),))
            node.following = standing_begin(node, self._own)
            return
        path = _decided(node)
        node.following = None if path is None else self._grow(node, path)
        if disputed or not self.on_chain(node):
            self._look_beyond(node)

    def _look_beyond(self, node: Node[S]) -> None:
        """Grow the ways in which the step may have closed for others where records answer to them already; a record
        that comes later finds them within reach."""
        for head, path in self._tree.look_beyond(node):
            if head in self.early:
                self._grow(node, path)

    def _grow(self, node: Node[S], path: Path) -> Node[S]:
        """The node that a step in the way of `path` leads to, made where it is new."""
        known = node.child(path)
        if known is not None:
            return known
        child = self._tree.grow(node, path)
        self._touch(child)
        for event in self.early.take(child.head):
            self._store(child, event)
        return child

    def _regrow(self, dirty: list[Node[S]]) -> None:
        """Cut the chain where it no longer follows the decisions, and let it grow to where nothing is decided."""
        for node in dirty:
            if self.on_chain(node) and node is not self.tip and node.following is not self.chain[node.number + 1]:
                self._cut(node)
        while self.tip.following is not None and self.tip.head not in self._dirty:
            node = self.tip.following
            self.chain.append(node)
            node.visited = True
            self._changes.reached.append(node)
            if node.head not in self._dirty:
                self._note_refused(node)
        for node in dirty:
            self._note_refused(node)

    def _cut(self, node: Node[S]) -> None:
        """Make a node on the chain its tip."""
        for undone in self.chain[node.number + 1 :]:
            self.odd[undone.head] = undone
            if self._changes.reached:
                self._changes.reached.pop()
            else:
                self._changes.undone += 1
        del self.chain[node.number + 1 :]

    def _note_refused(self, node: Node[S]) -> None:
        """A refused answer is evidence where the chain passes through its head, and nowhere else."""
        if not node.quiet and self.on_chain(node):
            for slot in node.slots:
                for digest in node.refused(slot):
                    self._mark(node)
                    self._note(make_evidence(node.answers(slot)[digest]))


def _decided(node: Node[S]) -> Path | None:
    """How the step closes; None while any slot is open, or where none is waited for."""
    path: list[tuple[int, bytes | None]] = []
    for slot in node.slots:
        decision = node.standing(slot)
        if decision.standing is Standing.OPEN:
            return None
        path.append((slot.seat, decision.event))
    return tuple(path) or None


def _is_kept(node: Node[S], digest: bytes) -> bool:
    return any(digest in ballot.keeps for ballot in node.records.ballots.values())


def _is_past(node: Node[S], slot: Slot, digest: bytes) -> bool:
    """Whether a further answer cannot matter: the others have gone on with another one, and nobody keeps this one."""
    accepted = node.admissible(slot)
    if not accepted or _is_kept(node, digest):
        return False
    poll = node.poll(slot)
    return any(len(poll.following(event) - poll.lapse) * 2 > len(poll.others) for event in accepted)
