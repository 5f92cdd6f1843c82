"""A small network of hosts on one machine: network namespaces joined by bridges. Needs root and iproute2, on Linux.

Everything is made inside namespaces of its own, so the machine's own network is never touched, and everything
goes when the block that made it ends.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

SUBNET: Final = "10.31.0"
FAR_SUBNET: Final = "10.31.1"


class NetworkError(Exception):
    """The network cannot be made here; the message is a sentence."""


@dataclass(slots=True)
class Network:
    """Hosts on a switch that has two halves, which are one unless it is split."""

    prefix: str
    hosts: tuple[str, ...]

    def address(self, host: str) -> str:
        """The host's IPv4 address."""
        return f"{SUBNET}.{self.hosts.index(host) + 1}"

    def command(self, host: str, command: Sequence[str]) -> list[str]:
        """The command, to be run on that host."""
        return ["ip", "netns", "exec", self._space(host), *command]

    def cut(self, host: str) -> None:
        """Pull the host's cable."""
        _ip("-n", self._hub, "link", "set", self._port(host), "down")

    def restore(self, host: str) -> None:
        """Plug the host's cable in again."""
        _ip("-n", self._hub, "link", "set", self._port(host), "up")

    def split(self, away: Sequence[str]) -> None:
        """Put these hosts on a switch of their own."""
        for host in away:
            _ip("-n", self._hub, "link", "set", self._port(host), "master", "other")

    def join(self) -> None:
        """Put all hosts on one switch again."""
        for host in self.hosts:
            _ip("-n", self._hub, "link", "set", self._port(host), "master", "main")

    def block_multicast(self, host: str) -> None:
        """Put this host behind a router: everybody reaches it, but no multicast comes from it or to it."""
        self.split([host])
        number = self.hosts.index(host) + 1
        for bridge, subnet in (("main", SUBNET), ("other", FAR_SUBNET)):
            _ip("-n", self._hub, "address", "add", f"{subnet}.254/24", "dev", bridge)
        _run("ip", "netns", "exec", self._hub, "sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward")
        space = self._space(host)
        _ip("-n", space, "address", "flush", "dev", "eth0")
        _ip("-n", space, "address", "add", f"{FAR_SUBNET}.{number}/24", "dev", "eth0")
        _ip("-n", space, "route", "add", "default", "via", f"{FAR_SUBNET}.254")
        for other in self.hosts:
            if other != host:
                _ip("-n", self._space(other), "route", "add", f"{FAR_SUBNET}.0/24", "via", f"{SUBNET}.254")

    def make(self) -> None:
        """Make everything. Raises NetworkError."""
        _ip("netns", "add", self._hub)
        for bridge in ("main", "other"):
            _ip("-n", self._hub, "link", "add", bridge, "type", "bridge", "mcast_snooping", "0")
            _ip("-n", self._hub, "link", "set", bridge, "up")
        for host in self.hosts:
            space, port = self._space(host), self._port(host)
            _ip("netns", "add", space)
            _ip("-n", space, "link", "set", "lo", "up")
            _ip("link", "add", port, "netns", self._hub, "type", "veth", "peer", "name", "eth0", "netns", space)
            _ip("-n", self._hub, "link", "set", port, "master", "main", "up")
            _ip("-n", space, "address", "add", f"{self.address(host)}/24", "dev", "eth0")
            _ip("-n", space, "link", "set", "eth0", "up")

    def remove(self) -> None:
        """Remove everything that was made, however far that came."""
        for space in (self._hub, *(self._space(host) for host in self.hosts)):
            subprocess.run(["ip", "netns", "delete", space], check=False, stderr=subprocess.DEVNULL)

    @property
    def _hub(self) -> str:
        return f"{self.prefix}-hub"

    def _space(self, host: str) -> str:
        return f"{self.prefix}-{host}"

    @staticmethod
    def _port(host: str) -> str:
        return f"to-{host}"[:15]


@contextmanager
def network(hosts: Sequence[str]) -> Iterator[Network]:
    """A network of these hosts for as long as the block lasts. Raises NetworkError."""
    if sys.platform != "linux" or shutil.which("ip") is None:
        raise NetworkError("This needs Linux and the program ip (package iproute2).")
    if os.geteuid() != 0:
        raise NetworkError("Making network namespaces needs root: start it with sudo.")
    made = Network(f"scat{os.getpid()}", tuple(hosts))
    try:
        made.make()
        yield made
    finally:
        made.remove()


def _ip(*arguments: str) -> None:
    _run("ip", *arguments)


def _run(*command: str) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise NetworkError(f"`{' '.join(command)}` failed: {done.stderr.strip()}")
