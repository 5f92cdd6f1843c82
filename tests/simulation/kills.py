"""One machine killed at one moment of a game, and what must be the same as in the game without it.

A game here is calm but for the kill, and everybody in it chooses by what they see and nothing else, so that a machine
which comes back with the same bytes brings everybody to the same head.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Generic, TypeVar

from scatnet.log import SLOT
from scatnet.table.effects import BurnSerial, Effect, NoteSigned, Persist, RecordType, Send
from scatnet.table.seam import StateLike
from tests.simulation.world import CrashNowError, Faults, Machine, World

__all__ = ["MOMENTS", "Kill", "Moment", "Recording", "record"]

St = TypeVar("St", bound=StateLike)

_CALM: Final = Faults(down=(0.2, 3.0))
_GAME_SECONDS: Final = 2000.0
_GAME_ACTIONS: Final = 400_000


class Moment(Enum):
    """How far an own event has come when its machine is killed."""

    MADE = "nothing of it is on the disk"
    NOTED = "noted, and not in the log"
    LOGGED = "in the log, and not noted: the two files are written at once"
    WRITTEN = "on the disk, and not sent"
    SENT = "sent"


MOMENTS: Final = tuple(Moment)


@dataclass(frozen=True, kw_only=True)
class Kill:
    """Kills the machine with number `victim` once: at a `moment` of its own event with this number, or, without a
    moment, before its effect with this number, counting those that touch its disk or the network.

    `kept` is the part of its log, from 0 to 1, that an older copy holds which is put back before it starts again.
    """

    victim: int
    number: int
    moment: Moment | None = None
    kept: float | None = None


@dataclass
class Killer(Generic[St]):
    """Carries a kill out in one world."""

    world: World[St]
    kill: Kill
    counted: int = 0
    done: bool = False
    _target: bytes = b""  # the record that the kill is about, once it is there
    _is_sent: bool = False

    def look(self, machine: Machine[St], effect: Effect[St]) -> None:
        """Look at an effect before it is done. Raises CrashNowError where the machine dies there."""
        if self.done or machine is not self.world.machines[self.kill.victim]:
            return
        if self.kill.moment is None:
            dies = isinstance(effect, NoteSigned | BurnSerial | Persist | Send) and self._is_counted()
        else:
            dies = self._dies(machine, effect, self.kill.moment)
        if dies:
            self.done = True
            if self.kill.kept is not None:
                machine.disk.restore_older_log(int(len(machine.disk.log) * self.kill.kept))
            raise CrashNowError

    def _is_counted(self) -> bool:
        self.counted += 1
        return self.counted > self.kill.number

    def _dies(self, machine: Machine[St], effect: Effect[St], moment: Moment) -> bool:
        match effect:
            case NoteSigned(event) if event.kind in SLOT and not self._target:
                if self._is_counted():
                    self._target = event.record
                if self._target and moment is Moment.LOGGED:
                    machine.disk.append((RecordType.EVENT, event.record), durable=True)
                return bool(self._target) and moment in (Moment.MADE, Moment.LOGGED)
            case Persist(_, record) if record == self._target:
                return moment is Moment.NOTED
            case Send(_, record) if record == self._target:
                self._is_sent = True
                return moment is Moment.WRITTEN
        return self._is_sent and moment is Moment.SENT


@dataclass
class Recording(Generic[St]):
    """A game that can be played again and again from its beginning: the head that it ends at without a kill, and by
    machine the number of its own events and of its effects that count for a kill."""

    make: Callable[[], list[Machine[St]]]
    seed: int
    head: bytes = b""
    events: list[int] = field(default_factory=list)
    effects: list[int] = field(default_factory=list)

    def kills(self, victim: int, *, moments: Iterable[Moment], kept: Iterable[float | None] = (None,)) -> list[Kill]:
        """A kill at these moments of each own event of a machine, with each of these older copies of its log."""
        return [
            Kill(victim=victim, number=number, moment=moment, kept=part)
            for number in range(self.events[victim])
            for moment in moments
            for part in kept
        ]

    def every_effect(self, victim: int, kept: Iterable[float | None] = (None,)) -> list[Kill]:
        """A kill before each effect of a machine."""
        return [
            Kill(victim=victim, number=number, kept=part) for number in range(self.effects[victim]) for part in kept
        ]

    def problems(self, kill: Kill) -> list[str]:
        """Play the game with a kill in it; what is not as it should be."""
        world, killer = play(self.make(), kill, self.seed)
        peers = [machine.peer for machine in world.machines]
        heads = {None if peer is None else peer.ledger.head for peer in peers}
        found = []
        if not killer.done:
            found.append("nobody was killed")
        if heads != {self.head}:
            found.append("it ends at another head, or not at all")
        if world.signed.twice():
            found.append("something is signed twice")
        if any(machine.false for machine in world.machines) or any(peer and peer.ledger.evidence for peer in peers):
            found.append("somebody is named for false play")
        return [*found, *world.complaints]


def record(make: Callable[[], list[Machine[St]]], seed: int = 1) -> Recording[St]:
    """Play a game without a kill."""
    recording = Recording(make, seed)
    for victim in range(len(make())):
        world, by_effect = play(make(), Kill(victim=victim, number=10**9), seed)
        _, by_event = play(make(), Kill(victim=victim, number=10**9, moment=Moment.MADE), seed)
        heads = {machine.peer.ledger.head for machine in world.machines if machine.peer is not None}
        assert len(heads) == 1, "a calm game ends at several heads"
        recording.head = heads.pop()
        recording.effects.append(by_effect.counted)
        recording.events.append(by_event.counted)
    return recording


def play(machines: list[Machine[St]], kill: Kill, seed: int) -> tuple[World[St], Killer[St]]:
    """Play a game to its end with a kill in it."""
    world = World(machines, _CALM, seed)
    killer = Killer(world, kill)
    world.before_effect = killer.look
    for machine in machines:
        world.boot(machine)

    def over() -> bool:
        return all(machine.peer is not None and not machine.peer.ledger.tip.slots for machine in machines)

    world.run(over, _GAME_SECONDS, _GAME_ACTIONS)
    return world, killer
