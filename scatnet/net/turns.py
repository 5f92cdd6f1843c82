"""Whom to ask next, where nobody in particular is meant: everyone in turn, so that no choice of keys decides it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = ["Turns"]

_AT_ONCE: Final = 3
_PLAYERS_FIRST: Final = 2  # the third is a watcher, if there is one: players may all have come from one machine


class Turns:
    """Remembers who was asked when."""

    def __init__(self) -> None:
        self._asked: dict[bytes, int] = {}  # neighbours: when they were last asked, of all the times
        self._turn: int = 0

    def next(self, players: Iterable[bytes], watchers: Iterable[bytes]) -> list[bytes]:
        """Up to three of these neighbours, players before watchers, of each those who were not asked for longest."""
        first, second = self._in_turn(players), self._in_turn(watchers)
        chosen = [*first[:_PLAYERS_FIRST], *second[:1], *first[_PLAYERS_FIRST:], *second[1:]][:_AT_ONCE]
        asked = {peer: self._asked[peer] for peer in (*first, *second) if peer in self._asked}
        for peer in chosen:
            self._turn += 1
            asked[peer] = self._turn
        self._asked = asked
        return chosen

    def _in_turn(self, peers: Iterable[bytes]) -> list[bytes]:
        return sorted(sorted(peers), key=lambda peer: self._asked.get(peer, 0))
