"""What a log tells of the game so far is what was told as it was played, and of a long game only the last rounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from scatnet.net.disk import TableDisk
from scatnet.net.past import past_of
from scatnet.net.tables import host_table
from scatnet.table.engine import ENGINE
from scatnet.table.fold import genesis
from scatnet.table.happenings import HappeningKind
from scatnet.table.lobby import Lobby
from scatnet.table.peer import Peer, PeerSettings
from scatnet.table.view import Phase
from tests.net.people import LOOPBACK, person, seated, wish


async def test_a_log_tells_the_game_as_it_was_told_live(tmp_path: Path) -> None:
    ann = person(tmp_path, "Ann")
    practice = replace(wish(3), bots=2, practice=True)
    async with seated(host_table(ann, practice, LOOPBACK)) as me:
        await me.until_phase(Phase.OVER)
        while (live := me.session.past())[-1].kind is not HappeningKind.WON:
            await me.settled()
    (log,) = ann.home.logs()
    disk = TableDisk.open(log, playing=False)
    state = genesis(disk.opening)
    settings = PeerSettings(patience=state.settings.patience, turn_clock=state.settings.turn_clock)
    ledger = Peer(
        engine=ENGINE, genesis=state, settings=settings, lobby=Lobby(state), records=disk.records(), notes=()
    ).ledger
    disk.close()
    told = past_of(ledger)
    assert told == live
    assert told[0].kind is HappeningKind.BEGUN
    assert told[-1].kind is HappeningKind.WON
    last = past_of(ledger, 1)
    assert last[0].kind is HappeningKind.ROUND
    assert sum(happening.kind is HappeningKind.ROUND for happening in last) == 1
    assert told[-len(last) :] == last
