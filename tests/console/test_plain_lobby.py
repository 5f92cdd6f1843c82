"""The lobby in plain lines: tables that come and go, every command, and the way to a table and back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
import trio
import trio.testing

from scatnet.console.closing import closing
from scatnet.console.plain_lobby import PlainLobby
from scatnet.console.plain_table import Manner
from scatnet.console.ports import FoundTable, PastGame, UnfinishedTable
from scatnet.net.session import RefusalError
from scatnet.net.tables import TableWish
from scatnet.rules.ruleset import PRESETS
from scatnet.store.settings import Settings
from tests.console.fake_session import FakeBackend, FakeSession

ANN = FoundTable(key="aa11", name="Ann's table", rules="kitchen", taken=1, seats=4, locked=False, playing=False)
BO = FoundTable(key="bb22", name="Bo's table", rules="nordic+", taken=2, seats=3, locked=True, playing=False)
UNFINISHED = UnfinishedTable(
    key="u1", name="Attic", rules="kitchen", players=("Ann", "Bo"), round=3, played="2026-11-29 20:15"
)
PAST = PastGame(
    key="p1",
    path=Path("p1.scat"),
    name="Cellar",
    rules="classic",
    players=("Ann", "Bo"),
    winners=("Bo",),
    rounds=7,
    played="2026-11-28 21:00",
)


@dataclass
class Network(FakeBackend):
    """A backend whose tables change while one looks, and whose ways can be long; it notes which way was taken."""

    gone_to: list[tuple[str, str, str]] = field(default_factory=list)
    wishes: list[TableWish] = field(default_factory=list)
    broken: str = ""
    far: bool = False

    def __post_init__(self) -> None:
        self._send, self._receive = trio.open_memory_channel[tuple[FoundTable, ...]](10)

    def show(self, *tables: FoundTable) -> None:
        self._send.send_nowait(tables)

    @asynccontextmanager
    async def found(self) -> AsyncIterator[AsyncIterator[tuple[FoundTable, ...]]]:
        if self.broken:
            raise RefusalError(self.broken)

        async def changing() -> AsyncIterator[tuple[FoundTable, ...]]:
            async for tables in self._receive:
                yield tables

        async with closing(changing()) as found:
            yield found

    @asynccontextmanager
    async def join(self, target: str, passcode: str = "") -> AsyncIterator[FakeSession]:
        self.gone_to.append(("join", target, passcode))
        if self.far:
            await trio.sleep_forever()
        async with super().join(target, passcode) as session:
            yield session

    @asynccontextmanager
    async def watch(self, target: str, passcode: str = "") -> AsyncIterator[FakeSession]:
        self.gone_to.append(("watch", target, passcode))
        async with super().watch(target, passcode) as session:
            yield session

    @asynccontextmanager
    async def resume(self, key: str) -> AsyncIterator[FakeSession]:
        self.gone_to.append(("resume", key, ""))
        async with super().resume(key) as session:
            yield session

    @asynccontextmanager
    async def host(self, wish: TableWish) -> AsyncIterator[FakeSession]:
        self.wishes.append(wish)
        async with super().host(wish) as session:
            yield session


class Lobby:
    """A person who types in a lobby, and the lines they have been shown."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.lines: list[str] = []
        self.ended = False
        self._send, self._receive = trio.open_memory_channel[str](0)
        self.lobby = PlainLobby(
            network, lines=self._typed(), write=self.lines.append, manner=lambda settings: Manner(bell=settings.bell)
        )

    async def _typed(self) -> AsyncIterator[str]:
        async for line in self._receive:
            yield line

    async def run(self) -> None:
        await self.lobby.run()
        self.ended = True

    async def type(self, *typed: str) -> list[str]:
        """Type lines; what has been written since."""
        mark = len(self.lines)
        for line in typed:
            await self._send.send(line)
            await trio.testing.wait_all_tasks_blocked()
        return self.lines[mark:]

    async def show(self, *tables: FoundTable) -> list[str]:
        """Let the network have these tables; what has been written since."""
        mark = len(self.lines)
        self.network.show(*tables)
        await trio.testing.wait_all_tasks_blocked()
        return self.lines[mark:]

    async def close(self) -> None:
        await self._send.aclose()
        await trio.testing.wait_all_tasks_blocked()


