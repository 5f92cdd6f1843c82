"""Logs in which somebody cheats: the audit names exactly that seat, whether the table has dealt with it or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from scatnet.audit import Audit, Fault, FaultCode, IrregularityCode, Verdict
from scatnet.log import Event, Evidence, Kind, Outcome, Step, Value, make_evidence
from scatnet.log import bodies as log
from scatnet.rules.ruleset import PRESETS, FirstDealer
from scatnet.table.fold import fold
from scatnet.table.slots import expected
from scatnet.table.state import Stage
from scatnet.table.view import Verb
from tests.audit.helpers import Record, audited, changed, records_of, vote
from tests.table.helpers import Table, begun_table, idle
from tests.table.stacking import stacked_deck
from tests.table.stages import WINDOWS

Cheat = Callable[[Table, int], Event]

RULES = replace(WINDOWS, minimum_knock=38)


def table_at(stage: Stage) -> Table:
    """Four people, the host dealing, at the first step of a stage."""
    deck = stacked_deck(["2C 3D 4H", "5C 6D 7H", "8C 9D 10H", "JC QD 2H"], "KS 3S 4S 5S 6S 7S 8S")
    table = begun_table(seats=4, rules=RULES, deck=deck, chooser=idle)
    table.play_until(stage)
    return table


def spoilt(table: Table, seat: int, which: int = 0) -> Event:
    """The seat's honest answer with one bit of its proof changed, signed all the same."""
    event = table.honest(table.slot(seat))
    body: tuple[Value, ...] = event.body
    field = next(place for place, value in enumerate(body) if isinstance(value, tuple) and value)
    versions = list(changed(body[field]))
    wrong = (*body[:field], versions[which % len(versions)], *body[field + 1 :])
    return table.event(seat, event.kind, wrong)


def forged_reveal(table: Table, seat: int) -> Event:
    """A nonce that was not committed to."""
    return table.event(seat, Kind.COIN_REVEAL, log.CoinReveal(b"\7" * 32).to_body())


def used_again(table: Table, seat: int) -> Event:
    """A round key and commitment of an earlier round."""
    for step in table.steps:
        for outcome in step.outcomes:
            event = outcome.event
            if event is not None and event.kind is Kind.ROUND_KEY and event.author == table.state.seats[seat].key:
                return table.event(seat, Kind.ROUND_KEY, event.body)
    raise AssertionError("there is no earlier key")


def second_take(table: Table, seat: int) -> Event:
    """A pass while the stock has cards."""
    return table.event(seat, Kind.PASS, ())


CHEATS: dict[str, tuple[Stage, Cheat]] = {
    "a false nonce": (Stage.COIN_REVEAL, forged_reveal),
    "a forged key": (Stage.KEYS, lambda table, seat: spoilt(table, seat, 0)),
    "a wrong shuffle": (Stage.SHUFFLE, lambda table, seat: spoilt(table, seat, 0)),
    "a forged share of the deal": (Stage.DEAL_SHARES, lambda table, seat: spoilt(table, seat, 3)),
    "a forged share of a draw": (Stage.DRAW_SHARES, lambda table, seat: spoilt(table, seat, 1)),
    "a false discard": (Stage.DISCARD, lambda table, seat: spoilt(table, seat, 9)),
    "a pass that is none": (Stage.TURN, second_take),
}


def cheat_at(table: Table) -> int:
    """The last seat that the table waits for."""
    return expected(table.state)[-1].seat


def other_answers(table: Table, cheat: int) -> list[Event]:
    return [table.honest(slot) for slot in expected(table.state) if slot.seat != cheat]


def blamed(audit: Audit, table: Table, seat: int) -> Fault:
    """The first fault, which has to be this seat's."""
    assert audit.verdict is Verdict.NOT_VALID
    fault = audit.faults[0]
    assert audit.state is not None
    key = table.state.seats[seat].key
    assert fault.author == key
    assert fault.name == next(each.name for each in table.state.seats if each.key == key)
    return fault


@pytest.mark.parametrize("name", CHEATS)
def test_a_log_that_stops_at_false_play_names_its_author(name: str, tmp_path: Path) -> None:
    stage, cheat = CHEATS[name]
    table = table_at(stage)
    seat = cheat_at(table)
    event = cheat(table, seat)
    records = [*records_of(table), *other_answers(table, seat), event]
    fault = blamed(audited(tmp_path / "log", records), table, seat)
    assert (fault.code, fault.kind, fault.record) == (FaultCode.FALSE_PLAY, event.kind, len(records))
    assert fault.step == table.state.number


