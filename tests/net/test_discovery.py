"""Discovery: TXT fields to and from a value, and tables that come, change and go, over multicast on
loopback.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from ipaddress import IPv4Address

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from scatnet.net.addresses import Endpoint, Interface
from scatnet.net.announcement import Announcement, AnnouncementError, Stage, from_txt, to_txt
from scatnet.net.discovery import Appeared, Changed, DiscoveryError, News, Vanished, open_discovery

LOOPBACK = [Interface("lo", IPv4Address("127.0.0.1"))]
TABLE = Announcement(
    table=bytes(range(16)),
    name="Bedstemors køkken",
    rules="nordic+",
    taken=1,
    seats=4,
    stage=Stage.LOBBY,
    fingerprint="7QK2-M0XD-94TA-ZB3R-HC8W",
    locked=True,
)


def as_fields(txt: dict[str, str]) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in txt.items()}


def test_an_announcement_reads_back_as_itself() -> None:
    assert from_txt(as_fields(to_txt(TABLE))) == TABLE


def test_every_field_fits_into_a_txt_record() -> None:
    widest = replace(TABLE, name="\U0001f0a1" * 40, rules="\U0001f0a1" * 24)
    fields = to_txt(widest)
    assert all(len(f"{key}={value}".encode()) <= 255 for key, value in fields.items())
    assert sum(len(f"{key}={value}".encode()) + 1 for key, value in fields.items()) < 1000


def test_fields_of_a_later_version_are_passed_over() -> None:
    assert from_txt(as_fields(to_txt(TABLE)) | {b"new": b"\xff", b"flag": None}) == TABLE


def test_names_from_others_are_cleaned() -> None:
    hostile = as_fields(to_txt(TABLE)) | {b"name": "\x1b[2J\u202eevil\n\xff name".encode() + b"\xff" + b"x" * 5000}
    name = from_txt(hostile).name
    assert name.startswith("[2Jevil")
    assert len(name) == 40
    assert name.isprintable()


@pytest.mark.parametrize(
    ("field", "value"),
    [("seats", b"10"), ("seats", b"1"), ("seats", b"-3"), ("seats", b""), ("taken", b"5"), ("taken", b"\xd9\xa3"),
     ("state", b"asleep"), ("table", b"00"), ("table", b"zz" * 16), ("name", b"\x1b"), ("key", b""), ("v", b"70000"),
     ("host", b"2"), ("locked", b"yes"), ("watch", None)],
)  # fmt: skip
def test_a_field_out_of_bounds_spoils_the_record(field: str, value: bytes | None) -> None:
    with pytest.raises(AnnouncementError):
        from_txt(as_fields(to_txt(TABLE)) | {field.encode(): value})


@given(
    st.dictionaries(
        st.sampled_from([key.encode() for key in to_txt(TABLE)]) | st.binary(max_size=8),
        st.none() | st.binary(max_size=60),
        max_size=12,
    )
)
def test_random_fields_give_an_announcement_or_its_error(fields: dict[bytes, bytes | None]) -> None:
    for candidate in (fields, as_fields(to_txt(TABLE)) | fields):
        try:
            announcement = from_txt(candidate)
        except AnnouncementError:
            continue
        assert from_txt(as_fields(to_txt(announcement))) == announcement


async def next_about(news: AsyncIterator[News], name: str) -> News:
    """The next news about the table of this name, or of whatever vanishes; others may be announced here
    too.
    """
    async for item in news:
        if isinstance(item, Vanished) or item.sighting.announcement.name == name:
            return item
    raise AssertionError("the news ended")


async def test_a_table_appears_changes_and_vanishes_for_another_process() -> None:
    name = "test of discovery"
    table = replace(TABLE, name=name, table=b"discovery test 1")
    here = [Endpoint("127.0.0.1", 4000)]
    with trio.fail_after(20):
        async with open_discovery(LOOPBACK) as host, open_discovery(LOOPBACK) as guest, guest.browse() as news:
            await host.announce(table, here, 4000)
            appeared = await next_about(news, name)
            assert isinstance(appeared, Appeared)
            assert appeared.sighting.announcement == table
            assert appeared.sighting.endpoints == (Endpoint("127.0.0.1", 4000),)
            await host.announce(replace(table, taken=3, stage=Stage.PLAYING), here, 4000)
            changed = await next_about(news, name)
            assert isinstance(changed, Changed)
            assert changed.sighting.announcement.taken == 3
            await host.withdraw()
            assert await next_about(news, name) == Vanished(appeared.sighting.instance)


async def test_one_process_sees_its_own_table_and_those_of_two_others() -> None:
    tables = [replace(TABLE, name=f"table {n}", table=bytes([n]) * 16, fingerprint=f"AAA{n}-0000") for n in range(3)]
    with trio.fail_after(20):
        async with (
            open_discovery(LOOPBACK) as one,
            open_discovery(LOOPBACK) as two,
            open_discovery(LOOPBACK) as three,
            one.browse() as news,
        ):
            async with trio.open_nursery() as nursery:
                for peer, table in zip((one, two, three), tables, strict=True):
                    nursery.start_soon(peer.announce, table, [Endpoint("127.0.0.1", 4000)], 4000)
            names: set[str] = set()
            while not names >= {table.name for table in tables}:
                item = await anext(news)
                if isinstance(item, Appeared):
                    names.add(item.sighting.announcement.name)


async def test_without_an_interface_that_does_multicast_there_is_one_clear_sentence() -> None:
    nowhere = [Interface("gone0", IPv4Address("203.0.113.77"))]
    for interfaces in ([], nowhere):
        with pytest.raises(DiscoveryError, match="join by address or with a ticket"):
            async with open_discovery(interfaces):
                pass
    async with open_discovery([*nowhere, *LOOPBACK]):
        pass
