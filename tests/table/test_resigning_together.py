"""Players leave at once, in a reshuffle, in a window, while the coin is tossed, or where another lapses."""

from __future__ import annotations

import pytest

from scatnet.log import Kind
from scatnet.rules.showdown import EndedBy
from scatnet.table.closing import game_of
from scatnet.table.slots import expected
from scatnet.table.state import Stage
from scatnet.table.statements import playing_deal, playing_round
from scatnet.table.view import Verb
from tests.table.helpers import begun_table, idle, lives_add_up
from tests.table.stages import WINDOWS, restocking_table, table_at


def test_several_leave_in_one_step_and_the_rest_play_on() -> None:
    for stage in (Stage.KEYS, Stage.THROW_DOWN, Stage.DEAL_SHARES, Stage.DEAL_CALL, Stage.SHOW):
        table = table_at(stage)
        table.resign(0, 2)
        table.finish()
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
        table.finish()
        assert len(game_of(table.state).lives) == 3


def test_the_table_is_over_when_too_few_are_left_to_toss_the_coin() -> None:
    table = table_at(Stage.COIN_REVEAL)
    table.resign(0, 1, 3)
    assert table.is_at(Stage.OVER)
    assert table.state.game is None
    assert expected(table.state) == ()
