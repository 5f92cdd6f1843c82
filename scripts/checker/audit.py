"""The verdict on a log file (chapter 9.1): every record read, the chain followed, the first fault named."""

from __future__ import annotations

from dataclasses import dataclass

from checker import logfile
from checker.bodies import Vote
from checker.chain import Chain, Node, Records
from checker.events import Event, read_event, read_evidence
from checker.lobby import check_start
from checker.refusal import Refused, Unreadable
from checker.schema import LOBBY, VOTES
from checker.seating import opened
from checker.state import Table
from checker.votes import others


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong first: the record by its number (from 1) and offset, whose it is, and why."""

    record: int
    offset: int
    kind: str
    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class Report:
    """A log that could be read: its last state, what it holds, and the first fault if it is not valid."""

    table: Table | None
    records: int
    steps: int
    torn: bool
    fault: Fault | None


@dataclass(frozen=True, slots=True)
class _Read:
    frame: logfile.Framed
    events: tuple[Event, ...]


def audit(octets: bytes) -> Report:
    """The verdict on the bytes of a log.

    Raises:
        Unreadable: it is no log of a table.
    """
    frames = logfile.read_frames(octets)
    if not frames.records and frames.damaged_at is None:
        raise Unreadable("holds no records", len(octets))
    found, fault = _read(frames)
    report = Report(None, len(frames.records), 0, frames.torn_at is not None, fault)
    if not found:
        return report
    try:
        if found[0].frame.type != logfile.EVENT:
            raise Refused("should be the open")
        start = opened(found[0].events[0])
    except Refused as reason:
        first = _fault(found[0].frame, found[0].events[0], None, f"the first record {reason}")
        return Report(None, len(frames.records), 0, report.torn, first)
    chain = Chain(start, Records(event for read in found[1:] for event in read.events))
    fault = _first_fault(found, start, chain) or fault
    return Report(chain.last.table, len(frames.records), len(chain.steps), report.torn, fault)


def _read(frames: logfile.Frames) -> tuple[list[_Read], Fault | None]:
    """The records up to the first that cannot be read, and why it cannot."""
    found: list[_Read] = []
    for frame in frames.records:
        try:
            if frame.type == logfile.EVENT:
                found.append(_Read(frame, (read_event(frame.payload),)))
            else:
                found.append(_Read(frame, read_evidence(frame.payload)))
        except Refused as reason:
            return found, _fault(frame, None, None, f"the record {reason}")
    if frames.damaged_at is None:
        return found, None
    return found, Fault(len(found) + 1, frames.damaged_at, "record", "", f"the file is damaged: {frames.damage}")


def _fault(frame: logfile.Framed, event: Event | None, seat: str | None, reason: str) -> Fault:
    kind = "evidence" if frame.type == logfile.EVIDENCE else "record" if event is None else event.kind
    author = "" if event is None else (seat or event.author.hex()[:16])
    return Fault(frame.number + 1, frame.offset, kind, author, reason)


def _first_fault(found: list[_Read], start: Table, chain: Chain) -> Fault | None:
    """The first record, in the order of the file, that does not hold."""
    seats = {seat.key: f"seat {number}, {seat.nickname}" for number, seat in enumerate(chain.last.table.seats)}
    judge = _Judge(start, chain)
    for read in found[1:]:
        first = read.events[0]
        evidence = read.frame.type == logfile.EVIDENCE
        reason = judge.evidence(read.frame.payload, read.events) if evidence else judge.event(first)
        if reason is not None:
            return _fault(read.frame, first, seats.get(first.author), reason)
    return None


class _Judge:
    """Tells of each record, in the order of the file, whether it belongs there."""

    def __init__(self, start: Table, chain: Chain) -> None:
        self._start = start
        self._chain = chain
        self._recorded: set[bytes] = set()
        self._known: set[bytes] = set()
        self._reached: set[bytes] = {start.head}
        self._refused: dict[bytes, str] = {}
        for node in chain.nodes.values():
            for answers in node.answers.values():
                self._refused.update((event.digest, reason) for event, reason in answers.refused)

    def event(self, event: Event) -> str | None:
        """What is wrong with an event's record, if anything."""
        if event.table != self._start.id:
            return "is of another table"
        if event.kind == "open":
            return "is a second open"
        if event.digest in self._recorded:
            return "stands in the file twice"
        self._recorded.add(event.digest)
        self._known.add(event.digest)
        node = self._chain.nodes.get(event.head)
        if node is None:
            return "answers to a head that no records lead to: something is missing"
        if not self._after_its_past(node):
            return "stands before records that its head follows from"
        return self._in_place(event, node)

    def evidence(self, payload: bytes, events: tuple[Event, ...]) -> str | None:
        """What is wrong with a record of evidence, if anything."""
        first = events[0]
        if first.table != self._start.id:
            return "is of another table"
        if payload in self._recorded:
            return "stands in the file twice"
        self._recorded.add(payload)
        self._known.update(event.digest for event in events)
        node = self._chain.nodes.get(first.head)
        if node is None:
            return "is of a head that no records lead to: something is missing"
        if not self._after_its_past(node):
            return "stands before records that its head follows from"
        if all(first.author != slot.key for slot in node.slots):
            return "is of an author that is not expected to answer there"
        if len(events) == 1 and first.digest not in self._refused:
            return "is no evidence: the event holds"
        return next(filter(None, map(self._left_open, events)), None)

    def _after_its_past(self, node: Node) -> bool:
        path: list[bytes] = []
        at: Node | None = node
        while at is not None and at.table.head not in self._reached:
            if any(event.digest not in self._known for event in at.before):
                return False
            path.append(at.table.head)
            at = at.parent
        self._reached.update(path)
        return True

    def _in_place(self, event: Event, node: Node) -> str | None:
        if event.kind in LOBBY:
            if event.head != self._start.head:
                return "is of the lobby, but answers to a later head"
            return self._start_fault(event) if event.kind == "start" else None
        if event.kind in VOTES:
            return None if _may_vote(event, node) else "is a vote of somebody who has none on that seat there"
        if event.kind == "back":
            seated = any(event.author == seat.key for seat in node.table.seats)
            return None if seated else "is of somebody without a seat at this table"
        if all(event.author != slot.key for slot in node.slots):
            return "answers where its author is not expected to"
        return self._left_open(event)

    def _start_fault(self, event: Event) -> str | None:
        try:
            check_start(self._start, event)
        except Refused as reason:
            return str(reason)
        return None

    def _left_open(self, event: Event) -> str | None:
        """Why an answer is false play that nothing in the log deals with: its slot is still open."""
        last = self._chain.last
        seats = [slot.seat for slot in last.slots if slot.key == event.author]
        if event.head != last.table.head or not seats or seats[0] in self._chain.decided:
            return None
        if event.digest in self._refused:
            return f"is false play: it {self._refused[event.digest]}"
        known = {one.digest for one in last.answers[seats[0]].admissible}
        return "is false play: a second answer to one head" if len(known & self._known) > 1 else None


def _may_vote(event: Event, node: Node) -> bool:
    body = event.body
    return isinstance(body, Vote) and any(
        slot.seat == body.seat and event.author in others(node.table, slot.seat, node.answers[slot.seat])
        for slot in node.slots
    )
