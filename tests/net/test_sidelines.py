"""The sidelines: what is said beside the log is passed on once, and nobody can make the others drown in it."""

from __future__ import annotations

import time
from pathlib import Path

import trio
from trio.testing import MockClock

from scatnet.log import Identity
from scatnet.net.addresses import Endpoint
from scatnet.net.frames import Addresses
from scatnet.net.gossip import AddressBook, make_record
from scatnet.net.limits import ADDRESSES_BURST, ADDRESSES_RATE, USELESS_BURST
from scatnet.net.mesh import Mesh
from scatnet.net.opening import make_opening
from scatnet.net.publisher import Publisher
from scatnet.net.sidelines import Sidelines
from scatnet.table.fold import genesis
from scatnet.table.state import TableState
from scatnet.table.view import TableView
from tests.net.helpers import ANN, BEN, CAT
from tests.net.meshes import Party, party, settle
from tests.net.people import person, wish

HERE = [Endpoint("192.168.1.7", 31031)]


class Around:
    """A table in the lobby at which Ann and Ben may speak."""

    def __init__(self, folder: Path) -> None:
        self.state: TableState = genesis(make_opening(person(folder, "Ann").identity, "Ann", wish(3)))
        self.heard = frozenset({ANN.public, BEN.public})

    def view(self) -> TableView:
        raise AssertionError("nobody looks")

    def name_of(self, operator: bytes) -> str:
        return operator.hex()


class Beside:
    """Ann's sidelines, with Ben and Cat linked to her."""

    def __init__(self, folder: Path, mesh: Mesh) -> None:
        self.around = Around(folder)
        self.book = AddressBook()
        self.sidelines = Sidelines(self.around, ANN.identity, "Ann", mesh, self.book, Publisher())

    def addresses(self, identity: Identity, serials: range) -> list[bytes]:
        return [make_record(identity, self.around.state.table, serial, HERE).raw for serial in serials]


async def three(them: Party) -> Mesh:
    for host in ("ann", "ben", "cat"):
        await them.add(host)
    them.everyone_wants_everyone()
    await settle(10)
    return them.meshes["ann"]


def heard_by(them: Party, host: str) -> int:
    return sum(len(received.frame.records) for received in them.frames(host) if isinstance(received.frame, Addresses))


async def test_an_address_is_passed_on_once(tmp_path: Path, autojump_clock: MockClock) -> None:
    async with party() as them:
        ann = Beside(tmp_path, await three(them))
        (record,) = ann.addresses(BEN.identity, range(1, 2))
        for _time in range(3):
            ann.sidelines.hear(BEN.public, Addresses((record, record)))
        await settle(0)
        assert (heard_by(them, "ben"), heard_by(them, "cat")) == (0, 1)
        assert ann.book.endpoints(BEN.public) == tuple(HERE)


async def test_one_who_says_without_end_where_they_are_is_passed_on_at_a_rate(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with party() as them:
        ann = Beside(tmp_path, await three(them))
        for record in ann.addresses(BEN.identity, range(1, 120)):
            ann.sidelines.hear(BEN.public, Addresses((record,)))
        await settle(0)
        assert heard_by(them, "cat") == ADDRESSES_BURST
        assert them.linked("ann") == {"ben", "cat"}
        await settle(1 / ADDRESSES_RATE)
        ann.sidelines.hear(BEN.public, Addresses(tuple(ann.addresses(BEN.identity, range(200, 201)))))
        await settle(0)
        assert heard_by(them, "cat") == ADDRESSES_BURST + 1


async def test_a_place_said_when_the_clock_was_ahead_does_not_outlive_the_clock(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    tomorrow = time.time_ns() // 1_000_000 + 86_400_000
    there = [Endpoint("192.168.1.7", 4711)]
    async with party() as them:
        ann = Beside(tmp_path, await three(them))
        kept = make_record(ANN.identity, ann.around.state.table, tomorrow, HERE)
        ann.book.add(kept)  # as it was kept beside the log
        ann.sidelines.listen_at(there)
        assert ann.book.endpoints(ANN.public) == tuple(there)
        (newer,) = ann.addresses(ANN.identity, range(tomorrow + 5, tomorrow + 6))
        ann.sidelines.hear(BEN.public, Addresses((newer,)))
        assert ann.book.endpoints(ANN.public) == tuple(there)
        assert ann.book.serial(ANN.public) > tomorrow + 5
        await settle(0)
        assert (heard_by(them, "ben"), heard_by(them, "cat")) == (1, 1)
        ann.sidelines.hear(BEN.public, Addresses((kept.raw,)))
        await settle(0)
        assert (heard_by(them, "ben"), heard_by(them, "cat")) == (1, 1)


async def test_one_who_names_strangers_without_end_is_cut_off(tmp_path: Path, autojump_clock: MockClock) -> None:
    async with party() as them:
        ann = Beside(tmp_path, await three(them))
        for number in range(1, int(ADDRESSES_BURST + USELESS_BURST)):
            (record,) = ann.addresses(Identity(number.to_bytes(32, "big")), range(1, 2))
            ann.sidelines.hear(CAT.public, Addresses((record,)))
        await settle(0)
        assert heard_by(them, "ben") <= ADDRESSES_BURST
        assert CAT.public not in them.meshes["ann"].neighbours or them.joins("ann") > 2
        (record,) = ann.addresses(BEN.identity, range(1, 2))
        ann.sidelines.hear(BEN.public, Addresses((record,)))
        assert ann.book.endpoints(BEN.public) == tuple(HERE)
        await trio.lowlevel.checkpoint()
