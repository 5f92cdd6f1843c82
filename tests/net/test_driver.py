"""The driver: effects are done in order, and nothing leaves the machine before what it rests on is on the
disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from scatnet.log import Event, Kind, decode_record
from scatnet.net.disk import DiskEffect, TableDisk
from scatnet.net.driver import Driver, Tidings
from scatnet.net.opening import make_opening
from scatnet.net.seats import seats_wanted
from scatnet.store.errors import StoreError
from scatnet.table.effects import BurnSerial, Closed, NoteSigned, Persist, RecordType
from scatnet.table.engine import ENGINE
from scatnet.table.fold import genesis
from scatnet.table.lobby import Lobby
from scatnet.table.peer import Peer, PeerSettings
from scatnet.table.state import Stage, TableState
from tests.net.people import PATIENT, person, wish


class WatchedDisk(TableDisk):
    """A table's files that note what became durable, and fail when told to."""

    done: list[str]
    full = False

    def perform(self, effects: Sequence[DiskEffect]) -> None:
        if self.full:
            raise StoreError("The disk is full.")
        super().perform(effects)
        for effect in effects:
            match effect:
                case BurnSerial(_seat, head, _serial):
                    self.done.append(f"burned {head.hex()}")
                case NoteSigned(event):
                    self.done.append(f"noted {event.digest.hex()}")
                case Persist(_kind, record):
                    self.done.append(f"kept {decode_record(record).digest.hex()}")


class Outside:
    """What left the machine, in order, with what was on the disk by then."""

    def __init__(self, disk: WatchedDisk) -> None:
        self.disk = disk
        self.sent: list[tuple[Event, frozenset[str]]] = []
        self.blamed: list[tuple[str, bool]] = []
        self.over = trio.Event()

    def send(self, records: Sequence[tuple[int, bytes]]) -> None:
        for kind, record in records:
            assert kind == RecordType.EVENT
            self.sent.append((decode_record(record), frozenset(self.disk.done)))

    def want_sync(self, source: bytes | None) -> None:
        """Nobody else is there to ask."""

    def blame(self, source: bytes, sentence: str, *, forged: bool) -> None:
        self.blamed.append((sentence, forged))

    def tell(self, tidings: Tidings) -> None:
        if isinstance(tidings, Closed) and tidings.after.stage is Stage.OVER:
            self.over.set()

    def settled(self) -> None:
        """Nobody looks on."""


def practice(folder: Path) -> tuple[WatchedDisk, Peer[TableState]]:
    """A table at which this machine plays all three seats."""
    ann = person(folder, "Ann")
    opening = make_opening(ann.identity, "Ann", replace(wish(3), bots=2))
    state = genesis(opening)
    disk = WatchedDisk.create(ann.home, state.table, opening, playing=True)
    disk.done = []
    peer = Peer(
        engine=ENGINE,
        genesis=state,
        settings=PeerSettings(patience=120, turn_clock=0),
        operator=ann.identity,
        seats=seats_wanted(ann, disk, state.table, bots=2).seats,
        lobby=Lobby(state),
        records=disk.records(),
        notes=disk.notes(),
    )
    return disk, peer


async def test_what_leaves_the_machine_has_been_noted_and_kept_before(tmp_path: Path) -> None:
    disk, peer = practice(tmp_path)
    outside = Outside(disk)
    with trio.fail_after(PATIENT):
        async with trio.open_nursery() as nursery:
            await nursery.start(Driver(peer, disk, outside).run)
            await outside.over.wait()
            nursery.cancel_scope.cancel()
    disk.close()
    played = [(event, done) for event, done in outside.sent if event.kind not in (Kind.SIT, Kind.START, Kind.READY)]
    assert len(played) > 20
    for event, done in played:
        assert f"noted {event.digest.hex()}" in done
        assert f"kept {event.digest.hex()}" in done
    for event, done in played:
        if event.kind is Kind.ROUND_KEY:
            assert f"burned {event.head.hex()}" in done


async def test_a_full_disk_ends_the_driver_with_a_sentence_and_nothing_more_leaves(tmp_path: Path) -> None:
    disk, peer = practice(tmp_path)
    outside = Outside(disk)
    disk.full = True
    with pytest.raises(ExceptionGroup) as caught, trio.fail_after(PATIENT):
        await Driver(peer, disk, outside).run()
    assert caught.group_contains(StoreError, match="disk is full", depth=1)
    assert all(event.kind in (Kind.SIT, Kind.START, Kind.READY) for event, _done in outside.sent)
    disk.close()


async def test_records_that_are_none_are_blamed_on_the_neighbour_that_sent_them(tmp_path: Path) -> None:
    disk, peer = practice(tmp_path)
    outside = Outside(disk)
    neighbour = bytes(32)
    with trio.fail_after(PATIENT):
        async with trio.open_nursery() as nursery:
            driver = Driver(peer, disk, outside)
            await nursery.start(driver.run)
            await driver.receive([(1, b"nonsense"), (2, b"nonsense"), (1, bytes(4000))], neighbour)
            nursery.cancel_scope.cancel()
    assert [forged for _sentence, forged in outside.blamed] == [True, True, True]
    disk.close()
