"""A world for peers: machines with disks, a network with faults, and a clock, all driven by one seed.

The machines run the very peers that the node runs; only what is around them is played. Everything that happens is an
action in a queue ordered by time and number, and every chance is drawn from one generator, so a seed replays exactly.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, TypeVar

from scatnet.log import SLOT, VOTE, Event, Identity, Kind, Value, decode_record
from scatnet.table.effects import (
    BurnSerial,
    Closed,
    Effect,
    FalsePlay,
    Job,
    Made,
    NoteSigned,
    Persist,
    Rewound,
    Send,
    Wake,
    WantSync,
)
from scatnet.table.peer import Peer
from scatnet.table.seam import StateLike
from tests.simulation.disk import Disk

St = TypeVar("St", bound=StateLike)

_WORST: Final = 20  # so many times likelier is a crash just before something is written down for good


@dataclass(frozen=True, kw_only=True)
class Faults:
    """What the network and the machines do wrong, as chances from 0 to 1 and times in seconds."""

    delay: float = 0.05  # the mean of a message's delay
    slow: float = 0.0  # the chance that a message takes `slow_delay` instead
    slow_delay: float = 30.0
    loss: float = 0.0
    duplication: float = 0.0
    crash: float = 0.0  # at every effect of a machine; more where it writes down what it signs
    down: tuple[float, float] = (0.5, 40.0)  # how long a machine stays down
    crashes: int = 0  # at most so many in a run
    partitions: int = 0  # so many in a run
    apart: tuple[float, float] = (5.0, 120.0)  # how long one lasts


@dataclass
class Signed:
    """Everything that honest machines have signed, to find what was signed twice."""

    answers: dict[tuple[bytes, bytes], set[bytes]] = field(default_factory=dict)  # by author and head
    votes: dict[tuple[bytes, bytes, int], set[bytes]] = field(default_factory=dict)  # by operator, head and seat

    def note(self, event: Event) -> None:
        """Take down an event that is leaving a machine."""
        if event.kind in SLOT:
            self.answers.setdefault((event.author, event.head), set()).add(event.digest)
        elif event.kind in VOTE:
            seat = event.body[0]
            assert isinstance(seat, int)
            self.votes.setdefault((event.author, event.head, seat), set()).add(event.digest)

    def twice(self) -> list[tuple[bytes, bytes]]:
        """Authors and heads with more than one answer, or one vote, signed."""
        answers = [key for key, digests in self.answers.items() if len(digests) > 1]
        return answers + [(operator, head) for (operator, head, _), signed in self.votes.items() if len(signed) > 1]


class Cheat(Protocol[St]):
    """What a false player's machine does besides, or instead of, what its peer asks."""

    def begins(self, world: World[St], machine: Machine[St]) -> None:
        """The machine has been started for the first time."""

    def sends(self, world: World[St], machine: Machine[St], record: bytes) -> bool:
        """The machine is about to send a record; whether this has been taken over."""

    def makes(self, world: World[St], machine: Machine[St], made: Made) -> Made:
        """The machine has made an answer; gives what it signs instead."""


class Machine(Generic[St]):
    """One person's machine: a disk, and a peer while it is running."""

    def __init__(self, identity: Identity, build: Callable[[Disk], Peer[St]], *, keys: tuple[bytes, ...]) -> None:
        self.identity: Final = identity
        self.build: Final = build
        self.keys: Final = keys  # of its seats, its person's first
        self.signs: Final = frozenset({*keys, identity.public})
        self.cheat: Cheat[St] | None = None
        self.disk: Final = Disk()
        self.peer: Peer[St] | None = None
        self.life = 0  # counts restarts: what was meant for an earlier life is lost
        self.wake: float | None = None
        self.closed = 0  # steps told as closed, less those told as undone
        self.false: set[bytes] = set()  # authors named for false play
        self.gone = False  # it never comes back

    @property
    def honest(self) -> bool:
        """Whether it does only what its peer asks."""
        return self.cheat is None


class CrashNowError(Exception):
    """A machine stops here."""


