"""What is known at a head: the table, its seats, and the round in play (chapters 5 and 6).

All values are immutable; the fold makes new ones. Mappings in them are never changed, only replaced.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from checker.bodies import Open
from checker.curve import Point
from checker.ruleset import Rules
from checker.transcript import Pair

RESTOCKS: Final = 2
"""So often may the discards become a new stock in one round."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: the key that signs for the seat, and the operator's."""

    key: bytes
    operator: bytes
    nickname: str
    computer: bool
    house_rule: bool


@dataclass(frozen=True, slots=True)
class Round:
    """A round from its opening on. `order` is clockwise from the dealer's left."""

    order: tuple[int, ...]
    gone: frozenset[int] = frozenset()
    keys: Mapping[int, Point] = field(default_factory=dict)
    secrets: Mapping[int, int] = field(default_factory=dict)
    commitments: Mapping[int, tuple[Point, ...]] = field(default_factory=dict)
    deck: tuple[Pair, ...] = ()
    to_shuffle: tuple[int, ...] = ()
    thrower: int | None = None
    dealt: tuple[int, ...] = ()
    hands: Mapping[int, tuple[Pair, ...]] = field(default_factory=dict)
    stock: tuple[Pair, ...] = ()
    face_down: Pair | None = None
    pile: tuple[int, ...] = ()
    turn: int = -1
    drawn: Pair | None = None
    taken: int | None = None
    knocker: int | None = None
    last_turns: tuple[int, ...] = ()
    restocks: int = 0
    declarer: int | None = None
    ended_by: str = ""

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats in the round, in turn order."""
        return tuple(seat for seat in self.order if seat not in self.gone)

    @property
    def renewable(self) -> bool:
        """Whether the discards can become a new stock, by their number and the times it was done."""
        return self.restocks < RESTOCKS and len(self.pile) >= 2


@dataclass(frozen=True, slots=True)
class Table:
    """The state at `head`. `step` names what is expected next; seats are those of the present numbering.

    `agreed_rules` are those of the `open`, `rules` those with the house rule. `away` has the head since which a seat is
    away, `lapsed` the states in which its slots lapsed.
    """

    id: bytes
    head: bytes
    host: bytes
    opening: Open
    agreed_rules: Rules
    rules: Rules
    step: str = "begin"
    seats: tuple[Seat, ...] = ()
    lives: tuple[int, ...] = ()
    out: frozenset[int] = frozenset()
    away: Mapping[int, bytes] = field(default_factory=dict)
    lapsed: Mapping[int, tuple[Table, ...]] = field(default_factory=dict)
    kitty: int = 0
    dealer: int = 0
    rounds: int = 0
    commit_head: bytes = b""
    coin_commitments: Mapping[int, bytes] = field(default_factory=dict)
    serials: Mapping[int, int] = field(default_factory=dict)
    seen: frozenset[bytes] = frozenset()
    round: Round | None = None
    winners: tuple[int, ...] = ()

    @property
    def left(self) -> tuple[int, ...]:
        """The seats still in the game."""
        return tuple(seat for seat in range(len(self.seats)) if seat not in self.out)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats in the game that are not away."""
        return tuple(seat for seat in self.left if seat not in self.away)

    @property
    def playing(self) -> Round:
        """The round in play; there is one from a `round_open` until it is settled."""
        assert self.round is not None, "there is no round in this step"
        return self.round

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats from `first` on."""
        count = len(self.seats)
        return tuple((first + step) % count for step in range(count))
