"""The courier: records reach everybody over real links, in time, also where a pair of machines is not linked."""

from __future__ import annotations

import trio
from trio.testing import MockClock

from scatnet.net.courier import Courier
from scatnet.net.frames import Have, Records, Want
from scatnet.net.limits import GRACE_SECONDS, TELL_SECONDS, USELESS_BURST
from scatnet.net.mesh import Joined, Left, Received
from scatnet.net.spreading import record_name
from tests.net.helpers import CAT
from tests.net.meshes import Party, settle


class Couriers(Party):
    """Machines that spread what is new to them; `has` are the records of each."""

    def __init__(self, nursery: trio.Nursery) -> None:
        super().__init__(nursery)
        self.couriers: dict[str, Courier] = {}
        self.has: dict[str, list[bytes]] = {}

    async def add_all(self, hosts: str) -> None:
        for host in hosts.split():
            self.has[host] = []
            self.couriers[host] = Courier(await self.add(host))
            self._nursery.start_soon(self.couriers[host].run)
        self.everyone_wants_everyone()
        await settle(10)

    async def _record(self, host: str) -> None:
        async for inbound in self.meshes[host].inbox:
            self.arrived[host].append(inbound)
            match inbound:
                case Joined(peer, _watcher):
                    self.couriers[host].joined(peer)
                case Left(peer, _reason):
                    self.couriers[host].left(peer)
                case Received(peer, Records(records)):
                    self.couriers[host].received(peer, records)
                    self.take(host, *(record for _kind, record in records))
                case Received(peer, Have() | Want() as frame):
                    self.couriers[host].hear(peer, frame)

    def take(self, host: str, *records: bytes) -> None:
        new = [record for record in records if record not in self.has[host]]
        self.has[host] += new
        if new:
            self.couriers[host].spread([(1, record) for record in new])


async def test_a_record_reaches_who_is_not_linked_to_its_author_and_the_next_one_at_once(
    autojump_clock: MockClock,
) -> None:
    async with trio.open_nursery() as nursery:
        them = Couriers(nursery)
        them.network.cut.add(frozenset({"ben", "cat"}))
        await them.add_all("ann ben cat")
        them.take("ben", b"first")
        await settle(0)
        assert them.has == {"ann": [b"first"], "ben": [b"first"], "cat": []}
        await settle(TELL_SECONDS + GRACE_SECONDS)
        assert them.has["cat"] == [b"first"]
        began = trio.current_time()
        them.take("ben", b"second")
        await settle(0)
        assert them.has["cat"] == [b"first", b"second"]
        assert trio.current_time() == began
        nursery.cancel_scope.cancel()


async def test_who_leaves_first_gives_away_what_nobody_else_can_give(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        them = Couriers(nursery)
        them.network.cut.add(frozenset({"ben", "cat"}))
        await them.add_all("ann ben cat")
        them.take("ben", b"the last one")
        await settle(0)
        them.couriers["ann"].finish()
        await them.meshes["ann"].shut_down()
        await settle(0)
        assert them.has["cat"] == [b"the last one"]
        nursery.cancel_scope.cancel()


async def test_a_peer_that_asks_for_what_was_not_named_to_it_is_cut_off(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        them = Couriers(nursery)
        await them.add_all("ann ben")
        stranger = await them.stranger("ann", CAT)
        await settle(0)
        assert them.linked("ann") == {"ben", "cat"}
        names = tuple(record_name(1, b"%d" % number) for number in range(256))
        assert len(names) > USELESS_BURST
        await stranger.send(Want(names))
        await settle(0)
        assert them.linked("ann") == {"ben"}
        assert [inbound.reason.detail for inbound in them.arrived["ann"] if isinstance(inbound, Left)] == [
            "it asks for records that were not named to it"
        ]
        nursery.cancel_scope.cancel()
