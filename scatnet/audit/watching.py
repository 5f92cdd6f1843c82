"""Who listens while an audit folds a log: every step as it closes, and how many are undone again.

An audit may have to begin again, or take steps back that later votes undo, so a watcher keeps what it is told in a list
that can be cut. The states are shared with the fold: a watcher takes out of them what it needs and lets them go.
"""

from __future__ import annotations

from typing import Protocol

from scatnet.log import Step
from scatnet.table.state import TableState

__all__ = ["Watcher"]


class Watcher(Protocol):
    """Told of every step, in order."""

    def began(self, genesis: TableState) -> None:
        """The log begins, or begins again: nothing told before counts."""

    def closed(self, before: TableState, step: Step, after: TableState) -> None:
        """A step closed: the table was in state `before` and is in state `after`."""

    def undone(self, steps: int) -> None:
        """The last `steps` steps told do not count."""
