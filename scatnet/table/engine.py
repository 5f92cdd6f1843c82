"""The engine in one place, as the ledger takes it: what is expected, who votes, verdicts, and the fold.

`ENGINE` satisfies `scatnet.table.seam.Engine`; it holds nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from scatnet.log import Event, Step
from scatnet.table import examine, fold, slots
from scatnet.table.refused import Refused
from scatnet.table.slots import Slot
from scatnet.table.state import TableState

__all__ = ["ENGINE", "TableEngine"]


class TableEngine:
    """The game of Scat behind the seam."""

    def expected(self, state: TableState) -> tuple[Slot, ...]:
        """The slots of the step at this head, in seat order."""
        return slots.expected(state)

    def operators(self, state: TableState) -> Mapping[bytes, frozenset[int]]:
        """The operators who may vote, with their present seats."""
        return slots.operators(state)

    def away(self, state: TableState) -> Mapping[int, bytes]:
        """The seats that are away and may come back, each with the head at which it became away."""
        return slots.away(state)

    def verdict(self, state: TableState, event: Event) -> Refused | None:
        """None where the event may answer an expected slot, proofs and all; else why it is refused."""
        return examine.verdict(state, event)

    def is_slow(self, event: Event) -> bool:
        """Whether a verdict on it may take milliseconds."""
        return examine.is_slow(event)

    def fold(self, state: TableState, step: Step) -> TableState:
        """The state after a step whose outcomes are admissible."""
        return fold.fold(state, step)


ENGINE = TableEngine()
