"""Signed statements beside the log: address records and chat lines, who may make them and what they may
hold.
"""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scatnet.log import Identity
from scatnet.net.addresses import Endpoint
from scatnet.net.chat import Chatter, make_line, read_line
from scatnet.net.fields import FrameError
from scatnet.net.gossip import AddressBook, make_record, read_record
from scatnet.net.limits import ADDRESSES_PER_PEER, CHAT_BURST, CHAT_RATE, CHAT_TEXT
from tests.net.helpers import ANN, BEN, TABLE

HERE = Endpoint("192.168.1.7", 31031)
THERE = Endpoint("2001:db8::1", 4000)


def test_an_address_record_reads_back_as_itself() -> None:
    record = make_record(ANN.identity, TABLE, 5, [HERE, THERE])
    assert read_record(record.raw, TABLE) == record


def test_no_more_addresses_are_told_than_others_take() -> None:
    record = make_record(ANN.identity, TABLE, 5, [Endpoint("host", port) for port in range(1, 50)])
    assert len(read_record(record.raw, TABLE).endpoints) == ADDRESSES_PER_PEER


def test_a_record_for_another_table_or_of_another_kind_is_refused() -> None:
    record = make_record(ANN.identity, TABLE, 5, [HERE])
    line = make_line(ANN.identity, TABLE, 5, "Ann", "hello")
    assert line is not None
    with pytest.raises(FrameError):
        read_record(record.raw, bytes(32))
    with pytest.raises(FrameError):
        read_record(line.raw, TABLE)
    with pytest.raises(FrameError):
        read_line(record.raw, TABLE)


def test_one_changed_byte_anywhere_is_refused() -> None:
    raw = make_record(ANN.identity, TABLE, 5, [HERE, THERE]).raw
    for at in range(len(raw)):
        with pytest.raises(FrameError):
            read_record(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :], TABLE)


@given(data=st.binary(max_size=200))
def test_random_bytes_are_refused(data: bytes) -> None:
    for read in (read_record, read_line):
        with pytest.raises(FrameError):
            read(data, TABLE)


@pytest.mark.parametrize("text", ["", " x", "a\nb", "\x1b[2J", "a\u202eb", "x" * (CHAT_TEXT + 1), "e\u0301", 7, b"x"])
def test_a_chat_line_that_is_not_clean_text_is_refused_even_if_signed(text: object) -> None:
    unsigned: bytes = msgpack.packb([TABLE, ANN.public, 1, "Ann", text])
    raw: bytes = msgpack.packb([unsigned, ANN.identity.sign(b"scatnet chat 1\n" + unsigned)])
    with pytest.raises(FrameError):
        read_line(raw, TABLE)


def test_a_chat_line_of_our_own_is_cleaned_and_cut() -> None:
    line = make_line(ANN.identity, TABLE, 1, "Ann", "  hi\x1b[2J \u202e there " + "x" * 10_000)
    assert line is not None
    assert line.text.startswith("hi[2J there x")
    assert len(line.text) == CHAT_TEXT
    assert read_line(line.raw, TABLE) == line
    assert make_line(ANN.identity, TABLE, 1, "Ann", "\x1b \u200b") is None


def test_a_chat_line_is_new_only_once() -> None:
    chatter = Chatter()
    lines = [make_line(ANN.identity, TABLE, serial, "Ann", "hello") for serial in (*range(200), *range(200))]
    assert [chatter.is_new(line) for line in lines if line is not None] == [True] * 200 + [False] * 200


def test_each_author_keeps_to_the_rate() -> None:
    chatter = Chatter()
    said = [chatter.in_rate(ANN.public, now=0.0) for _line in range(20)]
    assert said == [True] * int(CHAT_BURST) + [False] * (20 - int(CHAT_BURST))
    assert chatter.in_rate(BEN.public, now=0.0)
    assert chatter.in_rate(ANN.public, now=1 / CHAT_RATE)


def test_the_newest_record_of_a_peer_is_kept_and_learned_places_stand_behind_it() -> None:
    book = AddressBook()
    newer = make_record(ANN.identity, TABLE, 6, [THERE])
    assert book.add(make_record(ANN.identity, TABLE, 5, [HERE]))
    assert book.add(newer)
    assert not book.add(newer)
    assert not book.add(make_record(ANN.identity, TABLE, 5, [HERE]))
    book.learn(ANN.public, [HERE, THERE])
    assert book.endpoints(ANN.public) == (THERE, HERE)
    assert book.endpoints(BEN.public) == ()
    assert book.records() == (newer.raw,)


def test_the_address_book_is_bounded() -> None:
    book = AddressBook()
    for number in range(500):
        book.learn(number.to_bytes(32, "big"), [HERE])
    assert sum(bool(book.endpoints(number.to_bytes(32, "big"))) for number in range(500)) == 64


def test_strangers_cannot_crowd_those_at_the_table_out_of_the_address_book() -> None:
    book = AddressBook()
    strangers = [Identity(number.to_bytes(32, "big")) for number in range(1, 70)]
    records = [make_record(stranger, TABLE, 1, [HERE]) for stranger in strangers]
    assert [book.add(record, [ANN.public]) for record in records] == [True] * 64 + [False] * 5
    ann = make_record(ANN.identity, TABLE, 1, [THERE])
    assert book.add(ann, [ANN.public])
    assert book.endpoints(ANN.public) == (THERE,)
    assert book.holds(ann.raw)
    assert len(book.records()) == 64
    assert sum(book.holds(record.raw) for record in records) == 63
