"""Whole games between computer players."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scatnet.bots import PLAYERS, BotView, Chance, Player
from scatnet.bots.simulation import play_game
from scatnet.rules.moves import Move, Verb
from scatnet.rules.ruleset import PRESETS, AllOut, RuleSet
from tests.rules.helpers import rule_sets

QUICK, STANDARD = PLAYERS["quick"], PLAYERS["standard"]


@settings(max_examples=30, deadline=None)
@given(rule_sets, st.integers(2, 9), st.integers(0, 2**32))
def test_every_game_under_any_rules_has_winners(rules: RuleSet, seats: int, seed: int) -> None:
    game = play_game(rules, [QUICK] * seats, Random(seed))
    assert 1 <= len(game.winners) <= seats
    assert len(game.winners) == 1 or rules.all_out is AllOut.SHARE
    assert game.rounds == sum(game.endings.values())


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("player", PLAYERS)
def test_every_preset_is_played_to_its_winners_with_fewest_and_most_seats(preset: str, player: str) -> None:
    rules = PRESETS[preset]
    for seats in (rules.min_seats, rules.max_seats):
        assert play_game(rules, [PLAYERS[player]] * seats, Random(seats)).winners


def test_the_same_seed_plays_the_same_game() -> None:
    first, again = (play_game(PRESETS["kitchen"], [STANDARD] * 3, Random(5)) for _time in range(2))
    assert first == again
    assert play_game(PRESETS["kitchen"], [STANDARD] * 3, Random(6)) != first


def test_a_table_takes_only_as_many_players_as_its_rules() -> None:
    with pytest.raises(ValueError, match="seats"):
        play_game(PRESETS["cadillac"], [QUICK] * 5, Random(1))


class Careless:
    """Does anything legal, at random, as long as it does not knock."""

    def throws_down(self, view: BotView, chance: Chance) -> bool:
        """Never."""
        return False

    def calls_thirty_one(self, view: BotView, chance: Chance) -> bool:
        """Always."""
        return True

    def choose(self, view: BotView, chance: Chance) -> Move:
        """Anything that may be done."""
        verbs = [verb for verb in view.legal if verb is not Verb.KNOCK]
        verb = verbs[int(chance.random() * len(verbs))]
        cards = [card for card in view.hand if card != view.public.banned]
        return Move(verb, cards[int(chance.random() * len(cards))] if verb is Verb.DISCARD else None)


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
@pytest.mark.parametrize("preset", ["kitchen", "kitty"])
def test_a_player_that_thinks_beats_one_that_does_not(player: Player, preset: str) -> None:
    chance, careless, won = Random(11), Careless(), 0
    for game in range(30):
        players: list[Player] = [player, careless] if game % 2 else [careless, player]
        won += players[play_game(PRESETS[preset], players, chance).winners[0]] is player
    assert won >= 27


def test_the_standard_player_is_clearly_better_than_the_quick_one() -> None:
    chance, games, won = Random(31), 120, 0.0
    for rules in PRESETS.values():
        for game in range(games):
            table = [STANDARD, QUICK, STANDARD, QUICK] if game % 2 else [STANDARD, STANDARD, QUICK, QUICK]
            winners = play_game(rules, table, chance).winners
            won += sum(table[seat] is STANDARD for seat in winners) / len(winners)
    # Players as good as each other would win half of them, and 57 % once in some three thousand such tests.
    assert won > 0.57 * games * len(PRESETS)
