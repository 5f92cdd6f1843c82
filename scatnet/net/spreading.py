"""How records get to everyone: whole from whoever brings them in, by name from everybody else.

Sans-IO: what happens on the links goes in, with the time in seconds; parcels to send and complaints come out.

Where all are linked to all, a record reaches everybody from its author's machine, and to pass it on whole would only
cost. So what came from a neighbour is passed on as its name alone, a little later and many at once. Who lacks a record
that was named asks for it, see `scatnet.net.wanting`. Where somebody had to ask, no link leads to them from where the
record came: what comes from there is pushed to them whole from then on, until they name to us several in a row of what
was pushed: then they get it otherwise.

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
    NAMES_PER_FRAME,
    NAMES_SEEN,
    NEEDLESS_PUSHES,
    RECORDS_PER_FRAME,
    TELL_SECONDS,
    TOLD_PER_LINK,
)
from scatnet.net.promised import Promised, Record
from scatnet.net.wanting import Wanting

__all__ = ["Complaint", "Parcel", "Spreading", "filled", "record_name"]

_LABEL: Final = b"scatnet record 1\n"
_OURS: Final = b""  # in place of a neighbour's key: the record came from this machine


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


@dataclass(slots=True)
class _Push:
    """What comes from one neighbour and goes to another whole."""

    open: dict[bytes, None] = field(default_factory=dict)  # pushed, and not named to us since; the oldest first
    needless: int = 0  # how many of them in a row were named to us

    def add(self, name: bytes) -> None:
        self.open[name] = None
        if len(self.open) > NAMES_PER_FRAME:
            del self.open[next(iter(self.open))]
            self.needless = 0

    def note_named(self, name: bytes) -> None:
        """The neighbour names what was pushed: it had it otherwise, but not those before it that it has not named."""
        if name in self.open:
            while (first := next(iter(self.open))) != name:
                del self.open[first]
                self.needless = 0
            del self.open[name]
            self.needless += 1


class Spreading:
    """One machine's part in it. `due` is when `work` is to be called next, infinite where nothing is waited for."""

    def __init__(self) -> None:
        self._links: dict[bytes, _Link] = {}
        self._seen: OrderedDict[bytes, bytes] = OrderedDict()  # names of records here: where each came from
        self._promised = Promised()
        self._wanting = Wanting()
        self._pushes: dict[tuple[bytes, bytes], _Push] = {}  # what comes from the first goes to the second whole
        self._tell_at = math.inf

    @property
    def due(self) -> float:
        """When there is something to do without anything coming in."""
        return min(self._tell_at, self._wanting.due)

    def joined(self, peer: bytes) -> None:
        """A link to this neighbour is new: the sync that it begins with brings what was under way before."""
        self.left(peer)
        self._links[peer] = _Link()
        self._wanting.joined(peer)

    def left(self, peer: bytes) -> None:
        """The link to this neighbour is at its end."""
        self._links.pop(peer, None)
        self._wanting.left(peer)
        self._pushes = {pair: push for pair, push in self._pushes.items() if peer not in pair}

    def received(self, peer: bytes, records: Sequence[Record]) -> None:
        """This neighbour has sent these records, new or old, good or bad. Call before anything is made of them."""
        for kind, record in records:
            name = record_name(kind, record)
            self._see(name, peer)
            self._wanting.came(peer, name)

    def spread(self, records: Sequence[Record], now: float) -> list[Outcome]:
        """These records are new here and good enough for everyone."""
        whole: dict[tuple[bytes, ...], list[Record]] = {}
        for kind, record in records:
            name = record_name(kind, record)
            source = self._see(name, _OURS)
            to = tuple(peer for peer in self._links if source == _OURS or (source, peer) in self._pushes)
            whole.setdefault(to, []).append((kind, record))
            for peer in to:
                if source != _OURS:
                    self._pushes[source, peer].add(name)
            others = [link for peer, link in self._links.items() if peer != source and peer not in to]
            if others and self._promised.put(name, (kind, record), source, now):
                for link in others:
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
                self._note_named((self._seen[name], peer), name)
            else:
                self._wanting.named(peer, name, now)

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
            record = self._promised.get(name)
            if record is not None:
                found.append(record)
                if (source := self._seen.get(name, _OURS)) in self._links:
                    self._pushes[source, peer] = _Push()
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
        step = self._wanting.work(now)
        outcomes += [Parcel((peer,), Want(tuple(names))) for peer, names in step.asks.items()]
        detail = "it names records and does not give them"
        outcomes += [Complaint(peer, points, detail) for peer, points in step.blame.items()]
        return outcomes

    def finish(self) -> list[Outcome]:
        """This machine leaves: what it has not yet named to its neighbours it gives them whole."""
        outcomes: list[Outcome] = []
        for peer, link in self._links.items():
            records = [record for name in link.untold if (record := self._promised.get(name)) is not None]
            outcomes += [Parcel((peer,), frame) for frame in filled(records)]
            link.untold.clear()
        return outcomes

    def _see(self, name: bytes, source: bytes) -> bytes:
        """Note where a record came from first; where it did."""
        first = self._seen.setdefault(name, source)
        if len(self._seen) > NAMES_SEEN:
            self._seen.popitem(last=False)
        return first

    def _note_named(self, pair: tuple[bytes, bytes], name: bytes) -> None:
        """The second of two neighbours names what came from the first; several that were pushed end the pushing."""
        push = self._pushes.get(pair)
        if push is not None:
            push.note_named(name)
            if push.needless >= NEEDLESS_PUSHES:
                del self._pushes[pair]

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
