"""Targets in the log and at the table: events, evidence, sync, verdicts on bodies, and a whole peer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from scatnet.log import BadRecord, Event, decode_evidence, decode_record, kind_of, make_evidence
from scatnet.log.bodies import body_of
from scatnet.log.encoding import Value, pack, unpack
from scatnet.log.errors import Unfit
from scatnet.rules.fields import RuleSetError, decode_rules, encode_rules
from scatnet.rules.ruleset import PRESETS
from scatnet.table import sync
from scatnet.table.effects import Job, NoteSigned, RecordType
from scatnet.table.examine import verdict
from scatnet.table.peer import OwnSeat, Peer, PeerSettings
from scatnet.table.slots import expected
from scatnet.table.state import Stage
from tests.fuzzing.target import Cursor, Target, signed_again
from tests.log.samples import ANN, EVENTS, REFUSED, TABLE, TWICE
from tests.table.helpers import Table
from tests.table.ledger_play import ENGINE, Script, people
from tests.table.small_game import SmallPlayer, SmallState, keep_vote, lapse_vote
from tests.table.stages import PLAYED, restocking_table, table_at


def _event(data: bytes) -> None:
    kind_of(data)
    try:
        event = decode_record(data)
    except BadRecord:
        return
    assert event.record == data
    assert pack((event.unsigned, event.signature)) == data
    assert body_of(event).to_body() == event.body


def _signed_event(unsigned: bytes) -> None:
    _event(signed_again(unsigned, ANN, TABLE))


def _evidence(data: bytes) -> None:
    try:
        evidence = decode_evidence(data)
    except BadRecord:
        return
    assert evidence.record == data
    assert make_evidence(*evidence.events).record == data


def _signed_evidence(data: bytes) -> None:
    cursor = Cursor(data)
    count = cursor.number(3)
    _evidence(pack(tuple(signed_again(cursor.string(), ANN, TABLE) for _one in range(count))))


def _rules(data: bytes) -> None:
    wire = list(data)
    try:
        rules = decode_rules(wire)
    except RuleSetError:
        return
    assert encode_rules(rules) == wire


def _counted(parts: Iterable[bytes]) -> bytes:
    listed = list(parts)
    return bytes([len(listed)]) + b"".join(len(part).to_bytes(2, "big") + part for part in listed)


# A verdict on any body, at every stage of a round

_STAGES = (*PLAYED, Stage.RESTOCK)


@cache
def _table(stage: Stage) -> Table:
    return restocking_table(4) if stage is Stage.RESTOCK else table_at(stage)


@cache
def _honest(stage: Stage) -> Event:
    table = _table(stage)
    return table.honest(expected(table.state)[0])


def _verdict(data: bytes) -> None:
    """The first byte chooses the stage; the rest is the body of an event by the seat whose turn it is."""
    if not data:
        return
    stage = _STAGES[data[0] % len(_STAGES)]
    table, honest = _table(stage), _honest(stage)
    try:
        body = unpack(data[1:], 64 * 1024)
    except Unfit:
        return
    if not isinstance(body, tuple):
        return
    seat = expected(table.state)[0].seat
    try:
        event = table.event(seat, honest.kind, body)
    except ValueError:
        return
    refused = verdict(table.state, event)
    assert refused is None or refused.reason


def _verdict_seeds() -> Iterator[bytes]:
    for number, stage in enumerate(_STAGES):
        yield bytes([number]) + pack(_honest(stage).body)


# A peer of the small game, and its answers to requests

_SEATS = 3
_MOST_INPUTS = 40


class _Play:
    """A peer among others who do anything; what it signs is watched."""

    def __init__(self) -> None:
        self.script = Script(people(_SEATS))
        mine = self.script.operators[0]
        self.peer: Peer[SmallState] = Peer(
            engine=ENGINE,
            genesis=self.script.genesis,
            settings=PeerSettings(patience=60.0, turn_clock=0.0),
            operator=mine,
            seats=[OwnSeat(player=SmallPlayer(mine, computer=True), nickname="A")],
        )
        self.now = 0.0
        self.known: list[Event] = []
        self.signed: dict[tuple[bytes, bytes, bool], bytes] = {}
        self.do(self.peer.start(0.0))

    def do(self, effects: Iterable[object]) -> None:
        for effect in effects:
            if isinstance(effect, NoteSigned):
                self.note(decode_record(effect.record))
            elif isinstance(effect, Job):
                self.do(self.peer.job_done(effect.run(), self.now))

    def note(self, event: Event) -> None:
        """Never two answers of one seat to one head."""
        self.known.append(event)
        place = (event.author, event.head, event.kind in ("lapse", "keep"))
        if not place[2]:
            assert self.signed.setdefault(place, event.unsigned) == event.unsigned

    def give(self, event: Event) -> None:
        self.known.append(event)
        self.do(self.peer.receive(RecordType.EVENT, event.record, self.now))


def _peer(data: bytes) -> None:
    """Bytes as choices of what the others do: answers, second answers, votes, evidence, old records, nonsense, time."""
    play, cursor = _Play(), Cursor(data)
    for _input in range(_MOST_INPUTS):
        if not cursor.more:
            break
        _one_input(play, cursor)
    assert not play.peer.sync_answer(play.peer.sync_request()).bad


def _one_input(play: _Play, cursor: Cursor) -> None:
    state = play.peer.state
    seat = 1 + cursor.number(_SEATS - 1)
    signer = play.script.operators[seat]
    match cursor.number(8):
        case 0 | 1 if any(slot.seat == seat for slot in ENGINE.expected(state)):
            number = None if cursor.number(2) else cursor.number(12)
            play.give(play.script.answer(seat, number, state=state))
        case 2 if play.known and cursor.number(2):
            event = play.known[cursor.number(256) % len(play.known)]
            play.give(keep_vote(signer, event, cursor.number(_SEATS)))
        case 2:
            play.give(lapse_vote(signer, state, cursor.number(_SEATS)))
        case 3 if play.known:
            play.give(play.known[cursor.number(256) % len(play.known)])
        case 4 if play.known:
            events = [play.known[cursor.number(256) % len(play.known)] for _event in range(1 + cursor.number(2))]
            try:
                evidence = make_evidence(*events)
            except ValueError:
                return
            play.do(play.peer.receive(RecordType.EVIDENCE, evidence.record, play.now))
        case 5:
            play.now += float(cursor.number(200))
            play.do(play.peer.tick(play.now))
        case 6:
            play.do(play.peer.receive(cursor.number(4), cursor.string(), play.now))
        case _:
            play.peer.sync_answer(cursor.string())


@cache
def _script() -> Script:
    """A game in its second round, of which some requests know less."""
    script = Script(people(_SEATS))
    for _step in range(4):
        script.add(*(script.answer(slot.seat) for slot in ENGINE.expected(script.state)))
    return script


def _sync(payload: bytes) -> None:
    found = sync.answer(_script().ledger, (), payload)
    for _kind, record in found.records:
        decode_record(record)
    for reply in found.replies:
        assert not sync.answer(_script().ledger, (), reply).bad


def _sync_seeds() -> Iterator[bytes]:
    ledger = _script().ledger
    yield sync.request(ledger, ())
    yield sync.request(ledger, (), asked_back=True)
    yield sync.request(Script(people(_SEATS)).ledger, ())
    yield from (pack(value) for value in _ANSWERS)


_ANSWERS: tuple[Value, ...] = ((1,), (2,))

TARGETS = (
    Target(name="events", check=_event, seeds=lambda: [event.record for event in EVENTS.values()]),
    Target(name="events-signed", check=_signed_event, seeds=lambda: [event.unsigned for event in EVENTS.values()]),
    Target(name="evidence", check=_evidence, seeds=lambda: [TWICE.record, REFUSED.record]),
    Target(
        name="evidence-signed",
        check=_signed_evidence,
        seeds=lambda: [_counted(event.unsigned for event in proof.events) for proof in (TWICE, REFUSED)],
    ),
    Target(name="rules-wire", check=_rules, seeds=lambda: [bytes(encode_rules(rules)) for rules in PRESETS.values()]),
    Target(name="sync", check=_sync, seeds=_sync_seeds),
    Target(name="verdicts", check=_verdict, seeds=_verdict_seeds, slow=0.005),
    Target(
        name="peer",
        check=_peer,
        seeds=lambda: [bytes([seat, what, 1] * 8) for seat in (0, 1) for what in range(8)],
        slow=0.005,
    ),
)
