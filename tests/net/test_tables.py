"""Whole tables on loopback: people come, play, watch, are refused, go away and come back."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from scatnet.log import Identity, Kind, make_event
from scatnet.log.bodies import Sit
from scatnet.net.addresses import Endpoint
from scatnet.net.arriving import arrive, find_target
from scatnet.net.door_note import DoorNote, door_note_path, note_door
from scatnet.net.frames import Role
from scatnet.net.reading import read_end
from scatnet.net.session import RefusalError, Said
from scatnet.net.spreading import filled
from scatnet.net.tables import host_table, join_table, resume_table, watch_table
from scatnet.net.ticket import parse_ticket
from scatnet.rules.ruleset import PRESETS
from scatnet.table.effects import RecordType
from scatnet.table.fold import genesis
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.view import Choice, Phase, Verb
from tests.net.people import LOOPBACK, PATIENT, Guest, person, seated, ticket_of, wish


def kinds(guest: Guest) -> list[HappeningKind]:
    return [update.kind for update in guest.heard if isinstance(update, Happening)]


async def test_three_play_a_whole_game_and_come_to_the_same_end(tmp_path: Path) -> None:
    names = ["Ann", "Ben", "Cat"]
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(seated(host_table(person(tmp_path, names[0]), wish(3), LOOPBACK)))
        guests = [host]
        for name in names[1:]:
            way = join_table(person(tmp_path, name), ticket_of(host), listen=LOOPBACK)
            guests.append(await stack.enter_async_context(seated(way)))
        views = [await guest.until_phase(Phase.OVER) for guest in guests]
    assert len({view.winners for view in views}) == 1
    assert [view.seats[view.me].name for view in views if view.me is not None] == names
    ends = [read_end(log) for name in names for log in person(tmp_path, name).home.logs()]
    assert len(ends) == 3
    assert all(end == ends[0] and end.over for end in ends)
    assert HappeningKind.WON in kinds(guests[0])


async def test_a_person_chooses_and_what_is_not_possible_changes_nothing(tmp_path: Path) -> None:
    ann = person(tmp_path, "Ann", auto=False)
    async with seated(host_table(ann, replace(wish(2), bots=1, practice=True))) as me:
        while (view := me.session.view()).phase is not Phase.OVER:
            if not view.choices:
                await me.settled()
                continue
            before = me.session.view()
            impossible = Choice(verb=Verb.DISCARD, card=(before.hand[0] + 1) % 52 if before.hand else 0)
            if impossible not in before.choices:
                refusal = await me.session.choose(impossible)
                assert refusal is not None
                assert refusal.endswith(".")
                assert me.session.view().number == before.number
            assert await me.session.choose(view.choices[0]) is None
        assert view.me is not None


async def test_computer_players_take_their_time_and_still_play(tmp_path: Path) -> None:
    ann = replace(person(tmp_path, "Ann", auto=False), pace=0.02)
    async with seated(host_table(ann, replace(wish(3), bots=2, practice=True))) as me:
        while me.session.view().phase is not Phase.OVER:
            choices = me.session.view().choices
            if choices:
                assert await me.session.choose(choices[0]) is None
            else:
                await me.settled()
        assert me.session.view().winners


async def test_a_person_whose_clock_has_run_out_is_played_for(tmp_path: Path) -> None:
    ann = person(tmp_path, "Ann", auto=False)
    async with seated(host_table(ann, replace(wish(2), bots=1, practice=True, turn_clock=1))) as me:
        await me.until_asked()
        clock = me.session.view().clock
        assert clock is not None
        assert 0 <= clock <= 1
        with trio.fail_after(PATIENT):
            while HappeningKind.STOOD_IN not in kinds(me):
                await me.settled()


async def test_who_resigns_is_out_and_the_others_win(tmp_path: Path) -> None:
    async with (
        seated(host_table(person(tmp_path, "Ann", auto=False), wish(2), LOOPBACK)) as ann,
        seated(join_table(person(tmp_path, "Ben"), ticket_of(ann), listen=LOOPBACK)) as ben,
    ):
        await ann.until_phase(Phase.TURN, Phase.DEAL_CALL)
        await ann.session.resign()
        end = await ben.until_phase(Phase.OVER)
        assert [end.seats[seat].name for seat in end.winners] == ["Ben"]
        assert (await ann.until_phase(Phase.OVER)).winners == end.winners


async def test_a_wrong_passcode_is_refused_and_the_right_one_is_not(tmp_path: Path) -> None:
    async with seated(host_table(person(tmp_path, "Ann"), wish(2, passcode="rosebud"), LOOPBACK)) as host:
        where = str(parse_ticket(ticket_of(host)).addresses[0])
        for passcode, sentence in ((None, "asks for a passcode"), ("rosebed", "passcode is wrong")):
            with pytest.raises(RefusalError, match=sentence):
                async with join_table(person(tmp_path, "Ben"), where, passcode=passcode, listen=LOOPBACK):
                    pass
        assert not person(tmp_path, "Ben").home.logs()
        assert len(host.session.view().seats) == 1
        async with seated(join_table(person(tmp_path, "Ben"), where, passcode="rosebud", listen=LOOPBACK)) as ben:
            await ben.until_phase(Phase.OVER)


async def test_a_ticket_carries_the_passcode(tmp_path: Path) -> None:
    async with (
        seated(host_table(person(tmp_path, "Ann"), wish(2, passcode="rosebud"), LOOPBACK)) as host,
        seated(join_table(person(tmp_path, "Ben"), ticket_of(host), listen=LOOPBACK)) as ben,
    ):
        await ben.until_phase(Phase.OVER)


async def test_a_spectator_sees_the_game_and_no_hidden_card(tmp_path: Path) -> None:
    async with (
        seated(host_table(person(tmp_path, "Ann"), wish(2), LOOPBACK)) as host,
        seated(watch_table(person(tmp_path, "Eve"), ticket_of(host))) as eve,
        seated(join_table(person(tmp_path, "Ben"), ticket_of(host), listen=LOOPBACK)) as ben,
    ):
        await ben.until_phase(Phase.OVER)
        end = await eve.until_phase(Phase.OVER)
    assert end.me is None
    assert end.winners == ben.session.view().winners
    assert all(not view.hand and view.extra is None and not view.choices for view in eve.views)
    assert HappeningKind.DEALT in kinds(eve)
    seen = {HappeningKind.DEALT: 1, HappeningKind.DREW: 0}  # cards: the first of the pile; and nobody may ever draw
    assert all(len(it.cards) <= seen.get(it.kind, 52) for it in eve.heard if isinstance(it, Happening))
    assert not (person(tmp_path, "Eve").home.logs()[0].with_suffix(".key")).exists()


async def test_nobody_watches_where_the_host_does_not_want_it(tmp_path: Path) -> None:
    private = replace(wish(2), spectators=False)
    async with seated(host_table(person(tmp_path, "Ann"), private, LOOPBACK)) as host:
        with pytest.raises(RefusalError, match="no spectators"):
            async with watch_table(person(tmp_path, "Eve"), ticket_of(host)):
                pass


async def test_who_comes_too_late_is_told_so(tmp_path: Path) -> None:
    async with (
        seated(host_table(person(tmp_path, "Ann", auto=False), wish(2), LOOPBACK)) as host,
        seated(join_table(person(tmp_path, "Ben"), ticket_of(host), listen=LOOPBACK)),
    ):
        await host.until_phase(Phase.TURN, Phase.DEAL_CALL)
        with pytest.raises(RefusalError, match="has begun without you"):
            async with join_table(person(tmp_path, "Cat"), ticket_of(host), listen=LOOPBACK):
                pass


async def test_where_no_table_is_one_sentence_says_so(tmp_path: Path) -> None:
    ben = person(tmp_path, "Ben")
    with pytest.raises(RefusalError, match="Nobody answers there"):
        async with join_table(ben, "127.0.0.1:9", listen=LOOPBACK):
            pass
    with pytest.raises(RefusalError, match="ticket is damaged"):
        async with join_table(ben, "scat1" + "a" * 80, listen=LOOPBACK):
            pass
    with pytest.raises(RefusalError, match="ticket is damaged"):
        async with join_table(ben, "scat1aaaaaaaa", listen=LOOPBACK, seconds=0.1):
            pass
    with pytest.raises(RefusalError, match="port is a number"):
        async with join_table(ben, "127.0.0.1:99999", listen=LOOPBACK):
            pass


async def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    async with seated(host_table(person(tmp_path, "Ann"), wish(2), LOOPBACK)) as host:
        taken = parse_ticket(ticket_of(host)).addresses[0]
        with pytest.raises(RefusalError, match=f"Port {taken.port} is in use"):
            async with host_table(person(tmp_path, "Ben"), wish(2), taken):
                pass
    with pytest.raises(RefusalError, match="no such address"):
        async with host_table(person(tmp_path, "Ben"), wish(2), Endpoint("203.0.113.9", 4000)):
            pass


async def test_a_host_starts_with_those_who_sit(tmp_path: Path) -> None:
    async with seated(host_table(person(tmp_path, "Ann", auto=False), wish(4), LOOPBACK)) as host:
        sentence = await host.session.start()
        assert sentence is not None
        assert sentence.endswith(".")
        async with seated(join_table(person(tmp_path, "Ben"), ticket_of(host), listen=LOOPBACK)) as ben:
            await host.until_seated(2)
            assert await ben.session.start() is not None
            assert await host.session.start() is None
            view = await host.until_phase(Phase.TURN, Phase.DEAL_CALL, Phase.OVER)
            assert len(view.seats) == 2


async def test_who_leaves_the_lobby_makes_room_for_somebody_else(tmp_path: Path) -> None:
    async with seated(host_table(person(tmp_path, "Ann"), wish(3), LOOPBACK)) as host:
        async with seated(join_table(person(tmp_path, "Ben"), ticket_of(host), listen=LOOPBACK)):
            await host.until_seated(2)
        await host.until_gone()
        assert [seat.name for seat in host.session.view().seats] == ["Ann"]
        async with (
            seated(join_table(person(tmp_path, "Cat"), ticket_of(host), listen=LOOPBACK)) as cat,
            seated(join_table(person(tmp_path, "Dan"), ticket_of(host), listen=LOOPBACK)),
        ):
            view = await cat.until_phase(Phase.OVER)
    assert sorted(seat.name for seat in view.seats) == ["Ann", "Cat", "Dan"]


async def test_chat_reaches_everyone_with_the_seat_it_came_from(tmp_path: Path) -> None:
    async with (
        seated(host_table(person(tmp_path, "Ann", auto=False), wish(3), LOOPBACK)) as host,
        seated(join_table(person(tmp_path, "Ben", auto=False), ticket_of(host), listen=LOOPBACK)) as ben,
        seated(watch_table(person(tmp_path, "Eve", auto=False), ticket_of(host))) as eve,
    ):
        await host.until_seated(2)
        await eve.until_seated(2)
        assert await host.session.say("hello \x1b[2J") is None
        assert await ben.until_heard(Said) == Said(seat=0, name="Ann", text="hello [2J")
        assert await eve.until_heard(Said) == Said(seat=0, name="Ann", text="hello [2J")
        assert await host.session.say(" \u200b ") is not None
        sentences = [await host.session.say(f"line {number}") for number in range(20)]
        assert sentences[0] is None
        assert sentences[-1] is not None


async def test_a_peer_that_goes_away_comes_back_to_its_seat_and_cards(tmp_path: Path) -> None:
    rules = replace(PRESETS["classic"], lives=2, grace=False)
    async with seated(host_table(person(tmp_path, "Ann"), replace(wish(2), rules=rules), LOOPBACK)) as host:
        ben = person(tmp_path, "Ben", auto=False)
        async with seated(join_table(ben, ticket_of(host), listen=LOOPBACK)) as guest:
            await guest.until_asked()
            held = guest.session.view().hand
            number = guest.session.view().number
        (log,) = ben.home.logs()
        async with seated(resume_table(person(tmp_path, "Ben"), log, listen=LOOPBACK)) as again:
            assert again.session.view().hand == held
            assert again.session.view().number == number
            end = await again.until_phase(Phase.OVER)
            assert (await host.until_phase(Phase.OVER)).winners == end.winners


async def test_a_game_against_the_computer_alone_stays_hidden_when_it_is_resumed(tmp_path: Path) -> None:
    ann = person(tmp_path, "Ann", auto=False)
    async with seated(host_table(ann, replace(wish(2), bots=1, practice=True))) as me:
        await me.until_asked()
        held = me.session.view().hand
    (log,) = ann.home.logs()
    for noted in (True, False):  # a home that an earlier version has kept has no note
        async with seated(resume_table(ann, log, listen=LOOPBACK)) as again:
            assert again.session.ticket is None
            assert again.session.view().hand == held
        if noted:
            door_note_path(log).unlink()


async def test_a_practice_table_that_had_not_begun_is_filled_and_begun_when_it_is_resumed(tmp_path: Path) -> None:
    ann = person(tmp_path, "Ann", auto=False)
    async with seated(host_table(ann, replace(wish(3), bots=1), LOOPBACK)) as me:
        await me.until_seated(2)
    (log,) = ann.home.logs()
    note_door(log, DoorNote(practice=True))
    async with seated(resume_table(ann, log, listen=LOOPBACK)) as again:
        assert again.session.ticket is None
        await again.until_asked()
        assert len(again.session.view().seats) == 3


async def test_an_open_table_with_computer_players_alone_can_be_reached_again_when_it_is_resumed(
    tmp_path: Path,
) -> None:
    ann = person(tmp_path, "Ann", auto=False)
    async with seated(host_table(ann, replace(wish(2), bots=1), LOOPBACK)) as me:
        await me.until_asked()
    (log,) = ann.home.logs()
    async with seated(resume_table(ann, log, listen=LOOPBACK)) as again:
        assert again.session.ticket is not None
        async with seated(watch_table(person(tmp_path, "Eve"), ticket_of(again))) as eve:
            await eve.until_phase(Phase.TURN, Phase.DEAL_CALL)


async def test_a_game_with_others_can_be_reached_again_when_it_is_resumed(tmp_path: Path) -> None:
    ann = person(tmp_path, "Ann", auto=False)
    async with (
        seated(host_table(ann, wish(2), LOOPBACK)) as host,
        seated(join_table(person(tmp_path, "Ben"), ticket_of(host), listen=LOOPBACK)),
    ):
        await host.until_asked()
    (log,) = ann.home.logs()
    async with seated(resume_table(ann, log, listen=LOOPBACK)) as again:
        assert again.session.ticket is not None


async def test_a_table_that_is_resumed_asks_for_its_passcode_as_before(tmp_path: Path) -> None:
    ann, ben = person(tmp_path, "Ann", auto=False), person(tmp_path, "Ben")
    async with (
        seated(host_table(ann, wish(2, passcode="rosebud"), LOOPBACK)) as host,
        seated(join_table(ben, ticket_of(host), listen=LOOPBACK)),
    ):
        await host.until_asked()
    for who, way, passcode in ((ann, None, "rosebud"), (ben, None, "rosebud"), (ann, "orchid", "orchid")):
        (log,) = who.home.logs()
        async with seated(resume_table(who, log, passcode=way, listen=LOOPBACK)) as again:
            where = str(parse_ticket(ticket_of(again)).addresses[0])
            with pytest.raises(RefusalError, match="asks for a passcode"):
                async with watch_table(person(tmp_path, "Eve"), where):
                    pass
            async with seated(watch_table(person(tmp_path, "Eve"), where, passcode=passcode)):
                pass


async def test_those_who_agree_play_again_at_a_table_that_names_the_old_one(tmp_path: Path) -> None:
    async with (
        seated(host_table(person(tmp_path, "Ann"), wish(2), LOOPBACK)) as host,
        seated(join_table(person(tmp_path, "Ben"), ticket_of(host), listen=LOOPBACK)) as ben,
    ):
        first = (await host.until_phase(Phase.OVER)).table
        await ben.until_phase(Phase.OVER)
        async with trio.open_nursery() as nursery:  # both want it at the same moment
            nursery.start_soon(host.session.rematch)
            nursery.start_soon(ben.session.rematch)
        second = await host.until_next_over(first)
        other = await ben.until_over(second.table)
    assert second.winners == other.winners
    (log,) = [log for log in person(tmp_path, "Ben").home.logs() if log.stem == second.table.hex()]
    assert read_end(log).over


async def test_a_kicked_guest_is_out_and_stays_out(tmp_path: Path) -> None:
    async with seated(host_table(person(tmp_path, "Ann", auto=False), wish(4), LOOPBACK)) as host:
        async with seated(join_table(person(tmp_path, "Ben"), ticket_of(host), listen=LOOPBACK)):
            await host.until_seated(2)
            assert await host.session.kick(1) is None
            await host.until_gone()
        with pytest.raises(RefusalError, match="somebody else in your seat"):
            async with join_table(person(tmp_path, "Ben"), ticket_of(host), listen=LOOPBACK):
                pass


async def test_one_stranger_cannot_fill_the_lobby_with_invented_players(tmp_path: Path) -> None:
    async with seated(host_table(person(tmp_path, "Ann", auto=False), wish(3), LOOPBACK)) as host:
        stranger = person(tmp_path, "Mal").credentials
        targets = await find_target(ticket_of(host), (), 0, playing=False)
        arrival = await arrive(targets, stranger, Role.PLAYER, None)
        table = genesis(arrival.opening)

        def sit(who: Identity) -> tuple[int, bytes]:
            body = Sit("Nobody", False, False, who.public, b"").to_body()
            return RecordType.EVENT, make_event(
                who, table=table.table, head=table.head, kind=Kind.SIT, body=body
            ).record

        for frame in filled([*(sit(Identity(bytes([1, n]) * 16)) for n in range(70)), sit(stranger.identity)]):
            await arrival.channel.send(frame)
        await host.until_seated(2)
        await arrival.channel.aclose()
        async with (
            seated(join_table(person(tmp_path, "Ben", auto=False), ticket_of(host), listen=LOOPBACK)),
            seated(join_table(person(tmp_path, "Cat", auto=False), ticket_of(host), listen=LOOPBACK)),
        ):
            view = await host.until_phase(Phase.TURN, Phase.DEAL_CALL)
        assert sorted(seat.name for seat in view.seats) == ["Ann", "Ben", "Cat"]


async def test_five_hundred_silent_connections_do_not_stop_a_game(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(seated(host_table(person(tmp_path, "Ann"), wish(2), LOOPBACK)))
        where = parse_ticket(ticket_of(host)).addresses[0]
        ben = await stack.enter_async_context(
            seated(join_table(person(tmp_path, "Ben"), ticket_of(host), listen=LOOPBACK))
        )
        for _connection in range(500):
            stream = await trio.open_tcp_stream(where.host, where.port)
            stack.push_async_callback(trio.aclose_forcefully, stream)
        assert (await ben.until_phase(Phase.OVER)).winners == (await host.until_phase(Phase.OVER)).winners
