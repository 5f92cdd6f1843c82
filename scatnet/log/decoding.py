"""The border of the log: bytes from outside become events and evidence here or are refused here, as a whole.

The order is fixed: size, then the signature over the bytes as they came, then schema, bounds and canonical
form. Every refusal is one `BadRecord` with one sentence, and leaves nothing behind. What we make ourselves
passes the same schema, where a mistake is a ValueError.
"""

from __future__ import annotations

from scatnet.log import labels, limits
from scatnet.log.encoding import Value, pack, unpack
from scatnet.log.errors import BadRecord, Unfit
from scatnet.log.event import FORMAT, ZERO, Event
from scatnet.log.evidence import Evidence, fits_in_round_open
from scatnet.log.identity import Signer, endorsed, verify
from scatnet.log.kinds import Kind
from scatnet.log.schema import byte_cap, check_body

__all__ = ["decode_evidence", "decode_record", "kind_of", "make_event"]

# An event begins with a list of six, the version and three strings of 32 bytes, which canonical form puts at
# fixed places. So its author and kind are known, and its signature checked, before anything in it is parsed.
_START = bytes((0x96, FORMAT))
_BYTES_32 = b"\xc4\x20"
_TABLE, _HEAD, _AUTHOR, _KIND = 4, 38, 72, 104
_SHORT_TEXT = 0xA0

_KINDS = {bytes((_SHORT_TEXT | len(kind),)) + kind.encode(): kind for kind in Kind}
_ALL_KINDS = frozenset(Kind)
_LONGEST_PREFIX = 7  # before the unsigned bytes in a record: a list of two, a length of 1 to 4 bytes


def make_event(signer: Signer, *, table: bytes, head: bytes, kind: Kind, body: tuple[Value, ...]) -> Event:
    """Sign an event of ours.

    `body` has the fields of `kind` in the schema's order, as `bodies` gives it with `to_body()`.

    Raises ValueError where table, head or body do not fit the schema or its caps.
    """
    unsigned = pack((FORMAT, table, head, signer.public, kind.value, body))
    if len(unsigned) > byte_cap(kind):
        raise Unfit(f"it is {len(unsigned)} bytes long, {byte_cap(kind)} are allowed")
    if (table, head, signer.public, kind) != _read_header(unsigned):
        raise Unfit("table, head and author should be 32 bytes each")
    embedded = _check(table, head, signer.public, kind, body, limits.NESTING)
    return Event(
        table=table,
        head=head,
        author=signer.public,
        kind=kind,
        body=body,
        unsigned=unsigned,
        signature=signer.sign(labels.SIGNATURE + unsigned),
        embedded=embedded,
    )


def decode_record(data: bytes) -> Event:
    """Read the record of one event, from a file or a frame.

    Raises:
        BadRecord: it is too long, not signed by its author, breaks the schema or a bound, or is not
        canonical; so is
            any record within it.
    """
    _require_bytes(data)
    try:
        return _open_record(data, _ALL_KINDS, limits.NESTING)
    except Unfit as fault:
        raise BadRecord(f"The event is refused: {fault}.") from fault


def kind_of(data: bytes) -> Kind | None:
    """The kind that a record claims to be, unchecked and fast; None where it does not begin as an event does."""
    _require_bytes(data)
    header = data[: limits.ENVELOPE_BYTES + _KIND + 32]
    start = header.find(_START + _BYTES_32)
    if not 0 < start < _LONGEST_PREFIX:
        return None
    try:
        return _read_header(header[start:])[3]
    except Unfit:
        return None


def decode_evidence(data: bytes) -> Evidence:
    """Read a record of evidence, from a file or a frame.

    Raises:
        BadRecord: it is too long, one of its records is refused, or they are not evidence in shape.
    """
    _require_bytes(data)
    try:
        records = unpack(data, limits.EVIDENCE_BYTES)
        if not isinstance(records, tuple) or not 1 <= len(records) <= 2:
            raise Unfit("it should be a list of one or two records")
        events: list[Event] = []
        for record in records:
            if not isinstance(record, bytes):
                raise Unfit("it should hold records as bytes")
            events.append(_open_record(record, _ALL_KINDS, limits.NESTING))
        return _evidence(events)
    except Unfit as fault:
        raise BadRecord(f"The evidence is refused: {fault}.") from fault


def _require_bytes(data: object) -> None:
    if type(data) is not bytes:
        raise TypeError(f"a record is bytes, not {type(data).__name__}")


