"""False play put before everybody: what a `round_open` may name as evidence, what convicts, and what never does."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scatnet.log import Event, Evidence, Kind, decode_record, make_event, make_evidence
from scatnet.log import bodies as log
from scatnet.rules.cards import parse_card
from scatnet.table.closing import game_of
from scatnet.table.examine import verdict
from scatnet.table.slots import expected
from scatnet.table.state import Stage
from scatnet.table.statements import playing_round
from scatnet.table.view import Choice, Verb
from tests.table.forging import false_answer, refusal, two_answers
from tests.table.helpers import Table, begun_table, host_deals, idle
from tests.table.stacking import stacked_deck
from tests.table.stages import BLIND, lobby_table, table_at


def opens_with(table: Table, evidence: Sequence[tuple[int, Evidence]], backs: Sequence[Event] = ()) -> Event:
    """A `round_open` with this evidence, as it comes back from its own bytes."""
    return decode_record(table.open_round(backs=backs, evidence=evidence).record)


def expelling(table: Table, *named: tuple[int, Evidence]) -> None:
    """Open the next round with this evidence."""
    opened = opens_with(table, named)
    table.close({expected(table.state)[0].seat: opened})


def test_two_different_answers_to_one_head_put_a_seat_out_also_when_one_of_them_stood() -> None:
    table = table_at(Stage.DEAL_CALL)
    evidence = two_answers(table, 2)
    table.settle_round()
    lives = game_of(table.state).lives
    expelling(table, (2, evidence))
    game = game_of(table.state)
    assert game.out == (2,)
    assert game.lives[2] == 0
    assert game.kitty == game_of(table.states[-1]).kitty + lives[2]
    assert 2 not in {slot.seat for slot in expected(table.state)}
    assert table.is_at(Stage.KEYS)


def test_two_different_answers_put_a_seat_out_whatever_the_rules_say_of_them() -> None:
    table = table_at(Stage.DEAL_SHARES)
    evidence = make_evidence(false_answer(table, 1), table.honest(table.slot(1)))
    table.settle_round()
    expelling(table, (1, evidence))
    assert game_of(table.state).out == (1,)


def test_a_refused_answer_whose_slot_lapsed_puts_its_seat_out() -> None:
    for stage in (Stage.KEYS, Stage.SHUFFLE, Stage.DEAL_SHARES, Stage.TURN, Stage.DISCARD, Stage.SHOW):
        table = table_at(stage)
        seat = expected(table.state)[-1].seat
        wrong = (
            table.event(seat, Kind.KNOCK, ())
            if stage is not Stage.TURN
            else table.event(seat, Kind.DISCARD, log.Discard(0, False, ()).to_body())
        )
        assert verdict(table.state, wrong) is not None
        table.lapse(seat)
        assert game_of(table.state).away == (seat,)
        expelling(table, (seat, make_evidence(wrong)))
        assert game_of(table.state).out == (seat,)
        assert game_of(table.state).away == ()


def test_a_false_proof_in_an_answer_whose_slot_lapsed_puts_its_seat_out() -> None:
    table = table_at(Stage.SHUFFLE)
    seat = expected(table.state)[0].seat
    copied = next(outcome.event for outcome in table.steps[-1].outcomes if outcome.event is not None)
    wrong = table.event(seat, Kind.SHUFFLE, (copied.body[0],))
    table.lapse(seat)
    expelling(table, (seat, make_evidence(wrong)))
    assert game_of(table.state).out == (seat,)


def test_a_seat_brought_back_by_somebody_who_knew_of_nothing_can_still_be_put_out() -> None:
    table = table_at(Stage.DEAL_SHARES)
    wrong = false_answer(table, 2)
    table.lapse(2)
    request = table.back(2)
    table.close({expected(table.state)[0].seat: table.open_round(backs=[request])})
    assert 2 in game_of(table.state).present
    table.settle_round()
    expelling(table, (2, make_evidence(wrong)))
    assert game_of(table.state).out == (2,)


def test_a_seat_that_asks_to_come_back_is_out_all_the_same_when_evidence_comes_with_it() -> None:
    table = table_at(Stage.DEAL_SHARES)
    wrong = false_answer(table, 2)
    table.lapse(2)
    opened = opens_with(table, [(2, make_evidence(wrong))], backs=[table.back(2)])
    table.close({expected(table.state)[0].seat: opened})
    assert game_of(table.state).out == (2,)


def test_several_seats_are_put_out_at_once_each_by_its_own_evidence() -> None:
    table = table_at(Stage.DEAL_SHARES)
    first, second = two_answers(table, 0), false_answer(table, 3)
    table.lapse(3)
    expelling(table, (0, first), (3, make_evidence(second)))
    assert set(game_of(table.state).out) == {0, 3}


def test_evidence_is_enough_with_two_players_and_the_other_has_won() -> None:
    for single in (False, True):
        table = table_at(Stage.DEAL_SHARES, seats=2)
        evidence = make_evidence(false_answer(table, 1)) if single else two_answers(table, 1)
        table.lapse(1)
        assert game_of(table.state).winners is None
        expelling(table, (1, evidence))
        assert table.is_at(Stage.OVER)
        assert game_of(table.state).winners == (0,)
        assert expected(table.state) == ()


def test_the_opener_itself_can_be_put_out_by_what_it_signs() -> None:
    table = table_at(Stage.DEAL_SHARES)
    evidence = {seat: two_answers(table, seat) for seat in range(4)}
    table.settle_round()
    opener = expected(table.state)[0].seat
    expelling(table, (opener, evidence[opener]))
    assert game_of(table.state).out == (opener,)


# Nothing else is evidence


def test_a_sound_answer_whose_slot_lapsed_convicts_nobody() -> None:
    for stage in (Stage.KEYS, Stage.SHUFFLE, Stage.DEAL_SHARES, Stage.SHOW):
        table = table_at(stage)
        seat = expected(table.state)[0].seat
        sound = table.honest(table.slot(seat))
        table.lapse(seat)
        assert "does not show false play" in refusal(table.state, opens_with(table, [(seat, make_evidence(sound))]))


def test_a_sound_opening_whose_slot_lapsed_convicts_nobody() -> None:
    table = table_at(Stage.OPENING)
    seat = expected(table.state)[0].seat
    sound = table.honest(table.slot(seat))
    table.lapse(seat)
    assert refusal(table.state, opens_with(table, [(seat, make_evidence(sound))]))


def test_a_false_opening_whose_slot_lapsed_convicts_its_author() -> None:
    table = table_at(Stage.KEYS)
    table.lapse(2)
    seat = expected(table.state)[0].seat
    wrong = table.open_round(backs=[table.back(2), table.back(2)])
    assert verdict(table.state, wrong) is not None
    table.lapse(seat)
    expelling(table, (seat, make_evidence(wrong)))
    assert game_of(table.state).out == (seat,)


def test_a_refused_answer_whose_slot_did_not_lapse_convicts_nobody() -> None:
    table = table_at(Stage.DEAL_SHARES)
    wrong = false_answer(table, 2)
    table.settle_round()
    assert refusal(table.state, opens_with(table, [(2, make_evidence(wrong))]))


def test_an_answer_for_another_head_than_the_one_that_lapsed_convicts_nobody() -> None:
    table = table_at(Stage.DEAL_SHARES)
    early = table.event(2, Kind.SHOW, log.Show((0, 1, 2), ()).to_body(), head=bytes([4]) * 32)
    stale = table.event(2, Kind.SHOW, log.Show((0, 1, 2), ()).to_body(), head=table.states[-1].head)
    table.lapse(2)
    for event in (early, stale):
        assert refusal(table.state, opens_with(table, [(2, make_evidence(event))]))


def test_an_answer_on_a_branch_that_was_left_convicts_nobody() -> None:
    table = table_at(Stage.DEAL_SHARES)
    left = table.copy()
    left.step()
    elsewhere = false_answer(left, 2)
    table.lapse(2)
    assert elsewhere.head not in {state.head for state in table.states}
    assert refusal(table.state, opens_with(table, [(2, make_evidence(elsewhere))]))


def test_answers_of_two_branches_are_no_two_answers_to_one_head() -> None:
    table = table_at(Stage.DEAL_SHARES)
    left = table.copy()
    left.step()
    first = table.honest(table.slot(2))
    second = left.honest(left.slot(2))
    with pytest.raises(ValueError, match="one author to one head"):
        make_evidence(first, second)


def test_the_same_answer_twice_is_no_evidence() -> None:
    table = table_at(Stage.DEAL_SHARES)
    event = table.honest(table.slot(2))
    with pytest.raises(ValueError, match="two different events"):
        make_evidence(event, event)


def test_evidence_convicts_its_author_and_no_other_seat() -> None:
    table = table_at(Stage.DEAL_SHARES)
    evidence, wrong = two_answers(table, 2), false_answer(table, 2)
    table.lapse(2)
    for named in ([(1, evidence)], [(1, make_evidence(wrong))], [(3, evidence)]):
        assert "does not show false play" in refusal(table.state, opens_with(table, named))


def test_evidence_of_another_table_cannot_be_carried_into_this_one() -> None:
    table = table_at(Stage.DEAL_SHARES)
    seat = 2
    signer = table.player(seat).signer
    first, second = (
        make_event(signer, table=bytes([8]) * 32, head=table.state.head, kind=kind, body=())
        for kind in (Kind.DRAW, Kind.KNOCK)
    )
    table.settle_round()
    with pytest.raises(ValueError, match="this table only"):
        table.open_round(evidence=[(seat, make_evidence(first, second))])


def test_a_seat_is_named_once_and_in_order_and_only_while_it_is_in_the_game() -> None:
    table = table_at(Stage.DEAL_SHARES)
    first, second = two_answers(table, 1), two_answers(table, 2)
    table.settle_round()
    with pytest.raises(ValueError, match="once, in order"):
        table.open_round(evidence=[(2, second), (1, first)])
    with pytest.raises(ValueError, match="once, in order"):
        table.open_round(evidence=[(1, first), (1, first)])
    expelling(table, (1, first))
    table.settle_round()
    assert refusal(table.state, opens_with(table, [(1, first)]))
    assert verdict(table.state, opens_with(table, [(2, second)])) is None


def test_votes_lobby_events_and_requests_are_no_evidence() -> None:
    table, _ = lobby_table()
    state = table.state
    who = table.identities[0]
    for body in (log.Lapse(0, b""), log.Keep(0, bytes(32)), log.Ready(bytes(32))):
        event = make_event(who, table=state.table, head=state.head, kind=body.kind, body=body.to_body())
        with pytest.raises(ValueError, match="answers to slots only"):
            make_evidence(event)


def test_an_opening_that_holds_evidence_is_itself_no_evidence() -> None:
    table = table_at(Stage.DEAL_SHARES)
    evidence = two_answers(table, 2)
    table.settle_round()
    opener = expected(table.state)[0].seat
    opening = opens_with(table, [(2, evidence)])
    table.lapse(opener)
    with pytest.raises(ValueError, match="no round_open that holds evidence"):
        table.open_round(evidence=[(opener, make_evidence(opening))])


# A knock below the minimum


LOW = stacked_deck(["2C 3D 4H", "KC QC 7H", "KD QD 8H"], "5S 6S 7S")


def low_knock() -> Table:
    """A table at the show where the dealer's left has knocked on 4, the minimum being 19."""
    table = begun_table(rules=host_deals("kitchen"), deck=LOW, chooser=idle)
    table.play_until(Stage.TURN)
    knocker = table.acting
    assert Choice(verb=Verb.KNOCK) not in table.player(knocker).view(table.state).choices
    table.close({knocker: table.event(knocker, Kind.KNOCK, ())})
    return table


