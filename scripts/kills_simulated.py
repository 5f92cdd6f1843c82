"""Kills in simulated games that were recorded: at every moment of every own event, before every effect, and with older
copies of the log put back."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import Final

from scatnet.rules.ruleset import PRESETS, ShowdownLoser
from tests.simulation.kills import Moment, record
from tests.simulation.scat import ScatTable, SharedEngine, scat_machines
from tests.simulation.scenario import shared_decoding

__all__ = ["simulate"]

_KEPT: Final = (0.0, 0.2, 0.5, 0.8, 0.97)  # parts of its log that an older copy of it may hold
_SIZES: Final = ((2, 0), (3, 0), (3, 1), (4, 0))  # people, and computer players of the first of them


def simulate(seed: int, numbers: range) -> int:
    """Record the games with these numbers, drawn from a seed, and play each again with every kill; how many of those
    end otherwise."""
    failed = kills = 0
    began = time.monotonic()
    for number in numbers:
        table = _table(seed, number)
        with shared_decoding():
            found, count = _problems(table, number % len(_SIZES))
        kills += count
        failed += len(found)
        for line in found:
            print(f"table {number}: {line}", flush=True)
        print(f"table {number}, {table.people} people: {count} kills, {len(found)} problems", flush=True)
    print(
        f"seed {seed}: {len(numbers)} recorded games, {kills} kills, {failed} failed, {time.monotonic() - began:.0f} s"
    )
    return failed


def _table(seed: int, number: int) -> ScatTable:
    chance = random.Random(f"{seed} {number}")
    people, computers = _SIZES[number % len(_SIZES)]
    preset = PRESETS[sorted(PRESETS)[number % len(PRESETS)]]
    rules = replace(preset, lives=1, grace=False, showdown_loser=ShowdownLoser.ALL_BUT_HIGHEST)
    return ScatTable(rules=rules, people=people, computers=computers, seed=chance.randrange(10**6), moody=False)


def _problems(table: ScatTable, victim: int) -> tuple[list[str], int]:
    engine = SharedEngine()
    recording = record(lambda: scat_machines(table, engine))
    victim %= table.people
    kills = [
        *recording.every_effect(victim),
        *recording.kills(victim, moments=(Moment.LOGGED,)),
        *recording.kills(victim, moments=(Moment.WRITTEN, Moment.SENT), kept=_KEPT),
    ]
    found = []
    for kill in kills:
        problems = recording.problems(kill)
        if problems:
            found.append(f"{kill}: {'; '.join(problems)}")
    return found, len(kills)
