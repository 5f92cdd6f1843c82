"""Recorded games: the second auditor follows them to their ends, and to the same heads as the first."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checker.helpers import check, first, recorded, second

NAMES = ("two_seats", "false_play", "leaving")


@pytest.mark.parametrize("name", NAMES)
def test_both_auditors_find_a_recorded_log_valid_and_reach_one_head(name: str, tmp_path: Path) -> None:
    log = recorded(name)
    found = second(log)
    assert found.verdict == "valid"
    assert found == first(log, tmp_path)


def test_a_short_game_has_its_winner_and_its_rounds() -> None:
    table = check(recorded("two_seats")).table
    assert table is not None
    assert (table.step, table.rounds, table.kitty) == ("over", 3, 2)
    assert [table.seats[seat].nickname for seat in table.winners] == ["Ada"]


def test_false_play_that_was_lapsed_and_expelled_leaves_a_log_valid() -> None:
    table = check(recorded("false_play")).table
    assert table is not None
    assert (table.step, sorted(table.out), table.winners) == ("over", [0, 2, 3], (1,))


def test_a_seat_left_out_of_the_coin_takes_its_operators_other_seats_with_it() -> None:
    table = check(recorded("leaving")).table
    assert table is not None
    assert len(table.seats) == 4
    assert (table.step, table.lives, sorted(table.out)) == ("round_open", (3, 0, 0, 3), [1, 2])
