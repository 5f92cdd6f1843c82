"""From the `open` to the seating and the first dealer (chapter 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from checker import bodies
from checker.coin import Draw, coin_of, high_card
from checker.events import ZEROS, Event
from checker.heads import next_head
from checker.refusal import Refused, Unreadable
from checker.ruleset import read_rules
from checker.state import Seat, Table


def opened(event: Event) -> Table:
    """The table at the head after its `open`.

    Raises:
        Unreadable: the table follows another revision of the protocol.
        Refused: its rules are none.
    """
    body = event.body
    if not isinstance(body, bodies.Open):
        raise Refused("should be the open")
    if body.revision != 1:
        raise Unreadable("this table follows another revision of the protocol", 0)
    rules = read_rules(body.rules)
    if not rules.min_seats <= body.seats <= rules.max_seats:
        raise Refused("has more or fewer seats than its rules allow")
    return Table(event.table, next_head(ZEROS, {0: event}), event.author, body, rules, rules)


def begin_game(table: Table, events: Mapping[int, Event]) -> Table:
    """The table after its `begin`: the coin is to be tossed."""
    begin = events[0].body
    assert isinstance(begin, bodies.Begin), "the slot of this step takes nothing else"
    start = begin.start.body
    assert isinstance(start, bodies.Start), "the schema let a start pass"
    sits = [(event.author, event.body) for event in start.sits if isinstance(event.body, bodies.Sit)]
    seats = tuple(Seat(key, sit.operator, sit.nickname, sit.computer, sit.house_rule) for key, sit in sits)
    return _with_seats(replace(table, step="coin_commit"), seats)


def _with_seats(table: Table, seats: tuple[Seat, ...]) -> Table:
    """The table with these seats, by the house rule if all persons among them want it."""
    wishes = [seat.house_rule for seat in seats if not seat.computer]
    rules = table.agreed_rules
    if wishes and all(wishes) and rules.house_rule_three_of_a_kind:
        rules = replace(rules, three_of_a_kind=rules.house_rule_three_of_a_kind)
    return replace(table, rules=rules, seats=seats, lives=(rules.lives,) * len(seats))


def toss(table: Table, before: bytes, events: Mapping[int, Event], left_out: list[int]) -> Table:
    """The table after a step of the coin at head `before`, without those left out."""
    if left_out:
        operators = {table.seats[number].operator for number in left_out}
        seats = tuple(seat for seat in table.seats if seat.operator not in operators)
        step = "coin_commit" if len(seats) >= table.rules.min_seats else "over"
        return _with_seats(replace(table, step=step), seats)
    octets = {seat: event.body.octets for seat, event in events.items() if isinstance(event.body, bodies.Named)}
    if table.step == "coin_commit":
        return replace(table, step="coin_reveal", commit_head=before, coin_commitments=octets)
    coin = coin_of(table.id, table.commit_head, [octets[seat] for seat in sorted(octets)])
    seats = tuple(table.seats[number] for number in Draw(coin, "seating").permutation(len(table.seats)))
    seated = replace(table, step="round_open", seats=seats)
    return replace(seated, dealer=_first_dealer(seated, coin))


def _first_dealer(table: Table, coin: bytes) -> int:
    if table.rules.first_dealer == "high_card":
        return high_card(coin, len(table.seats))
    if table.rules.first_dealer == "host":
        own = [seat for seat, who in enumerate(table.seats) if who.key == table.host]
        run = [seat for seat, who in enumerate(table.seats) if who.operator == table.host]
        if own or run:
            return (own or run)[0]
    return Draw(coin, "first dealer").below(len(table.seats))
