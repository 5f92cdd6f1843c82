"""Logs to check: three that were recorded, the records they are made of, and both auditors' verdicts on any bytes.

`two_seats` is a short game of two computer players. `false_play` (an answer that the rules refuse, evidence, votes, an
expulsion, a resignation) and `leaving` (a seat left out of the coin, lapses, a suspended table, returns, a resignation,
a knock below the minimum) were played by a third program, made from the protocol page like the checker.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path

from checker.audit import Report, audit
from checker.logfile import EVIDENCE, MAGIC, VERSION, read_frames
from checker.refusal import Unreadable

from scatnet.audit import audit_log

LOGS = Path(__file__).parent / "logs"
SCRIPT = Path(__file__).parents[2] / "scripts" / "check_log.py"
VECTORS = Path(__file__).parents[1] / "vectors"


@dataclass(frozen=True, slots=True)
class Record:
    """A record's type and payload."""

    type: int
    payload: bytes


def recorded(name: str) -> bytes:
    """The bytes of a recorded log."""
    return (LOGS / f"{name}.scat").read_bytes()


def records_of(log: bytes) -> list[Record]:
    """The records of a log."""
    return [Record(frame.type, frame.payload) for frame in read_frames(log).records]


def log_of(records: list[Record]) -> bytes:
    """A log file with these records."""
    log = MAGIC + VERSION.to_bytes(2, "big")
    for record in records:
        header = len(record.payload).to_bytes(4, "big") + record.type.to_bytes(1, "big")
        framed = header + zlib.crc32(header).to_bytes(4, "big") + record.payload
        log += framed + zlib.crc32(framed).to_bytes(4, "big")
    return log


def first_round() -> list[Record]:
    """The beginning of `two_seats`, up to some turns of its first round."""
    return records_of(recorded("two_seats"))[:24]


def evidence(*events: Record) -> Record:
    """A record of evidence that holds these events' records."""
    packed = b"".join(_packed(event.payload) for event in events)
    return Record(EVIDENCE, bytes([0x90 + len(events)]) + packed)


def _packed(payload: bytes) -> bytes:
    length = len(payload)
    return (b"\xc4" + length.to_bytes(1, "big") if length < 256 else b"\xc5" + length.to_bytes(2, "big")) + payload


@dataclass(frozen=True, slots=True)
class Finding:
    """What an auditor says: the verdict, the head it reached, and where the first fault is (record, offset)."""

    verdict: str
    head: bytes | None
    fault: tuple[int, int] | None


def check(log: bytes) -> Report:
    """The second auditor's report."""
    return audit(log)


def second(log: bytes) -> Finding:
    """What the second auditor says."""
    try:
        report = audit(log)
    except Unreadable:
        return Finding("unreadable", None, None)
    head = None if report.table is None else report.table.head
    if report.fault is None:
        return Finding("valid", head, None)
    return Finding("not_valid", head, (report.fault.record, report.fault.offset))


def first(log: bytes, folder: Path) -> Finding:
    """What the first auditor, the program's own, says."""
    path = folder / "table.scat"
    path.write_bytes(log)
    found = audit_log(path)
    head = None if found.state is None else found.state.head
    fault = (found.faults[0].record, found.faults[0].offset) if found.faults else None
    return Finding(found.verdict.value, head, fault)