class World(Generic[St]):
    """All machines and what is between them."""

    def __init__(self, machines: Sequence[Machine[St]], faults: Faults, seed: int) -> None:
        self.machines: Final = list(machines)
        self.faults: Final = faults
        self.chance: Final = random.Random(seed)
        self.now = 0.0
        self.signed: Final = Signed()
        self.complaints: list[str] = []  # what was seen to be wrong on the way
        self.struck: set[tuple[bytes, bytes]] = set()  # authors and heads at which somebody has played false
        self.forged: set[tuple[bytes, bytes, Kind, tuple[Value, ...]]] = set()  # what the rules have to refuse
        self.sent: dict[bytes, Event] = {}  # answers that have left honest machines, by digest
        self.actions = 0
        self.calm = False  # no more faults
        self.crashes = 0
        self.trace: list[str] | None = None
        self.before_effect: Callable[[Machine[St], Effect[St]], None] | None = None
        self._islands: dict[int, int] = {}  # by machine
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    # Time

    def at(self, delay: float, action: Callable[[], None]) -> None:
        """Do something after so many seconds."""
        self._count += 1
        heapq.heappush(self._queue, (self.now + delay, self._count, action))

    def run(self, until: Callable[[], bool], seconds: float, actions: int) -> bool:
        """Go on until a condition holds; False where so much time or so many actions have gone by before."""
        end = self.now + seconds
        last = self.actions + actions
        while self._queue:
            if until():
                return True
            if self.actions >= last or self._queue[0][0] > end:
                return False
            self.now, _, action = heapq.heappop(self._queue)
            self.actions += 1
            action()
        return until()

    # Machines

    def boot(self, machine: Machine[St]) -> None:
        """Start a machine from its disk, if it is to come back at all."""
        if machine.gone:
            return
        machine.life += 1
        machine.disk.boots += 1
        machine.peer = machine.build(machine.disk)
        machine.wake = None
        machine.closed = machine.peer.state.number
        self.say(machine, f"boots at step {machine.closed}")
        self._do(machine, machine.peer.start(self.now))
        if machine.cheat is not None and machine.disk.boots == 1:
            machine.cheat.begins(self, machine)

    def crash(self, machine: Machine[St]) -> None:
        """Stop a machine at once; it comes back later unless it is gone."""
        self.crashes += 1
        machine.peer = None
        machine.life += 1
        machine.disk.crash(self.chance.random())
        self.say(machine, "crashes")
        if not machine.gone:
            self.at(self.chance.uniform(*self.faults.down), lambda: self.boot(machine))

    def split(self, islands: dict[int, int]) -> None:
        """Let only machines of the same island talk; {} joins all again."""
        self._islands = islands
        self.say(None, f"islands {islands}")

    def joined(self, one: Machine[St], other: Machine[St]) -> bool:
        """Whether two machines can talk now."""
        if not self._islands:
            return True
        places = (self.machines.index(one), self.machines.index(other))
        return self._islands.get(places[0], 0) == self._islands.get(places[1], 0)

    def say(self, machine: Machine[St] | None, text: str) -> None:
        """Write a line into the trace, if one is kept."""
        if self.trace is not None:
            who = "world" if machine is None else str(self.machines.index(machine))
            self.trace.append(f"{self.now:10.3f} {who:>5} {text}")

    # Inputs

    def give(self, machine: Machine[St], life: int, use: Callable[[Peer[St]], list[Effect[St]]]) -> None:
        """Let a peer take an input, if the machine still lives the same life, and do what follows."""
        if machine.peer is None or machine.life != life:
            return
        try:
            self._do(machine, use(machine.peer))
        except ValueError:
            if machine.honest:
                raise
            machine.gone, machine.peer = (
                True,
                None,
            )  # it believed its own forgery, and has come to a state that cannot be

    def _do(self, machine: Machine[St], effects: list[Effect[St]]) -> None:
        try:
            for effect in effects:
                if self._crashes_here(machine, effect):
                    raise CrashNowError
                if self.before_effect is not None:
                    self.before_effect(machine, effect)
                self._do_one(machine, effect)
        except CrashNowError:
            self.crash(machine)

    def _crashes_here(self, machine: Machine[St], effect: Effect[St]) -> bool:
        faults = self.faults
        if self.calm or not machine.honest or self.crashes >= faults.crashes or not faults.crash:
            return False
        worst = isinstance(effect, NoteSigned | BurnSerial) or (isinstance(effect, Persist) and effect.durable)
        return self.chance.random() < faults.crash * (_WORST if worst else 1)

    def _do_one(self, machine: Machine[St], effect: Effect[St]) -> None:
        match effect:
            case NoteSigned(event):
                machine.disk.note(event)
                if machine.honest:
                    self.signed.note(event)
                    self._watch_vote(machine, event)
            case BurnSerial(seat_key, head, serial):
                machine.disk.burn(seat_key, head, serial)
            case Persist(kind, record, durable):
                machine.disk.append((int(kind), record), durable=durable)
            case Send(kind, record):
                self._watch_sent(machine, record)
                self.send(machine, kind, record)
            case Job(run):
                life = machine.life
                result = run()
                if machine.cheat is not None and isinstance(result, Made):
                    result = machine.cheat.makes(self, machine, result)
                self.at(
                    self.chance.uniform(0.0, 0.02),
                    lambda: self.give(machine, life, lambda peer: peer.job_done(result, self.now)),
                )
            case Wake(at):
                self._wake(machine, at)
            case WantSync():
                self._sync_all(machine)
            case Closed(before, step, after):
                machine.closed += 1
                assert machine.closed == after.number == before.number + 1
                assert step.head == before.head
            case Rewound(steps, state):
                machine.closed -= steps
                assert machine.closed == state.number
                self.say(machine, f"rewinds {steps} to step {state.number}")
            case FalsePlay(author):
                machine.false.add(author)
            case _:
                pass

    def _watch_sent(self, machine: Machine[St], record: bytes) -> None:
        if machine.honest:
            event = decode_record(record)
            if event.author in machine.signs:
                self.signed.note(event)
                if event.kind in SLOT:
                    self.sent[event.digest] = event

    def _watch_vote(self, machine: Machine[St], event: Event) -> None:
        """Nobody honest votes for a lapse of what they have followed."""
        if event.kind is Kind.LAPSE and machine.peer is not None:
            node = machine.peer.ledger.nodes[event.head]
            slot = node.slot_at(next(seat for seat in event.body if isinstance(seat, int)))
            assert slot is not None
            if any(event.author in followers for followers in node.poll(slot).followed.values()):
                self.complaints.append(f"machine {self.machines.index(machine)} votes against what it has followed")

    def _wake(self, machine: Machine[St], at: float | None) -> None:
        machine.wake = at
        if at is not None:
            life = machine.life

            def tick() -> None:
                if machine.wake == at and machine.life == life:
                    machine.wake = None
                    self.give(machine, life, lambda peer: peer.tick(self.now))

            self.at(max(0.0, at - self.now), tick)

    # Messages

    def send(self, machine: Machine[St], kind: int, record: bytes) -> None:
        """Send a record from a machine to all others."""
        if machine.cheat is not None and machine.cheat.sends(self, machine, record):
            return
        for other in self.machines:
            if other is not machine:
                self.post(machine, other, kind, record)

    def post(self, machine: Machine[St], other: Machine[St], kind: int, record: bytes) -> None:
        """Send a record to one machine, with the network's faults."""
        for delay in self._fates(machine, other):
            self.at(delay, lambda: self._arrive(other, kind, record))

    def _arrive(self, machine: Machine[St], kind: int, record: bytes) -> None:
        self.give(machine, machine.life, lambda peer: peer.receive(kind, record, self.now))

    def _fates(self, machine: Machine[St], other: Machine[St]) -> list[float]:
        if not self.joined(machine, other):
            return []
        faults = self.faults
        if self.calm:
            return [self.chance.uniform(0.0, 0.05)]
        if self.chance.random() < faults.loss:
            return []
        times = 2 if self.chance.random() < faults.duplication else 1
        return [
            self.chance.uniform(0.0, faults.slow_delay)
            if self.chance.random() < faults.slow
            else self.chance.expovariate(1 / faults.delay)
            for _ in range(times)
        ]

    def _sync_all(self, machine: Machine[St]) -> None:
        if machine.peer is None:
            return
        payload = machine.peer.sync_request()
        for other in self.machines:
            if other is not machine:
                self._post_payload(machine, other, payload)

    def _post_payload(self, machine: Machine[St], other: Machine[St], payload: bytes) -> None:
        for delay in self._fates(machine, other)[:1]:
            self.at(delay, lambda: self._sync(other, machine, payload))

    def _sync(self, machine: Machine[St], asker: Machine[St], payload: bytes) -> None:
        if machine.peer is None:
            return
        answer = machine.peer.sync_answer(payload)
        assert not answer.bad
        for kind, record in answer.records:
            self.post(machine, asker, kind, record)
        for reply in answer.replies:
            self._post_payload(machine, asker, reply)
        if answer.again:
            life = machine.life
            self.at(0.5, lambda: self._ask_again(machine, asker, life))

    def _ask_again(self, machine: Machine[St], other: Machine[St], life: int) -> None:
        if machine.peer is not None and machine.life == life:
            self._post_payload(machine, other, machine.peer.sync_request())
