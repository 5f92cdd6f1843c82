"""A peer's ledger from its log file and its notes, before anything else happens.

What stands in the log was checked before it was written, and is believed: neither proofs nor rules are checked again.
Form and signatures are, so a file from elsewhere holds nothing that its authors have not signed; but whoever puts
another's copy in the place of this machine's own log believes what that other has let pass. A log is folded as it is
read, one step at a time, so that opening it takes no more memory than having played it.

What stands in the notes was signed here, and may be nowhere else: where the log has lost it, it is put back, now or as
soon as the head that it answers to is reached. Where the log does not even reach the head of the newest, the peer is
behind what it has signed, and has to sync first. Log and note are written at the same time, so a peer that was killed
may find an answer of its own in the log and no note of it: that is noted now, lest the log be lost and it answer again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from scatnet.log import LOBBY, OPENING, SLOT, VOTE, BadRecord, Event, decode_evidence, decode_record
from scatnet.table.effects import RecordType
from scatnet.table.ledger import Admission, Ledger
from scatnet.table.lobby import Lobby
from scatnet.table.seam import S

__all__ = ["Loaded", "load"]


@dataclass(slots=True)
class Loaded:
    """What a peer has to know of its log: own events in it that no note speaks of, own events that it had lost, and the
    digests of the evidence in it. Then own events for heads that it does not reach, by digest: `behind` are the newest
    answers and the votes, without which nothing may be signed; `older` are the answers before them."""

    unnoted: list[Event] = field(default_factory=list)
    recovered: list[Event] = field(default_factory=list)
    behind: dict[bytes, Event] = field(default_factory=dict)
    older: dict[bytes, Event] = field(default_factory=dict)
    evidence: set[bytes] = field(default_factory=set)


@dataclass(slots=True)
class _Signed:
    """What the log holds of our own: by author the newest answer, all votes, the digests of all answers by author and
    head, and the digest and author of each event by the hash of its record; a vote has no author there."""

    names: dict[bytes, tuple[bytes, bytes]] = field(default_factory=dict)
    newest: dict[bytes, Event] = field(default_factory=dict)
    votes: list[Event] = field(default_factory=list)
    answers: dict[tuple[bytes, bytes], set[bytes]] = field(default_factory=dict)

    def take(self, event: Event, record: bytes) -> None:
        """Take in an own event of the log, in its order."""
        self.names[hashlib.sha256(record).digest()] = _name_of(event)
        if event.kind in SLOT:
            self.newest[event.author] = event
            self.answers.setdefault((event.author, event.head), set()).add(event.digest)
        elif event.kind in VOTE:
            self.votes.append(event)

    def unnoted(self, noted: Sequence[Event], known: Collection[bytes]) -> list[Event]:
        """The votes that no note speaks of, and the newest answers where they are newer than the noted ones: a note of
        an answer that the log does not hold is newer than all of the log. `noted` are the events in notes that the log
        does not hold as they are, `known` the digests of all."""
        held = {digest for digests in self.answers.values() for digest in digests}
        missing = {event.author for event in noted if event.kind in SLOT and event.digest not in held}
        answers = [
            event
            for author, event in self.newest.items()
            if author not in missing and len(self.answers[author, event.head]) == 1
        ]
        return [event for event in (*answers, *self.votes) if event.digest not in known]


def load(
    ledger: Ledger[S],
    lobby: Lobby | None,
    records: Iterable[tuple[int, bytes]],
    notes: Iterable[bytes],
    own: Collection[bytes],
) -> Loaded:
    """Fill an empty ledger and lobby; `own` are the keys that sign here. Raises BadRecord where bytes are no record, or
    no game goes on as they say."""
    loaded = Loaded()
    signed = _Signed()
    for kind, record in records:
        if kind == RecordType.EVIDENCE:
            evidence = decode_evidence(record)
            loaded.evidence.add(evidence.digest)
            for event in evidence.events:
                _add(ledger, event)
        else:
            event = decode_record(record)
            _load_event(ledger, lobby, event)
            if event.author in own:
                signed.take(event, record)
    _settle(ledger)
    _load_notes(ledger, loaded, signed, notes)
    return loaded


def _load_notes(ledger: Ledger[S], loaded: Loaded, signed: _Signed, notes: Iterable[bytes]) -> None:
    """Put back what the log has lost. A note of what the log holds is not read again: there are as many as answers."""
    known: set[bytes] = set()
    lost: list[Event] = []
    newest: dict[bytes, bytes] = {}  # of each author, the digest of its newest answer, lost or not
    for note in notes:
        name = signed.names.get(hashlib.sha256(note).digest())
        if name is None:
            lost.append(decode_record(note))
            name = _name_of(lost[-1])
        digest, author = name
        newest[author] = digest
        known.add(digest)
    loaded.unnoted = signed.unnoted(lost, known)
    for event in lost:
        if not ledger.reaches(event.head):
            needed = event.kind not in SLOT or newest[event.author] == event.digest
            (loaded.behind if needed else loaded.older)[event.digest] = event
        elif ledger.add(event) is Admission.STORED:
            loaded.recovered.append(event)
            ledger.judge(event.head, event.digest, None)
        ledger.settle()


def _name_of(event: Event) -> tuple[bytes, bytes]:
    return event.digest, event.author if event.kind in SLOT else b""


def _load_event(ledger: Ledger[S], lobby: Lobby | None, event: Event) -> None:
    if event.kind in LOBBY:
        if lobby is not None:
            lobby.add(event)
    elif event.kind not in OPENING:
        _add(ledger, event)
        if event.kind in SLOT:
            ledger.judge(event.head, event.digest, None)


def _add(ledger: Ledger[S], event: Event) -> None:
    """Add an event of the log. What came before is settled only where that may make its head known: a step is settled
    once, and not after each of its records."""
    if event.head not in ledger.nodes:
        _settle(ledger)
    ledger.add(event)


def _settle(ledger: Ledger[S]) -> None:
    """Settle what nobody has checked here. Raises BadRecord where it can be no game."""
    try:
        ledger.settle()
    except Exception as error:  # an event that the rules refuse can break the fold in any way
        raise BadRecord("The log goes on in a way that no game can.") from error