@asynccontextmanager
async def in_lobby(network: Network | None = None) -> AsyncIterator[Lobby]:
    """Somebody called Ann in a lobby; they leave it at the end."""
    person = Lobby(network or Network(kept=Settings(nickname="Ann", bell=False)))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(person.run)
        await trio.testing.wait_all_tasks_blocked()
        yield person
        await person.close()
    assert person.ended


async def test_a_newcomer_is_offered_a_name_and_told_what_there_is() -> None:
    async with in_lobby(Network()) as person:
        assert person.lines == [
            "scatnet: welcome, ann",
            "Others see you by this name. To change it, type settings nickname and a name.",
            "No table on this network yet; one that opens appears here by itself.",
            "Type ? for help at any time.",
        ]


async def test_tables_appear_change_and_vanish_as_lines_and_keep_their_numbers() -> None:
    async with in_lobby() as person:
        assert await person.show(ANN) == ["Table 1: Ann's table: Kitchen, 1/4, open"]
        assert await person.show(ANN, BO) == ["Table 2: Bo's table: Nordic, changed, 2/3, open, passcode"]
        assert await person.show(replace(ANN, taken=4, playing=True), BO) == [
            "Table 1: Ann's table: Kitchen, 4/4, playing"
        ]
        assert await person.show(BO) == ["Table 1, “Ann's table”, is gone."]
        assert await person.type("list") == ["Table 2: Bo's table: Nordic, changed, 2/3, open, passcode"]
        assert await person.show(BO, ANN) == ["Table 1: Ann's table: Kitchen, 1/4, open"]


async def test_a_network_that_cannot_be_watched_is_one_sentence_and_the_rest_works() -> None:
    network = Network(kept=Settings(nickname="Ann"), broken="Tables cannot be looked for here.")
    async with in_lobby(network) as person:
        assert person.lines[-1] == "Tables cannot be looked for here."
        assert (await person.type("games"))[-1] == "No game is finished yet."


@pytest.mark.parametrize(
    ("typed", "gone_to"),
    [
        ("join 1", ("join", "aa11", "")),
        ("join ann's table", ("join", "aa11", "")),
        ("watch 1", ("watch", "aa11", "")),
        ("join 2 blue moon", ("join", "bb22", "blue moon")),
        ("watch 2 blue", ("watch", "bb22", "blue")),
        ("join 3", ("watch", "cc33", "")),
        ("join 192.168.1.20:5431", ("join", "192.168.1.20:5431", "")),
        ("join 192.168.1.20:5431 blue", ("join", "192.168.1.20:5431", "blue")),
        ("join scat1-7hq2-m3k9", ("join", "scat1-7hq2-m3k9", "")),
        ("resume 1", ("resume", "u1", "")),
    ],
)
async def test_a_line_leads_to_a_table_and_leave_back_to_the_lobby(typed: str, gone_to: tuple[str, str, str]) -> None:
    network = Network(kept=Settings(nickname="Ann"), resumable=(UNFINISHED,))
    async with in_lobby(network) as person:
        await person.show(ANN, BO, replace(ANN, key="cc33", name="Cy's table", playing=True))
        lines = await person.type(typed)
        assert lines[0].startswith("Going ")
        assert any(line.startswith("Table “") for line in lines)
        assert network.gone_to == [gone_to]
        await person.type("leave")
        assert network.sessions[0].left
        assert (await person.type("resume"))[0].startswith("  1  Attic: round 3, 2026-11-29 20:15. Players: Ann, Bo.")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("join", "Say which table: its number on the list, an address, or a ticket."),
        ("join 7", "There is no table 7 on the list."),
        ("join 2", "“Bo's table” has a passcode: type join 2 and behind it the passcode."),
        ("join 3", "“Old” is played by another version of this program; use the same one."),
        ("resume 1", "There is nothing on that list."),
        ("resume", "No table is unfinished."),
        ("games", "No game is finished yet."),
        ("audit 1", "There is nothing on that list."),
        ("host nosuch", "There are no rules called nosuch; the presets are kitchen, classic, kitty, nordic, cadillac."),
        ("host kitchen lives=x", "lives takes a whole number from 1 to 9."),
        ("host seats=many", "seats takes a whole number."),
        ("host watch=perhaps", "watch takes yes or no."),
        ("host kitchen 4", "“4” sets nothing: write name=value, such as seats=3."),
        ("practise passcode=x", "Nobody else comes to a practice table: it takes rules, seats and clock."),
        ("settings pace fast", "pace takes a number of seconds from 0 to 10."),
        ("settings nickname " + "x" * 30, None),
        (
            "rules nosuch",
            "There are no rules called nosuch; the presets are kitchen, classic, kitty, nordic, cadillac.",
        ),
        ("draw", "“draw” is not known here; type ? for help."),
    ],
)
async def test_what_cannot_be_is_one_sentence(typed: str, said: str | None) -> None:
    async with in_lobby() as person:
        await person.show(ANN, BO, replace(ANN, key="cc33", name="Old", fits=False))
        lines = await person.type(typed)
        assert len(lines) == 1
        assert said is None or lines == [said]
        assert not person.network.sessions


