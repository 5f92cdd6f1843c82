"""What strangers may cost: how many connections are let into the handshake, from where, and how often.

Nothing here is asynchronous: a connection beyond a limit is closed before a byte is read or memory set aside
for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from scatnet.net.addresses import network_of
from scatnet.net.limits import (
    HALF_OPEN,
    HALF_OPEN_PER_ADDRESS,
    PASSCODE_BURST,
    PASSCODE_BURST_TOTAL,
    PASSCODE_RATE,
    PASSCODE_RATE_TOTAL,
    SENT_AWAY_VISITS,
    VISIT_BURST,
    VISIT_RATE,
)
from scatnet.net.rate import Bucket, Buckets

__all__ = ["Doorkeeper"]


class Doorkeeper:
    """Counts visits, half-open connections and wrong passcodes. Times in seconds, from any one clock."""

    def __init__(self, now: float) -> None:
        self._half_open: Counter[str] = Counter()
        self._visits: Buckets[str] = Buckets(VISIT_RATE, VISIT_BURST)
        self._returns: Buckets[bytes] = Buckets(VISIT_RATE, VISIT_BURST)
        self._wrong: Buckets[str] = Buckets(PASSCODE_RATE, PASSCODE_BURST)
        self._wrong_anywhere = Bucket(PASSCODE_RATE_TOTAL, PASSCODE_BURST_TOTAL, now)

    @property
    def half_open(self) -> int:
        """Connections in their handshake now."""
        return self._half_open.total()

    @contextmanager
    def visit(self, address: str, now: float) -> Iterator[str | None]:
        """A connection from this address in its handshake; gives why it may not come in, or None where it
        may.
        """
        network = network_of(address)
        fault = self._fault(network, now)
        if fault is not None:
            yield fault
            return
        self._half_open[network] += 1
        try:
            yield None
        finally:
            self._half_open[network] -= 1
            if not self._half_open[network]:
                del self._half_open[network]

    def _fault(self, network: str, now: float) -> str | None:
        if self._half_open.total() >= HALF_OPEN:
            return "too many connections are half open"
        if self._half_open[network] >= HALF_OPEN_PER_ADDRESS:
            return "too many connections from there are half open"
        if not self._visits.at(network, now).take(now):
            return "connections from there come too often"
        return None

    def comes_too_often(self, key: bytes, now: float) -> bool:
        """Whether the peer with this proven key connects again and again."""
        return not self._returns.at(key, now).take(now)

    def note_misbehaved(self, address: str, key: bytes, now: float) -> None:
        """A peer was cut off for what it sent: it, and whoever comes from where it came, have to wait the sooner."""
        self._visits.at(network_of(address), now).owe(now, SENT_AWAY_VISITS)
        self._returns.at(key, now).owe(now, SENT_AWAY_VISITS)

    def may_try_passcode(self, address: str, now: float) -> bool:
        """Whether one more passcode from there may be heard. It counts as wrong until told otherwise."""
        mine = self._wrong.at(network_of(address), now)
        if not mine.take(now):
            return False
        if not self._wrong_anywhere.take(now):
            mine.give_back()
            return False
        return True

    def passcode_was_right(self, address: str, now: float) -> None:
        """The last passcode from there was right: nothing is counted."""
        self._wrong.at(network_of(address), now).give_back()
        self._wrong_anywhere.give_back()
