"""Records that no honest program sends, each with the clause that must refuse it.

All but those about signatures are signed properly by their author, so that nothing but the named fault is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgpack

from scatnet.log import ZERO, Identity, Kind, Value, endorse, labels, limits
from scatnet.log.encoding import pack
from tests.log.samples import (
    ANN,
    BACK,
    BEN,
    COMPUTER,
    DISCARD,
    DRAW,
    EVENTS,
    HEAD,
    LOBBY_HEAD,
    OPEN,
    READIES,
    SITS,
    START,
    TABLE,
    filler,
)

LONE_SURROGATE = b"\xa5A\xed\xa0\x80B"  # msgpack text "A", U+D800 as if it were a character, "B"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A record, what is wrong with it, and a part of the sentence that says so."""

    what: str
    record: bytes
    clause: str


def signed(unsigned: bytes, author: Identity = ANN) -> bytes:
    """A record of any unsigned bytes with a proper signature."""
    return pack((unsigned, author.sign(labels.SIGNATURE + unsigned)))


def forged(
    kind: str,
    body: Value,
    *,
    author: Identity = ANN,
    table: bytes = TABLE,
    head: bytes = HEAD,
    version: int = 1,
) -> bytes:
    """A properly signed record of any content in canonical form."""
    return signed(pack((version, table, head, author.public, kind, body)), author)


def loose(body: object, kind: Kind = Kind.DRAW) -> bytes:
    """A properly signed record whose body is any msgpack at all."""
    packed = msgpack.packb([1, TABLE, HEAD, ANN.public, kind.value, body], use_bin_type=True)
    return signed(packed)


def _spliced(kind: Kind, packed_body: bytes) -> bytes:
    """A properly signed record whose body is these bytes."""
    return signed(pack((1, TABLE, HEAD, ANN.public, kind.value, ()))[:-1] + packed_body)


_OPEN = OPEN.body
_SIT = SITS[0].body


def _open(place: int, value: Value) -> bytes:
    return forged("open", (*_OPEN[:place], value, *_OPEN[place + 1 :]), table=ZERO, head=ZERO)


def _sit(place: int, value: Value) -> bytes:
    return forged("sit", (*_SIT[:place], value, *_SIT[place + 1 :]), head=LOBBY_HEAD)


def _round_open(*rows: Value) -> bytes:
    return forged("round_open", ((), rows))


_FOREIGN_BACK = forged("back", (), table=filler("another table"))
_ENDORSEMENT = endorse(ANN, TABLE, COMPUTER.public)
_EVIDENCE_ROUND = EVENTS[Kind.ROUND_OPEN]
_PAIR = tuple(sorted((DRAW, DISCARD), key=lambda each: each.digest))

