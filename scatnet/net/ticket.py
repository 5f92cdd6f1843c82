"""Tickets: a short text that leads to one table: its addresses, its host's key, and the passcode if it is
given along.

`scat1` and then base32 without padding, in lower case, of the bytes `key(32) count(1) address*
passcode-length(1) passcode checksum(4)`, an address being `4`, `6` or `0` (a host name, its length before
it), the host and two bytes of port. Upper case, spaces and line breaks do no harm, so that a ticket can be
read out or copied from a chat.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import ipaddress
from dataclasses import dataclass
from typing import Final

from scatnet.net.addresses import AddressError, Endpoint, parse_endpoint
from scatnet.net.limits import ADDRESSES_PER_PEER, PASSCODE_TEXT
from scatnet.words import _

__all__ = ["Ticket", "TicketError", "begins_like_ticket", "looks_like_ticket", "parse_ticket"]

_PREFIX: Final = "scat1"
_LONGEST: Final = 4096  # characters; the longest ticket that can be made is shorter
_CHECKSUM: Final = 4
_LABEL: Final = b"scatnet ticket 1\n"


class TicketError(ValueError):
    """The text is no ticket that can be used; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """Where a table is, whose it is, and how to get in; `passcode` is empty where none is given along."""

    addresses: tuple[Endpoint, ...]
    key: bytes
    passcode: str = ""

    def __post_init__(self) -> None:
        if len(self.key) != 32 or not 1 <= len(self.addresses) <= ADDRESSES_PER_PEER:
            raise TicketError(_("A ticket holds a key and one to {n} addresses.").format(n=ADDRESSES_PER_PEER))
        if len(self.passcode) > PASSCODE_TEXT:
            raise TicketError(_("The passcode is too long."))

    def __str__(self) -> str:
        secret = self.passcode.encode()
        body = self.key + bytes([len(self.addresses)])
        body += b"".join(_pack(endpoint) for endpoint in self.addresses) + bytes([len(secret)]) + secret
        text = base64.b32encode(body + _checksum(body)).decode("ascii")
        return _PREFIX + text.rstrip("=").lower()


def begins_like_ticket(text: str) -> bool:
    """Whether this is a ticket, or what is left of one, unless a table is called so."""
    return text.strip().lower().startswith(_PREFIX)


def looks_like_ticket(text: str) -> bool:
    """Whether a person who typed this meant a ticket, whole or not."""
    return begins_like_ticket(text) and len("".join(text.split())) > 60


def parse_ticket(text: str) -> Ticket:
    """The ticket in this text. Raises TicketError with a sentence."""
    joined = "".join(text[: 2 * _LONGEST].split()).lower()
    if not joined.startswith(_PREFIX):
        raise TicketError(_("A ticket begins with “{prefix}”.").format(prefix=_PREFIX))
    code = joined.removeprefix(_PREFIX)
    damaged = TicketError(_("The ticket is damaged or not whole; copy all of it once more."))
    if len(code) > _LONGEST:
        raise damaged
    try:
        data = base64.b32decode(code.upper() + "=" * (-len(code) % 8))
    except (binascii.Error, ValueError) as error:
        raise damaged from error
    body, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
    if len(checksum) != _CHECKSUM or checksum != _checksum(body):
        raise damaged
    try:
        ticket = _parse_body(body)
    except (IndexError, UnicodeDecodeError, AddressError, ipaddress.AddressValueError) as error:
        raise TicketError(_("The ticket was made by a program that does it differently.")) from error
    if str(ticket) != joined:
        raise damaged
    return ticket


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(_LABEL + body).digest()[:_CHECKSUM]


def _pack(endpoint: Endpoint) -> bytes:
    port = endpoint.port.to_bytes(2, "big")
    try:
        address = ipaddress.ip_address(endpoint.host)
    except ValueError:
        name = endpoint.host.encode("ascii")
        return bytes([0, len(name)]) + name + port
    return bytes([address.version]) + address.packed + port


class _Cursor:
    """Reads a ticket's bytes from front to back; IndexError where they end too soon."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, count: int) -> bytes:
        part = self._data[self._at : self._at + count]
        if len(part) != count:
            raise IndexError
        self._at += count
        return part

    def number(self) -> int:
        return self.take(1)[0]

    def end(self) -> None:
        if self._at != len(self._data):
            raise IndexError


def _parse_body(body: bytes) -> Ticket:
    cursor = _Cursor(body)
    key = cursor.take(32)
    addresses = tuple(_parse_address(cursor) for _index in range(cursor.number()))
    passcode = cursor.take(cursor.number()).decode()
    cursor.end()
    return Ticket(addresses=addresses, key=key, passcode=passcode)


def _parse_address(cursor: _Cursor) -> Endpoint:
    kind = cursor.number()
    if kind == 4:
        host = str(ipaddress.IPv4Address(cursor.take(4)))
    elif kind == 6:
        host = str(ipaddress.IPv6Address(cursor.take(16)))
    elif kind == 0:
        host = parse_endpoint(cursor.take(cursor.number()).decode("ascii")).host
    else:
        raise IndexError
    port = int.from_bytes(cursor.take(2), "big")
    if port == 0:
        raise IndexError
    return Endpoint(host, port)
