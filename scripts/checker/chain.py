"""The heads that the records of a table lead to: a tree of branches, and the one chain that stands (chapters 5, 8)."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from checker.bodies import Vote
from checker.events import Event
from checker.examine import examine
from checker.fold import fold
from checker.heads import Outcomes, next_head
from checker.refusal import Refused
from checker.schema import SLOT, VOTES
from checker.slots import Slot, expected
from checker.state import Table
from checker.votes import LAPSE, Answers, decide

MOST_BRANCHES = 4096
"""So many ways to close one step are looked at; nine seats with a choice of event or lapse make 512."""


class Records:
    """The events of one table by the head they answer to."""

    def __init__(self, events: Iterable[Event]) -> None:
        found: dict[bytes, dict[bytes, Event]] = defaultdict(dict)
        for event in events:
            found[event.head].setdefault(event.digest, event)
        self._by_head = {head: tuple(there.values()) for head, there in found.items()}

    def at(self, head: bytes) -> tuple[Event, ...]:
        """The events that answer to `head`."""
        return self._by_head.get(head, ())

    @property
    def heads(self) -> frozenset[bytes]:
        """All heads that something answers to."""
        return frozenset(self._by_head)


@dataclass(slots=True)
class Node:
    """One head that was reached: its state, its slots, what answers to them, and the branches from here.

    `before` are the events that closed the step at `parent`, which led here.
    """

    table: Table
    slots: tuple[Slot, ...]
    answers: dict[int, Answers]
    before: tuple[Event, ...]
    parent: Node | None
    branches: list[Branch] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Branch:
    """One way a step was closed, and the node it led to."""

    outcomes: Outcomes
    node: Node


class Chain:
    """All that a set of records leads to from the head after the `open`.

    `nodes` are all heads reached, `steps` those of the chain that closed, `last` is the chain's last head, and
    `decided` the outcomes there of the slots that are not open.
    """

    def __init__(self, start: Table, records: Records) -> None:
        self._records = records
        self.nodes: dict[bytes, Node] = {}
        self._root = self._node(start, (), None)
        self._explore()
        self.steps: list[tuple[Node, Outcomes]] = []
        self.decided: dict[int, Event | None] = {}
        self.last = self._follow()

    def _node(self, table: Table, before: tuple[Event, ...], parent: Node | None) -> Node:
        node = self.nodes.get(table.head)
        if node is None:
            slots = expected(table)
            answers = {slot.seat: self._answers(table, slot) for slot in slots}
            node = self.nodes[table.head] = Node(table, slots, answers, before, parent)
        return node

    def _next(self, node: Node, outcomes: Outcomes) -> Node:
        before = tuple(event for event in outcomes.values() if event is not None)
        return self._node(fold(node.table, outcomes), before, node)

    def _answers(self, table: Table, slot: Slot) -> Answers:
        admissible: list[Event] = []
        refused: list[tuple[Event, str]] = []
        votes: list[Event] = []
        for event in self._records.at(table.head):
            if event.kind in VOTES:
                if isinstance(event.body, Vote) and event.body.seat == slot.seat:
                    votes.append(event)
            elif event.kind in SLOT and event.author == slot.key:
                try:
                    examine(table, slot, event)
                    admissible.append(event)
                except Refused as reason:
                    refused.append((event, str(reason)))
        return Answers(tuple(admissible), tuple(refused), tuple(votes))

    def _explore(self) -> None:
        waiting = [self._root]
        while waiting:
            node = waiting.pop()
            for outcomes in self._ways(node):
                head = next_head(node.table.head, outcomes)
                if head in self._records.heads and head not in self.nodes:
                    branch = Branch(outcomes, self._next(node, outcomes))
                    node.branches.append(branch)
                    waiting.append(branch.node)

    def _ways(self, node: Node) -> list[Outcomes]:
        if not node.slots:
            return []
        choices: list[list[Event | None]] = []
        for slot in node.slots:
            answers = node.answers[slot.seat]
            lapse: list[Event | None] = [] if node.table.step == "begin" else [None]
            choices.append([*answers.admissible, *lapse])
        ways = itertools.islice(itertools.product(*choices), MOST_BRANCHES)
        return [{slot.seat: outcome for slot, outcome in zip(node.slots, way, strict=True)} for way in ways]

    def _follow(self) -> Node:
        node = self._root
        while node.slots:
            followed = self._followed(node)
            self.decided = {}
            for slot in node.slots:
                outcome = decide(node.table, slot, node.answers[slot.seat], followed)
                if outcome is not None:
                    self.decided[slot.seat] = outcome if isinstance(outcome, Event) else None
            if len(self.decided) < len(node.slots):
                return node
            outcomes, self.decided = self.decided, {}
            self.steps.append((node, outcomes))
            known = self.nodes.get(next_head(node.table.head, outcomes))
            node = known if known is not None else self._next(node, outcomes)
        return node

    def _followed(self, node: Node) -> frozenset[tuple[bytes, int, bytes]]:
        if all(not answers.votes and not answers.evidence for answers in node.answers.values()):
            return frozenset()
        found: set[tuple[bytes, int, bytes]] = set()
        for branch in node.branches:
            signers = self._signers(branch.node)
            for seat, outcome in branch.outcomes.items():
                digest = LAPSE if outcome is None else outcome.digest
                found.update((who, seat, digest) for who in signers)
        return frozenset(found)

    def _signers(self, first: Node) -> frozenset[bytes]:
        operators = {seat.key: seat.operator for seat in first.table.seats}
        operators.update({seat.operator: seat.operator for seat in first.table.seats})
        signers: set[bytes] = set()
        waiting = [first]
        while waiting:
            node = waiting.pop()
            for event in self._records.at(node.table.head):
                if event.kind in VOTES or event.kind in SLOT:
                    signers.add(operators.get(event.author, b""))
            waiting.extend(branch.node for branch in node.branches)
        return frozenset(signers - {b""})
