"""What has happened at a table before it was opened here, read from its ledger.

Whoever comes back to a game finds it told as if they had been there. It is told by the same `news` as what happens from
now on, so the words are the same and nothing is told that was not public. No more than the last steps are folded again,
which is all of most games: a long log opens as fast as a short one.
"""

from __future__ import annotations

from typing import Final

from scatnet.log import Kind
from scatnet.table.happenings import Happening
from scatnet.table.ledger import Ledger
from scatnet.table.news import news
from scatnet.table.state import TableState

__all__ = ["PAST_STEPS", "past_of"]

PAST_STEPS: Final = 400
"""The rounds that were opened within so many steps are told, and always the one that is being played."""


def past_of(ledger: Ledger[TableState], steps: int = PAST_STEPS) -> tuple[Happening, ...]:
    """The happenings of the last rounds on the chain, in order; all of the game where it is no longer than that.

    What came before everybody had a place is left out, for its seats were numbered otherwise.
    """
    told: list[Happening] = []
    for node in ledger.chain[_first(ledger, steps) + 1 :]:
        after = ledger.state_of(node)
        if node.parent is not None and after.game is not None:
            told += news(ledger.state_of(node.parent), ledger.step_to(node), after)
    return tuple(told)


def _first(ledger: Ledger[TableState], steps: int) -> int:
    """The place on the chain from which on it is told: 0, or where a round was opened."""
    if len(ledger.chain) <= steps:
        return 0
    opened = [
        place
        for place, node in enumerate(ledger.chain[:-1])  # nothing has closed at the last one yet
        if any(Kind.ROUND_OPEN in slot.kinds for slot in node.slots)
    ]
    return next((place for place in opened if place >= len(ledger.chain) - steps), opened[-1] if opened else 0)
