"""Many tables announced at once on loopback, and how they are seen: `python scripts/load_tables.py FIRST COUNT SEED`
announces some until it is asked to end."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from ipaddress import IPv4Address
from pathlib import Path
from typing import Final

import trio
from load_games import expect, process

from scatnet.log import Identity
from scatnet.net.addresses import Endpoint, Interface
from scatnet.net.announcement import Announcement, Stage
from scatnet.net.discovery import Appeared, News, Vanished, open_discovery

__all__ = ["tables"]

_TABLES: Final = 50
_TABLES_PER_PROCESS: Final = 10
_IDLE_SECONDS: Final = 20.0
_PATIENT: Final = 120.0
_MOST_SECONDS: Final = 30.0  # until all are seen, the start of their processes included; and until all are gone
_MOST_WORK: Final = 0.05  # of one core, for a browser that only looks on
_HERE: Final = [Interface("lo", IPv4Address("127.0.0.1"))]


async def tables(_folder: Path, seed: int) -> str:
    """Fifty tables announced at once: how long until all are seen, what an idle browser costs, until they are gone."""
    async with open_discovery(_HERE) as discovery, discovery.browse() as news, AsyncExitStack() as stack:
        began = time.monotonic()
        command = [sys.executable, __file__]
        processes = [
            await stack.enter_async_context(process([*command, str(first), str(_TABLES_PER_PROCESS), str(seed)]))
            for first in range(0, _TABLES, _TABLES_PER_PROCESS)
        ]
        seen = await _names(news, Appeared)
        all_seen = time.monotonic() - began
        worked = time.process_time()
        await trio.sleep(_IDLE_SECONDS)
        idle = (time.process_time() - worked) / _IDLE_SECONDS
        began = time.monotonic()
        for announcing in processes:
            announcing.terminate()
        gone = await _names(news, Vanished)
        all_gone = time.monotonic() - began
    expect(seen == gone, "other tables have vanished than appeared")
    figures = (
        f"{_TABLES} tables were seen {all_seen:.1f} s after their processes were started, and gone {all_gone:.1f} s "
        f"after they were closed; a browser with all of them listed takes {idle:.1%} of one core"
    )
    expect(max(all_seen, all_gone) < _MOST_SECONDS and idle < _MOST_WORK, figures)
    return figures


async def _names(news: AsyncIterator[News], kind: type[Appeared] | type[Vanished]) -> set[str]:
    """Wait for news of one kind of all tables; their names."""
    names: set[str] = set()
    with trio.fail_after(_PATIENT):
        async for item in news:
            if isinstance(item, kind):
                names.add(item.instance if isinstance(item, Vanished) else item.sighting.instance)
                if len(names) == _TABLES:
                    break
    return names


async def _announce(first: int, count: int, seed: int) -> None:
    """Announce these tables until asked to end, then withdraw them."""
    over = trio.Event()

    async def one(number: int) -> None:
        identity = Identity((seed * 1000 + number).to_bytes(32, "big"))
        announcement = Announcement(
            table=identity.public[:16],
            name=f"Table {number}",
            rules="classic",
            taken=1,
            seats=4,
            stage=Stage.LOBBY,
            fingerprint=identity.public.hex()[:24],
        )
        port = 20000 + number
        async with open_discovery(_HERE) as discovery:
            await discovery.announce(announcement, [Endpoint("127.0.0.1", port)], port)
            await over.wait()
            await discovery.withdraw()

    async with trio.open_nursery() as nursery:
        for number in range(first, first + count):
            nursery.start_soon(one, number)
        with trio.open_signal_receiver(signal.SIGTERM) as signals:
            async for _signal in signals:
                break
        over.set()


if __name__ == "__main__":
    trio.run(_announce, int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
