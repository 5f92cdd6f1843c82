"""The person at this machine, as a node needs them: key, home, name, and how computer players are made for
them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scatnet.log import Identity
from scatnet.net.credentials import Credentials
from scatnet.store.paths import Home
from scatnet.table.player import Chooser

__all__ = ["Person"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who plays here.

    `chooser` makes a computer player from a secret that only this machine knows; it also stands in for the
    person when their clock has run out. `names` gives so many names for computer players, none of them among
    those taken. `pace` is how many seconds a computer player seems to think. With `auto`, a computer player
    sits in the person's own seat. Without `discovery`, nothing is announced to the network.
    """

    home: Home
    credentials: Credentials
    nickname: str
    chooser: Callable[[bytes], Chooser]
    names: Callable[[int, frozenset[str]], tuple[str, ...]]
    house_rule: bool = False
    thirty_one_by_hand: bool = False
    pace: float = 0.0
    auto: bool = False
    discovery: bool = True

    @property
    def identity(self) -> Identity:
        """The person's key."""
        return self.credentials.identity
