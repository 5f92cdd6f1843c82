"""The receive boundary: what comes in, in which order it is checked, and who is told what."""

from __future__ import annotations

import gc
import weakref
from typing import cast

import pytest

from scatnet.log import (
    ZERO,
    BadRecord,
    Event,
    Kind,
    decode_evidence,
    decode_record,
    kind_of,
    labels,
    limits,
    make_event,
)
from scatnet.log import decoding as boundary
from scatnet.log.encoding import pack
from scatnet.log.errors import Unfit
from tests.log.forging import REFUSALS, Refusal, forged, signed
from tests.log.samples import ANN, BEGIN, BEN, DISCARD, DRAW, EVENTS, HEAD, START, TABLE, TWICE, raw_event


@pytest.mark.parametrize("kind", Kind)
def test_an_event_of_every_kind_comes_back_as_it_was_made(kind: Kind) -> None:
    event = EVENTS[kind]
    again = decode_record(event.record)
    assert again == event
    assert again.record == event.record
    assert hash(again) == hash(event)


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.what)
def test_a_wrong_record_is_refused_with_one_sentence(refusal: Refusal) -> None:
    with pytest.raises(BadRecord) as refused:
        decode_record(refusal.record)
    assert refusal.clause in refused.value.reason
    assert refused.value.reason.startswith("The event is refused: ")
    assert refused.value.reason.endswith(".")
    assert "\n" not in refused.value.reason


def test_what_is_not_bytes_is_our_own_mistake() -> None:
    for wrong in (bytearray(DRAW.record), memoryview(DRAW.record), "text", None):
        with pytest.raises(TypeError):
            decode_record(cast(bytes, wrong))


