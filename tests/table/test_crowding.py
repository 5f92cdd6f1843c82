"""A false player signs far too much: it costs those who pass it on nothing, and keeps no honest peer from the game."""

from __future__ import annotations

from collections import deque

import pytest

from scatnet.log import Event, Identity, Kind, make_event, make_evidence
from scatnet.log import bodies as log
from scatnet.table.early import TOTAL_BYTES
from scatnet.table.effects import Effect, Ignored, Job, Send
from scatnet.table.ledger import ANSWERS, MISPLACED, MISPLACED_BYTES, Admission, Ledger
from scatnet.table.peer import OwnSeat, Peer, PeerSettings
from scatnet.table.seam import Engine
from tests.table.ledger_play import ENGINE, Script, first_state, people
from tests.table.small_game import FIRST_HEAD, TABLE, SmallPlayer, SmallState, opening_event

SETTINGS = PeerSettings(patience=30.0, turn_clock=0.0)


class Machine:
    """One honest peer, its work done at once; `out` is what it sends, `faults` what it lays at others' doors."""

    def __init__(self, operator: Identity, first: SmallState) -> None:
        engine: Engine[SmallState] = ENGINE
        seat = OwnSeat(player=SmallPlayer(operator), nickname="x")
        self.peer = Peer(engine=engine, genesis=first, settings=SETTINGS, operator=operator, seats=[seat])
        self.out: deque[bytes] = deque()
        self.faults: list[str] = []
        self.do(self.peer.start(0.0))

    def do(self, effects: list[Effect[SmallState]], now: float = 0.0) -> None:
        for effect in effects:
            match effect:
                case Job():
                    self.do(self.peer.job_done(effect.run(), now), now)
                case Send(_, record):
                    self.out.append(record)
                case Ignored(sentence, fault=True):
                    self.faults.append(sentence)

    def take(self, record: bytes, now: float) -> None:
        self.do(self.peer.receive(1, record, now), now)


def exchange(machines: list[Machine], now: float) -> None:
    """Everything sent reaches everybody."""
    while any(machine.out for machine in machines):
        for machine in machines:
            while machine.out:
                record = machine.out.popleft()
                for other in machines:
                    if other is not machine:
                        other.take(record, now)


def sync(machines: list[Machine], now: float) -> None:
    """Everybody asks everybody once."""
    for machine in machines:
        for other in machines:
            if machine is not other:
                for _, record in other.peer.sync_answer(machine.peer.sync_request()).records:
                    machine.take(record, now)
    exchange(machines, now)


def junk(signer: Identity, kind: Kind, count: int) -> list[Event]:
    """Different answers of one author to the first head, where a round is to be opened."""
    return [
        make_event(signer, table=TABLE, head=FIRST_HEAD, kind=kind, body=(bytes([number + 1]) * 32,))
        for number in range(count)
    ]


@pytest.mark.parametrize("kind", [Kind.RESIGN, Kind.COIN_COMMIT])
@pytest.mark.parametrize("count", [4, 5])
def test_answers_that_crowd_out_the_one_others_followed_leave_nobody_behind(count: int, kind: Kind) -> None:
    operators = people(count)
    first = first_state(operators, rounds=1)
    false, machines = operators[0], [Machine(operator, first) for operator in operators[1:]]
    victim, *others = machines
    for event in junk(false, kind, ANSWERS):
        victim.take(event.record, 0.0)
    under_way, victim.out = victim.out, deque()
    for machine in others:
        machine.take(opening_event(false, first).record, 0.0)
    victim.out = under_way
    for second in range(1, 200):
        for machine in machines:
            machine.do(machine.peer.tick(float(second)), float(second))
        exchange(machines, float(second))
        if second % 10 == 0:
            sync(machines, float(second))
    assert {machine.peer.ledger.head for machine in machines} == {victim.peer.ledger.head}
    assert not victim.peer.ledger.tip.slots
    away = [seat.key for seat in victim.peer.state.seats if seat.away_since]
    assert set(away) <= {false.public}
    assert [fault for machine in machines for fault in machine.faults] == []


def test_too_many_answers_are_no_fault_of_who_passes_them_on() -> None:
    operators = people(3)
    machine = Machine(operators[1], first_state(operators, rounds=1))
    for event in junk(operators[0], Kind.RESIGN, 3 * ANSWERS):
        machine.take(event.record, 0.0)
    assert machine.faults == []


def test_answers_of_a_kind_nobody_waits_for_are_few_and_small() -> None:
    script = Script(people(3))
    script.play(1)
    small = [
        make_event(
            script.operators[0], table=TABLE, head=script.ledger.head, kind=Kind.COIN_COMMIT, body=(bytes([n]) * 32,)
        )
        for n in range(MISPLACED + 1)
    ]
    pair = [
        make_event(script.operators[1], table=TABLE, head=FIRST_HEAD, kind=Kind.SHUFFLE, body=((bytes([n]) * 9000,),))
        for n in range(2)
    ]
    body = log.RoundOpen((), ((1, make_evidence(*pair)),)).to_body()
    large = make_event(script.operators[0], table=TABLE, head=script.ledger.head, kind=Kind.ROUND_OPEN, body=body)
    assert len(large.unsigned) > MISPLACED_BYTES
    assert script.ledger.add(large) is Admission.USELESS
    assert [script.ledger.add(event) for event in small] == [Admission.STORED] * MISPLACED + [Admission.FULL]


def test_a_stranger_has_no_room_for_early_events_once_the_game_has_begun() -> None:
    script = Script(people(3))
    ledger = Ledger(ENGINE, script.genesis)
    stranger = Identity(b"s" * 32)
    event = make_event(stranger, table=TABLE, head=b"h" * 32, kind=Kind.DRAW, body=())
    assert ledger.add(event) is Admission.USELESS
    assert len(ledger.early) == 0


def test_when_all_room_for_early_events_is_taken_whoever_has_most_gives_way() -> None:
    script = Script(people(2))
    early = script.ledger.early
    honest = make_event(script.operators[0], table=TABLE, head=b"h" * 32, kind=Kind.DRAW, body=())
    early.put(honest)
    block = (bytes(15_000),)
    for number in range(TOTAL_BYTES // 10_000):
        author = Identity((number // 4 + 1000).to_bytes(32, "big"))
        head = (number + 1).to_bytes(32, "big")
        early.put(make_event(author, table=TABLE, head=head, kind=Kind.SHUFFLE, body=(block,)))
    assert early.holds(honest)
