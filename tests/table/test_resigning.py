"""A player leaves: at every kind of slot, in mid-turn, as the knocker, with the face-down card, several at once."""

from __future__ import annotations

import pytest

from scatnet.dealing import read_card
from scatnet.log import Kind
from scatnet.log import bodies as log
from scatnet.rules.round import Held
from scatnet.rules.showdown import EndedBy
from scatnet.table.closing import game_of
from scatnet.table.slots import expected, operators
from scatnet.table.state import Stage, TableState
from scatnet.table.statements import playing_deal, playing_round
from scatnet.table.view import Verb
from tests.table.forging import secret_of
from tests.table.helpers import Table, begun_table, host_deals, idle
from tests.table.stages import BLIND, PLAYED, WINDOWS, restocking_table, table_at


def finish(table: Table, limit: int = 4000) -> None:
    """The game goes on to its end, whoever can knock doing so."""
    for _ in range(limit):
        if table.state.stage is Stage.OVER:
            return
        if table.state.stage is Stage.TURN:
            verbs = [choice.verb for choice in table.player(table.acting).view(table.state).choices]
            table.play(Verb.KNOCK if Verb.KNOCK in verbs else verbs[0])
        else:
            table.step()
    raise AssertionError("the game did not end")


def lives_add_up(state: TableState) -> bool:
    """Whether all lives and the kitty still make up what the game began with."""
    game = game_of(state)
    return sum(game.lives) + game.kitty == len(state.seats) * state.rules.lives


@pytest.mark.parametrize("stage", PLAYED)
def test_whoever_resigns_at_any_kind_of_slot_is_out_and_the_game_goes_on(stage: Stage) -> None:
    table = table_at(stage)
    seat = expected(table.state)[0].seat
    table.resign(seat)
    closed = len(table.steps)
    finish(table)
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
    finish(table)
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


def test_several_leave_in_one_step_and_the_rest_play_on() -> None:
    for stage in (Stage.KEYS, Stage.THROW_DOWN, Stage.DEAL_SHARES, Stage.DEAL_CALL, Stage.SHOW):
        table = table_at(stage)
        table.resign(0, 2)
        finish(table)
        game = game_of(table.state)
        assert set(game.out[:2]) == {0, 2}
        assert game.winners
        assert set(game.winners) <= {1, 3}
        assert lives_add_up(table.state)


def test_all_but_one_leave_in_one_step_and_the_one_left_wins_all_the_lives() -> None:
    for stage in (Stage.KEYS, Stage.THROW_DOWN, Stage.DEAL_SHARES, Stage.DEAL_CALL, Stage.SHOW):
        table = table_at(stage)
        table.resign(0, 1, 3)
        game = game_of(table.state)
        assert table.is_at(Stage.OVER)
        assert game.winners == (2,)
        assert game.kitty == 9
        assert game.lives == (0, 0, 3, 0)
        assert game.payout == ((2, 9),)


def test_all_leave_in_one_step_and_nobody_has_won() -> None:
    for stage in (Stage.KEYS, Stage.DEAL_SHARES, Stage.DEAL_CALL, Stage.SHOW):
        table = table_at(stage)
        table.resign(0, 1, 2, 3)
        assert table.is_at(Stage.OVER)
        assert game_of(table.state).winners == ()
        assert lives_add_up(table.state)


def test_a_reshuffle_goes_on_without_the_seats_that_leave_in_it() -> None:
    table = restocking_table()
    acting = table.acting
    others = [seat for seat in playing_round(table.state).order if seat != acting]
    table.resign(others[0], others[1])
    assert table.is_at(Stage.SHUFFLE)
    assert acting == table.acting
    assert playing_deal(table.state).shufflers == playing_round(table.state).active
    shuffling = expected(table.state)[0].seat
    while shuffling == acting:
        table.step()
        shuffling = expected(table.state)[0].seat
    table.resign(shuffling)
    last = playing_deal(table.state).shufflers[-1]
    while expected(table.state)[0].seat != last:
        table.step()
    table.resign(last)
    assert table.is_at(Stage.TURN if last == acting else Stage.DRAW_SHARES)
    while table.is_at(Stage.DRAW_SHARES):
        table.step()
    assert len(playing_round(table.state).active) == 5


@pytest.mark.parametrize("stage", [Stage.RESTOCK, Stage.SHUFFLE])
def test_the_seat_that_asked_for_a_new_stock_may_leave_and_the_next_asks_again(stage: Stage) -> None:
    table = restocking_table()
    acting = table.acting
    if stage is Stage.SHUFFLE:
        while expected(table.state)[0].seat != acting or table.state.stage is not Stage.SHUFFLE:
            table.step()
    serials = [seat.last_serial for seat in table.state.seats]
    pile = playing_round(table.state).pile
    table.resign(acting)
    assert table.is_at(Stage.TURN)
    assert playing_round(table.state).stock == 0
    assert playing_round(table.state).pile == pile
    if stage is Stage.RESTOCK:
        published = [seat.last_serial for seat in table.state.seats]
        assert [now > was for now, was in zip(published, serials, strict=True)] == [seat != acting for seat in range(9)]
    table.play(Verb.DRAW)
    assert table.is_at(Stage.DISCARD)
    held = table.player(table.acting).held(table.state)
    assert len(set(held)) == 4
    assert held[3] in pile


