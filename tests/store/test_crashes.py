"""Killed anywhere, out of space anywhere: what was acknowledged is there, and the files open again."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from scatnet.log import Event
from scatnet.store.errors import StoreError
from scatnet.store.files import write_whole
from scatnet.store.secret_file import SecretFile
from scatnet.store.table_file import TableFile
from tests.log.samples import ANN, BACK, DISCARD, DRAW, HEAD, OPEN, filler
from tests.store.helpers import FaultyFiles, Killed, payloads

ADDED = (DRAW, BACK, DISCARD)


def play(path: Path, files: FaultyFiles, acknowledged: list[Event]) -> None:
    """Make a log and add events one by one, noting each that is on the disk."""
    with TableFile.create(path, OPEN, files=files) as file:
        acknowledged.append(OPEN)
        for event in ADDED:
            file.append(event)
            acknowledged.append(event)


def calls_of_a_game(path: Path) -> list[str]:
    files = FaultyFiles()
    play(path, files, [])
    return files.calls


def recorded(path: Path) -> list[bytes]:
    if not path.exists():
        return []
    with TableFile(path) as file:
        return [record.payload for record in file.records()]


def test_a_process_killed_at_any_call_loses_nothing_that_it_was_told_is_written(tmp_path: Path) -> None:
    calls = calls_of_a_game(tmp_path / "whole.scat")
    assert calls.count("sync") == 1 + len(ADDED)
    assert calls.count("sync_folder") == 1
    all_records = [OPEN.record, *(event.record for event in ADDED)]
    for place in range(len(calls)):
        path = tmp_path / f"{place}.scat"
        files = FaultyFiles(kill_at=place)
        acknowledged: list[Event] = []
        try:
            play(path, files, acknowledged)
        except Killed:
            files.let_go()
        found = recorded(path)
        assert found == all_records[: len(found)]
        assert len(found) - len(acknowledged) in (0, 1)
        if not found:
            TableFile.create(path, OPEN).close()
            found = [OPEN.record]
        with TableFile(path) as file:
            file.append(*ADDED[len(found) - 1 :])
        assert payloads(path) == all_records


@pytest.mark.parametrize("zeros", [False, True])
def test_a_power_cut_at_any_call_loses_nothing_that_was_acknowledged(tmp_path: Path, zeros: bool) -> None:
    calls = calls_of_a_game(tmp_path / "whole.scat")
    all_records = [OPEN.record, *(event.record for event in ADDED)]
    for place in range(len(calls)):
        path = tmp_path / f"{place}.scat"
        files = FaultyFiles(kill_at=place)
        acknowledged: list[Event] = []
        try:
            play(path, files, acknowledged)
        except Killed:
            files.cut_power(zeros)
        found = recorded(path)
        assert found == all_records[: len(found)]
        assert len(found) >= len(acknowledged)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_an_append_that_fails_at_any_call_leaves_the_file_as_it_was_and_can_be_repeated(
    tmp_path: Path, code: int
) -> None:
    for place in range(3):  # seek, write, sync
        path = tmp_path / f"{place}.scat"
        files = FaultyFiles(code=code)
        with TableFile.create(path, OPEN, files=files) as file:
            file.append(DRAW)
            before = path.read_bytes()
            files.fail_at = len(files.calls) + place
            with pytest.raises(StoreError) as refused:
                file.append(BACK, DISCARD)
            assert str(path) in refused.value.sentence
            assert ("disk is full" in refused.value.sentence) == (code == errno.ENOSPC)
            assert path.read_bytes() == before
            files.repair()
            file.append(BACK, DISCARD)
        assert payloads(path) == [OPEN.record, DRAW.record, BACK.record, DISCARD.record]


def test_of_many_records_that_take_several_writes_none_stays_where_one_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scatnet.store.append_file._WRITE_BYTES", 200)  # so that each of these has its own write
    files = FaultyFiles(code=errno.ENOSPC)
    with TableFile.create(tmp_path / "table.scat", OPEN, files=files) as file:
        before = file.path.read_bytes()
        start = len(files.calls)
        for place in range(9):  # seek, write, sync of each
            files.fail_at = start + place
            with pytest.raises(StoreError, match="disk is full"):
                file.append(*ADDED)
            assert file.path.read_bytes() == before
            files.repair()
            start = len(files.calls)
        file.append(*ADDED)
    assert payloads(file.path) == [OPEN.record, *(event.record for event in ADDED)]


def test_a_write_cut_short_by_a_full_disk_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "table.scat"
    files = FaultyFiles(code=errno.ENOSPC)
    with TableFile.create(path, OPEN, files=files) as file:
        before = path.read_bytes()
        files.most = 100
        files.fail_at = len(files.calls) + 3  # after a seek and two short writes
        with pytest.raises(StoreError, match="disk is full"):
            file.append(DISCARD)
        assert path.read_bytes() == before


def test_writes_that_take_a_few_bytes_at_a_time_are_carried_on(tmp_path: Path) -> None:
    path = tmp_path / "table.scat"
    files = FaultyFiles(most=7)
    play(path, files, [])
    assert payloads(path) == [OPEN.record, *(event.record for event in ADDED)]


def test_a_file_that_cannot_be_cut_back_takes_nothing_more_until_it_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "table.scat"
    files = FaultyFiles(lasting=True)
    with TableFile.create(path, OPEN, files=files) as file:
        files.most = 100
        files.fail_at = len(files.calls) + 2  # the second write, and everything after it
        with pytest.raises(StoreError):
            file.append(DRAW)
        files.repair()
        with pytest.raises(StoreError, match="close the table and open it again"):
            file.append(DRAW)
    with TableFile(path) as file:
        assert file.notice is not None
        file.append(DRAW)
    assert payloads(path) == [OPEN.record, DRAW.record]


def test_making_a_log_that_fails_at_any_call_leaves_no_log(tmp_path: Path) -> None:
    files = FaultyFiles()
    TableFile.create(tmp_path / "whole.scat", OPEN, files=files).close()
    made = files.calls.index("sync_folder")
    for place in range(made):
        path = tmp_path / f"{place}.scat"
        files = FaultyFiles(fail_at=place, code=errno.ENOSPC)
        if files.calls[place : place + 1] == ["close"]:
            continue
        try:
            TableFile.create(path, OPEN, files=files).close()
        except StoreError:
            assert not path.exists()
            assert not path.with_name(path.name + ".new").exists()
        TableFile.create(path.with_name(f"again-{place}.scat"), OPEN).close()


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS, errno.EPERM])
def test_a_folder_that_may_not_be_written_is_said_in_one_sentence(tmp_path: Path, code: int) -> None:
    files = FaultyFiles(fail_at=0, code=code, lasting=True)
    with pytest.raises(StoreError, match="may not be read or written"):
        TableFile.create(tmp_path / "table.scat", OPEN, files=files)


def test_replacing_a_file_leaves_the_old_or_the_new_one_wherever_it_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"old")
    files = FaultyFiles()
    write_whole(files, path, b"new content")
    for place in range(len(files.calls)):
        path.write_bytes(b"old")
        killed = FaultyFiles(kill_at=place)
        with pytest.raises(Killed):
            write_whole(killed, path, b"new content")
        killed.let_go()
        assert path.read_bytes() in (b"old", b"new content")
        write_whole(FaultyFiles(), path, b"newest")
        assert path.read_bytes() == b"newest"


def test_a_serial_or_note_is_on_the_disk_before_it_is_known_wherever_the_process_is_killed(tmp_path: Path) -> None:
    def use(secret: SecretFile, told: list[object]) -> None:
        told.append(secret.serial_for(ANN.public, HEAD))
        secret.note_signed(ANN.public, HEAD, filler("first"))
        told.append(filler("first"))
        told.append(secret.serial_for(ANN.public, filler("later")))

    plain = tmp_path / "plain.key"
    SecretFile.create(plain).close()
    files = FaultyFiles()
    with SecretFile(plain, files=files) as secret:
        opened = len(files.calls)
        use(secret, [])
    seed_file = tmp_path / "seed.key"
    SecretFile.create(seed_file).close()
    for place in range(opened, len(files.calls)):
        path = tmp_path / f"{place}.key"
        path.write_bytes(seed_file.read_bytes())
        killed = FaultyFiles(kill_at=place)
        told: list[object] = []
        try:
            with SecretFile(path, files=killed) as secret:
                use(secret, told)
        except Killed:
            killed.cut_power(zeros=False)
        with SecretFile(path) as again:
            repeated: list[object] = []
            use(again, repeated)
            assert repeated[: len(told)] == told
            assert again.signed_at(ANN.public, HEAD) == filler("first")
