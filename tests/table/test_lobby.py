"""Before play: who sits, what the host proposes, who agrees, and the one beginning that comes of it."""

from __future__ import annotations

from unittest.mock import patch

from scatnet.log import Event, Identity, Kind, make_event
from scatnet.log import bodies as log
from scatnet.rules.ruleset import PRESETS
from scatnet.table.engine import ENGINE
from scatnet.table.fold import genesis
from scatnet.table.ledger import Admission, Ledger
from scatnet.table.lobby import Lobby
from scatnet.table.refused import Refused
from scatnet.table.state import Stage, TableState
from tests.simulation.scat import ScatTable, scat_machines
from tests.simulation.world import Faults, Machine, World
from tests.table.helpers import (
    begin_with,
    fast_params,
    identity,
    open_event,
    ready_for,
    sit,
    sit_computer,
    start_of,
)

HOST = identity("host")


def table(seats: int = 3) -> TableState:
    return genesis(open_event(HOST, rules=PRESETS["classic"], seats=seats), fast_params())


def lobby_of(state: TableState, *people: Identity) -> tuple[Lobby, list[Event]]:
    """A lobby in which these people sit, and their records."""
    lobby = Lobby(state)
    sits = [sit(who, state, name=f"Player {place}") for place, who in enumerate(people)]
    for event in sits:
        assert lobby.add(event) is None
    return lobby, sits


def replacing(state: TableState, sits: list[Event], start: Event) -> Event:
    body = log.Start(tuple(sits), start.digest).to_body()
    return make_event(HOST, table=state.table, head=state.head, kind=Kind.START, body=body)


def test_each_author_sits_once() -> None:
    state = table()
    lobby, (first,) = lobby_of(state, HOST)
    assert lobby.add(first) is None
    assert lobby.add(sit(HOST, state, name="Another name")) is not None
    assert lobby.sits == (first,)


def test_a_computer_player_sits_with_its_operators_word_only() -> None:
    state = table()
    lobby = Lobby(state)
    seat = HOST.computer_seat(state.table, 0)
    assert lobby.add(sit_computer(HOST, seat, state, name="Robot")) is None
    assert [event.author for event in lobby.sits] == [seat.public]


def test_records_of_another_table_have_no_place() -> None:
    other = genesis(open_event(HOST, rules=PRESETS["classic"], seats=3, name="Elsewhere"), fast_params())
    lobby = Lobby(table())
    assert lobby.add(sit(HOST, other, name="A")) is not None


def test_only_the_host_orders_the_seats() -> None:
    state = table()
    other = identity("other")
    lobby, sits = lobby_of(state, HOST, other)
    assert lobby.add(start_of(other, state, sits)) is not None
    assert lobby.start is None


def test_a_new_start_takes_the_place_of_the_one_it_names_whatever_came_first() -> None:
    state = table()
    people = [HOST, identity("b"), identity("c")]
    lobby, sits = lobby_of(state, *people)
    first = start_of(HOST, state, sits)
    second = replacing(state, sits[:2], first)
    third = replacing(state, sits, second)
    for start in (second, third, first):
        assert lobby.add(start) is None
    assert lobby.start == third


def test_everybody_in_the_newest_start_has_to_be_ready_for_it() -> None:
    state = table()
    people = [HOST, identity("b")]
    lobby, sits = lobby_of(state, *people)
    first = start_of(HOST, state, sits)
    second = replacing(state, sits, first)
    assert lobby.add(ready_for(people[1], state, first)) is None  # before its start has come
    lobby.add(first)
    assert lobby.missing == (HOST.public,)
    lobby.add(ready_for(HOST, state, first))
    assert lobby.complete
    lobby.add(second)
    assert lobby.missing == tuple(who.public for who in people)
    assert lobby.begin() is None
    for who in people:
        lobby.add(ready_for(who, state, second))
    begin = lobby.begin()
    assert begin is not None
    event = make_event(HOST, table=state.table, head=state.head, kind=Kind.BEGIN, body=begin.to_body())
    assert ENGINE.verdict(state, event) is None


