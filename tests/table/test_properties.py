"""What holds in every game: random rules, seats, choices and mishaps, over the fast group."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from scatnet.log import Outcome, Step, decode_record
from scatnet.rules.fields import FIELDS, Value, with_values
from scatnet.rules.ruleset import PRESETS, FirstDiscard, RuleSet
from scatnet.table.closing import game_of
from scatnet.table.examine import verdict
from scatnet.table.fold import fold, genesis
from scatnet.table.slots import expected
from scatnet.table.state import Stage, TableState
from scatnet.table.statements import deck_of, playing_deal, playing_round
from tests.table.helpers import Table, at_random, begun_table, fast_params
from tests.table.mishaps import mishaps
from tests.table.opened import deck_cards, open_cards
from tests.table.state_bytes import state_bytes

ROOT = Path(__file__).parents[2]

MOST_STEPS = 200
"""Enough for some rounds of nine seats, and for whole games of few."""


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Any rules for two to nine seats, with few lives, so that games end."""
    values: dict[str, Value] = {
        field.name: draw(st.sampled_from(field.allowed))
        for field in FIELDS
        if field.name not in ("min_seats", "max_seats", "lives", "minimum_knock")
    }
    values |= {"lives": draw(st.integers(1, 3)), "minimum_knock": draw(st.sampled_from((0, 0, 10, 38, 62)))}
    return with_values(PRESETS["kitchen"], values)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table that has just begun, where everybody chooses at random."""
    seed = draw(st.integers(0, 10**6))
    rules, seats = draw(rule_sets()), draw(st.integers(2, 9))
    return begun_table(seats=seats, rules=rules, seed=seed, chooser=at_random(seed))


def play(table: Table, seed: int, often: float) -> None:
    """Play on with mishaps, until the game is over or has lasted long enough."""
    draw = random.Random(seed)
    while not table.is_at(Stage.OVER) and len(table.steps) < MOST_STEPS:
        table.step(mishaps(table, draw, often))
        check(table)


def check(table: Table) -> None:
    """What holds after every step."""
    state = table.state
    if state.game is not None:
        assert sum(state.game.lives) + state.game.kitty == len(state.seats) * state.rules.lives
        assert (state.stage is Stage.OVER) is state.game.over
    if state.stage is not Stage.OVER:
        assert expected(state)
    before = table.states[-1]
    if before.stage is Stage.SHUFFLE and state.stage in (Stage.THROW_DOWN, Stage.DEAL_SHARES):
        assert sorted(deck_cards(table, deck_of(state)), key=str) == sorted(range(52), key=str)
    if before.stage is Stage.SHUFFLE and state.stage is Stage.DRAW_SHARES:
        discards = playing_round(before).pile[:-1]
        assert sorted(deck_cards(table, deck_of(state)), key=str) == sorted(discards, key=str)
    if state.stage is Stage.TURN and playing_round(state).turn % 3 == 1:
        cards = open_cards(table)
        assert None not in cards.all
        assert len(set(cards.all)) == len(cards.all)
        assert len(cards.stock) == playing_round(state).stock
        hidden = state.rules.first_discard is FirstDiscard.FACE_DOWN and not cards.blind
        if not playing_deal(state).opened and not hidden:
            assert len(cards.all) == 52


def replayed(table: Table, steps: list[Step]) -> TableState:
    """The state after these steps, from the opening alone."""
    assert table.opening is not None
    state = genesis(table.opening, fast_params())
    for step in steps:
        state = fold(state, step)
    return state


def from_bytes(step: Step) -> Step:
    """The step as it comes out of a log file."""
    return Step(
        step.head,
        tuple(
            Outcome(outcome.seat, None if outcome.event is None else decode_record(outcome.event.record))
            for outcome in step.outcomes
        ),
    )


@settings(max_examples=10, deadline=None, derandomize=True)
@given(table=tables(), seed=st.integers(0, 10**6))
def test_every_deck_is_52_different_cards_and_lives_are_never_lost_or_made(table: Table, seed: int) -> None:
    play(table, seed, often=0.0)


@settings(max_examples=10, deadline=None, derandomize=True)
@given(table=tables(), seed=st.integers(0, 10**6))
def test_the_same_holds_when_seats_resign_lapse_and_come_back(table: Table, seed: int) -> None:
    play(table, seed, often=0.02)


@settings(max_examples=6, deadline=None, derandomize=True)
@given(table=tables(), seed=st.integers(0, 10**6))
def test_the_fold_of_the_log_alone_gives_the_same_state_bit_for_bit(table: Table, seed: int) -> None:
    play(table, seed, often=0.01)
    played = state_bytes(table.state)
    assert state_bytes(replayed(table, table.steps)) == played
    reread = [from_bytes(step) for step in table.steps]
    assert [step.next_head for step in reread] == [state.head for state in [*table.states[1:], table.state]]
    assert state_bytes(replayed(table, reread)) == played


@settings(max_examples=12, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**6), rules=rule_sets(), seats=st.integers(2, 4))
def test_games_of_random_choices_end_with_winners(seed: int, rules: RuleSet, seats: int) -> None:
    table = begun_table(seats=seats, rules=replace(rules, minimum_knock=0), seed=seed, chooser=at_random(seed))
    table.play_until(Stage.OVER, limit=6000)
    game = game_of(table.state)
    assert game.winners
    assert sum(lives for _, lives in game.payout) == game.kitty
    assert table.state.rounds < 400


@settings(max_examples=8, deadline=None, derandomize=True)
@given(table=tables(), seed=st.integers(0, 10**6))
def test_events_once_answered_are_stale_at_every_later_head(table: Table, seed: int) -> None:
    draw = random.Random(seed)
    while not table.is_at(Stage.OVER) and len(table.steps) < 60:
        table.step()
        old = draw.choice(draw.choice(table.steps).outcomes).event
        assert old is not None
        refused = verdict(table.state, old)
        assert refused is not None
        assert refused.reason == "It answers to another head."


_IN_ANOTHER_PROCESS = """
import hashlib
from tests.table.helpers import begun_table
from tests.table.state_bytes import state_bytes
from tests.table.stages import WINDOWS

table = begun_table(seats=4, rules=WINDOWS, seed=3)
for number in range(60):
    table.lapse(1) if number == 30 else table.step()
print(hashlib.sha256(state_bytes(table.state)).hexdigest())
"""


def test_no_order_of_sets_or_hashes_comes_into_a_state() -> None:
    digests = set()
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", _IN_ANOTHER_PROCESS]
        done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
        digests.add(done.stdout)
    assert len(digests) == 1
