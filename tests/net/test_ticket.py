"""Tickets: they read back as themselves, survive being copied by hand, and say so when they did not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scatnet.net.addresses import Endpoint
from scatnet.net.ticket import Ticket, TicketError, looks_like_ticket, parse_ticket

KEY = bytes(range(32))
PLAIN = Ticket(addresses=(Endpoint("192.168.1.7", 31031),), key=KEY)
FULL = Ticket(
    addresses=(Endpoint("192.168.1.7", 31031), Endpoint("2001:db8::1", 4000), Endpoint("anns-laptop.local", 1)),
    key=KEY,
    passcode="rødgrød",
)


@pytest.mark.parametrize("ticket", [PLAIN, FULL])
def test_a_ticket_reads_back_as_itself(ticket: Ticket) -> None:
    assert parse_ticket(str(ticket)) == ticket
    assert looks_like_ticket(str(ticket))


def test_a_ticket_for_one_address_is_short_enough_for_one_line() -> None:
    assert len(str(PLAIN)) <= 80


def test_upper_case_spaces_and_line_breaks_do_no_harm() -> None:
    text = str(FULL).upper()
    assert parse_ticket(f"  {text[:20]} {text[20:50]}\r\n{text[50:]}\n") == FULL


@pytest.mark.parametrize("text", ["", "scat1", "scat2" + str(PLAIN)[5:], "hello", "scat1" + "a" * 100_000, "scat1é"])
def test_what_is_no_ticket_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(TicketError) as caught:
        parse_ticket(text)
    assert str(caught.value).endswith(".")


def test_any_one_wrong_letter_is_noticed() -> None:
    text = str(FULL)
    for at in range(len(text)):
        other = "b" if text[at] != "b" else "c"
        with pytest.raises(TicketError):
            parse_ticket(text[:at] + other + text[at + 1 :])


def test_a_ticket_that_lost_its_end_is_noticed() -> None:
    text = str(FULL)
    for length in range(len(text)):
        with pytest.raises(TicketError):
            parse_ticket(text[:length])


@given(st.text(max_size=200))
def test_any_text_is_a_ticket_or_a_ticket_error(text: str) -> None:
    for candidate in (text, "scat1" + text):
        with pytest.raises(TicketError):
            parse_ticket(candidate)


@given(
    hosts=st.lists(
        st.ip_addresses().map(str) | st.from_regex(r"[a-z][a-z0-9]{0,20}(\.local)?", fullmatch=True),
        min_size=1,
        max_size=8,
    ),
    port=st.integers(1, 65535),
    key=st.binary(min_size=32, max_size=32),
    passcode=st.text(st.characters(codec="utf-8"), max_size=60),
)
def test_every_ticket_that_can_be_made_can_be_read(hosts: list[str], port: int, key: bytes, passcode: str) -> None:
    ticket = Ticket(addresses=tuple(Endpoint(host, port) for host in hosts), key=key, passcode=passcode)
    assert parse_ticket(str(ticket)) == ticket
