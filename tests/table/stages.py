"""A table at each stage of a game, made once and copied: where a test needs any state of a kind."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from scatnet.dealing import standard_params
from scatnet.log import Event, Kind
from scatnet.log import bodies as log
from scatnet.rules.ruleset import RuleSet, StockOut, ThirtyOneCall
from scatnet.table.fold import genesis
from scatnet.table.state import Stage
from scatnet.table.statements import playing_round
from scatnet.table.view import Verb
from tests.table.helpers import (
    Table,
    begin_with,
    begun_table,
    fast_params,
    host_deals,
    identity,
    idle,
    open_event,
    ready_for,
    sit,
    start_of,
)
from tests.table.stacking import stacked_deck

WINDOWS: Final = replace(host_deals("classic"), throw_down=True, thirty_one_call=ThirtyOneCall.DECLARED)
"""Rules under which a round goes through every stage."""

BLIND: Final = replace(host_deals("kitchen"), minimum_knock=0)
"""Rules under which the first discard lies face down."""

SHORT_STOCK: Final = replace(WINDOWS, throw_down=False, stock_out=StockOut.RESHUFFLE)

DECK: Final = stacked_deck(
    ["2C 3D 4H", "5C 6D 7H", "8C 9D 10H", "JC QD 2H"], "KS 3S 4S 5S 6S 7S 8S 9S 10S 2D 4D 5D 2S 3H 5H"
)
"""For four seats: hands without a pair of a suit, a king on the pile, low spades on top of the stock."""

PLAYED: Final = (
    Stage.OPENING,
    Stage.KEYS,
    Stage.SHUFFLE,
    Stage.THROW_DOWN,
    Stage.DEAL_SHARES,
    Stage.DEAL_CALL,
    Stage.TURN,
    Stage.DRAW_SHARES,
    Stage.DISCARD,
    Stage.SHOW,
)
"""The stages of a round without a reshuffle, in the order in which `table_at` comes to them."""


def lobby_table() -> tuple[Table, Event]:
    """A table that has been opened, and the `begin` that it waits for; two people sit there."""
    people = [identity("ann"), identity("ben")]
    opening = open_event(people[0], rules=WINDOWS, seats=4)
    state = genesis(opening, fast_params())
    start = start_of(people[0], state, [sit(who, state, name=f"P{place}") for place, who in enumerate(people)])
    begin = begin_with(people[0], state, start, [ready_for(who, state, start) for who in people])
    return Table(state, people, opening=opening), begin


def table_at(stage: Stage, seats: int = 4, rules: RuleSet = WINDOWS) -> Table:
    """A copy of a table of people, the host dealing, at the first step of `stage`. The turn is that of the dealer's
    left; it has drawn in `draw_shares` and `discard`, and knocked before the `show`."""
    return _table_at(stage, seats, rules).copy()


def real_table(stage: Stage, *, knocks: bool = False) -> Table:
    """A copy of a table of three over the true group, at the first step of `stage`.

    The dealer's left was dealt a 31, did not call it, and draws or (`knocks`) knocks in the first turn.
    """
    return _real_table(stage, knocks).copy()


def restocking_table(seats: int = 9) -> Table:
    """A copy of a table at `restock`: the stock has run out for the first time, and the seat to act draws."""
    return _restocking_table(seats).copy()


@cache
def _table_at(stage: Stage, seats: int, rules: RuleSet) -> Table:
    table = begun_table(seats=seats, rules=rules, deck=DECK if seats == 4 else None, chooser=idle)
    if stage is Stage.SHOW:
        table.play_until(Stage.TURN)
        table.play(Verb.KNOCK)
    table.play_until(stage)
    return table


@cache
def _real_table(stage: Stage, knocks: bool) -> Table:
    deck = stacked_deck(["AS KS QS", "2C 3D 4H", "5C 6D 7H"], "8H 9S")
    table = begun_table(seats=3, rules=WINDOWS, params=standard_params(), deck=deck, chooser=idle)
    while table.state.stage is not stage:
        if table.state.stage is Stage.DEAL_CALL:
            first = playing_round(table.state).order[0]
            table.step({first: table.event(first, Kind.DEAL_CALL, log.DealCall(False, ()).to_body())})
        elif table.state.stage is Stage.TURN and knocks and playing_round(table.state).knocker is None:
            table.play(Verb.KNOCK)
        else:
            table.step()
    return table


@cache
def _restocking_table(seats: int) -> Table:
    table = begun_table(seats=seats, rules=SHORT_STOCK, chooser=idle)
    table.play_until(Stage.RESTOCK)
    return table


KINDS: Final = {
    Stage.COIN_COMMIT: {Kind.COIN_COMMIT},
    Stage.COIN_REVEAL: {Kind.COIN_REVEAL},
    Stage.OPENING: {Kind.ROUND_OPEN},
    Stage.KEYS: {Kind.ROUND_KEY},
    Stage.RESTOCK: {Kind.RESTOCK},
    Stage.SHUFFLE: {Kind.SHUFFLE},
    Stage.THROW_DOWN: {Kind.THROW_DOWN},
    Stage.DEAL_SHARES: {Kind.DEAL_SHARES},
    Stage.DEAL_CALL: {Kind.DEAL_CALL},
    Stage.DRAW_SHARES: {Kind.DRAW_SHARES},
    Stage.DISCARD: {Kind.DISCARD, Kind.DECLARE},
    Stage.SHOW: {Kind.SHOW},
}
"""What each stage but a turn waits for, as the design has it, beside `resign`."""
