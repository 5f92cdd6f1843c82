"""Bytes from anybody: never anything but an event or BadRecord, whatever they are, and little memory."""

from __future__ import annotations

import tracemalloc

import msgpack
from hypothesis import given, settings
from hypothesis import strategies as st

from scatnet.log import BadRecord, Kind, decode_evidence, decode_record, kind_of, limits
from scatnet.log.encoding import pack
from tests.log.forging import forged, signed
from tests.log.samples import ANN, BEGIN, DISCARD, EVENTS, HEAD, TABLE, TWICE
from tests.log.test_encoding import VALUES

MIB = 2**20
SAMPLES = st.sampled_from([event.record for event in EVENTS.values()])
UNSIGNED = st.sampled_from([event.unsigned for event in EVENTS.values()])


def accepts(data: bytes) -> bool:
    """Whether the bytes are an event; anything but BadRecord fails the test."""
    kind_of(data)
    try:
        event = decode_record(data)
    except BadRecord:
        return False
    assert event.record == data
    return True


@given(st.binary(max_size=300))
def test_random_bytes_are_refused(data: bytes) -> None:
    assert not accepts(data)
    try:
        decode_evidence(data)
    except BadRecord:
        return
    raise AssertionError("random bytes were evidence")


@given(SAMPLES, st.data())
def test_a_record_with_anything_changed_is_refused(record: bytes, data: st.DataObject) -> None:
    changed = bytearray(record)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(changed) - 1))
        match data.draw(st.sampled_from(["flip", "cut", "add", "swap"])):
            case "flip":
                changed[place] ^= data.draw(st.integers(1, 255))
            case "cut":
                del changed[place : place + data.draw(st.integers(1, 40))]
            case "add":
                changed[place:place] = data.draw(st.binary(min_size=1, max_size=8))
            case _:
                other = data.draw(st.integers(0, len(changed) - 1))
                changed[place], changed[other] = changed[other], changed[place]
        if not changed:
            break
    assert accepts(bytes(changed)) == (bytes(changed) == record)


@given(UNSIGNED, st.data())
def test_a_signed_event_with_anything_changed_is_canonical_or_refused(unsigned: bytes, data: st.DataObject) -> None:
    # The signature is the author's own, so that the mutation reaches the schema.
    changed = bytearray(unsigned)
    place = data.draw(st.integers(104, len(changed) - 1))
    changed[place] ^= data.draw(st.integers(1, 255))
    changed[4:36], changed[72:104] = TABLE, ANN.public
    accepts(signed(bytes(changed)))


@given(st.sampled_from(Kind), st.lists(VALUES, max_size=5).map(tuple))
def test_a_signed_event_with_any_body_is_an_event_or_refused(kind: Kind, body: tuple[int, ...]) -> None:
    accepts(forged(kind, body))


@given(
    st.sampled_from(Kind),
    st.recursive(
        st.none() | st.floats() | st.integers(0, 5),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=6,
    ),
)
def test_a_signed_event_with_foreign_types_is_an_event_or_refused(kind: Kind, body: object) -> None:
    accepts(signed(msgpack.packb([1, TABLE, HEAD, ANN.public, kind.value, body])))


@settings(max_examples=30)
@given(
    st.sampled_from(
        [b"\x91", b"\xdc\x02\x00", b"\xdd\x00\x00\x02\x00", b"\xdd\xff\xff\xff\xff", b"\x81", b"\xc6\xff\xff\xff\xff"]
    ),
    st.integers(1, 4000),
)
def test_nesting_and_lengths_without_end_are_refused_in_little_memory(header: bytes, times: int) -> None:
    body = header * times
    packed = pack((1, TABLE, HEAD, ANN.public, "shuffle", ()))[:-1] + body
    tracemalloc.start()
    try:
        assert not accepts(signed(packed))
        assert not accepts(body)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8 * MIB


def test_every_single_byte_of_a_record_counts() -> None:
    for record in (DISCARD.record, BEGIN.record):
        for place in range(len(record)):
            changed = bytearray(record)
            changed[place] ^= 1 << place % 8
            assert not accepts(bytes(changed))


def test_every_single_byte_of_evidence_counts() -> None:
    record = TWICE.record
    for place in range(len(record)):
        changed = bytearray(record)
        changed[place] ^= 1 << place % 8
        try:
            decode_evidence(bytes(changed))
        except BadRecord:
            continue
        raise AssertionError(f"evidence with byte {place} changed was taken")


def test_the_largest_record_of_nothing_is_refused_at_once() -> None:
    assert not accepts(bytes(limits.RECORD_BYTES))
    assert not accepts(b"\x91" * limits.ROUND_OPEN_BYTES)
