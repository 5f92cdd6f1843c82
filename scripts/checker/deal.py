"""The steps of a round before its first turn: keys, shuffles, throw-down, deal (chapters 6 and 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from checker import bodies
from checker.brought import given_shares, new_deck, packed_points, under_one_key
from checker.curve import G, Point, minus, parameters, plus, times
from checker.events import Event
from checker.examine import asked_positions, digest_of_commitment, opens_first_card
from checker.settle import next_round
from checker.state import Table
from checker.transcript import Pair


def gather_keys(table: Table, events: Mapping[int, Event]) -> Table:
    """The table key is known: the shuffles begin."""
    table = commit(table, events)
    round_ = table.playing
    table_key = plus(*round_.keys.values())
    if table_key is None:
        return next_round(table, same_dealer=True)
    return to_shuffle(table, "shuffle", parameters().cards, table_key)


def commit(table: Table, events: Mapping[int, Event]) -> Table:
    """The table with the keys, commitments and serials of these events."""
    round_, seen, serials = table.playing, set(table.seen), dict(table.serials)
    keys, commitments = dict(round_.keys), dict(round_.commitments)
    for seat, event in events.items():
        assert isinstance(event.body, bodies.RoundKey | bodies.Restock), "the slots of this step take nothing else"
        if isinstance(event.body, bodies.RoundKey):
            keys[seat] = packed_points(event.body.key)[0]
            seen.add(keys[seat])
        commitments[seat] = packed_points(event.body.commitment)
        seen.add(digest_of_commitment(commitments[seat]))
        serials[seat] = event.body.serial
    round_ = replace(round_, keys=keys, commitments=commitments)
    return replace(table, round=round_, seen=frozenset(seen), serials=serials)


def to_shuffle(table: Table, step: str, cards: tuple[Point, ...], table_key: Point) -> Table:
    """The table with the deck of these cards, each seat in the round to shuffle it."""
    deck: list[Pair] = []
    for card in cards:
        b = plus(card, table_key)
        assert b is not None, "no table key is a card point's negative: that would need its logarithm"
        deck.append((G, b))
    round_ = replace(table.playing, deck=tuple(deck), to_shuffle=table.playing.playing)
    return replace(table, step=step, round=round_)


def shuffled(table: Table, events: Mapping[int, Event]) -> Table:
    """The table after one seat's shuffle, or after its resignation instead."""
    round_ = table.playing
    for event in events.values():
        round_ = replace(round_, deck=new_deck(event))
    return replace(table, round=replace(round_, to_shuffle=round_.to_shuffle[1:]))


def shuffle(table: Table, events: Mapping[int, Event]) -> Table:
    """The next seat shuffles, or the seats to be dealt to are those still in the round."""
    table = shuffled(table, events)
    round_ = table.playing
    if round_.to_shuffle:
        return table
    step = "throw_down" if table.rules.throw_down else "deal_shares"
    return replace(table, step=step, round=replace(round_, dealt=round_.playing))


def throw_down(table: Table, events: Mapping[int, Event]) -> Table:
    """The deal follows; the first to throw counts as if it had knocked."""
    throwers = [
        seat for seat in table.playing.playing if isinstance(body := events[seat].body, bodies.ThrowDown) and body.throw
    ]
    if throwers:
        table = replace(table, round=replace(table.playing, thrower=throwers[0], ended_by="throw_down"))
    return replace(table, step="deal_shares")


def deal(table: Table, before: Table, events: Mapping[int, Event]) -> Table:
    """All have their hands; `before` is the state that the shares were asked in."""
    round_ = table.playing
    count = len(round_.dealt)
    shares = {position: dict[int, Point | None]() for position in range(3 * count + 1)}
    for giver in round_.keys:
        if giver in events:
            for position, share in zip(asked_positions(before, giver), given_shares(events[giver]), strict=True):
                shares[position][giver] = share
        else:
            for position in shares:
                shares[position][giver] = times(round_.secrets[giver], round_.deck[position][0])
    hands = {
        seat: tuple(under_one_key(round_.deck[place + count * turn], shares[place + count * turn]) for turn in range(3))
        for place, seat in enumerate(round_.dealt)
        if seat not in round_.gone
    }
    first, stock = round_.deck[3 * count], round_.deck[3 * count + 1 :]
    round_ = replace(round_, hands=hands, stock=stock)
    if table.rules.face_down:
        round_ = replace(round_, face_down=first)
    elif opens_first_card(table):
        round_ = replace(round_, pile=(_card(minus(first[1], *shares[3 * count].values())),))
    return replace(table, round=round_, step="deal_call" if round_.thrower is None else "show")


def _card(point: Point | None) -> int:
    assert point is not None, "the shares and shuffles were proven"
    return parameters().cards.index(point)