@pytest.mark.parametrize("name", ["a forged share of the deal", "a forged share of a draw", "a wrong shuffle"])
def test_a_log_in_which_all_went_on_with_false_play_names_its_author(name: str, tmp_path: Path) -> None:
    stage, cheat = CHEATS[name]
    table = table_at(stage)
    seat = cheat_at(table)
    event = cheat(table, seat)
    records: list[Record] = [*records_of(table), *other_answers(table, seat), event]
    number = len(records)
    outcomes = {slot.seat: table.honest(slot) for slot in expected(table.state) if slot.seat != seat} | {seat: event}
    step = Step(table.state.head, tuple(Outcome(each, outcomes[each]) for each in sorted(outcomes)))
    cheated = fold(table.state, step)
    table.state = cheated
    for slot in expected(cheated):  # whatever they sign now stands on what is false
        records.append(table.event(slot.seat, Kind.RESIGN, log.Resign(b"\1" * 32).to_body()))
    fault = blamed(audited(tmp_path / "log", records), table, seat)
    assert (fault.code, fault.kind, fault.record) == (FaultCode.FALSE_PLAY, event.kind, number)


@pytest.mark.parametrize("name", [name for name in CHEATS if name != "a false nonce"])
def test_false_play_that_the_table_dealt_with_is_told_and_the_log_is_valid(name: str, tmp_path: Path) -> None:
    stage, cheat = CHEATS[name]
    table = table_at(stage)
    seat = cheat_at(table)
    event = cheat(table, seat)
    evidence = make_evidence(event)
    voters = [who for who in table.identities if who.public != event.author]
    votes: list[Record] = [evidence, *(vote(who, table, seat, evidence.digest) for who in voters)]
    at = table.state.number
    table.lapse(seat)
    table.close({expected(table.state)[0].seat: table.open_round(evidence=[(seat, evidence)])})
    audit = audited(tmp_path / "log", records_of(table, {at: votes}))
    assert (audit.verdict, audit.faults) == (Verdict.VALID, ())
    codes = [one.code for one in audit.irregularities]
    assert codes == [IrregularityCode.FALSE_PLAY, IrregularityCode.LAPSED, IrregularityCode.EXPELLED]
    assert {one.seat for one in audit.irregularities} == {seat}
    assert {one.name for one in audit.irregularities} == {table.state.seats[seat].name}
    assert len(audit.irregularities[1].by) == 3
    assert audit.irregularities[0].step == at


def test_two_answers_of_one_seat_are_told_with_the_one_that_stands(tmp_path: Path) -> None:
    table = table_at(Stage.THROW_DOWN)
    seat = cheat_at(table)
    honest = table.honest(table.slot(seat))
    other = table.event(seat, Kind.THROW_DOWN, (True,))
    evidence = make_evidence(honest, other)
    at = table.state.number
    table.step({seat: honest})
    table.play_until(Stage.TURN)
    audit = audited(tmp_path / "log", records_of(table, {at: [evidence]}))
    assert (audit.verdict, audit.faults) == (Verdict.VALID, ())
    (one,) = audit.irregularities
    assert (one.code, one.seat) == (IrregularityCode.FALSE_PLAY, seat)
    assert audit.state is not None
    assert audit.state.head == table.state.head


def test_two_answers_on_which_the_game_hangs_are_a_fault(tmp_path: Path) -> None:
    table = table_at(Stage.THROW_DOWN)
    seat = cheat_at(table)
    events = [*other_answers(table, seat), table.honest(table.slot(seat)), table.event(seat, Kind.THROW_DOWN, (True,))]
    fault = blamed(audited(tmp_path / "log", [*records_of(table), *events]), table, seat)
    assert fault.code is FaultCode.FALSE_PLAY


def test_an_unlawful_knock_is_told_and_its_player_is_out_by_the_rules(tmp_path: Path) -> None:
    table = table_at(Stage.TURN)
    seat = table.acting
    table.close({seat: table.event(seat, Kind.KNOCK, ())})
    while table.state.stage is not Stage.OPENING:
        table.step()
    audit = audited(tmp_path / "log", records_of(table))
    assert audit.verdict is Verdict.VALID
    (one,) = audit.irregularities
    assert (one.code, one.seat) == (IrregularityCode.UNLAWFUL_KNOCK, seat)
    assert audit.state is not None
    assert audit.state.game is not None
    assert audit.state.game.out == (seat,)


