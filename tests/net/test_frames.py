"""Frames: what is sent reads back as itself, and nothing else reads at all."""

from __future__ import annotations

import itertools

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scatnet.net.fields import FrameError
from scatnet.net.frames import (
    SCHEMA,
    Bye,
    Chat,
    Frame,
    FrameReader,
    Have,
    Ping,
    Records,
    RevisionError,
    Want,
    decode,
    encode,
)
from scatnet.net.limits import FRAME_BYTES, RECORDS_PER_FRAME, REVISION
from tests.net.samples import FRAMES, KEY


def test_every_kind_of_frame_is_among_those_tried_here() -> None:
    assert {type(frame) for frame in FRAMES} == {kind for kind, _rules in SCHEMA.values()}


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: type(frame).__name__)
def test_a_frame_reads_back_as_itself(frame: Frame) -> None:
    data = encode(frame)
    assert decode(data[4:]) == frame
    assert int.from_bytes(data[:4], "big") == len(data) - 4


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: type(frame).__name__)
def test_a_frame_cut_short_or_with_more_behind_it_is_refused(frame: Frame) -> None:
    data = encode(frame)[4:]
    for length in range(len(data)):
        with pytest.raises(FrameError):
            decode(data[:length])
    with pytest.raises(FrameError):
        decode(data + b"\0")


@pytest.mark.parametrize(
    "value",
    [
        {}, [], [99], [True, 1], ["Ping", 1], None, 7, b"x", 1.5,
        [11], [11, 1, 1], [11, -1], [11, 2**32], [11, True], [11, None], [11, 1.0], [11, "1"], [11, b"1"],
        [6, 200], [7, []], [7, [[0, b"x"]]], [7, [[3, b"x"]]], [7, [[1, b""]]], [7, [[1, b"x", 1]]], [7, [1]],
        [7, [[1, b"x"]] * (RECORDS_PER_FRAME + 1)], [8, b""], [8, "text"],
        [14, []], [14, [b"x"]], [14, KEY], [15, [KEY] * 257], [15, [[KEY]]], [9, bytes(2049)],
        [1, REVISION, KEY, bytes(31), True], [1, REVISION, KEY, bytes(32), 1], [2, REVISION, KEY, bytes(64), 2, b""],
        [2, REVISION, KEY, bytes(64), 0, bytes(32)], [5, bytes(31)], [7, {}], [[[[[[[]]]]]]],
    ],
    ids=repr,
)  # fmt: skip
def test_anything_outside_the_schema_is_refused(value: object) -> None:
    with pytest.raises(FrameError):
        decode(msgpack.packb(value))


def test_a_longer_encoding_of_the_same_values_is_refused() -> None:
    assert decode(b"\x92\x0b\x01") == Ping(1)
    for longer in (b"\x92\x0b\xcc\x01", b"\x92\xcc\x0b\x01", b"\xdc\x00\x02\x0b\x01"):
        with pytest.raises(FrameError):
            decode(longer)


def test_ext_types_and_timestamps_are_refused() -> None:
    for value in (msgpack.ExtType(5, b"x"), msgpack.Timestamp(1, 2)):
        with pytest.raises(FrameError):
            decode(msgpack.packb([11, value]))


def test_deep_nesting_is_refused_without_a_crash() -> None:
    for depth in (600, 100_000):
        with pytest.raises(FrameError):
            decode(b"\x91" * depth + b"\x01")


def test_a_greeting_of_another_revision_is_told_apart_whatever_follows() -> None:
    for value in ([1, 9], [1, 9, "new field", 3], [2, 65535, KEY]):
        with pytest.raises(RevisionError) as caught:
            decode(msgpack.packb(value).replace(b"\xa9new field", b"\xc4\x09new field"))
        assert caught.value.theirs == value[1]


@given(data=st.binary(max_size=300))
def test_random_bytes_give_a_frame_or_a_frame_error(data: bytes) -> None:
    try:
        frame = decode(data)
    except FrameError:
        return
    assert encode(frame)[4:] == data


@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.binary(max_size=70) | st.text(max_size=9),
        lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.integers(0, 9), inner, max_size=2),
    ),
    kind=st.integers(0, 17),
)
@settings(max_examples=200)
def test_random_values_give_a_frame_or_a_frame_error(value: object, kind: int) -> None:
    data: bytes = msgpack.packb([kind, *(value if isinstance(value, list) else [value])])
    try:
        frame = decode(data)
    except FrameError:
        return
    assert encode(frame)[4:] == data


@given(frames=st.lists(st.sampled_from(FRAMES), max_size=6), cuts=st.lists(st.integers(0, 900), max_size=12))
def test_frames_come_out_whole_however_the_bytes_are_cut(frames: list[Frame], cuts: list[int]) -> None:
    data = b"".join(encode(frame) for frame in frames)
    reader = FrameReader()
    out: list[Frame] = []
    edges = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    for begin, end in itertools.pairwise(edges):
        reader.feed(data[begin:end])
        while (frame := reader.next_frame()) is not None:
            out.append(frame)
    assert out == frames
    assert not reader.in_frame


@pytest.mark.parametrize("length", [0, FRAME_BYTES + 1, 2**32 - 1])
def test_a_length_out_of_bounds_is_refused_before_anything_is_read(length: int) -> None:
    reader = FrameReader()
    reader.feed(length.to_bytes(4, "big"))
    with pytest.raises(FrameError):
        reader.next_frame()


@pytest.mark.parametrize(
    "frame", [Ping(-1), Ping(2**32), Have(()), Want((b"short",)), Records(((3, b"x"),)), Chat(b""), Bye(200)], ids=repr
)
def test_our_own_frame_outside_the_schema_is_refused(frame: Frame) -> None:
    with pytest.raises(FrameError):
        encode(frame)
