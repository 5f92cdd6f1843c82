"""The mesh: who is linked to whom, what happens to links that fail, and what peers that misbehave can do."""

from __future__ import annotations

import logging
from contextlib import suppress

import pytest
import trio
import trio.lowlevel
from trio.testing import MockClock

from scatnet.net.channel import Channel, ChannelError, Trouble
from scatnet.net.frames import Bye, Chat, Farewell, Hello, Ping, Records, encode
from scatnet.net.gossip import AddressBook
from scatnet.net.handshake import Wish, dial
from scatnet.net.limits import (
    FRAME_BURST,
    HALF_OPEN,
    HANDSHAKE_SECONDS,
    LINK_AGE_SECONDS,
    OUTBOX_BYTES,
    REDIAL_LAST_SECONDS,
    SEND_SECONDS,
    SENT_AWAY_VISITS,
    SILENCE_SECONDS,
    USELESS_BURST,
    VISIT_BURST,
    VISIT_RATE,
)
from scatnet.net.mesh import Left, Mesh, Received
from tests.net.helpers import ANN, BEN, CAT, TABLE, OpenDoor, at
from tests.net.meshes import HOSTS, party, settle


async def test_everyone_who_dials_everyone_is_linked_once_to_each(autojump_clock: MockClock) -> None:
    async with party() as them:
        for host in HOSTS:
            await them.add(host)
        them.everyone_wants_everyone()
        await settle(3 * LINK_AGE_SECONDS)
        for host in HOSTS:
            assert them.linked(host) == set(HOSTS) - {host}
        before = len(them.network.dialled)
        await settle(10 * REDIAL_LAST_SECONDS)
        assert len(them.network.dialled) == before


async def test_two_who_dial_at_the_same_moment_keep_the_same_connection(autojump_clock: MockClock) -> None:
    async with party() as them:
        ann, ben = await them.add("ann"), await them.add("ben")
        async with trio.open_nursery() as nursery:
            channels: dict[str, Channel] = {}

            async def connect(host: str, to: str) -> None:
                stream = them.listeners[to].connect()
                channels[host] = await dial(stream, HOSTS[host], Wish(key=HOSTS[to].public))

            nursery.start_soon(connect, "ann", "ben")
            nursery.start_soon(connect, "ben", "ann")
        ann.adopt(channels["ann"])
        ben.adopt(channels["ben"])
        await settle(1)
        assert them.linked("ann") == {"ben"}
        assert them.linked("ben") == {"ann"}
        ann.send(Chat(b"to ben"), BEN.public)
        ben.send(Chat(b"to ann"), ANN.public)
        await settle(1)
        assert them.frames("ann") == [Received(BEN.public, Chat(b"to ann"))]
        assert them.frames("ben") == [Received(ANN.public, Chat(b"to ben"))]


async def test_a_broadcast_reaches_every_neighbour_but_the_one_it_came_from(autojump_clock: MockClock) -> None:
    async with party() as them:
        for host in HOSTS:
            await them.add(host)
        them.everyone_wants_everyone()
        await settle(10)
        them.meshes["ann"].broadcast(Records(((1, b"event"),)), besides=BEN.public)
        await settle(1)
        assert them.frames("cat") == [Received(ANN.public, Records(((1, b"event"),)))]
        assert them.frames("ben") == []


async def test_a_lost_peer_is_redialled_ever_more_slowly_and_found_again(autojump_clock: MockClock) -> None:
    async with party() as them:
        ann = await them.add("ann")
        await them.add("ben", knows="ben")
        ann.want([BEN.public], None)
        await settle(1)
        assert them.linked("ann") == {"ben"}
        them.network.cut.add(frozenset({"ann", "ben"}))
        ann.cut(BEN.public, Trouble.BROKEN, "the cable is pulled", Farewell.LEAVING)
        await settle(0.1)
        assert them.linked("ann") == set()
        before = len(them.network.dialled)
        await settle(20 * REDIAL_LAST_SECONDS)
        assert 20 <= len(them.network.dialled) - before <= 40
        them.network.cut.clear()
        await settle(2 * REDIAL_LAST_SECONDS)
        assert them.linked("ann") == {"ben"}
        assert them.joins("ann") == 2


async def test_an_address_that_comes_later_is_dialled_at_once(autojump_clock: MockClock) -> None:
    async with party() as them:
        book = AddressBook()
        ann = Mesh(ANN, OpenDoor(), book, connect=them.network.connect_from("ann"))
        async with trio.open_nursery() as nursery:
            await nursery.start(ann.run, [])
            await them.add("ben", knows="ben")
            ann.want([BEN.public], None)
            await settle(100)
            assert ann.neighbours == frozenset()
            book.learn(BEN.public, [at("nowhere"), at("ben")])
            ann.addresses_changed()
            await settle(1)
            assert ann.neighbours == {BEN.public}
            nursery.cancel_scope.cancel()


async def test_a_mesh_that_shuts_down_delivers_first_and_says_goodbye(autojump_clock: MockClock) -> None:
    async with party() as them:
        ann = await them.add("ann")
        await them.add("ben", knows="ben")
        ann.want([BEN.public], None)
        await settle(1)
        for number in range(50):
            ann.send(Chat(b"%d" % number), BEN.public)
        await ann.shut_down()
        await settle(1)
        *_others, left = them.arrived["ben"]
        assert len(them.frames("ben")) == 50
        assert isinstance(left, Left)
        assert left.reason.trouble is Trouble.LEFT


async def test_a_new_connection_of_a_known_peer_takes_the_old_ones_place(autojump_clock: MockClock) -> None:
    async with party() as them:
        await them.add("ann")
        first = await them.stranger("ann")
        await settle(2 * LINK_AGE_SECONDS)
        second = await them.stranger("ann")
        await settle(1)
        assert them.joins("ann") == 2
        await second.send(Ping(1))
        await second.receive()
        assert await first.receive() == Bye(Farewell.DUPLICATE)


