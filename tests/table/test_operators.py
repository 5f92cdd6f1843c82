"""What one person's several seats have in common: a lapse, the coin, and that nobody takes back another's 31."""

from __future__ import annotations

import pytest

from scatnet.log import Kind
from scatnet.rules.ruleset import PRESETS
from scatnet.rules.showdown import EndedBy
from scatnet.table.beginning import check_start
from scatnet.table.closing import game_of
from scatnet.table.fold import genesis
from scatnet.table.state import Stage
from scatnet.table.statements import playing_round
from tests.table.helpers import begun_table, identity, open_event, sit, sit_computer, start_of
from tests.table.stacking import stacked_deck


def test_a_lapse_takes_all_seats_of_its_operator_along() -> None:
    table = begun_table(seats=4, computers={2: 0, 3: 0}, seed=3)
    table.play_until(Stage.TURN)
    seats = table.state.seats
    robots = [place for place, seat in enumerate(seats) if seat.computer]
    host = next(place for place, seat in enumerate(seats) if seat.key == table.identities[0].public)
    lives = game_of(table.state).lives
    while playing_round(table.state).seat != robots[0]:
        table.play_step()
        if table.state.stage not in (Stage.TURN, Stage.DRAW_SHARES, Stage.DISCARD):
            pytest.fail("the round ended before the computer player's turn")
    table.lapse(robots[0])
    after = game_of(table.state)
    gone = {host, *robots}
    assert set(after.away) == gone
    assert [was - now for was, now in zip(lives, after.lives, strict=True)] == [
        1 if seat in gone else 0 for seat in range(4)
    ]


@pytest.mark.parametrize("stage", [Stage.COIN_COMMIT, Stage.COIN_REVEAL])
def test_another_toss_costs_a_person_every_seat(stage: Stage) -> None:
    table = begun_table(seats=4, computers={2: 0})
    table.play_until(stage)
    robot = next(place for place, seat in enumerate(table.state.seats) if seat.computer)
    table.resign(robot)
    assert [seat.key for seat in table.state.seats] == [table.identities[1].public, table.identities[3].public]
    assert table.state.stage is Stage.COIN_COMMIT


def test_a_31_that_was_called_stands_though_another_seat_lapsed() -> None:
    deck = stacked_deck(["AS KS QS", "2C 3C 4D", "5C 6C 7D"])
    table = begun_table(seats=3, deck=deck, rules=PRESETS["cadillac"])
    table.play_until(Stage.DEAL_CALL)
    caller, silent, other = playing_round(table.state).order
    table.lapse(silent)
    after = game_of(table.state)
    assert table.state.round is not None
    assert table.state.round.ended_by is EndedBy.THIRTY_ONE
    assert [after.lives[seat] for seat in (caller, silent, other)] == [3, 2, 2]
    assert after.away == (silent,)


def test_a_computer_player_runs_no_seat() -> None:
    host = identity("host")
    state = genesis(open_event(host, rules=PRESETS["classic"], seats=3))
    robot = host.computer_seat(state.table, 0)
    robots_robot = robot.computer_seat(state.table, 0)
    sits = [
        sit(host, state, name="Host"),
        sit_computer(host, robot, state, name="Robot"),
        sit_computer(robot, robots_robot, state, name="Robot's robot"),
    ]
    assert check_start(state, start_of(host, state, sits)) is not None
    assert check_start(state, start_of(host, state, sits[:2])) is None
    assert all(event.kind is Kind.SIT for event in sits)