def test_a_proposal_takes_no_more_than_the_table_has_seats_and_no_fewer_than_its_rules_need() -> None:
    state = table(seats=2)
    people = [HOST, identity("b"), identity("c")]
    lobby, sits = lobby_of(state, *people)
    assert lobby.full()
    assert lobby.proposal() == tuple(sits[:2])
    assert lobby.proposal(frozenset({HOST.public})) == tuple(sits[1:])
    assert lobby.proposal(frozenset({HOST.public, people[1].public})) is None


def machines_of(people: int, computers: int = 0) -> tuple[World[TableState], list[Machine[TableState]]]:
    table_ = ScatTable(rules=PRESETS["classic"], people=people, computers=computers)
    machines = scat_machines(table_)
    return World(machines, Faults(), 1), machines


def stage_of(machine: Machine[TableState]) -> Stage:
    assert machine.peer is not None
    return machine.peer.state.stage


def test_a_full_table_begins_by_itself_with_everybody_in_the_order_of_sitting() -> None:
    world, machines = machines_of(3, computers=1)
    for machine in machines:
        world.boot(machine)
    assert world.run(lambda: all(stage_of(machine) is not Stage.LOBBY for machine in machines), 10.0, 5000)
    peer = machines[0].peer
    assert peer is not None
    seats = peer.ledger.state_of(peer.ledger.chain[1]).seats
    assert [seat.key for seat in seats[:2]] == list(machines[0].keys)
    assert [seat.computer for seat in seats].count(True) == 1
    assert {seat.key for seat in seats} == {key for machine in machines for key in machine.keys}


def test_a_host_told_to_start_begins_with_those_who_sit() -> None:
    world, machines = machines_of(4)
    for machine in machines[:2]:
        world.boot(machine)
    assert not world.run(lambda: stage_of(machines[0]) is not Stage.LOBBY, 10.0, 5000)
    world.give(machines[0], machines[0].life, lambda peer: peer.start_game(world.now))
    assert world.run(lambda: stage_of(machines[1]) is not Stage.LOBBY, 10.0, 5000)
    peer = machines[1].peer
    assert peer is not None
    assert len(peer.ledger.state_of(peer.ledger.chain[1]).seats) == 2


def test_who_does_not_answer_in_time_is_left_out_by_a_new_start() -> None:
    world, machines = machines_of(3)
    for machine in machines[:2]:
        world.boot(machine)
    world.boot(machines[2])  # it sits down
    machines[2].gone = True
    world.crash(machines[2])
    assert world.run(lambda: stage_of(machines[1]) is not Stage.LOBBY, 60.0, 5000)
    begun = machines[1].peer
    assert begun is not None
    assert len(begun.ledger.state_of(begun.ledger.chain[1]).seats) == 2


def test_who_was_late_once_is_asked_again_where_too_few_are_left_without_them() -> None:
    world, machines = machines_of(4)
    host, late, other, dying = machines
    for machine in machines:
        world.boot(machine)

    def orders() -> int:
        assert host.peer is not None
        assert host.peer.lobby is not None
        return sum(event.kind is Kind.START for event in host.peer.lobby.events())

    assert world.run(lambda: orders() == 1, 10.0, 5000)
    stop(world, late, other)
    assert world.run(lambda: orders() == 2, 60.0, 5000)
    stop(world, dying)
    for machine in (late, other):
        machine.gone = False
        world.boot(machine)
    assert world.run(lambda: stage_of(late) is not Stage.LOBBY, 60.0, 5000)
    begun = late.peer
    assert begun is not None
    assert {seat.key for seat in begun.ledger.state_of(begun.ledger.chain[1]).seats} == {
        key for machine in (host, late, other) for key in machine.keys
    }


