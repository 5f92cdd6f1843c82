"""The referee who sees all cards: what only the cards can tell, and the windows before the first turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.rules.moves import Code, Move, Refusal, Verb
from scatnet.rules.open_round import OpenRound, close_calls, close_throw_down, deal_open, legal_moves, play
from scatnet.rules.round import Phase
from scatnet.rules.ruleset import CADILLAC, CLASSIC, KITCHEN, NORDIC
from scatnet.rules.showdown import EndedBy
from tests.rules.helpers import card, cards, deck_of, played

THROWING = replace(NORDIC, throw_down=True)
# Three seats, the dealer last: A is dealt 31 here, and B and C are not.
THIRTY_ONE_FOR_FIRST = deck_of("AS 2H 2D", "KS 3H 3D", "QS 4C 5C", "9C")
PLAIN = deck_of("KS 9H 9D", "QS KH KD", "2C 4H 4D", "9C JS 5S 3S")


def refusal(opened: OpenRound, seat: int, move: Move) -> Code:
    """The code with which the referee refuses this move, as it must."""
    answer = play(opened, seat, move)
    assert isinstance(answer, Refusal)
    return answer.code


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    opened = deal_open(CLASSIC, range(3), 2, PLAIN)
    assert opened.hands == (cards("KS QS 2C"), cards("9H KH 4H"), cards("9D KD 4D"))
    assert opened.public.pile == cards("9C")
    opened = deal_open(CLASSIC, (1, 3), 1, PLAIN)
    assert opened.hands == ((), cards("9H QS KD"), (), cards("KS 9D KH"))


def test_a_draw_gives_the_top_of_the_stock() -> None:
    opened = played(deal_open(CLASSIC, range(3), 2, PLAIN), (0, Verb.DRAW))
    assert opened.hands[0] == cards("KS QS 2C JS")
    opened = played(opened, (0, Verb.DISCARD, "2C"), (1, Verb.DRAW))
    assert opened.hands[1][-1] == card("5S")


def test_a_card_that_is_not_held_is_not_discarded() -> None:
    opened = played(deal_open(CLASSIC, range(3), 2, PLAIN), (0, Verb.DRAW))
    assert refusal(opened, 0, Move(Verb.DISCARD, card("9H"))) is Code.CARD_NOT_HELD
    assert refusal(opened, 0, Move(Verb.DISCARD)) is Code.UNKNOWN_CARD
    assert refusal(opened, 0, Move(Verb.DISCARD, card("9H"), knock=True)) is Code.CARD_NOT_HELD


def test_a_knock_below_the_minimum_is_refused() -> None:
    opened = deal_open(replace(CADILLAC, minimum_knock=60), range(3), 2, PLAIN)
    assert refusal(opened, 0, Move(Verb.KNOCK)) is Code.KNOCK_BELOW_MINIMUM
    assert Verb.KNOCK not in legal_moves(opened, 0)
    opened = played(opened, (0, Verb.DRAW))
    assert refusal(opened, 0, Move(Verb.DISCARD, card("JS"), knock=True)) is Code.KNOCK_BELOW_MINIMUM
    knocked = play(opened, 0, Move(Verb.DISCARD, card("2C"), knock=True))
    assert isinstance(knocked, OpenRound)
    assert knocked.public.knocker == 0


def test_the_first_move_that_is_no_declaration_closes_the_window_for_dealt_thirty_ones() -> None:
    opened = deal_open(CLASSIC, range(3), 2, THIRTY_ONE_FOR_FIRST)
    assert opened.public.phase is Phase.CALLS
    assert legal_moves(opened, 0) == (Verb.DECLARE, Verb.DRAW, Verb.KNOCK, Verb.TAKE)
    assert legal_moves(opened, 1) == ()
    assert refusal(opened, 1, Move(Verb.DECLARE)) is Code.NOT_THIRTY_ONE
    declared = played(opened, (0, Verb.DECLARE))
    assert (declared.calls, declared.public.phase) == (frozenset({0}), Phase.CALLS)
    assert refusal(declared, 0, Move(Verb.DRAW)) is Code.ROUND_OVER
    silent = played(opened, (0, Verb.DRAW))
    assert silent.public.phase is Phase.HOLDING


def test_an_automatic_dealt_thirty_one_is_called_by_itself() -> None:
    opened = deal_open(KITCHEN, range(3), 2, THIRTY_ONE_FOR_FIRST)
    assert opened.public.ended_by is EndedBy.THIRTY_ONE
    assert legal_moves(opened, 0) == ()


def test_a_dealt_thirty_one_waits_until_nobody_can_throw_down() -> None:
    rules = replace(THROWING, thirty_one_call=KITCHEN.thirty_one_call)
    opened = deal_open(rules, range(3), 2, THIRTY_ONE_FOR_FIRST)
    assert opened.public.phase is Phase.THROW_DOWN
    assert refusal(opened, 0, Move(Verb.DRAW)) is Code.ROUND_OVER
    assert close_throw_down(opened, ()).public.ended_by is EndedBy.THIRTY_ONE
    assert played(opened, (1, Verb.THROW_DOWN)).public.ended_by is EndedBy.THROW_DOWN


def test_a_throw_down_comes_before_any_other_action() -> None:
    opened = played(deal_open(THROWING, range(3), 2, PLAIN), (0, Verb.DRAW))
    assert refusal(opened, 1, Move(Verb.THROW_DOWN)) is Code.THROW_DOWN_NOT_ALLOWED
    assert refusal(deal_open(NORDIC, range(3), 2, PLAIN), 1, Move(Verb.THROW_DOWN)) is Code.THROW_DOWN_NOT_ALLOWED
    opened = played(deal_open(THROWING, range(3), 2, THIRTY_ONE_FOR_FIRST), (0, Verb.DECLARE))
    assert refusal(opened, 1, Move(Verb.THROW_DOWN)) is Code.ROUND_OVER


def test_calls_without_a_thirty_one_are_passed_over() -> None:
    opened = close_calls(deal_open(CLASSIC, range(3), 2, THIRTY_ONE_FOR_FIRST), (0, 1))
    assert opened.public.thirty_ones == (0,)
    assert close_calls(opened, (0,)) == opened


def test_a_declared_thirty_one_may_be_kept_and_declared_later() -> None:
    deck = deck_of("KS 9H 9D", "QS KH KD", "2C 4H 4D", "9C AS 5S 3S")
    opened = played(deal_open(CLASSIC, range(3), 2, deck), (0, Verb.DRAW))
    assert legal_moves(opened, 0) == (Verb.DECLARE, Verb.DISCARD)
    opened = played(opened, (0, Verb.DISCARD, "2C"), (1, Verb.KNOCK), (2, Verb.DRAW), (2, Verb.DISCARD, "4D"))
    assert Verb.DECLARE in legal_moves(opened, 0)
    opened = played(opened, (0, Verb.DECLARE))
    assert opened.public.result is not None
    assert opened.public.result.lost == {0: 0, 1: 1, 2: 1}


def test_an_automatic_thirty_one_ends_the_round_with_four_cards_in_the_hand() -> None:
    deck = deck_of("KS 9H 9D", "QS KH KD", "2C 4H 4D", "9C AS 5S 3S")
    opened = played(deal_open(KITCHEN, range(3), 2, deck), (0, Verb.DRAW))
    assert (opened.public.ended_by, len(opened.hands[0])) == (EndedBy.THIRTY_ONE, 4)


def test_a_seat_that_is_not_in_the_round_is_refused() -> None:
    opened = deal_open(CLASSIC, (0, 2), 0, PLAIN)
    assert refusal(opened, 1, Move(Verb.DRAW)) is Code.UNKNOWN_SEAT
    assert legal_moves(opened, 1) == legal_moves(opened, 5) == ()


@pytest.mark.parametrize("code", list(Code))
def test_every_refusal_has_a_sentence(code: Code) -> None:
    assert Refusal(code).sentence.endswith(".")
