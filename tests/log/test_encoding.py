"""Canonical msgpack: what goes in comes out, and only one encoding of it is taken."""

from __future__ import annotations

import tracemalloc

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scatnet.log import Value, limits
from scatnet.log.encoding import pack, unpack
from scatnet.log.errors import Unfit

CAP = 4096
MIB = 2**20

LEAVES: st.SearchStrategy[Value] = st.one_of(
    st.integers(-(2**63), 2**64 - 1), st.booleans(), st.binary(max_size=40), st.text(max_size=20)
)
VALUES: st.SearchStrategy[Value] = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=5).map(tuple))


@given(VALUES)
def test_a_value_comes_back_with_its_types(value: Value) -> None:
    again = unpack(pack(value), 1 << 20)
    assert again == value
    assert repr(again) == repr(value)  # 1 and True are equal and not the same


@given(VALUES, st.data())
def test_no_other_bytes_encode_the_same_value(value: Value, data: st.DataObject) -> None:
    encoded = bytearray(pack(value))
    place = data.draw(st.integers(0, len(encoded) - 1))
    encoded[place] ^= data.draw(st.integers(1, 255))
    try:
        other = unpack(bytes(encoded), 1 << 20)
    except Unfit:
        return
    assert pack(other) == bytes(encoded)


@pytest.mark.parametrize(
    "encoded",
    [
        b"\xc0",
        b"\xca\x00\x00\x00\x00",
        b"\xcb" + bytes(8),
        b"\x80",
        b"\x81\x01\x02",
        b"\xde\x00\x00",
        b"\xdf\x00\x00\x00\x00",
        b"\xc7\x00\x05",
        b"\xd4\x05\x00",
        b"\xd6\xff\x00\x00\x00\x00",
        b"\xc1",
        b"\xcc\x7f",
        b"\xcd\x00\xff",
        b"\xd0\x01",
        b"\xd0\xff",
        b"\xd1\xff\x80",
        b"\xd9\x01a",
        b"\xc5\x00\x01a",
        b"\xdc\x00\x01\x01",
        b"\xdd\x00\x00\x00\x01\x01",
        b"\x91",
        b"\x90\x90",
        b"\xa1\xff",
    ],
    ids=lambda encoded: encoded.hex(),
)
def test_what_a_record_may_not_hold_is_unfit(encoded: bytes) -> None:
    with pytest.raises(Unfit):
        unpack(encoded, CAP)


@pytest.mark.parametrize(
    "encoded",
    [
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc9\xff\xff\xff\xff\x05",
        b"\xdc\x02\x00" * 1200,  # 512 announced at each of 1200 levels
        b"\x91" * 4000 + b"\x00",
        b"\xdc\x02\x00" + b"\xdc\x02\x00".join([b"\x90" * 100] * 12),
    ],
    ids=range(8),
)
def test_a_lying_length_sets_aside_little_memory(encoded: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(Unfit):
            unpack(encoded, CAP)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 6 * MIB


def test_lists_nest_as_deep_as_an_event_needs_and_no_deeper() -> None:
    deepest = b"\x91" * limits.DEPTH + b"\x00"
    assert pack(unpack(deepest, CAP)) == deepest
    for more in (1, 100, 500, 1000, 3000):
        with pytest.raises(Unfit):
            unpack(b"\x91" * more + deepest, CAP)


def test_the_longest_list_is_read_and_one_item_more_is_not() -> None:
    longest = tuple([0] * limits.ARRAY_ITEMS)
    assert unpack(pack(longest), CAP) == longest
    with pytest.raises(Unfit):
        unpack(pack((*longest, 0)), CAP)


def test_more_bytes_than_the_cap_are_not_even_looked_at() -> None:
    with pytest.raises(Unfit, match="are allowed"):
        unpack(b"\xc1" * 11, 10)


def test_subclasses_of_the_allowed_types_do_not_come_in() -> None:
    encoded: bytes = msgpack.packb(msgpack.ExtType(1, b"ab"))
    with pytest.raises(Unfit):
        unpack(encoded, CAP)
