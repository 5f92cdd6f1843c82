"""Computer players: what they see, what they choose."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scatnet.bots import PLAYERS, STANDARD, BotView, Player
from scatnet.bots.faces import PERSONAS, personas
from scatnet.bots.hands import best_kept, scores_after_draw
from scatnet.bots.knocking import knocks_with, least_knock
from scatnet.bots.standard import StandardPlayer
from scatnet.rules.cards import NEW_DECK
from scatnet.rules.moves import Discard, Draw, Knock, Move, Verb
from scatnet.rules.open_round import OpenRound, play
from scatnet.rules.round import Round
from scatnet.rules.ruleset import CADILLAC, CLASSIC, KITCHEN, KITTY, NORDIC, PRESETS, RuleSet, ShowdownLoser
from tests.rules.helpers import after, card, cards, random_round, rule_sets, turns_begun


def view(round_: Round, hand: str, lives: int = 3) -> BotView:
    """What the player to act sees with this hand."""
    assert round_.seat is not None
    return BotView(round_, round_.seat, cards(hand), lives)


def choice(round_: Round, hand: str, lives: int = 3, player: Player = STANDARD) -> Move:
    """What the player to act chooses with this hand."""
    return player.choose(view(round_, hand, lives), Random(1))


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(sorted(PLAYERS)), rule_sets, st.integers(2, 9), st.integers(0, 2**32))
def test_every_choice_is_legal_in_every_round(name: str, rules: RuleSet, seats: int, seed: int) -> None:
    for opened in random_round(rules, seats, Random(seed))[:60]:
        seat = opened.public.seat
        if seat is not None:
            asked = BotView(opened.public, seat, opened.hands[seat], seed % 3)
            move = PLAYERS[name].choose(asked, Random(seed))
            assert move.verb in asked.legal
            assert isinstance(play(opened, seat, move), OpenRound), move


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted(PLAYERS)), rule_sets, st.integers(0, 2**32))
def test_the_same_view_and_chance_give_the_same_choice(name: str, rules: RuleSet, seed: int) -> None:
    for opened in random_round(rules, 3, Random(seed))[:20]:
        if opened.public.seat is not None:
            asked = BotView(opened.public, opened.public.seat, opened.hands[opened.public.seat], 1)
            first, again = (PLAYERS[name].choose(asked, Random(seed)) for _time in range(2))
            assert first == again


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_a_thirty_one_is_declared_at_once(player: Player) -> None:
    assert choice(turns_begun(CLASSIC), "AS KS QS", player=player).verb is Verb.DECLARE
    drawn = after(turns_begun(CLASSIC), Draw(0))
    assert choice(drawn, "AS KS 2C QS", player=player).verb is Verb.DECLARE
    assert player.calls_thirty_one(BotView(turns_begun(CLASSIC), 0, cards("AS KS QS"), 3), Random(1))


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_the_best_three_cards_are_kept(player: Player) -> None:
    drawn = after(turns_begun(CLASSIC), Draw(0))
    assert choice(drawn, "KS 9S 4D 8S", player=player) == Move(Verb.DISCARD, card("4D"))


def test_high_cards_that_promise_more_are_kept_before_low_ones_that_score_more() -> None:
    drawn = after(turns_begun(NORDIC), Draw(0))
    assert best_kept(NORDIC, cards("2S 4S 5S KH"), None) == (22, card("KH"))
    assert choice(drawn, "2S 4S 5S KH") == Move(Verb.DISCARD, card("2S"))


def test_after_a_knock_only_the_score_counts() -> None:
    last = after(turns_begun(NORDIC), Knock(0), Draw(1))
    assert choice(last, "2S 4S 5S KH") == Move(Verb.DISCARD, card("KH"))


def test_of_equal_discards_the_cheapest_goes() -> None:
    assert best_kept(NORDIC, cards("KS 9S 4D AH"), None) == (38, card("4D"))


def test_the_card_taken_is_not_given_back() -> None:
    assert best_kept(NORDIC, cards("KS 9S 4S 2D"), card("2D")) == (38, card("4S"))


def test_a_draw_may_bring_any_card_not_seen() -> None:
    hand, pile = cards("KS 9S 4D"), cards("2C 3C")
    unseen = [other for other in NEW_DECK if other not in (*hand, *pile)]
    assert scores_after_draw(NORDIC, hand, pile) == [best_kept(NORDIC, (*hand, other), None)[0] for other in unseen]


def test_the_discard_is_taken_when_it_is_worth_more_than_a_draw() -> None:
    king_on_top = after(turns_begun(CLASSIC), Draw(0), Discard(0, card("KS")))
    assert choice(king_on_top, "9S 3D 4H").verb is Verb.TAKE
    two_on_top = after(turns_begun(CLASSIC), Draw(0), Discard(0, card("2S")))
    assert choice(two_on_top, "9S 3D 4H").verb is Verb.DRAW


def test_a_good_hand_knocks_and_a_bad_one_does_not() -> None:
    assert choice(turns_begun(NORDIC), "KS QS 9S").verb is Verb.KNOCK
    assert choice(turns_begun(NORDIC), "2S 3H 4D").verb is not Verb.KNOCK


def test_a_hand_below_the_minimum_is_not_knocked_with() -> None:
    assert choice(turns_begun(replace(NORDIC, minimum_knock=60)), "KS QS 9S").verb is not Verb.KNOCK


def _least_knock(rules: RuleSet, seats: int, laps: int = 0, lives: int = 3) -> int:
    """The lowest score with which the standard player knocks after everyone has had so many turns."""
    round_ = turns_begun(rules, range(seats))._replace(turn=1 + laps * seats)
    return least_knock(BotView(round_, 0, (), lives))


def test_more_players_make_a_low_knock_safer() -> None:
    assert _least_knock(NORDIC, 6) < _least_knock(NORDIC, 4) < _least_knock(NORDIC, 2)
    assert _least_knock(NORDIC, 9) == _least_knock(NORDIC, 6)


def test_a_knock_needs_more_the_longer_the_round_has_gone_on() -> None:
    assert _least_knock(NORDIC, 3) < _least_knock(NORDIC, 3, laps=2) < _least_knock(NORDIC, 3, laps=9)


def test_where_all_but_the_best_pay_a_knock_needs_more() -> None:
    rules = replace(NORDIC, showdown_loser=ShowdownLoser.ALL_BUT_HIGHEST)
    assert _least_knock(rules, 4) > _least_knock(NORDIC, 4)


def test_on_the_county_a_knock_comes_early() -> None:
    assert _least_knock(NORDIC, 3, laps=1, lives=0) < _least_knock(NORDIC, 3, laps=1)
    assert _least_knock(CADILLAC, 3, laps=1, lives=0) < _least_knock(CADILLAC, 3, laps=1)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("lives", [0, 3])
def test_what_a_knock_needs_never_falls_and_is_always_within_reach(rules: RuleSet, lives: int) -> None:
    for seats in range(2, 10):
        views = [BotView(turns_begun(rules, range(seats))._replace(turn=turn), 0, (), lives) for turn in range(1, 60)]
        needed = [least_knock(view) for view in views]
        assert needed == sorted(needed)
        assert needed[0] > 0
        assert needed[-1] < 2 * 31


def test_the_minimum_of_the_rules_comes_before_what_the_player_would_do() -> None:
    asked = BotView(turns_begun(replace(NORDIC, minimum_knock=50)), 0, (), 3)
    assert not knocks_with(asked, 49)
    assert knocks_with(asked, 50)


def test_a_knock_goes_with_the_discard_where_the_rules_have_it() -> None:
    assert choice(turns_begun(CADILLAC), "KS QS 9S").verb is Verb.DRAW
    drawn = after(turns_begun(CADILLAC), Draw(0))
    assert choice(drawn, "KS QS 9S 2C") == Move(Verb.DISCARD, card("2C"), knock=True)


def test_the_last_turn_is_played_to_improve() -> None:
    last = after(turns_begun(CLASSIC), Knock(0))
    assert choice(last, "KS QS 9S").verb in (Verb.DRAW, Verb.TAKE)


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_the_blind_card_is_taken_or_buried_and_never_looked_at(player: Player) -> None:
    verbs = {player.choose(view(turns_begun(KITCHEN), "2S 3H 4D"), Random(seed)).verb for seed in range(20)}
    assert verbs <= {Verb.DRAW, Verb.TAKE}


def test_nobody_throws_down_while_it_costs_more_than_waiting() -> None:
    window = BotView(turns_begun(NORDIC), 0, (), 3)
    assert not any(STANDARD.throws_down(window, Random(seed)) for seed in range(100))
    daring = BotView(turns_begun(KITTY), 0, (), 3)
    thrown = sum(STANDARD.throws_down(daring, Random(seed)) for seed in range(200))
    assert 0 < thrown < 40


def test_the_standard_player_is_one_player_whatever_its_name() -> None:
    assert isinstance(STANDARD, StandardPlayer)
    assert STANDARD is PLAYERS["standard"]


# Names and faces


def test_names_and_faces_are_plain_ascii_and_all_different() -> None:
    assert len({persona.name for persona in PERSONAS}) == len({p.face for p in PERSONAS}) == len(PERSONAS) == 16
    assert all(persona.face.isascii() and persona.name.isascii() for persona in PERSONAS)


def test_a_name_that_is_taken_is_not_given_twice() -> None:
    first, second = personas(2)
    assert personas(1, frozenset({first.name})) == (second,)
    with pytest.raises(ValueError, match="free names"):
        personas(17)
