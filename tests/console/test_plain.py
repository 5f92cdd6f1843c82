"""Plain lines: a whole game by typed answers, one sentence for each wrong one, and nothing drawn over."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest
import trio
import trio.testing

from scatnet.console.plain import run_plain
from scatnet.net.session import Said
from scatnet.rules.cards import NEW_DECK, card_name, parse_card
from scatnet.rules.ruleset import PRESETS, RuleSet
from scatnet.table.view import Phase
from tests.console.fake_session import FakeSession
from tests.console.local_game import LocalGame

NAMES = ("ann", "Bo", "Cy")


class Typist:
    """Answers lines by a function of what stands on the screen, whenever the game waits for something."""

    def __init__(
        self, rules: RuleSet, *, seed: int = 1, deck: tuple[int, ...] | None = None, dealer: int | None = None
    ) -> None:
        self.game = LocalGame(rules, NAMES, seed=seed, deck=deck, dealer=dealer)
        self.session = FakeSession(self.game, ticket="a-ticket")
        self.lines: list[str] = []
        self._send, self._receive = trio.open_memory_channel[str](0)

    async def type(self, *typed: str) -> None:
        for line in typed:
            await self._send.send(line)
            await trio.testing.wait_all_tasks_blocked()

    async def close(self) -> None:
        await self._send.aclose()

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> int:
        task_status.started()
        return await run_plain(self.session, lines=self._typed(), write=self.lines.append)

    async def _typed(self) -> AsyncIterator[str]:
        async for line in self._receive:
            yield line

    def since(self, mark: int) -> str:
        return "\n".join(self.lines[mark:])


async def started(typist: Typist, nursery: trio.Nursery) -> None:
    await nursery.start(typist.run)
    await trio.testing.wait_all_tasks_blocked()
    await typist.type("start")


def stacked(*names: str) -> tuple[int, ...]:
    """A deck with these cards on top."""
    top = tuple(parse_card(name) for name in names)
    return (*top, *(card for card in NEW_DECK if card not in top))


@pytest.mark.parametrize("preset", list(PRESETS))
async def test_a_whole_game_is_played_by_numbers(preset: str) -> None:
    typist = Typist(PRESETS[preset], seed=7)
    chance = Random(3)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        for _turn in range(2000):
            view = typist.session.view()
            if view.phase is Phase.OVER:
                break
            assert view.choices
            await typist.type(str(chance.randrange(len(view.choices)) + 1))
        assert any("win" in line for line in typist.lines[-5:])
        assert typist.lines[-1] == "Type rematch for another game, or leave."
        await typist.type("leave")
    assert typist.session.left


async def test_the_menu_comes_with_the_hand_the_pile_and_numbers() -> None:
    typist = Typist(PRESETS["classic"], seed=2)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        text = "\n".join(typist.lines)
        assert "Your turn." in text
        assert "Your hand: " in text
        assert "On the pile lies " in text
        assert "  1  " in text
        assert typist.lines[-1].startswith("Type a number from 1 to ")
        await typist.close()


async def test_a_wrong_answer_gets_one_sentence_saying_what_is_possible() -> None:
    typist = Typist(PRESETS["classic"], seed=2)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        for wrong in ("99", "0", "discard 2C", "fold", "éé"):
            mark = len(typist.lines)
            await typist.type(wrong)
            assert len(typist.lines) == mark + 1
        assert typist.lines[-1] == "“éé” is not known here. Type a number from 1 to 3, or ? for help."
        assert typist.lines[-3] == "Draw from the stock or take from the pile before discarding."
        await typist.close()


async def test_words_work_as_well_as_numbers() -> None:
    typist = Typist(PRESETS["classic"], seed=2)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        await typist.type("draw")
        assert "You draw from the stock." in typist.lines
        card = typist.session.view().choices[0].card
        assert card is not None
        mark = len(typist.lines)
        await typist.type("discard nothing")
        assert typist.lines[mark].startswith("You may discard ")
        await typist.type(f"discard {card_name(card).lower()}")
        assert any(line.startswith("You discard ") for line in typist.lines[mark:])
        await typist.close()


async def test_a_declared_31_cannot_be_missed() -> None:
    deck = stacked("2C", "3C", "AH", "4D", "5D", "KH", "7S", "9S", "QH")  # the third of each three is mine
    typist = Typist(PRESETS["classic"], deck=deck, dealer=0)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        assert "*** 31! 31! 31! ***" in typist.lines
        assert typist.lines[-3:-1] == ["  1  call 31", "  2  keep silent"]
        await typist.type("call")
        assert "*** 31! You were dealt A♥ K♥ Q♥. ***" in typist.lines
        await typist.close()


async def test_a_knock_is_offered_with_the_discard_where_the_rules_allow_it() -> None:
    deck = stacked("AH", "3C", "2C", "KH", "5D", "4D", "2S", "9S", "7S")
    typist = Typist(PRESETS["cadillac"], deck=deck, dealer=2)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        await typist.type("draw")
        assert any(line.endswith("  discard 2♠ and knock") for line in typist.lines)
        await typist.type("discard 2S knock")
        assert "*** You knock! Everybody else has one more turn. ***" in typist.lines
        await typist.close()


async def test_resigning_asks_first() -> None:
    typist = Typist(PRESETS["classic"], seed=2)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        await typist.type("resign")
        assert typist.lines[-1] == "Resign? You are out for good, and the others play on. Type yes or no."
        await typist.type("no")
        assert typist.lines[-1] == "You play on."
        await typist.type("yes")
        assert not typist.game.resigning
        await typist.type("resign", "yes")
        assert any("You resign and leave the game." in line for line in typist.lines)
        await typist.close()


async def test_chat_is_sent_and_shown() -> None:
    typist = Typist(PRESETS["classic"], seed=2)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        await typist.type("say good luck to all")
        assert typist.session.said == ["good luck to all"]
        assert typist.lines[-1] == "ann says: good luck to all"
        typist.session.push(Said(seat=1, name="Bo", text="thanks"))
        await trio.testing.wait_all_tasks_blocked()
        assert typist.lines[-1] == "Bo says: thanks"
        await typist.type("say")
        assert typist.lines[-1] == "Type say and then what you want to say."
        await typist.close()


async def test_help_has_this_table_s_rules_and_tips() -> None:
    typist = Typist(PRESETS["nordic"], seed=2)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        mark = len(typist.lines)
        await typist.type("?")
        text = typist.since(mark)
        assert "Everyone begins with 3 pennies." in text
        assert "Settle on one suit early." in text
        assert "say …" in text
        await typist.close()


async def test_the_state_of_the_table_is_told_on_an_empty_line() -> None:
    typist = Typist(PRESETS["classic"], seed=2)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        mark = len(typist.lines)
        await typist.type("")
        assert typist.lines[mark] == "you: 3 markers; Bo: 3 markers; Cy: 3 markers"
        await typist.close()


async def test_the_end_of_the_input_leaves_the_table() -> None:
    typist = Typist(PRESETS["classic"], seed=2)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        await typist.close()
    assert typist.session.left


async def test_a_rematch_begins_a_new_game() -> None:
    typist = Typist(PRESETS["kitchen"], seed=7)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        while typist.session.view().phase is not Phase.OVER:
            await typist.type("1")
        await typist.type("rematch")
        assert "A new game begins." in typist.lines
        await typist.type("leave")


async def test_only_the_host_can_start() -> None:
    typist = Typist(PRESETS["classic"], seed=2)
    typist.session = FakeSession(typist.game, host=False)
    async with trio.open_nursery() as nursery:
        await nursery.start(typist.run)
        await trio.testing.wait_all_tasks_blocked()
        await typist.type("start")
        assert typist.lines[-1] == "Only the host can begin the game."
        await typist.close()
