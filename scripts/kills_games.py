"""What is done to one player of a real table in the course of a game, each way a function that plays it to its end.

Every game must end at one head for all, and the audit of all logs must find nothing out of the ordinary; `Table` sees
to that, and raises NotShownError where it is not so.
"""

from __future__ import annotations

import random
import signal
import subprocess
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Final, TypeAlias

import trio
from kills_calls import CALLS, dying_at
from kills_table import NAMES, OwnAnswers, Table, until_fresh

__all__ = ["Figures", "Game", "at_calls", "at_events", "at_odd_times"]

_KEPT: Final = (0.0, 0.2, 0.5, 0.8, 0.95)  # parts of its log that an older copy of it may hold
_CLOCKS: Final = ("-30y", "+400d", "-1d", "+0", "+10y", "-90s")
_PAUSE_SECONDS: Final = 60.0


@dataclass(slots=True)
class Figures:
    """What a game, or many, have come to: `after` counts the kinds of answer, or the calls, that a kill came at."""

    kills: int = 0
    restarts: int = 0
    rounds: int = 0
    after: Counter[str] = field(default_factory=Counter)

    def add(self, other: Figures) -> None:
        """Add those of another game."""
        self.kills += other.kills
        self.restarts += other.restarts
        self.rounds += other.rounds
        self.after.update(other.after)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game to be played: its name, who is killed in it, and how."""

    name: str
    victim: str
    play: Play


Play: TypeAlias = Callable[[Table], Awaitable[Figures]]


def at_events(seed: int) -> Iterator[Game]:
    """Games without end in which a player is killed after its answers, the first six of them after each in turn."""
    for number in range(10**6):
        chance = random.Random(f"{seed} {number}")
        victim = NAMES[number // 2 % len(NAMES)]
        older = number % 2 == 1
        log = "an older copy of the log put back" if older else "the log as it was"
        if number < 2 * len(NAMES):
            play = partial(_after_each, chance=chance, older=older)
            yield Game(name=f"after each answer, {log}", victim=victim, play=play)
        else:
            place = chance.randrange(14)
            yield Game(
                name=f"after answer {place}, {log}",
                victim=victim,
                play=partial(_after_one, chance=chance, number=place, older=older),
            )


def at_calls(seed: int) -> Iterator[Game]:
    """Games without end, the calls in turn, each at a number drawn from the seed; low ones are the more likely."""
    for number in range(10**6):
        chance = random.Random(f"{seed} {number}")
        call = CALLS[number % len(CALLS)]
        place = int(2 ** chance.uniform(0, 6.5 if call in ("write", "fsync") else 2.5))
        yield Game(
            name=f"on entering {call} number {place}",
            victim=NAMES[-1],
            play=partial(_at_call, call=call, number=place),
        )


def at_odd_times(seed: int) -> Iterator[Game]:
    """Games without end: a player's clock jumps from run to run, or its machine sleeps for a minute."""
    for number in range(10**6):
        chance = random.Random(f"{seed} {number}")
        victim = NAMES[number // 2 % len(NAMES)]
        if number % 2 == 0:
            yield Game(
                name="every third answer, its clock jumping", victim=victim, play=partial(_clock_jumps, chance=chance)
            )
        else:
            name = f"by nobody, but asleep for {_PAUSE_SECONDS:.0f} s"
            yield Game(name=name, victim=victim, play=partial(_asleep, number=chance.randrange(8)))


async def _after_each(table: Table, chance: random.Random, *, older: bool) -> Figures:
    await table.seat()
    own = OwnAnswers(table.victim.home)
    figures = Figures()
    while True:
        known = len(own.kinds)
        if not await until_fresh(table.victim, own):
            break
        await table.kill_victim()
        figures.kills += 1
        kinds = [kind.value for kind in own.kinds[known:]]
        figures.after.update(kinds)
        print(f"  killed after {' and '.join(kinds)}", flush=True)  # such a game takes minutes
        if table.is_over():
            break
        if older:
            table.cut_log(chance.choice(_KEPT))
        await table.start_again()
    return await _ended(table, figures)


async def _after_one(table: Table, chance: random.Random, number: int, *, older: bool) -> Figures:
    await table.seat()
    own = OwnAnswers(table.victim.home)
    figures = Figures()
    while len(own.kinds) <= number and await until_fresh(table.victim, own):
        pass
    if len(own.kinds) > number and not table.is_over():
        await table.kill_victim()
        figures.kills += 1
        figures.after[own.kinds[-1].value] += 1
        if older:
            table.cut_log(chance.choice(_KEPT))
        await table.start_again()
    return await _ended(table, figures)


async def _at_call(table: Table, call: str, number: int) -> Figures:
    await table.seat(under=dying_at(call, number))
    figures = Figures()
    await table.victim.until(lambda player: player.status is not None, "its death or its end")
    if table.victim.status != 0:
        table.victim.killed = True
        figures.kills += 1
        figures.after[call] += 1
        if not table.is_over():
            await table.start_again()
    return await _ended(table, figures)


async def _clock_jumps(table: Table, chance: random.Random) -> Figures:
    await table.seat(under=_at_clock(chance))
    own = OwnAnswers(table.victim.home)
    figures = Figures()
    while await until_fresh(table.victim, own):
        if len(own.kinds) % 3 == 0 and not table.is_over():
            await table.kill_victim()
            figures.kills += 1
            figures.after[own.kinds[-1].value] += 1
            if table.is_over():
                break
            await table.start_again(under=_at_clock(chance))
    return await _ended(table, figures)


def _at_clock(chance: random.Random) -> tuple[str, ...]:
    """What stands before a command that is to have another time of day. The monotonic clock is not touched, and the
    program takes the place of the command, so that a kill reaches it."""
    clock = f"FAKETIME={chance.choice(_CLOCKS)}"
    return ("env", f"LD_PRELOAD={_clock_library()}", "FAKETIME_DONT_FAKE_MONOTONIC=1", clock)


@cache
def _clock_library() -> str:
    """Where the library is that the program faketime loads into another; that program itself would stay in between."""
    asked = subprocess.run(
        ("faketime", "-f", "+0", "printenv", "LD_PRELOAD"), capture_output=True, text=True, check=True
    )
    return asked.stdout.strip()


async def _asleep(table: Table, number: int) -> Figures:
    await table.seat()
    own = OwnAnswers(table.victim.home)
    while len(own.kinds) <= number and await until_fresh(table.victim, own):
        pass
    table.victim.process.send_signal(signal.SIGSTOP)
    await trio.sleep(_PAUSE_SECONDS)
    table.victim.process.send_signal(signal.SIGCONT)
    return await _ended(table, Figures())


async def _ended(table: Table, figures: Figures) -> Figures:
    end = await table.until_over()
    figures.restarts, figures.rounds = table.restarts, end.rounds
    return figures
