"""A player leaves: at every kind of slot, in mid-turn, as the knocker, with the face-down card."""

from __future__ import annotations

import pytest

from scatnet.dealing import read_card
from scatnet.log import Kind
from scatnet.log import bodies as log
from scatnet.rules.round import Held
from scatnet.rules.showdown import EndedBy
from scatnet.table.closing import game_of
from scatnet.table.slots import expected, operators
from scatnet.table.state import Stage
from scatnet.table.statements import playing_deal, playing_round
from scatnet.table.view import Verb
from tests.table.forging import secret_of
from tests.table.helpers import begun_table, host_deals, lives_add_up
from tests.table.stages import BLIND, PLAYED, table_at


@pytest.mark.parametrize("stage", PLAYED)
def test_whoever_resigns_at_any_kind_of_slot_is_out_and_the_game_goes_on(stage: Stage) -> None:
    table = table_at(stage)
    seat = expected(table.state)[0].seat
    table.resign(seat)
    closed = len(table.steps)
    table.finish()
    game = game_of(table.state)
    assert seat == game.out[0]
    assert game.lives[seat] == 0
    assert game.winners
    assert seat not in game.winners
    assert lives_add_up(table.state)
    assert all(outcome.seat != seat for step in table.steps[closed:] for outcome in step.outcomes)


@pytest.mark.parametrize("stage", PLAYED)
def test_of_two_players_the_one_left_wins_at_once_whatever_the_slot(stage: Stage) -> None:
    table = table_at(stage, seats=2)
    seat = expected(table.state)[-1].seat
    table.resign(seat)
    game = game_of(table.state)
    assert table.is_at(Stage.OVER)
    assert game.winners == (1 - seat,)
    assert game.payout == ((1 - seat, 3),)
    assert expected(table.state) == ()


@pytest.mark.parametrize("stage", PLAYED)
def test_the_round_goes_on_without_the_seat_and_costs_nobody_else_anything_at_once(stage: Stage) -> None:
    table = table_at(stage)
    seat = expected(table.state)[0].seat
    rounds = table.state.rounds
    table.resign(seat)
    assert table.state.rounds == rounds
    following = {
        Stage.OPENING: Stage.OPENING,
        Stage.KEYS: Stage.SHUFFLE,
        Stage.SHUFFLE: Stage.SHUFFLE,
        Stage.THROW_DOWN: Stage.DEAL_SHARES,
        Stage.DEAL_SHARES: Stage.DEAL_CALL,
        Stage.DEAL_CALL: Stage.TURN,
        Stage.TURN: Stage.TURN,
        Stage.DRAW_SHARES: Stage.DISCARD,
        Stage.DISCARD: Stage.TURN,
        Stage.SHOW: Stage.OPENING,
    }
    assert table.is_at(following[stage])
    if stage is not Stage.SHOW:
        assert all(game_of(table.state).lives[other] == 3 for other in range(4) if other != seat)
    if table.state.deal is not None:
        assert seat not in {place for places in operators(table.state).values() for place in places}


def test_the_seats_left_read_their_cards_by_the_shares_computed_from_the_published_secret() -> None:
    for stage in (Stage.SHUFFLE, Stage.THROW_DOWN, Stage.DEAL_SHARES):
        table = table_at(stage)
        seat = expected(table.state)[0].seat
        table.resign(seat)
        table.play_until(Stage.TURN)
        hands = [table.player(other).held(table.state) for other in range(4) if other != seat]
        assert [len(hand) for hand in hands] == [3, 3, 3]
        pile = playing_round(table.state).pile
        assert len({card for hand in hands for card in hand} | set(pile)) == 9 + len(pile)
        table.play(Verb.DRAW)
        assert len(table.player(table.acting).held(table.state)) == 4


def test_a_card_drawn_while_another_resigns_is_read_by_the_seat_that_drew_it() -> None:
    table = table_at(Stage.DRAW_SHARES)
    acting = table.acting
    expecting = [slot.seat for slot in expected(table.state)]
    table.resign(expecting[0], expecting[1])
    assert table.is_at(Stage.DISCARD)
    assert table.acting == acting
    held = table.player(acting).held(table.state)
    assert len(set(held)) == 4
    for other in expecting[2:]:
        pairs = playing_deal(table.state).extra
        assert pairs is not None
        assert read_card(table.state.params, secret_of(table, other), pairs) is None


def test_after_a_resignation_later_draws_need_no_share_of_the_seat_that_left() -> None:
    table = table_at(Stage.TURN)
    table.resign(table.acting)
    left = playing_round(table.state).active
    table.close({table.acting: table.event(table.acting, Kind.DRAW, ())})
    assert [slot.seat for slot in expected(table.state)] == sorted(seat for seat in left if seat != table.acting)
    table.step()
    assert len(table.player(table.acting).held(table.state)) == 4


def test_in_mid_turn_the_fourth_card_is_gone_and_the_next_seat_has_its_turn() -> None:
    table = table_at(Stage.DISCARD)
    order, pile = playing_round(table.state).order, playing_round(table.state).pile
    table.resign(table.acting)
    assert table.is_at(Stage.TURN)
    assert table.acting == order[1]
    assert playing_deal(table.state).extra is None
    assert playing_round(table.state).pile == pile


