"""How a round goes on without seats that resign."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.rules.moves import (
    Action,
    CloseCalls,
    CloseThrowDown,
    Code,
    Deal,
    Declare,
    Discard,
    Draw,
    Knock,
    Resign,
    Take,
)
from scatnet.rules.round import Held, Phase, Round, start_round
from scatnet.rules.ruleset import CLASSIC, KITCHEN, NORDIC
from scatnet.rules.showdown import EndedBy
from tests.rules.helpers import after, refused, shown, three, turns_begun
from tests.rules.test_round import emptied


def gone(*seats: int) -> Resign:
    """These seats resign."""
    return Resign(seats=frozenset(seats))


def result_of(round_: Round) -> tuple[EndedBy, dict[int, int]]:
    """How a round that is over ended, and what everyone lost."""
    assert round_.result is not None
    return round_.result.ended_by, dict(round_.result.lost)


def test_turns_of_a_seat_that_has_resigned_are_skipped() -> None:
    round_ = after(turns_begun(CLASSIC, range(4)), gone(1), Draw(0), Discard(0, 5))
    assert (round_.seat, round_.active) == (2, (0, 2, 3))


def test_a_seat_that_resigns_at_the_start_of_its_turn_gives_way_to_the_next() -> None:
    round_ = after(turns_begun(CLASSIC), gone(0))
    assert (round_.seat, round_.phase, round_.turn) == (1, Phase.TURN, 2)


@pytest.mark.parametrize("first", [Draw(0), Take(0)])
def test_in_mid_turn_the_hand_and_its_fourth_card_are_gone(first: Draw | Take) -> None:
    round_ = after(turns_begun(CLASSIC), first, gone(0))
    assert (round_.seat, round_.phase, round_.held, round_.taken) == (1, Phase.TURN, Held.NOTHING, None)
    assert len(round_.pile) + round_.stock == (1 + 42) - 1


def test_the_blind_card_is_buried_when_the_first_player_resigns_in_the_first_turn() -> None:
    round_ = after(turns_begun(KITCHEN), gone(0))
    assert (round_.blind, refused(round_, Take(1))) == (False, Code.NOTHING_TO_TAKE)


def test_the_blind_card_is_for_whoever_has_the_first_turn() -> None:
    dealt = after(start_round(KITCHEN, range(3), 2), Deal(first_discard=None), gone(0), CloseCalls(calls={}))
    assert (dealt.seat, dealt.blind) == (1, True)


def test_a_new_stock_is_not_made_for_a_seat_that_resigns_waiting_for_it() -> None:
    waiting = after(emptied(CLASSIC, (0, 1, 2)), Draw(0), gone(0))
    assert (waiting.phase, waiting.seat, waiting.stock, waiting.restocks) == (Phase.TURN, 1, 0, 0)
    assert after(waiting, Draw(1)).phase is Phase.RESTOCK


def test_a_new_stock_goes_on_when_another_seat_resigns() -> None:
    waiting = after(emptied(CLASSIC, (0, 1, 2)), Draw(0), gone(2))
    assert (waiting.phase, waiting.seat) == (Phase.RESTOCK, 0)


def test_a_knock_stands_without_its_knocker_whose_hand_is_not_compared() -> None:
    round_ = after(turns_begun(CLASSIC, range(4)), Knock(0), gone(0))
    assert (round_.seat, round_.last_turns) == (1, (1, 2, 3))
    round_ = after(round_, Draw(1), Discard(1, 5), Draw(2), Discard(2, 6), Draw(3), Discard(3, 7))
    assert (round_.phase, round_.to_show) == (Phase.SHOW, (1, 2, 3))
    result = shown(round_, s1="KS 9S 5D", s2="2H 3H 4S", s3="QS 9C 8C")
    assert (result.lost, result.resigned) == ({0: 0, 1: 0, 2: 1, 3: 0}, (0,))


def test_a_last_turn_is_skipped_for_a_seat_that_resigns() -> None:
    round_ = after(turns_begun(CLASSIC, range(4)), Knock(0), gone(2), Draw(1), Discard(1, 5))
    assert (round_.seat, round_.last_turns) == (3, (3,))
    assert after(round_, gone(3)).to_show == (0, 1)


def test_a_knock_below_the_minimum_stays_hidden_when_its_knocker_resigns() -> None:
    rules = replace(NORDIC, minimum_knock=38)
    round_ = after(turns_begun(rules), Knock(0), Draw(1), Discard(1, 5), Draw(2), Discard(2, 6), gone(0))
    assert round_.to_show == (1, 2)
    assert shown(round_, s1="KS 9S 5D", s2="2H 3H 4S").void is False


def test_at_the_showdown_a_seat_that_resigns_is_not_compared() -> None:
    round_ = after(turns_begun(CLASSIC), Knock(0), Draw(1), Discard(1, 5), Draw(2), Discard(2, 6), gone(1))
    assert round_.to_show == (0, 2)
    assert shown(round_, s0="KS 9S 5D", s2="2H 3H 4S").lost == {0: 0, 1: 0, 2: 1}


def test_after_a_thirty_one_a_knocker_that_resigns_has_nothing_to_show() -> None:
    rules = replace(NORDIC, minimum_knock=38)
    round_ = after(turns_begun(rules), Knock(0), Draw(1), Declare(seat=1, cards=three("AS KS QS")), gone(0))
    assert result_of(round_) == (EndedBy.THIRTY_ONE, {0: 0, 1: 0, 2: 1})


def test_a_thirty_one_stands_when_its_holder_resigns_after_it() -> None:
    rules = replace(NORDIC, minimum_knock=38)
    round_ = after(turns_begun(rules), Knock(0), Draw(1), Declare(seat=1, cards=three("AS KS QS")), gone(1))
    assert shown(round_, s0="KH 9H 2C").lost == {0: 1, 1: 0, 2: 1}


def test_two_may_resign_at_once() -> None:
    round_ = after(turns_begun(CLASSIC, range(4)), Draw(0), gone(0, 1))
    assert (round_.seat, round_.active, round_.resigned) == (2, (2, 3), (0, 1))


@pytest.mark.parametrize("leaving", [(0, 1), (1, 2), (0, 1, 2)])
@pytest.mark.parametrize(
    "actions",
    [
        (),
        (Deal(first_discard=0),),
        (Deal(first_discard=0), CloseCalls(calls={})),
        (Deal(first_discard=0), CloseCalls(calls={}), Draw(0)),
        (Deal(first_discard=0), CloseCalls(calls={}), Knock(0)),
    ],
)
def test_with_one_seat_left_or_none_the_round_ends_and_nobody_loses(
    actions: tuple[Action, ...], leaving: tuple[int, ...]
) -> None:
    round_ = after(start_round(CLASSIC, range(3), 2), *actions, gone(*leaving))
    assert result_of(round_) == (EndedBy.RESIGN, {0: 0, 1: 0, 2: 0})
    assert refused(round_, gone(0)) is Code.ROUND_OVER


def test_only_seats_still_in_the_round_resign() -> None:
    round_ = after(turns_begun(CLASSIC, range(4)), gone(1))
    assert refused(round_, gone(1)) is Code.UNKNOWN_SEAT
    assert refused(round_, gone(7)) is Code.UNKNOWN_SEAT
    assert refused(round_, gone()) is Code.UNKNOWN_SEAT


def test_a_seat_that_has_resigned_neither_throws_down_nor_calls() -> None:
    window = after(start_round(replace(NORDIC, throw_down=True), range(3), 2), gone(1))
    assert refused(window, CloseThrowDown(seats=frozenset({1}))) is Code.UNKNOWN_SEAT
    calls = after(start_round(NORDIC, range(3), 2), Deal(first_discard=0), gone(1))
    assert refused(calls, CloseCalls(calls={1: three("AS KS QS")})) is Code.UNKNOWN_SEAT
