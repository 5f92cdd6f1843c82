"""The next state from a state and a closed step (chapters 5, 6, 8.5 and 10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from checker import bodies
from checker.deal import deal, gather_keys, shuffle, throw_down
from checker.events import Event
from checker.examine import after_opening
from checker.heads import Outcomes, next_head
from checker.ruleset import score
from checker.seating import begin_game, toss
from checker.settle import below_minimum, give_up, holds_thirty_one, next_round, showdown, thirty_one, void
from checker.state import Round, Table
from checker.turns import begin_turn, begin_with, discard_or_declare, drawn, reshuffle, restock

_BEFORE_THE_DEAL: Final = frozenset({"round_key", "shuffle"})
"""Where a round that ends leaves the deal with the same dealer."""


def fold(table: Table, outcomes: Outcomes) -> Table:
    """The state after all slots at `table.head` have these outcomes, each admissible."""
    head = next_head(table.head, outcomes)
    events = {seat: event for seat, event in outcomes.items() if event is not None and event.kind != "resign"}
    resigned = {seat: event for seat, event in outcomes.items() if event is not None and event.kind == "resign"}
    lapsed = [seat for seat, event in outcomes.items() if event is None]
    after = replace(table, head=head)
    if table.step == "begin":
        return begin_game(after, events)
    if table.step in ("coin_commit", "coin_reveal"):
        return toss(after, table.head, events, [*resigned, *lapsed])
    after = _resign(after, resigned)
    over = len(after.left) <= 1
    after = next_round(after, same_dealer=True) if over else _play(after, table, events, lapsed)
    return _go_away(table, after, events, lapsed) if lapsed else after


def _go_away(table: Table, after: Table, events: Mapping[int, Event], lapsed: list[int]) -> Table:
    losing = lapsed if _stands(table, events) else _with_operators(table, lapsed)
    gone = [seat for seat in losing if seat not in table.away and seat in after.left]
    then = {seat: (*table.lapsed.get(seat, ()), table) for seat in lapsed}
    return replace(after, away={**after.away, **dict.fromkeys(gone, after.head)}, lapsed={**after.lapsed, **then})


def _stands(table: Table, events: Mapping[int, Event]) -> bool:
    """Whether the round is settled although a slot lapsed: at the show, and where another seat was dealt 31."""
    return table.step == "show" or any(_calls(event) for event in events.values())


def _with_operators(table: Table, lapsed: list[int]) -> list[int]:
    """Those that lapsed and all other seats of their operators."""
    operators = {table.seats[seat].operator for seat in lapsed}
    return [seat for seat in table.left if table.seats[seat].operator in operators]


def _resign(table: Table, resigned: Mapping[int, Event]) -> Table:
    if not resigned:
        return table
    table = give_up(table, resigned)
    if table.round is None:
        return table
    secrets = dict(table.round.secrets)
    for seat, event in resigned.items():
        if isinstance(event.body, bodies.Named) and event.body.octets:
            secrets[seat] = int.from_bytes(event.body.octets, "big")
    return replace(table, round=replace(table.round, gone=table.round.gone | set(resigned), secrets=secrets))


def _play(table: Table, before: Table, events: Mapping[int, Event], lapsed: list[int]) -> Table:
    if lapsed and not _stands(before, events):
        return void(table, [seat for seat in _with_operators(before, lapsed) if seat in table.present])
    if table.step == "round_open":
        return _open_round(table, events) if events else table
    if len(table.playing.playing) == 1:
        return next_round(table, same_dealer=table.step in _BEFORE_THE_DEAL)
    match table.step:
        case "round_key":
            return gather_keys(table, events)
        case "shuffle":
            return shuffle(table, events)
        case "reshuffle":
            return reshuffle(table, events)
        case "throw_down":
            return throw_down(table, events)
        case "deal_shares":
            return deal(table, before, events)
        case "deal_call":
            callers = [seat for seat in table.playing.playing if seat in events and _calls(events[seat])]
            return thirty_one(table, callers) if callers else begin_turn(table, table.playing.playing[0])
        case "turn":
            return begin_with(table, events)
        case "draw_shares":
            return drawn(table, events)
        case "four":
            return discard_or_declare(table, events)
        case "restock":
            return restock(table, events)
        case _:
            return _show(table, events, lapsed)


def _calls(event: Event) -> bool:
    return isinstance(event.body, bodies.DealCall) and event.body.call


def _open_round(table: Table, events: Mapping[int, Event]) -> Table:
    (event,) = events.values()
    assert isinstance(event.body, bodies.RoundOpen), "the slot of this step takes nothing else"
    back, expelled = after_opening(table, event.body)
    table = give_up(table, expelled)
    table = replace(table, away={seat: away for seat, away in table.away.items() if seat not in back})
    table = replace(table, rounds=table.rounds + 1)
    if len(table.left) <= 1:
        return next_round(table, same_dealer=True)
    dealer = next(seat for seat in table.clockwise(table.dealer) if seat in table.present)
    order = tuple(seat for seat in (*table.clockwise(dealer)[1:], dealer) if seat in table.present)
    return replace(table, step="round_key", dealer=dealer, round=Round(order))


def _show(table: Table, events: Mapping[int, Event], lapsed: list[int]) -> Table:
    round_ = table.playing
    scores = dict.fromkeys(lapsed, -1)
    for seat, event in events.items():
        assert isinstance(event.body, bodies.Opened), "the slots of this step take nothing else"
        scores[seat] = score(event.body.cards, table.rules)
    if below_minimum(table, scores):
        assert round_.knocker is not None, "somebody knocked below the minimum"
        return next_round(give_up(table, [round_.knocker]), same_dealer=True)
    if round_.declarer is not None:
        return thirty_one(table, [round_.declarer])
    holders = [seat for seat in round_.playing if holds_thirty_one(scores[seat])]
    if round_.thrower is not None and holders:
        return thirty_one(table, holders)
    return showdown(table, scores)
