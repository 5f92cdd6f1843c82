"""The decision rule: how one slot closes, given who has said what about it.

Pure arithmetic over sets of operators. A `Poll` is gathered by the ledger from its records alone, so that two peers
with the same records decide alike, in whatever order the records came. Why no poll can give two outcomes, and why one
is always given once everybody has answered, is argued in protocol.md.

Words: *voters* are the operators with a seat in the game that is not away, the *owner* is the operator of the seat
whose slot it is, the *others* are the voters without the owner. Who has signed an answer or a vote at any head beyond
this step has *followed* the outcome which that head is beyond.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

__all__ = ["Decision", "Poll", "Standing", "decide", "keepers", "may_lapse", "quorum"]

Operators = frozenset[bytes]
_NOBODY: Operators = frozenset()


class Standing(Enum):
    """How a slot stands."""

    OPEN = "open"  # nothing is decided
    EVENT = "event"  # it closes with an event
    LAPSE = "lapse"


@dataclass(frozen=True, slots=True)
class Decision:
    """How a slot stands, and with which event (its digest) where it closes with one."""

    standing: Standing
    event: bytes | None = None


_OPEN = Decision(Standing.OPEN)
_LAPSE = Decision(Standing.LAPSE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Poll:
    """All that has been said about one slot.

    `admissible` are the digests of its author's answers that the rules accept. `false` says that there is evidence: an
    answer that the rules refuse, or two different ones. `lapse` are the operators who voted so; `keep` those who voted
    to keep an event, by its digest; `followed` and `followed_lapse` who has followed which outcome. Operators who are
    no voters, and the owner's votes, are left out here.
    """

    voters: Operators
    owner: bytes
    admissible: tuple[bytes, ...] = ()
    false: bool = False
    lapse: Operators = _NOBODY
    keep: Mapping[bytes, Operators] = field(default_factory=dict)
    followed: Mapping[bytes, Operators] = field(default_factory=dict)
    followed_lapse: Operators = _NOBODY

    @property
    def others(self) -> Operators:
        """The voters without the owner."""
        return self.voters - {self.owner}

    def keeping(self, event: bytes) -> Operators:
        """Who voted to keep this event and nothing else: a lapse vote, or a keep of a second event, undoes a keep."""
        elsewhere = [voters for digest, voters in self.keep.items() if digest != event]
        return self.keep.get(event, _NOBODY).difference(self.lapse, *elsewhere) & self.others

    def following(self, event: bytes) -> Operators:
        """Which of the others have followed this event."""
        return self.followed.get(event, _NOBODY) & self.others

    def supporting(self, event: bytes) -> Operators:
        """Which of the others keep or have followed this event."""
        return self.keeping(event) | self.following(event)

    @property
    def answered(self) -> Operators:
        """Which of the others have said anything."""
        said = self.lapse | self.followed_lapse
        return said.union(*self.keep.values(), *self.followed.values()) & self.others


def decide(poll: Poll) -> Decision:
    """How the slot closes by this poll."""
    return _decide_false(poll) if poll.false else _decide_plain(poll)


def may_lapse(poll: Poll) -> bool:
    """Whether any part of these records, seen alone, could have closed the slot with a lapse."""
    return poll.false or _majority(poll.lapse & poll.others, poll.voters)


def _decide_plain(poll: Poll) -> Decision:
    """No evidence: the one answer stands unless more than half of the voters, none of whom followed it, object."""
    event = poll.admissible[0] if poll.admissible else None
    lapse = poll.lapse & poll.others
    if _majority(lapse, poll.voters):
        # Once most of the others play on without the seat, nobody can call back a vote by following the event late.
        if _majority(poll.followed_lapse & poll.others, poll.others):
            return _LAPSE
        if _majority(lapse if event is None else lapse - poll.following(event), poll.voters):
            return _LAPSE
    return _OPEN if event is None else Decision(Standing.EVENT, event)


def _decide_false(poll: Poll) -> Decision:
    """Evidence: the author's signature counts for nothing, and an answer stands only by most of the others."""
    others = poll.others
    if _majority(poll.followed_lapse & others, others):
        return _LAPSE
    support = {event: len(poll.supporting(event)) for event in poll.admissible}
    best = min(support, key=lambda event: (-support[event], event), default=None)
    if best is not None and support[best] * 2 > len(others):
        return Decision(Standing.EVENT, best)
    # Nobody's answer that is still missing could make any event stand.
    if (max(support.values(), default=0) + len(others - poll.answered)) * 2 <= len(others):
        return _LAPSE
    return _OPEN


def keepers(poll: Poll, event: bytes) -> Operators:
    """Who holds on to `event` where there is no evidence: its owner by signing it, and all who keep or followed it."""
    return (poll.supporting(event) | {poll.owner}) & poll.voters


def quorum(poll: Poll, event: bytes) -> bool:
    """Whether an operator who voted `lapse` may go on with `event` at once: at least half of the voters hold on to
    it."""
    return len(keepers(poll, event)) * 2 >= len(poll.voters)


def _majority(part: Operators, whole: Operators) -> bool:
    return len(part) * 2 > len(whole)
