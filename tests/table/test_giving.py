"""A seat led along two branches of one round gives no card away."""

from __future__ import annotations

import copy

from scatnet.log import Event, Kind
from scatnet.table.giving import would_give_away
from scatnet.table.slots import expected
from scatnet.table.state import Stage, TableState
from scatnet.table.statements import playing_deal, playing_round
from scatnet.table.view import Choice, Verb
from tests.table.helpers import Table, begun_table


def at_last_shuffle(seats: int = 4) -> Table:
    table = begun_table(seats=seats, seed=5)
    table.play_until(Stage.SHUFFLE)
    while len(playing_deal(table.state).shufflers) > 1:
        table.play_step()
    return table


def answer_of(table: Table, seat: int) -> tuple[TableState, Event]:
    slot = next(slot for slot in expected(table.state) if slot.seat == seat)
    return table.state, table.honest(slot)


def test_shares_given_for_one_deck_are_not_given_for_another_under_the_same_key() -> None:
    shuffled = at_last_shuffle()
    resigned = copy.copy(shuffled)
    (slot,) = expected(shuffled.state)
    shuffled.play_step()
    honest = next(seat for seat in playing_round(shuffled.state).order if seat != slot.seat)
    given = answer_of(shuffled, honest)
    resigned.close({slot.seat: resigned.honest(slot, Choice(verb=Verb.RESIGN))})
    assert resigned.state.stage is Stage.DEAL_SHARES
    assert would_give_away(resigned.state, honest, Kind.DEAL_SHARES, [given])
    assert not would_give_away(resigned.state, honest, Kind.RESIGN, [given])
    assert not would_give_away(resigned.state, honest, Kind.DEAL_SHARES, [])


def test_the_same_shares_of_the_same_deck_may_be_given_again() -> None:
    table = at_last_shuffle()
    table.play_step()
    seat = playing_round(table.state).order[0]
    assert not would_give_away(table.state, seat, Kind.DEAL_SHARES, [answer_of(table, seat)])


def test_a_card_whose_share_went_to_one_seat_is_neither_given_to_another_nor_drawn() -> None:
    drew = begun_table(seats=3, seed=7)
    drew.play_until(Stage.TURN)
    knocked = copy.copy(drew)
    (slot,) = expected(drew.state)
    drew.close({slot.seat: drew.honest(slot, Choice(verb=Verb.DRAW))})
    following = playing_round(drew.state).order[1]
    last = playing_round(drew.state).order[2]
    given = answer_of(drew, following)
    knocked.close({slot.seat: knocked.honest(slot, Choice(verb=Verb.KNOCK))})
    assert playing_round(knocked.state).seat == following
    assert would_give_away(knocked.state, following, Kind.DRAW, [given])
    assert not would_give_away(knocked.state, following, Kind.TAKE, [given])
    (draws,) = expected(knocked.state)
    given_by_last = answer_of(drew, last)
    knocked.close({following: knocked.honest(draws, Choice(verb=Verb.DRAW))})
    assert would_give_away(knocked.state, last, Kind.DRAW_SHARES, [given_by_last])


def test_a_round_with_fresh_keys_owes_nothing_to_the_last() -> None:
    table = at_last_shuffle()
    table.play_step()
    seat = playing_round(table.state).order[0]
    given = answer_of(table, seat)
    table.lapse(playing_round(table.state).order[1])
    table.play_until(Stage.DEAL_SHARES)
    assert not would_give_away(table.state, seat, Kind.DEAL_SHARES, [given])
