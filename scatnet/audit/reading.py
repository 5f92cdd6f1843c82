"""The records of a log file, one after the other, each decoded or named as what it claims to be.

A file is trusted with nothing: the store finds damage to its frame, strict decoding everything that no honest program
writes. Whatever is wrong with one record, its place and its claims are still told. No more than one record is held.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scatnet.log import BadRecord, Event, Evidence, Kind, decode_evidence, decode_record, kind_of, limits
from scatnet.store.errors import DamagedFile, StoreError, explain
from scatnet.store.framing import StoredRecord, file_header, frame
from scatnet.store.table_file import TABLE_FORM, RecordType, read_table
from scatnet.words import _

__all__ = ["Broken", "Claim", "Entry", "Torn", "Unreadable", "read_log"]

_FRAME_BYTES: Final = 9  # length, tag and their checksum, before a record's payload
_HEAD, _AUTHOR = 38, 72  # where canonical form puts them in an event's unsigned bytes


class Unreadable(Exception):
    """The file is no log that this program can read; `sentence` says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Claim:
    """What a record claims to be that cannot be trusted; empty where not even that can be told."""

    kind: Kind | None = None
    head: bytes = b""
    author: bytes = b""


@dataclass(frozen=True, slots=True)
class Entry:
    """Record `number` of the file, from 1, at byte `offset`, and what it holds. `end` is the first byte after it."""

    number: int
    offset: int
    end: int
    holds: Event | Evidence


@dataclass(frozen=True, slots=True)
class Broken:
    """A record that cannot be taken for what it claims, and why; `last` where nothing after it can be read."""

    number: int
    offset: int
    claim: Claim
    reason: str
    last: bool


@dataclass(frozen=True, slots=True)
class Torn:
    """The file ends in the beginning of a record: so many bytes that the program had no time to finish."""

    bytes: int


def read_log(path: Path) -> Iterator[Entry | Broken | Torn]:
    """Read a log. Raises Unreadable where the file is no log, is of a newer version, or cannot be read at all."""
    number, end = 0, len(file_header(TABLE_FORM))
    try:
        for record in read_table(path):
            number += 1
            end = record.offset + len(frame(record.tag, record.payload))
            yield _entry(record, number, end)
        size = path.stat().st_size
    except DamagedFile as damage:
        if damage.offset < len(file_header(TABLE_FORM)):
            raise Unreadable(damage.sentence) from damage
        reason = _("The file is damaged here: {fault}.").format(fault=damage.fault)
        yield Broken(number + 1, damage.offset, _claim_at(path, damage.offset), reason, last=True)
        return
    except StoreError as fault:
        raise Unreadable(fault.sentence) from fault
    except OSError as fault:
        raise Unreadable(explain(fault, path).sentence) from fault
    if size > end:
        yield Torn(size - end)


def _entry(record: StoredRecord, number: int, end: int) -> Entry | Broken:
    try:
        if record.tag == RecordType.EVIDENCE:
            return Entry(number, record.offset, end, decode_evidence(record.payload))
        return Entry(number, record.offset, end, decode_record(record.payload))
    except BadRecord as refusal:
        return Broken(number, record.offset, _claim(record.payload), refusal.reason, last=False)


def _claim_at(path: Path, offset: int) -> Claim:
    """What the damaged record at a byte of a file claims to be."""
    try:
        with path.open("rb") as file:
            file.seek(offset + _FRAME_BYTES)
            return _claim(file.read(limits.ENVELOPE_BYTES + _AUTHOR + 2 * limits.KEY_BYTES))
    except OSError:
        return Claim()


def _claim(payload: bytes) -> Claim:
    """Kind, head and author from the places where canonical form puts them."""
    kind = kind_of(payload)
    if kind is None:
        return Claim()
    # An event's unsigned bytes begin with a list of six, the version, and the length of the table's name.
    start = payload.find(b"\x96\x01\xc4\x20")
    return Claim(
        kind=kind,
        head=payload[start + _HEAD : start + _HEAD + limits.HASH_BYTES],
        author=payload[start + _AUTHOR : start + _AUTHOR + limits.KEY_BYTES],
    )
