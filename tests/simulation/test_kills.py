"""A machine killed between any two things it does comes back as if nothing had been."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, TypeVar

import pytest

from scatnet.log import SLOT
from scatnet.rules.ruleset import PRESETS, ShowdownLoser
from scatnet.table.effects import Effect, NoteSigned, RecordType, WantSync
from scatnet.table.seam import StateLike
from scatnet.table.state import TableState
from tests.simulation.kills import MOMENTS, Kill, Moment, Recording, record
from tests.simulation.scat import ScatTable, SharedEngine, scat_machines
from tests.simulation.scenario import shared_decoding
from tests.simulation.small import small_machines
from tests.simulation.world import CrashNowError, Faults, Machine, World

St = TypeVar("St", bound=StateLike)

_ONE_ROUND: Final = replace(PRESETS["cadillac"], lives=1, grace=False, showdown_loser=ShowdownLoser.ALL_BUT_HIGHEST)
_OLDER: Final = (0.0, 0.3, 0.7, 0.97)  # parts of the log that an older copy of it holds


def recorded_scat() -> Recording[TableState]:
    """A game of one round of three people and a computer player, in which everybody chooses by what they see."""
    table = ScatTable(rules=_ONE_ROUND, people=3, computers=1, seed=3, moody=False)
    engine = SharedEngine()  # what one game has computed the next looks up
    return record(lambda: scat_machines(table, engine))


def nothing_changes(recording: Recording[St], kills: Iterable[Kill]) -> None:
    for kill in kills:
        problems = recording.problems(kill)
        assert not problems, f"{kill}: {problems}"


@pytest.mark.parametrize("kept", [None, 0.5])
@pytest.mark.parametrize("victim", [0, 1])
def test_a_kill_before_any_effect_of_a_small_game_changes_nothing(victim: int, kept: float | None) -> None:
    with shared_decoding():
        recording = record(lambda: small_machines(3, rounds=1, moody=False))
        assert recording.effects[victim] > 12
        nothing_changes(recording, recording.every_effect(victim, (kept,)))


def test_a_kill_at_any_moment_of_any_own_event_of_a_recorded_game_of_scat_changes_nothing() -> None:
    with shared_decoding():
        recording = recorded_scat()
        assert min(recording.events) >= 12
        nothing_changes(recording, recording.kills(0, moments=(Moment.WRITTEN, Moment.SENT)))  # it hosts, for two seats
        nothing_changes(recording, recording.kills(1, moments=MOMENTS))


def test_neither_does_an_older_copy_of_the_log_put_back_after_a_kill() -> None:
    with shared_decoding():
        recording = recorded_scat()
        nothing_changes(recording, recording.kills(1, moments=(Moment.SENT,), kept=_OLDER))


class LogFirst:
    """Kills a machine when an own event is in its log and not noted, and again when it has started from that log and
    put its notes right, with the event taken out of the log."""

    def __init__(self, world: World[TableState], victim: int, number: int) -> None:
        self._world = world
        self._victim = victim
        self._number = number
        self._kept = -1  # records of the log before the event
        self.kills = 0

    def look(self, machine: Machine[TableState], effect: Effect[TableState]) -> None:
        """Look at an effect before it is done."""
        if machine is not self._world.machines[self._victim]:
            return
        disk = machine.disk
        match effect:
            case NoteSigned(event) if event.kind in SLOT and self._kept < 0:
                self._number -= 1
                if self._number < 0:
                    self._kept = len(disk.log)
                    disk.append((RecordType.EVENT, event.record), durable=True)
                    self._world.signed.note(event)
                    self.kills += 1
                    raise CrashNowError
            case WantSync() if self._kept >= 0 and self.kills == 1:
                disk.restore_older_log(self._kept)
                self.kills += 1
                raise CrashNowError


def test_an_answer_found_in_the_log_and_not_among_the_notes_is_noted_before_the_log_can_be_lost() -> None:
    table = ScatTable(rules=_ONE_ROUND, people=3, seed=3)  # moody: who answers anew answers otherwise
    engine = SharedEngine()
    killed = 0
    with shared_decoding():
        for number in range(24):
            world = World(scat_machines(table, engine), Faults(down=(0.2, 3.0)), seed=1)
            killer = LogFirst(world, 1, number)
            world.before_effect = killer.look
            for machine in world.machines:
                world.boot(machine)
            world.run(lambda: False, 20.0, 20_000)
            assert not world.signed.twice(), f"signed twice after a kill at own event {number}"
            assert killer.kills in (0, 2)
            killed += killer.kills // 2
    assert killed > 12
