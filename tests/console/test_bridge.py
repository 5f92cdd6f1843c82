"""The two loops side by side: values cross both ways, a busy engine never holds a key up, all ends in order."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest
import trio
from trio.testing import MockClock

from scatnet.console.bridge import Bridge
from scatnet.console.engine import run_engine
from scatnet.console.messages import (
    Ask,
    Audit,
    Audited,
    AuditTable,
    ChangeSettings,
    Entered,
    Host,
    Join,
    Left,
    Make,
    Message,
    Refused,
    Request,
    Say,
    SettingsKept,
    Updated,
)
from scatnet.net.tables import TableWish
from scatnet.rules.ruleset import KITCHEN
from scatnet.store.settings import Settings
from scatnet.table.view import Choice, Verb
from tests.console.fake_session import FakeBackend
from tests.console.helpers import on_stage

PRACTICE = TableWish(name="Practice", rules=KITCHEN, seats=3, practice=True)


class Console:
    """The engine on its own thread with a fake program behind it, and the messages that came."""

    def __init__(self, backend: FakeBackend) -> None:
        self.messages: list[Message] = []
        self._came = asyncio.Event()
        self.bridge: Bridge[Request, Message] = Bridge(
            lambda requests, publish: run_engine(backend, requests, publish), self._receive
        )

    def _receive(self, message: Message) -> None:
        self.messages.append(message)
        self._came.set()

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        """Wait for a message, those that came already among them."""
        seen = 0
        while True:
            for message in self.messages[seen:]:
                if wanted(message):
                    return message
            seen = len(self.messages)
            self._came.clear()
            await self._came.wait()


def test_a_table_is_opened_played_at_and_left() -> None:
    async def play() -> None:
        backend = FakeBackend(kept=Settings(nickname="ann"))
        console = Console(backend)
        console.bridge.start()
        console.bridge.post(Host(PRACTICE))
        await console.until(lambda message: isinstance(message, Entered))
        mine = await console.until(
            lambda message: isinstance(message, Updated) and Choice(verb=Verb.DRAW) in message.view.choices
        )
        assert isinstance(mine, Updated)
        console.bridge.post(Make(Choice(verb=Verb.PASS)))
        refused = await console.until(lambda message: isinstance(message, Refused))
        assert refused == Refused("You may pass only when the stock is empty and stays so.")
        console.bridge.post(Make(Choice(verb=Verb.DRAW)))
        await console.until(lambda message: isinstance(message, Updated) and message.view.extra is not None)
        console.bridge.post(Say("hello"))
        console.bridge.post(Ask("leave"))
        await console.until(lambda message: isinstance(message, Left))
        await console.bridge.stop(5)
        assert backend.sessions[0].left
        assert console.bridge.error is None

    asyncio.run(play())


def test_stopping_leaves_the_table_in_good_order() -> None:
    async def play() -> None:
        backend = FakeBackend(kept=Settings(nickname="ann"))
        console = Console(backend)
        console.bridge.start()
        console.bridge.post(Host(PRACTICE))
        await console.until(lambda message: isinstance(message, Updated) and bool(message.view.choices))
        await console.bridge.stop(5)
        assert backend.sessions[0].left

    asyncio.run(play())


def test_a_refused_way_to_a_table_is_told() -> None:
    async def play() -> None:
        console = Console(FakeBackend(refuse="Nobody answers there."))
        console.bridge.start()
        console.bridge.post(Join(target="host:1"))
        assert await console.until(lambda message: isinstance(message, Left)) == Left("Nobody answers there.")
        await console.bridge.stop(5)

    asyncio.run(play())


def test_settings_and_audits_come_back_as_messages() -> None:
    async def play() -> None:
        console = Console(FakeBackend())
        console.bridge.start()
        console.bridge.post(ChangeSettings(Settings(nickname="Bo")))
        kept = await console.until(lambda message: isinstance(message, SettingsKept))
        assert kept == SettingsKept(Settings(nickname="Bo"))
        console.bridge.post(Audit("p1"))
        await console.until(lambda message: isinstance(message, Audited) and message.text.startswith("Valid"))
        await console.bridge.stop(5)

    asyncio.run(play())


async def test_the_game_of_the_table_one_sits_at_is_checked_once_it_is_written(autojump_clock: MockClock) -> None:
    messages: list[Message] = []
    send, receive = trio.open_memory_channel[Request](1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run_engine, FakeBackend(), receive, messages.append)
        await send.send(AuditTable(bytes(32)))
        await trio.sleep(60)
        await send.aclose()
    verdicts = [message for message in messages if isinstance(message, Audited)]
    assert {verdict.key for verdict in verdicts} == {bytes(32).hex()}
    assert verdicts[0].text == "Checking every signature, proof and rule ..."
    assert verdicts[-1].text.startswith("Valid: every signature, proof and rule of the log of 0000 holds.")


def test_an_engine_that_fails_is_reported_and_ends() -> None:
    async def broken(requests: trio.MemoryReceiveChannel[str], publish: Callable[[str], None]) -> None:
        async for _request in requests:
            raise ValueError("a mistake")

    async def play() -> None:
        bridge: Bridge[str, str] = Bridge(broken, lambda message: None)
        bridge.start()
        bridge.post("go")
        await bridge.ended()
        assert isinstance(bridge.error, ValueError)
        bridge.post("nobody is there any more")
        await bridge.stop(5)

    asyncio.run(play())


def test_an_engine_that_will_not_end_is_cancelled() -> None:
    async def stubborn(requests: trio.MemoryReceiveChannel[str], publish: Callable[[str], None]) -> None:
        await trio.sleep_forever()

    async def play() -> None:
        bridge: Bridge[str, str] = Bridge(stubborn, lambda message: None)
        bridge.start()
        await bridge.stop(0.01)
        assert bridge.error is None

    asyncio.run(play())


def test_a_busy_engine_never_holds_a_key_up() -> None:
    """The engine works without a pause and without letting trio run; keys are handled all the same."""

    async def busy(requests: trio.MemoryReceiveChannel[str], publish: Callable[[str], None]) -> None:
        async for _request in requests:
            until = time.monotonic() + 0.6
            while time.monotonic() < until:
                sum(range(500))

    async def play() -> None:
        bridge: Bridge[str, str] = Bridge(busy, lambda message: None)
        async with on_stage() as stage:
            await stage.press("down")
            bridge.start()
            bridge.post("work")
            waits = []
            for _key in range(8):
                begun = time.perf_counter()
                await stage.press("down")
                waits.append(time.perf_counter() - begun)
            await bridge.stop(5)
        assert sorted(waits)[len(waits) // 2] < 0.05, waits

    asyncio.run(play())


@pytest.mark.parametrize("count", [1000])
def test_more_requests_than_anybody_makes_are_dropped_and_not_kept(count: int) -> None:
    async def slow(requests: trio.MemoryReceiveChannel[int], publish: Callable[[int], None]) -> None:
        await trio.sleep(0.05)
        async for request in requests:
            publish(request)

    async def play() -> None:
        served: list[int] = []
        bridge: Bridge[int, int] = Bridge(slow, served.append)
        bridge.start()
        for number in range(count):
            bridge.post(number)
        await bridge.stop(5)
        assert served == list(range(len(served)))
        assert len(served) < count

    asyncio.run(play())