def test_a_key_used_a_second_time_is_named(tmp_path: Path) -> None:
    table = table_at(Stage.TURN)
    table.lapse(table.acting)
    table.play_until(Stage.KEYS)
    seat = cheat_at(table)
    at = next(n for n, step in enumerate(table.steps) if any(outcome.event is None for outcome in step.outcomes))
    lapsed = next(outcome.seat for outcome in table.steps[at].outcomes if outcome.event is None)
    before = replace(table, state=table.states[at])
    votes = [vote(who, before, lapsed) for who in table.identities if who.public != table.state.seats[lapsed].key]
    event = used_again(table, seat)
    records = [*records_of(table, {at: votes}), *other_answers(table, seat), event]
    fault = blamed(audited(tmp_path / "log", records), table, seat)
    assert (fault.code, fault.record) == (FaultCode.FALSE_PLAY, len(records))


def test_evidence_that_shows_nothing_is_a_fault(tmp_path: Path) -> None:
    table = table_at(Stage.TURN)
    honest = table.steps[-1].outcomes[0].event
    assert honest is not None
    records: list[Event | Evidence] = [*records_of(table), make_evidence(honest)]
    audit = audited(tmp_path / "log", records)
    assert audit.verdict is Verdict.NOT_VALID
    assert (audit.faults[0].code, audit.faults[0].record) == (FaultCode.NO_EVIDENCE, len(records))


def test_a_lapse_names_who_voted_and_without_enough_votes_the_log_stops(tmp_path: Path) -> None:
    table = table_at(Stage.DRAW_SHARES)
    seat = cheat_at(table)
    owner = table.state.seats[seat].key
    voters = [who for who in table.identities if who.public != owner]
    votes = [vote(who, table, seat) for who in voters]
    at = table.state.number
    table.lapse(seat)
    table.play_until(Stage.TURN)
    audit = audited(tmp_path / "log", records_of(table, {at: votes}))
    assert audit.verdict is Verdict.VALID
    (one,) = [one for one in audit.irregularities if one.code is IrregularityCode.LAPSED]
    assert (one.seat, one.step) == (seat, at)
    assert sorted(one.by) == sorted(f"Player {table.identities.index(who)}" for who in voters)
    stopped = audited(tmp_path / "log", records_of(table, {at: votes[:1]}))
    assert stopped.verdict is Verdict.NOT_VALID
    assert (stopped.faults[0].code, stopped.faults[0].author) == (FaultCode.MISSING, owner)


def test_a_vote_by_somebody_without_a_say_is_a_fault(tmp_path: Path) -> None:
    table = table_at(Stage.TURN)
    acting = table.acting
    own = next(who for who in table.identities if who.public == table.state.seats[acting].key)
    records = [*records_of(table), vote(own, table, acting)]
    fault = blamed(audited(tmp_path / "log", records), table, acting)
    assert (fault.code, fault.record) == (FaultCode.NOT_EXPECTED, len(records))


def test_resigning_is_told_and_is_nobodys_fault(tmp_path: Path) -> None:
    table = table_at(Stage.TURN)
    seat = table.acting
    table.resign(seat)
    audit = audited(tmp_path / "log", records_of(table))
    assert audit.verdict is Verdict.VALID
    (one,) = audit.irregularities
    assert (one.code, one.seat, one.name) == (IrregularityCode.RESIGNED, seat, table.state.seats[seat].name)


def test_an_answer_after_a_lapse_opens_a_branch_that_is_told(tmp_path: Path) -> None:
    table = table_at(Stage.TURN)
    seat = table.acting
    other = replace(table, steps=[*table.steps], states=[*table.states])
    voters = [who for who in table.identities if who.public != table.state.seats[seat].key]
    votes: list[Record] = [vote(who, table, seat) for who in voters]
    at = table.state.number
    table.lapse(seat)
    table.play_until(Stage.TURN)
    other.play(Verb.DRAW)
    late: list[Record] = [outcome.event for outcome in other.steps[at].outcomes if outcome.event is not None]
    audit = audited(tmp_path / "log", records_of(table, {at: [*late, *votes]}))
    assert audit.verdict is Verdict.VALID
    assert audit.state is not None
    assert audit.state.head == table.state.head
    assert IrregularityCode.LAPSED in [one.code for one in audit.irregularities]


def test_the_presets_first_dealer_is_checked_too(tmp_path: Path) -> None:
    rules = replace(PRESETS["classic"], first_dealer=FirstDealer.HIGH_CARD)
    table = begun_table(seats=3, rules=rules, seed=3)
    table.play_until(Stage.OPENING)
    audit = audited(tmp_path / "log", records_of(table))
    assert audit.state is not None
    assert audit.state.game == table.state.game
