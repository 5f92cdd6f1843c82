"""Records by name: everybody gets everything, whole no more often than need be, and nobody can hold that up."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scatnet.net.frames import Have, Records, Want
from scatnet.net.limits import (
    GIVE_UP_SECONDS,
    GRACE_SECONDS,
    KEPT_BYTES,
    KEPT_SECONDS,
    KEPT_SHARE_BYTES,
    NAMED_PER_LINK,
    NAMES_PER_FRAME,
    NEEDLESS_PUSHES,
    TELL_SECONDS,
    WANT_SECONDS,
)
from scatnet.net.spreading import Complaint, Parcel, Spreading, filled, record_name
from tests.net.spreaders import Room

SOON = TELL_SECONDS + GRACE_SECONDS
LONG = SOON + WANT_SECONDS + GIVE_UP_SECONDS + WANT_SECONDS
FALSE_NAMES = "it names records and does not give them"
R1, R2, R3 = b"the first record", b"the second record", b"the third record"


def everyone_with_everyone(machines: str) -> list[str]:
    return ["".join(pair) for pair in combinations(machines, 2)]


def test_where_all_are_linked_a_record_travels_whole_from_its_author_alone() -> None:
    room = Room("ABCDEFGHI", everyone_with_everyone("ABCDEFGHI"))
    room.say("A", R1)
    room.work(LONG)
    assert all(R1 in has for has in room.has.values())
    assert sorted(room.frames(Records)) == [("A", other) for other in "BCDEFGHI"]
    assert room.frames(Want) == []
    assert room.complaints == []


def test_names_of_many_records_go_together() -> None:
    room = Room("ABC", everyone_with_everyone("ABC"))
    for number in range(20):
        room.say("A", b"record %d" % number)
        room.work(TELL_SECONDS / 100)
    room.work(LONG)
    assert room.frames(Have) == [("B", "C"), ("C", "B")]


def test_a_pair_that_is_not_linked_gets_the_first_record_by_name_and_the_next_ones_at_once() -> None:
    room = Room("ABCD", ["AB", "AC", "AD", "BC", "BD"])  # all but C and D
    room.say("C", R1)
    room.work(SOON / 2)
    assert R1 not in room.has[b"D"]
    room.work(SOON)
    assert R1 in room.has[b"D"]
    assert room.frames(Want) == [("D", "A")]
    room.say("C", R2)
    room.deliver()
    assert R2 in room.has[b"D"]
    assert sorted(room.frames(Records)) == sorted([("C", "A"), ("C", "B"), ("A", "D")] * 2)


def test_a_chain_carries_a_record_from_end_to_end() -> None:
    room = Room("ABCDE", ["AB", "BC", "CD", "DE"])
    room.say("A", R1)
    room.work(4 * SOON)
    assert all(R1 in has for has in room.has.values())
    room.say("A", R2)
    room.deliver()
    assert all(R2 in has for has in room.has.values())
    room.say("E", R3)
    room.work(4 * SOON)
    assert all(R3 in has for has in room.has.values())


def test_a_record_is_pushed_no_longer_to_who_gets_it_from_its_author_now() -> None:
    room = Room("ABC", ["AB", "AC"])
    room.say("B", R1)
    room.work(SOON)
    room.link("B", "C")
    for number in range(NEEDLESS_PUSHES):
        room.sent.clear()
        room.say("B", b"record %d" % number)
        room.work(LONG)
        assert ("A", "C") in room.frames(Records)
    room.sent.clear()
    room.say("B", R3)
    room.work(LONG)
    assert sorted(room.frames(Records)) == [("B", "A"), ("B", "C")]


def test_pushing_goes_on_while_only_some_of_it_comes_otherwise_as_well() -> None:
    room = Room("ABC", ["AB", "AC"])
    room.say("B", R1)
    room.work(SOON)
    for number in range(4 * NEEDLESS_PUSHES):
        record = b"record %d" % number
        if number % NEEDLESS_PUSHES:
            room.machines[b"C"].received(b"M", ((1, record),))  # somebody else was faster
            room.take("C", record)
        room.say("B", record)
        room.work(LONG)
    room.sent.clear()
    room.say("B", R2)
    room.deliver()
    assert ("A", "C") in room.frames(Records)


def test_who_names_a_record_and_does_not_give_it_holds_nothing_up() -> None:
    room = Room("ABCD", ["AB", "AC", "BD", "CD"])
    room.mute = {b"B"}
    room.say("A", R1)
    room.work(SOON)
    assert R1 not in room.has[b"D"]
    room.work(WANT_SECONDS)
    assert R1 in room.has[b"D"]
    assert room.frames(Want) == [("D", "B"), ("D", "C")]
    assert room.complaints == [(b"D", Complaint(b"B", 1, FALSE_NAMES))]
    room.say("A", R2)
    room.deliver()
    assert R2 in room.has[b"D"], "who had to be asked twice is not asked first again"


def test_whoever_names_a_record_after_all_others_have_failed_is_asked_at_once() -> None:
    room = Room("ABC", ["AC", "BC"])
    room.mute = {b"A", b"B"}
    name = record_name(1, R1)
    room.send("A", "C", Have((name,)))
    room.work(GRACE_SECONDS + WANT_SECONDS + GIVE_UP_SECONDS / 2)
    room.send("B", "C", Have((name,)))
    room.work(0.0)
    assert room.frames(Want) == [("C", "A"), ("C", "B")]


def test_false_names_are_asked_for_once_and_counted() -> None:
    room = Room("AB", ["AB"])
    room.mute = {b"B"}
    room.send("B", "A", Have(tuple(record_name(1, b"%d" % number) for number in range(7))))
    room.work(LONG)
    assert room.frames(Want) == [("A", "B")]
    assert room.complaints == [(b"A", Complaint(b"B", cost, FALSE_NAMES)) for cost in (1, 7)]
    room.work(LONG)
    assert len(room.sent) == 1


def test_a_flood_of_false_names_fills_a_bounded_table_and_nothing_else() -> None:
    room = Room("AB", ["AB"])
    room.mute = {b"B"}
    for flood in range(100):
        names = [record_name(1, b"%d %d" % (flood, number)) for number in range(NAMES_PER_FRAME)]
        room.send("B", "A", Have(tuple(names)))
    room.work(LONG)
    asked = sum(len(message.names) for _sender, _to, message in room.sent if isinstance(message, Want))
    assert asked == NAMED_PER_LINK
    assert sum(complaint.cost for _key, complaint in room.complaints) == 1 + NAMED_PER_LINK


def test_a_neighbour_that_leaves_is_neither_asked_nor_blamed() -> None:
    room = Room("ABC", ["AB", "AC"])
    room.mute = {b"B", b"C"}
    names = (record_name(1, R1),)
    room.send("B", "A", Have(names))
    room.send("C", "A", Have(names))
    room.deliver()
    room.unlink("A", "B")
    room.work(SOON)
    assert room.frames(Want) == [("A", "C")]
    room.unlink("A", "C")
    room.work(LONG)
    assert room.complaints == []
    assert room.machines[b"A"].due == float("inf")


def test_a_record_is_given_once_and_only_to_whom_it_was_named() -> None:
    machine = Spreading()
    for peer in (b"A", b"B", b"C"):
        machine.joined(peer)
    machine.received(b"A", ((1, R1),))
    machine.spread(((1, R1),), 0.0)
    name = record_name(1, R1)
    detail = "it asks for records that were not named to it"
    assert machine.asked(b"B", (name,)) == [Complaint(b"B", 1, detail)]
    assert machine.work(TELL_SECONDS) == [Parcel((b"B", b"C"), Have((name,)))]
    assert machine.asked(b"B", (name,)) == [Parcel((b"B",), Records(((1, R1),)))]
    assert machine.asked(b"B", (name, name)) == [Complaint(b"B", 2, detail)]
    assert machine.asked(b"A", (name,)) == [Complaint(b"A", 1, detail)]
    assert machine.asked(b"stranger", (name,)) == []


@pytest.mark.parametrize(("count", "size"), [(3000, 70), (160, 200_004)])
def test_what_is_named_is_given_and_what_finds_no_room_is_not_named(count: int, size: int) -> None:
    machine = Spreading()
    names: list[bytes] = []
    for number in range(8):
        machine.joined(b"from %d" % number)
    machine.joined(b"to")
    for number in range(count):
        record = (1, b"%7d" % number * (size // 7))
        machine.received(b"from %d" % (number % 8), (record,))
        machine.spread((record,), now := 5 * number / count)
        for outcome in machine.work(now):
            assert isinstance(outcome, Parcel)
            if b"to" in outcome.to and isinstance(outcome.frame, Have):
                names += outcome.frame.names
    given = machine.asked(b"to", names)
    records = [
        record
        for outcome in given
        if isinstance(outcome, Parcel) and isinstance(outcome.frame, Records)
        for _kind, record in outcome.frame.records
    ]
    assert not [outcome for outcome in given if isinstance(outcome, Complaint)]
    assert [record_name(1, record) for record in records] == names
    assert 0 < len(records) < count
    assert sum(map(len, records)) <= KEPT_BYTES


def test_what_one_neighbour_floods_leaves_room_for_what_comes_from_others_and_for_what_comes_later() -> None:
    machine = Spreading()
    for peer in (b"A", b"B", b"C"):
        machine.joined(peer)

    def named(source: bytes, record: bytes, now: float) -> bool:
        machine.received(source, ((1, record),))
        machine.spread(((1, record),), now)
        haves = [outcome.frame for outcome in machine.work(now + TELL_SECONDS) if isinstance(outcome, Parcel)]
        return any(record_name(1, record) in have.names for have in haves if isinstance(have, Have))

    large = KEPT_SHARE_BYTES // 16
    assert [named(b"A", b"%8d" % number * (large // 8), 0.0) for number in range(17)] == [True] * 16 + [False]
    assert named(b"B", R1, 0.0)
    assert named(b"A", R2, KEPT_SECONDS)


def test_a_relay_is_not_blamed_for_what_another_floods_it_with() -> None:
    room = Room("ABM", ["AB", "BM"])
    for number in range(60):
        room.say("M", number.to_bytes(4, "big") * 60_000)
        room.work(0.1)
    room.work(LONG)
    assert room.complaints == []


@pytest.mark.parametrize("keys", [1, 5, 20])
def test_however_many_keys_name_and_do_not_give_they_hold_up_little_and_pay_for_it(keys: int) -> None:
    false = "MNOPQRSTUVWXYZabcdefghijklmn"[:keys]
    room = Room("ACD" + false, ["AC", "AD", *(key + "D" for key in false)])
    room.mute = {key.encode() for key in false}
    delays = []
    for number in range(6):
        record = b"record %d" % number
        began = room.now
        for key in false:
            room.send(key, "D", Have((record_name(1, record),)))
        room.deliver()
        room.say("C", record)
        room.deliver()
        while record not in room.has[b"D"]:
            room.work(0.05)
        delays.append(room.now - began)
        room.work(LONG)
    assert delays[0] <= GRACE_SECONDS + 2 * WANT_SECONDS + 0.1
    assert delays[1:] == [0.0] * 5, "who asked once is pushed to"
    assert {complaint.peer for _key, complaint in room.complaints} <= room.mute
    assert room.complaints


def test_who_has_given_before_is_asked_first_and_who_has_not_is_not_waited_for() -> None:
    room = Room("ABD", ["AD", "BD"])
    room.mute = {b"B"}

    def name(sender: str, record: bytes) -> None:
        room.has[sender.encode()].add(record)
        room.machines[sender.encode()].received(b"elsewhere", ((1, record),))
        room.machines[sender.encode()].spread(((1, record),), room.now)

    def asked() -> list[tuple[str, str]]:
        return [pair for pair in room.frames(Want) if pair[0] == "D"]

    name("A", R1)
    room.work(SOON)
    assert asked() == [("D", "A")]
    room.sent.clear()
    name("B", R2)
    name("A", R2)
    room.work(SOON)
    assert asked() == [("D", "A")]
    room.sent.clear()
    name("B", R3)
    room.work(TELL_SECONDS / 2)
    name("A", R3)
    room.work(SOON)
    assert asked() == [("D", "B"), ("D", "A")]
    assert R3 in room.has[b"D"]
    assert room.complaints == [], "it came before the time was up"


def test_who_leaves_gives_away_whole_what_it_has_not_named_yet() -> None:
    room = Room("ABC", ["AB", "BC"])
    room.say("A", R1)
    room.deliver()
    room.leave("B")
    room.deliver()
    assert R1 in room.has[b"C"]


def test_an_event_and_evidence_of_the_same_bytes_have_different_names() -> None:
    assert record_name(1, R1) != record_name(2, R1)
    assert record_name(1, R1).hex() == "1fd43eaa7f0fd50d365645b4f9e7338d1d50e450514e1e18b96336d4fbbf2da9"


@pytest.mark.parametrize("count", [0, 1, 256, 257, 1000])
def test_records_fill_as_few_frames_as_they_fit_in(count: int) -> None:
    records = [(1, b"%d" % number) for number in range(count)]
    frames = filled(records)
    assert [record for frame in frames for record in frame.records] == records
    assert len(frames) == -(-count // 256)


@st.composite
def rooms(draw: st.DrawFn) -> Room:
    """Up to six machines, linked so that everybody can be reached somehow."""
    machines = "ABCDEF"[: draw(st.integers(2, 6))]
    tree = [draw(st.sampled_from(machines[:at])) + machines[at] for at in range(1, len(machines))]
    more = draw(st.lists(st.sampled_from(everyone_with_everyone(machines)), max_size=8))
    return Room(machines, sorted({*tree, *more}))


@given(room=rooms(), seed=st.integers(0, 2**32), authors=st.lists(st.integers(0, 5), min_size=1, max_size=12))
@settings(max_examples=60, deadline=None)
def test_however_things_are_linked_and_whatever_comes_first_everybody_gets_everything(
    room: Room, seed: int, authors: list[int]
) -> None:
    order = random.Random(seed)
    machines = [key.decode() for key in room.machines]
    for number, author in enumerate(authors):
        room.say(machines[author % len(machines)], b"record %d" % number)
        for _step in range(order.randrange(12)):
            room.deliver_one(order)
        room.now += order.random() * order.choice((0.01, 1.0))
        room.work_now()
    room.work(len(machines) * LONG)
    assert all(len(has) == len(authors) for has in room.has.values())
    assert all(complaint == Complaint(complaint.peer, 1, FALSE_NAMES) for _key, complaint in room.complaints), "late"