@pytest.fixture
def order(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the checks in the order in which they were made."""
    calls: list[str] = []

    def watched_verify(public: bytes, signature: bytes, message: bytes) -> bool:
        calls.append("signature")
        return message != b""

    def watched_check(*arguments: object) -> None:
        calls.append("schema")

    monkeypatch.setattr(boundary, "verify", watched_verify)
    monkeypatch.setattr(boundary, "check_body", watched_check)
    return calls


def test_the_signature_is_checked_before_the_schema(order: list[str]) -> None:
    decode_record(DRAW.record)
    assert order == ["signature", "schema"]


def test_the_size_is_checked_before_the_signature(order: list[str]) -> None:
    with pytest.raises(BadRecord):
        decode_record(forged("shuffle", (bytes(limits.EVENT_BYTES),)))
    assert order == []


def test_an_event_of_exactly_the_largest_size_is_accepted_and_one_byte_more_is_not() -> None:
    around = len(raw_event(ANN, Kind.SHUFFLE, (bytes(1000),)).unsigned) - 1000
    largest = raw_event(ANN, Kind.SHUFFLE, (bytes(limits.EVENT_BYTES - around),))
    assert len(largest.unsigned) == limits.EVENT_BYTES
    assert decode_record(largest.record) == largest
    with pytest.raises(ValueError, match="are allowed"):
        raw_event(ANN, Kind.SHUFFLE, (bytes(limits.EVENT_BYTES - around + 1),))


def test_a_round_open_with_all_the_evidence_there_can_be_fits() -> None:
    payload = bytes(limits.EVENT_BYTES - 120)
    rows = []
    for seat in range(limits.MAX_SEATS - 1):
        pair = [raw_event(ANN, Kind.SHUFFLE, (payload + bytes((seat, which)),)) for which in (0, 1)]
        pair.sort(key=lambda event: event.digest)
        rows.append((seat, tuple(event.record for event in pair)))
    backs = tuple(raw_event(ANN, Kind.BACK, ()).record for _ in range(limits.MAX_SEATS))
    event = raw_event(BEN, Kind.ROUND_OPEN, (backs, tuple(rows)))
    assert decode_record(event.record).embedded == event.embedded
    assert len(event.embedded) == 9 + 16
    assert len(event.record) <= limits.RECORD_BYTES


def test_a_refused_record_leaves_nothing_behind() -> None:
    before = [decode_record(event.record) for event in EVENTS.values()]
    for refusal in REFUSALS:
        with pytest.raises(BadRecord) as refused:
            decode_record(refusal.record)
        gone = weakref.ref(refused.value)
        del refused
        gc.collect(0)
        assert gone() is None
    assert [decode_record(event.record) for event in EVENTS.values()] == before


def test_records_within_records_are_decoded_and_kept() -> None:
    begin = decode_record(BEGIN.record)
    assert begin.embedded[0] == START
    assert begin.embedded[0].embedded == START.embedded
    assert [event.kind for event in begin.embedded] == [Kind.START, Kind.READY, Kind.READY, Kind.READY]


def test_records_within_records_never_nest_without_end() -> None:
    record = forged("round_open", ((), ()))
    for _ in range(8):
        record = forged("round_open", ((), ((1, (record,)),)))
    with pytest.raises(BadRecord, match="nested this deep"):
        decode_record(record)


def test_the_same_event_with_another_signature_has_the_same_digest() -> None:
    # Nothing keeps an author from signing twice with another nonce than RFC 8032 takes; here the check is left out.
    other = Event(
        table=DRAW.table,
        head=DRAW.head,
        author=DRAW.author,
        kind=DRAW.kind,
        body=DRAW.body,
        unsigned=DRAW.unsigned,
        signature=bytes(64),
    )
    assert other.digest == DRAW.digest
    assert other.record != DRAW.record


@pytest.mark.parametrize(
    ("table", "head", "body"),
    [
        (TABLE[:-1], HEAD, ()),
        (TABLE, HEAD + b"\x00", ()),
        (TABLE, ZERO, ()),
        (TABLE, HEAD, (1,)),
        (TABLE, HEAD, ("",)),
    ],
)
def test_a_mistake_in_our_own_event_is_a_value_error(table: bytes, head: bytes, body: tuple[int | str, ...]) -> None:
    with pytest.raises(ValueError, match=r"it is|should") as mistake:
        make_event(ANN, table=table, head=head, kind=Kind.DRAW, body=body)
    assert not isinstance(mistake.value, BadRecord)


def test_our_own_event_cannot_carry_a_number_of_more_than_64_bits() -> None:
    with pytest.raises(Unfit):
        raw_event(ANN, Kind.SHUFFLE, (2**64,))


@pytest.mark.parametrize("kind", Kind)
def test_the_kind_of_a_record_is_read_without_checking_it(kind: Kind) -> None:
    record = EVENTS[kind].record
    assert kind_of(record) is kind
    assert kind_of(record[:120]) is kind
    assert kind_of(b"") is None
    assert kind_of(record[:40]) is None


def test_evidence_comes_back_as_it_was_made() -> None:
    again = decode_evidence(TWICE.record)
    assert again == TWICE
    assert again.record == TWICE.record


@pytest.mark.parametrize(
    ("record", "clause"),
    [
        (b"", "well-formed"),
        (pack(()), "one or two records"),
        (pack((DRAW.record,) * 3), "one or two records"),
        (pack((1,)), "records as bytes"),
        (pack((DRAW.record, DRAW.record)), "two different events"),
        (pack((DRAW.record[:-1],)), "well-formed"),
        (pack((EVENTS[Kind.BACK].record,)), "answers to slots only"),
        (pack((EVENTS[Kind.OPEN].record,)), "answers to slots only"),
        (pack((EVENTS[Kind.TAKE].record, DISCARD.record)), "one author to one head"),
        (pack((signed(DRAW.unsigned, ANN),)), "signature"),
        (bytes(limits.EVIDENCE_BYTES + 1), "are allowed"),
    ],
)
def test_wrong_evidence_is_refused_with_one_sentence(record: bytes, clause: str) -> None:
    with pytest.raises(BadRecord) as refused:
        decode_evidence(record)
    assert refused.value.reason.startswith("The evidence is refused: ")
    assert clause in refused.value.reason


def test_a_signature_is_bound_to_its_use() -> None:
    used = [getattr(labels, name) for name in labels.__all__]
    assert len(set(used)) == len(used)
    for label in used:
        assert label.endswith(b"\n")
        assert label.count(b"\n") == 1
