"""How a person plays at a console: what they choose of what the screen offers, and how they notice that they are stuck.

The choices come from the person's own chance, so that a game is not played the same way twice: cards that count are
mostly kept, a knock is sometimes made as soon as it is offered, and a 31 is called.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import trio
from consoles_person import Person, StuckError
from consoles_screen import Screen

__all__ = ["Interruption", "Play", "is_over"]

Interruption: TypeAlias = Callable[[Person], Awaitable[None]]
"""Something that ends a person's program before they want it."""

_ASIDES: Final = frozenset({"s", "h", "?", "Esc"})
_WON: Final = re.compile(r"\*\*\* \w[^*]*[!.] \*\*\*")
"""The sentence on who has won as it is framed in every language."""

_SIZES: Final = ((60, 20), (80, 24), (140, 45))
_NOTHING_SECONDS: Final = 240.0
"""So long a person sees nothing change at all before they think that the table is dead."""

_ANSWER_SECONDS: Final = 30.0

_MOVES_BEFORE: Final = 3
"""So many moves somebody makes before they are interrupted."""

_DOT: Final = r" [·-] "
"""What stands between the parts of a table's title."""


def is_over(screen: Screen) -> bool:
    """Whether the winner is shown."""
    return _WON.search(screen.text) is not None


@dataclass(slots=True)
class Play:
    """One person's game. A restless one resizes the terminal, reads help, chats and presses wrong keys, too."""

    person: Person
    restless: bool = False
    interruption: Interruption | None = None  # once, in the middle of a turn
    answers: list[float] = field(default_factory=list)  # seconds from a key to another screen
    moves: int = 0
    _discarding: bool = False  # what is asked now is about a card that goes away

    async def to_the_end(self) -> None:
        """Play until the winner is shown. Raises StuckError."""
        while not is_over(await self.one_move()):
            pass

    async def one_move(self) -> Screen:
        """Wait until the screen offers something, or shows the winner, and do one such thing; the screen before it."""
        person = self.person
        screen = await person.until(
            lambda screen: is_over(screen) or self.offered(screen), "something to do", _NOTHING_SECONDS
        )
        if is_over(screen):
            return screen
        if self.interruption is not None and self.moves >= _MOVES_BEFORE and len(screen.hand) == 4:
            await self._be_interrupted(screen, self.interruption)
            return screen
        if self.restless and person.chance.random() < 0.05:
            await self._fidget(screen)
            return screen
        await self._do(screen)
        self.moves += 1
        return screen

    async def _be_interrupted(self, screen: Screen, interruption: Interruption) -> None:
        """Lose the program in the middle of a turn, start it again, go on, and hold the same cards."""
        self.interruption = None
        person = self.person
        await interruption(person)
        await person.start()
        table = re.split(_DOT, screen.rows[0])[0].strip()
        await person.until(lambda now: now.row_of(table), f"the unfinished table {table}")
        await person.choose(table)
        again = await person.until(lambda now: now.hand or is_over(now), "my cards again")
        if again.hand != screen.hand:
            person.notes.append(f"{person.name} held {screen.hand}, and is back with {again.hand}")
        print(f"{person.name} was interrupted in the middle of a turn, and is back with the same cards", flush=True)

    def offered(self, screen: Screen) -> list[str]:
        """The keys of the game that are shown; none once it is over, when only another one or its audit is offered."""
        keys = [shown.key for shown in screen.keys if shown.key not in _ASIDES]
        if [shown.key for shown in screen.keys] == ["Esc"]:  # a page that a click opened when the keys had moved
            return ["Esc"]
        return [] if "v" in keys else keys

    async def _do(self, screen: Screen) -> None:
        key = self._choice(screen)
        begun = trio.current_time()
        self._discarding = key in "1234"
        if self._discarding:
            await self._discard(screen, int(key))
        else:
            await self.person.do_if_shown(key)
        try:
            await self.person.until(
                lambda now: now.text != screen.text,
                f"an answer to {key}", _ANSWER_SECONDS,
            )  # fmt: skip
        except StuckError as stuck:
            self.person.notes.append(str(stuck))
        self.answers.append(trio.current_time() - begun)

    def _choice(self, screen: Screen) -> str:
        """One of the keys shown; a number where a card is to be discarded."""
        keys, chance = self.offered(screen), self.person.chance
        if "c" in keys:
            return "c"
        if keys == ["Enter"]:  # a line to write in, opened by a click that came when the keys had moved
            self.person.notes.append(f"{self.person.name} came into the line of chat by mistake.")
            return "Esc"
        if "k" in keys and chance.random() < 0.5:
            return "k"
        if any(key.startswith("1-") for key in keys):
            return str(self._card(screen))
        if "y" in keys:  # after a click that came when the keys had moved, it may be whether to leave
            return "y" if self._discarding else "n" if "n" in keys else "Esc"
        usual = [key for key in keys if key not in ("k", "x")] or keys
        return "t" if "t" in usual and chance.random() < 0.3 else usual[0]

    def _card(self, screen: Screen) -> int:
        hand, counting, chance = screen.hand, screen.counting, self.person.chance
        if not hand:
            raise StuckError(f"{self.person.name} is to discard and sees no number on a card:\n{screen.text}")
        useless = [place for place, card in hand.items() if card not in counting]
        return chance.choice(useless if useless and chance.random() < 0.9 else list(hand))

    async def _discard(self, screen: Screen, place: int) -> None:
        cell = screen.number_of(place)
        if self.person.mouse and cell is not None:
            up = self.person.chance.randrange(4)  # on the number, or on the card above it
            await self.person.click(cell.column, cell.row - up)
        else:
            await self.person.key(str(place))

    async def _fidget(self, screen: Screen) -> None:
        person = self.person
        match person.chance.choice(("size", "help", "log", "chat", "wrong")):
            case "size":
                await person.terminal.resize(*person.chance.choice(_SIZES))
            case "help" | "log" as what:
                await person.do("?" if what == "help" else "h")
                await person.until(lambda now: now.key("Esc") and not now.key("s"), f"the {what}")
                await person.do("Esc")
                await person.until(lambda now: now.key("s") or is_over(now), "the table again")
            case "chat":
                await person.do("s")
                await person.until(lambda now: not now.key("s"), "a line to write in")
                await person.terminal.type("your turn soon?")
                await person.key("Enter")
                await person.until(lambda now: now.key("s") or is_over(now), "the keys again")
            case _:
                await person.key(person.chance.choice(("z", "5", "F5", "Left", "Right", "9")))
