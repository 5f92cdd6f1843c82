"""Listening for peers: which port, on which addresses, and where others are told to find us."""

from __future__ import annotations

import errno
import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import trio

from scatnet.net.addresses import DEFAULT_PORT, Endpoint, Interface, interfaces
from scatnet.net.session import RefusalError
from scatnet.words import _

__all__ = ["Listening", "nowhere", "open_listening"]

_BACKLOG: Final = 64
_WILDCARDS: Final = ("0.0.0.0", "::")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listening:
    """Open listeners, and the endpoints at which others may reach them, likelier ones first."""

    listeners: tuple[trio.SocketListener, ...]
    endpoints: tuple[Endpoint, ...]

    @property
    def interfaces(self) -> tuple[Interface, ...]:
        """The interfaces that the listeners are reached on: where it makes sense to announce a table."""
        hosts = {endpoint.host for endpoint in self.endpoints}
        return tuple(interface for interface in interfaces() if str(interface.address) in hosts)

    @property
    def port(self) -> int:
        """The port of the first endpoint."""
        return self.endpoints[0].port


def nowhere() -> Listening:
    """No listeners at all, as for practice alone."""
    return Listening(listeners=(), endpoints=())


async def open_listening(wanted: Endpoint | None) -> Listening:
    """Listen where a person wants it; otherwise everywhere, on the usual port or any other that is free.

    Raises RefusalError with a sentence where that is not possible.
    """
    if wanted is not None:
        return await _listen(wanted.host, wanted.port)
    try:
        return await _listen("0.0.0.0", DEFAULT_PORT)
    except RefusalError:
        return await _listen("0.0.0.0", 0)


async def _listen(host: str, port: int) -> Listening:
    try:
        listeners = await trio.open_tcp_listeners(port, host=host, backlog=_BACKLOG)
    except OSError as error:
        raise RefusalError(_why_not(error, host, port)) from error
    bound = [_bound(listener) for listener in listeners]
    if host == "0.0.0.0":
        listeners += await _listen_v6_too(bound[0].port)
        bound += [_bound(listener) for listener in listeners[1:]]
    return Listening(listeners=tuple(listeners), endpoints=_reachable(bound))


async def _listen_v6_too(port: int) -> list[trio.SocketListener]:
    """The same port on IPv6 as well; a machine without it does without."""
    try:
        return await trio.open_tcp_listeners(port, host="::", backlog=_BACKLOG)
    except OSError:
        return []


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE or error.errno == getattr(errno, "WSAEADDRINUSE", None):
        sentence = _("Port {port} is in use on this computer; choose another one with --listen.")
    elif error.errno in (errno.EACCES, errno.EPERM):
        sentence = _("Port {port} may not be used by this program; choose one above 1023 with --listen.")
    else:
        sentence = _("This computer cannot listen at {host}: it has no such address.")
    return sentence.format(host=host, port=port)


def _bound(listener: trio.SocketListener) -> Endpoint:
    name: object = listener.socket.getsockname()
    if not (isinstance(name, tuple) and len(name) >= 2 and isinstance(name[0], str) and isinstance(name[1], int)):
        raise TypeError("an internet socket is bound to a host and a port")
    return Endpoint(name[0], name[1])


def _reachable(bound: Sequence[Endpoint]) -> tuple[Endpoint, ...]:
    """Where the bound sockets can be reached: a wildcard at every address of its family."""
    found: list[Endpoint] = []
    for endpoint in bound:
        if endpoint.host not in _WILDCARDS:
            found.append(endpoint)
            continue
        version = ipaddress.ip_address(endpoint.host).version
        found += [Endpoint(str(each.address), endpoint.port) for each in _outward() if each.address.version == version]
    return tuple(dict.fromkeys(found)) or tuple(bound)


def _outward() -> tuple[Interface, ...]:
    """All interfaces but loopback; loopback where there is nothing else."""
    every = interfaces()
    return tuple(interface for interface in every if not interface.loopback) or every
