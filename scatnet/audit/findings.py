"""From what a reading has noted to faults, each with its record, its event and whose it is, in the file's order."""

from __future__ import annotations

from collections.abc import Iterator

from scatnet.audit.faults import Fault, FaultCode
from scatnet.audit.reading import Claim, Entry
from scatnet.audit.tracing import Trace
from scatnet.log import Event, Kind
from scatnet.table.examine import verdict
from scatnet.table.ledger import Ledger
from scatnet.table.node import Node
from scatnet.table.slots import Slot
from scatnet.table.state import TableState
from scatnet.words import _, ngettext

__all__ = ["false_play", "findings"]


def findings(trace: Trace) -> tuple[Fault, ...]:
    """All faults, the first in the file first; empty for a valid log."""
    found = [_fault(trace, note.code, note.number, note.offset, note.reason, note.claim) for note in trace.noted]
    ledger = trace.ledger
    if ledger is not None:
        found += _out_of_order(trace)
        found += _missing(trace, ledger)
        found += _undecided_false_play(trace, ledger)
        found += _no_evidence(trace, ledger)
    return tuple(sorted(found, key=lambda fault: fault.record))


def false_play(node: Node[TableState], slot: Slot) -> str:
    """How the author of a slot has played false there, as a sentence; empty where it has not."""
    refused = node.refused(slot)
    reason = node.records.verdicts[refused[0]] if refused else None
    if reason is not None:
        kind = node.answers(slot)[refused[0]].kind
        return _("The rules refuse this `{kind}`: {reason}").format(kind=kind.value, reason=reason.reason)
    if len(node.answers(slot)) > 1:
        kinds = ", ".join(sorted(f"`{event.kind.value}`" for event in node.answers(slot).values()))
        return _("Two different answers to one head are signed: {kinds}.").format(kinds=kinds)
    return ""


def _fault(trace: Trace, code: FaultCode, record: int, offset: int, reason: str, claim: Claim) -> Fault:
    node = trace.ledger.nodes.get(claim.head) if trace.ledger is not None else None
    return Fault(
        code=code,
        record=record,
        offset=offset,
        reason=reason,
        kind=claim.kind,
        head=claim.head,
        step=None if node is None or claim.kind is Kind.OPEN else node.number,
        author=claim.author,
        seat=trace.people.seat(claim.author),
        name=trace.people.name(claim.author),
    )


def _event_fault(trace: Trace, code: FaultCode, entry: Entry, event: Event, reason: str) -> Fault:
    return _fault(trace, code, entry.number, entry.offset, reason, Claim(event.kind, event.head, event.author))


def _out_of_order(trace: Trace) -> Iterator[Fault]:
    for entry, event in trace.early:
        reason = _("It stands before records that its own head follows from, so nobody can have written it there.")
        yield _event_fault(trace, FaultCode.OUT_OF_ORDER, entry, event, reason)


def _missing(trace: Trace, ledger: Ledger[TableState]) -> Iterator[Fault]:
    if not trace.waiting:
        return
    entry, event = min(trace.waiting.values(), key=lambda each: each[0].number)
    count = len(trace.waiting)
    tip = ledger.tip
    lacking = [slot for slot in tip.slots if not tip.answers(slot)]
    if not lacking:
        beyond = _("It answers to a head that this log never reaches.")
        yield _event_fault(trace, FaultCode.MISSING, entry, event, beyond)
        return
    names = ", ".join(trace.people.name(slot.author) or _("seat {n}").format(n=slot.seat + 1) for slot in lacking)
    reason = ngettext(
        "The log stops after {steps} steps for want of an answer of {names}; {count} record answers to a head beyond.",
        "The log stops after {steps} steps for want of an answer of {names}; {count} records answer to heads beyond.",
        count,
    ).format(steps=tip.number, names=names, count=count)
    kinds = lacking[0].kinds - {Kind.RESIGN}
    claim = Claim(next(iter(kinds)) if len(kinds) == 1 else None, tip.head, lacking[0].author)
    yield _fault(trace, FaultCode.MISSING, entry.number, entry.offset, reason, claim)


def _undecided_false_play(trace: Trace, ledger: Ledger[TableState]) -> Iterator[Fault]:
    """False play at the last head: the table has not dealt with it, and so nothing that follows can be right."""
    tip = ledger.tip
    for slot in tip.slots:
        reason = false_play(tip, slot)
        if reason:
            answers = tip.refused(slot) or tuple(tip.answers(slot))
            number, offset, digest = min((*trace.places[digest], digest) for digest in answers)
            claim = Claim(tip.answers(slot)[digest].kind, tip.head, slot.author)
            yield _fault(trace, FaultCode.FALSE_PLAY, number, offset, reason, claim)


def _no_evidence(trace: Trace, ledger: Ledger[TableState]) -> Iterator[Fault]:
    for entry, evidence in trace.evidence:
        event = evidence.events[0]
        node = ledger.nodes.get(event.head)
        if len(evidence.events) == 2 or node is None or node.slot_of(event.author) is None:
            continue  # two answers speak for themselves; the other cases are faults of their own
        known = node.records.verdicts.get(event.digest) or verdict(ledger.state_of(node), event)
        if known is None:
            reason = _("It is brought as evidence of false play, and the rules accept it.")
            yield _event_fault(trace, FaultCode.NO_EVIDENCE, entry, event, reason)