def test_a_knock_below_the_minimum_is_found_out_at_the_show_and_costs_nobody_else_anything() -> None:
    table = low_knock()
    knocker = playing_round(table.state).knocker
    dealer = game_of(table.state).dealer
    table.play_until(Stage.OPENING)
    game = game_of(table.state)
    assert game.out == (knocker,)
    assert [lives for seat, lives in enumerate(game.lives) if seat != knocker] == [4, 4]
    assert game.kitty == 4
    assert game.dealer == dealer
    assert table.state.round is not None
    assert table.state.round.result is not None
    assert table.state.round.result.void


def test_a_31_declared_after_it_does_not_hide_a_knock_below_the_minimum() -> None:
    deck = stacked_deck(["2C 3D 4H", "KC QC 7H", "KD QD 8H"], "5S AC 7S")
    table = begun_table(rules=host_deals("kitchen"), deck=deck, chooser=idle)
    table.play_until(Stage.TURN)
    knocker = table.acting
    table.close({knocker: table.event(knocker, Kind.KNOCK, ())})
    table.play(Verb.DRAW)
    table.play(Verb.DECLARE)
    assert table.is_at(Stage.SHOW)
    assert [slot.seat for slot in expected(table.state)] == [knocker]
    table.step()
    assert game_of(table.state).out == (knocker,)
    assert game_of(table.state).kitty == 4


