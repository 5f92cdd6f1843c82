"""Finding tables on the local network by DNS-SD over multicast DNS, without a server.

zeroconf runs an event loop in a thread of its own; everything here only waits for it in worker threads and
gets its news through the trio token, so neither loop ever blocks the other. Where multicast does not work,
opening raises DiscoveryError once, and the program goes on with addresses and tickets.
"""

from __future__ import annotations

import ipaddress
import logging
import math
import socket
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

import trio
import zeroconf
from zeroconf import ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from scatnet.net.addresses import Endpoint, Interface
from scatnet.net.announcement import SERVICE, Announcement, AnnouncementError, from_txt, to_txt
from scatnet.words import _

__all__ = ["Appeared", "Changed", "Discovery", "DiscoveryError", "News", "Sighting", "Vanished", "open_discovery"]

_LOG: Final = logging.getLogger("scatnet.net")
logging.getLogger("zeroconf").addHandler(logging.NullHandler())  # its warnings belong in a log file, not on a screen

_MULTICAST: Final = "224.0.0.251"
_RESOLVE_MILLISECONDS: Final = 3000
_NAMES: Final = 512  # more announcements than any home has; the rest is not looked at
_LABEL_BYTES: Final = 63


class DiscoveryError(Exception):
    """Multicast does not work here; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One peer's announcement of a table, by its DNS-SD name, and where the peer listens."""

    instance: str
    announcement: Announcement
    endpoints: tuple[Endpoint, ...]


@dataclass(frozen=True, slots=True)
class Appeared:
    """A peer announces a table."""

    sighting: Sighting


@dataclass(frozen=True, slots=True)
class Changed:
    """A peer announces something else about its table, or listens elsewhere."""

    sighting: Sighting


@dataclass(frozen=True, slots=True)
class Vanished:
    """A peer announces its table no more."""

    instance: str


News: TypeAlias = Appeared | Changed | Vanished


@asynccontextmanager
async def open_discovery(interfaces: Sequence[Interface]) -> AsyncIterator[Discovery]:
    """Multicast DNS on these interfaces (those that cannot do it are left out). Raises DiscoveryError."""
    service = await trio.to_thread.run_sync(_open, interfaces)
    try:
        yield Discovery(service)
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(service.close)


def _open(interfaces: Sequence[Interface]) -> Zeroconf:
    addresses = [
        str(interface.address)
        for interface in interfaces
        if interface.address.version == 4 and _does_multicast(str(interface.address))
    ]
    try:
        if not addresses:
            raise OSError("no interface takes part in multicast")
        return Zeroconf(interfaces=[*dict.fromkeys(addresses)], use_asyncio=False)
    except (OSError, RuntimeError, zeroconf.Error) as error:
        _LOG.warning("no discovery: %s", error)
        raise DiscoveryError(
            _(
                "Tables cannot be found by themselves on this network (multicast does not work); "
                "join by address or with a ticket."
            )
        ) from error


