"""A table that is opened again after its program was stopped: what was mended, and what stands in the way, is said."""

from __future__ import annotations

import errno
from pathlib import Path
from unittest.mock import patch

import pytest

from scatnet.log import Identity
from scatnet.net.credentials import Credentials
from scatnet.net.reading import read_end
from scatnet.net.session import Notice
from scatnet.net.tables import host_table, join_table, resume_table
from scatnet.store.errors import DamagedFile, StoreError
from scatnet.store.home import Result, note_result
from scatnet.store.paths import key_path
from scatnet.table.view import Phase
from tests.net.people import LOOPBACK, person, seated, ticket_of, wish


async def test_a_game_is_noted_as_over_only_when_its_log_says_so(tmp_path: Path) -> None:
    said: list[bool] = []

    def note(log: Path, result: Result) -> None:
        said.append(read_end(log).over)  # as after a kill at this moment
        note_result(log, result)

    with patch("scatnet.net.place.note_result", note):
        async with (
            seated(host_table(person(tmp_path, "Ann"), wish(2), LOOPBACK)) as host,
            seated(join_table(person(tmp_path, "Ben"), ticket_of(host), listen=LOOPBACK)) as guest,
        ):
            await guest.until_phase(Phase.OVER)
            await host.until_phase(Phase.OVER)
    assert said == [True, True]


@pytest.mark.parametrize("of_the_log", [True, False])
async def test_a_tail_cut_short_is_cut_off_with_a_notice_and_the_game_goes_on(tmp_path: Path, of_the_log: bool) -> None:
    async with seated(host_table(person(tmp_path, "Ann"), wish(2), LOOPBACK)) as host:
        ben = person(tmp_path, "Ben", auto=False)
        async with seated(join_table(ben, ticket_of(host), listen=LOOPBACK)) as guest:
            await guest.until_asked()
        (log,) = ben.home.logs()
        torn = log if of_the_log else key_path(log)
        torn.write_bytes(torn.read_bytes() + torn.read_bytes()[10:30])  # the beginning of a record
        async with seated(resume_table(person(tmp_path, "Ben"), log, listen=LOOPBACK)) as again:
            notice = await again.until_heard(Notice)
            assert notice.text == f"The last 20 bytes of {torn} were cut off: the program stopped while writing them."
            end = await again.until_phase(Phase.OVER)
            assert (await host.until_phase(Phase.OVER)).winners == end.winners


async def test_a_damaged_log_is_refused_with_its_place_and_left_as_it_is(tmp_path: Path) -> None:
    async with seated(host_table(person(tmp_path, "Ann", auto=False), wish(2), LOOPBACK)):
        pass
    (log,) = person(tmp_path, "Ann").home.logs()
    damaged = log.read_bytes()[:-9] + b"damage..."
    log.write_bytes(damaged)
    with pytest.raises(DamagedFile, match=r"is damaged at byte [0-9]+: .* It was left as it is"):
        async with resume_table(person(tmp_path, "Ann"), log, listen=LOOPBACK):
            pass
    assert log.read_bytes() == damaged


def test_a_disk_without_room_for_a_temporary_file_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(StoreError, match=r"A temporary file could not be written.*: No space left on device\."):
        Credentials(Identity(bytes(32)))
