"""The smaller parts of a node: the list of tables, the door, files of addresses, offers, updates, pace,
listeners.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scatnet.log import Event, Identity, Kind, endorse, make_event
from scatnet.log.bodies import Sit
from scatnet.net.address_file import addresses_path, load_addresses, save_addresses
from scatnet.net.addresses import Endpoint, interfaces
from scatnet.net.announcement import Announcement, Stage
from scatnet.net.arriving import find_target
from scatnet.net.directory import Directory, choose_table
from scatnet.net.discovery import Appeared, Changed, Sighting, Vanished
from scatnet.net.door import TableDoor
from scatnet.net.door_note import DoorNote, door_note_path, note_door, read_door_note
from scatnet.net.doorkeeper import Doorkeeper
from scatnet.net.fields import FrameError
from scatnet.net.frames import Farewell, Role
from scatnet.net.gossip import make_record
from scatnet.net.handshake import Refused
from scatnet.net.listening import open_listening
from scatnet.net.offer import make_offer, read_offer
from scatnet.net.opening import TableWish, check_wish, make_opening
from scatnet.net.publisher import Publisher
from scatnet.net.session import Notice, RefusalError, Update
from scatnet.rules.ruleset import PRESETS
from scatnet.table.fold import genesis
from scatnet.table.state import TableState
from tests.net.helpers import ANN, BEN, CAT, TABLE

HERE = (Endpoint("192.168.1.7", 31031),)
WISH = TableWish(name="Kitchen", rules=PRESETS["classic"], seats=2)
OPENING = make_opening(ANN.identity, "Ann", WISH)
STATE = genesis(OPENING)


def seen(instance: str, name: str = "Kitchen", table: bytes = bytes(16), **changes: object) -> Sighting:
    announcement = Announcement(
        table=table,
        name=name,
        rules="classic",
        taken=1,
        seats=4,
        stage=Stage.OVER if changes.get("over") else Stage.PLAYING if changes.get("playing") else Stage.LOBBY,
        fingerprint=instance,
        host=bool(changes.get("host", True)),
        revision=9 if changes.get("newer") else 1,
    )
    return Sighting(instance, announcement, HERE)


def directory_of(*sightings: Sighting) -> Directory:
    directory = Directory()
    for sighting in sightings:
        directory.note(Appeared(sighting))
    return directory


def test_peers_of_one_table_make_one_entry_the_host_first() -> None:
    (table,) = directory_of(seen("a", host=False), seen("b"), seen("c", host=False)).tables()
    assert [peer.instance for peer in table.peers] == ["b", "a", "c"]
    assert table.places[0] == ("b", HERE)


def test_tables_change_and_vanish_with_their_announcements() -> None:
    directory = directory_of(seen("a"), seen("b", name="Porch", table=b"2" * 16, playing=True))
    assert [table.name for table in directory.tables()] == ["Kitchen", "Porch"]
    directory.note(Changed(seen("a", name="Attic")))
    directory.note(Vanished("b"))
    directory.note(Vanished("never there"))
    assert [table.name for table in directory.tables()] == ["Attic"]


def test_a_table_whose_game_is_over_is_no_longer_listed_and_its_name_means_the_next_one() -> None:
    directory = directory_of(seen("a", playing=True), seen("b", host=False, playing=True))
    directory.note(Changed(seen("a", over=True)))
    assert directory.tables() == ()
    directory.note(Appeared(seen("c", table=b"2" * 16)))
    chosen = choose_table(directory.tables(), "kitchen")
    assert chosen is not None
    assert chosen.key == (b"2" * 16).hex()


def test_a_table_is_chosen_by_name_or_key_or_because_it_is_the_only_one() -> None:
    tables = directory_of(seen("a"), seen("b", name="Porch", table=b"2" * 16)).tables()
    for wanted in (" porch ", (b"2" * 16).hex(), (b"2" * 16).hex()[:8]):
        chosen = choose_table(tables, wanted)
        assert chosen is not None
        assert chosen.name == "Porch"
    assert choose_table(tables, "cellar") is None
    assert choose_table((), "") is None
    assert choose_table(tables[:1], "") == tables[0]
    with pytest.raises(RefusalError, match="Several tables are meant"):
        choose_table(tables, "")
    with pytest.raises(RefusalError, match="another version"):
        choose_table(directory_of(seen("a", newer=True)).tables(), "kitchen")


async def test_a_target_may_be_a_ticket_an_address_or_a_name() -> None:
    (target,) = await find_target("192.168.1.7:31031", (), 0, playing=False)
    assert (target.endpoints, target.key) == (HERE, None)
    with pytest.raises(RefusalError, match="join by address or with a ticket"):
        await find_target("Kitchen", (), 0, playing=False)


@dataclass
class Inside:
    """A table as its door sees it."""

    state: TableState = STATE
    sits: tuple[Event, ...] = ()
    taken: int = 0
    watchers: int = 0
    is_host: bool = True
    players: frozenset[bytes] = frozenset({ANN.public})


def sit(person: Identity) -> Event:
    body = Sit("Ann", False, False, person.public, b"").to_body()
    return make_event(person, table=STATE.table, head=STATE.head, kind=Kind.SIT, body=body)


def computer_sit(operator: Identity, index: int) -> Event:
    seat = operator.computer_seat(STATE.table, index)
    body = Sit("Robot", True, False, operator.public, endorse(operator, STATE.table, seat.public)).to_body()
    return make_event(seat, table=STATE.table, head=STATE.head, kind=Kind.SIT, body=body)


def door(inside: Inside) -> TableDoor:
    return TableDoor(inside, None, Doorkeeper(0.0), now=lambda: 0.0)


def test_the_lobby_takes_strangers_until_its_seats_are_taken() -> None:
    inside = Inside()
    assert door(inside).judge(BEN.public, Role.PLAYER) is False
    inside.sits, inside.taken = (sit(ANN.identity), sit(BEN.identity)), 2
    assert door(inside).judge(CAT.public, Role.PLAYER) == Refused(Farewell.TABLE_FULL)
    assert door(inside).judge(BEN.public, Role.PLAYER) is True


def test_the_host_seats_only_who_is_linked_to_it_and_nobody_more_often_than_there_are_seats() -> None:
    inside = Inside(sits=(sit(ANN.identity),), players=frozenset({ANN.public, BEN.public}))
    there, stranger = sit(BEN.identity).record, sit(CAT.identity).record
    assert door(inside).may_pass(1, there)
    assert not door(inside).may_pass(1, stranger)
    assert door(inside).may_pass(1, stranger[:-1])  # what does not read is for the peer to judge
    assert door(inside).may_pass(2, stranger)
    assert door(inside).may_pass(1, OPENING.record)
    inside.sits = (sit(BEN.identity), computer_sit(BEN.identity, 1))
    assert not door(inside).may_pass(1, computer_sit(BEN.identity, 2).record)
    inside.is_host = False
    assert door(inside).may_pass(1, stranger)


def test_spectators_come_in_where_they_may_and_only_so_many() -> None:
    assert door(Inside()).judge(CAT.public, Role.WATCHER) is False
    assert door(Inside(watchers=1000)).judge(CAT.public, Role.WATCHER) == Refused(Farewell.BUSY)
    private = genesis(make_opening(ANN.identity, "Ann", replace(WISH, spectators=False)))
    assert door(Inside(private)).judge(CAT.public, Role.WATCHER) == Refused(Farewell.NO_SPECTATORS)


def test_who_was_sent_away_stays_away() -> None:
    keeper = door(Inside(sits=(sit(BEN.identity),), taken=1))
    keeper.kicked.add(BEN.public)
    assert keeper.judge(BEN.public, Role.PLAYER) == Refused(Farewell.KICKED)


@pytest.mark.parametrize(
    ("impossible", "sentence"),
    [
        (replace(WISH, seats=10), "2 to 9 seats"),
        (replace(WISH, bots=2), "at most 1 computer players"),
        (replace(WISH, patience=5), "10 to 3600 seconds"),
        (replace(WISH, turn_clock=601), "0 to 600 seconds"),
        (replace(WISH, practice=True), "computer players take all other seats"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(impossible: TableWish, sentence: str) -> None:
    with pytest.raises(RefusalError, match=sentence):
        check_wish(impossible)


def test_a_table_without_a_name_is_called_after_its_host() -> None:
    assert genesis(make_opening(ANN.identity, "Ann", replace(WISH, name=" \u200b"))).settings.name == "Ann's table"


def test_an_offer_of_another_game_reads_back_and_names_the_old_table() -> None:
    opening = make_opening(BEN.identity, "Ben", replace(WISH, previous=STATE.table))
    offer = make_offer(BEN.identity, STATE.table, opening, HERE)
    assert read_offer(offer.raw, STATE.table) == offer
    with pytest.raises(FrameError):
        read_offer(offer.raw, TABLE)


def test_an_offer_of_somebody_elses_table_or_of_another_one_is_refused() -> None:
    elsewhere = make_opening(BEN.identity, "Ben", WISH)
    for host, opening in ((BEN, elsewhere), (CAT, make_opening(BEN.identity, "Ben", replace(WISH, previous=TABLE)))):
        with pytest.raises(FrameError):
            read_offer(make_offer(host.identity, TABLE, opening, HERE).raw, TABLE)


@given(st.binary(max_size=200))
def test_random_bytes_are_no_offer(data: bytes) -> None:
    with pytest.raises(FrameError):
        read_offer(data, TABLE)


def test_addresses_are_kept_beside_the_log(tmp_path: Path) -> None:
    log = tmp_path / "table.scat"
    records = [make_record(each.identity, TABLE, 1, HERE) for each in (ANN, BEN)]
    save_addresses(log, [record.raw for record in records])
    assert load_addresses(log, TABLE) == tuple(records)
    assert load_addresses(log, bytes(32)) == ()


@given(data=st.binary(max_size=300))
def test_a_file_of_addresses_that_makes_no_sense_holds_none(
    data: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    log = tmp_path_factory.mktemp("addresses") / "table.scat"
    assert load_addresses(log, TABLE) == ()
    addresses_path(log).write_bytes(data)
    assert load_addresses(log, TABLE) == ()


def test_a_folder_that_cannot_be_written_to_keeps_no_addresses_and_raises_nothing(tmp_path: Path) -> None:
    save_addresses(tmp_path / "not there" / "table.scat", [b"record"])


async def test_every_follower_gets_every_update_until_the_end() -> None:
    publisher = Publisher()
    early = publisher.follow()
    updates: list[Update] = [Notice(text=f"{number}") for number in range(3)]
    publisher.publish(updates[0])
    late = publisher.follow()
    for update in updates[1:]:
        publisher.publish(update)
    publisher.close()
    assert [update async for update in early] == updates
    assert [update async for update in late] == updates[1:]
    assert [update async for update in publisher.follow()] == []


async def test_a_follower_that_does_not_look_holds_nobody_up() -> None:
    publisher = Publisher()
    idle = publisher.follow()
    for number in range(10_000):
        publisher.publish(Notice(text=f"{number}"))
    publisher.close()
    first = await anext(idle)
    assert first == Notice(text="0")


async def test_a_wildcard_is_reached_at_every_address_of_this_machine() -> None:
    listening = await open_listening(Endpoint("0.0.0.0", 0))
    hosts = {endpoint.host for endpoint in listening.endpoints}
    assert "0.0.0.0" not in hosts
    assert hosts <= {str(interface.address) for interface in interfaces()}
    assert len({endpoint.port for endpoint in listening.endpoints}) == 1
    for listener in listening.listeners:
        await listener.aclose()


def test_who_may_come_to_a_table_is_noted_beside_its_log(tmp_path: Path) -> None:
    log = tmp_path / "table.scat"
    assert read_door_note(log) is None
    for note in (DoorNote(practice=True), DoorNote(passcode='blå "hest"\\')):
        note_door(log, note)
        assert read_door_note(log) == note
    for spoilt in (b"practice = 1\n", b"\xff", b"practice =", b"practice = true\npasscode = 4\n"):
        door_note_path(log).write_bytes(spoilt)
        assert read_door_note(log) is None
    note_door(tmp_path / "nowhere" / "table.scat", DoorNote())  # costs nothing but the note
