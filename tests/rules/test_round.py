"""A round over public actions, rule by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.rules.moves import (
    CloseCalls,
    CloseThrowDown,
    Code,
    Deal,
    Declare,
    Discard,
    Draw,
    Knock,
    Pass,
    Restock,
    Show,
    Take,
    Verb,
)
from scatnet.rules.round import Held, Phase, Round, legal, start_round
from scatnet.rules.ruleset import CADILLAC, CLASSIC, KITCHEN, KITTY, NORDIC, RuleSet
from scatnet.rules.showdown import EndedBy
from tests.rules.helpers import after, card, refused, shown, three, turns_begun

THROWING = replace(NORDIC, throw_down=True, minimum_knock=42)
MINIMUM = replace(NORDIC, minimum_knock=38)


def emptied(rules: RuleSet, seats: tuple[int, ...] = (0, 1)) -> Round:
    """A round in which every card of the stock has been drawn and discarded; the next turn is due."""
    round_ = turns_begun(rules, seats)
    discards = iter(range(1, 52))
    while round_.stock and round_.seat is not None:
        seat = round_.seat
        round_ = after(round_, Draw(seat), Discard(seat, next(discards)))
    return round_


def test_turn_order_begins_at_the_dealers_left_and_ends_with_the_dealer() -> None:
    round_ = start_round(CLASSIC, (0, 2, 5, 7), dealer=2)
    assert round_.order == (5, 7, 0, 2)
    assert round_.dealer == 2
    assert turns_begun(CLASSIC, (0, 2, 5, 7), dealer=2).seat == 5


def test_the_stock_is_what_the_deal_and_the_first_discard_leave() -> None:
    assert start_round(CLASSIC, range(4), 0).stock == 52 - 12 - 1
    assert start_round(CLASSIC, range(9), 0).stock == 24


def test_a_round_takes_two_seats_and_a_dealer_among_them() -> None:
    with pytest.raises(ValueError, match="two seats"):
        start_round(CLASSIC, (3,), 3)
    with pytest.raises(ValueError, match="not in tuple"):
        start_round(CLASSIC, (0, 1), 2)


def test_a_turn_is_a_draw_and_a_discard() -> None:
    round_ = after(turns_begun(CLASSIC), Draw(0))
    assert (round_.phase, round_.held, round_.seat) == (Phase.HOLDING, Held.DRAWN, 0)
    assert (round_.stock, round_.drawn) == (41, 1)
    round_ = after(round_, Discard(0, card("5D")))
    assert (round_.phase, round_.seat, round_.top, round_.turn) == (Phase.TURN, 1, card("5D"), 2)


def test_a_turn_is_a_take_and_a_discard() -> None:
    round_ = after(turns_begun(CLASSIC), Take(0))
    assert (round_.held, round_.taken, round_.pile, round_.stock) == (Held.TAKEN, card("2C"), (), 42)
    round_ = after(round_, Discard(0, card("5D")))
    assert (round_.taken, round_.pile) == (None, (card("5D"),))


def test_only_the_top_of_the_pile_is_taken() -> None:
    round_ = after(turns_begun(CLASSIC), Draw(0), Discard(0, card("5D")), Take(1))
    assert (round_.taken, round_.pile) == (card("5D"), (card("2C"),))


def test_who_is_not_to_act_is_refused() -> None:
    assert refused(turns_begun(CLASSIC), Draw(1)) is Code.NOT_YOUR_TURN
    assert refused(turns_begun(CLASSIC), Discard(1, 5)) is Code.NOT_YOUR_TURN
    assert refused(start_round(CLASSIC, (0, 1), 0), Draw(1)) is Code.NOT_YOUR_TURN


def test_a_discard_needs_a_draw_first() -> None:
    assert refused(turns_begun(CLASSIC), Discard(0, 5)) is Code.MUST_DRAW_FIRST


@pytest.mark.parametrize("action", [Draw(0), Take(0), Knock(0), Pass(0)])
def test_after_a_draw_only_a_discard_will_do(action: Draw | Take | Knock | Pass) -> None:
    assert refused(after(turns_begun(CLASSIC), Draw(0)), action) is Code.MUST_DISCARD


def test_a_card_outside_the_deck_is_refused() -> None:
    assert refused(after(turns_begun(CLASSIC), Draw(0)), Discard(0, 52)) is Code.UNKNOWN_CARD


def test_the_card_taken_may_not_go_back_in_the_same_turn() -> None:
    taken = after(turns_begun(CLASSIC), Take(0))
    assert taken.banned == card("2C")
    assert refused(taken, Discard(0, card("2C"))) is Code.RETURNED_TAKEN_CARD


def test_the_card_taken_may_go_back_where_the_rules_let_it() -> None:
    taken = after(turns_begun(replace(CLASSIC, return_taken=True)), Take(0))
    assert taken.banned is None
    assert after(taken, Discard(0, card("2C"))).pile == (card("2C"),)


def test_the_card_taken_may_go_in_a_later_turn() -> None:
    round_ = after(turns_begun(CLASSIC, (0, 1)), Take(0), Discard(0, 5), Draw(1), Discard(1, 6), Draw(0))
    assert after(round_, Discard(0, card("2C"))).top == card("2C")


# Knocking


def test_after_a_knock_every_other_seat_has_one_more_turn_and_the_knocker_none() -> None:
    round_ = after(turns_begun(CLASSIC), Draw(0), Discard(0, 5), Knock(1))
    assert (round_.knocker, round_.last_turns, round_.seat) == (1, (2, 0), 2)
    round_ = after(round_, Draw(2), Discard(2, 6))
    assert (round_.last_turns, round_.seat) == ((0,), 0)
    round_ = after(round_, Take(0), Discard(0, 7))
    assert (round_.phase, round_.to_show, round_.ended_by) == (Phase.SHOW, (0, 1, 2), EndedBy.KNOCK)


def test_nobody_knocks_after_a_knock() -> None:
    assert refused(after(turns_begun(CLASSIC), Knock(0)), Knock(1)) is Code.ALREADY_KNOCKED
    holding = after(turns_begun(CADILLAC), Knock(0), Draw(1))
    assert refused(holding, Discard(1, 5, knock=True)) is Code.ALREADY_KNOCKED


def test_a_last_turn_too_needs_a_draw_or_a_take() -> None:
    round_ = after(turns_begun(CLASSIC), Knock(0))
    assert legal(round_) == (Verb.DECLARE, Verb.DRAW, Verb.TAKE)


def test_a_knock_with_the_discard_is_only_for_rules_that_have_it() -> None:
    holding = after(turns_begun(CLASSIC), Draw(0))
    assert not holding.may_knock_with_discard
    assert refused(holding, Discard(0, 5, knock=True)) is Code.KNOCK_NOT_NOW
    holding = after(turns_begun(CADILLAC), Draw(0))
    assert holding.may_knock_with_discard
    round_ = after(holding, Discard(0, 5, knock=True))
    assert (round_.knocker, round_.last_turns, round_.top) == (0, (1, 2), 5)


def test_a_knock_shown_below_the_minimum_makes_the_round_void_and_its_seat_expelled() -> None:
    round_ = after(turns_begun(MINIMUM, (0, 1)), Knock(0), Draw(1), Discard(1, 5))
    result = shown(round_, s0="KS 8S 5D", s1="2H 3H 4S")
    assert (result.void, result.expelled) == (True, 0)
    assert result.lost == {0: 0, 1: 0}


def test_a_knock_on_the_minimum_stands() -> None:
    round_ = after(turns_begun(MINIMUM, (0, 1)), Knock(0), Draw(1), Discard(1, 5))
    result = shown(round_, s0="KS 9S 5D", s1="2H 3H 4S")
    assert (result.void, result.lost) == (False, {0: 0, 1: 1})


# The face-down first discard


def test_the_first_player_may_take_the_face_down_discard_unseen() -> None:
    round_ = turns_begun(KITCHEN)
    assert (round_.blind, round_.top, legal(round_)) == (True, None, (Verb.DRAW, Verb.KNOCK, Verb.TAKE))
    round_ = after(round_, Take(0))
    assert (round_.held, round_.taken, round_.blind) == (Held.BLIND, None, False)


@pytest.mark.parametrize("action", [Draw(0), Knock(0)])
def test_the_face_down_discard_is_buried_when_the_first_player_draws_or_knocks(action: Draw | Knock) -> None:
    round_ = after(turns_begun(KITCHEN), action)
    if round_.seat == 0:
        round_ = after(round_, Discard(0, 5), Take(1), Discard(1, 6), Take(2))
        assert (round_.blind, round_.pile) == (False, ())
    else:
        assert round_.blind is False
        assert refused(round_, Take(1)) is Code.NOTHING_TO_TAKE


def test_a_face_down_discard_may_be_thrown_away_at_once() -> None:
    round_ = after(turns_begun(KITCHEN), Take(0))
    assert round_.banned is None
    assert after(round_, Discard(0, 5)).pile == (5,)


def test_a_buried_card_is_in_no_reshuffle() -> None:
    round_ = emptied(KITCHEN)
    assert len(after(round_, Draw(1)).restocking) == 52 - 6 - 1 - 1


def test_the_first_discard_lies_as_the_rules_say() -> None:
    assert refused(start_round(KITCHEN, (0, 1), 0), Deal(first_discard=5)) is Code.UNKNOWN_CARD
    assert refused(start_round(CLASSIC, (0, 1), 0), Deal(first_discard=None)) is Code.UNKNOWN_CARD
    assert refused(start_round(CLASSIC, (0, 1), 0), Deal(first_discard=-1)) is Code.UNKNOWN_CARD


# 31


def test_a_dealt_thirty_one_ends_the_round_before_anyone_plays() -> None:
    dealt = after(start_round(CLASSIC, range(3), 2), Deal(first_discard=0))
    over = after(dealt, CloseCalls(calls={1: three("AS KS QS")}))
    assert (over.phase, over.ended_by, over.thirty_ones) == (Phase.OVER, EndedBy.THIRTY_ONE, (1,))
    assert over.result is not None
    assert (over.result.scores, over.result.lost) == ({1: 62}, {0: 1, 1: 0, 2: 1})


@pytest.mark.parametrize(("rules", "lost"), [(CLASSIC, {0: 0, 1: 0, 2: 1}), (KITTY, {0: 0, 1: 1, 2: 1})])
def test_several_dealt_thirty_ones_are_all_safe_or_only_the_first(rules: RuleSet, lost: dict[int, int]) -> None:
    dealt = after(start_round(rules, range(3), 2), Deal(first_discard=0))
    over = after(dealt, CloseCalls(calls={1: three("AS KS QS"), 0: three("AH KH QH")}))
    assert over.result is not None
    assert over.result.lost == lost


def test_a_call_without_a_thirty_one_is_refused() -> None:
    dealt = after(start_round(CLASSIC, range(3), 2), Deal(first_discard=0))
    assert refused(dealt, CloseCalls(calls={1: three("AS KS QH")})) is Code.NOT_THIRTY_ONE
    assert refused(dealt, CloseCalls(calls={1: (51, 51, 50)})) is Code.NOT_THIRTY_ONE
    assert refused(dealt, CloseCalls(calls={4: three("AS KS QS")})) is Code.UNKNOWN_SEAT


@pytest.mark.parametrize("first", [Draw(0), Take(0)])
@pytest.mark.parametrize("rules", [CLASSIC, CADILLAC])
def test_a_thirty_one_made_by_a_draw_or_a_take_ends_the_round(rules: RuleSet, first: Draw | Take) -> None:
    over = after(turns_begun(rules), first, Declare(seat=0, cards=three("AS KS QS")))
    assert over.result is not None
    assert (over.result.ended_by, over.result.lost) == (EndedBy.THIRTY_ONE, {0: 0, 1: 1, 2: 1})


def test_a_declared_thirty_one_may_wait_for_the_start_of_a_later_turn() -> None:
    over = after(turns_begun(CLASSIC), Declare(seat=0, cards=three("AS KS QS")))
    assert over.ended_by is EndedBy.THIRTY_ONE


def test_an_automatic_thirty_one_does_not_wait() -> None:
    action = Declare(seat=0, cards=three("AS KS QS"))
    assert refused(turns_begun(CADILLAC), action) is Code.NOT_THIRTY_ONE
    assert Verb.DECLARE not in legal(turns_begun(CADILLAC))


def test_the_knocker_loses_too_when_a_thirty_one_is_declared_after_the_knock() -> None:
    over = after(turns_begun(CLASSIC), Knock(0), Draw(1), Declare(seat=1, cards=three("AS KS QS")))
    assert over.result is not None
    assert over.result.lost == {0: 1, 1: 0, 2: 1}


def test_after_a_thirty_one_the_knocker_shows_where_there_is_a_minimum() -> None:
    round_ = after(turns_begun(MINIMUM), Knock(0), Draw(1), Declare(seat=1, cards=three("AS KS QS")))
    assert (round_.phase, round_.to_show) == (Phase.SHOW, (0,))
    lawful = shown(round_, s0="KH 9H 2C")
    assert (lawful.scores, lawful.lost, lawful.void) == ({1: 62}, {0: 1, 1: 0, 2: 1}, False)
    unlawful = shown(round_, s0="KH 8H 2C")
    assert (unlawful.void, unlawful.expelled, unlawful.lost) == (True, 0, {0: 0, 1: 0, 2: 0})


def test_a_knocker_that_lapses_after_a_thirty_one_pays_like_the_others() -> None:
    round_ = after(turns_begun(MINIMUM), Knock(0), Draw(1), Declare(seat=1, cards=three("AS KS QS")))
    assert shown(round_, s0="").lost == {0: 1, 1: 0, 2: 1}


def test_a_thirty_one_first_seen_in_a_showdown_is_simply_the_best_hand() -> None:
    round_ = after(turns_begun(CADILLAC, (0, 1)), Knock(0), Draw(1), Discard(1, 5))
    result = shown(round_, s0="AS KS QS", s1="2H 3H 4S")
    assert (result.ended_by, result.lost) == (EndedBy.KNOCK, {0: 0, 1: 1})


# Throwing down


def test_a_thrown_down_hand_counts_as_a_knock_without_a_minimum() -> None:
    round_ = after(start_round(THROWING, range(3), 2), CloseThrowDown(seats=frozenset({1})))
    assert (round_.phase, round_.to_show, round_.knocker) == (Phase.SHOW, (0, 1, 2), 1)
    result = shown(round_, s0="KS 9S 5D", s1="2H 3H 4S", s2="QS 9C 8C")
    assert (result.ended_by, result.lost, result.void) == (EndedBy.THROW_DOWN, {0: 0, 1: 2, 2: 0}, False)


def test_the_first_in_turn_order_counts_when_several_throw_down() -> None:
    round_ = after(start_round(THROWING, range(3), 0), CloseThrowDown(seats=frozenset({0, 2})))
    assert round_.knocker == 2


def test_a_thirty_one_thrown_down_counts_as_declared() -> None:
    round_ = after(start_round(THROWING, range(3), 2), CloseThrowDown(seats=frozenset({1})))
    result = shown(round_, s0="KS 9S 5D", s1="2H 3H 4S", s2="AD KD QD")
    assert (result.lost, len(result.scores)) == ({0: 1, 1: 1, 2: 0}, 3)


def test_nobody_throws_down_once_the_window_is_closed_or_where_there_is_none() -> None:
    action = CloseThrowDown(seats=frozenset({0}))
    assert refused(turns_begun(THROWING), action) is Code.THROW_DOWN_NOT_ALLOWED
    assert refused(start_round(NORDIC, (0, 1), 0), action) is Code.THROW_DOWN_NOT_ALLOWED
    assert refused(start_round(THROWING, (1, 2), 1), action) is Code.UNKNOWN_SEAT


# An empty stock


def test_discards_but_the_top_one_become_the_new_stock_oldest_first() -> None:
    round_ = emptied(CLASSIC)
    assert legal(round_) == (Verb.DECLARE, Verb.DRAW, Verb.KNOCK, Verb.TAKE)
    waiting = after(round_, Draw(1))
    assert (waiting.phase, waiting.seat, waiting.times_run_out) == (Phase.RESTOCK, 1, 1)
    assert waiting.restocking == round_.pile[:-1]
    assert waiting.restocking[:2] == (card("2C"), 1)
    renewed = after(waiting, Restock())
    assert (renewed.phase, renewed.held, renewed.pile) == (Phase.HOLDING, Held.DRAWN, round_.pile[-1:])
    assert (renewed.stock, renewed.drawn, renewed.restocks) == (len(round_.pile) - 2, 1, 1)


def test_nothing_else_happens_while_the_stock_is_renewed() -> None:
    waiting = after(emptied(CLASSIC), Draw(1))
    assert refused(waiting, Draw(1)) is Code.UNKNOWN_ACTION
    assert refused(waiting, Draw(0)) is Code.NOT_YOUR_TURN
    assert legal(waiting) == ()
    assert refused(turns_begun(CLASSIC), Restock()) is Code.UNKNOWN_ACTION


def test_the_third_time_the_stock_runs_out_the_hands_are_shown() -> None:
    round_ = emptied(CLASSIC)
    for _time in range(2):
        assert round_.seat is not None
        round_ = after(round_, Draw(round_.seat), Restock(), Discard(round_.seat, 0))
        while round_.stock and round_.seat is not None:
            round_ = after(round_, Draw(round_.seat), Discard(round_.seat, 0))
    assert (round_.phase, round_.ended_by, round_.times_run_out) == (Phase.SHOW, EndedBy.STOCK, 3)


def test_an_empty_stock_is_a_showdown_when_a_turn_would_begin() -> None:
    round_ = emptied(KITTY)
    assert (round_.phase, round_.ended_by, round_.to_show) == (Phase.SHOW, EndedBy.STOCK, (0, 1))


def test_the_first_pass_on_an_empty_stock_ends_the_round() -> None:
    round_ = emptied(CADILLAC)
    assert legal(round_) == (Verb.KNOCK, Verb.PASS, Verb.TAKE)
    assert refused(round_, Draw(1)) is Code.STOCK_EMPTY
    assert after(round_, Pass(1)).ended_by is EndedBy.PASS


@pytest.mark.parametrize("rules", [CADILLAC, KITTY])
def test_after_a_knock_a_pass_on_an_empty_stock_only_uses_up_a_last_turn(rules: RuleSet) -> None:
    round_ = turns_begun(rules, range(3))
    for discard in range(1, 42):
        assert round_.seat is not None
        round_ = after(round_, Draw(round_.seat), Discard(round_.seat, discard))
    round_ = after(round_, Knock(2), Draw(0), Discard(0, 50))
    assert (round_.stock, round_.seat) == (0, 1)
    assert Verb.PASS in legal(round_)
    assert after(round_, Pass(1)).ended_by is EndedBy.KNOCK


def test_nobody_passes_while_there_is_a_stock() -> None:
    assert refused(turns_begun(CADILLAC), Pass(0)) is Code.PASS_NOT_ALLOWED
    assert refused(emptied(CLASSIC), Pass(1)) is Code.PASS_NOT_ALLOWED


# The end


def test_all_hands_are_shown_by_exactly_the_seats_that_are_asked() -> None:
    round_ = after(turns_begun(CLASSIC, (0, 1)), Knock(0), Draw(1), Discard(1, 5))
    assert refused(round_, Show(hands={0: three("2C 3C 4C")})) is Code.UNKNOWN_SEAT
    assert refused(round_, Show(hands={0: three("2C 3C 4C"), 1: (1, 1, 2)})) is Code.UNKNOWN_CARD
    assert refused(turns_begun(CLASSIC), Show(hands={})) is Code.UNKNOWN_ACTION


def test_a_round_that_is_over_takes_nothing() -> None:
    round_ = after(turns_begun(CLASSIC, (0, 1)), Knock(0), Draw(1), Discard(1, 5))
    for action in (Draw(1), Take(1), Knock(1), Discard(1, 6), Pass(1), Restock(), Deal(first_discard=3)):
        assert refused(round_, action) is Code.ROUND_OVER
    shown_round = after(round_, Show(hands={0: three("2C 3C 4C"), 1: None}))
    assert refused(shown_round, Show(hands={})) is Code.ROUND_OVER
    assert (shown_round.phase, shown_round.seat, legal(shown_round)) == (Phase.OVER, None, ())
