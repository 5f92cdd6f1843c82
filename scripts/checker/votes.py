"""How a slot closes (chapter 8.2), from all records there are: answers, votes, and who has followed what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from checker.bodies import Begin, Sit, Start, Vote
from checker.events import Event
from checker.slots import Slot
from checker.state import Table

Followed = frozenset[tuple[bytes, int, bytes]]
"""Who has followed what: operator, seat, and the digest of the event, empty for the lapse."""

LAPSE = b""


@dataclass(frozen=True, slots=True)
class Answers:
    """What there is for one slot: admissible events, refused ones with the reason, and the votes about its seat."""

    admissible: tuple[Event, ...]
    refused: tuple[tuple[Event, str], ...]
    votes: tuple[Event, ...]

    @property
    def evidence(self) -> bool:
        """Whether the seat's own signature counts for nothing."""
        return bool(self.refused) or len(self.admissible) > 1


def voters(table: Table) -> frozenset[bytes]:
    """The operators who count at the table's head (8.1)."""
    seats = range(len(table.seats)) if table.step.startswith("coin") else table.present
    return frozenset(table.seats[seat].operator for seat in seats)


def others(table: Table, seat: int, answers: Answers) -> frozenset[bytes]:
    """Who may vote about the slot of `seat`: the voters but its owner; at `begin`, who sits in one of them."""
    if table.step == "begin":
        return frozenset().union(*(_operators(event) for event in answers.admissible)) - {table.host}
    return voters(table) - {table.seats[seat].operator}


@dataclass(frozen=True, slots=True)
class _Tally:
    """The votes of the others for one slot."""

    others: frozenset[bytes]
    lapse: frozenset[bytes]
    keep: Mapping[bytes, bytes]
    answered: frozenset[bytes]


def _tally(others: frozenset[bytes], votes: tuple[Event, ...]) -> _Tally:
    lapse: set[bytes] = set()
    keeps: dict[bytes, set[bytes]] = {}
    for vote in votes:
        if vote.author in others and isinstance(vote.body, Vote):
            if vote.kind == "lapse":
                lapse.add(vote.author)
            else:
                keeps.setdefault(vote.author, set()).add(vote.body.digest)
    keep = {who: next(iter(kept)) for who, kept in keeps.items() if len(kept) == 1 and who not in lapse}
    return _Tally(others, frozenset(lapse), keep, frozenset(lapse | keeps.keys()))


def decide(table: Table, slot: Slot, answers: Answers, followed: Followed) -> Event | bytes | None:
    """The outcome of a slot: an event, `LAPSE`, or None while it stays open."""
    if table.step == "begin":
        return _begin(table, answers, followed)
    all_voters = voters(table)
    tally = _tally(others(table, slot.seat, answers), answers.votes)
    half = len(tally.others) / 2
    followers = {who for who in tally.others if (who, slot.seat, LAPSE) in followed}
    if answers.evidence:
        return _with_evidence(slot, answers, tally, followed, len(followers) > half)
    many = len(all_voters) / 2
    if len(tally.lapse) > many and len(followers) > half:
        return LAPSE
    event = answers.admissible[0] if answers.admissible else None
    held = {who for who in tally.lapse if event is not None and (who, slot.seat, event.digest) in followed}
    if len(tally.lapse - held) > many:
        return LAPSE
    return event


def _with_evidence(
    slot: Slot, answers: Answers, tally: _Tally, followed: Followed, lapse_followed: bool
) -> Event | bytes | None:
    if lapse_followed:
        return LAPSE
    half = len(tally.others) / 2
    support: dict[bytes, int] = {}
    for event in answers.admissible:
        backers = {
            who
            for who in tally.others
            if tally.keep.get(who) == event.digest or (who, slot.seat, event.digest) in followed
        }
        support[event.digest] = len(backers)
    best = sorted(answers.admissible, key=lambda event: (-support[event.digest], event.digest))
    if best and support[best[0].digest] > half:
        return best[0]
    answered = tally.answered | {who for who, seat, _ in followed if seat == slot.seat}
    silent = len(tally.others - answered)
    return None if max(support.values(), default=0) + silent > half else LAPSE


def _begin(table: Table, answers: Answers, followed: Followed) -> Event | None:
    if len(answers.admissible) == 1:
        return answers.admissible[0]
    supported: list[tuple[int, bytes, Event]] = []
    for event in answers.admissible:
        operators = _operators(event) - {table.host}
        tally = _tally(operators, answers.votes)
        backers = {
            who for who in operators if tally.keep.get(who) == event.digest or (who, 0, event.digest) in followed
        }
        if len(backers) * 2 > len(operators):
            supported.append((-len(backers), event.digest, event))
    return min(supported)[2] if supported else None


def _operators(event: Event) -> frozenset[bytes]:
    assert isinstance(event.body, Begin), "the slot of this step takes nothing else"
    start = event.body.start.body
    assert isinstance(start, Start), "the schema let a start pass"
    return frozenset(sit.body.operator for sit in start.sits if isinstance(sit.body, Sit))