def test_a_lobby_that_takes_no_more_orders_keeps_nobody_busy() -> None:
    world, machines = machines_of(4)
    for machine in machines[:2]:
        world.boot(machine)
    assert not world.run(lambda: False, 5.0, 5000)
    host = machines[0].peer
    assert host is not None
    assert host.lobby is not None
    with patch.object(Lobby, "_add_start", lambda *_: Refused("The host has ordered the seats often enough.")):
        world.give(machines[0], machines[0].life, lambda peer: peer.start_game(world.now))
    assert stage_of(machines[0]) is Stage.LOBBY


def stop(world: World[TableState], *machines: Machine[TableState]) -> None:
    for machine in machines:
        machine.gone = True
        world.crash(machine)


def begins(state: TableState, people: list[Identity], first: int) -> tuple[Event, Event]:
    """Two beginnings by the host: with all, and with the first ones only."""
    sits = [sit(who, state, name=f"Player {place}") for place, who in enumerate(people)]
    found = []
    for seated in (people, people[:first]):
        start = start_of(HOST, state, sits[: len(seated)])
        found.append(begin_with(HOST, state, start, [ready_for(who, state, start) for who in seated]))
    return found[0], found[1]


def ledger_with(state: TableState, *events: Event, own: bytes | None = None) -> Ledger[TableState]:
    ledger = Ledger(ENGINE, state, own)
    for event in events:
        assert ledger.add(event) is Admission.STORED
        ledger.settle()
        for check in ledger.wanted():
            ledger.judge(check.event.head, check.event.digest, ENGINE.verdict(check.state, check.event))
        ledger.settle()
    return ledger


def keep(who: Identity, event: Event) -> Event:
    body = log.Keep(0, event.digest).to_body()
    return make_event(who, table=event.table, head=event.head, kind=Kind.KEEP, body=body)


def test_a_host_who_begins_twice_begins_nothing_until_most_others_have_gone_on_with_one() -> None:
    state = table(seats=4)
    people = [HOST, identity("b"), identity("c"), identity("d")]
    everybody, some = begins(state, people, 3)
    ledger = ledger_with(state, everybody)
    assert ledger.tip.number == 1
    ledger = ledger_with(state, everybody, some)
    assert ledger.tip is ledger.root
    assert [evidence.author for evidence in ledger.evidence.values()] == [HOST.public]
    ledger = ledger_with(state, everybody, some, keep(people[1], some))
    assert ledger.tip is ledger.root  # one of two others
    ledger = ledger_with(state, everybody, some, keep(people[1], some), keep(people[2], some))
    assert len(ledger.state.seats) == 3
    ledger = ledger_with(state, everybody, some, *[keep(who, everybody) for who in people[1:3]])
    assert len(ledger.state.seats) == 4


def test_a_beginning_that_the_rules_refuse_keeps_no_other_from_standing() -> None:
    state = table(seats=4)
    people = [HOST, identity("b"), identity("c"), identity("d")]
    everybody, _ = begins(state, people, 3)
    refused = begin_with(HOST, state, everybody.embedded[0], everybody.embedded[1:-1])  # a `ready` is missing
    for order in ((everybody, refused), (refused, everybody)):
        ledger = ledger_with(state, *order)
        assert len(ledger.state.seats) == 4
        assert [evidence.author for evidence in ledger.evidence.values()] == [HOST.public]


def test_who_has_gone_on_with_a_beginning_never_leaves_it_for_another() -> None:
    state = table(seats=4)
    people = [HOST, identity("b"), identity("c"), identity("d")]
    everybody, some = begins(state, people, 3)
    begun = ledger_with(state, everybody).state
    body = log.CoinCommit(bytes(32)).to_body()
    gone_on = make_event(people[3], table=state.table, head=begun.head, kind=Kind.COIN_COMMIT, body=body)
    others = [keep(people[1], some), keep(people[2], some)]
    assert len(ledger_with(state, everybody, gone_on, some, *others).state.seats) == 3
    assert len(ledger_with(state, everybody, gone_on, some, *others, own=people[3].public).state.seats) == 4
    assert len(ledger_with(state, everybody, gone_on, some, *others, own=people[2].public).state.seats) == 3
