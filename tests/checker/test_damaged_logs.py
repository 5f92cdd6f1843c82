"""Logs with bytes changed and records removed, repeated, moved or added: both auditors name the same place."""

from __future__ import annotations

from pathlib import Path

import pytest
from checker.logfile import EVENT

from tests.checker.helpers import Record, evidence, first, first_round, log_of, recorded, records_of, second

COIN_REVEAL = 9
ROUND_KEY = 12
SHUFFLE = 15


def _flipped(payload: bytes, place: int) -> bytes:
    changed = bytearray(payload)
    changed[place] ^= 1
    return bytes(changed)


def _without(place: int) -> list[Record]:
    records = first_round()
    return records[:place] + records[place + 1 :]


def _swapped(place: int) -> list[Record]:
    records = first_round()
    return [*records[:place], records[place + 1], records[place], *records[place + 2 :]]


def _inserted(place: int, record: Record) -> list[Record]:
    records = first_round()
    return [*records[:place], record, *records[place:]]


def _changed(place: int, payload_place: int) -> list[Record]:
    records = first_round()
    records[place] = Record(EVENT, _flipped(records[place].payload, payload_place))
    return records


BROKEN = {
    "no open": _without(0),
    "the open is not the first": _swapped(0),
    "a reveal is missing": _without(COIN_REVEAL),
    "a round key is missing": _without(ROUND_KEY),
    "an answer stands before what it answers to": _swapped(6),
    "a record stands there twice": _inserted(20, first_round()[SHUFFLE]),
    "a second open": _inserted(5, first_round()[0]),
    "a record of another table": _inserted(8, records_of(recorded("leaving"))[8]),
    "evidence of an event that holds": _inserted(23, evidence(first_round()[20])),
    "a signature's bit": _changed(COIN_REVEAL, -1),
    "a proof's bit, and so its signature": _changed(SHUFFLE, 400),
    "a bit of the form": _changed(COIN_REVEAL, 0),
}


@pytest.mark.parametrize("what", BROKEN)
def test_both_auditors_find_the_same_record_at_fault(what: str, tmp_path: Path) -> None:
    log = log_of(BROKEN[what])
    mine, theirs = second(log), first(log, tmp_path)
    assert mine.verdict == theirs.verdict == "not_valid"
    assert mine.fault == theirs.fault


@pytest.mark.parametrize("place", [10, 13, 15, 40, 300, 5000, 20000, 33000])
def test_a_changed_byte_is_found_at_its_record(place: int, tmp_path: Path) -> None:
    log = _flipped(log_of(first_round()), place)
    mine, theirs = second(log), first(log, tmp_path)
    assert mine.verdict == theirs.verdict == "not_valid"
    assert mine.fault == theirs.fault


@pytest.mark.parametrize("what", ["lobby events in another order", "a lobby event less", "round keys in another order"])
def test_what_no_head_depends_on_may_differ(what: str, tmp_path: Path) -> None:
    records = {
        "lobby events in another order": _swapped(1),
        "a lobby event less": _without(2),
        "round keys in another order": _swapped(ROUND_KEY),
    }[what]
    log = log_of(records)
    assert second(log) == first(log, tmp_path)
    assert second(log) == second(log_of(first_round()))


@pytest.mark.parametrize("end", [-1, -5, -200, -400])
def test_a_torn_tail_is_no_fault(end: int, tmp_path: Path) -> None:
    log = log_of(first_round())[:end]
    assert second(log).verdict == "valid"
    assert second(log) == first(log, tmp_path)


def test_zeros_at_the_end_are_a_torn_tail(tmp_path: Path) -> None:
    log = log_of(first_round())
    assert second(log + bytes(700)) == second(log) == first(log + bytes(700), tmp_path)


@pytest.mark.parametrize("log", [b"", b"\x89scat", b"something else altogether", log_of([])])
def test_what_is_no_log_of_a_table_is_unreadable(log: bytes, tmp_path: Path) -> None:
    assert second(log).verdict == first(log, tmp_path).verdict == "unreadable"


@pytest.mark.parametrize("evidence_too", [False, True])
def test_false_play_in_a_slot_that_is_still_open_is_a_fault(evidence_too: bool, tmp_path: Path) -> None:
    records = records_of(recorded("false_play"))
    place = next(number for number, record in enumerate(records) if record.type != EVENT)
    log = log_of(records[: place + evidence_too])
    mine, theirs = second(log), first(log, tmp_path)
    assert mine == theirs
    assert mine.fault is not None
    assert mine.fault[0] == place
