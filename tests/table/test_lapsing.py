"""A slot that lapses: what it costs, who is away, how a seat comes back, and when the table rests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.dealing import Commitment
from scatnet.log import Kind
from scatnet.log import bodies as log
from scatnet.rules.showdown import EndedBy
from scatnet.table.closing import game_of
from scatnet.table.examine import verdict
from scatnet.table.slots import away, expected, opener, operators, suspended
from scatnet.table.state import Stage
from scatnet.table.statements import playing_round
from scatnet.table.view import Phase, Verb
from tests.table.forging import refusal
from tests.table.helpers import Table, begun_table, host_deals, idle
from tests.table.stages import BLIND, PLAYED, WINDOWS, lobby_table, restocking_table, table_at

VOIDING = tuple(stage for stage in PLAYED if stage is not Stage.SHOW)


@pytest.mark.parametrize("stage", VOIDING)
def test_a_lapse_makes_the_round_void_costs_one_life_and_the_same_dealer_deals_again(stage: Stage) -> None:
    table = table_at(stage)
    seat = expected(table.state)[0].seat
    dealer = game_of(table.state).dealer
    table.lapse(seat)
    game = game_of(table.state)
    assert table.is_at(Stage.OPENING)
    assert game.lives == tuple(2 if place == seat else 3 for place in range(4))
    assert game.kitty == 1
    assert game.away == (seat,)
    assert table.state.seats[seat].away_since == table.state.head
    assert (table.state.round, table.state.deal, table.state.settlement) == (None, None, None)
    table.step()
    left_of = [(dealer + place) % 4 for place in range(4)]
    assert game_of(table.state).dealer == next(place for place in left_of if place != seat)
    assert seat not in {slot.seat for slot in expected(table.state)}


@pytest.mark.parametrize("stage", [Stage.RESTOCK, Stage.SHUFFLE])
def test_a_lapse_in_a_reshuffle_makes_the_round_void_too(stage: Stage) -> None:
    table = restocking_table()
    if stage is Stage.SHUFFLE:
        table.step()
    seat = expected(table.state)[0].seat
    table.lapse(seat)
    assert table.is_at(Stage.OPENING)
    assert game_of(table.state).away == (seat,)


def test_a_knocker_who_lapses_before_the_show_loses_the_penalty_for_knockers() -> None:
    table = table_at(Stage.TURN)
    knocker = table.acting
    table.play(Verb.KNOCK)
    table.close({table.acting: table.event(table.acting, Kind.DRAW, ())})
    table.lapse(knocker)
    assert game_of(table.state).lives[knocker] == 3 - table.state.rules.knocker_penalty == 1


def test_a_seat_that_threw_down_and_lapses_loses_the_penalty_for_knockers() -> None:
    table = table_at(Stage.THROW_DOWN)
    thrower = playing_round(table.state).order[1]
    table.step({thrower: table.event(thrower, Kind.THROW_DOWN, (True,))})
    table.lapse(thrower)
    assert game_of(table.state).lives[thrower] == 1


def test_another_than_the_knocker_who_lapses_loses_one() -> None:
    table = table_at(Stage.TURN)
    table.play(Verb.KNOCK)
    seat = table.acting
    table.lapse(seat)
    assert game_of(table.state).lives[seat] == 2


def test_at_the_show_a_lapse_counts_as_the_lowest_hand_and_the_round_stands() -> None:
    table = table_at(Stage.SHOW)
    knocker = playing_round(table.state).knocker
    sleeper = next(slot.seat for slot in expected(table.state) if slot.seat != knocker)
    dealer = game_of(table.state).dealer
    table.lapse(sleeper)
    game, round_ = game_of(table.state), table.state.round
    assert round_ is not None
    assert round_.result is not None
    assert round_.result.ended_by is EndedBy.KNOCK
    assert sleeper not in round_.result.scores
    assert game.lives == tuple(2 if place == sleeper else 3 for place in range(4))
    assert game.away == (sleeper,)
    assert game.dealer == (dealer + 1) % 4


def test_a_knocker_who_lapses_at_the_show_loses_as_one_alone_at_the_bottom() -> None:
    table = table_at(Stage.SHOW)
    knocker = playing_round(table.state).knocker
    assert knocker is not None
    table.lapse(knocker)
    assert game_of(table.state).lives[knocker] == 1


def test_several_that_lapse_at_the_show_are_lowest_together() -> None:
    table = table_at(Stage.SHOW)
    knocker = playing_round(table.state).knocker
    sleepers = [slot.seat for slot in expected(table.state) if slot.seat != knocker][:2]
    table.lapse(*sleepers)
    assert game_of(table.state).lives == tuple(2 if place in sleepers else 3 for place in range(4))
    assert game_of(table.state).away == tuple(sleepers)


def test_several_lapses_in_one_step_cost_each_seat_its_loss() -> None:
    for stage in (Stage.KEYS, Stage.THROW_DOWN, Stage.DEAL_SHARES, Stage.DEAL_CALL):
        table = table_at(stage)
        table.lapse(0, 2)
        game = game_of(table.state)
        assert game.lives == (2, 3, 2, 3)
        assert game.away == (0, 2)
        assert {table.state.seats[seat].away_since for seat in (0, 2)} == {table.state.head}


def test_an_away_seat_is_not_dealt_in_is_skipped_as_dealer_and_loses_one_in_every_settled_round() -> None:
    table = table_at(Stage.KEYS)
    table.lapse(2)
    for _ in range(2):
        lives = game_of(table.state).lives[2]
        table.settle_round()
        assert game_of(table.state).lives[2] == lives - 1
        assert table.state.settlement is not None
        assert table.state.settlement.lost[2] == 1
    missed = [state for state in table.states if state.game is not None and 2 in state.game.away]
    assert len({state.rounds for state in missed}) == 3
    for state in missed:
        assert 2 not in {slot.seat for slot in expected(state)}
        assert state.deal is None or (2 not in state.deal.order and game_of(state).dealer != 2)


def test_an_away_seat_loses_nothing_in_a_round_that_is_void() -> None:
    table = table_at(Stage.KEYS)
    table.lapse(2)
    table.play_until(Stage.TURN)
    table.lapse(table.acting)
    assert game_of(table.state).lives[2] == 2


def test_an_away_seat_goes_out_when_its_losses_come_to_it() -> None:
    table = table_at(Stage.KEYS)
    table.lapse(2)
    for _ in range(6):
        if 2 in game_of(table.state).out:
            break
        table.settle_round()
    game = game_of(table.state)
    assert 2 in game.out
    assert game.away == ()
    assert away(table.state) == {}


# Coming back


def test_a_seat_comes_back_by_its_own_request_when_the_next_round_opens() -> None:
    table = table_at(Stage.KEYS)
    table.lapse(2)
    request = table.back(2)
    assert away(table.state) == {2: request.head}
    opened = table.open_round(backs=[request])
    table.close({expected(table.state)[0].seat: opened})
    assert game_of(table.state).away == ()
    assert table.state.seats[2].away_since == b""
    assert 2 in {slot.seat for slot in expected(table.state)}
    table.settle_round()
    assert game_of(table.state).lives[2] >= 1


def test_a_round_may_open_without_those_who_ask_to_come_back() -> None:
    table = table_at(Stage.KEYS)
    table.lapse(2)
    table.step()
    assert game_of(table.state).away == (2,)


def test_an_old_request_does_not_bring_a_seat_back_from_a_later_absence() -> None:
    table = table_at(Stage.KEYS)
    table.lapse(2)
    first = table.back(2)
    table.close({expected(table.state)[0].seat: table.open_round(backs=[first])})
    table.lapse(2)
    assert "asked at another time" in refusal(table.state, table.open_round(backs=[first]))
    assert verdict(table.state, table.open_round(backs=[table.back(2)])) is None


def test_a_request_counts_only_from_a_seat_that_is_away_signed_by_itself_and_once() -> None:
    table = table_at(Stage.KEYS)
    table.lapse(2)
    head = table.state.seats[2].away_since
    request = table.back(2)
    forged = [
        [table.event(1, Kind.BACK, (), head=head)],  # another seat, which is not away
        [table.event(2, Kind.BACK, (), head=bytes([3]) * 32)],
        [request, request],
        [request, table.event(0, Kind.BACK, (), head=head)],
    ]
    for backs in forged:
        assert refusal(table.state, table.open_round(backs=backs))
    assert verdict(table.state, table.open_round(backs=[request])) is None


def test_a_seat_out_of_the_game_does_not_come_back() -> None:
    table = table_at(Stage.KEYS)
    table.lapse(2)
    request = table.back(2)
    while 2 not in game_of(table.state).out:
        table.settle_round()
    assert refusal(table.state, table.open_round(backs=[request]))


# Who opens


def test_when_the_opener_lapses_the_next_present_seat_opens() -> None:
    table = table_at(Stage.OPENING)
    dealer = expected(table.state)[0].seat
    table.lapse(dealer)
    assert expected(table.state)[0].seat == (dealer + 1) % 4
    table.lapse((dealer + 1) % 4)
    assert expected(table.state)[0].seat == (dealer + 2) % 4
    assert game_of(table.state).away == tuple(sorted((dealer, (dealer + 1) % 4)))


def test_when_all_are_away_the_first_from_the_dealer_on_may_open_and_bring_itself_and_others_back() -> None:
    table = table_at(Stage.KEYS)
    table.lapse(0, 1, 2, 3)
    dealer = game_of(table.state).dealer
    assert opener(table.state) == dealer
    assert operators(table.state) == {}
    assert suspended(table.state)
    assert refusal(table.state, table.open_round())
    assert refusal(table.state, table.open_round(backs=[table.back(dealer)]))
    opened = table.open_round(backs=[table.back(dealer), table.back((dealer + 1) % 4)])
    table.close({dealer: opened})
    assert table.is_at(Stage.KEYS)
    assert len(expected(table.state)) == 2


# Too few people


def test_with_fewer_than_two_operators_present_the_table_rests_and_nobody_has_won() -> None:
    table = table_at(Stage.KEYS, seats=2)
    table.lapse(1)
    assert suspended(table.state)
    assert table.player(0).view(table.state).phase is Phase.SUSPENDED
    assert game_of(table.state).winners is None
    assert refusal(table.state, table.open_round()) == "Too few people are here to play on."
    opened = table.open_round(backs=[table.back(1)])
    table.close({expected(table.state)[0].seat: opened})
    assert not suspended(table.state)
    table.settle_round()


def test_computer_players_do_not_stand_for_people() -> None:
    table = begun_table(seats=4, computers={2: 0, 3: 0}, rules=host_deals("classic"), chooser=idle)
    table.play_until(Stage.KEYS)
    ben = next(place for place, seat in enumerate(table.state.seats) if seat.key == table.identities[1].public)
    assert not suspended(table.state)
    table.lapse(ben)
    assert len(game_of(table.state).present) == 3
    assert suspended(table.state)


def test_one_person_among_computer_players_practises_without_being_suspended() -> None:
    table = begun_table(seats=3, computers={1: 0, 2: 0}, rules=host_deals("classic"), chooser=idle)
    table.play_until(Stage.TURN)
    assert not suspended(table.state)
    assert len(operators(table.state)) == 1
    table.settle_round()


def test_a_person_whose_only_computer_player_is_away_waits_for_it() -> None:
    table = begun_table(seats=2, computers={1: 0}, rules=host_deals("classic"), chooser=idle)
    table.play_until(Stage.KEYS)
    robot = next(place for place, seat in enumerate(table.state.seats) if seat.computer)
    table.lapse(robot)
    assert suspended(table.state)
    assert refusal(table.state, table.open_round()) == "Too few people are here to play on."
    backs = [table.back(seat) for seat in sorted(away(table.state))]
    assert verdict(table.state, table.open_round(backs=backs)) is None


# The last life, and the coin


def test_a_lapse_on_the_last_life_puts_out_by_the_rules_of_the_table() -> None:
    for rules, out in ((replace(WINDOWS, lives=1), False), (replace(WINDOWS, lives=1, grace=False), True)):
        table = table_at(Stage.KEYS, rules=rules)
        table.lapse(1)
        game = game_of(table.state)
        assert (1 in game.out) is out
        assert (1 in game.away) is not out
        assert (table.state.seats[1].away_since == b"") is out


def test_a_penalty_that_would_leave_nobody_in_the_game_is_not_taken() -> None:
    table = table_at(Stage.KEYS, rules=replace(WINDOWS, lives=1, grace=False))
    table.lapse(0, 1, 2, 3)
    assert game_of(table.state).lives == (1, 1, 1, 1)
    assert game_of(table.state).away == (0, 1, 2, 3)


def test_the_last_one_left_wins_when_a_lapse_puts_out_the_other() -> None:
    table = table_at(Stage.KEYS, seats=2, rules=replace(WINDOWS, lives=1, grace=False))
    table.lapse(1)
    assert table.is_at(Stage.OVER)
    assert game_of(table.state).winners == (0,)


@pytest.mark.parametrize("stage", [Stage.COIN_COMMIT, Stage.COIN_REVEAL])
def test_a_seat_that_lapses_while_the_coin_is_tossed_is_left_out_and_all_nonces_are_thrown_away(stage: Stage) -> None:
    table = table_at(stage)
    keys = [seat.key for seat in table.state.seats]
    before = _nonces(table)
    table.lapse(1)
    assert table.is_at(Stage.COIN_COMMIT)
    assert [seat.key for seat in table.state.seats] == [key for key in keys if key != keys[1]]
    assert table.state.coin_head == table.state.head
    assert table.state.coin_commitments == ()
    table.play_until(Stage.COIN_REVEAL)
    assert before.isdisjoint(_nonces(table))
    table.play_until(Stage.OPENING)
    assert len(game_of(table.state).lives) == 3


def _nonces(table: Table) -> set[bytes]:
    """What the players would reveal for the coin being tossed."""
    revealing = replace(table.state, stage=Stage.COIN_REVEAL)
    found = set[bytes]()
    for slot in expected(revealing):
        plan = table.players[slot.author].answer(revealing, slot, None)
        assert plan is not None
        (nonce,) = plan.make()
        assert isinstance(nonce, bytes)
        found.add(nonce)
    return found


def test_the_table_is_over_when_lapses_leave_too_few_to_toss_the_coin() -> None:
    table = table_at(Stage.COIN_COMMIT, rules=replace(WINDOWS, min_seats=3))
    table.lapse(0, 1)
    assert table.is_at(Stage.OVER)
    assert table.state.game is None


def test_a_beginning_that_lapses_ends_the_table() -> None:
    table, _ = lobby_table()
    table.close({0: None})
    assert table.is_at(Stage.OVER)
    assert expected(table.state) == ()


# What a void round leaves behind


def test_keys_serials_and_commitments_of_a_round_that_a_lapse_made_void_are_remembered() -> None:
    table = table_at(Stage.KEYS)
    published = {seat: table.honest(table.slot(seat)) for seat in (0, 1, 3)}
    table.close({**published, 2: None})
    params = table.state.params
    for seat, event in published.items():
        body = log.body_of(event)
        assert isinstance(body, log.RoundKey)
        assert table.state.seats[seat].last_serial == body.serial
        assert Commitment.from_wire(params, body.commitment).digest(params) in table.state.seen
    assert table.state.seats[2].last_serial == -1
    table.play_until(Stage.KEYS)
    seat = expected(table.state)[0].seat
    again = table.event(seat, Kind.ROUND_KEY, published[seat].body)
    assert "has been used at this table before" in refusal(table.state, again)
    assert verdict(table.state, table.honest(table.slot(seat))) is None


def test_commitments_of_a_reshuffle_that_a_lapse_made_void_are_remembered() -> None:
    table = restocking_table()
    published = {seat: table.honest(table.slot(seat)) for seat in range(1, 9)}
    table.close({**published, 0: None})
    for seat, event in published.items():
        body = log.body_of(event)
        assert isinstance(body, log.Restock)
        assert table.state.seats[seat].last_serial == body.serial


def test_rounds_are_numbered_on_after_a_void_one() -> None:
    table = table_at(Stage.DEAL_CALL, rules=BLIND)
    assert table.state.rounds == 1
    table.lapse(0)
    table.step()
    assert table.state.deal is not None
    assert table.state.deal.number == table.state.rounds == 2
