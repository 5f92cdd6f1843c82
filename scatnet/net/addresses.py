"""Where peers are found: HOST:PORT as people type it, and the addresses of this machine.

`interfaces()` is the one list of this machine's network interfaces; whatever announces, listens or writes a
ticket takes it from here, so that VPN and container interfaces are survived in one place.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import Final, TypeAlias

import ifaddr

from scatnet.words import _

__all__ = [
    "DEFAULT_PORT",
    "AddressError",
    "Endpoint",
    "Interface",
    "interfaces",
    "interfaces_for",
    "network_of",
    "parse_endpoint",
]

DEFAULT_PORT: Final = 31031  # 31, and 31 again; the table takes any other free port where this one is in use

IPAddress: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

# Interfaces that seldom lead to another player: tried and announced, but after the others.
_SIDEWAYS: Final = re.compile(
    r"^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|podman|cni|flannel|tun|tap|wg|tailscale|zt|utun|ppp)"
    r"|hyper-v|virtualbox|vmware|wsl",
    re.IGNORECASE,
)
_HOST_NAME: Final = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*\.?")


class AddressError(ValueError):
    """The text is no address; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A host, by name or IP address, and a TCP port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Interface:
    """One address of this machine and the name of the interface that has it."""

    name: str
    address: IPAddress

    @property
    def loopback(self) -> bool:
        return self.address.is_loopback

    @property
    def sideways(self) -> bool:
        """Whether the interface belongs to a VPN, a container or a virtual machine, as far as its name
        tells.
        """
        return _SIDEWAYS.search(self.name) is not None


def parse_endpoint(text: str, default_port: int = DEFAULT_PORT, lowest_port: int = 1) -> Endpoint:
    """HOST, HOST:PORT, an IPv6 address, or [IPv6]:PORT. Raises AddressError with a sentence."""
    text = text.strip()
    host, port_text = text, ""
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise AddressError(_("An IPv6 address with a port is written [ADDRESS]:PORT."))
        port_text = rest[1:]
        if rest == ":" or ":" not in host:
            raise AddressError(_("An IPv6 address with a port is written [ADDRESS]:PORT."))
    elif text.count(":") == 1:
        host, _colon, port_text = text.partition(":")
        if not port_text:
            raise AddressError(_("The port is missing after the colon."))
    return Endpoint(_checked_host(host), _checked_port(port_text, lowest_port) if port_text else default_port)


def _checked_port(text: str, lowest: int) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or not lowest <= int(text) <= 65535:
        raise AddressError(
            _("A port is a number from {low} to 65535, not “{text}”.").format(low=lowest, text=text[:20])
        )
    return int(text)


def _checked_host(host: str) -> str:
    address, _percent, scope = host.partition("%")
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        parsed = None
    if parsed is not None and (not scope or re.fullmatch(r"[A-Za-z0-9._-]{1,32}", scope)):
        return f"{parsed}%{scope}" if scope else str(parsed)
    looks_numeric = re.fullmatch(r"[0-9.]+", host) is not None
    if looks_numeric or len(host) > 253 or not _HOST_NAME.fullmatch(host):
        raise AddressError(_("“{host}” is neither a computer's name nor an IP address.").format(host=host[:60]))
    return host.rstrip(".")


def network_of(address: str) -> str:
    """What counts as one sender when connections are limited: an IPv4 address, or the /64 of an IPv6 address.

    One machine owns a whole /64 of addresses. A text that is no IP address (a test's stream) counts as
    itself.
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


def interfaces() -> tuple[Interface, ...]:
    """The addresses of this machine, those most likely to lead to other players first, loopback last.

    Link-local IPv6 addresses are left out: they mean nothing without the other side's own name for the
    interface. Empty where the system will not tell.
    """
    found: list[Interface] = []
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return ()
    for adapter in adapters:
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            try:
                address = ipaddress.ip_address(text)
            except ValueError:
                continue
            if not (address.version == 6 and address.is_link_local) and not address.is_unspecified:
                found.append(Interface(adapter.nice_name, address))
    return tuple(sorted(found, key=_rank))


def interfaces_for(listen: Endpoint | None) -> tuple[Interface, ...]:
    """The interfaces to find and announce tables on, for a program that listens there: a wildcard means
    all.
    """
    every = interfaces()
    if listen is None or listen.host in ("0.0.0.0", "::", ""):
        return every
    return tuple(interface for interface in every if str(interface.address) == listen.host)


def _rank(interface: Interface) -> tuple[bool, bool, bool, str, int]:
    return (
        interface.loopback,
        interface.sideways,
        interface.address.version == 6,
        interface.name,
        int(interface.address),
    )
