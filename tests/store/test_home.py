"""The home: its folders, the identity in it, and the list of its tables."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from scatnet.log import Kind
from scatnet.store.errors import DamagedFile, StoreError
from scatnet.store.home import Result, list_tables, note_result, read_result
from scatnet.store.identity_file import load_identity
from scatnet.store.lock import Lock, lock_path
from scatnet.store.paths import Home, key_path, open_home, result_path
from scatnet.store.secret_file import SecretFile
from scatnet.store.table_file import TableFile
from tests.log.samples import ANN, BEGIN, DRAW, EVENTS, OPEN, SITS, TABLE
from tests.store.helpers import FaultyFiles, Killed


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A fresh home."""
    return open_home(tmp_path / "home")


def test_a_home_is_made_where_it_is_wanted(tmp_path: Path) -> None:
    home = open_home(tmp_path / "deep" / "er")
    assert home.root == tmp_path / "deep" / "er"
    assert home.tables.is_dir()
    assert home.table(TABLE) == home.tables / f"{TABLE.hex()}.scat"
    assert open_home(tmp_path / "deep" / "er") == home


if sys.platform != "win32":

    def test_a_homes_folders_are_private(tmp_path: Path) -> None:
        home = open_home(tmp_path / "deep" / "er")
        for folder in (tmp_path / "deep", home.root, home.tables):
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_without_a_choice_the_home_is_where_the_system_keeps_programs_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda name, appauthor: tmp_path / name)
    assert open_home().root == tmp_path / "scatnet"


def test_a_home_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="a file in that of a folder"):
        open_home(tmp_path / "file" / "home")


def test_an_identity_is_made_once_and_stays(home: Home) -> None:
    identity = load_identity(home)
    assert load_identity(home) == identity
    assert home.identity.read_bytes().startswith(b"-----BEGIN PRIVATE KEY-----")
    if sys.platform != "win32":
        assert stat.S_IMODE(home.identity.stat().st_mode) == 0o600


def test_an_identity_is_whole_or_absent_wherever_its_making_is_killed(tmp_path: Path) -> None:
    counted = FaultyFiles()
    load_identity(open_home(tmp_path / "whole"), files=counted)
    for place in range(len(counted.calls)):
        home = open_home(tmp_path / str(place))
        files = FaultyFiles(kill_at=place)
        try:
            load_identity(home, files=files)
        except Killed:
            files.cut_power(zeros=False)
        first = home.identity.read_bytes() if home.identity.exists() else None
        load_identity(home)
        assert first in (None, home.identity.read_bytes())


def test_a_file_that_is_no_identity_is_refused_and_left(home: Home) -> None:
    other_key = X25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    for data, clause in ((b"", "not an unencrypted"), (bytes(200), "not an unencrypted"), (other_key, "another kind")):
        home.identity.write_bytes(data)
        with pytest.raises(DamagedFile, match=clause):
            load_identity(home)
        assert home.identity.read_bytes() == data


def test_only_one_program_makes_the_identity_and_then_any_number_read_it_at_once(home: Home) -> None:
    with Lock(lock_path(home.identity), "busy"), pytest.raises(StoreError, match="Another scatnet is making"):
        load_identity(home)
    identity = load_identity(home)
    with Lock(lock_path(home.identity), "busy"):
        assert load_identity(home) == identity


def test_an_identity_is_read_in_a_folder_that_may_not_be_written(home: Home) -> None:
    identity = load_identity(home)
    lock_path(home.identity).unlink()
    reading = FaultyFiles()
    assert load_identity(home, files=reading) == identity
    assert not {"create", "write", "lock", "make_folder"} & set(reading.calls)


def test_a_lock_that_cannot_be_made_is_one_sentence(home: Home) -> None:
    for place in range(2):
        with pytest.raises(StoreError, match="could not be read or written"):
            Lock(home.root / "some.lock", "busy", files=FaultyFiles(fail_at=place))
    Lock(home.root / "some.lock", "busy").close()


def test_an_empty_home_has_no_tables(home: Home) -> None:
    assert list_tables(home) == ()


def test_a_folder_of_tables_that_nobody_may_look_into_is_one_sentence_and_not_an_empty_list(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(folder: Path) -> Iterator[Path]:
        raise PermissionError(errno.EACCES, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "iterdir", closed)
    with pytest.raises(StoreError, match="may not be read or written"):
        list_tables(home)


def test_tables_are_listed_with_what_their_records_say(home: Home) -> None:
    path = home.table(TABLE)
    with TableFile.create(path, OPEN) as log:
        assert [(entry.name, entry.players) for entry in list_tables(home)] == [("Køkkenbordet", ())]
        log.append(*SITS, BEGIN, DRAW, EVENTS[Kind.ROUND_OPEN], EVENTS[Kind.ROUND_OPEN])
    os.utime(path, (1000, 1000))
    (entry,) = list_tables(home)
    assert entry.players == ("Ann", "Ben", "Robot")
    assert (entry.path, entry.rules, entry.rounds, entry.played) == (path, (0, 4, 255), 1, 1000.0)
    assert (entry.mine, entry.result, entry.fault) == (False, None, None)
    SecretFile.create(key_path(path)).close()
    note_result(path, Result(winners=("Ann", 'B"en'), rounds=12))
    (entry,) = list_tables(home)
    assert entry.mine
    assert entry.result == Result(winners=("Ann", 'B"en'), rounds=12)


def test_the_table_that_grew_last_comes_first_and_damaged_ones_last(home: Home) -> None:
    for name, played in (("aa", 1000), ("bb", 3000), ("cc", 2000)):
        path = home.tables / f"{name}.scat"
        TableFile.create(path, OPEN).close()
        os.utime(path, (played, played))
    (home.tables / "zeros.scat").write_bytes(bytes(5000))
    entries = list_tables(home)
    assert [entry.path.stem for entry in entries] == ["bb", "cc", "aa", "zeros"]
    assert entries[-1].fault is not None
    assert "is not a log of a table" in entries[-1].fault


def test_a_table_in_play_can_be_listed(home: Home) -> None:
    with TableFile.create(home.table(TABLE), OPEN):
        assert len(list_tables(home)) == 1


@pytest.mark.parametrize("data", [b"", b"\xff", b"winners = 1", b'winners = ["a"]', b"winners = [1]\nrounds = 2"])
def test_a_note_without_meaning_is_no_result(home: Home, data: bytes) -> None:
    path = home.table(TABLE)
    result_path(path).write_bytes(data)
    assert read_result(path) is None


def test_a_note_that_cannot_be_written_is_one_sentence(home: Home) -> None:
    with pytest.raises(StoreError, match="could not be read or written"):
        note_result(home.table(TABLE), Result(winners=(), rounds=0), files=FaultyFiles(fail_at=1))


def test_the_identity_is_not_among_what_a_table_keeps(home: Home) -> None:
    path = home.table(TABLE)
    TableFile.create(path, OPEN).close()
    SecretFile.create(key_path(path)).close()
    assert ANN.seed not in path.read_bytes()
    assert {each.name for each in home.tables.iterdir()} >= {path.name, key_path(path).name}