def _does_multicast(address: str) -> bool:
    """Whether the interface with this address joins the group: some VPN and disabled ones refuse."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.setsockopt(
                socket.IPPROTO_IP,
                socket.IP_ADD_MEMBERSHIP,
                socket.inet_aton(_MULTICAST) + socket.inet_aton(address),
            )
            probe.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
        except OSError as error:
            _LOG.info("no multicast on %s: %s", address, error)
            return False
    return True


class Discovery:
    """Announces at most one table of this process, and browses for tables."""

    def __init__(self, service: Zeroconf) -> None:
        self._service = service
        self._info: ServiceInfo | None = None

    async def announce(self, announcement: Announcement, endpoints: Iterable[Endpoint], port: int) -> None:
        """Announce a table at these IP addresses and this port, or what has changed about it.

        Raises DiscoveryError where the announcement cannot be made.
        """
        info = _service_info(announcement, endpoints, port)
        try:
            if self._info is None:
                await trio.to_thread.run_sync(self._register, info)
            else:
                info.name = self._info.name
                await trio.to_thread.run_sync(self._service.update_service, info)
        except (OSError, zeroconf.Error) as error:
            raise DiscoveryError(_("The table could not be announced on this network.")) from error
        self._info = info

    def _register(self, info: ServiceInfo) -> None:
        self._service.register_service(info, allow_name_change=True)

    async def withdraw(self) -> None:
        """Announce the table no more."""
        info, self._info = self._info, None
        if info is not None:
            with suppress(OSError, zeroconf.Error):
                await trio.to_thread.run_sync(self._service.unregister_service, info)

    @asynccontextmanager
    async def browse(self) -> AsyncIterator[AsyncIterator[News]]:
        """News of all tables announced on the network, this process's own among them, while the block
        lasts.
        """
        send_raw, receive_raw = trio.open_memory_channel[tuple[str, bool]](_NAMES)
        send, receive = trio.open_memory_channel[News](math.inf)
        token = trio.lowlevel.current_trio_token()

        def note(name: str, gone: bool) -> None:
            with suppress(trio.WouldBlock, trio.ClosedResourceError, trio.BrokenResourceError):
                send_raw.send_nowait((name, gone))

        def on_change(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(note, name, state_change is ServiceStateChange.Removed)

        browser = await trio.to_thread.run_sync(lambda: ServiceBrowser(self._service, SERVICE, handlers=[on_change]))
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_Resolver(self._service, send).run, receive_raw)
                yield receive
                nursery.cancel_scope.cancel()
        finally:
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(browser.cancel)


class _Resolver:
    """Turns names that come and go into news about tables."""

    def __init__(self, service: Zeroconf, news: trio.MemorySendChannel[News]) -> None:
        self._service = service
        self._news = news
        self._known: dict[str, Sighting | None] = {}
        self._latest: dict[str, object] = {}  # of each name, what tells the newest question from older ones
        self._threads = trio.CapacityLimiter(4)

    async def run(self, names: trio.MemoryReceiveChannel[tuple[str, bool]]) -> None:
        async with trio.open_nursery() as nursery:
            async for name, gone in names:
                question = self._latest[name] = object()
                if gone:
                    del self._latest[name]
                    if self._known.pop(name, None) is not None:
                        self._news.send_nowait(Vanished(name))
                elif name in self._known or len(self._known) < _NAMES:
                    self._known.setdefault(name, None)
                    nursery.start_soon(self._resolve, name, question)

    async def _resolve(self, name: str, question: object) -> None:
        sighting = await trio.to_thread.run_sync(self._ask, name, limiter=self._threads)
        if self._latest.get(name) is not question or sighting is None:
            return
        before = self._known.get(name)
        self._known[name] = sighting
        if before is None:
            self._news.send_nowait(Appeared(sighting))
        elif before != sighting:
            self._news.send_nowait(Changed(sighting))

    def _ask(self, name: str) -> Sighting | None:
        try:
            info = ServiceInfo(SERVICE, name)
            if not info.request(self._service, _RESOLVE_MILLISECONDS) or not info.port:
                return None
            endpoints = tuple(Endpoint(host, info.port) for host in info.parsed_scoped_addresses())
            return Sighting(name, from_txt(info.properties), endpoints) if endpoints else None
        except (AnnouncementError, zeroconf.Error, ValueError, OSError) as error:
            _LOG.info("the announcement %r cannot be used: %s", name[:80], error)
            return None


def _service_info(announcement: Announcement, endpoints: Iterable[Endpoint], port: int) -> ServiceInfo:
    label = f"{announcement.fingerprint[:14]} {announcement.table.hex()[:8]}"
    addresses = []
    for endpoint in endpoints:
        with suppress(ValueError):  # a host name has no place in an address record
            addresses.append(ipaddress.ip_address(endpoint.host).packed)
    return ServiceInfo(
        SERVICE,
        f"{label[:_LABEL_BYTES]}.{SERVICE}",
        addresses=addresses,
        port=port,
        properties=to_txt(announcement),
        server=f"scatnet-{announcement.table.hex()[:8]}-{announcement.fingerprint[:9].lower()}.local.",
    )
