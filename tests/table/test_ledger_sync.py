"""Two record sets become one by requests and answers alone, from whatever they were, in bounded parts."""

from __future__ import annotations

import random

import pytest

from scatnet.log import Event, decode_record
from scatnet.log.encoding import pack
from scatnet.table import sync
from scatnet.table.ledger import Ledger
from scatnet.table.sync import ANSWER_BYTES, answer, request
from tests.table.ledger_play import ENGINE, Script, people, take_in
from tests.table.small_game import SmallState, keep_vote


def ledger_with(script: Script, events: list[Event]) -> Ledger[SmallState]:
    ledger = Ledger(ENGINE, script.genesis)
    take_in(ledger, events)
    return ledger


def converge(one: Ledger[SmallState], other: Ledger[SmallState], *, rounds: int = 60) -> int:
    """Let each ask the other until neither gets anything new; gives the number of requests."""
    asked = 0
    for _ in range(rounds):
        heard = _ask(one, other, asked) + _ask(other, one, asked)
        asked += 2
        if not heard:
            return asked
    raise AssertionError("they never come to an end")


def _ask(asker: Ledger[SmallState], giver: Ledger[SmallState], turn: int) -> int:
    payload = request(asker, (), turn)
    assert len(payload) <= 60 * 1024
    given = answer(giver, (), payload)
    assert not given.bad
    assert len(given.records) == 1 or sum(len(record) for _, record in given.records) <= ANSWER_BYTES
    events = [decode_record(record) for _, record in given.records]
    take_in(asker, events)
    return len(events)


def digests(ledger: Ledger[SmallState]) -> set[bytes]:
    return {digest for node in ledger.nodes.values() for digest, _ in node.listing()}


def branched() -> Script:
    """A game with a lapse that some had gone on from, votes, and a second answer."""
    script = Script(people(5), rounds=6)
    script.play(1)
    at = script.state
    script.play(2)
    script.add(*[script.lapse(voter, 4, state=at) for voter in (0, 1, 2)])
    script.play(9)
    seat = script.state.turn[0] if script.state.turn else 0
    if script.state.stage == "turn":
        script.add(script.answer(seat, 7), script.answer(seat, 8))
    return script


@pytest.mark.parametrize("seed", range(12))
def test_any_two_parts_of_one_game_come_to_the_same_set_and_head(seed: int) -> None:
    chance = random.Random(seed)
    script = branched()
    one = ledger_with(script, [event for event in script.records if chance.random() < chance.choice((0.3, 0.9))])
    other = ledger_with(script, [event for event in script.records if chance.random() < 0.8])
    converge(one, other)
    assert one.head == other.head
    assert digests(one) == digests(other)


def test_an_empty_ledger_gets_a_long_game_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "ANSWER_BYTES", 4096)
    script = Script(people(3), rounds=60)
    script.play(240)
    late = Ledger(ENGINE, script.genesis)
    asked = converge(late, script.ledger, rounds=400)
    assert late.head == script.ledger.head
    assert asked > 20


def test_equal_sets_have_nothing_to_say() -> None:
    script = branched()
    other = ledger_with(script, script.records)
    given = answer(other, (), request(script.ledger, ()))
    assert given.records == ()
    assert len(given.replies) == 1  # that this was all


def test_a_peer_asked_about_what_it_does_not_know_asks_back() -> None:
    script = branched()
    behind = ledger_with(script, script.records[:8])
    given = answer(behind, (), request(script.ledger, ()))
    assert len(given.replies) == 2
    back = answer(script.ledger, (), given.replies[1])
    assert back.records


def test_two_peers_with_records_that_the_other_cannot_use_do_not_ask_each_other_for_ever() -> None:
    one, other = Script(people(3)), Script(people(3))
    one.add(one.answer(0))
    other.add(other.answer(0))
    at = one.state
    one.add(*[one.answer(2, number) for number in range(16)])
    other.add(*[other.answer(2, number) for number in range(16, 32)])
    assert at == other.state
    asked = answer(other.ledger, (), request(one.ledger, ()))
    assert asked.records
    assert len(asked.replies) == 2
    back = answer(one.ledger, (), asked.replies[1])
    assert back.records
    assert len(back.replies) == 1


def test_who_has_more_than_fits_says_so() -> None:
    script = Script(people(3), rounds=200)
    script.play(800)
    asker = Ledger(ENGINE, script.genesis)
    given = answer(script.ledger, (), request(asker, ()))
    more = answer(asker, (), given.replies[0])
    assert more.again == (sum(len(event.record) for event in script.records) > ANSWER_BYTES)


def test_witnesses_of_old_steps_and_abandoned_branches_are_brought_too() -> None:
    script = branched()
    chain_only = [
        event
        for event in script.records
        if any(event.digest in {digest for _, digest in node.path} for node in script.ledger.chain)
    ]
    plain = ledger_with(script, [event for event in script.records if event in chain_only or event.kind == "lapse"])
    converge(plain, script.ledger)
    assert digests(plain) == digests(script.ledger)


def test_more_names_than_one_request_holds_are_named_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "_NAMES", 4)
    script = branched()
    for node in script.ledger.chain[4:9]:
        for slot in node.slots:
            for voter in script.operators:
                for digest in node.admissible(slot):
                    script.add(keep_vote(voter, node.answers(slot)[digest], slot.seat))
    other = ledger_with(script, script.records[::2])
    for turn in range(60):
        _ask(other, script.ledger, turn)
    assert digests(other) == digests(script.ledger)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xff" * 40,
        pack((0,)),
        pack((0, b"", b"", b"", b"")),
        pack((0, b"x" * 31, b"", b"", b"")),
        pack((9,)),
        pack((0, b"x" * 32, b"", b"", b"y" * 7)),
        b"\x00" * 100_000,
    ],
)
def test_a_payload_that_no_peer_sends_is_bad(payload: bytes) -> None:
    script = branched()
    assert answer(script.ledger, (), payload).bad
