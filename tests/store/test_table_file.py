"""The log file: what is written is read, by anyone, and what is not whole is cut or refused."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scatnet.log import Event, Kind
from scatnet.store.errors import DamagedFile, StoreError
from scatnet.store.framing import frame
from scatnet.store.table_file import TABLE_FORM, RecordType, TableFile, decode_stored, read_table
from tests.log.samples import BACK, DISCARD, DRAW, EVENTS, OPEN, TWICE
from tests.store.helpers import HEADER_BYTES, payloads

MIB = 2**20


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of an open, a draw and evidence."""
    path = tmp_path / "table.scat"
    with TableFile.create(path, OPEN) as file:
        file.append(DRAW)
        file.append(TWICE)
    return path


def test_records_come_back_in_the_order_admitted(log: Path) -> None:
    records = list(read_table(log))
    assert [record.tag for record in records] == [RecordType.EVENT, RecordType.EVENT, RecordType.EVIDENCE]
    assert [decode_stored(record, log) for record in records] == [OPEN, DRAW, TWICE]
    with TableFile(log) as file:
        assert list(file.records()) == records
        assert file.notice is None


def test_a_file_begins_with_magic_and_version_and_its_records_stand_at_their_offsets(log: Path) -> None:
    data = log.read_bytes()
    assert data.startswith(b"\x89scat\r\n\x1a\x00\x01")
    offset = HEADER_BYTES
    for record in read_table(log):
        assert record.offset == offset
        framed = frame(record.tag, record.payload)
        assert data[offset:].startswith(framed)
        offset += len(framed)
    assert offset == len(data)


def test_a_file_that_is_opened_again_goes_on_where_it_ended(log: Path) -> None:
    with TableFile(log) as file:
        file.append(BACK, DISCARD)
        file.append()
    with TableFile(log) as file:
        assert [record.payload for record in file.records()][3:] == [BACK.record, DISCARD.record]


def test_very_many_records_at_once_are_all_there(log: Path) -> None:
    many = [EVENTS[Kind.ROUND_OPEN]] * 2000
    with TableFile(log) as file:
        file.append(*many)
    assert len(payloads(log)) == 3 + 2000


def test_a_log_begins_with_an_open_and_is_made_once(log: Path) -> None:
    with pytest.raises(ValueError, match="begins with open"):
        TableFile.create(log.with_name("other.scat"), DRAW)
    before = log.read_bytes()
    with pytest.raises(StoreError, match="already there"):
        TableFile.create(log, OPEN)
    assert log.read_bytes() == before


def test_a_torn_tail_is_cut_with_a_notice_wherever_it_was_torn(log: Path) -> None:
    whole = log.read_bytes()
    last = list(read_table(log))[-1].offset
    for size in range(last, len(whole)):
        log.write_bytes(whole[:size])
        assert payloads(log) == [OPEN.record, DRAW.record]
        assert log.stat().st_size == size  # reading changes nothing
        with TableFile(log) as file:
            assert (file.notice is None) == (size == last)
            assert file.notice is None or f"The last {size - last} bytes of {log}" in file.notice
            assert log.read_bytes() == whole[:last]
            file.append(TWICE)
        assert log.read_bytes() == whole


@pytest.mark.parametrize("kept", [0, 1, 8, 9, 30, 100, 400])
def test_a_tail_that_the_disk_announced_and_never_wrote_is_torn(log: Path, kept: int) -> None:
    whole = log.read_bytes()
    last = list(read_table(log))[-1].offset
    log.write_bytes(whole[: last + kept] + bytes(len(whole) - last - kept))
    with TableFile(log) as file:
        assert file.notice is not None
    assert log.read_bytes() == whole[:last]


def test_every_single_byte_changed_is_refused_and_the_file_left_as_it_was(log: Path) -> None:
    whole = log.read_bytes()
    records = list(read_table(log))
    for place in range(len(whole)):
        for change in (0x01, 0x80, 0xFF):
            changed = bytearray(whole)
            changed[place] ^= change
            log.write_bytes(changed)
            with pytest.raises(StoreError) as refused:
                TableFile(log)
            if place >= HEADER_BYTES:
                offset = max(record.offset for record in records if record.offset <= place)
                assert isinstance(refused.value, DamagedFile)
                assert refused.value.offset == offset
                assert f"byte {offset}" in refused.value.sentence
            with pytest.raises(StoreError):
                payloads(log)
            assert log.read_bytes() == bytes(changed)


def test_every_byte_set_to_zero_is_refused(log: Path) -> None:
    whole = log.read_bytes()
    for place in range(len(whole)):
        if whole[place] != 0:
            log.write_bytes(whole[:place] + b"\x00" + whole[place + 1 :])
            with pytest.raises(StoreError):
                TableFile(log)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_bytes_lost_or_added_in_the_middle_are_refused(log: Path, data: st.DataObject) -> None:
    whole = log.read_bytes()
    last = list(read_table(log))[-1].offset
    place = data.draw(st.integers(0, last - 1))
    added = data.draw(st.binary(max_size=20))
    lost = data.draw(st.integers(0, 20))
    changed = whole[:place] + added + whole[place + lost :]
    copy = log.with_name("copy.scat")
    copy.write_bytes(changed)
    if changed == whole:
        assert len(payloads(copy)) == 3
        return
    try:
        found = payloads(copy)
    except StoreError:
        return
    # What can still be read is a beginning of what was written: a whole record lost at the end, or a torn one.
    assert found == [OPEN.record, DRAW.record, TWICE.record][: len(found)]
    assert len(changed) <= len(whole)