@pytest.mark.parametrize(
    ("nonsense", "trouble"),
    [
        (b"\xff\xff\xff\xff", Trouble.NONSENSE),
        (b"\0\0\0\x02\x91\x63", Trouble.NONSENSE),
        (encode(Hello(1, TABLE, bytes(32), False)), Trouble.NONSENSE),
        (b"\0\0\x10\0", Trouble.TOO_SLOW),
    ],
)
async def test_nonsense_ends_the_link_and_nothing_else(
    nonsense: bytes, trouble: Trouble, autojump_clock: MockClock
) -> None:
    async with party() as them:
        await them.add("ann")
        await them.add("ben")
        them.meshes["ben"].want([ANN.public], None)
        bad = await them.stranger("ann")
        await settle(1)
        await bad.send_encoded(nonsense)
        await settle(2 * SEND_SECONDS)
        assert them.linked("ann") == {"ben"}
        assert [inbound.reason.trouble for inbound in them.arrived["ann"] if isinstance(inbound, Left)] == [trouble]


async def test_a_peer_that_sends_a_byte_a_second_is_cut_off(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "scatnet.net")
    async with party() as them:
        await them.add("ann")
        bad = await them.stranger("ann")
        sent = 0
        with suppress(ChannelError):
            for byte in encode(Chat(bytes(500))):
                await bad.send_encoded(bytes([byte]))
                sent += 1
                await trio.sleep(1)
        await settle(1)
        assert sent <= SEND_SECONDS + 2
        assert them.linked("ann") == set()
    assert "begun and not finished in time" in caplog.text


async def test_a_peer_that_reads_nothing_is_cut_off_when_its_queue_is_full(autojump_clock: MockClock) -> None:
    async with party() as them:
        ann = await them.add("ann")
        await them.stranger("ann")
        await settle(1)
        frame = Records(((1, bytes(200_000)),))
        for _number in range(OUTBOX_BYTES // 200_000 + 2):
            ann.broadcast(frame)
        await settle(SEND_SECONDS)
        assert them.linked("ann") == set()


async def test_a_silent_peer_is_cut_off_and_a_quiet_one_that_answers_pings_is_not(
    autojump_clock: MockClock,
) -> None:
    async with party() as them:
        await them.add("ann")
        await them.add("ben")
        them.meshes["ben"].want([ANN.public], None)
        await them.stranger("ann")
        await settle(1)
        assert them.linked("ann") == {"ben", "cat"}
        await settle(3 * SILENCE_SECONDS)
        assert them.linked("ann") == {"ben"}
        assert them.joins("ann") == 2


async def test_a_flood_is_cut_off(autojump_clock: MockClock) -> None:
    async with party() as them:
        await them.add("ann")
        bad = await them.stranger("ann")
        flood = encode(Ping(1)) * 1000

        async def swallow() -> None:
            with suppress(ChannelError):
                while await bad.receive():
                    pass

        async with trio.open_nursery() as nursery:
            nursery.start_soon(swallow)
            with suppress(ChannelError):
                for _number in range(2 * int(FRAME_BURST) // 1000):
                    await bad.send_encoded(flood)
            await settle(1)
            nursery.cancel_scope.cancel()
        assert them.linked("ann") == set()


async def test_blame_adds_up_until_the_peer_is_cut_off(autojump_clock: MockClock) -> None:
    async with party() as them:
        ann = await them.add("ann")
        await them.stranger("ann")
        await settle(1)
        ann.blame(CAT.public, 150, "a forged record")
        assert them.linked("ann") == {"cat"}
        ann.blame(CAT.public, 150, "a forged record")
        await settle(1)
        assert them.linked("ann") == set()


async def test_five_hundred_connections_at_once_are_dropped_and_the_links_stay(
    autojump_clock: MockClock,
) -> None:
    async with party() as them:
        await them.add("ann")
        await them.add("ben")
        them.meshes["ben"].want([ANN.public], None)
        await settle(1)
        silent = [them.listeners["ann"].connect() for _number in range(500)]
        await settle(1)
        assert 0 < them.meshes["ann"].half_open <= HALF_OPEN
        assert them.linked("ann") == {"ben"}
        await settle(HANDSHAKE_SECONDS)
        assert them.meshes["ann"].half_open == 0
        for stream in silent:
            await stream.aclose()


async def test_a_peer_that_reconnects_in_a_loop_is_turned_away(autojump_clock: MockClock) -> None:
    async with party() as them:
        await them.add("ann")
        for _number in range(int(VISIT_BURST) + 10):
            try:
                channel = await them.stranger("ann")
            except ChannelError:
                break
            await channel.aclose()
        else:
            pytest.fail("nobody was turned away")
        await settle(1)
        assert them.joins("ann") <= VISIT_BURST


async def test_a_peer_that_is_cut_off_for_what_it_sends_may_not_come_back_as_often(autojump_clock: MockClock) -> None:
    async with party() as them:
        ann = await them.add("ann")
        for _number in range(int(VISIT_BURST // SENT_AWAY_VISITS) + 2):
            try:
                await them.stranger("ann")
            except ChannelError:
                break
            await settle(0.1)
            ann.blame(CAT.public, USELESS_BURST + 1, "a forged record")
            await settle(0.1)
        else:
            pytest.fail("it was never turned away")
        await settle(1)
        assert them.joins("ann") <= VISIT_BURST // SENT_AWAY_VISITS + 1
        await settle((SENT_AWAY_VISITS + VISIT_BURST) / VISIT_RATE)
        await them.stranger("ann")
