"""One peer, input by input: what it signs, in which order it asks for what, and what it never does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

import pytest

from scatnet.log import Event, Evidence, Identity, Kind, decode_record, make_event, make_evidence
from scatnet.log.bodies import Lapse, body_of
from scatnet.table.effects import (
    Closed,
    Effect,
    FalsePlay,
    Happened,
    Ignored,
    Job,
    NoteSigned,
    Persist,
    RecordType,
    Rewound,
    Send,
    Wake,
    WantSync,
)
from scatnet.table.happenings import HappeningKind
from scatnet.table.peer import ChoiceRefusedError, OwnSeat, Peer, PeerSettings
from scatnet.table.view import Choice, Verb
from tests.table.ledger_play import ENGINE, Script, people
from tests.table.small_game import SmallPlayer, SmallState

SETTINGS = PeerSettings(patience=60.0, turn_clock=0.0)
E = TypeVar("E")


class Desk:
    """A peer with its effects, job after job done at once."""

    def __init__(
        self,
        script: Script,
        place: int | None,
        *,
        person: bool = False,
        settings: PeerSettings = SETTINGS,
        records: Iterable[tuple[int, bytes]] = (),
        notes: Iterable[bytes] = (),
        now: float = 0.0,
    ) -> None:
        signer = None if place is None else script.operators[place]
        seats = [] if signer is None else [OwnSeat(player=SmallPlayer(signer, computer=not person), nickname="A")]
        self.peer: Peer[SmallState] = Peer(
            engine=ENGINE,
            genesis=script.genesis,
            settings=settings,
            operator=signer,
            seats=seats,
            records=records,
            notes=notes,
        )
        self.now = now
        self.effects: list[Effect[SmallState]] = []
        self.do(self.peer.start(now))

    def do(self, effects: list[Effect[SmallState]]) -> list[Effect[SmallState]]:
        """Do effects, jobs included; gives all that came of them."""
        came = list(effects)
        self.effects += effects
        for effect in effects:
            if isinstance(effect, Job):
                came += self.do(self.peer.job_done(effect.run(), self.now))
        return came

    def give(self, *events: Event) -> list[Effect[SmallState]]:
        """Events from outside."""
        return [
            effect
            for event in events
            for effect in self.do(self.peer.receive(RecordType.EVENT, event.record, self.now))
        ]

    def wait(self, seconds: float) -> list[Effect[SmallState]]:
        """Let time go by, waking the peer as it asks for."""
        came: list[Effect[SmallState]] = []
        end = self.now + seconds
        while self.now < end:
            wake = next((effect.at for effect in reversed(self.effects) if isinstance(effect, Wake)), None)
            self.now = end if wake is None else min(end, max(wake, self.now + 0.001))
            came += self.do(self.peer.tick(self.now))
        return came


def of(kind: type[E], effects: Iterable[object]) -> list[E]:
    """The effects of one kind."""
    return [effect for effect in effects if isinstance(effect, kind)]


def sent(effects: Iterable[object], author: Identity) -> list[Event]:
    """What was sent of an author."""
    events = [decode_record(effect.record) for effect in of(Send, effects)]
    return [event for event in events if event.author == author.public]


def test_what_is_signed_is_noted_and_written_before_it_is_sent() -> None:
    desk = Desk(Script(people(2)), 0)
    note, persist, send = [effect for effect in desk.effects if isinstance(effect, NoteSigned | Persist | Send)][:3]
    assert isinstance(note, NoteSigned)
    assert persist == Persist(RecordType.EVENT, note.record, durable=True)
    assert send == Send(RecordType.EVENT, note.record)


def test_a_peer_restarted_from_its_log_signs_nothing_new() -> None:
    script = Script(people(2))
    first = Desk(script, 0)
    notes = [note.record for note in of(NoteSigned, first.effects)]
    again = Desk(script, 0, records=[(1, note) for note in notes], notes=notes[-1:])
    assert not of(NoteSigned, again.effects)
    assert again.peer.ledger.head == first.peer.ledger.head


def test_a_note_without_its_record_in_the_log_is_put_back_and_sent() -> None:
    script = Script(people(2))
    *earlier, newest = [note.record for note in of(NoteSigned, Desk(script, 0).effects)]
    again = Desk(script, 0, records=[(1, record) for record in earlier], notes=[newest])
    assert not of(NoteSigned, again.effects)
    assert of(Persist, again.effects) == [Persist(RecordType.EVENT, newest, durable=True)]
    assert of(Send, again.effects) == [Send(RecordType.EVENT, newest)]


def test_every_answer_that_only_the_notes_still_have_comes_back_when_its_head_is_reached() -> None:
    script = Script(people(3))
    script.play(4)
    key = script.operators[0].public
    own = [event for event in script.records if event.author == key]
    others = [event for event in script.records if event.author != key]
    assert len(own) > 2
    desk = Desk(script, 0, notes=[event.record for event in own])  # and nobody else has a copy of them
    assert len(sent(desk.effects, script.operators[0])) < len(own)
    desk.give(*others)
    assert script.ledger.head in desk.peer.ledger.nodes
    assert not desk.peer.waits_for_sync()
    for event in own:
        assert event in sent(desk.effects, script.operators[0])
        assert sum(persist.record == event.record for persist in of(Persist, desk.effects)) == 1


def test_an_older_answer_that_nobody_reaches_any_more_holds_up_nothing_that_is_newer() -> None:
    script = Script(people(3))
    script.play(3)
    signer = script.operators[0]
    lost = make_event(signer, table=script.genesis.table, head=bytes(range(32)), kind=Kind.SHUFFLE, body=(0,))
    own = [event.record for event in script.records if event.author == signer.public]
    log = [(1, event.record) for event in script.records]
    desk = Desk(script, 0, records=log, notes=[own[0], lost.record, *own[1:]])
    assert not desk.peer.waits_for_sync()
    assert Desk(script, 0, records=log, notes=[*own, lost.record]).peer.waits_for_sync()


def test_a_peer_whose_log_lacks_what_it_has_signed_signs_nothing_before_a_sync_has_brought_it() -> None:
    script = Script(people(3))
    script.play(3)
    own = [event for event in script.records if event.author == script.operators[0].public]
    desk = Desk(script, 0, notes=[own[-1].record])
    assert desk.peer.waits_for_sync()
    assert WantSync() in desk.effects
    assert not of(NoteSigned, desk.effects)
    assert not of(NoteSigned, desk.wait(500.0))
    came = desk.give(*script.records)
    assert not desk.peer.waits_for_sync()
    assert desk.peer.ledger.head == script.ledger.head
    signed = [note.event for note in of(NoteSigned, came)]
    assert all(event.head == script.ledger.head for event in signed)


def test_a_peer_passes_on_what_is_new_once() -> None:
    script = Script(people(3))
    desk = Desk(script, None)
    event = script.answer(0)
    assert [effect.record for effect in of(Send, desk.give(event))] == [event.record]
    assert not desk.give(event)


def test_bytes_that_are_no_record_are_ignored_and_change_nothing() -> None:
    desk = Desk(Script(people(3)), 2)
    head = desk.peer.ledger.head
    for kind, record in ((1, b""), (1, b"\x00" * 500), (2, b"\x91\xc4\x00"), (7, b"x")):
        (effect,) = desk.peer.receive(kind, record, 1.0)
        assert isinstance(effect, Ignored)
        assert effect.fault
    assert desk.peer.ledger.head == head


def test_events_of_another_table_and_of_strangers_are_ignored() -> None:
    script = Script(people(3))
    desk = Desk(script, 2)
    stranger = Identity(b"s" * 32)
    other = make_event(stranger, table=b"o" * 32, head=script.ledger.head, kind=Kind.DRAW, body=())
    unknown = make_event(stranger, table=script.ledger.table, head=script.ledger.head, kind=Kind.DRAW, body=())
    assert of(Ignored, desk.give(other))[0].fault
    assert not of(Ignored, desk.give(unknown))[0].fault


def test_an_early_event_asks_for_a_sync() -> None:
    script = Script(people(3))
    script.play(2)
    assert WantSync() in Desk(script, 2).give(script.records[-1])


def test_a_person_has_to_choose_and_an_impossible_choice_is_refused() -> None:
    script = Script(people(2))
    script.play(2)
    seat = script.state.turn[0]
    desk = Desk(script, seat, person=True)
    desk.give(*script.records)
    assert not [note for note in of(NoteSigned, desk.effects) if note.event.kind is Kind.SHUFFLE]
    with pytest.raises(ChoiceRefusedError, match="not possible"):
        desk.peer.choose(seat, Choice(verb=Verb.DRAW, card=1000), 1.0)
    with pytest.raises(ChoiceRefusedError, match="does not wait"):
        desk.peer.choose(1 - seat, Choice(verb=Verb.DRAW, card=5), 1.0)
    came = desk.do(desk.peer.choose(seat, Choice(verb=Verb.DRAW, card=5), 1.0))
    assert [event.body for event in sent(came, script.operators[seat])] == [(5,)]


def test_a_stand_in_plays_when_the_turn_clock_runs_out_and_says_so() -> None:
    script = Script(people(2))
    script.play(2)
    seat = script.state.turn[0]
    desk = Desk(script, seat, person=True, settings=replace(SETTINGS, turn_clock=30.0))
    desk.give(*script.records)
    assert not sent(desk.wait(29.0), script.operators[seat])
    (waiting,) = desk.peer.waiting()
    assert waiting.clock_at == pytest.approx(30.0)
    came = desk.wait(2.0)
    assert [event.kind for event in sent(came, script.operators[seat])] == [Kind.SHUFFLE]
    assert [effect.happening.kind for effect in of(Happened, came)] == [HappeningKind.STOOD_IN]


def test_nobody_is_voted_on_before_a_stand_in_could_have_played() -> None:
    assert replace(SETTINGS, turn_clock=600.0).lapse_after > 600.0
    assert replace(SETTINGS, turn_clock=10.0).lapse_after == SETTINGS.patience


def test_a_missing_answer_is_voted_on_once_after_patience() -> None:
    script = Script(people(3))
    script.play(1)
    desk = Desk(script, 0)
    desk.give(*script.records, *script.answers(without=[2]))
    assert not of(NoteSigned, desk.wait(59.0))
    (waiting,) = desk.peer.waiting()
    assert (waiting.seat, waiting.lapse_at) == (2, 60.0)
    came = desk.wait(500.0)
    (vote,) = [note.event for note in of(NoteSigned, came)]
    assert body_of(vote) == Lapse(2, b"")
    assert [persist.durable for persist in of(Persist, came) if persist.record == vote.record] == [True]


def test_with_two_operators_nobody_is_ever_voted_on() -> None:
    script = Script(people(2))
    script.play(1)
    desk = Desk(script, 0)
    desk.give(*script.records, *script.answers(without=[1]))
    assert not of(NoteSigned, desk.wait(10_000.0))
    assert [waiting.lapse_at for waiting in desk.peer.waiting()] == [None]


def test_time_that_the_machine_slept_through_is_nobodys_fault() -> None:
    script = Script(people(3))
    script.play(1)
    desk = Desk(script, 0)
    desk.give(*script.records, *script.answers(without=[2]))
    desk.now += 3600.0
    assert not of(NoteSigned, desk.do(desk.peer.tick(desk.now)))
    assert not of(NoteSigned, desk.wait(50.0))
    assert of(NoteSigned, desk.wait(20.0))


def test_whoever_has_the_event_keeps_it_as_soon_as_somebody_objects() -> None:
    script = Script(people(4))
    script.play(1)
    desk = Desk(script, 0)
    desk.give(*script.records, *script.answers(without=[1]))
    came = desk.give(script.lapse(1, 2))
    (keep,) = [note.event for note in of(NoteSigned, came)]
    assert keep.kind is Kind.KEEP
    assert not of(NoteSigned, desk.give(script.lapse(3, 2)))


def test_who_voted_lapse_goes_on_with_the_event_only_when_half_hold_on_to_it() -> None:
    script = Script(people(5))
    script.play(1)
    desk = Desk(script, 0)
    desk.give(*script.records, *script.answers(without=[4]))
    (vote,) = [note.event for note in of(NoteSigned, desk.wait(61.0))]
    assert vote.kind is Kind.LAPSE
    late = script.answer(4)
    script.add(*script.answers(without=[4]), late)
    assert script.state.turn[0] == 0
    came = desk.give(late)
    assert of(Closed, came)
    assert not of(NoteSigned, came)
    assert not of(NoteSigned, desk.give(script.keep(1, late, 4)))
    assert [note.event.kind for note in of(NoteSigned, desk.give(script.keep(2, late, 4)))] == [Kind.SHUFFLE]


def test_who_is_held_still_keeps_what_others_object_to_at_the_same_step() -> None:
    script = Script(people(5))
    script.play(1)
    at = script.state
    desk = Desk(script, 0)
    desk.give(*script.records, *script.answers(without=[4]))
    desk.wait(61.0)
    desk.give(script.answer(4))
    (keep,) = [note.event for note in of(NoteSigned, desk.give(script.lapse(1, 3, state=at)))]
    assert (keep.kind, keep.head) == (Kind.KEEP, at.head)


def test_who_voted_lapse_takes_it_back_after_another_patience_where_the_answers_stay_out() -> None:
    script = Script(people(5))
    script.play(1)
    desk = Desk(script, 0)
    desk.give(*script.records, *script.answers(without=[4]))
    desk.wait(61.0)
    desk.give(script.answer(4))
    assert not of(NoteSigned, desk.wait(55.0))
    assert [note.event.kind for note in of(NoteSigned, desk.wait(10.0))] == [Kind.SHUFFLE]


def test_whoever_is_outvoted_rewinds_to_the_step() -> None:
    script = Script(people(5))
    script.play(1)
    at = script.state
    desk = Desk(script, 3)
    desk.give(*script.records, *script.answers())
    assert desk.peer.ledger.tip.number == 2
    came = desk.give(*[script.lapse(voter, 4, state=at) for voter in (0, 1, 2)])
    assert [effect.steps for effect in of(Rewound, came)] == [1]
    assert (of(Closed, came)[0].before, of(Closed, came)[0].after.number) == (at, 2)
    assert desk.peer.state.seats[4].away_since


def test_whoever_has_gone_on_keeps_the_event_by_that_alone() -> None:
    script = Script(people(5))
    script.play(1)
    at = script.state
    desk = Desk(script, 0)
    desk.give(*script.records, *script.answers())
    assert sent(desk.effects, script.operators[0])[-1].kind is Kind.SHUFFLE  # beyond the step
    came = desk.give(*[script.lapse(voter, 4, state=at) for voter in (1, 2)])
    assert not of(NoteSigned, came)


def test_two_answers_are_told_of_and_written_as_evidence() -> None:
    script = Script(people(3))
    script.play(2)
    seat = script.state.turn[0]
    desk = Desk(script, next(place for place in range(3) if place != seat))
    desk.give(*script.records)
    first, second = script.answer(seat, 1), script.answer(seat, 2)
    came = desk.give(first, second)
    assert [effect.author for effect in of(FalsePlay, came)] == [first.author]
    written = [effect for effect in of(Persist, came) if effect.type is RecordType.EVIDENCE]
    assert [effect.record for effect in written] == [make_evidence(first, second).record]


def test_evidence_from_outside_counts_only_for_what_it_shows() -> None:
    script = Script(people(3))
    script.play(2)
    seat = script.state.turn[0]
    desk = Desk(script, next(place for place in range(3) if place != seat))
    desk.give(*script.records)
    sound = Evidence((script.answer(seat, 1),))
    came = desk.do(desk.peer.receive(RecordType.EVIDENCE, sound.record, desk.now))
    assert not of(FalsePlay, came)
    assert desk.peer.ledger.chain[3].path == ((seat, sound.events[0].digest),)


def test_a_refused_event_makes_the_others_lapse_it_also_with_two_operators() -> None:
    script = Script(people(2))
    script.play(2)
    seat = script.state.turn[0]
    desk = Desk(script, 1 - seat)
    desk.give(*script.records)
    came = desk.give(script.answer(seat, 100))
    assert desk.peer.state.seats[seat].away_since
    assert of(NoteSigned, came)[0].event.kind is Kind.LAPSE


def test_an_away_seat_asks_back_and_whoever_opens_the_round_lets_it_in() -> None:
    script = Script(people(4))
    script.play(1)
    script.add(*script.answers(without=[3]), *[script.lapse(voter, 3) for voter in (0, 1, 2)])
    lapsed = Desk(script, 3)
    asked = [event for event in sent(lapsed.give(*script.records), script.operators[3]) if event.kind is Kind.BACK]
    assert [event.head for event in asked] == [script.state.seats[3].away_since]
    opener = Desk(script, 0)
    opener.give(*asked, *script.records)
    assert not opener.peer.state.seats[3].away_since


def test_leaving_answers_the_next_slot_with_resign() -> None:
    script = Script(people(3))
    script.play(1)
    desk = Desk(script, 1)
    desk.do(desk.peer.resign(0.0))
    came = desk.give(*script.records)
    assert [event.kind for event in sent(came, script.operators[1])] == [Kind.RESIGN]


def test_a_spectator_checks_everything_and_signs_nothing() -> None:
    script = Script(people(3), rounds=2)
    script.play(10)
    desk = Desk(script, None)
    desk.give(*script.records)
    assert desk.peer.ledger.head == script.ledger.head
    assert not of(NoteSigned, desk.effects)
    assert not of(NoteSigned, desk.wait(1000.0))


def test_a_peer_made_again_from_its_own_log_is_where_it_was() -> None:
    script = Script(people(3), rounds=2)
    script.play(7)
    script.add(script.answer(script.state.turn[0] if script.state.turn else 0, 100))
    desk = Desk(script, None)
    desk.give(*script.records)
    log = [(int(effect.type), effect.record) for effect in of(Persist, desk.effects)]
    again = Desk(script, None, records=log)
    assert again.peer.ledger.head == desk.peer.ledger.head
    assert again.peer.state == desk.peer.state
    assert again.peer.ledger.evidence.keys() == desk.peer.ledger.evidence.keys()
    assert not of(Persist, again.effects)
