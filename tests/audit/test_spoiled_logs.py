"""Every way to spoil a log: nothing is accepted, nothing crashes, and what can be named is named."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from scatnet.audit import FaultCode, Verdict
from scatnet.audit.reading import Broken, Entry, Unreadable, read_log
from scatnet.log import LOBBY, Event, Kind, make_event
from scatnet.log.encoding import pack
from scatnet.store.framing import file_header
from scatnet.store.table_file import TABLE_FORM
from tests.audit.helpers import audited, game, number_of, raw, records_of, with_changed_field, write_log
from tests.table.helpers import Table, identity


@pytest.fixture(name="table", params=[4, 9], ids=["4 seats", "9 seats"])
def table_fixture(request: pytest.FixtureRequest) -> Table:
    """One round among four, and one among nine."""
    return game(seats=request.param, rounds=1)


def sampled(records: list[Event], most: int = 15) -> list[Event]:
    """So many spread over a list, and its last; `scripts/damage_logs.py` tries them all."""
    stride = -(-len(records) // most)
    return [*records[: len(records) - 1 : stride], records[-1]]


def events_of(table: Table) -> list[Event]:
    return [record for record in records_of(table) if isinstance(record, Event)]


def test_a_whole_log_is_valid_and_says_how_the_game_ended(tmp_path: Path) -> None:
    table = game()
    audit = audited(tmp_path / "log", records_of(table))
    assert (audit.verdict, audit.faults, audit.irregularities) == (Verdict.VALID, (), ())
    assert audit.finished
    assert audit.state is not None
    assert audit.state.head == table.state.head
    assert audit.heads == (*[step.head for step in table.steps], table.state.head)


def test_without_an_event_the_log_stops_there_or_says_that_it_is_unfinished(tmp_path: Path, table: Table) -> None:
    records = events_of(table)
    for left_out in sampled(records[1:]):
        kept = [record for record in records if record is not left_out]
        audit = audited(tmp_path / "log", kept)
        if left_out.kind in LOBBY:  # `begin` holds all that counts of the lobby
            assert audit.verdict is Verdict.VALID
        elif left_out.head == table.steps[-1].head:
            assert audit.verdict is Verdict.VALID
            assert not audit.finished
            assert left_out.author in [slot.author for slot in audit.waiting_for]
        else:
            assert audit.verdict is Verdict.NOT_VALID
            fault = audit.faults[0]
            assert (fault.code, fault.author, fault.head) == (FaultCode.MISSING, left_out.author, left_out.head)
            assert fault.kind in (left_out.kind, None)


def test_without_its_opening_a_log_is_none(tmp_path: Path, table: Table) -> None:
    audit = audited(tmp_path / "log", events_of(table)[1:])
    assert audit.verdict is Verdict.NOT_VALID
    assert audit.faults[0].code is FaultCode.NO_OPENING


def test_an_event_that_stands_twice_is_named(tmp_path: Path, table: Table) -> None:
    records = events_of(table)
    for twice in sampled(records):
        place = number_of(records, twice)
        audit = audited(tmp_path / "log", [*records[:place], twice, *records[place:]])
        fault = audit.faults[0]
        assert audit.verdict is Verdict.NOT_VALID
        assert (fault.record, fault.kind, fault.author) == (place + 1, twice.kind, twice.author)


def test_neighbours_that_change_places_are_named_unless_their_order_means_nothing(tmp_path: Path, table: Table) -> None:
    records = events_of(table)
    for first in sampled(records[1:-1]):
        place = number_of(records, first) - 1
        second = records[place + 1]
        audit = audited(tmp_path / "log", [*records[:place], second, first, *records[place + 2 :]])
        if first.head == second.head:
            assert audit.verdict is Verdict.VALID
            assert audit.heads[-1] == table.state.head
        else:
            assert audit.verdict is Verdict.NOT_VALID
            fault = audit.faults[0]
            assert (fault.code, fault.record) == (FaultCode.OUT_OF_ORDER, place + 1)
            assert (fault.kind, fault.author) == (second.kind, second.author)


def test_an_event_of_another_game_is_named(tmp_path: Path, table: Table) -> None:
    records = events_of(table)
    others = events_of(game(seats=len(table.state.seats), rounds=1, seed=6))
    for place in range(1, min(len(records), len(others)), 11):
        audit = audited(tmp_path / "log", [*records[:place], others[place], *records[place + 1 :]])
        fault = audit.faults[0]
        assert audit.verdict is Verdict.NOT_VALID
        assert (fault.record, fault.code, fault.author) == (place + 1, FaultCode.OTHER_TABLE, others[place].author)


def test_an_event_with_a_changed_field_is_named_although_its_author_signed_it(tmp_path: Path) -> None:
    table = game(rounds=1)
    records = events_of(table)
    tried = 0
    for event in sampled(records[1:], 25):
        versions = list(with_changed_field(table, event))
        for other in sampled(versions, 2) if versions else []:
            tried += 1
            place = records.index(event)
            audit = audited(tmp_path / "log", [*records[:place], other, *records[place + 1 :]])
            if event.kind in LOBBY and audit.verdict is Verdict.VALID:
                continue  # somebody sat down otherwise, too; the `begin` says how they play
            if event.head == table.steps[-1].head and not audit.faults:
                assert other.head == event.head  # another ending, by its author's own will
                continue
            assert audit.verdict is Verdict.NOT_VALID, (event.kind, other.body)
            assert audit.faults[0].record >= place + 1 or audit.faults[0].author == event.author
    assert tried > 40


def test_an_event_changed_by_somebody_else_is_no_record(tmp_path: Path, table: Table) -> None:
    records = events_of(table)
    for event in sampled(records[1:], 20):
        place = records.index(event)
        unsigned = bytearray(event.unsigned)
        unsigned[-1] ^= 1
        forged = (1, pack((bytes(unsigned), event.signature)))
        audit = audited(tmp_path / "log", [*records[:place], forged, *records[place + 1 :]])
        fault = audit.faults[0]
        assert audit.verdict is Verdict.NOT_VALID
        assert (fault.record, fault.code) == (place + 1, FaultCode.NOT_A_RECORD)
        assert (fault.kind, fault.author) == (event.kind, event.author)


def test_an_event_signed_by_a_stranger_is_named(tmp_path: Path, table: Table) -> None:
    records = events_of(table)
    stranger = identity("a stranger")
    for event in sampled([event for event in records if event.kind not in LOBBY | {Kind.OPEN}], 20):
        place = records.index(event)
        theirs = make_event(stranger, table=event.table, head=event.head, kind=event.kind, body=event.body)
        audit = audited(tmp_path / "log", [*records[:place], theirs, *records[place:]])
        fault = audit.faults[0]
        assert audit.verdict is Verdict.NOT_VALID
        assert (fault.record, fault.author, fault.kind) == (place + 1, stranger.public, event.kind)
        assert fault.code is FaultCode.STRANGER
        assert fault.seat is None


def flipped(data: bytes, draw: random.Random) -> tuple[int, bytes]:
    """The place of a flipped bit, and the bytes with it."""
    place = draw.randrange(len(data))
    return place, data[:place] + bytes([data[place] ^ (1 << draw.randrange(8))]) + data[place + 1 :]


def test_no_flipped_bit_is_accepted(tmp_path: Path) -> None:
    path = write_log(tmp_path / "log", records_of(game(seats=2, rounds=1)))
    data = path.read_bytes()
    draw = random.Random(11)
    for _ in range(120):
        place, spoiled = flipped(data, draw)
        path.write_bytes(spoiled)
        audit = audited(path)
        assert audit.verdict is not Verdict.VALID
        if place >= len(file_header(TABLE_FORM)):
            assert audit.faults[0].offset <= place
            assert audit.faults[0].code is FaultCode.DAMAGED


def test_reading_stops_at_a_flipped_bit_wherever_it_is(tmp_path: Path) -> None:
    records = [event for event in events_of(game(seats=2, rounds=1)) if len(event.record) < 400][-8:]
    path = write_log(tmp_path / "log", records)
    data = path.read_bytes()
    draw = random.Random(12)
    for _ in range(1200):
        place, spoiled = flipped(data, draw)
        path.write_bytes(spoiled)
        if place < len(file_header(TABLE_FORM)):
            with pytest.raises(Unreadable):
                list(read_log(path))
            continue
        *before, last = read_log(path)
        assert isinstance(last, Broken)
        assert last.offset <= place
        assert all(isinstance(entry, Entry) and entry.end <= place for entry in before)
        assert len(before) == sum(entry.end <= place for entry in before if isinstance(entry, Entry))


def test_no_flipped_bit_is_accepted_where_the_checksums_are_made_to_fit(tmp_path: Path) -> None:
    records = events_of(game(seats=2, rounds=1))
    draw = random.Random(13)
    for tries in range(2600):
        place = draw.randrange(len(records))
        tag, payload = raw(records[place])
        _at, spoiled = flipped(payload, draw)
        (item,) = read_log(write_log(tmp_path / "alone", [(tag, spoiled)]))
        assert isinstance(item, Broken)
        assert not item.last
        if tries % 40 == 0:
            audit = audited(tmp_path / "log", [*records[:place], (tag, spoiled), *records[place + 1 :]])
            assert audit.verdict is Verdict.NOT_VALID
            assert (audit.faults[0].record, audit.faults[0].code) == (place + 1, FaultCode.NOT_A_RECORD)


def test_a_log_cut_anywhere_is_never_taken_for_the_whole(tmp_path: Path) -> None:
    table = game(seats=2, rounds=1)
    path = write_log(tmp_path / "log", records_of(table))
    data = path.read_bytes()
    for end in range(0, len(data) - 1, 499):
        path.write_bytes(data[:end])
        audit = audited(path)
        if audit.verdict is Verdict.VALID:
            assert audit.state is not None
            assert audit.state.number < table.state.number or audit.torn
            assert not audit.finished


def test_files_that_are_no_logs_are_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "log"
    newer = bytearray(write_log(path, records_of(game(seats=2, rounds=1))).read_bytes())
    newer[9] = 2
    contents = [b"", b"\0" * 5000, random.Random(3).randbytes(5000), b"text\n" * 100, bytes(newer), bytes(newer[:10])]
    for content in contents:
        path.write_bytes(content)
        audit = audited(path)
        assert audit.verdict is Verdict.UNREADABLE
        assert str(path) in audit.why
    assert audited(tmp_path / "nowhere").verdict is Verdict.UNREADABLE
    assert audited(tmp_path).verdict is Verdict.UNREADABLE


def test_random_bytes_in_the_form_of_a_log_never_crash(tmp_path: Path) -> None:
    draw = random.Random(4)
    records = events_of(game(seats=2, rounds=1))
    for _ in range(200):
        junk = [(draw.choice((1, 2)), draw.randbytes(draw.randrange(1, 400))) for _ in range(3)]
        audit = audited(tmp_path / "log", [records[0], *junk])
        assert [fault.code for fault in audit.faults] == [FaultCode.NOT_A_RECORD] * 3


def test_a_gigabyte_of_zeros_takes_no_memory_to_speak_of(tmp_path: Path) -> None:
    records = records_of(game(seats=2, rounds=1))
    path = write_log(tmp_path / "log", records)
    for content in (b"", path.read_bytes()):
        sparse = tmp_path / "sparse"
        with sparse.open("wb") as file:
            file.write(content)
            file.truncate(1 << 30)
        audit = audited(sparse)
        if content:
            assert audit.faults[0].code is FaultCode.DAMAGED
            assert (audit.faults[0].record, audit.faults[0].offset) == (len(records) + 1, len(content))
        else:
            assert audit.verdict is Verdict.UNREADABLE
