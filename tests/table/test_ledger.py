"""The tree of heads: the same records give the same chain, whatever happens on the way."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scatnet.log import Event, Kind, make_event
from scatnet.table.archive import CHECKPOINTS, RECENT_STEPS
from scatnet.table.ledger import ANSWERS, Admission, Ledger
from tests.simulation.judge import replayed_head
from tests.table.ledger_play import ENGINE, Script, first_state, people, settle, take_in
from tests.table.small_game import SmallState, lapse_vote, number_event


def copy_of(script: Script) -> Ledger[SmallState]:
    return Ledger(ENGINE, script.genesis)


def contested() -> list[Event]:
    """Lapses, a late event, votes against the past, two answers to one head, a refused one."""
    script = Script(people(5), rounds=4)
    script.play(1)
    before = script.state
    late = script.answer(2)
    script.add(*script.answers(without=[2]))
    script.add(script.lapse(0, 2), script.lapse(1, 2), script.lapse(3, 2))  # more than half of five
    script.add(late, script.keep(4, late, 2))
    script.add(script.lapse(3, 0, state=before))  # of no consequence: everybody has gone on
    script.add(script.back(2))
    script.play(2)
    state = script.state
    assert state.stage == "turn"
    first, second = script.answer(state.turn[0], 5), script.answer(state.turn[0], 6)
    script.add(first)
    beyond = script.state
    script.add(*script.answers())
    script.add(second)
    others = [place for place in (0, 1, 3, 4) if script.operators[place].public != first.author]
    for voter in others[:3]:
        script.add(script.keep(voter, first, state.turn[0]))
    assert script.ledger.nodes[beyond.head] in script.ledger.chain
    script.add(script.answer(script.state.turn[0], 100))
    for voter in (0, 1, 3, 4):
        script.add(script.lapse(voter, script.state.turn[0] if script.state.turn else 0))
    return script.records


def test_a_whole_game_closes_step_by_step() -> None:
    script = Script(people(3), rounds=2)
    script.play(10)
    assert script.state.stage == "over"
    assert [node.number for node in script.ledger.chain] == list(range(11))
    assert script.state == ENGINE.fold(
        script.ledger.state_of(script.ledger.chain[-2]), script.ledger.step_to(script.ledger.tip)
    )


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_same_records_give_the_same_head_in_whatever_order_they_come(seed: int) -> None:
    records = contested()
    script = Script(people(5), rounds=4)
    script.add(*records)
    assert replayed_head(records, ENGINE, script.genesis, random.Random(seed)) == script.ledger.head


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), share=st.floats(0, 1))
def test_a_peer_with_part_of_the_records_comes_to_the_same_head_once_it_has_them_all(seed: int, share: float) -> None:
    records = contested()
    chance = random.Random(seed)
    script = Script(people(5), rounds=4)
    script.add(*records)
    ledger = copy_of(script)
    take_in(ledger, [event for event in records if chance.random() < share])
    take_in(ledger, records)
    take_in(ledger, records)  # what had no place before has one now
    assert ledger.head == script.ledger.head
    assert ledger.state == script.state


def test_an_unchecked_event_decides_nothing() -> None:
    script = Script(people(2))
    ledger = copy_of(script)
    event = script.answer(0)
    assert ledger.add(event) is Admission.STORED
    assert not ledger.settle().reached
    (check,) = ledger.wanted()
    assert (check.state, check.event) == (script.genesis, event)
    assert ledger.wanted() == ()
    ledger.judge(event.head, event.digest, None)
    assert [node.number for node in ledger.settle().reached] == [1]


def test_a_refused_event_closes_nothing_and_is_evidence_against_its_author() -> None:
    script = Script(people(3))
    script.play(2)
    seat = script.state.turn[0]
    head = script.ledger.head
    script.add(script.answer(seat, 100))
    assert script.ledger.head == head
    (evidence,) = script.ledger.evidence.values()
    assert (evidence.author, evidence.head, len(evidence.events)) == (script.state.seats[seat].key, head, 1)


def test_a_stale_event_changes_nothing_and_is_no_evidence() -> None:
    script = Script(people(3))
    script.play(1)
    late = script.answer(2)
    script.add(*script.answers(without=[2]), script.lapse(0, 2), script.lapse(1, 2))
    script.play(3, without=[2])
    head = script.ledger.head
    script.add(late)
    assert script.ledger.head == head
    assert not script.ledger.evidence


def test_an_event_of_nobody_who_is_waited_for_is_useless() -> None:
    script = Script(people(3))
    stranger = people(4)[3]
    assert script.ledger.add(number_event(stranger, script.state, 1)) is Admission.USELESS
    assert script.ledger.add(lapse_vote(stranger, script.state, 0)) is Admission.USELESS
    elsewhere = make_event(stranger, table=b"t" * 32, head=script.state.head, kind=Kind.DRAW, body=())
    assert script.ledger.add(elsewhere) is Admission.USELESS


def test_an_event_for_a_head_not_reached_waits_for_it() -> None:
    script = Script(people(3))
    first = script.answers()
    script.add(*first)
    second = script.answers()
    ledger = copy_of(script)
    assert [ledger.add(event) for event in second] == [Admission.EARLY] * 3
    assert ledger.add(second[0]) is Admission.KNOWN
    take_in(ledger, first)
    assert ledger.tip.number == 2
    assert len(ledger.early) == 0


def test_early_events_are_bounded_and_push_out_only_those_of_their_author() -> None:
    script = Script(people(3))
    honest = make_event(script.operators[1], table=script.ledger.table, head=b"h" * 32, kind=Kind.DRAW, body=())
    script.ledger.add(honest)
    for count in range(3000):
        head = (count + 1).to_bytes(32, "big")
        flood = make_event(script.operators[2], table=script.ledger.table, head=head, kind=Kind.DRAW, body=())
        script.ledger.add(flood)
    assert len(script.ledger.early) < 2500
    assert script.ledger.early.holds(honest)


def test_a_slot_lapses_by_more_than_half_and_its_late_event_does_not_call_it_back() -> None:
    script = Script(people(3))
    script.play(1)
    late = script.answer(2)
    script.add(*script.answers(without=[2]), script.lapse(0, 2))
    assert script.state.stage == "all"
    script.add(script.lapse(1, 2))
    assert script.state.seats[2].away_since == script.ledger.head
    head = script.ledger.head
    script.add(late)
    assert script.ledger.head == head


def test_votes_that_come_late_rewind_whoever_had_gone_on() -> None:
    script = Script(people(5))
    script.play(1)
    at = script.state
    event = script.answer(4)
    script.add(*script.answers())
    assert script.ledger.tip.number == 2
    abandoned = script.ledger.tip
    for voter in (0, 1, 2):
        script.ledger.add(script.lapse(voter, 4, state=at))
    changes = script.ledger.settle()
    assert changes.undone == 1
    assert [node.path[4] for node in changes.reached] == [(4, None)]
    assert abandoned.head in script.ledger.nodes
    assert event.digest in abandoned.parent.answers(abandoned.parent.slots[4]) if abandoned.parent else False


def test_a_lapse_vote_of_operators_who_have_gone_on_is_void() -> None:
    script = Script(people(5))
    script.play(1)
    at = script.state
    script.play(3)
    head = script.ledger.head
    for voter in (0, 1, 2):
        script.add(script.lapse(voter, 4, state=at))
    assert script.ledger.head == head


def test_what_followed_on_an_abandoned_branch_is_found_even_where_the_chain_never_went() -> None:
    script = Script(people(5))
    script.play(1)
    at = script.state
    script.play(2)
    votes = [script.lapse(voter, 4, state=at) for voter in (0, 1, 2)]
    ledger = copy_of(script)
    take_in(ledger, [script.records[0]])
    take_in(ledger, votes)
    take_in(ledger, [event for event in script.records if event.author != script.operators[4].public])
    assert dict(ledger.chain[2].path)[4] is None
    take_in(ledger, script.records)  # the event, and with it all that 0, 1 and 2 have signed beyond
    assert ledger.head == script.ledger.head


def test_an_event_kept_by_most_others_survives_a_second_answer_revealed_late() -> None:
    script = Script(people(4), rounds=5)
    script.play(2)
    at, seat = script.state, script.state.turn[0]
    second = script.answer(seat, 50)
    script.play(8)
    head = script.ledger.head
    script.add(second)
    assert script.ledger.head == head
    (evidence,) = script.ledger.evidence.values()
    assert {event.digest for event in evidence.events} == {
        second.digest,
        dict(script.ledger.chain[at.number + 1].path)[seat],
    }


def test_two_answers_that_split_the_others_lapse_once_they_have_said_so() -> None:
    script = Script(people(3))
    script.play(2)
    seat = script.state.turn[0]
    others = [place for place in range(3) if place != seat]
    first, second = script.answer(seat, 1), script.answer(seat, 2)
    script.add(first)
    script.add(second)
    assert script.state.stage == "turn"
    script.add(script.keep(others[0], first, seat))
    script.add(script.keep(others[1], second, seat))
    assert script.state.seats[seat].away_since == script.ledger.head


def test_no_more_than_a_bounded_number_of_answers_to_one_head_is_kept_unless_somebody_keeps_it() -> None:
    script = Script(people(3))
    script.play(1)
    answers = [script.answer(2, number) for number in range(ANSWERS + 2)]
    kept = answers[ANSWERS]
    admissions = [script.ledger.add(event) for event in answers[:ANSWERS]]
    assert admissions == [Admission.STORED] * ANSWERS
    assert script.ledger.add(kept) is Admission.FULL
    script.add(script.keep(0, kept, 2))
    assert script.ledger.add(kept) is Admission.STORED
    assert script.ledger.add(answers[ANSWERS + 1]) is Admission.FULL


def test_a_long_game_keeps_few_states_and_an_old_step_can_still_be_reopened() -> None:
    script = Script(people(3), rounds=600)
    script.play(1)
    at, late = script.state, script.answer(2, 77)
    script.play(2500)
    nodes = script.ledger.chain
    with_state = [node for node in nodes if node.state is not None]
    assert len(with_state) <= RECENT_STEPS + CHECKPOINTS + 4
    assert sum(isinstance(event, Event) for node in nodes for _, event in node.listing()) <= 4 * (RECENT_STEPS + 4)
    head = script.ledger.head
    script.add(late)  # a second answer to the second head of all
    assert script.ledger.head == head
    assert len(script.ledger.evidence) == 1
    assert script.ledger.state_of(script.ledger.nodes[at.head]) == at
    reopened = script.ledger.state_of(nodes[1234])
    assert (reopened.number, reopened.head) == (1234, nodes[1234].head)


def test_a_rewound_chain_has_the_states_of_one_that_never_went_astray() -> None:
    script = Script(people(5), rounds=40)
    script.play(1)
    votes = [script.lapse(voter, 4) for voter in (0, 1, 2)]
    straight = copy_of(script)
    answers = script.answers()
    take_in(straight, [*script.records, *answers[:4], *votes])
    script.add(*answers)
    script.add(*votes)
    assert script.ledger.tip.number == 2
    assert script.ledger.head == straight.head
    assert script.ledger.state == straight.state


@pytest.mark.parametrize("count", [2, 3])
def test_what_is_told_as_closed_and_undone_adds_up_to_the_chain(count: int) -> None:
    script = Script(people(count), rounds=2)
    length = 0
    ledger = copy_of(script)
    script.play(6)
    for event in script.records:
        ledger.add(event)
        for check in ledger.wanted():
            ledger.judge(check.event.head, check.event.digest, ENGINE.verdict(check.state, check.event))
        changes = ledger.settle()
        length += len(changes.reached) - changes.undone
        assert length == ledger.tip.number
    settle(ledger)
    assert ledger.head == script.ledger.head
    assert first_state(people(count)).seats == script.genesis.seats