async def test_a_refused_way_is_its_sentence_and_the_lobby_goes_on() -> None:
    network = Network(kept=Settings(nickname="Ann"), refuse="All seats are taken.")
    async with in_lobby(network) as person:
        await person.show(ANN)
        assert (await person.type("join 1"))[1] == "All seats are taken."
        assert (await person.type("games"))[-1] == "No game is finished yet."


async def test_leave_on_the_way_gives_the_way_up_and_keeps_what_was_typed_before() -> None:
    network = Network(kept=Settings(nickname="Ann"), far=True)
    async with in_lobby(network) as person:
        await person.show(ANN)
        await person.type("join 1", "games")
        lines = await person.type("leave")
        assert "No game is finished yet." in lines
        assert not network.sessions


async def test_a_table_is_opened_as_its_words_say() -> None:
    async with in_lobby() as person:
        await person.type(
            "host Nordic lives=4 seats=3 bots=1 passcode=blue patience=60 clock=30 watch=no name=Ann and Bo"
        )
        wish = person.network.wishes[0]
        assert wish.rules == replace(PRESETS["nordic"], lives=4)
        assert (wish.name, wish.seats, wish.bots, wish.passcode) == ("Ann and Bo", 3, 1, "blue")
        assert (wish.patience, wish.turn_clock, wish.spectators, wish.practice) == (60, 30, False, False)
        await person.type("leave", "practise cadillac bots=2")
        wish = person.network.wishes[1]
        assert (wish.practice, wish.seats, wish.bots, wish.start_when) == (True, 3, 2, 3)
        assert person.lines[-1].startswith("Type a number from 1 to ")


async def test_tables_that_come_while_one_plays_are_told_afterwards() -> None:
    async with in_lobby() as person:
        await person.type("host")
        assert await person.show(ANN) == []
        assert "Table 1: Ann's table: Kitchen, 1/4, open" in await person.type("leave")


async def test_settings_are_shown_and_changed() -> None:
    async with in_lobby() as person:
        lines = await person.type("settings")
        assert lines[0].startswith("nickname             Ann")
        assert lines[-1] == "Your key: b5d2 81fe 90aa 3c17"
        await person.type("settings nickname Ann Marie", "settings letters=yes")
        assert person.network.kept.nickname == "Ann Marie"
        assert person.network.kept.letters
        assert (await person.type("settings pace"))[0].startswith("pace                 1.2")


async def test_past_games_are_listed_and_checked() -> None:
    async with in_lobby(Network(kept=Settings(nickname="Ann"), finished=(PAST,))) as person:
        assert await person.type("games") == ["  1  Cellar: Bo won, 2026-11-28 21:00. Classic, 7 rounds, Ann, Bo."]
        lines = await person.type("audit 1")
        assert lines[:2] == [
            "Checking every signature, proof and rule ...",
            "Valid: every signature, proof and rule of p1 holds.",
        ]
        assert await person.type("audit 2") == ["Type a number from 1 to 1."]


async def test_help_rules_and_fields_are_told() -> None:
    async with in_lobby() as person:
        assert (await person.type("?"))[0] == "What you can type here:"
        assert "Tips:" in await person.type("rules")
        assert "  no knock below 21: minimum_knock=21" in await person.type("rules nordic")
        lines = await person.type("fields nordic")
        assert "  lives=3  How many lives everybody begins with. (a whole number from 1 to 9)" in lines


async def test_quit_ends_the_lobby() -> None:
    async with in_lobby() as person:
        await person.type("quit")
        assert person.ended


async def test_the_end_of_the_input_leaves_the_table_and_ends_the_lobby() -> None:
    async with in_lobby() as person:
        await person.type("host")
        await person.close()
        assert person.network.sessions[0].left
        assert person.ended
