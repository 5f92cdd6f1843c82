"""Events, their records, and evidence (chapter 3), read strictly: size, signature, schema, canonical form."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from checker import schema
from checker.bodies import Body, Open
from checker.refusal import Refused
from checker.values import Value, decode

ZEROS: Final = bytes(32)
MOST_RECORDS_DEEP: Final = 4
"""Counting the outermost: three records within each other in it."""
CAP: Final = 15 * 1024
CAP_ROUND_OPEN: Final = 256 * 1024


@dataclass(frozen=True, slots=True)
class Event:
    """A signed event that was read: right signature, right schema. Whether it holds is the rules' business."""

    table: bytes
    head: bytes
    author: bytes
    kind: str
    body: Body
    unsigned: bytes
    digest: bytes


def digest_of(label: str, *parts: bytes) -> bytes:
    """H(`label` with its line feed ‖ the parts)."""
    return hashlib.sha256(f"{label}\n".encode() + b"".join(parts)).digest()


_FIELD: Final = 2**255 - 19
_ORDER_8: Final = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD83D3D706A17C7
"""The y of two of the four points of order 8; the other two have its negative."""
_SMALL_ORDER: Final = frozenset({0, 1, _FIELD - 1, _ORDER_8, _FIELD - _ORDER_8})


def _sound_point(octets: bytes) -> bool:
    y = int.from_bytes(octets, "little") & (2**255 - 1)
    return y < _FIELD and y not in _SMALL_ORDER


def verify(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether `signature` is the Ed25519 signature of `key` over `message`, neither key nor R of small order."""
    if not _sound_point(key) or not _sound_point(signature[:32]):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def read_event(record: bytes, depth: int = 1) -> Event:
    """The event of a record, `depth` records deep.

    Raises:
        Refused: with the first thing that does not hold.
    """
    if depth > MOST_RECORDS_DEEP:
        raise Refused("holds records that lie too deep")
    if len(record) > CAP_ROUND_OPEN + 80:
        raise Refused("is longer than any event")
    pair = decode(record)
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise Refused("is not an event's bytes and a signature")
    unsigned, signature = pair
    if not isinstance(unsigned, bytes) or not isinstance(signature, bytes) or len(signature) != 64:
        raise Refused("is not an event's bytes and a signature")
    fields = decode(unsigned)
    table, head, author, kind, values = _six(fields)
    if len(unsigned) > (CAP_ROUND_OPEN if kind == "round_open" else CAP):
        raise Refused(f"is longer than a {kind} may be")
    if not verify(author, signature, b"scatnet event 1\n" + unsigned):
        raise Refused("does not carry its author's signature")
    if {table == ZEROS, head == ZEROS} != {kind == "open"}:
        raise Refused("should have zeros for table and head in open, and in nothing else")
    own_table = digest_of("scatnet table 1", unsigned) if kind == "open" else table
    body = schema.read_body(kind, values, schema.Frame(own_table, author, depth))
    return Event(own_table, head, author, kind, body, unsigned, digest_of("scatnet digest 1", unsigned))


def _six(fields: Value) -> tuple[bytes, bytes, bytes, str, tuple[Value, ...]]:
    if not isinstance(fields, tuple) or len(fields) != 6:
        raise Refused("is not a list of six")
    form, table, head, author, kind, values = fields
    if isinstance(form, bool) or form != 1:
        raise Refused("has another version than 1")
    if not (isinstance(table, bytes) and isinstance(head, bytes) and isinstance(author, bytes)):
        raise Refused("has other things than bytes for table, head and author")
    if not len(table) == len(head) == len(author) == 32:
        raise Refused("should have 32 bytes each for table, head and author")
    if not isinstance(kind, str) or kind not in schema.KINDS:
        raise Refused("has an unknown kind")
    if not isinstance(values, tuple):
        raise Refused("has a body that is no list")
    return table, head, author, kind, values


def read_evidence(record: bytes) -> tuple[Event, ...]:
    """The one or two events of a record of evidence.

    Raises:
        Refused: with the first thing that does not hold.
    """
    items = decode(record)
    if not isinstance(items, tuple):
        raise Refused("is no list of records")
    return schema.read_evidence_items(items, None, 0)


def is_open(event: Event) -> Open | None:
    """The body of an `open`."""
    return event.body if isinstance(event.body, Open) else None