REFUSALS = (
    # The envelope
    Refusal("no bytes", b"", "well-formed"),
    Refusal("a record cut short", DRAW.record[:-1], "well-formed"),
    Refusal("a byte after the record", DRAW.record + b"\x00", "well-formed"),
    Refusal("another type than a list", pack(b"event"), "an event's bytes and a signature"),
    Refusal("a signature of 63 bytes", pack((DRAW.unsigned, DRAW.signature[:-1])), "an event's bytes and a signature"),
    Refusal("a record with a third item", pack((DRAW.unsigned, DRAW.signature, 0)), "an event's bytes and a signature"),
    Refusal("a record that is too long", bytes(limits.RECORD_BYTES), "are allowed"),
    Refusal("an event that is too long", forged("shuffle", (bytes(limits.EVENT_BYTES),)), "are allowed for shuffle"),
    Refusal(
        "another author's signature", pack((DRAW.unsigned, ANN.sign(labels.SIGNATURE + DRAW.unsigned))), "signature"
    ),
    Refusal("a signature without the label", pack((DRAW.unsigned, BEN.sign(DRAW.unsigned))), "signature"),
    Refusal("a signature over other bytes", pack((DRAW.unsigned, DISCARD.signature)), "signature"),
    Refusal("another version", forged("draw", (), version=2), "another format"),
    Refusal("an event that is no list of six", signed(pack((1, TABLE, HEAD, ANN.public, "draw"))), "a list of six"),
    Refusal("a table of 31 bytes", signed(pack((1, TABLE[:-1], HEAD, ANN.public, "draw", (), 0))), "a list of six"),
    Refusal("a head of 33 bytes", forged("draw", (), head=HEAD + b"\x00"), "32 bytes each"),
    Refusal("an unknown kind", forged("draws", ()), "kind that this program does not know"),
    Refusal("a kind that is a prefix of one", forged("dra", ()), "kind that this program does not know"),
    Refusal("a body that is no list", forged("draw", b""), "body should be a list"),
    Refusal("an event answering to zeros", forged("draw", (), head=ZERO), "zeros in open, and in nothing else"),
    Refusal("an event at table zero", forged("draw", (), table=ZERO), "zeros in open, and in nothing else"),
    Refusal("an open that answers to something", forged("open", _OPEN, table=ZERO), "zeros in open"),
    # Types and canonical form
    Refusal("nil", loose([None], Kind.THROW_DOWN), "type that no record may hold"),
    Refusal("a float", loose([1.0], Kind.SHUFFLE), "type that no record may hold"),
    Refusal("a map", loose([{"a": 1}], Kind.SHUFFLE), "well-formed"),
    Refusal("an empty map", loose([{}], Kind.SHUFFLE), "type that no record may hold"),
    Refusal("an extension", loose([msgpack.ExtType(5, b"")], Kind.SHUFFLE), "well-formed"),
    Refusal("a timestamp", loose([msgpack.Timestamp(1)], Kind.SHUFFLE), "well-formed"),
    Refusal("a number in a longer form", _spliced(Kind.SHUFFLE, b"\x91\xcc\x05"), "canonical"),
    Refusal("bytes with a longer length", _spliced(Kind.SHUFFLE, b"\x91\xc5\x00\x01a"), "canonical"),
    Refusal("a list with a longer length", _spliced(Kind.SHUFFLE, b"\xdc\x00\x01\xc4\x00"), "canonical"),
    Refusal("text with a longer length", _spliced(Kind.SHUFFLE, b"\x91\xd9\x01a"), "canonical"),
    Refusal("text that is not UTF-8", _spliced(Kind.SHUFFLE, b"\x91\xa1\xff"), "UTF-8"),
    Refusal("a surrogate", _spliced(Kind.SHUFFLE, b"\x91" + LONE_SURROGATE), "UTF-8"),
    Refusal("a byte after the event", signed(pack((1, TABLE, HEAD, ANN.public, "draw", ())) + b"\x00"), "well-formed"),
    # Fields and bounds
    Refusal("a field too many", forged("draw", (0,)), "should be a list of 0"),
    Refusal("a field too few", forged("discard", (1, True)), "should be a list of 3"),
    Refusal("a number for a truth value", forged("throw_down", (1,)), "throw should be true or false"),
    Refusal("a truth value for a number", forged("discard", (True, True, b"")), "card should be a whole number from 0"),
    Refusal("a card that is not in the deck", forged("discard", (52, True, b"")), "from 0 to 51"),
    Refusal("a negative card", forged("discard", (-1, True, b"")), "from 0 to 51"),
    Refusal("text in a proof", forged("discard", (1, True, ("text",))), "lists, bytes, whole numbers"),
    Refusal("a proof nested six deep", forged("shuffle", (((((((),),),),),),)), "deeper than 5"),
    Refusal("a negative number in a proof", forged("shuffle", (-1,)), "whole numbers from 0"),
    Refusal("a large number in a proof", forged("shuffle", (2**32,)), "whole numbers from 0"),
    Refusal("a serial number beyond the largest", forged("restock", (2**32, b"")), "serial should be"),
    Refusal("two cards", forged("show", ((1, 2), b"")), "cards should be a list of 3 to 3"),
    Refusal("a commitment of 31 bytes", forged("coin_commit", (bytes(31),)), "commitment should be 32 bytes"),
    Refusal("a secret of 31 bytes", forged("resign", (bytes(31),)), "secret should be 0 or 32 bytes"),
    Refusal("a ninth seat too many", forged("keep", (9, bytes(32))), "seat should be"),
    Refusal("one seat", _open(2, 1), "seats should be"),
    Refusal("ten seats", _open(2, 10), "seats should be"),
    Refusal("patience of 9 seconds", _open(3, 9), "patience should be"),
    Refusal("a turn clock of 601 seconds", _open(4, 601), "turn_clock should be"),
    Refusal("no rules", _open(1, ()), "rules should be a list"),
    Refusal("revision 0", _open(6, 0), "revision should be"),
    Refusal("a table without a name", _open(0, ""), "name should be 1 to 40"),
    Refusal("a name of 25 characters", _sit(0, "x" * 25), "nickname should be 1 to 24"),
    Refusal("an escape sequence in a name", _sit(0, "\x1b[31mred"), "control, formatting"),
    Refusal("a right-to-left override in a name", _sit(0, "nnA\u202e"), "control, formatting"),
    Refusal("a name that is not in form C", _sit(0, "e\u0301"), "normal form C"),
    Refusal("a name with a space around", _sit(0, " Ann"), "single spaces"),
    # What binds a body to its envelope
    Refusal("a person run by another", _sit(3, BEN.public), "operator should be the author"),
    Refusal("a person with an endorsement", _sit(4, _ENDORSEMENT), "operator should be the author"),
    Refusal(
        "a computer player endorsed for another seat",
        forged("sit", ("Robot", True, False, ANN.public, _ENDORSEMENT), author=BEN, head=LOBBY_HEAD),
        "endorsement should be",
    ),
    Refusal(
        "a computer player without endorsement",
        forged("sit", ("Robot", True, False, ANN.public, b""), author=COMPUTER, head=LOBBY_HEAD),
        "endorsement should be",
    ),
    Refusal(
        "a computer player with a person's key",
        forged("sit", ("Robot", True, False, ANN.public, endorse(ANN, TABLE, ANN.public)), head=LOBBY_HEAD),
        "operator should be another key",
    ),
    Refusal("a start of one", forged("start", ((SITS[0].record,), b"")), "sits should be a list of 2 to 9"),
    Refusal("a start with a ready in it", forged("start", ((SITS[0].record, READIES[0].record), b"")), "should be sit"),
    Refusal("a begin with a broken start", forged("begin", (START.record[:-1], ())), "start should hold only sound"),
    Refusal("a begin without a ready", forged("begin", (START.record, ())), "readies should be"),
    Refusal("a record of another table", forged("round_open", ((_FOREIGN_BACK,), ())), "records of this table"),
    Refusal("a vote as evidence", _round_open((1, (EVENTS[Kind.KEEP].record,))), "not keep"),
    Refusal("a back as evidence", _round_open((1, (BACK.record,))), "not back"),
    Refusal("no evidence", _round_open((1, ())), "events should be a list of 1 to 2"),
    Refusal("one event twice", _round_open((1, (DRAW.record, DRAW.record))), "two different events"),
    Refusal(
        "evidence in the other order",
        _round_open((1, (_PAIR[1].record, _PAIR[0].record))),
        "in the order of their digests",
    ),
    Refusal(
        "events of two authors as evidence",
        _round_open((1, (DRAW.record, EVENTS[Kind.TAKE].record))),
        "one author to one head",
    ),
    Refusal("a seat expelled twice", _round_open((1, (DRAW.record,)), (1, (DISCARD.record,))), "each seat once"),
    Refusal("seats out of order", _round_open((1, (DRAW.record,)), (0, (DISCARD.record,))), "each seat once"),
    Refusal(
        "evidence within evidence", _round_open((1, (_EVIDENCE_ROUND.record,))), "no round_open that holds evidence"
    ),
)