def _open_record(data: bytes, kinds: frozenset[Kind], nesting: int) -> Event:
    record = unpack(data, limits.ROUND_OPEN_BYTES + limits.ENVELOPE_BYTES)
    match record:
        case (bytes() as unsigned, bytes() as signature) if len(signature) == limits.SIGNATURE_BYTES:
            pass
        case _:
            raise Unfit("it should be a list of an event's bytes and a signature of 64 bytes")
    table, head, author, kind = _read_header(unsigned)
    if kind not in kinds:
        raise Unfit(f"it should be {' or '.join(sorted(kinds))}, not {kind}")
    if len(unsigned) > byte_cap(kind):
        raise Unfit(f"it is {len(unsigned)} bytes long, {byte_cap(kind)} are allowed for {kind}")
    if not verify(author, signature, labels.SIGNATURE + unsigned):
        raise Unfit("its signature is not its author's")
    match unpack(unsigned, byte_cap(kind)):
        case (_, _, _, _, _, tuple() as body):
            pass
        case _:
            raise Unfit("its body should be a list")
    return Event(
        table=table,
        head=head,
        author=author,
        kind=kind,
        body=body,
        unsigned=unsigned,
        signature=signature,
        embedded=_check(table, head, author, kind, body, nesting),
    )


def _read_header(unsigned: bytes) -> tuple[bytes, bytes, bytes, Kind]:
    """Table, head, author and kind, from their fixed places."""
    if len(unsigned) <= _KIND or unsigned[0] != _START[0]:
        raise Unfit("it should begin as an event does, a list of six")
    if unsigned[1] != FORMAT:
        raise Unfit(f"it is in another format than {FORMAT}, the one that this program reads")
    for place in (_TABLE, _HEAD, _AUTHOR):
        if unsigned[place - 2 : place] != _BYTES_32:
            raise Unfit("its table, head and author should be 32 bytes each")
    name = unsigned[_KIND : _KIND + 1 + (unsigned[_KIND] & 31)]
    kind = _KINDS.get(name)
    if kind is None:
        raise Unfit("it is of a kind that this program does not know")
    return (
        unsigned[_TABLE : _TABLE + 32],
        unsigned[_HEAD : _HEAD + 32],
        unsigned[_AUTHOR : _AUTHOR + 32],
        kind,
    )


def _check(
    table: bytes, head: bytes, author: bytes, kind: Kind, body: tuple[Value, ...], nesting: int
) -> tuple[Event, ...]:
    """Check the body and what binds it to its envelope; return the events within it."""
    if (table == ZERO, head == ZERO) != (kind is Kind.OPEN, kind is Kind.OPEN):
        raise Unfit("its table and head should be zeros in open, and in nothing else")
    embedded: list[Event] = []

    def opener(record: bytes, kinds: frozenset[Kind]) -> None:
        if nesting == 0:
            raise Unfit("should not hold records nested this deep")
        try:
            event = _open_record(record, kinds, nesting - 1)
        except Unfit as fault:
            raise Unfit(f"should hold only sound records, and in one {fault}") from fault
        if event.table != table:
            raise Unfit("should hold records of this table only")
        embedded.append(event)

    check_body(kind, body, opener)
    if kind is Kind.SIT:
        _check_operator(table, author, body)
    if kind is Kind.ROUND_OPEN:
        _check_evidence(body, embedded)
    return tuple(embedded)


def _check_operator(table: bytes, author: bytes, body: tuple[Value, ...]) -> None:
    match body:
        case (_, True, _, bytes() as operator, bytes() as endorsement):
            if not endorsed(operator, table, author, endorsement):
                raise Unfit("endorsement should be the operator's for this computer player")
            if operator == author:
                raise Unfit("operator should be another key than the computer player's own")
        case (_, False, _, operator, endorsement):
            if operator != author or endorsement != b"":
                raise Unfit("operator should be the author, without an endorsement, where a person sits down")
        case _:
            raise Unfit("body should be that of sit")


def _check_evidence(body: tuple[Value, ...], embedded: list[Event]) -> None:
    backs, rows = body
    if not isinstance(backs, tuple) or not isinstance(rows, tuple):
        raise Unfit("body should be that of round_open")
    place = len(backs)
    last_seat = -1
    for row in rows:
        match row:
            case (int() as seat, tuple() as records) if seat > last_seat:
                evidence = _evidence(embedded[place : place + len(records)])
            case _:
                raise Unfit("evidence should name each seat once, in order")
        if not fits_in_round_open(evidence.events):
            raise Unfit("evidence should hold no round_open that holds evidence itself")
        place += len(records)
        last_seat = seat


def _evidence(events: list[Event]) -> Evidence:
    match events:
        case [event]:
            return Evidence((event,))
        case [first, last]:
            return Evidence((first, last))
        case _:
            raise Unfit("evidence should be one or two events")
