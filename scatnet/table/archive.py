"""Which states of a ledger stay in memory, and how the others come back.

The newest steps keep their states and records as they are, because that is where votes, evidence and late answers
matter day to day. Everything older is folded up to the bytes of its records. A record that reopens an old step brings
the state there back by folding again from the nearest older state that was kept: a few such checkpoints stay, spread
wider the older they are. So memory grows by the bytes of the log and little else.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from typing import Final, Generic

from scatnet.table.node import Node
from scatnet.table.seam import Engine, S

__all__ = ["CHECKPOINTS", "CHECKPOINT_STEPS", "RECENT_STEPS", "Archive"]

RECENT_STEPS: Final = 48
CHECKPOINT_STEPS: Final = 64  # at first; then every second checkpoint goes whenever there are too many
CHECKPOINTS: Final = 24


class Archive(Generic[S]):
    """Gives states of nodes, and folds up nodes that are long past."""

    def __init__(self, engine: Engine[S]) -> None:
        self._engine: Final = engine
        self._recent: deque[Node[S]] = deque()  # in the order in which they were made or their states came back
        self._reopened: deque[Node[S]] = deque()  # folded up once, and their records looked at since, newest last
        self._note_reopened: Final = self._reopened.append  # one for all nodes: they are many
        self._checkpoints: list[Node[S]] = []  # oldest first; they keep their states, not their records

    def keep(self, node: Node[S]) -> None:
        """Take charge of a node that has its state."""
        self._recent.append(node)
        node.opened = self._note_reopened

    def state(self, node: Node[S]) -> S:
        """The state at a node, folded again where it was given up."""
        if node.state is not None:
            return node.state
        path = [node]
        while path[-1].state is None:
            parent = path[-1].parent
            assert parent is not None  # the root is never folded up
            path.append(parent)
        state = path.pop().state
        assert state is not None
        while path:
            below = path.pop()
            assert below.parent is not None
            state = self._engine.fold(state, below.parent.step(below.path))
            if below.parent.state is None or below.parent in self._checkpoints:
                below.parent.fold_records()
        node.state = state
        self._recent.append(node)
        return state

    def tidy(self, newest: int) -> None:
        """Fold up what lies more than `RECENT_STEPS` before step number `newest`; so many nodes before that may have
        their records in memory again."""
        while len(self._reopened) > RECENT_STEPS:
            reopened = self._reopened.popleft()
            if reopened.number < newest - RECENT_STEPS:
                reopened.fold_records()
        while self._recent and self._recent[0].number < newest - RECENT_STEPS:
            node = self._recent.popleft()
            if node.parent is None:
                continue
            if self._is_checkpoint(node) and node not in self._checkpoints:
                insort(self._checkpoints, node, key=_number)
            node.fold_records()
            if node not in self._checkpoints:
                node.state = None
        if len(self._checkpoints) > CHECKPOINTS:
            for node in self._checkpoints[1::2]:
                node.state = None
            self._checkpoints = self._checkpoints[::2]

    @staticmethod
    def _is_checkpoint(node: Node[S]) -> bool:
        return node.state is not None and node.visited and node.number % CHECKPOINT_STEPS == 0


def _number(node: Node[S]) -> int:
    return node.number
