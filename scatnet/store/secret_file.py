"""The secret file of a table, `<table>.key`: the seed that all its secrets derive from, and what must not repeat.

Beside the seed stand two kinds of notes, each on the disk before what it speaks of leaves the machine: a
serial number burned for a head, and what a seat signed at a head. The file is never given to anyone.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from types import TracebackType
from typing import Self

from scatnet.log import Value, limits
from scatnet.log.encoding import pack, unpack
from scatnet.log.errors import Unfit
from scatnet.store.append_file import AppendFile
from scatnet.store.errors import DamagedFile, StoreError
from scatnet.store.files import SYSTEM, Files
from scatnet.store.framing import Form, StoredRecord
from scatnet.words import _, mark

__all__ = ["NO_SLOT", "SEED_BYTES", "SecretFile", "SignedTwiceError"]

SEED_BYTES = 32
_NOTE_BYTES = limits.ROUND_OPEN_BYTES + 512  # the longest event there is, and what names it

NO_SLOT = -1
"""What `about` is for an answer to the author's own slot; a vote is about another seat's."""


class _Note(IntEnum):
    SEED = 1  # 32 bytes
    BURNED = 2  # [seat key, serial, head]
    SIGNED = 3  # [author, head, about + 1, digest, the signed record or nothing]


SECRET_FORM = Form(
    magic=b"\x89scatkey",
    version=1,
    tags=frozenset(_Note),
    payload_bytes=_NOTE_BYTES,
    name=mark("secret file of a table"),
)


class SignedTwiceError(StoreError):
    """A second, different answer of one author to one slot was about to be signed. It must not leave this machine."""


class SecretFile:
    """A table's secret file, open and held by this program; use `with`, or `close`."""

    def __init__(self, path: Path, *, files: Files = SYSTEM) -> None:
        """Open the secret file at `path` and read all its notes; a torn tail is cut with a `notice`.

        Raises StoreError: it is not there, is in use, is damaged (DamagedFile), or cannot be written.
        """
        self._seed = b""
        self._serials: dict[tuple[bytes, bytes], int] = {}  # by seat key and head
        self._next_serial: dict[bytes, int] = {}  # by seat key
        self._signed: dict[tuple[bytes, bytes, int], bytes] = {}  # digest by author, head and slot
        self._file = AppendFile(files, path, SECRET_FORM)
        try:
            for record in self._file.records():
                self._read(record)
            if not self._seed:
                raise DamagedFile(path, 0, _("it holds no seed"))
        except BaseException:
            self._file.close()
            raise

    @classmethod
    def create(cls, path: Path, *, files: Files = SYSTEM) -> SecretFile:
        """Make a secret file at `path` with a fresh random seed and open it.

        Raises StoreError: there is one already, or it cannot be written; then nothing is at `path`.
        """
        seed = secrets.token_bytes(SEED_BYTES)
        AppendFile.create(files, path, SECRET_FORM, [(_Note.SEED, seed)]).close()
        return cls(path, files=files)

    @property
    def seed(self) -> bytes:
        """The 32 random bytes from which every secret of this table derives."""
        return self._seed

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self._file.path

    @property
    def notice(self) -> str | None:
        """A sentence on what opening had to cut off, if anything."""
        return self._file.notice

    def serial_for(self, seat: bytes, head: bytes, at_least: int = 0) -> int:
        """Return the serial number that the seat with this key uses at `head`: the one burned for it, or the next.

        A new one is at least `at_least`, which a caller sets beyond every serial that the log has seen of the
        seat, so that a secret file restored from an older copy repeats none. It is on the disk when this
        returns.

        Raises StoreError where it cannot be burned.
        """
        burned = self._serials.get((seat, head))
        if burned is not None:
            return burned
        serial = max(at_least, self._next_serial.get(seat, 0))
        if serial > limits.SERIALS:
            raise ValueError(f"a serial number is at most {limits.SERIALS}")
        self._file.append([(_Note.BURNED, pack((seat, serial, head)))])
        self._note_burned(seat, head, serial)
        return serial

    def burned(self, seat: bytes) -> dict[bytes, int]:
        """All serial numbers burned by the seat with this key, by the head that each was burned for."""
        return {head: serial for (key, head), serial in self._serials.items() if key == seat}

    def note_signed(self, author: bytes, head: bytes, digest: bytes, about: int = NO_SLOT, record: bytes = b"") -> None:
        """Note, before it leaves the machine, that `author` signed the event with this digest at `head`.

        `about` is the seat that a vote is about. `record` is the event itself, to be had back from
        `signed_records` where a log has lost it. The same event again is no news. The note is on the disk
        when this returns.

        Raises:
            SignedTwiceError: another event is noted for the same author, head and slot.
            StoreError: the note cannot be written.
        """
        noted = self._signed.get((author, head, about))
        if noted == digest:
            return
        if noted is not None:
            raise SignedTwiceError(_("This seat has answered that step already; a second answer would be false play."))
        self._file.append([(_Note.SIGNED, pack((author, head, about + 1, digest, record)))])
        self._signed[author, head, about] = digest

    def signed_at(self, author: bytes, head: bytes, about: int = NO_SLOT) -> bytes | None:
        """The digest of what `author` signed there, or None."""
        return self._signed.get((author, head, about))

    def signed_records(self) -> Iterator[bytes]:
        """The noted records in the order in which they were signed, read from the disk. Raises StoreError; not to be
        mixed with noting."""
        for record in self._file.records():
            match record.tag, self._unpack(record) if record.tag == _Note.SIGNED else ():
                case _Note.SIGNED, (_, _, _, _, bytes() as signed) if signed:
                    yield signed

    def close(self) -> None:
        """Close the file and let others have it; once is enough."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _read(self, record: StoredRecord) -> None:
        if record.tag == _Note.SEED:
            if self._seed or len(record.payload) != SEED_BYTES:
                raise self._damaged(record)
            self._seed = record.payload
            return
        match record.tag, self._unpack(record):
            case _Note.BURNED, (bytes() as seat, int() as serial, bytes() as head):
                self._note_burned(seat, head, serial)
            case _Note.SIGNED, (
                bytes() as author,
                bytes() as head,
                int() as about,
                bytes() as digest,
                bytes(),
            ):
                self._signed[author, head, about - 1] = digest
            case _:
                raise self._damaged(record)

    def _unpack(self, record: StoredRecord) -> Value:
        try:
            return unpack(record.payload, _NOTE_BYTES)
        except Unfit as fault:
            raise self._damaged(record) from fault

    def _damaged(self, record: StoredRecord) -> DamagedFile:
        return DamagedFile(self._file.path, record.offset, _("a note there has no meaning"))

    def _note_burned(self, seat: bytes, head: bytes, serial: int) -> None:
        self._serials[seat, head] = serial
        self._next_serial[seat] = max(serial + 1, self._next_serial.get(seat, 0))
