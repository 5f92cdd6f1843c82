"""A file of records that only ever grows, and is whole again after anything that can happen to a program.

What `append` has returned from is on the disk. What it has not is either there whole, or not at all, or a
torn tail that the next opening cuts off. A file is held by one program at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from scatnet.store.errors import StoreError, explain
from scatnet.store.files import Files, write_all, write_whole
from scatnet.store.framing import Form, Scan, StoredRecord, file_header, frame
from scatnet.store.lock import Lock, lock_path
from scatnet.words import _

__all__ = ["AppendFile", "is_there", "scan_file"]

_WRITE_BYTES = 1024 * 1024  # at once; what a stopped disk leaves of more could not be told from damage


class AppendFile:
    """An open file of records; `notice` says in a sentence what opening had to cut off, if anything."""

    def __init__(self, files: Files, path: Path, form: Form) -> None:
        """Open the file that is at `path`, check all of it, and cut a torn tail.

        Raises StoreError: it is not there, is held by another program, is damaged (DamagedFile), or cannot be
        written.
        """
        self.path = path
        self.notice: str | None = None
        self._files = files
        self._form = form
        self._broken = False
        self._lock = _lock(files, path)
        self._handle: int | None = None
        try:
            self._handle = files.open_to_change(path)
            self._end = self._checked_end(self._handle)
        except OSError as fault:
            self.close()
            raise explain(fault, path) from fault
        except BaseException:
            self.close()
            raise

    @classmethod
    def create(cls, files: Files, path: Path, form: Form, records: Sequence[tuple[int, bytes]]) -> AppendFile:
        """Make the file at `path` with these first records and open it.

        Raises StoreError: there is one already, or it cannot be written; then nothing is at `path`.
        """
        with _lock(files, path):
            if is_there(path):
                raise StoreError(_("{path} is already there.").format(path=path))
            data = file_header(form) + b"".join(frame(tag, payload) for tag, payload in records)
            try:
                write_whole(files, path, data)
            except OSError as fault:
                raise explain(fault, path) from fault
        return cls(files, path, form)

    def records(self) -> Iterator[StoredRecord]:
        """Read all records from the beginning. Raises StoreError; not to be mixed with appending."""
        try:
            yield from Scan(self._files, self._require_handle(), self._form, self.path)
        except OSError as fault:
            raise explain(fault, self.path) from fault

    def append(self, records: Sequence[tuple[int, bytes]]) -> None:
        """Add records, each a tag and a payload, and return when they are on the disk.

        Raises StoreError where that fails; the file then ends as it did before.
        """
        handle, before = self._require_handle(), self._end
        writes = self._writes(records)
        if self._broken:
            raise StoreError(
                _("{path} could not be mended after an error; close the table and open it again.").format(
                    path=self.path
                )
            )
        try:
            for data in writes:
                self._add(handle, data)
        except OSError as fault:
            self._cut_back(handle, before)
            raise explain(fault, self.path) from fault
        except BaseException:  # an interrupt between two calls
            self._cut_back(handle, before)
            raise

    def close(self) -> None:
        """Close the file and let others have it; once is enough."""
        handle, self._handle = self._handle, None
        try:
            if handle is not None:
                self._files.close(handle)
        except OSError as fault:
            raise explain(fault, self.path) from fault
        finally:
            self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _checked_end(self, handle: int) -> int:
        scan = Scan(self._files, handle, self._form, self.path)
        for _record in scan:
            pass
        if scan.torn:
            self._files.truncate(handle, scan.end)
            self._files.sync(handle)
            sentence = _("The last {count} bytes of {path} were cut off: the program stopped while writing them.")
            self.notice = sentence.format(count=scan.torn, path=self.path)
        return scan.end

    def _writes(self, records: Sequence[tuple[int, bytes]]) -> list[bytes]:
        """The records as they stand in the file, each item for one write."""
        writes: list[bytes] = []
        waiting = bytearray()
        for tag, payload in records:
            if not 1 <= len(payload) <= self._form.payload_bytes or tag not in self._form.tags:
                raise ValueError(f"a {self._form.name} holds no record of type {tag} with {len(payload)} bytes")
            framed = frame(tag, payload)
            if waiting and len(waiting) + len(framed) > _WRITE_BYTES:
                writes.append(bytes(waiting))
                waiting.clear()
            waiting += framed
        return [*writes, bytes(waiting)] if waiting else writes

    def _add(self, handle: int, data: bytes) -> None:
        self._files.seek(handle, self._end)
        write_all(self._files, handle, data)
        self._files.sync(handle)
        self._end += len(data)

    def _cut_back(self, handle: int, end: int) -> None:
        self._end = end
        try:
            self._files.truncate(handle, end)
            self._files.sync(handle)
        except OSError:
            # The tail is torn now. Appending after it would make damage of it; opening anew cuts it.
            self._broken = True

    def _require_handle(self) -> int:
        if self._handle is None:
            raise ValueError(f"{self.path} is closed")
        return self._handle


def scan_file(files: Files, path: Path, form: Form) -> Iterator[StoredRecord]:
    """Read the records of a file that nobody has to hold, up to a torn tail.

    Raises StoreError: it is not there, is another kind of file, is damaged (DamagedFile) or cannot be read.
    """
    try:
        handle = files.open_to_read(path)
        try:
            yield from Scan(files, handle, form, path)
        finally:
            files.close(handle)
    except OSError as fault:
        raise explain(fault, path) from fault


def is_there(path: Path) -> bool:
    """Whether there is anything at `path`. Raises StoreError where its folder keeps that to itself."""
    try:
        path.stat()
    except FileNotFoundError:
        return False
    except OSError as fault:
        raise explain(fault, path) from fault
    return True


def _lock(files: Files, path: Path) -> Lock:
    busy = _("{path} is in use by another scatnet; close that one first.").format(path=path)
    return Lock(lock_path(path), busy, files=files)
