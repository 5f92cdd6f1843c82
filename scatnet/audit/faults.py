"""What an audit can find wrong: the vocabulary of verdicts and faults.

A fault always says which record it is about, whose it is, and why it is one, as far as each can be known. The words are
made here too, so that text, page and JSON say the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scatnet.log import Kind
from scatnet.words import _

__all__ = ["Fault", "FaultCode", "Verdict", "fault_text", "place_text"]


class Verdict(StrEnum):
    """What an audit comes to; the value is its name in JSON."""

    VALID = "valid"
    NOT_VALID = "not_valid"
    UNREADABLE = "unreadable"  # no log, or one that this program does not know

    @property
    def exit_status(self) -> int:
        """The exit status of `scatnet audit`."""
        return {Verdict.VALID: 0, Verdict.NOT_VALID: 1, Verdict.UNREADABLE: 2}[self]


class FaultCode(StrEnum):
    """The kinds of faults; the value is its name in JSON."""

    DAMAGED = "damaged"  # the file's own checksums do not fit at this record
    NOT_A_RECORD = "not_a_record"  # signature, schema, bounds or canonical form
    NO_OPENING = "no_opening"  # the first record is no `open` that anybody could play by
    OTHER_TABLE = "other_table"
    REPEATED = "repeated"
    STRANGER = "stranger"  # its author has no seat, or no say at that step
    NOT_EXPECTED = "not_expected"  # its author plays here, but nothing of theirs was waited for
    OUT_OF_ORDER = "out_of_order"  # it stands before records that its own head follows from
    MISSING = "missing"  # later records answer to heads that the log never reaches
    FALSE_PLAY = "false_play"  # the rules refuse it, or it is one of two answers, and the game hangs on it
    NO_EVIDENCE = "no_evidence"  # a record of evidence that shows no false play


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault: `record` counts the records of the file from 1, `offset` is where it begins.

    `kind`, `head`, `step`, `author`, `seat` and `name` are those of the event that is wrong or missing, empty where
    they cannot be told; `step` counts the closed steps before it. Seats count from 0. `reason` is one sentence. Of what
    is missing, `record` and `offset` are those of the first record that answers to a head beyond it.
    """

    code: FaultCode
    record: int
    offset: int
    reason: str
    kind: Kind | None = None
    head: bytes = b""
    step: int | None = None
    author: bytes = b""
    seat: int | None = None
    name: str = ""


def place_text(fault: Fault) -> str:
    """Where a fault lies, as the beginning of a line: the record, its kind and author, its step."""
    where = _("Record {number} at byte {offset}")
    if fault.code is FaultCode.MISSING:
        where = _("Missing before record {number} at byte {offset}")
    parts = [where.format(number=fault.record, offset=fault.offset)]
    if fault.kind is not None:
        parts.append(_("`{kind}`").format(kind=fault.kind.value))
    whose = _whose(fault)
    if whose:
        parts.append(whose)
    if fault.step is not None:
        parts.append(_("step {number}").format(number=fault.step + 1))
    return ", ".join(parts)


def _whose(fault: Fault) -> str:
    if fault.name and fault.seat is not None:
        return _("of {name} in seat {seat}").format(name=fault.name, seat=fault.seat + 1)
    if fault.name:
        return _("of {name}").format(name=fault.name)
    if fault.author:
        return _("of a stranger with the key {key}…").format(key=fault.author.hex()[:16])
    return ""


def fault_text(fault: Fault) -> str:
    """The whole fault in one line."""
    return f"{place_text(fault)}: {fault.reason}"
