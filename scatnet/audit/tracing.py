"""One reading of a log: its records go through the ledger, and what does not fit is noted where it stands.

Here it is only written down what happens on the way; `findings` makes faults of it once the whole log has been seen,
because what a record is worth may depend on later ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from scatnet.audit.faults import FaultCode
from scatnet.audit.judging import Disproved, Judge
from scatnet.audit.people import People
from scatnet.audit.reading import Broken, Claim, Entry, Torn, Unreadable, read_log
from scatnet.audit.watching import Watcher
from scatnet.dealing import Params
from scatnet.log import LOBBY, VOTE, Event, Evidence, Kind, Step
from scatnet.log.bodies import Open, body_of
from scatnet.table.beginning import PROTOCOL_REVISION, check_start
from scatnet.table.engine import TableEngine
from scatnet.table.fold import genesis
from scatnet.table.ledger import Admission, Changes, Ledger
from scatnet.table.node import Node
from scatnet.table.refused import Refused
from scatnet.table.state import Stage, TableState
from scatnet.words import _

__all__ = ["FAULTS", "Noted", "Trace", "trace"]

FAULTS: Final = 20
"""After so many faults nothing more is read: the log is not valid, and what follows would be told of it at length."""

_WAITING_BYTES: Final = 4 * 1024 * 1024
"""After so many bytes of records whose heads are not reached, those of the rest will not be either."""

_EVENT_BYTES: Final = 1024
"""What an event takes in memory besides its own bytes, roughly."""

_Progress = Callable[[int, int], None] | None


@dataclass(frozen=True, slots=True)
class Noted:
    """Something wrong with a record, known when it was read."""

    number: int
    offset: int
    code: FaultCode
    reason: str
    claim: Claim


@dataclass(slots=True)
class Trace:
    """What one reading has brought to light. `seen` are the numbers of records by their digests; `places` the number
    and offset at which an event stands first, by itself or within evidence.

    `waiting` are records whose heads were not reached when they were read, `early` those of them whose heads have been
    reached since; `evidence` are the records of evidence, `unused` those that can change nothing because their
    author has said as much or more already.
    """

    size: int
    records: int = 0
    torn: int = 0
    opening: Event | None = None
    ledger: Ledger[TableState] | None = None
    people: People = field(default_factory=People)
    seen: dict[bytes, int] = field(default_factory=dict)
    places: dict[bytes, tuple[int, int]] = field(default_factory=dict)
    noted: list[Noted] = field(default_factory=list)
    waiting: dict[bytes, tuple[Entry, Event]] = field(default_factory=dict)
    early: list[tuple[Entry, Event]] = field(default_factory=list)
    evidence: list[tuple[Entry, Evidence]] = field(default_factory=list)
    unused: list[tuple[Entry, Event]] = field(default_factory=list)
    votes: int = 0

    @property
    def plain(self) -> bool:
        """Whether the log is nothing but the answers of a game: no vote, no evidence, no branch."""
        odd = self.ledger is not None and any(not self.ledger.on_chain(node) for node in self.ledger.nodes.values())
        return not (self.votes or self.evidence or odd or self.noted)


class _Hasty(TableEngine):
    """The engine under a judge who believes: an event that is false can break the fold in any way."""

    def fold(self, state: TableState, step: Step) -> TableState:
        """The state after a step, whose events may not be what they are taken for."""
        try:
            return super().fold(state, step)
        except Exception as error:
            raise _Broke(error) from error


class _Broke(Exception):
    """A verdict or a fold did not come to its end."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


def trace(path: Path, params: Params, judge: Judge, progress: _Progress, watchers: Sequence[Watcher]) -> Trace:
    """Read the log at `path`. Raises Unreadable, or Disproved where the judge had believed too much."""
    try:
        size = path.stat().st_size
    except OSError:
        size = 0  # reading will say why
    reading = _Reading(Trace(size=size), params, judge, watchers)
    try:
        for item in read_log(path):
            reading.take(item)
            if progress is not None and isinstance(item, Entry):
                progress(item.end, size)
            if reading.enough:
                break
        if reading.trace.ledger is None and not reading.trace.noted:
            raise Unreadable(_("{path} holds no table.").format(path=path))
        judge.finish()
    except _Broke as broke:
        judge.finish()  # names the event that broke it, and raises Disproved
        raise broke.error from None
    return reading.trace


