"""How records get to everyone: whole from whoever brings them in, by name from everybody else.

Sans-IO: what happens on the links goes in, with the time in seconds; parcels to send and complaints come out.

Where all are linked to all, a record reaches everybody from its author's machine, and to pass it on whole would only
cost. So what came from a neighbour is passed on as its name alone, a little later and many at once. Who lacks a record
that was named asks for it, first one neighbour and then another. Where somebody had to ask, no link leads to them from
where the record came: what comes from there is pushed to them whole from then on, until they name to us
what we had from there: then they get it otherwise. A neighbour that names and does not deliver holds nothing up, and
what nobody delivers is counted against those who named it.

Nothing here is needed for safety: what is lost all the same is brought by the next sync.
"""

from __future__ import annotations

import hashlib
import math
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from scatnet.net.frames import Have, Records, Want
from scatnet.net.limits import (
    FILL_BYTES,
    GIVE_UP_SECONDS,
    GRACE_SECONDS,
    KEPT_BYTES,
    NAMED_PER_LINK,
    NAMES_PER_FRAME,
    NAMES_SEEN,
    RECORDS_PER_FRAME,
    TELL_SECONDS,
    TOLD_PER_LINK,
    WANT_SECONDS,
)

__all__ = ["Complaint", "Parcel", "Spreading", "filled", "record_name"]

_LABEL: Final = b"scatnet record 1\n"
_OURS: Final = b""  # in place of a neighbour's key: the record came from this machine

Record: TypeAlias = tuple[int, bytes]


def record_name(kind: int, record: bytes) -> bytes:
    """The name of a record of this type, 32 bytes. Another signature under the same event gives another name."""
    return hashlib.sha256(_LABEL + bytes((kind,)) + record).digest()


def filled(records: Sequence[Record]) -> list[Records]:
    """The records in as few frames as they fit in."""
    frames: list[Records] = []
    batch: list[Record] = []
    size = 0
    for kind, record in records:
        if batch and (size + len(record) > FILL_BYTES or len(batch) == RECORDS_PER_FRAME):
            frames.append(Records(tuple(batch)))
            batch, size = [], 0
        batch.append((int(kind), record))
        size += len(record)
    return [*frames, Records(tuple(batch))] if batch else frames


@dataclass(frozen=True, slots=True)
class Parcel:
    """A frame to send to these neighbours."""

    to: tuple[bytes, ...]
    frame: Records | Have | Want


@dataclass(frozen=True, slots=True)
class Complaint:
    """A neighbour has cost something for nothing."""

    peer: bytes
    cost: float
    detail: str


Outcome: TypeAlias = Parcel | Complaint


@dataclass(slots=True)
class _Link:
    """What one neighbour and we have told each other, in names."""

    untold: dict[bytes, None] = field(default_factory=dict)  # to be told at the next occasion
    told: OrderedDict[bytes, None] = field(default_factory=OrderedDict)  # and not asked for by it
    named: set[bytes] = field(default_factory=set)  # by it, and lacking here


@dataclass(slots=True)
class _Lacking:
    """A record that is known by name only: who has named it, and whether they were asked; when to do more."""

    at: float
    namers: dict[bytes, bool] = field(default_factory=dict)
    last: bool = False  # all were asked, and this is the end of the wait for them


class _Kept:
    """The newest records, so that they can be asked for, in bounded memory."""

    def __init__(self) -> None:
        self._records: OrderedDict[bytes, Record] = OrderedDict()
        self._size = 0

    def put(self, name: bytes, record: Record) -> None:
        if name in self._records:
            return
        self._records[name] = record
        self._size += len(record[1])
        while self._size > KEPT_BYTES:
            _, (_, oldest) = self._records.popitem(last=False)
            self._size -= len(oldest)

    def get(self, name: bytes) -> Record | None:
        return self._records.get(name)


