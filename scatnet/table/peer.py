"""One peer of a table, without input or output: records, choices and times go in, effects come out.

The node with its disk and network drives it, and so does the simulator. Everything that a peer knows follows from the
records it was given and the times it was told. It signs nothing twice: before anything signed leaves, its effects note
it durably; what was noted is given back to it at the next start; and a peer whose log lacks what it has signed signs
nothing until a sync has brought it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Generic

from scatnet.log import (
    SLOT,
    VOTE,
    Event,
    Kind,
    Signer,
    Value,
    make_event,
)
from scatnet.table.answering import Answering, OwnSeat, Planned
from scatnet.table.clocks import HEARTBEAT, Clocks, PeerSettings
from scatnet.table.effects import (
    BurnSerial,
    Checked,
    Effect,
    Happened,
    Job,
    JobResult,
    Made,
    NoteSigned,
    Persist,
    RecordType,
    Send,
    Wake,
    WantSync,
)
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.hosting import Hosting, Sitter
from scatnet.table.intake import Intake
from scatnet.table.ledger import Admission, Check, Ledger
from scatnet.table.loading import load
from scatnet.table.lobby import Lobby
from scatnet.table.refused import Refused
from scatnet.table.reporting import news_of, passing_on, proof_of
from scatnet.table.seam import Engine, Plan, S
from scatnet.table.slots import Slot
from scatnet.table.sync import SyncAnswer, answer, request
from scatnet.table.view import Choice
from scatnet.table.voting import NOT_HELD, held_at, votes_due
from scatnet.table.waiting import Waiting, waiting_for, waiting_for_away

__all__ = ["ChoiceRefusedError", "OwnSeat", "Peer", "PeerSettings", "Waiting"]

_SYNC_SECONDS: Final = 60.0  # at least so often a peer that waits asks its neighbours for news


class ChoiceRefusedError(Exception):
    """Our own person asked for what is not possible now; the message is a sentence for them."""


class Peer(Generic[S]):
    """A player's machine, or a spectator's (no operator, no seats).

    `records` are those of the log file in order, checked before they were written; `notes` the events that `NoteSigned`
    has left. `lobby` is None where the game has seats from the start. Raises BadRecord where `records` hold bytes that
    are none. Call `start` first. Every input gives the effects to do, in order; no input from outside raises.
    """

    def __init__(
        self,
        *,
        engine: Engine[S],
        genesis: S,
        settings: PeerSettings,
        operator: Signer | None = None,
        seats: Sequence[OwnSeat[S]] = (),
        lobby: Lobby | None = None,
        records: Iterable[tuple[int, bytes]] = (),
        notes: Iterable[bytes] = (),
    ) -> None:
        self.settings: Final = settings
        self.ledger: Final = Ledger(engine, genesis, None if operator is None else operator.public)
        self.lobby: Final = lobby
        self._engine: Final = engine
        self._operator: Final = operator
        self._answering: Final = Answering(engine, self.ledger, seats)
        self._signers: Final = {seat.player.signer.public: seat.player.signer for seat in seats}
        if operator is not None:
            self._signers[operator.public] = operator
        self._hosting: Final = None if lobby is None else Hosting(lobby, operator, [_sitter(seat) for seat in seats])
        self._clocks: Final = Clocks(0.0)
        self._effects: list[Effect[S]] = []
        self._jobs = 0
        self._sync_turn = 0
        self._intake: Final = Intake(self.ledger, lobby)
        self._had = 0  # records that had found a place when we last asked for some
        self._asked_at: float | None = None
        self._loaded: Final = load(self.ledger, lobby, records, notes, self._signers)

    # What others may look at

    @property
    def state(self) -> S:
        """The state at the current head."""
        return self.ledger.state

    @property
    def idle(self) -> bool:
        """Whether no job is under way."""
        return self._jobs == 0

    def waits_for_sync(self) -> bool:
        """Whether this machine has signed what its log does not reach; it signs nothing before a sync brings it."""
        return bool(self._loaded.behind)

    @property
    def own_seats(self) -> tuple[int, ...]:
        """The numbers of this machine's seats, once the game has begun."""
        keys = self._answering.keys
        return tuple(place for place, seat in enumerate(self.state.seats) if seat.key in keys)

    def waiting(self) -> tuple[Waiting, ...]:
        """The answers that the current step waits for; where too few people are here to go on, those who are away."""
        tip, since = self.ledger.tip, self._clocks.since
        away = self._engine.away(self.state)
        if len(tip.voters) < 2 and away:
            return waiting_for_away(away, since)
        return tuple(
            waiting_for(tip, slot, since=since, lapse_after=self.settings.lapse_after, clock_at=self._clock_at(slot))
            for slot in tip.slots
            if not tip.admissible(slot) or tip.false(slot)
        )

    def _clock_at(self, slot: Slot) -> float | None:
        began = self._answering.clock_began(self._clocks, slot) if slot.author in self._signers else None
        return None if began is None else began + self.settings.turn_clock

    # Inputs

    def start(self, now: float) -> list[Effect[S]]:
        """Begin, once: what was signed and lost from the log is put back, and neighbours are asked for news."""
        self._clocks.now = now
        self._effects += [NoteSigned(event) for event in self._loaded.unnoted]
        for event in self._loaded.recovered:
            self._effects.append(Persist(RecordType.EVENT, event.record, durable=True))
            self._effects.append(Send(RecordType.EVENT, event.record))
        self._loaded.unnoted.clear()
        self._loaded.recovered.clear()
        self._effects.append(WantSync())
        return self._turn()

    def receive(self, kind: int, record: bytes, now: float) -> list[Effect[S]]:
        """Take in a record from outside: an event (1) or evidence (2)."""
        self._clocks.look(now)
        taken = self._intake.take(kind, record)
        if not taken.usable:
            return list(taken.effects)
        self._effects += taken.effects
        if taken.early:
            self._want_sync()
        return self._turn()

    def job_done(self, result: JobResult, now: float) -> list[Effect[S]]:
        """Take in what a job has returned."""
        self._clocks.look(now)
        self._jobs -= 1
        if isinstance(result, Checked):
            self._judge(result.head, result.digest, result.refused)
        else:
            self._sign_answer(result)
        return self._turn()

    def tick(self, now: float) -> list[Effect[S]]:
        """Time has gone by."""
        self._clocks.look(now)
        return self._turn()

    def choose(self, seat: int, choice: Choice, now: float) -> list[Effect[S]]:
        """Take the choice of a person of this machine.

        Raises:
            ChoiceRefusedError: it is not possible now; nothing has changed.
        """
        self._clocks.look(now)
        slot = next((slot for slot in self._answering.own_slots() if slot.seat == seat), None)
        if slot is None:
            raise ChoiceRefusedError("The table does not wait for you now.")
        if not self._answering.choose(slot, choice):
            raise ChoiceRefusedError("That is not possible now.")
        return self._turn()

    def resign(self, now: float) -> list[Effect[S]]:
        """Leave the game: every seat of this machine answers its next slot with `resign`."""
        self._clocks.look(now)
        self._answering.resigning = True
        return self._turn()

    def start_game(self, now: float) -> list[Effect[S]]:
        """As the host, begin with those who sit.

        Raises:
            ChoiceRefusedError: they are too few, or this is not the host, or the game has begun.
        """
        self._clocks.look(now)
        if self._hosting is None or self.ledger.tip is not self.ledger.root or not self._hosting.is_host:
            raise ChoiceRefusedError("Only the host starts, and only once.")
        if not self._hosting.start_now():
            raise ChoiceRefusedError("Too few sit here yet.")
        return self._turn()

    def note_absent(self, operators: frozenset[bytes], now: float) -> list[Effect[S]]:
        """Say which operators who sit in the lobby are not here: the host makes its order without them."""
        self._clocks.look(now)
        if self._hosting is not None:
            self._hosting.absent = operators
        return self._turn()

    # Sync

    def sync_request(self) -> bytes:
        """What this peer has, for a neighbour to say what it lacks."""
        self._sync_turn += 1
        self._had = self._intake.count
        return request(self.ledger, self._lobby_events(), self._sync_turn)

    def sync_answer(self, payload: bytes) -> SyncAnswer:
        """The answer to what a neighbour has sent; changes nothing here. It says to ask `again` only where asking has
        brought something: what a neighbour has and we can never use must not be asked for for ever."""
        found = answer(self.ledger, self._lobby_events(), payload, self._sync_turn)
        return replace(found, again=found.again and self._intake.count > self._had)

    def _lobby_events(self) -> tuple[Event, ...]:
        return () if self.lobby is None else self.lobby.events()

    # Records

    def _judge(self, head: bytes, digest: bytes, refused: Refused | None) -> None:
        if not self.ledger.judge(head, digest, refused):
            return
        node = self.ledger.nodes[head]
        event = next((kept[digest] for kept in node.records.answers.values() if digest in kept), None)
        if refused is None and event is not None:
            self._effects.append(Persist(RecordType.EVENT, event.record))

    def _want_sync(self) -> None:
        now = self._clocks.now
        if self._asked_at is None or now >= self._asked_at + HEARTBEAT / 5:
            self._asked_at = now
            self._effects.append(WantSync())

    # One turn of the crank: settle, check, act, until nothing is left to do

    def _turn(self) -> list[Effect[S]]:
        self._clocks.begin_round()
        while self._settle() or self._check() or self._act():
            pass
        self._wake()
        effects, self._effects = self._effects, []
        return effects

    def _settle(self) -> bool:
        changes = self.ledger.settle()
        for event in changes.stored:
            self._effects += passing_on(event, self._signers)
        for evidence in changes.evidence:
            self._effects += proof_of(evidence, written=evidence.digest in self._loaded.evidence)
            self._loaded.evidence.add(evidence.digest)
        self._effects += news_of(self.ledger, changes)
        self._clocks.move_to(self.ledger.head)
        return bool(changes)

    def _check(self) -> bool:
        judged = False
        for check in self.ledger.wanted():
            if self._engine.is_slow(check.event):
                self._jobs += 1
                self._effects.append(Job(partial(_check, self._engine, check), slow=True, making=False))
            else:
                refused = self._engine.verdict(check.state, check.event)
                self._judge(check.event.head, check.event.digest, refused)
                judged = True
        return judged

    def _act(self) -> bool:
        """Sign what is owed. Whether anything was signed, so that its consequences are to be drawn first."""
        if self._catch_up():
            return True
        if self._operator is None:
            return False
        if self._sit_or_start() or self._ask_back():
            return True
        if self.waits_for_sync():
            return False
        held = self._held_at(self._operator)
        votes = tuple(votes_due(self.ledger, self._operator.public, self._clocks, self.settings, held))
        for head, kind, body in votes:
            self._sign(self._operator, head, kind, body)
        if votes or self._begin():
            return True
        if held != NOT_HELD:
            return False
        for planned in tuple(self._answering.planned(self._clocks, self.settings)):
            self._make(planned)
        return False

    def _held_at(self, operator: Signer) -> int:
        return held_at(self.ledger, operator.public, self._clocks, self.settings)

    def _catch_up(self) -> bool:
        """Take what we have signed back into the log where it has now reached the head that was answered to."""
        waiting = (self._loaded.behind, self._loaded.older)
        reached = [event for events in waiting for event in events.values() if self.ledger.reaches(event.head)]
        for event in reached:
            for events in waiting:
                events.pop(event.digest, None)
            self.ledger.add(event)
            self._judge(event.head, event.digest, None)
        return bool(reached)

    def _sit_or_start(self) -> bool:
        hosting = self._hosting
        if hosting is None or self.ledger.tip is not self.ledger.root:
            return False
        taken = [
            self._intake.put(self._event(signer, self.ledger.head, kind, body), self._effects)
            for signer, kind, body in tuple(hosting.due(self.ledger.table, self._clocks, self.settings))
        ]
        return Admission.STORED in taken  # a lobby that is full takes no more, however much is owed

    def _ask_back(self) -> bool:
        """Ask for our seats that are away to be dealt in again."""
        asked = False
        if not self._answering.resigning:
            for seat, head in self._engine.away(self.state).items():
                key = self.state.seats[seat].key
                if key in self._answering.keys and all(back.author != key for back in self.ledger.requests_at(head)):
                    self._sign(self._signers[key], head, Kind.BACK, ())
                    asked = True
        return asked

    def _begin(self) -> bool:
        tip = self.ledger.tip
        if self.lobby is None or self._operator is None or tip is not self.ledger.root:
            return False
        slot = tip.slot_of(self._operator.public)
        begin = self.lobby.begin()
        if slot is None or begin is None or tip.answers(slot):
            return False
        self._sign(self._operator, tip.head, Kind.BEGIN, begin.to_body())
        return True

    def _make(self, planned: Planned) -> None:
        head, author, plan = self.ledger.head, planned.slot.author, planned.plan
        if plan.serial is not None:
            self._effects.append(BurnSerial(author, head, plan.serial))
        if planned.stood_in:
            self._effects.append(Happened(Happening(kind=HappeningKind.STOOD_IN, seat=planned.slot.seat)))
        self._jobs += 1
        self._effects.append(Job(partial(_make, head, author, plan), slow=True, making=True))

    def _sign_answer(self, made: Made) -> None:
        if self._answering.finished(made.head, made.author):
            assert self._operator is not None
            if not self.waits_for_sync() and self._held_at(self._operator) == NOT_HELD:
                self._sign(self._signers[made.author], made.head, made.kind, made.body)

    def _event(self, signer: Signer, head: bytes, kind: Kind, body: tuple[Value, ...]) -> Event:
        return make_event(signer, table=self.ledger.table, head=head, kind=kind, body=body)

    def _sign(self, signer: Signer, head: bytes, kind: Kind, body: tuple[Value, ...]) -> None:
        """Sign what the ledger waits for. It is sent when the ledger has settled, after all that is durable."""
        event = self._event(signer, head, kind, body)
        if kind in SLOT | VOTE:
            self._effects.append(NoteSigned(event))
        if kind in SLOT:
            self._effects.append(Persist(RecordType.EVENT, event.record, durable=True))
        self.ledger.add(event)
        if kind in SLOT:
            self.ledger.judge(head, event.digest, None)

    def _wake(self) -> None:
        if not self.ledger.tip.slots:
            self._effects.append(Wake(None))
            return
        now = self._clocks.now
        due = max(self._clocks.since, self._asked_at or 0.0) + self._sync_interval()
        if self._clocks.reached(due):
            self._want_sync()
        beat = now + HEARTBEAT
        deadline = self._clocks.deadline
        self._effects.append(Wake(beat if deadline is None else min(beat, deadline)))

    def _sync_interval(self) -> float:
        """Neighbours are asked more seldom the longer nothing has happened."""
        return min(max(HEARTBEAT, (self._clocks.now - self._clocks.since) / 2), _SYNC_SECONDS)


def _sitter(seat: OwnSeat[S]) -> Sitter:
    return Sitter(signer=seat.player.signer, nickname=seat.nickname, house_rule=seat.house_rule)


def _check(engine: Engine[S], check: Check[S]) -> Checked:
    event = check.event
    return Checked(event.head, event.digest, engine.verdict(check.state, event))


def _make(head: bytes, author: bytes, plan: Plan) -> Made:
    return Made(head, author, plan.kind, plan.make())
