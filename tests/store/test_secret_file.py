"""The secret file: a seed, burned serial numbers, and what was signed."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from scatnet.log.encoding import pack
from scatnet.store.errors import DamagedFile, StoreError
from scatnet.store.framing import file_header, frame
from scatnet.store.secret_file import SECRET_FORM, SecretFile, SignedTwiceError
from tests.log.samples import ANN, BEN, HEAD, filler
from tests.store.helpers import FaultyFiles

LATER = filler("later")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a secret file with a seed is."""
    made = tmp_path / "table.key"
    SecretFile.create(made).close()
    return made


def test_a_seed_is_random_and_stays(path: Path, tmp_path: Path) -> None:
    with SecretFile(path) as secret, SecretFile.create(tmp_path / "other.key") as other:
        assert len(secret.seed) == 32
        assert secret.seed != other.seed
        seed = secret.seed
    with SecretFile(path) as again:
        assert again.seed == seed


if sys.platform != "win32":

    def test_only_its_owner_reads_it(path: Path) -> None:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_serial_is_burned_once_for_a_head_and_counts_by_seat(path: Path) -> None:
    with SecretFile(path) as secret:
        assert secret.serial_for(ANN.public, HEAD) == 0
        assert secret.serial_for(ANN.public, HEAD) == 0
        assert secret.serial_for(ANN.public, LATER) == 1
        assert secret.serial_for(BEN.public, HEAD) == 0
    with SecretFile(path) as again:
        assert again.serial_for(ANN.public, LATER) == 1
        assert again.serial_for(ANN.public, HEAD) == 0
        assert again.serial_for(ANN.public, filler("new")) == 2


def test_a_restored_file_repeats_no_serial_that_the_log_has_seen(path: Path) -> None:
    old = path.read_bytes()
    with SecretFile(path) as secret:
        assert [secret.serial_for(ANN.public, filler(str(number))) for number in range(3)] == [0, 1, 2]
    path.write_bytes(old)
    with SecretFile(path) as restored:
        assert restored.serial_for(ANN.public, HEAD, at_least=3) == 3
        assert restored.serial_for(ANN.public, HEAD, at_least=9) == 3
        assert restored.serial_for(ANN.public, LATER, at_least=3) == 4


def test_a_second_answer_to_one_step_is_refused_also_after_a_restart(path: Path) -> None:
    with SecretFile(path) as secret:
        secret.note_signed(ANN.public, HEAD, filler("first"))
        secret.note_signed(ANN.public, HEAD, filler("first"))
    for _ in range(2):
        with SecretFile(path) as again:
            before = path.read_bytes()
            with pytest.raises(SignedTwiceError, match="false play"):
                again.note_signed(ANN.public, HEAD, filler("second"))
            assert path.read_bytes() == before
            assert again.signed_at(ANN.public, HEAD) == filler("first")


def test_votes_about_several_seats_stand_beside_ones_own_answer(path: Path) -> None:
    with SecretFile(path) as secret:
        secret.note_signed(ANN.public, HEAD, filler("own"))
        for seat in range(9):
            secret.note_signed(ANN.public, HEAD, filler(f"vote {seat}"), about=seat)
        with pytest.raises(SignedTwiceError):
            secret.note_signed(ANN.public, HEAD, filler("other vote"), about=4)
    with SecretFile(path) as again:
        assert again.signed_at(ANN.public, HEAD) == filler("own")
        assert [again.signed_at(ANN.public, HEAD, seat) for seat in range(9)] == [
            filler(f"vote {seat}") for seat in range(9)
        ]
        assert again.signed_at(BEN.public, HEAD) is None


def test_a_torn_note_is_cut_and_everything_before_it_stays(path: Path) -> None:
    with SecretFile(path) as secret:
        secret.serial_for(ANN.public, HEAD)
    before = path.read_bytes()
    with SecretFile(path) as secret:
        secret.note_signed(ANN.public, HEAD, filler("first"))
    whole = path.read_bytes()
    for size in range(len(before) + 1, len(whole)):
        path.write_bytes(whole[:size])
        with SecretFile(path) as again:
            assert again.notice is not None
            assert again.signed_at(ANN.public, HEAD) is None
            assert again.serial_for(ANN.public, HEAD) == 0
        assert path.read_bytes() == before


def test_every_single_byte_changed_is_refused(path: Path) -> None:
    with SecretFile(path) as secret:
        secret.serial_for(ANN.public, HEAD)
        secret.note_signed(ANN.public, HEAD, filler("first"))
    whole = path.read_bytes()
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 0x10
        path.write_bytes(changed)
        with pytest.raises(StoreError):
            SecretFile(path)
        assert path.read_bytes() == bytes(changed)


@pytest.mark.parametrize(
    "records",
    [
        [],
        [frame(1, bytes(31))],
        [frame(1, bytes(32)), frame(1, bytes(32))],
        [frame(1, bytes(32)), frame(2, b"\xc1")],
        [frame(1, bytes(32)), frame(2, pack((b"seat", 1)))],
        [frame(1, bytes(32)), frame(3, pack((b"seat", b"head", b"not a number", b"digest")))],
    ],
)
def test_notes_without_meaning_are_damage(tmp_path: Path, records: list[bytes]) -> None:
    path = tmp_path / "table.key"
    path.write_bytes(file_header(SECRET_FORM) + b"".join(records))
    with pytest.raises(DamagedFile):
        SecretFile(path)
    with pytest.raises(DamagedFile):  # and the lock was given up
        SecretFile(path)


def test_a_note_that_cannot_be_written_is_not_taken_as_written(path: Path) -> None:
    files = FaultyFiles()
    with SecretFile(path, files=files) as secret:
        files.fail_at = len(files.calls) + 2
        with pytest.raises(StoreError):
            secret.note_signed(ANN.public, HEAD, filler("first"))
        assert secret.signed_at(ANN.public, HEAD) is None
        files.fail_at = len(files.calls) + 2
        with pytest.raises(StoreError):
            secret.serial_for(ANN.public, HEAD)
        files.repair()
        assert secret.serial_for(ANN.public, HEAD) == 0
        secret.note_signed(ANN.public, HEAD, filler("second"))


def test_every_answer_and_vote_is_given_back_in_the_order_of_signing(path: Path) -> None:
    with SecretFile(path) as secret:
        secret.note_signed(ANN.public, HEAD, filler("1"), record=b"old answer")
        secret.note_signed(BEN.public, HEAD, filler("2"), record=b"other answer")
        secret.note_signed(ANN.public, HEAD, filler("3"), about=4, record=b"one vote")
        secret.note_signed(ANN.public, LATER, filler("4"), record=b"new answer" * 1000)
        secret.note_signed(ANN.public, LATER, filler("5"), about=4, record=b"another vote")
        secret.note_signed(BEN.public, LATER, filler("6"))
        expected = [b"old answer", b"other answer", b"one vote", b"new answer" * 1000, b"another vote"]
        assert list(secret.signed_records()) == expected
    with SecretFile(path) as again:
        assert list(again.signed_records()) == expected


def test_what_was_burned_for_a_seat_is_known_by_head(path: Path) -> None:
    with SecretFile(path) as secret:
        secret.serial_for(ANN.public, HEAD, at_least=7)
        secret.serial_for(BEN.public, LATER)
        assert secret.burned(ANN.public) == {HEAD: 7}
    with SecretFile(path) as again:
        assert again.burned(BEN.public) == {LATER: 0}
