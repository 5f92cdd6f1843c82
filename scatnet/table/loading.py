"""A peer's ledger from its log file and its notes, before anything else happens.

What stands in the log was checked before it was written, and is believed. What stands in the notes was signed here:
where the log has lost it, it is put back; where the log does not even reach the head that it answers to, the peer is
behind what it has signed, and has to sync first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from scatnet.log import LOBBY, OPENING, SLOT, Event, decode_evidence, decode_record
from scatnet.table.effects import RecordType
from scatnet.table.ledger import Admission, Ledger
from scatnet.table.lobby import Lobby
from scatnet.table.seam import S

__all__ = ["Loaded", "load"]


@dataclass(slots=True)
class Loaded:
    """What a peer has to know of its log: own events that it had lost, own events for heads that it does not reach (by
    digest), and the digests of the evidence in it."""

    recovered: list[Event] = field(default_factory=list)
    behind: dict[bytes, Event] = field(default_factory=dict)
    evidence: set[bytes] = field(default_factory=set)


def load(
    ledger: Ledger[S], lobby: Lobby | None, records: Iterable[tuple[int, bytes]], notes: Iterable[bytes]
) -> Loaded:
    """Fill an empty ledger and lobby. Raises BadRecord where bytes are no record."""
    loaded = Loaded()
    for kind, record in records:
        if kind == RecordType.EVIDENCE:
            evidence = decode_evidence(record)
            loaded.evidence.add(evidence.digest)
            for event in evidence.events:
                ledger.add(event)
        else:
            _load_event(ledger, lobby, decode_record(record))
        ledger.settle()
    for note in notes:
        event = decode_record(note)
        admission = ledger.add(event)
        if admission is Admission.EARLY:
            loaded.behind[event.digest] = event
        elif admission is Admission.STORED:
            loaded.recovered.append(event)
            ledger.judge(event.head, event.digest, None)
        ledger.settle()
    return loaded


def _load_event(ledger: Ledger[S], lobby: Lobby | None, event: Event) -> None:
    if event.kind in LOBBY:
        if lobby is not None:
            lobby.add(event)
    elif event.kind not in OPENING:
        ledger.add(event)
        if event.kind in SLOT:
            ledger.judge(event.head, event.digest, None)
