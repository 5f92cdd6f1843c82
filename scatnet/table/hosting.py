"""What a peer owes the lobby: sitting down, agreeing to the host's order, and, for the host, making that order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scatnet.log import Event, Kind, Signer, Value, endorse
from scatnet.log.bodies import Ready, Sit, Start, body_of
from scatnet.table.clocks import Clocks, PeerSettings
from scatnet.table.lobby import Lobby

__all__ = ["Due", "Hosting", "Sitter"]

Due = tuple[Signer, Kind, tuple[Value, ...]]
"""A record of the lobby to be signed: by whom, its kind and body."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitter:
    """A seat that this machine wants: who signs for it, and what its `sit` says."""

    signer: Signer
    nickname: str
    house_rule: bool


class Hosting:
    """The lobby seen from one machine. Only the host starts; everybody sits and agrees."""

    def __init__(self, lobby: Lobby, operator: Signer | None, sitters: Sequence[Sitter]) -> None:
        self.lobby: Final = lobby
        self._operator: Final = operator
        self._sitters: Final = tuple(sitters)
        self._told: bool = False
        self._late: frozenset[bytes] = frozenset()
        self.absent: frozenset[bytes] = frozenset()
        """The operators who sit but are not here now, as far as whoever drives the peer knows."""

    @property
    def is_host(self) -> bool:
        """Whether this machine opened the table."""
        return self._operator is not None and self._operator.public == self.lobby.host()

    def start_now(self) -> bool:
        """Begin with those who sit; False where they are too few, or this is not the host."""
        if not self.is_host or self.lobby.proposal(self._left_out()) is None:
            return False
        self._told = True
        return True

    def due(self, table: bytes, clocks: Clocks, settings: PeerSettings) -> Iterator[Due]:
        """The records that this machine owes the lobby now."""
        if self._operator is None:
            return
        taken = {sit.author for sit in self.lobby.sits}
        for sitter in self._sitters:
            if sitter.signer.public not in taken:
                yield sitter.signer, Kind.SIT, self._sit(sitter, table).to_body()
        start = self.lobby.start
        if start is not None:
            named = {sit.author for sit in start.embedded}
            for sitter in self._sitters:
                key = sitter.signer.public
                if key in named and not self.lobby.is_ready(key, start):
                    yield sitter.signer, Kind.READY, Ready(start.digest).to_body()
        if self.is_host:
            yield from self._order(self._operator, clocks, settings)

    def _sit(self, sitter: Sitter, table: bytes) -> Sit:
        assert self._operator is not None
        key = sitter.signer.public
        if key == self._operator.public:  # a person's place, whoever chooses its cards
            return Sit(sitter.nickname, False, sitter.house_rule, key, b"")
        return Sit(sitter.nickname, True, False, self._operator.public, endorse(self._operator, table, key))

    def _order(self, host: Signer, clocks: Clocks, settings: PeerSettings) -> Iterator[Due]:
        start = self.lobby.start
        left_out = self._left_out()
        if start is None:
            sits = self.lobby.proposal(left_out)
            if sits is not None and (self._told or self.lobby.full(left_out)):
                yield host, Kind.START, Start(sits, b"").to_body()
            return
        missing = frozenset(self.lobby.missing)
        too_late = bool(missing) and clocks.over("ready", start.digest, 0, settings.lobby_patience)
        if not too_late and not missing & left_out:
            return
        if too_late:
            self._late = self._late | missing
        sits = self.lobby.proposal(self._left_out())
        if sits is None and too_late:  # without all who were ever late they are too few: some may be here by now
            self._late = missing
            sits = self.lobby.proposal(self._left_out())
        if sits is not None:
            yield host, Kind.START, Start(sits, start.digest).to_body()

    def _left_out(self) -> frozenset[bytes]:
        """The seats that a `start` is made without: those that have not answered one, and those of who is away."""
        away = {sit.author for sit in self.lobby.sits if _operator_of(sit) in self.absent}
        return self._late | away


def _operator_of(sit: Event) -> bytes:
    body = body_of(sit)
    return body.operator if isinstance(body, Sit) else sit.author
