"""Where a peer puts the records that come from outside: into the ledger, into the lobby, or nowhere.

Nothing from outside raises: what cannot be used is answered with a sentence, and counted as a fault of the neighbour it
came from where no honest one would have sent it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final, Generic

from scatnet.log import LOBBY, OPENING, BadRecord, Event, Kind, decode_evidence, decode_record, table_id
from scatnet.table.effects import Effect, Happened, Ignored, Persist, RecordType, Send
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.ledger import Admission, Ledger
from scatnet.table.lobby import Lobby
from scatnet.table.seam import S

__all__ = ["Intake", "Taken"]

_REMEMBERED: Final = 4096  # records


@dataclass(frozen=True, slots=True)
class Taken(Generic[S]):
    """What became of one record: whether anything was in it at all, whether it answers to a head that is not reached
    yet, and what is to be done."""

    usable: bool = True
    early: bool = False
    effects: tuple[Effect[S], ...] = ()


class Intake(Generic[S]):
    """Takes records in. `count` is how many have found a place so far."""

    def __init__(self, ledger: Ledger[S], lobby: Lobby | None) -> None:
        self._ledger: Final = ledger
        self._lobby: Final = lobby
        self._here: Final[dict[bytes, None]] = {}  # hashes of records that are here for good, newest last
        self.count = 0

    def take(self, kind: int, record: bytes) -> Taken[S]:
        """Take in the bytes of a record: an event (1) or evidence (2)."""
        name = hashlib.sha256(bytes((kind == RecordType.EVIDENCE,)) + record).digest()
        if name in self._here:  # everybody passes everything on, and a signature takes long to check
            return Taken(usable=False)
        try:
            events = decode_evidence(record).events if kind == RecordType.EVIDENCE else (decode_record(record),)
        except BadRecord as fault:
            return Taken(usable=False, effects=(Ignored(str(fault), fault=True),))
        effects: list[Effect[S]] = []
        admissions = [self.put(event, effects) for event in events]
        if all(admission in (Admission.STORED, Admission.KNOWN) for admission in admissions):
            self._here[name] = None
            if len(self._here) > _REMEMBERED:
                del self._here[next(iter(self._here))]
        return Taken(early=Admission.EARLY in admissions, effects=tuple(effects))

    def put(self, event: Event, effects: list[Effect[S]]) -> Admission:
        """Keep an event where it belongs, and add what is to be done for it to `effects`."""
        if event.kind in OPENING and table_id(event) == self._ledger.table:
            return Admission.KNOWN  # everybody greets with it
        if event.table != self._ledger.table:
            fault = event.kind not in OPENING
            return _ignore(effects, "It belongs to another table.", Admission.USELESS, fault=fault)
        admission = self._put_in_lobby(event, effects) if event.kind in LOBBY else self._ledger.add(event)
        if admission in (Admission.STORED, Admission.EARLY):
            self.count += 1
        elif admission is Admission.FULL:
            _ignore(effects, "Too much of its author is here already.", admission, fault=False)  # whoever passes it on
        elif admission is Admission.USELESS and event.kind not in LOBBY:
            _ignore(effects, "Nobody waits for it.", admission, fault=False)
        return admission

    def _put_in_lobby(self, event: Event, effects: list[Effect[S]]) -> Admission:
        if self._lobby is None or self._ledger.tip is not self._ledger.root:
            return _ignore(effects, "The game has begun.", Admission.USELESS, fault=False)
        if self._lobby.holds(event):
            return Admission.KNOWN
        refused = self._lobby.add(event)
        if refused is not None:
            return _ignore(effects, refused.reason, Admission.USELESS, fault=False)
        effects.append(Persist(RecordType.EVENT, event.record))
        effects.append(Send(RecordType.EVENT, event.record))
        if event.kind is Kind.SIT:
            effects.append(Happened(Happening(kind=HappeningKind.SAT, seat=len(self._lobby.sits) - 1)))
        return Admission.STORED


def _ignore(effects: list[Effect[S]], sentence: str, admission: Admission, *, fault: bool) -> Admission:
    effects.append(Ignored(sentence, fault=fault))
    return admission