@pytest.mark.parametrize(
    ("data", "clause"),
    [
        (b"", "is not a log of a table"),
        (b"\x89scat", "is not a log of a table"),
        (b"\x89scat\r\n\x1a\x00", "is not a log of a table"),
        (b"\x89scatkey\x00\x01", "is not a log of a table"),
        (bytes(1000), "is not a log of a table"),
        (bytes(range(256)) * 40, "is not a log of a table"),
        (b"\x89scat\r\n\x1a\x00\x02" + b"anything", "of version 2, newer than this program"),
        (b"\x89scat\r\n\x1a\xff\xff", "of version 65535, newer than this program"),
        (b"\x89scat\r\n\x1a\x00\x00", "damaged at byte 8"),
        (TABLE_FORM.magic + b"\x00\x01" + frame(3, b"new"), "a record of type 3 is unknown"),
        (TABLE_FORM.magic + b"\x00\x01" + frame(1, b""), "a record of 0 bytes cannot be"),
        (TABLE_FORM.magic + b"\x00\x01" + frame(1, bytes(TABLE_FORM.payload_bytes + 1)), "bytes cannot be"),
    ],
)
def test_what_is_no_log_is_refused_with_one_sentence(tmp_path: Path, data: bytes, clause: str) -> None:
    path = tmp_path / "table.scat"
    path.write_bytes(data)
    for attempt in (lambda: list(read_table(path)), lambda: TableFile(path)):
        with pytest.raises(StoreError) as refused:
            attempt()
        assert clause in refused.value.sentence
        assert str(path) in refused.value.sentence
    assert path.read_bytes() == data


def test_a_gigabyte_of_zeros_is_refused_in_little_memory(tmp_path: Path) -> None:
    for beginning in (b"", TABLE_FORM.magic + b"\x00\x01", TABLE_FORM.magic + b"\x00\x01" + frame(1, OPEN.record)):
        path = tmp_path / "table.scat"
        path.write_bytes(beginning)
        os.truncate(path, 2**30)
        tracemalloc.start()
        try:
            with pytest.raises(StoreError):
                list(read_table(path))
            with pytest.raises(StoreError):
                TableFile(path)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < 2 * MIB


def test_a_long_log_is_read_in_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "table.scat"
    with TableFile.create(path, OPEN) as file:
        file.append(*[EVENTS[Kind.ROUND_OPEN]] * 8000)
    assert path.stat().st_size > 7 * MIB
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_table(path)) == 8001
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < MIB


def test_what_is_not_there_or_no_file_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="There is no "):
        list(read_table(tmp_path / "none.scat"))
    with pytest.raises(StoreError, match="a folder in the place of a file"):
        list(read_table(tmp_path))
    with pytest.raises(StoreError, match="There is no "):
        TableFile(tmp_path / "none.scat")


if sys.platform != "win32":

    def test_a_pipe_is_refused_without_waiting_for_its_other_end(tmp_path: Path) -> None:
        pipe = tmp_path / "pipe.scat"
        os.mkfifo(pipe)
        with pytest.raises(StoreError, match="a folder in the place of a file"):
            list(read_table(pipe))


def test_a_record_that_no_author_signed_is_damage_at_its_offset(log: Path) -> None:
    data = bytearray(log.read_bytes())
    records = list(read_table(log))
    wrong = bytearray(records[1].payload)
    wrong[-1] ^= 1
    data[records[1].offset : records[2].offset] = frame(RecordType.EVENT, bytes(wrong))
    log.write_bytes(data)
    stored = list(read_table(log))[1]
    with pytest.raises(DamagedFile, match="signature is not its author's") as refused:
        decode_stored(stored, log)
    assert refused.value.offset == records[1].offset


def test_a_second_holder_of_a_log_gets_one_sentence_and_readers_none(log: Path) -> None:
    with TableFile(log) as file:
        with pytest.raises(StoreError, match="in use by another scatnet"):
            TableFile(log)
        file.append(BACK)
        assert len(payloads(log)) == 4
    TableFile(log).close()


def test_another_process_is_kept_out_and_let_in_when_the_first_dies(log: Path) -> None:
    program = (
        "import sys, pathlib\n"
        "from scatnet.store.errors import StoreError\n"
        "from scatnet.store.table_file import TableFile\n"
        "try:\n"
        "    held = TableFile(pathlib.Path(sys.argv[1]))\n"
        "except StoreError as fault:\n"
        "    sys.exit(fault.sentence)\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", program, str(log)]
    with TableFile(log):
        kept_out = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert kept_out.returncode == 1
    assert kept_out.stderr.strip() == f"{log} is in use by another scatnet; close that one first."
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(StoreError, match="in use"):
            TableFile(log)
        holder.kill()
        holder.wait()
    TableFile(log).close()


if sys.platform != "win32":

    def test_a_log_is_private_until_it_is_given_away(log: Path) -> None:
        assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_a_closed_file_takes_nothing_and_closes_twice(log: Path) -> None:
    file = TableFile(log)
    file.close()
    file.close()
    with pytest.raises(ValueError, match="closed"):
        file.append(DRAW)


def test_an_event_is_what_is_stored(log: Path) -> None:
    first = decode_stored(next(read_table(log)), log)
    assert isinstance(first, Event)
    assert first.kind is Kind.OPEN
