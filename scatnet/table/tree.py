"""The tree of heads that a ledger stands on: every head that anybody may have reached, and how one is reached from
another.

A step in dispute may have closed in several ways in the eyes of somebody who has seen only part of its records. Each
such way leads to a head that is `within reach`; it becomes a node once the ledger goes there, or has a record for it.
Nodes are many and much alike, so what they have in common they share.
"""

from __future__ import annotations

from typing import Final, Generic

from scatnet.table.archive import Archive
from scatnet.table.node import Node, Path
from scatnet.table.seam import Engine, S
from scatnet.table.slots import Slot
from scatnet.table.ways import paths

__all__ = ["Tree"]


class Tree(Generic[S]):
    """The nodes of one table, by head, beginning with `genesis`, the state after `open`."""

    def __init__(self, engine: Engine[S], genesis: S) -> None:
        self._engine: Final = engine
        self._archive: Final = Archive(engine)
        self._reach: Final[dict[bytes, tuple[Node[S], Path]]] = {}  # heads one step beyond nodes, no nodes yet
        self._looked: Final[dict[bytes, tuple[tuple[bytes | None, ...], ...]]] = {}  # ways already gone into, by head
        self._shared_sets: Final[dict[frozenset[bytes], frozenset[bytes]]] = {}
        self._shared_slots: Final[dict[tuple[Slot, ...], tuple[Slot, ...]]] = {}
        self._shared_operators: Final[dict[tuple[tuple[bytes, bytes], ...], dict[bytes, bytes]]] = {}
        self.nodes: Final[dict[bytes, Node[S]]] = {}
        self.root: Final = self._make(genesis, None, ())

    def state(self, node: Node[S]) -> S:
        """The state at a node, folded again where it was given up."""
        return self._archive.state(node)

    def tidy(self, newest: int) -> None:
        """Give up what is not needed of steps long before `newest`."""
        self._archive.tidy(newest)

    def within_reach(self, head: bytes) -> tuple[Node[S], Path] | None:
        """The node and the way from it that lead to a head which is no node yet; None where none does."""
        return self._reach.get(head)

    def grow(self, node: Node[S], path: Path) -> Node[S]:
        """Make the node that a step in the way of `path` leads to; it has none yet."""
        child = self._make(self._engine.fold(self._archive.state(node), node.step(path)), node, path)
        node.children = (*node.children, child)
        self._reach.pop(child.head, None)
        return child

    def look_beyond(self, node: Node[S]) -> tuple[tuple[bytes, Path], ...]:
        """Find the ways in which a node's step may have closed for others, and put the heads they lead to within reach;
        those that are new, with their ways."""
        ways = tuple(node.ways(slot) for slot in node.slots)
        if self._looked.get(node.head) == ways:
            return ()
        self._looked[node.head] = ways
        new = []
        for path in paths([slot.seat for slot in node.slots], ways):
            if node.child(path) is None:
                head = node.step(path).next_head
                self._reach[head] = (node, path)
                new.append((head, path))
        return tuple(new)

    def sign_in(self, node: Node[S], operator: bytes) -> tuple[Node[S], ...]:
        """Record that an operator has signed at a node; the nodes before it where that may count now."""
        if operator in node.here:
            return ()
        node.here = self._shared(node.here | {operator})
        before = []
        while node.parent is not None:
            node = node.parent
            before.append(node)
            if operator in node.below:
                break
            node.below = self._shared(node.below | {operator})
        return tuple(before)

    def _make(self, state: S, parent: Node[S] | None, path: Path) -> Node[S]:
        slots = self._engine.expected(state)
        keys = tuple((seat.key, seat.operator) for seat in state.seats)
        hosts = tuple((slot.author, slot.author) for slot in slots) if not keys else ()
        operators = dict(keys + hosts)
        operators |= {operator: operator for operator in operators.values()}
        node = Node(
            state,
            slots=self._shared_slots.setdefault(slots, slots),
            voters=self._shared(frozenset(self._engine.operators(state))),
            operators=self._shared_operators.setdefault(keys + hosts, operators),
            parent=parent,
            path=path,
        )
        self.nodes[node.head] = node
        self._archive.keep(node)
        return node

    def _shared(self, operators: frozenset[bytes]) -> frozenset[bytes]:
        return self._shared_sets.setdefault(operators, operators)