def test_resigning_in_the_throw_down_window_leaves_the_window_to_the_others() -> None:
    table = table_at(Stage.THROW_DOWN)
    thrower = playing_round(table.state).order[1]
    leaver = playing_round(table.state).order[0]
    table.step(
        {thrower: table.event(thrower, Kind.THROW_DOWN, (True,)), leaver: table.resignation(leaver)},
    )
    assert playing_round(table.state).knocker == thrower
    table.step()
    assert table.is_at(Stage.SHOW)
    assert leaver not in {slot.seat for slot in expected(table.state)}


def test_a_seat_that_threw_down_may_leave_before_its_hand_is_shown() -> None:
    for stage in (Stage.DEAL_SHARES, Stage.SHOW):
        table = table_at(Stage.THROW_DOWN)
        thrower = playing_round(table.state).order[2]
        table.step({thrower: table.event(thrower, Kind.THROW_DOWN, (True,))})
        while table.state.stage is not stage:
            table.step()
        table.resign(thrower)
        while table.is_at(Stage.SHOW):
            table.step()
        round_ = table.state.round
        assert round_ is not None
        assert round_.result is not None
        assert round_.result.ended_by is EndedBy.THROW_DOWN
        assert thrower not in round_.result.scores
        assert game_of(table.state).out == (thrower,)


def test_a_resignation_in_the_call_window_does_not_undo_the_31_of_another() -> None:
    table = begun_table(rules=WINDOWS, seats=3, seed=3, chooser=idle)
    table.play_until(Stage.DEAL_CALL)
    order = playing_round(table.state).order
    table.resign(order[0])
    assert table.is_at(Stage.TURN)
    assert table.acting == order[1]


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


def test_who_resigns_in_a_step_in_which_another_lapses_is_out_all_the_same() -> None:
    for stage in (Stage.KEYS, Stage.THROW_DOWN, Stage.DEAL_SHARES, Stage.DEAL_CALL, Stage.DRAW_SHARES):
        table = table_at(stage)
        leaver, sleeper = (slot.seat for slot in expected(table.state)[:2])
        table.step({leaver: table.resignation(leaver), sleeper: None})
        game = game_of(table.state)
        assert table.is_at(Stage.OPENING)
        assert game.out == (leaver,)
        assert game.away == (sleeper,)
        assert lives_add_up(table.state)


def test_who_lapses_at_a_show_that_all_others_leave_is_away() -> None:
    table = table_at(Stage.KEYS)
    table.lapse(3)
    table.play_until(Stage.TURN)
    table.play(Verb.KNOCK)
    table.play_until(Stage.SHOW)
    first, second, third = (slot.seat for slot in expected(table.state))
    table.step({first: table.resignation(first), second: table.resignation(second), third: None})
    game = game_of(table.state)
    assert table.is_at(Stage.OPENING)
    assert game.left != ()
    assert set(game.out) == {first, second}
    assert game.away == tuple(sorted({third, 3}))


def test_who_resigned_earlier_in_a_round_is_out_also_when_a_later_lapse_makes_it_void() -> None:
    for stage in (Stage.SHUFFLE, Stage.DEAL_CALL):
        table = table_at(stage)
        leaver = expected(table.state)[0].seat
        table.resign(leaver)
        sleeper = expected(table.state)[0].seat
        table.lapse(sleeper)
        game = game_of(table.state)
        assert game.out == (leaver,)
        assert game.away == (sleeper,)
        assert table.state.deal is None
        assert lives_add_up(table.state)


def test_leaving_while_the_coin_is_tossed_leaves_the_rest_to_toss_it_anew() -> None:
    for stage in (Stage.COIN_COMMIT, Stage.COIN_REVEAL):
        table = table_at(stage)
        gone = table.state.seats[1].key
        table.resign(1)
        assert table.is_at(Stage.COIN_COMMIT)
        assert gone not in [seat.key for seat in table.state.seats]
        finish(table)
        assert len(game_of(table.state).lives) == 3


def test_the_table_is_over_when_too_few_are_left_to_toss_the_coin() -> None:
    table = table_at(Stage.COIN_REVEAL)
    table.resign(0, 1, 3)
    assert table.is_at(Stage.OVER)
    assert table.state.game is None
    assert expected(table.state) == ()


def test_lives_left_go_into_the_kitty_and_to_the_winner() -> None:
    table = begun_table(seats=3, rules=host_deals("kitty"), seed=11)
    table.play_until(Stage.TURN)
    table.resign(table.acting)
    assert game_of(table.state).kitty == 0
    finish(table)
    game = game_of(table.state)
    assert lives_add_up(table.state)
    assert sum(lives for _, lives in game.payout) == game.kitty


def test_a_resignation_is_the_answer_to_its_slot_and_no_other_is_waited_for_in_that_step() -> None:
    table = table_at(Stage.DEAL_SHARES)
    table.resign(2)
    (event,) = (outcome.event for outcome in table.steps[-1].outcomes if outcome.seat == 2)
    assert event is not None
    assert isinstance(log.body_of(event), log.Resign)
