"""The work that a peer may make for others: beyond it the peer is read more slowly, and nobody else is."""

from __future__ import annotations

from contextlib import suppress

import pytest
import trio
from trio.testing import MockClock

from scatnet.net.channel import Channel, ChannelError
from scatnet.net.frames import Addresses, Again, Chat, Frame, Records, Role, Sync, encode
from scatnet.net.limits import (
    RECORD_COST,
    SEALED_COST,
    SYNC_COST,
    WATCHER_SHARE,
    WORK_BURST,
    WORK_RATE,
)
from tests.net.helpers import ANN
from tests.net.meshes import Party, party, settle

COSTS = [
    (Sync(b"what I have"), SYNC_COST),
    (Records(((1, b"a record"),) * 256), 256 * RECORD_COST),
    (Chat(b"a line"), SEALED_COST),
    (Again(b"an offer"), SEALED_COST),
    (Addresses((b"here",) * 32), 32 * SEALED_COST),
]


async def flood(channel: Channel, frame: Frame, times: int) -> None:
    with suppress(ChannelError):
        await channel.send_encoded(encode(frame) * times)


def taken(them: Party, host: str) -> int:
    return len(them.frames(host))


@pytest.mark.parametrize(("frame", "cost"), COSTS, ids=[type(frame).__name__ for frame, _cost in COSTS])
@pytest.mark.parametrize("role", Role)
async def test_who_makes_more_work_than_anybody_needs_is_read_more_slowly(
    frame: Frame, cost: float, role: Role, autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    share = WATCHER_SHARE if role is Role.WATCHER else 1.0
    at_once = WORK_BURST / share / (cost + len(encode(frame)))
    async with party() as them:
        await them.add("ann")
        bad = await them.stranger("ann", role=role)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(flood, bad, frame, int(2 * at_once) + 4)
            await settle(0)
            first = taken(them, "ann")
            assert 0.5 * at_once < first <= at_once + 1
            await settle(WORK_BURST / WORK_RATE / 2)
            assert first < taken(them, "ann") <= 1.5 * at_once + 2
            assert them.linked("ann") == {"cat"}
            nursery.cancel_scope.cancel()
    assert caplog.text.count("is read more slowly") == 1


async def test_a_peer_beside_it_is_heard_at_once(autojump_clock: MockClock) -> None:
    async with party() as them:
        await them.add("ann")
        await them.add("ben")
        them.meshes["ben"].want([ANN.public], None)
        bad = await them.stranger("ann")
        await settle(1)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(flood, bad, Sync(b"all of it"), 500)
            await settle(0)
            before = taken(them, "ann")
            them.meshes["ben"].send(Chat(b"hello"), ANN.public)
            await settle(0)
            assert [received.frame for received in them.frames("ann")[before:]] == [Chat(b"hello")]
            nursery.cancel_scope.cancel()
