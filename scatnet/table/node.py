"""One head of the tree: its slots, and every record that answers to it.

A node belongs to the ledger, which alone changes it. Records are kept as they came; what they decide is asked through
`poll`. A node long past is *folded up*: only the bytes of its records stay, and they are read again when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from scatnet.log import REQUEST, SLOT, Event, Outcome, Step, decode_record
from scatnet.log.bodies import Keep, Lapse, body_of
from scatnet.table.decisions import Decision, Poll, Standing, decide, may_lapse
from scatnet.table.refused import Refused
from scatnet.table.seam import StateLike
from scatnet.table.slots import Slot

__all__ = ["Ballot", "Node", "Path", "Records"]

St = TypeVar("St", bound=StateLike)

Path = tuple[tuple[int, bytes | None], ...]
"""How a step closed: for each slot in seat order its seat and the digest of its event, None for a lapse."""

_NOBODY: frozenset[bytes] = frozenset()
_UNCHECKED: Final = "unchecked"

KEEPS: Final = 2  # two different keep votes of one operator on one slot undo each other, further ones change nothing


@dataclass(slots=True)
class Ballot:
    """The votes of one operator on one slot: the event that says `lapse`, and those that say `keep` by what they
    keep."""

    lapse: Event | None = None
    keeps: dict[bytes, Event] = field(default_factory=dict)


@dataclass(slots=True)
class Records:
    """What answers to one head: answers by author and digest, with the verdicts so far; votes by operator and seat; and
    requests by author."""

    answers: dict[bytes, dict[bytes, Event]] = field(default_factory=dict)
    verdicts: dict[bytes, Refused | None] = field(default_factory=dict)
    ballots: dict[tuple[bytes, int], Ballot] = field(default_factory=dict)
    requests: dict[bytes, Event] = field(default_factory=dict)

    def put_vote(self, event: Event) -> bool:
        """Keep a vote; False where it changes nothing: it is here, or its author has said all that can count."""
        vote = body_of(event)
        assert isinstance(vote, Lapse | Keep)
        ballot = self.ballots.setdefault((event.author, vote.seat), Ballot())
        if isinstance(vote, Lapse):
            if ballot.lapse is not None:
                return False
            ballot.lapse = event
        else:
            if vote.event in ballot.keeps or len(ballot.keeps) >= KEEPS:
                return False
            ballot.keeps[vote.event] = event
        return True

    def events(self) -> Iterator[Event]:
        """All of them, answers first."""
        for answers in self.answers.values():
            yield from answers.values()
        for ballot in self.ballots.values():
            if ballot.lapse is not None:
                yield ballot.lapse
            yield from ballot.keeps.values()
        yield from self.requests.values()


class Node(Generic[St]):
    """A head that has been reached. `here` are the operators who answered or voted at it, `below` those who did so at
    any head beyond it; `path` is how the parent's step closed on the way here; `following` is the child that the
    records decide on."""

    __slots__ = (
        "_records",
        "_shelf",
        "below",
        "children",
        "following",
        "head",
        "here",
        "number",
        "opened",
        "operators",
        "parent",
        "path",
        "quiet",
        "slots",
        "state",
        "visited",
        "voters",
    )

    def __init__(
        self,
        state: St,
        *,
        slots: tuple[Slot, ...],
        voters: frozenset[bytes],
        operators: dict[bytes, bytes],
        parent: Node[St] | None,
        path: Path,
    ) -> None:
        self.state: St | None = state
        self.head: Final = state.head
        self.number: Final = state.number
        self.slots: Final = slots
        self.voters: Final = voters
        self.operators: Final = operators  # of each key that may sign at this head
        self.parent: Final = parent
        self.path: Final = path
        self.children: tuple[Node[St], ...] = ()
        self.here: frozenset[bytes] = _NOBODY
        self.below: frozenset[bytes] = _NOBODY
        self.following: Node[St] | None = None
        self.quiet = True  # no vote, and no false play: nothing can keep an admissible answer from standing
        self.visited = False  # whether it has ever been on the chain here
        self.opened: Callable[[Node[St]], None] | None = None  # told whenever the records come back into memory
        self._records: Records | None = Records()
        self._shelf: tuple[tuple[Refused | str | None, bytes, bytes], ...] = ()  # verdict, digest, record

    @property
    def records(self) -> Records:
        """The records that answer to this head; where it is folded up they are all read again, so look elsewhere
        first."""
        if self._records is None:
            self._records = _read(self._shelf)
            self._shelf = ()
            if self.opened is not None:
                self.opened(self)
        return self._records

    @property
    def beyond(self) -> frozenset[bytes]:
        """The operators who have signed at this head or beyond it."""
        return self.here | self.below

    def listing(self) -> Iterator[tuple[bytes, Event | bytes]]:
        """Every record at this head by its digest, answers first: the event, or its bytes where it is folded up."""
        if self._records is None:
            yield from ((digest, record) for _, digest, record in self._shelf)
        else:
            yield from ((event.digest, event) for event in self._records.events())

    def slot_of(self, author: bytes) -> Slot | None:
        """The slot that waits for this author, if any."""
        return next((slot for slot in self.slots if slot.author == author), None)

    def slot_at(self, seat: int) -> Slot | None:
        """The slot that waits for this seat, if any."""
        return next((slot for slot in self.slots if slot.seat == seat), None)

    def owner(self, slot: Slot) -> bytes:
        """The operator of the slot's seat."""
        return self.operators[slot.author]

    def answers(self, slot: Slot) -> dict[bytes, Event]:
        """The slot's answers by digest, whatever the rules say of them."""
        return self.records.answers.get(slot.author, {})

    def admissible(self, slot: Slot) -> tuple[bytes, ...]:
        """The digests of the slot's answers that the rules accept, in order."""
        verdicts = self.records.verdicts
        return tuple(sorted(digest for digest in self.answers(slot) if verdicts.get(digest, _UNCHECKED) is None))

    def refused(self, slot: Slot) -> tuple[bytes, ...]:
        """The digests of the slot's answers that the rules refuse, in order."""
        verdicts = self.records.verdicts
        return tuple(sorted(digest for digest in self.answers(slot) if verdicts.get(digest) is not None))

    def unchecked(self, slot: Slot) -> tuple[bytes, ...]:
        """The digests of the slot's answers that have no verdict yet, in order."""
        if self._records is None and not any(verdict == _UNCHECKED for verdict, _, _ in self._shelf):
            return ()
        return tuple(sorted(digest for digest in self.answers(slot) if digest not in self.records.verdicts))

    def false(self, slot: Slot) -> bool:
        """Whether the slot's author has played false here: two answers, or one that the rules refuse."""
        if self.quiet:
            return False
        return len(self.answers(slot)) > 1 or bool(self.refused(slot))

    def disputed(self, slot: Slot) -> bool:
        """Whether anybody has voted on the slot, or its author has played false."""
        if self.quiet:
            return False
        return any(seat == slot.seat for _, seat in self.records.ballots) or self.false(slot)

    def poll(self, slot: Slot) -> Poll:
        """All that is known about one slot, for `decisions`."""
        followed: dict[bytes, frozenset[bytes]] = {}
        followed_lapse = _NOBODY
        for child in self.children:
            digest = dict(child.path)[slot.seat]
            if digest is None:
                followed_lapse |= child.beyond & self.voters
            else:
                followed[digest] = followed.get(digest, _NOBODY) | child.beyond & self.voters
        keep: dict[bytes, frozenset[bytes]] = {}
        lapse: set[bytes] = set()
        for (operator, seat), ballot in self.records.ballots.items():
            if seat == slot.seat:
                if ballot.lapse is not None:
                    lapse.add(operator)
                for digest in ballot.keeps:
                    keep[digest] = keep.get(digest, _NOBODY) | {operator}
        return Poll(
            voters=self.voters,
            owner=self.owner(slot),
            admissible=self.admissible(slot),
            false=self.false(slot),
            lapse=frozenset(lapse),
            keep=keep,
            followed=followed,
            followed_lapse=followed_lapse,
        )

    def standing(self, slot: Slot) -> Decision:
        """How the slot stands."""
        if self.quiet and self.following is not None:  # the usual case of a node long past, which stays folded up
            return Decision(Standing.EVENT, dict(self.following.path)[slot.seat])
        if not self.disputed(slot):  # the usual case, without gathering a poll
            accepted = self.admissible(slot)
            return Decision(Standing.EVENT, accepted[0]) if accepted else Decision(Standing.OPEN)
        return decide(self.poll(slot))

    def ways(self, slot: Slot) -> tuple[bytes | None, ...]:
        """Every outcome that the slot may have had in the eyes of somebody who has seen part of these records."""
        accepted = self.admissible(slot)
        if self.disputed(slot) and may_lapse(self.poll(slot)):
            return (*accepted, None)
        return accepted

    def child(self, path: Path) -> Node[St] | None:
        """The node that a step in this way leads to, if it has been made."""
        return next((child for child in self.children if child.path == path), None)

    def step(self, path: Path) -> Step:
        """The step that closes this head in the way of `path`."""
        outcomes = []
        for slot, (seat, digest) in zip(self.slots, path, strict=True):
            outcomes.append(Outcome(seat, None if digest is None else self.answers(slot)[digest]))
        return Step(self.head, tuple(outcomes))

    def fold_records(self) -> None:
        """Keep only the bytes of the records until somebody asks for them."""
        if self._records is None:
            return
        records = self._records
        self._shelf = tuple(
            (
                records.verdicts.get(event.digest, _UNCHECKED) if event.kind in SLOT else None,
                event.digest,
                event.record,
            )
            for event in records.events()
        )
        self._records = None


def _read(shelf: tuple[tuple[Refused | str | None, bytes, bytes], ...]) -> Records:
    records = Records()
    for verdict, _, record in shelf:
        event = decode_record(record)
        if event.kind in SLOT:
            records.answers.setdefault(event.author, {})[event.digest] = event
            if not isinstance(verdict, str):
                records.verdicts[event.digest] = verdict
        elif event.kind in REQUEST:
            records.requests[event.author] = event
        else:
            records.put_vote(event)
    return records
