"""Lives, the county, the deal, the kitty and the winners."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.rules.game import (
    Game,
    begin_round,
    forfeit,
    lapse_loss,
    lives_after,
    mark_away,
    new_game,
    settle,
    void_round,
)
from scatnet.rules.ruleset import CADILLAC, CLASSIC, KITCHEN, KITTY, RuleSet
from scatnet.rules.showdown import EndedBy, RoundResult


def result(
    *lost: int,
    ended_by: EndedBy = EndedBy.KNOCK,
    resigned: tuple[int, ...] = (),
    expelled: int | None = None,
    seats: tuple[int, ...] | None = None,
) -> RoundResult:
    """The result of a round in which these seats (all, in order, if not named) lost so much."""
    return RoundResult(
        ended_by=ended_by,
        scores={},
        lost=dict(zip(seats or range(len(lost)), lost, strict=True)),
        resigned=resigned,
        void=expelled is not None,
        expelled=expelled,
    )


def game_of(rules: RuleSet, *lives: int, dealer: int = 0, kitty: int = 0) -> Game:
    """A game in which the seats have these lives."""
    return replace(new_game(rules, len(lives), dealer), lives=lives, kitty=kitty)


@pytest.mark.parametrize(
    ("rules", "lives", "loss", "after"),
    [
        (KITCHEN, 4, 1, (3, True)),
        (KITCHEN, 1, 1, (0, False)),
        (KITCHEN, 1, 2, (0, False)),
        (KITCHEN, 2, 2, (0, False)),
        (CLASSIC, 1, 1, (0, True)),
        (CLASSIC, 0, 1, (0, False)),
        (CLASSIC, 1, 2, (0, True)),
        (CLASSIC, 2, 3, (0, True)),
        (CLASSIC, 0, 2, (0, False)),
        (CADILLAC, 1, 1, (0, True)),
        (CADILLAC, 1, 2, (0, False)),
        (CADILLAC, 2, 2, (0, True)),
        (CADILLAC, 0, 1, (0, False)),
        (CADILLAC, 0, 0, (0, True)),
    ],
)
def test_a_loss_takes_lives_one_after_the_other(rules: RuleSet, lives: int, loss: int, after: tuple[int, bool]) -> None:
    assert lives_after(rules, lives, loss) == after


def test_a_new_game_gives_everyone_the_same_lives() -> None:
    game = new_game(KITCHEN, 3, 1)
    assert (game.lives, game.dealer, game.present, game.over) == ((4, 4, 4), 1, (2, 0, 1), False)


@pytest.mark.parametrize(("rules", "seats", "dealer"), [(CADILLAC, 5, 0), (KITCHEN, 1, 0), (KITCHEN, 3, 3)])
def test_a_game_takes_the_seats_its_rules_take(rules: RuleSet, seats: int, dealer: int) -> None:
    with pytest.raises(ValueError, match="seat"):
        new_game(rules, seats, dealer)


def test_the_deal_moves_clockwise_to_the_next_seat_still_in() -> None:
    settled = settle(game_of(KITCHEN, 4, 1, 4, dealer=0), result(0, 1, 0))
    assert (settled.game.dealer, settled.game.out, settled.put_out) == (2, (1,), (1,))
    assert settle(game_of(KITCHEN, 4, 4, 4, dealer=2), result(1, 0, 0)).game.dealer == 0


def test_a_seat_on_the_county_plays_on_until_its_next_loss() -> None:
    game = settle(game_of(CLASSIC, 1, 3, 3), result(1, 0, 0)).game
    assert (game.lives, game.county, game.out) == ((0, 3, 3), (0,), ())
    game = settle(game, result(1, 0, 0)).game
    assert (game.county, game.out) == ((), (0,))


def test_the_last_seat_left_wins_the_kitty() -> None:
    game = settle(game_of(KITCHEN, 1, 2, kitty=5), result(2, 0)).game
    assert (game.winners, game.kitty, game.payout, game.over) == ((1,), 6, ((1, 6),), True)


def test_a_loss_on_the_county_pays_nothing_and_nobody_pays_more_than_they_have() -> None:
    settled = settle(game_of(CLASSIC, 0, 1, 3), result(1, 2, 0))
    assert (settled.paid, settled.game.kitty) == ({0: 0, 1: 1}, 1)


def test_a_round_that_would_put_out_everyone_left_is_replayed_by_the_same_dealer() -> None:
    game = game_of(CADILLAC, 0, 0, 1, dealer=1, kitty=8)
    settled = settle(game, result(1, 1, 2))
    assert (settled.replay, settled.lost, settled.paid, settled.put_out) == (True, {0: 0, 1: 0, 2: 0}, {}, ())
    assert settled.game == replace(game, rounds=1)


def test_where_all_share_everyone_left_wins_and_the_odd_rest_goes_to_the_first_in_turn_order() -> None:
    settled = settle(game_of(KITTY, 0, 0, 0, dealer=0, kitty=8), result(1, 1, 1))
    assert settled.game.winners == (1, 2, 0)
    assert settled.game.payout == ((1, 4), (2, 2), (0, 2))
    assert settled.put_out == (1, 2, 0)


def test_an_away_seat_is_not_dealt_in_and_is_skipped_as_dealer() -> None:
    game = mark_away(game_of(CLASSIC, 3, 3, 3, dealer=0), (0,))
    game = begin_round(game)
    assert (game.dealer, game.present, game.away) == (1, (2, 1), (0,))


def test_an_away_seat_loses_one_together_with_the_others_in_every_settled_round() -> None:
    game = begin_round(mark_away(game_of(CLASSIC, 3, 3, 3, dealer=1), (0,)))
    settled = settle(game, result(0, 1, seats=(2, 1)))
    assert settled.lost == {0: 1, 1: 1, 2: 0}
    assert settled.game.lives == (2, 2, 3)


def test_an_away_seat_comes_back_when_a_round_begins() -> None:
    game = mark_away(game_of(CLASSIC, 3, 3, 3, dealer=0), (0,))
    assert begin_round(game, back=(0,)) == game_of(CLASSIC, 3, 3, 3, dealer=0)


def test_an_away_seat_can_be_put_out_and_can_be_the_last_one_left() -> None:
    game = begin_round(mark_away(game_of(CLASSIC, 0, 3, 3, dealer=1), (0,)))
    assert settle(game, result(0, 1, seats=(2, 1))).game.out == (0,)
    game = begin_round(mark_away(game_of(CLASSIC, 2, 0, 0, dealer=1), (0,)))
    assert settle(game, result(1, 1, seats=(2, 1))).game.winners == (0,)


def test_a_lapse_makes_the_round_void_costs_the_seat_one_and_the_same_dealer_deals_again() -> None:
    game = void_round(game_of(CLASSIC, 3, 3, 3, dealer=2), {0: lapse_loss(CLASSIC, had_knocked=False)})
    assert (game.lives, game.away, game.dealer, game.kitty, game.rounds) == ((2, 3, 3), (0,), 2, 1, 1)


def test_a_knocker_that_lapses_loses_the_knockers_penalty() -> None:
    assert lapse_loss(CLASSIC, had_knocked=True) == 2
    assert lapse_loss(KITTY, had_knocked=True) == 1


def test_a_lapse_can_put_a_seat_out_but_never_everyone_left() -> None:
    game = void_round(game_of(CLASSIC, 0, 3, 3), {0: 1})
    assert (game.out, game.away, game.over) == ((0,), (), False)
    game = void_round(game_of(CLASSIC, 0, 3), {0: 1})
    assert game.winners == (1,)
    game = void_round(game_of(CLASSIC, 0, 0), {0: 1, 1: 1})
    assert (game.lives, game.out, game.away, game.over) == ((0, 0), (), (0, 1), False)


def test_a_seat_expelled_for_an_unlawful_knock_is_out_and_nobody_else_loses() -> None:
    settled = settle(game_of(KITCHEN, 4, 4, 4, dealer=1), result(0, 0, 0, expelled=2))
    assert (settled.game.out, settled.game.lives, settled.game.kitty) == ((2,), (4, 4, 0), 4)
    assert (settled.game.dealer, settled.lost) == (1, {0: 0, 1: 0, 2: 0})


def test_a_seat_that_resigned_is_out_and_its_lives_are_forfeit() -> None:
    settled = settle(game_of(KITCHEN, 4, 4, 4), result(0, 0, 1, resigned=(0,)))
    assert (settled.game.out, settled.game.lives, settled.game.kitty) == ((0,), (0, 4, 3), 5)


def test_a_replay_gives_nobody_a_seat_back_who_resigned() -> None:
    settled = settle(game_of(CADILLAC, 3, 0, 0, dealer=1), result(0, 1, 1, resigned=(0,)))
    assert (settled.replay, settled.game.out, settled.game.lives) == (True, (0,), (0, 0, 0))
    assert not settled.game.over


def test_a_round_ended_by_resigning_costs_nobody_anything() -> None:
    game = begin_round(mark_away(game_of(CLASSIC, 3, 3, 3, 3, dealer=1), (0,)))
    ended = result(0, 0, 0, ended_by=EndedBy.RESIGN, resigned=(2, 3), seats=(2, 3, 1))
    settled = settle(game, ended)
    assert (settled.game.lives, settled.game.out) == ((3, 3, 0, 0), (2, 3))
    assert settled.lost[0] == 0


def test_who_is_left_alone_when_the_others_resign_has_won() -> None:
    game = settle(game_of(KITCHEN, 4, 4), result(0, 0, ended_by=EndedBy.RESIGN, resigned=(0,))).game
    assert (game.winners, game.payout) == ((1,), ((1, 4),))


def test_when_the_last_seats_leave_together_nobody_has_won() -> None:
    game = forfeit(game_of(KITCHEN, 4, 4), (0, 1))
    assert (game.winners, game.over, game.kitty) == ((), True, 8)
    assert forfeit(game, (0,)) == game


def test_a_seat_that_is_out_is_not_away() -> None:
    game = forfeit(mark_away(game_of(KITCHEN, 4, 4, 4), (0, 1)), (1,))
    assert game.away == (0,)
    assert mark_away(game, (1,)).away == (0,)
