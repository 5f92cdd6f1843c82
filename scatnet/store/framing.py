"""How records stand in a file: a header for the file, then each record between its length and its checksum.

    file   = magic (8 bytes), version (16 bits), records record = length of payload (32 bits), tag (8 bits),
    CRC-32 of these five bytes, payload, CRC-32 of all before

Numbers are big endian. The length has a checksum of its own, so that a wrong length is never taken for a
record that was cut short. A torn tail is the beginning of a record that never came to its end because the
program or the machine stopped: it may be cut. Everything else that does not fit is damage.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scatnet.store.errors import DamagedFile, StoreError
from scatnet.store.files import Files
from scatnet.words import _

__all__ = ["Form", "Scan", "StoredRecord", "file_header", "frame"]

_MAGIC_BYTES = 8
_VERSION_BYTES = 2
_FILE_HEADER = _MAGIC_BYTES + _VERSION_BYTES
_LENGTH_BYTES = 4
_CHECKSUM_BYTES = 4
_PREFIX = _LENGTH_BYTES + 1
_RECORD_HEADER = _PREFIX + _CHECKSUM_BYTES

_READ_BYTES = 128 * 1024

# A disk that stopped may have kept a file's new length and not its bytes, which are then zeros up to the end.
# No record ends in this many by itself, because a checksum follows its payload.
_UNWRITTEN_ZEROS = 16
_UNWRITTEN_LIMIT = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of file: magic, version, its records' tags and longest payload, its name in words to be translated."""

    magic: bytes
    version: int
    tags: frozenset[int]
    payload_bytes: int
    name: str


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record as it was stored: the byte `offset` at which it begins, its type tag, its payload."""

    offset: int
    tag: int
    payload: bytes


def file_header(form: Form) -> bytes:
    """What a file of this form begins with."""
    return form.magic + form.version.to_bytes(_VERSION_BYTES, "big")


def frame(tag: int, payload: bytes) -> bytes:
    """A record as it stands in a file."""
    prefix = len(payload).to_bytes(_LENGTH_BYTES, "big") + bytes((tag,))
    header = prefix + _checksum(prefix)
    return header + payload + _checksum(payload, header)


class Scan:
    """One pass over a file's records, whole ones only, reading no more than a record ahead.

    After it has been iterated over, `end` is where the last whole record ends and `torn` how many bytes of a
    torn tail follow. Iterating raises DamagedFile at anything else that does not fit, and OSError.
    """

    def __init__(self, files: Files, handle: int, form: Form, path: Path) -> None:
        """Take an open file from its beginning to the length it has now. Raises StoreError for another kind of file."""
        self._files = files
        self._handle = handle
        self._form = form
        self._path = path
        self._size = files.size(handle)
        self._ahead = b""
        self._place = 0  # in `_ahead`
        self.torn = 0
        files.seek(handle, 0)
        self._read_file_header()
        self.end = _FILE_HEADER

    def __iter__(self) -> Iterator[StoredRecord]:
        while (record := self._next()) is not None:
            self.end += _RECORD_HEADER + len(record.payload) + _CHECKSUM_BYTES
            yield record

    def _read_file_header(self) -> None:
        header = self._read(_FILE_HEADER)
        name = _(self._form.name)
        if not self._form.magic or header[:_MAGIC_BYTES] != self._form.magic or len(header) < _FILE_HEADER:
            raise StoreError(_("{path} is not a {name}.").format(path=self._path, name=name))
        version = int.from_bytes(header[_MAGIC_BYTES:], "big")
        if version > self._form.version:
            sentence = _("{path} is a {name} of version {version}, newer than this program, which reads {known}.")
            raise StoreError(sentence.format(path=self._path, name=name, version=version, known=self._form.version))
        if version < self._form.version:
            raise DamagedFile(self._path, _MAGIC_BYTES, _("there was never a version {n}").format(n=version))

    def _next(self) -> StoredRecord | None:
        rest = self._size - self.end
        header = self._read(min(_RECORD_HEADER, rest))
        if len(header) < _RECORD_HEADER:
            self.torn = len(header)
            return None
        prefix = header[:_PREFIX]
        length, tag = int.from_bytes(prefix[:_LENGTH_BYTES], "big"), prefix[_LENGTH_BYTES]
        if _checksum(prefix) != header[_PREFIX:]:
            self._require_unwritten(header, _("a record's length does not fit its checksum"))
            return None
        if not 1 <= length <= self._form.payload_bytes:
            raise self._damaged(_("a record of {length} bytes cannot be").format(length=length))
        if tag not in self._form.tags:
            raise self._damaged(_("a record of type {tag} is unknown").format(tag=tag))
        if rest < _RECORD_HEADER + length + _CHECKSUM_BYTES:
            self.torn = rest
            return None
        body = self._read(length + _CHECKSUM_BYTES)
        payload = body[:length]
        if len(body) < length + _CHECKSUM_BYTES or _checksum(payload, header) != body[length:]:
            self._require_unwritten(header + body, _("a record does not fit its checksum"))
            return None
        return StoredRecord(self.end, tag, payload)

    def _require_unwritten(self, seen: bytes, fault: str) -> None:
        """Take as torn what the disk announced and never wrote: zeros from within the record, `seen`, to the end."""
        rest = self._size - self.end
        if rest > _UNWRITTEN_LIMIT:
            raise self._damaged(fault)
        tail = seen + self._read(rest - len(seen))
        written = len(tail.rstrip(b"\0"))
        if len(tail) == rest and written <= len(seen) and (written == 0 or rest - written >= _UNWRITTEN_ZEROS):
            self.torn = rest
            return
        raise self._damaged(fault)

    def _damaged(self, fault: str) -> DamagedFile:
        return DamagedFile(self._path, self.end, fault)

    def _read(self, count: int) -> bytes:
        """The next `count` bytes, or fewer where the file ends before."""
        parts: list[bytes] = []
        while count > 0:
            if self._place == len(self._ahead):
                self._ahead, self._place = self._files.read(self._handle, _READ_BYTES), 0
                if not self._ahead:
                    break
            part = self._ahead[self._place : self._place + count]
            self._place += len(part)
            count -= len(part)
            parts.append(part)
        return b"".join(parts)


def _checksum(data: bytes, before: bytes = b"") -> bytes:
    return zlib.crc32(data, zlib.crc32(before)).to_bytes(_CHECKSUM_BYTES, "big")
