"""The lobby: sitting down, the host's order, and when a game may begin."""

from __future__ import annotations

from scatnet.log import Event, Identity, Kind, endorse, make_event
from scatnet.log.bodies import Begin, Open, Ready, Sit, Start
from scatnet.net.lobby import Lobby
from scatnet.rules.fields import encode_rules
from scatnet.rules.ruleset import PRESETS
from scatnet.table.beginning import check_begin
from scatnet.table.fold import genesis
from scatnet.table.state import TableState

HOST, GUEST, THIRD = (Identity(bytes([n]) * 32) for n in (1, 2, 3))


def opened() -> TableState:
    rules = tuple(encode_rules(PRESETS["classic"]))
    body = Open("Kitchen", rules, 4, 120, 0, True, 1, bytes(32), b"").to_body()
    return genesis(make_event(HOST, table=bytes(32), head=bytes(32), kind=Kind.OPEN, body=body))


STATE = opened()


def answer(signer: Identity, kind: Kind, body: Sit | Start | Ready | Begin) -> Event:
    return make_event(signer, table=STATE.table, head=STATE.head, kind=kind, body=body.to_body())


def sit(person: Identity, name: str = "Ann") -> Event:
    return answer(person, Kind.SIT, Sit(name, False, False, person.public, b""))


def computer(operator: Identity, index: int) -> tuple[Identity, Event]:
    seat = operator.computer_seat(STATE.table, index)
    endorsement = endorse(operator, STATE.table, seat.public)
    return seat, answer(seat, Kind.SIT, Sit("Ada", True, False, operator.public, endorsement))


def start(*sits: Event, replaces: Event | None = None, signer: Identity = HOST) -> Event:
    return answer(signer, Kind.START, Start(sits, replaces.digest if replaces else b""))


def ready(person: Identity, to: Event) -> Event:
    return answer(person, Kind.READY, Ready(to.digest))


def keys(lobby: Lobby) -> list[bytes]:
    return [sitting.key for sitting in lobby.sittings]


def test_those_who_sit_are_listed_as_they_came_and_then_as_the_host_orders_them() -> None:
    lobby = Lobby(STATE)
    sits = [sit(person) for person in (THIRD, GUEST, HOST)]
    assert [lobby.add(each) for each in sits] == [True, True, True]
    assert keys(lobby) == [THIRD.public, GUEST.public, HOST.public]
    assert lobby.add(start(sits[2], sits[0]))
    assert keys(lobby) == [HOST.public, THIRD.public, GUEST.public]


def test_a_record_is_news_only_once() -> None:
    lobby = Lobby(STATE)
    first, second = sit(HOST), sit(GUEST)
    order = start(first, second)
    for event in (first, second, order, ready(HOST, order)):
        assert lobby.add(event)
        assert not lobby.add(event)


def test_sitting_again_changes_what_was_said_and_the_old_record_never_comes_back() -> None:
    lobby = Lobby(STATE)
    old, new = sit(GUEST, "Ann"), sit(GUEST, "Annie")
    assert lobby.add(old)
    assert lobby.add(new)
    assert not lobby.add(old)
    assert [sitting.body.nickname for sitting in lobby.sittings] == ["Annie"]


def test_a_seat_changes_its_mind_only_so_often() -> None:
    lobby = Lobby(STATE)
    news = [lobby.add(sit(GUEST, f"Ann {number}")) for number in range(100)]
    assert news == [True] * 32 + [False] * 68


def test_only_so_many_sit() -> None:
    lobby = Lobby(STATE)
    for number in range(200):
        lobby.add(sit(Identity(number.to_bytes(32, "big"))))
    assert len(lobby.sittings) == 64


def test_only_the_host_orders_the_seats() -> None:
    lobby = Lobby(STATE)
    assert not lobby.add(start(sit(HOST), sit(GUEST), signer=GUEST))
    assert lobby.start is None


def test_a_newer_start_replaces_an_older_one_in_whatever_order_they_come() -> None:
    first = start(sit(HOST), sit(GUEST), sit(THIRD))
    second = start(sit(HOST), sit(GUEST), replaces=first)
    for order in ([first, second], [second, first]):
        lobby = Lobby(STATE)
        for event in order:
            lobby.add(event)
        assert lobby.start == second


def test_the_game_may_begin_when_everyone_in_the_start_is_ready() -> None:
    lobby = Lobby(STATE)
    robot, robot_sits = computer(HOST, 0)
    order = start(sit(HOST), sit(GUEST), robot_sits)
    lobby.add(order)
    assert lobby.to_answer({HOST.public, robot.public}) == (HOST.public, robot.public)
    for person in (HOST, robot):
        lobby.add(ready(person, order))
    assert lobby.beginning() is None
    assert [sitting.key for sitting in lobby.unready()] == [GUEST.public]
    lobby.add(ready(GUEST, order))
    beginning = lobby.beginning()
    assert beginning is not None
    assert check_begin(STATE, answer(HOST, Kind.BEGIN, Begin(*beginning))) is None


def test_a_ready_for_another_start_does_not_count() -> None:
    lobby = Lobby(STATE)
    first = start(sit(HOST), sit(GUEST), sit(THIRD))
    second = start(sit(HOST), sit(GUEST), replaces=first)
    for event in (first, ready(HOST, first), ready(GUEST, first), second, ready(HOST, second)):
        lobby.add(event)
    assert lobby.beginning() is None
    assert not lobby.add(ready(THIRD, first))


def test_a_ready_that_comes_before_its_start_counts() -> None:
    lobby = Lobby(STATE)
    order = start(sit(HOST), sit(GUEST))
    for event in (ready(GUEST, order), ready(HOST, order), order):
        lobby.add(event)
    assert lobby.beginning() is not None


def test_who_leaves_is_forgotten_with_their_computer_players_and_may_come_back() -> None:
    lobby = Lobby(STATE)
    _robot, robot_sits = computer(GUEST, 0)
    mine = sit(GUEST)
    for event in (sit(HOST), mine, robot_sits):
        lobby.add(event)
    assert lobby.remove(GUEST.public)
    assert keys(lobby) == [HOST.public]
    assert not lobby.remove(GUEST.public)
    assert lobby.add(mine)


def test_a_newcomer_who_is_sent_everything_sees_the_same_lobby() -> None:
    lobby, other = Lobby(STATE), Lobby(STATE)
    sits = [sit(person) for person in (HOST, GUEST, THIRD)]
    first = start(*sits)
    second = start(sits[0], sits[2], replaces=first)
    for event in (*sits, first, ready(HOST, first), second, ready(THIRD, second)):
        lobby.add(event)
    for event in lobby.records():
        assert other.add(event)
    assert keys(other) == keys(lobby)
    assert other.unready() == lobby.unready()


def test_records_of_another_table_change_nothing() -> None:
    lobby = Lobby(STATE)
    body = Sit("Ann", False, False, GUEST.public, b"").to_body()
    assert not lobby.add(make_event(GUEST, table=b"x" * 32, head=STATE.head, kind=Kind.SIT, body=body))
    assert not lobby.add(make_event(GUEST, table=STATE.table, head=b"x" * 32, kind=Kind.SIT, body=body))
    assert lobby.sittings == ()