def test_a_card_taken_and_not_yet_replaced_is_gone_with_the_seat_that_took_it() -> None:
    table = table_at(Stage.TURN)
    table.play(Verb.TAKE)
    table.resign(table.acting)
    assert table.is_at(Stage.TURN)
    assert playing_round(table.state).pile == ()
    assert Kind.TAKE not in expected(table.state)[0].kinds


def test_a_knock_stands_when_the_knocker_leaves_at_the_show_and_its_hand_is_not_compared() -> None:
    table = table_at(Stage.SHOW)
    knocker = playing_round(table.state).knocker
    assert knocker is not None
    table.resign(knocker)
    round_ = table.state.round
    assert round_ is not None
    assert round_.result is not None
    assert round_.result.ended_by is EndedBy.KNOCK
    assert knocker not in round_.shown
    assert knocker not in round_.result.scores
    assert set(round_.result.scores) == set(range(4)) - {knocker}
    assert game_of(table.state).out == (knocker,)


def test_a_knock_stands_when_the_knocker_leaves_before_the_others_have_played() -> None:
    table = table_at(Stage.TURN)
    knocker = table.acting
    table.play(Verb.KNOCK)
    table.play(Verb.TAKE)
    discarding = table.acting
    table.step()
    assert table.acting != discarding
    table.close({table.acting: table.event(table.acting, Kind.DRAW, ())})
    table.resign(knocker)
    assert playing_round(table.state).knocker == knocker
    table.play_until(Stage.SHOW)
    assert sorted(playing_round(table.state).to_show) == sorted(set(range(4)) - {knocker})


def test_the_first_player_who_leaves_before_taking_the_face_down_card_leaves_it_buried() -> None:
    table = table_at(Stage.TURN, rules=BLIND)
    table.resign(table.acting)
    assert not playing_round(table.state).blind
    assert Kind.TAKE not in expected(table.state)[0].kinds


def test_the_first_player_who_leaves_in_the_window_leaves_the_face_down_card_to_the_next() -> None:
    table = table_at(Stage.DEAL_CALL, rules=BLIND)
    first = playing_round(table.state).order[0]
    table.resign(first)
    assert table.acting == playing_round(table.state).order[1]
    assert Kind.TAKE in expected(table.state)[0].kinds
    table.play(Verb.TAKE)
    assert len(table.player(table.acting).held(table.state)) == 4


def test_the_first_player_may_leave_while_holding_the_face_down_card() -> None:
    table = table_at(Stage.TURN, rules=BLIND)
    table.play(Verb.TAKE)
    assert playing_round(table.state).held is Held.BLIND
    table.resign(table.acting)
    assert table.is_at(Stage.TURN)
    assert playing_round(table.state).pile == ()
    table.finish()
    assert lives_add_up(table.state)


def test_another_may_leave_while_the_face_down_card_is_being_taken() -> None:
    table = table_at(Stage.TURN, rules=BLIND)
    first = table.acting
    table.close({first: table.event(first, Kind.TAKE, ())})
    table.resign(next(slot.seat for slot in expected(table.state)))
    assert table.is_at(Stage.DISCARD)
    assert len(set(table.player(first).held(table.state))) == 4


@pytest.mark.parametrize("stage", [Stage.OPENING, Stage.KEYS, Stage.SHUFFLE, Stage.DEAL_CALL])
def test_the_dealer_may_leave_and_the_deal_moves_on(stage: Stage) -> None:
    table = table_at(stage)
    dealer = game_of(table.state).dealer
    while dealer not in {slot.seat for slot in expected(table.state)}:
        table.step()
    table.resign(dealer)
    finish_round = table.state.rounds
    if table.state.stage is not Stage.OPENING:
        table.play_until(Stage.TURN)
        table.play(Verb.KNOCK)
        table.play_until(Stage.OPENING)
    (slot,) = expected(table.state)
    assert slot.seat == (dealer + 1) % 4
    table.step()
    assert game_of(table.state).dealer == (dealer + 1) % 4
    assert table.state.rounds == finish_round + 1


def test_the_hand_of_a_seat_that_left_is_readable_by_all_from_its_secret_and_no_other_hand_is() -> None:
    table = table_at(Stage.TURN)
    seat = table.acting
    held = table.player(seat).held(table.state)
    table.resign(seat)
    deal = playing_deal(table.state)
    secret = deal.secret_of(seat)
    assert secret is not None
    assert tuple(read_card(table.state.params, secret, pair) for pair in deal.hands[seat]) == held
    for other in deal.live:
        assert deal.secret_of(other) is None
        assert all(read_card(table.state.params, secret, pair) is None for pair in deal.hands[other])


def test_lives_left_go_into_the_kitty_and_to_the_winner() -> None:
    table = begun_table(seats=3, rules=host_deals("kitty"), seed=11)
    table.play_until(Stage.TURN)
    table.resign(table.acting)
    assert game_of(table.state).kitty == 0
    table.finish()
    game = game_of(table.state)
    assert lives_add_up(table.state)
    assert sum(lives for _, lives in game.payout) == game.kitty


def test_a_resignation_is_the_answer_to_its_slot_and_no_other_is_waited_for_in_that_step() -> None:
    table = table_at(Stage.DEAL_SHARES)
    table.resign(2)
    (event,) = (outcome.event for outcome in table.steps[-1].outcomes if outcome.seat == 2)
    assert event is not None
    assert isinstance(log.body_of(event), log.Resign)