class _Reading:
    def __init__(self, trace: Trace, params: Params, judge: Judge, watchers: Sequence[Watcher]) -> None:
        self.trace: Final = trace
        self._params: Final = params
        self._judge: Final = judge
        self._watchers: Final = watchers
        self._waiting = 0  # bytes

    @property
    def enough(self) -> bool:
        """Whether reading on would bring nothing."""
        trace = self.trace
        return trace.ledger is None or len(trace.noted) >= FAULTS or self._waiting > _WAITING_BYTES

    def take(self, item: Entry | Broken | Torn) -> None:
        """Take in the next record, or what stands in its place."""
        match item:
            case Torn(bytes=count):
                self.trace.torn = count
            case Broken():
                self.trace.records = item.number
                code = FaultCode.DAMAGED if item.last else FaultCode.NOT_A_RECORD
                self.trace.noted.append(Noted(item.number, item.offset, code, item.reason, item.claim))
            case Entry():
                self.trace.records = item.number
                self._entry(item)

    def _entry(self, entry: Entry) -> None:
        digest = entry.holds.digest
        if self.trace.opening is None:
            self._open(entry)
        elif digest in self.trace.seen:
            reason = _("It repeats record {number}, and no program writes a record twice.").format(
                number=self.trace.seen[digest]
            )
            self._note(entry, FaultCode.REPEATED, reason)
            return
        elif isinstance(entry.holds, Evidence):
            self.trace.evidence.append((entry, entry.holds))
            for event in entry.holds.events:
                self._event(entry, event)
        elif entry.holds.kind in LOBBY:
            self._lobby(entry, entry.holds)
        else:
            self._event(entry, entry.holds)
        self.trace.seen[digest] = entry.number

    def _open(self, entry: Entry) -> None:
        event = entry.holds
        body = body_of(event) if isinstance(event, Event) else None
        if not isinstance(event, Event) or not isinstance(body, Open):
            self._note(entry, FaultCode.NO_OPENING, _("A log begins with the `open` of its table."))
            return
        if body.revision != PROTOCOL_REVISION:
            sentence = _("The table speaks revision {theirs} of the protocol, and this program revision {ours}.")
            raise Unreadable(sentence.format(theirs=body.revision, ours=PROTOCOL_REVISION))
        try:
            state = genesis(event, self._params)
        except ValueError as error:
            reason = _("Nobody can play by it: {why}.").format(why=error)
            self._note(entry, FaultCode.NO_OPENING, reason)
            return
        self.trace.opening = event
        self.trace.ledger = Ledger(_Hasty(), state)
        for watcher in self._watchers:
            watcher.began(state)
        self._follow(self.trace.ledger)

    def _lobby(self, entry: Entry, event: Event) -> None:
        ledger = self._ledger
        if event.table != ledger.table:
            self._note(entry, FaultCode.OTHER_TABLE, _("It belongs to another table."))
        elif event.head != ledger.root.head:
            self._note(entry, FaultCode.NOT_EXPECTED, _("It does not answer to this table's opening."))
        elif event.kind is Kind.START:
            refused = check_start(ledger.state_of(ledger.root), event)
            if refused is not None:
                self._note(entry, FaultCode.NOT_EXPECTED, refused.reason)
        elif event.kind is Kind.SIT:
            self.trace.people.note_sit(event)

    def _event(self, entry: Entry, event: Event) -> None:
        ledger = self._ledger
        self.trace.votes += event.kind in VOTE
        if event.table != ledger.table:
            self._note(entry, FaultCode.OTHER_TABLE, _("It belongs to another table."), event)
            return
        if event.digest in self.trace.places:
            return  # known from evidence, or evidence of what is known
        admission = ledger.add(event)
        if admission is not Admission.USELESS:
            self.trace.places[event.digest] = (entry.number, entry.offset)
        if admission is Admission.STORED:
            self._follow(ledger)
        elif event.head not in ledger.nodes:
            self.trace.waiting[event.digest] = (entry, event)
            self._waiting += len(event.unsigned) + _EVENT_BYTES
        elif admission is Admission.USELESS:
            self._note(entry, *self._why_useless(ledger.nodes[event.head], event), event)
        else:
            self.trace.unused.append((entry, event))

    def _why_useless(self, node: Node[TableState], event: Event) -> tuple[FaultCode, str]:
        if event.author not in node.operators:
            return FaultCode.STRANGER, _("It is signed by a stranger, who has no seat at this table.")
        if event.kind in VOTE:
            return FaultCode.NOT_EXPECTED, _("Its author has no vote on that seat there.")
        return FaultCode.NOT_EXPECTED, _("No answer of its author is expected at that step.")

    def _follow(self, ledger: Ledger[TableState]) -> None:
        """Have everything judged and decided that can be by now."""
        self._tell(ledger, ledger.settle())
        while checks := ledger.wanted():
            for check in checks:
                ledger.judge(check.event.head, check.event.digest, self._verdict(check.state, check.event))
            self._tell(ledger, ledger.settle())

    def _verdict(self, state: TableState, event: Event) -> Refused | None:
        try:
            return self._judge.judge(state, event)
        except Disproved:
            raise
        except Exception as error:
            raise _Broke(error) from error

    def _tell(self, ledger: Ledger[TableState], changes: Changes[TableState]) -> None:
        for event in changes.stored:
            waited = self.trace.waiting.pop(event.digest, None)
            if waited is not None:
                self.trace.early.append(waited)
                self._waiting -= len(event.unsigned) + _EVENT_BYTES
        if changes.undone:
            for watcher in self._watchers:
                watcher.undone(changes.undone)
        for node in changes.reached:
            self._tell_step(ledger, node)

    def _tell_step(self, ledger: Ledger[TableState], node: Node[TableState]) -> None:
        if node.parent is None:
            return
        before, step, after = ledger.state_of(node.parent), ledger.step_to(node), ledger.state_of(node)
        if before.game is None:
            self.trace.people.note_seats(after)
        for watcher in self._watchers:
            watcher.closed(before, step, after)
        if after.stage in (Stage.OPENING, Stage.OVER):
            self._judge.round_ended()

    def _note(self, entry: Entry, code: FaultCode, reason: str, event: Event | None = None) -> None:
        found = event or (entry.holds if isinstance(entry.holds, Event) else entry.holds.events[-1])
        claim = Claim(found.kind, found.head, found.author)
        self.trace.noted.append(Noted(entry.number, entry.offset, code, reason, claim))

    @property
    def _ledger(self) -> Ledger[TableState]:
        if self.trace.ledger is None:
            raise ValueError("no table is known yet")
        return self.trace.ledger
