"""Plain lines: a whole game by typed answers, one sentence for each wrong one, and nothing drawn over."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random

import pytest
import trio
import trio.testing

from scatnet.console.commands import Command, command_of, read_line
from scatnet.console.lobby_commands import LobbyCommand, read_lobby_line
from scatnet.console.plain import run_plain
from scatnet.console.plain_table import Manner, PlainTable, manner_of
from scatnet.net.session import Said, ViewChanged
from scatnet.rules.cards import NEW_DECK, card_name, parse_card
from scatnet.rules.ruleset import KITCHEN, PRESETS, RuleSet
from scatnet.store.settings import Settings
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.view import Choice, Phase, TableView, Verb
from scatnet.words import _, languages, use_language
from tests.console.fake_session import FakeSession
from tests.console.local_game import LocalGame

PLAIN = Manner()
NAMES = ("ann", "Bo", "Cy")


class Listening(FakeSession):
    """A session that notes what was asked of it, and whose view a test can shift under the one who types."""

    def __init__(self, game: LocalGame) -> None:
        super().__init__(game)
        self.chosen: list[Choice] = []
        self.kicked: list[int] = []
        self.shifted: TableView | None = None
        self.remembered: tuple[Happening, ...] = ()

    def view(self) -> TableView:
        return self.shifted or super().view()

    def past(self) -> tuple[Happening, ...]:
        return self.remembered

    async def choose(self, choice: Choice) -> str | None:
        self.chosen.append(choice)
        return None

    async def kick(self, seat: int) -> str | None:
        self.kicked.append(seat)
        return None


class Typist:
    """Answers lines by a function of what stands on the screen, whenever the game waits for something."""

    def __init__(
        self,
        rules: RuleSet,
        *,
        seed: int = 1,
        deck: tuple[int, ...] | None = None,
        dealer: int | None = None,
        manner: Manner = PLAIN,
    ) -> None:
        self.game = LocalGame(rules, NAMES, seed=seed, deck=deck, dealer=dealer)
        self.session: FakeSession = FakeSession(self.game, ticket="a-ticket")
        self.manner = manner
        self.lines: list[str] = []
        self._send, self._receive = trio.open_memory_channel[str](0)

    def listen(self) -> Listening:
        """Put a session that listens in place of the usual one."""
        listening = Listening(self.game)
        self.session = listening
        return listening

    async def type(self, *typed: str) -> None:
        for line in typed:
            await self._send.send(line)
            await trio.testing.wait_all_tasks_blocked()

    async def close(self) -> None:
        await self._send.aclose()

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> int:
        task_status.started()
        return await run_plain(self.session, lines=self._typed(), write=self.lines.append, manner=self.manner)

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
        assert f"{typist.game.rounds} rounds were played." in typist.lines[-4:]
        assert any("; " in line and ": out" in line for line in typist.lines[-6:])
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


async def test_the_letters_of_the_full_screen_work_in_plain_lines_and_its_other_keys_are_not_named() -> None:
    typist = Typist(PRESETS["classic"], seed=2)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        await typist.type("?")
        assert "The keys that work stand in the last lines" not in "\n".join(typist.lines)
        await typist.type("d")
        assert "You draw from the stock." in typist.lines
        await typist.type("k")
        assert typist.lines[-1] == "You knock at the start of a turn, instead of drawing. Discard a card now."
        await typist.type("resign", "n")
        assert typist.lines[-1] == "You play on."
        view = replace(typist.session.view(), choices=(Choice(verb=Verb.CALL), Choice(verb=Verb.NO_CALL)))
        assert read_line("c", view).choice == Choice(verb=Verb.CALL)
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
        assert typist.since(mark).count("On the pile lies") == 1
        await typist.type("draw", "table")
        assert typist.lines[-1].startswith("Type a number from 1 to 4")
        assert "On the pile lies" in typist.since(len(typist.lines) - 10)
        await typist.close()


async def test_whoever_comes_to_a_game_that_goes_on_is_told_how_it_stands() -> None:
    typist = Typist(PRESETS["classic"], seed=2)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        await typist.close()
    view = typist.session.view()
    session = typist.listen()
    assert "you: 3 markers; Bo: 3 markers; Cy: 3 markers" in PlainTable(session, PLAIN).greeting()
    session.shifted = replace(view, acting=1, choices=())
    assert PlainTable(session, PLAIN).greeting()[-1] == "Bo's turn."


async def test_whoever_comes_to_a_game_that_goes_on_reads_what_has_happened_in_its_round() -> None:
    typist = Typist(PRESETS["classic"], seed=2)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        await typist.close()
    session = typist.listen()
    session.remembered = (
        Happening(kind=HappeningKind.ROUND, number=1, seat=1, seats=(0, 1, 2)),
        Happening(kind=HappeningKind.LOST, seat=1, number=1),
        Happening(kind=HappeningKind.ROUND, number=2, seat=2, seats=(0, 1, 2)),
        Happening(kind=HappeningKind.SHUFFLED, seat=2),
        Happening(kind=HappeningKind.DREW, seat=0),
    )
    told = PlainTable(session, PLAIN).greeting()
    first = told.index("What has happened in this round:")
    assert told[first + 1 : first + 4] == ["Round 2: Cy deals.", "You draw from the stock.", ""]


async def test_plain_lines_say_once_that_there_is_no_connection_to_whom_the_table_waits_for() -> None:
    typist = Typist(PRESETS["classic"], seed=2)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        await typist.close()
    session = typist.listen()
    view = typist.game.view()
    bo = replace(view.seats[1], reachable=False)
    gone = replace(view, acting=1, choices=(), waiting_for=(1,), seats=(view.seats[0], bo, view.seats[2]))
    session.shifted = gone
    table = PlainTable(session, PLAIN)
    assert table.greeting()[-1] == "No connection to Bo; the table waits until it is back."
    assert table.told([ViewChanged()]) == []
    session.shifted = view
    table.told([ViewChanged()])
    session.shifted = replace(gone, patience=50.0)
    assert table.told([ViewChanged()]) == ["No connection to Bo; the others may go on in 50 s."]


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


async def test_the_end_is_told_only_after_the_showdown() -> None:
    typist = Typist(PRESETS["kitchen"], seed=7)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        typist.game.phase = Phase.OVER  # as where the state runs ahead of what has been told
        typist.session.push(Said(seat=1, name="Bo", text="well played"))
        await trio.testing.wait_all_tasks_blocked()
        assert typist.lines[-1] == "Bo says: well played"
        typist.session.push(Happening(kind=HappeningKind.WON, seats=(1,), number=0))
        await trio.testing.wait_all_tasks_blocked()
        assert typist.lines[-1] == "Type rematch for another game, or leave."
        assert any("wins the game" in line for line in typist.lines[-6:-2])
        await typist.close()


async def test_whoever_is_not_to_move_is_told_whose_turn_it_is() -> None:
    typist = Typist(PRESETS["kitchen"], seed=2, dealer=0)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        view = replace(
            typist.session.view(), acting=1, choices=(), refusals={Verb.KNOCK: "It is another player's turn."}
        )
        assert read_line("knock", view).why_not == "It is Bo's turn."
        mine = replace(view, acting=0, refusals={Verb.KNOCK: "Your hand is below the minimum for a knock."})
        low = replace(mine, hand=tuple(map(parse_card, ("KH", "9H", "2C"))))
        assert read_line("knock", replace(low, rules=replace(KITCHEN, minimum_knock=42))).why_not == (
            "You hold 19 in hearts; you may knock from 21."
        )
        await typist.close()


async def test_a_discard_is_asked_about_where_the_settings_want_it() -> None:
    manner = manner_of(Settings(confirm_discard=True, letters=True), symbols=True, bell=True)
    typist = Typist(PRESETS["classic"], seed=2, manner=manner)
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        assert "\a" in typist.lines
        await typist.type("draw")
        card = typist.session.view().choices[0].card
        assert card is not None
        await typist.type(f"discard {card_name(card)}")
        assert typist.lines[-1] == f"You want to discard {card_name(card)}? Type yes or no."
        await typist.type("no", "yes")
        assert typist.session.view().choices
        mark = len(typist.lines)
        await typist.type(f"discard {card_name(card)}", "yes")
        assert any(line.startswith(f"You discard {card_name(card)}") for line in typist.lines[mark:])
        await typist.close()


async def test_a_number_typed_for_a_menu_that_has_changed_does_nothing() -> None:
    typist = Typist(PRESETS["classic"], seed=2)
    session = typist.listen()
    async with trio.open_nursery() as nursery:
        await started(typist, nursery)
        view = session.view()
        session.shifted = replace(view, choices=tuple(reversed(view.choices)))
        mark = len(typist.lines)
        await typist.type("1")
        assert not session.chosen
        assert "Your turn." in typist.lines[mark:]
        await typist.type("1")
        assert session.chosen == [view.choices[-1]]
        await typist.close()


async def test_the_host_can_leave_somebody_out() -> None:
    typist = Typist(PRESETS["classic"], seed=2)
    session = typist.listen()
    async with trio.open_nursery() as nursery:
        await nursery.start(typist.run)
        await trio.testing.wait_all_tasks_blocked()
        await typist.type("kick")
        assert typist.lines[-1] == "Type kick and one of these: 2 Bo, 3 Cy."
        await typist.type("kick bo")
        assert session.kicked == [1]
        await typist.type("kick 3")
        assert session.kicked == [1, 2]
        await typist.close()


@pytest.mark.parametrize("code", languages())
def test_every_word_means_one_thing_in_every_language(code: str) -> None:
    try:
        use_language(code)
        assert [command_of(_(command.value)) for command in Command] == list(Command)
        for verb in ("draw", "take", "knock", "declare", "call", "pass", "discard"):
            assert command_of(_(verb)) is None
        lobby = [read_lobby_line(_(command.value)).command for command in LobbyCommand]
        assert lobby == list(LobbyCommand)
    finally:
        use_language("en")
