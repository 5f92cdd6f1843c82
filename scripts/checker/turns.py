"""Turns, and a new stock of the discards (chapters 6 and 10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from checker import bodies
from checker.brought import given_shares, kept_pairs, under_one_key
from checker.curve import Point, parameters, plus, times
from checker.deal import commit, shuffled, to_shuffle
from checker.events import Event
from checker.examine import face_up_pair
from checker.settle import thirty_one
from checker.state import Table


def begin_turn(table: Table, seat: int) -> Table:
    """The turn of `seat`, or the show where an empty stock ends the round."""
    round_, rules = replace(table.playing, turn=seat, taken=None, drawn=None), table.rules
    table = replace(table, step="turn", round=round_)
    if round_.stock or round_.knocker is not None or rules.stock_out == "pass":
        return table
    if rules.stock_out == "reshuffle" and round_.renewable:
        return table
    return _to_show(table, "stock")


def next_turn(table: Table, after: int) -> Table:
    """The turn after that of seat `after`, or the show when the last turns are over."""
    round_ = table.playing
    if round_.knocker is None:
        place = round_.order.index(after)
        clockwise = (*round_.order[place + 1 :], *round_.order[:place])
        return begin_turn(table, next(seat for seat in clockwise if seat not in round_.gone))
    waiting = tuple(seat for seat in round_.last_turns if seat not in round_.gone)
    if not waiting:
        return _to_show(table, "knock")
    return begin_turn(replace(table, round=replace(round_, last_turns=waiting[1:])), waiting[0])


def _to_show(table: Table, ended_by: str) -> Table:
    return replace(table, step="show", round=replace(table.playing, ended_by=ended_by))


def _knock(table: Table, seat: int) -> Table:
    round_ = table.playing
    place = round_.order.index(seat)
    others = (*round_.order[place + 1 :], *round_.order[:place])
    return next_turn(replace(table, round=replace(round_, knocker=seat, last_turns=others)), seat)


def begin_with(table: Table, events: Mapping[int, Event]) -> Table:
    """The turn of the seat to act, begun with this answer."""
    round_ = table.playing
    seat = round_.turn
    blind = round_.face_down
    table = replace(table, round=replace(round_, face_down=None))
    round_ = table.playing
    if seat not in events:
        return next_turn(table, seat)
    match events[seat].kind:
        case "draw" if round_.stock:
            round_ = replace(round_, drawn=round_.stock[0], stock=round_.stock[1:])
            return replace(table, step="draw_shares", round=round_)
        case "draw":
            return replace(table, step="restock")
        case "take" if blind is not None:
            return replace(table, step="draw_shares", round=replace(round_, drawn=blind))
        case "take":
            card = round_.pile[-1]
            pair = face_up_pair(parameters().cards[card], round_.keys[seat])
            hands = {**round_.hands, seat: (*round_.hands[seat], pair)}
            return replace(table, step="four", round=replace(round_, hands=hands, pile=round_.pile[:-1], taken=card))
        case "knock":
            return _knock(table, seat)
        case "pass":
            return _to_show(table, "pass") if round_.knocker is None else next_turn(table, seat)
        case _:
            return _declared(table, seat)


def _declared(table: Table, seat: int) -> Table:
    round_ = replace(table.playing, declarer=seat)
    table = replace(table, round=round_)
    if table.rules.minimum_knock and round_.knocker in round_.playing and round_.knocker != seat:
        return _to_show(table, "thirty-one")
    return thirty_one(table, [seat])


def drawn(table: Table, events: Mapping[int, Event]) -> Table:
    """The seat to act has its fourth card."""
    round_ = table.playing
    seat, pair = round_.turn, round_.drawn
    assert pair is not None, "a card is drawn"
    shares: dict[int, Point | None] = {}
    for giver in round_.keys:
        if giver in events:
            shares[giver] = given_shares(events[giver])[0]
        elif giver != seat:
            shares[giver] = times(round_.secrets[giver], pair[0])
    hands = {**round_.hands, seat: (*round_.hands[seat], under_one_key(pair, shares))}
    return replace(table, step="four", round=replace(round_, hands=hands, drawn=None))


def discard_or_declare(table: Table, events: Mapping[int, Event]) -> Table:
    """The turn is over by a discard, or the round by 31."""
    round_ = table.playing
    seat = round_.turn
    if seat not in events:
        return next_turn(table, seat)
    body = events[seat].body
    if not isinstance(body, bodies.Discard):
        return _declared(table, seat)
    kept = kept_pairs(body.proof)
    round_ = replace(round_, hands={**round_.hands, seat: kept}, pile=(*round_.pile, body.card))
    table = replace(table, round=round_)
    return _knock(table, seat) if body.knock else next_turn(table, seat)


def restock(table: Table, events: Mapping[int, Event]) -> Table:
    """The discards but the top one are to be shuffled, unless the seat that asked for them is gone."""
    table = commit(table, events)
    round_ = table.playing
    if round_.turn in round_.gone:
        return next_turn(table, round_.turn)
    table_key = plus(*round_.keys.values())
    assert table_key is not None, "a round whose table key is the identity is void"
    return to_shuffle(table, "reshuffle", tuple(parameters().cards[card] for card in round_.pile[:-1]), table_key)


def reshuffle(table: Table, events: Mapping[int, Event]) -> Table:
    """The next seat shuffles the new stock, or its first card is drawn."""
    table = shuffled(table, events)
    round_ = table.playing
    if round_.turn in round_.gone:
        return next_turn(table, round_.turn)
    return table if round_.to_shuffle else _restocked(table)


def _restocked(table: Table) -> Table:
    round_ = table.playing
    round_ = replace(round_, pile=round_.pile[-1:], restocks=round_.restocks + 1)
    return replace(table, step="draw_shares", round=replace(round_, drawn=round_.deck[0], stock=round_.deck[1:]))
