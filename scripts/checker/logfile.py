"""The log file (chapter 9.1): magic, version, framed records, checksums, torn tails."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Final

from checker.refusal import Unreadable

MAGIC: Final = bytes.fromhex("89736361740d0a1a")
VERSION: Final = 1
EVENT: Final = 1
EVIDENCE: Final = 2
LONGEST: Final = 524_560
HEADER: Final = 9
"""u32 length, u8 type, u32 CRC-32 of these five bytes."""


@dataclass(frozen=True, slots=True)
class Framed:
    """One record as it stands in the file: its number from 0, its offset, its type and its payload."""

    number: int
    offset: int
    type: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Frames:
    """The records of a file up to its end, a torn tail, or a damaged place, which is not looked beyond."""

    records: tuple[Framed, ...]
    torn_at: int | None = None
    damaged_at: int | None = None
    damage: str = ""


def read_frames(octets: bytes) -> Frames:
    """The records of a file.

    Raises:
        Unreadable: no log of this version.
    """
    start = len(MAGIC) + 2
    if octets[: len(MAGIC)] != MAGIC:
        raise Unreadable("this is no Scat log", 0)
    if int.from_bytes(octets[len(MAGIC) : start], "big") != VERSION:
        raise Unreadable("this log has another version", len(MAGIC))
    records: list[Framed] = []
    while start < len(octets):
        if not octets[start:].strip(b"\0"):
            return Frames(tuple(records), start)
        header = octets[start : start + HEADER]
        if len(header) < HEADER:
            return Frames(tuple(records), start)
        length, kind, checksum = int.from_bytes(header[:4], "big"), header[4], int.from_bytes(header[5:], "big")
        if zlib.crc32(header[:5]) != checksum:
            return Frames(tuple(records), None, start, "a record's header does not match its checksum")
        if kind not in (EVENT, EVIDENCE) or length > LONGEST:
            return Frames(tuple(records), None, start, "a record has an unknown type or is too long")
        end = start + HEADER + length
        if end + 4 > len(octets):
            return Frames(tuple(records), start)
        if zlib.crc32(octets[start:end]) != int.from_bytes(octets[end : end + 4], "big"):
            if not octets[start + HEADER :].strip(b"\0"):
                return Frames(tuple(records), start)
            return Frames(tuple(records), None, start, "a record does not match its checksum")
        records.append(Framed(len(records), start, kind, octets[start + HEADER : end]))
        start = end + 4
    return Frames(tuple(records))
