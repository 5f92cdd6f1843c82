"""Addresses as people type them, and the list of this machine's interfaces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scatnet.net.addresses import (
    DEFAULT_PORT,
    AddressError,
    Endpoint,
    interfaces,
    network_of,
    parse_endpoint,
)


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.7", "192.168.1.7", DEFAULT_PORT),
        ("192.168.1.7:4000", "192.168.1.7", 4000),
        (" anns-laptop.local ", "anns-laptop.local", DEFAULT_PORT),
        ("anns-laptop:65535", "anns-laptop", 65535),
        ("::1", "::1", DEFAULT_PORT),
        ("[::1]", "::1", DEFAULT_PORT),
        ("[2001:DB8::1]:4000", "2001:db8::1", 4000),
        ("[fe80::1%eth0]:4000", "fe80::1%eth0", 4000),
        ("fe80::1%eth0", "fe80::1%eth0", DEFAULT_PORT),
    ],
)
def test_addresses_as_people_write_them(text: str, host: str, port: int) -> None:
    endpoint = parse_endpoint(text)
    assert endpoint == Endpoint(host, port)
    assert parse_endpoint(str(endpoint)) == endpoint


@pytest.mark.parametrize(
    "text",
    ["", ":", ":4000", "host:", "host:0", "host:65536", "host:4e3", "host:-1", "[::1", "[::1]4000", "[::1]:",
     "[host]:1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "a b", "-a", "a..b", "a/b", "fe80::1%a b", "x" * 300, "1::2::3",
     "host:\u0663"],
)  # fmt: skip
def test_what_is_no_address_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(AddressError) as caught:
        parse_endpoint(text)
    assert str(caught.value).endswith(".")


def test_port_zero_is_taken_where_any_free_port_will_do() -> None:
    assert parse_endpoint("127.0.0.1:0", lowest_port=0).port == 0


@given(st.text(max_size=60))
def test_any_text_is_an_address_that_reads_back_or_an_address_error(text: str) -> None:
    try:
        endpoint = parse_endpoint(text)
    except AddressError:
        return
    assert parse_endpoint(str(endpoint)) == endpoint


def test_all_addresses_of_one_ipv6_network_count_as_one_sender() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff") != network_of("2001:db8:0:1::1")
    assert network_of("::ffff:10.0.0.1") == network_of("10.0.0.1") != network_of("10.0.0.2")
    assert network_of("fe80::1%eth0") == network_of("fe80::2%eth0")
    assert network_of("memory") == "memory"


def test_the_interfaces_of_this_machine_end_with_loopback() -> None:
    found = interfaces()
    assert any(interface.loopback for interface in found)
    assert sorted(found, key=lambda interface: interface.loopback) == list(found)
