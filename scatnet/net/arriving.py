"""Arriving at a table that exists: from what a person typed to an open channel and the table's opening."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import trio

from scatnet.log import BadRecord, Event, Kind, decode_record, table_id
from scatnet.net.addresses import AddressError, Endpoint, Interface, parse_endpoint
from scatnet.net.channel import Channel, ChannelError, Trouble
from scatnet.net.credentials import Credentials
from scatnet.net.directory import FoundTable, choose_table, tables_on_network
from scatnet.net.discovery import DiscoveryError
from scatnet.net.frames import Records, Role
from scatnet.net.handshake import Wish
from scatnet.net.limits import HANDSHAKE_SECONDS
from scatnet.net.reach import Connect, connect_tcp, reach
from scatnet.net.session import RefusalError
from scatnet.net.ticket import Ticket, TicketError, begins_like_ticket, looks_like_ticket, parse_ticket
from scatnet.table.effects import RecordType
from scatnet.words import _

__all__ = ["Arrival", "Target", "arrive", "find_target"]

_FRAMES: Final = 16  # in which the opening must have come


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One peer of the table that is meant: where it may be, and whom to expect there."""

    endpoints: tuple[Endpoint, ...]
    key: bytes | None = None
    fingerprint: str | None = None
    passcode: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A channel to a peer of the table, where it was reached, by which passcode, and the table's `open`."""

    channel: Channel
    endpoint: Endpoint
    opening: Event
    passcode: str | None


async def find_target(
    text: str, interfaces: Sequence[Interface], seconds: float, *, playing: bool
) -> tuple[Target, ...]:
    """The peers that a person means by a ticket, an address, or the name or key of a table (empty: the only one).

    `playing` tells that a game which has begun will do as well. Raises RefusalError.
    """
    if looks_like_ticket(text):
        ticket = _ticket(text)
        return (Target(endpoints=ticket.addresses, key=ticket.key, passcode=ticket.passcode or None),)
    if _is_address(text):
        try:
            return (Target(endpoints=(parse_endpoint(text),)),)
        except AddressError as error:
            raise RefusalError(str(error)) from error
    return _peers_of(await _look_for(text, interfaces, seconds, playing=playing))


def _ticket(text: str) -> Ticket:
    try:
        return parse_ticket(text)
    except TicketError as error:
        raise RefusalError(str(error)) from error


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text.strip().strip("[]").partition("%")[0])
    except ValueError:
        return re.search(r":[0-9]*$", text.strip()) is not None
    return True


async def _look_for(text: str, interfaces: Sequence[Interface], seconds: float, *, playing: bool) -> FoundTable:
    def choose(tables: Sequence[FoundTable]) -> FoundTable | None:
        open_ones = [table for table in tables if playing or not table.playing]
        return choose_table(open_ones, text) or choose_table(tables, text)

    try:
        tables = await tables_on_network(
            interfaces, seconds, lambda tables: bool(text.strip()) and choose(tables) is not None
        )
    except DiscoveryError as error:
        raise RefusalError(str(error)) from error
    found = choose(tables)
    if found is None and begins_like_ticket(text):
        _ticket(text)  # the beginning of one: it says what is wrong
    if found is None:
        sentence = (
            _("There is no table “{name}” to be seen on this network.")
            if text.strip()
            else _("No table is to be seen on this network; join by address or with a ticket, or host one.")
        )
        raise RefusalError(sentence.format(name=text.strip()))
    return found


def _peers_of(table: FoundTable) -> tuple[Target, ...]:
    return tuple(Target(endpoints=endpoints, fingerprint=fingerprint) for fingerprint, endpoints in table.places)


async def arrive(
    targets: Sequence[Target],
    credentials: Credentials,
    role: Role,
    passcode: str | None,
    connect: Connect = connect_tcp,
) -> Arrival:
    """Reach one of these peers and learn the table's opening. Raises RefusalError."""
    error = ChannelError(Trouble.UNREACHABLE)
    for target in targets:
        wish = Wish(key=target.key, fingerprint=target.fingerprint, role=role, passcode=passcode or target.passcode)
        try:
            channel, endpoint = await reach(target.endpoints, credentials, wish, connect)
        except ChannelError as failure:
            error = failure
            continue
        try:
            return Arrival(channel=channel, endpoint=endpoint, opening=await _opening(channel), passcode=wish.passcode)
        except BaseException:
            await channel.aclose()
            raise
    raise RefusalError(str(error)) from error


async def _opening(channel: Channel) -> Event:
    """The table's `open`, which its peers send to whoever comes.

    A record that happened at that very moment may come before it; a sync brings it again.
    """
    try:
        with trio.fail_after(HANDSHAKE_SECONDS):
            for _frame in range(_FRAMES):
                frame = await channel.receive()
                opening = _opening_in(frame, channel.table) if isinstance(frame, Records) else None
                if opening is not None:
                    return opening
    except (ChannelError, trio.TooSlowError) as error:
        raise RefusalError(_("The table did not say what is played there.")) from error
    raise RefusalError(_("The table did not say what is played there."))


def _opening_in(frame: Records, table: bytes) -> Event | None:
    for kind, record in frame.records:
        try:
            event = decode_record(record) if kind == RecordType.EVENT else None
        except BadRecord as error:
            raise RefusalError(_("The table's opening makes no sense to this program.")) from error
        if event is not None and event.kind is Kind.OPEN:
            if table_id(event) != table:
                raise RefusalError(_("The table's opening is not that of the table there."))
            return event
    return None
