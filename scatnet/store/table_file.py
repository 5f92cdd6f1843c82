"""The log file of a table, `<table>.scat`: every event and every piece of evidence in the order admitted.

It holds nothing secret and may be given to anyone. This module knows where records begin and end and that
their bytes are those that were written; what they say is for `decode_stored`, and whether it is right for the
engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from scatnet.log import BadRecord, Event, Evidence, Kind, decode_evidence, decode_record, limits
from scatnet.store.append_file import AppendFile, scan_file
from scatnet.store.errors import DamagedFile
from scatnet.store.files import SYSTEM, Files
from scatnet.store.framing import Form, StoredRecord
from scatnet.table.effects import RecordType
from scatnet.words import mark

__all__ = ["TABLE_FORM", "RecordType", "TableFile", "decode_stored", "read_table"]


TABLE_FORM = Form(
    magic=b"\x89scat\r\n\x1a",  # not text, and broken by anything that mends line ends
    version=1,
    tags=frozenset(RecordType),
    payload_bytes=limits.RECORD_BYTES,
    name=mark("log of a table"),
)


class TableFile:
    """A table's log, open for adding and held by this program; use `with`, or `close`."""

    def __init__(self, path: Path, *, files: Files = SYSTEM) -> None:
        """Open the log at `path`, check that all of it is whole, and cut a torn tail with a `notice`.

        Raises StoreError: it is not there, is in use, is damaged (DamagedFile), or cannot be written.
        """
        self._file = AppendFile(files, path, TABLE_FORM)

    @classmethod
    def create(cls, path: Path, open_event: Event, *, files: Files = SYSTEM) -> TableFile:
        """Make the log at `path` with its first event and open it.

        Raises StoreError: there is one already, or it cannot be written; then nothing is at `path`.
        """
        if open_event.kind is not Kind.OPEN:
            raise ValueError(f"a log begins with open, not with {open_event.kind}")
        AppendFile.create(files, path, TABLE_FORM, [(RecordType.EVENT, open_event.record)]).close()
        return cls(path, files=files)

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self._file.path

    @property
    def notice(self) -> str | None:
        """A sentence on what opening had to cut off, if anything."""
        return self._file.notice

    def records(self) -> Iterator[StoredRecord]:
        """Read all records from the beginning; not to be mixed with appending."""
        return self._file.records()

    def append(self, *added: Event | Evidence) -> None:
        """Add these, in this order, and return when they are on the disk.

        Raises StoreError where that fails; the log then ends as it did before.
        """
        self._file.append([_typed(each) for each in added])

    def append_records(self, records: Sequence[tuple[int, bytes]]) -> None:
        """Add records as they stand, each a RecordType and bytes that were decoded before; else as `append`."""
        self._file.append(records)

    def close(self) -> None:
        """Close the file and let others have it; once is enough."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_table(path: Path, *, files: Files = SYSTEM) -> Iterator[StoredRecord]:
    """Read the records of a log anywhere, also one in use, up to a torn tail; changes nothing, holds one record.

    Raises StoreError: it is not there, is something else, is damaged (DamagedFile) or cannot be read.
    """
    return scan_file(files, path, TABLE_FORM)


def decode_stored(record: StoredRecord, path: Path) -> Event | Evidence:
    """Decode a record from the file at `path`. Raises DamagedFile, naming its offset, where it is refused."""
    try:
        if record.tag == RecordType.EVIDENCE:
            return decode_evidence(record.payload)
        return decode_record(record.payload)
    except BadRecord as refusal:
        raise DamagedFile(path, record.offset, refusal.reason.rstrip(".")) from refusal


def _typed(each: Event | Evidence) -> tuple[int, bytes]:
    return (RecordType.EVENT if isinstance(each, Event) else RecordType.EVIDENCE), each.record