def test_with_two_players_an_unlawful_knock_loses_the_game() -> None:
    deck = stacked_deck(["2C 3D 4H", "KC QC 7H"], "5S 6S")
    table = begun_table(seats=2, rules=host_deals("kitchen"), deck=deck, chooser=idle)
    table.play_until(Stage.TURN)
    knocker = table.acting
    table.close({knocker: table.event(knocker, Kind.KNOCK, ())})
    table.play_until(Stage.OVER)
    assert game_of(table.state).winners == (1 - knocker,)


def test_a_lawful_knock_on_the_minimum_stands() -> None:
    deck = stacked_deck(["KS 9S 5D", "KC QC 7H", "KD QD 8H"], "2H 3H 4H")
    table = begun_table(rules=host_deals("kitchen"), deck=deck, chooser=idle)
    table.play_until(Stage.TURN)
    knocker = table.acting
    table.play(Verb.KNOCK)
    table.play_until(Stage.OPENING)
    assert game_of(table.state).out == ()
    assert game_of(table.state).lives[knocker] == 2
    assert parse_card("KS") in (table.state.round.shown[knocker] or () if table.state.round is not None else ())


def test_without_a_minimum_the_knocker_shows_nothing_after_a_31() -> None:
    deck = stacked_deck(["2C 3D 4H", "KC QC 7H", "KD QD 8H"], "5S AC 7S")
    table = begun_table(rules=BLIND, deck=deck, chooser=idle)
    table.play_until(Stage.TURN)
    table.play(Verb.KNOCK)
    table.play(Verb.DRAW)
    table.play(Verb.DECLARE)
    assert table.is_at(Stage.OPENING)
    assert game_of(table.state).out == ()