class Spreading:
    """One machine's part in it. `due` is when `work` is to be called next, infinite where nothing is waited for."""

    def __init__(self) -> None:
        self._links: dict[bytes, _Link] = {}
        self._seen: OrderedDict[bytes, bytes] = OrderedDict()  # names of records here: where each came from
        self._kept = _Kept()
        self._lacking: dict[bytes, _Lacking] = {}
        self._pushed: set[tuple[bytes, bytes]] = set()  # what comes from the first goes to the second whole
        self._tell_at = math.inf
        self._ask_at = math.inf

    @property
    def due(self) -> float:
        """When there is something to do without anything coming in."""
        return min(self._tell_at, self._ask_at)

    def joined(self, peer: bytes) -> None:
        """A link to this neighbour is new: the sync that it begins with brings what was under way before."""
        self.left(peer)
        self._links[peer] = _Link()

    def left(self, peer: bytes) -> None:
        """The link to this neighbour is at its end."""
        link = self._links.pop(peer, None)
        for name in link.named if link is not None else ():
            lacking = self._lacking[name]
            del lacking.namers[peer]
            if not lacking.namers:
                del self._lacking[name]
        self._pushed = {pair for pair in self._pushed if peer not in pair}

    def received(self, peer: bytes, records: Sequence[Record]) -> None:
        """This neighbour has sent these records, new or old, good or bad. Call before anything is made of them."""
        for kind, record in records:
            name = record_name(kind, record)
            self._see(name, peer)
            self._forget(name)

    def spread(self, records: Sequence[Record], now: float) -> list[Outcome]:
        """These records are new here and good enough for everyone."""
        whole: dict[tuple[bytes, ...], list[Record]] = {}
        for kind, record in records:
            name = record_name(kind, record)
            source = self._see(name, _OURS)
            self._kept.put(name, (kind, record))
            to = tuple(peer for peer in self._links if source == _OURS or (source, peer) in self._pushed)
            whole.setdefault(to, []).append((kind, record))
            for peer, link in self._links.items():
                if peer != source and peer not in to:
                    link.untold[name] = None
                    self._tell_at = min(self._tell_at, now + TELL_SECONDS)
        return [Parcel(to, frame) for to, some in whole.items() if to for frame in filled(some)]

    def told(self, peer: bytes, names: Sequence[bytes], now: float) -> None:
        """This neighbour has the records of these names."""
        link = self._links.get(peer)
        if link is None:
            return
        for name in names:
            if name in self._seen:
                link.untold.pop(name, None)
                self._pushed.discard((self._seen[name], peer))
            elif len(link.named) < NAMED_PER_LINK:
                link.named.add(name)
                lacking = self._lacking.get(name)
                if lacking is None:
                    lacking = self._lacking[name] = _Lacking(now + GRACE_SECONDS)
                lacking.namers.setdefault(peer, False)
                if lacking.last:
                    lacking.at, lacking.last = now, False
                self._ask_at = min(self._ask_at, lacking.at)

    def asked(self, peer: bytes, names: Sequence[bytes]) -> list[Outcome]:
        """This neighbour asks for the records of these names: each is given once, to whom it was named."""
        link = self._links.get(peer)
        if link is None:
            return []
        found: list[Record] = []
        useless = 0
        for name in names:
            if name not in link.told:
                useless += 1
                continue
            del link.told[name]
            record = self._kept.get(name)
            if record is not None:
                found.append(record)
                if (source := self._seen.get(name, _OURS)) in self._links:
                    self._pushed.add((source, peer))
        outcomes: list[Outcome] = [Parcel((peer,), frame) for frame in filled(found)]
        if useless:
            outcomes.append(Complaint(peer, useless, "it asks for records that were not named to it"))
        return outcomes

    def work(self, now: float) -> list[Outcome]:
        """Do what is due."""
        outcomes: list[Outcome] = []
        if now >= self._tell_at:
            self._tell_at = math.inf
            outcomes += self._tell()
        if now >= self._ask_at:
            outcomes += self._ask(now)
        return outcomes

    def finish(self) -> list[Outcome]:
        """This machine leaves: what it has not yet named to its neighbours it gives them whole."""
        outcomes: list[Outcome] = []
        for peer, link in self._links.items():
            records = [record for name in link.untold if (record := self._kept.get(name)) is not None]
            outcomes += [Parcel((peer,), frame) for frame in filled(records)]
            link.untold.clear()
        return outcomes

    def _see(self, name: bytes, source: bytes) -> bytes:
        """Note where a record came from first; where it did."""
        first = self._seen.setdefault(name, source)
        if len(self._seen) > NAMES_SEEN:
            self._seen.popitem(last=False)
        return first

    def _forget(self, name: bytes) -> None:
        """A record that was lacking is so no more."""
        lacking = self._lacking.pop(name, None)
        for peer in lacking.namers if lacking is not None else ():
            self._links[peer].named.discard(name)

    def _tell(self) -> list[Outcome]:
        """Name to each neighbour what it has not shown to have, the same names to many in one frame."""
        lists: dict[tuple[bytes, ...], list[bytes]] = {}
        for peer, link in self._links.items():
            if link.untold:
                lists.setdefault(tuple(link.untold), []).append(peer)
                for name in link.untold:
                    link.told[name] = None
                while len(link.told) > TOLD_PER_LINK:
                    link.told.popitem(last=False)
                link.untold.clear()
        return [
            Parcel(tuple(peers), Have(names[at : at + NAMES_PER_FRAME]))
            for names, peers in lists.items()
            for at in range(0, len(names), NAMES_PER_FRAME)
        ]

    def _ask(self, now: float) -> list[Outcome]:
        """Ask for what is lacking, each time somebody else; give up at last, and blame those who have named it."""
        wanted: dict[bytes, list[bytes]] = {}
        false: dict[bytes, int] = {}
        for name, lacking in list(self._lacking.items()):
            if lacking.at > now:
                continue
            peer = next((peer for peer, was_asked in lacking.namers.items() if not was_asked), None)
            if peer is not None:
                lacking.namers[peer] = True
                wanted.setdefault(peer, []).append(name)
                lacking.at, lacking.last = now + WANT_SECONDS, False
            elif not lacking.last:
                lacking.at, lacking.last = now + GIVE_UP_SECONDS, True
            else:
                for peer in lacking.namers:
                    false[peer] = false.get(peer, 0) + 1
                self._forget(name)
        self._ask_at = min((lacking.at for lacking in self._lacking.values()), default=math.inf)
        asks = [Parcel((peer,), Want(tuple(names))) for peer, names in wanted.items()]
        detail = "it names records and does not give them"
        return [*asks, *(Complaint(peer, count, detail) for peer, count in false.items())]
