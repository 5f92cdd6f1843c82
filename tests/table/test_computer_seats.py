"""Computer players at a real table: always one of their choices, the same one again, and luck nobody can foresee."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.bots import PLAYERS
from scatnet.bots.seat import computer_player
from scatnet.rules.ruleset import PRESETS
from scatnet.table.slots import expected
from scatnet.table.state import Stage
from scatnet.table.view import Choice, Verb
from tests.table.helpers import begun_table, host_deals
from tests.table.stacking import stacked_deck
from tests.table.stages import WINDOWS, table_at

ASKED = (Stage.THROW_DOWN, Stage.DEAL_CALL, Stage.TURN, Stage.DISCARD)

RULES = {**PRESETS, "thrown down": replace(PRESETS["kitty"], throw_down=True)}


@pytest.mark.parametrize("player", sorted(PLAYERS))
@pytest.mark.parametrize("name", sorted(RULES))
def test_a_computer_player_always_takes_one_of_the_choices_listed(name: str, player: str) -> None:
    table = begun_table(seats=3, rules=RULES[name], seed=12, player=player)
    asked = 0
    while not table.is_at(Stage.OVER) and len(table.steps) < 90:
        if table.state.stage in ASKED:
            for slot in expected(table.state):
                choose = computer_player(PLAYERS[player], b"secret")
                view = table.players[slot.author].view(table.state)
                choice = choose(view)
                assert choice in view.choices
                assert choose(view) == choice
                asked += 1
        table.step()
    assert asked > 15


def test_a_computer_player_is_not_asked_outside_a_round() -> None:
    table = table_at(Stage.OPENING)
    choose = computer_player(PLAYERS["quick"], b"secret")
    with pytest.raises(ValueError, match="while it sits in a round"):
        choose(table.player(0).view(table.state))


def test_a_computer_player_calls_a_31_and_no_other_hand() -> None:
    deck = stacked_deck(["AS KS QS", "2C 3D 4H", "5C 6D 7H"], "8H 9S")
    table = begun_table(rules=host_deals("classic"), deck=deck)
    table.play_until(Stage.DEAL_CALL)
    calls = {
        seat: computer_player(PLAYERS["standard"], b"secret")(table.player(seat).view(table.state)) for seat in range(3)
    }
    assert sorted(choice.verb for choice in calls.values()) == [Verb.CALL, Verb.NO_CALL, Verb.NO_CALL]


def test_what_is_left_to_luck_depends_on_the_seats_secret() -> None:
    table = table_at(Stage.THROW_DOWN, rules=replace(WINDOWS, knocker_penalty=1))
    view = table.player(0).view(table.state)
    chosen = {computer_player(PLAYERS["standard"], bytes([n]))(view) for n in range(120)}
    assert chosen == {Choice(verb=Verb.THROW_DOWN), Choice(verb=Verb.KEEP_CARDS)}
