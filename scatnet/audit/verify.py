"""The audit of one log, from its file alone.

What is checked: every record's frame, signature and schema; that it belongs here; every proof and every rule, in the
state that the event answers to; and that the records together lead from the `open` to every head that any of them
answers to. How disputed steps close is not decided here: the ledger of the table does, from the records.

What makes a log *not valid*, record by record: damage; a record that is not one; another table; a repeated record; a
stranger, or somebody who had no say then; a record that stands before those its own head follows from (no program can
write that: it could not know the head); a record whose head the log never reaches, because something before it is
missing or changed; false play on which the game hangs. The first of these, in the file's order, is the fault named.

What does not: a game that is unfinished (the log says whom it waits for); votes, lapses, resignations and expulsions;
false play that the table has dealt with; branches that were given up; the beginning of a record at the very end. These
are told as irregularities. Records of one step may stand in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scatnet.audit.chronicle import Chronicle
from scatnet.audit.faults import Fault, Verdict
from scatnet.audit.findings import findings
from scatnet.audit.irregularities import Irregularity, irregularities
from scatnet.audit.judging import Believing, Checking, Disproved, Trusting
from scatnet.audit.memo_group import remembering
from scatnet.audit.people import People
from scatnet.audit.reading import Unreadable
from scatnet.audit.sums import Sums
from scatnet.audit.tracing import Trace, trace
from scatnet.audit.watching import Watcher
from scatnet.dealing import Params, standard_params
from scatnet.log import Event
from scatnet.table.slots import Slot
from scatnet.table.state import TableState

__all__ = ["Audit", "Progress", "audit_log", "skim_log"]

Progress = Callable[[int, int], None]
"""Told how many bytes of how many have been read."""

_WORTH_PROCESSES = 1_000_000
"""A shorter log is checked before other processes could have been started."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What an audit has found.

    `faults` are in the order of the file, the first few of them; `why` is a sentence where the log is unreadable, and
    then nothing else is known. `opening` and `state` are None where not even a table is known; `state` is that at the
    last head reached. `waiting_for` are the slots that an unfinished game waits for. `torn` are the bytes of an
    unfinished record at the end.
    """

    path: Path
    verdict: Verdict
    why: str = ""
    faults: tuple[Fault, ...] = ()
    records: int = 0
    size: int = 0
    torn: int = 0
    opening: Event | None = None
    state: TableState | None = None
    chronicle: Chronicle
    people: People
    irregularities: tuple[Irregularity, ...] = ()
    waiting_for: tuple[Slot, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether the game came to its end."""
        return self.state is not None and self.state.game is not None and self.state.game.over

    @property
    def heads(self) -> tuple[bytes, ...]:
        """All heads that were reached, that after `open` first."""
        notes = self.chronicle.notes
        if self.state is None:
            return ()
        return (notes[0].head if notes else self.state.head, *(note.next_head for note in notes))


def audit_log(
    path: Path,
    *,
    params: Params | None = None,
    cores: int = 1,
    progress: Progress | None = None,
    watchers: Sequence[Watcher] = (),
) -> Audit:
    """Audit the log at `path`. Raises nothing, whatever is there.

    `params` are those the table played with (the standard ones but for tests); `cores` how many of the machine's may
    be used on a long log; `watchers` are told every step, and told again from the beginning where a proof turns out
    not to hold.
    """
    used = remembering(standard_params() if params is None else params)
    worth_it = path.is_file() and path.stat().st_size >= _WORTH_PROCESSES
    chronicle = Chronicle()
    everybody = (chronicle, *watchers)
    try:
        with Sums(cores if worth_it else 1) as sums:
            first = Believing(used, sums)
            try:
                traced = trace(path, used, first, progress, everybody)
            except Disproved as disproved:
                judge = Checking(first.sound, disproved.refused)
                traced = trace(path, used, judge, progress, everybody)
    except Unreadable as fault:
        return Audit(path=path, verdict=Verdict.UNREADABLE, why=fault.sentence, chronicle=chronicle, people=People())
    return _audit(path, traced, chronicle)


def skim_log(path: Path, *, params: Params | None = None, watchers: Sequence[Watcher] = ()) -> Audit | None:
    """Fold a log of one's own without checking any proof, several times faster than an audit.

    None where something in it needs the full audit: a fault, a vote, evidence, a branch. A program checks every event
    before it writes it down, and never a false one without the evidence, so nothing false passes here unless the file
    has been forged since.
    """
    used = remembering(standard_params() if params is None else params)
    chronicle = Chronicle()
    try:
        traced = trace(path, used, Trusting(), None, (chronicle, *watchers))
    except (Unreadable, Disproved):
        return None
    found = _audit(path, traced, chronicle)
    return found if found.verdict is Verdict.VALID and traced.plain else None


def _audit(path: Path, traced: Trace, chronicle: Chronicle) -> Audit:
    faults = findings(traced)
    ledger = traced.ledger
    state = None if ledger is None else ledger.state
    return Audit(
        path=path,
        verdict=Verdict.NOT_VALID if faults else Verdict.VALID,
        faults=faults,
        records=traced.records,
        size=traced.size,
        torn=traced.torn,
        opening=traced.opening,
        state=state,
        chronicle=chronicle,
        people=traced.people,
        irregularities=() if ledger is None else irregularities(traced, chronicle.notes),
        waiting_for=() if ledger is None else ledger.tip.slots,
    )
