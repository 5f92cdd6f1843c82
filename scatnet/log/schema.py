"""What the body of each kind holds: one table, in the order of the wire.

A body is a list with exactly these fields. Bounds that depend on the state of the table are the engine's.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scatnet.log import limits
from scatnet.log.encoding import Value
from scatnet.log.fields import Array, Field, Flag, Number, Octets, Opener, Record, Row, Text, Wire
from scatnet.log.kinds import REQUEST, SLOT, Kind

__all__ = ["SCHEMA", "byte_cap", "check_body"]

_HASH = Octets(limits.HASH_BYTES)
_HASH_OR_NONE = Octets(limits.HASH_BYTES, optional=True)
_SEAT = Number(0, limits.MAX_SEATS - 1)
_CARD = Number(0, limits.CARDS - 1)
_HAND = Array(_CARD, 3, 3)
_SERIAL = Number(0, limits.SERIALS)
_EVIDENCE = Row((Field("seat", _SEAT), Field("events", Array(Record(SLOT), 1, 2))))


def _body(*fields: Field) -> Row:
    return Row(fields)


SCHEMA: Mapping[Kind, Row] = MappingProxyType(
    {
        Kind.OPEN: _body(
            Field("name", Text(limits.TABLE_NAME_CHARACTERS)),
            Field("rules", Array(Number(0, limits.RULE_VALUE), 1, limits.RULE_NUMBERS)),
            Field("seats", Number(limits.MIN_SEATS, limits.MAX_SEATS)),
            Field("patience", Number(*limits.PATIENCE_SECONDS)),
            Field("turn_clock", Number(*limits.TURN_CLOCK_SECONDS)),
            Field("spectators", Flag()),
            Field("revision", Number(1, limits.REVISIONS)),
            Field("nonce", Octets(32)),
            Field("previous", _HASH_OR_NONE),  # the table that this one is a rematch of
        ),
        Kind.SIT: _body(
            Field("nickname", Text(limits.NICKNAME_CHARACTERS)),
            Field("computer", Flag()),
            Field("house_rule", Flag()),
            Field("operator", Octets(limits.KEY_BYTES)),
            Field("endorsement", Octets(limits.SIGNATURE_BYTES, optional=True)),  # none for a person
        ),
        Kind.START: _body(
            Field("sits", Array(Record(frozenset({Kind.SIT})), limits.MIN_SEATS, limits.MAX_SEATS)),
            Field("replaces", _HASH_OR_NONE),  # digest of the earlier start
        ),
        Kind.READY: _body(Field("start", _HASH)),  # its digest
        Kind.BEGIN: _body(
            Field("start", Record(frozenset({Kind.START}))),
            Field("readies", Array(Record(frozenset({Kind.READY})), 1, limits.MAX_SEATS)),
        ),
        Kind.COIN_COMMIT: _body(Field("commitment", _HASH)),
        Kind.COIN_REVEAL: _body(Field("nonce", Octets(32))),
        Kind.ROUND_OPEN: _body(
            Field("backs", Array(Record(REQUEST), 0, limits.MAX_SEATS)),
            Field("evidence", Array(_EVIDENCE, 0, limits.MAX_SEATS - 1)),
        ),
        Kind.ROUND_KEY: _body(Field("key", Wire()), Field("serial", _SERIAL), Field("commitment", Wire())),
        Kind.RESTOCK: _body(Field("serial", _SERIAL), Field("commitment", Wire())),
        Kind.SHUFFLE: _body(Field("shuffle", Wire())),
        Kind.THROW_DOWN: _body(Field("throw", Flag())),
        Kind.DEAL_SHARES: _body(Field("shares", Wire())),
        Kind.DEAL_CALL: _body(Field("call", Flag()), Field("proof", Wire())),  # an empty list when false
        Kind.DRAW: _body(),
        Kind.TAKE: _body(),
        Kind.KNOCK: _body(),
        Kind.PASS: _body(),
        Kind.DRAW_SHARES: _body(Field("shares", Wire())),
        Kind.DISCARD: _body(Field("card", _CARD), Field("knock", Flag()), Field("proof", Wire())),
        Kind.DECLARE: _body(Field("cards", _HAND), Field("proof", Wire())),
        Kind.SHOW: _body(Field("cards", _HAND), Field("proof", Wire())),
        Kind.RESIGN: _body(Field("secret", Octets(32, optional=True))),  # none where no round key was published
        Kind.BACK: _body(),
        Kind.LAPSE: _body(Field("seat", _SEAT), Field("evidence", _HASH_OR_NONE)),  # digest of the evidence
        Kind.KEEP: _body(Field("seat", _SEAT), Field("event", _HASH)),  # digest of the event kept
    }
)


def byte_cap(kind: Kind) -> int:
    """The most bytes that the unsigned part of an event of this kind may have."""
    return limits.ROUND_OPEN_BYTES if kind is Kind.ROUND_OPEN else limits.EVENT_BYTES


def check_body(kind: Kind, body: Value, opener: Opener) -> None:
    """Accept `body` as one of `kind`, giving each record within it to `opener`, or raise Unfit."""
    SCHEMA[kind].check(body, opener)
