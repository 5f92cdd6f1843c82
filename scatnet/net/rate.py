"""Token buckets: how often something may happen. They know no clock; the caller passes the time in
seconds.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

__all__ = ["Bucket", "Buckets"]

Key = TypeVar("Key", bound=Hashable)


class Bucket:
    """A bucket that holds up to `burst` tokens and gains `rate` of them a second; it starts full."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take `cost` tokens if they are there; False, and nothing taken, if not."""
        self._refill(now)
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True

    def owe(self, now: float, cost: float) -> float:
        """Take `cost` tokens in any case; the seconds to wait until the debt is paid (0 where there is
        none).
        """
        self._refill(now)
        self._tokens -= cost
        return max(0.0, -self._tokens / self._rate)

    def give_back(self, cost: float = 1.0) -> None:
        """Return tokens that were taken for something that turned out to be no fault."""
        self._tokens = min(self._burst, self._tokens + cost)

    def _refill(self, now: float) -> None:
        if now > self._at:  # a clock that goes backwards gives nothing
            self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
            self._at = now


class Buckets(Generic[Key]):
    """One bucket for each of many keys (addresses, peers), in bounded memory.

    Beyond `keep` keys those used least recently are forgotten: an attacker with very many addresses is
    bounded by the limits over all of them together, not here.
    """

    def __init__(self, rate: float, burst: float, keep: int = 1024) -> None:
        self._rate = rate
        self._burst = burst
        self._keep = keep
        self._buckets: OrderedDict[Key, Bucket] = OrderedDict()

    def at(self, key: Key, now: float) -> Bucket:
        """The bucket of `key`, made full where there is none."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > self._keep:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket

    def __len__(self) -> int:
        return len(self._buckets)
