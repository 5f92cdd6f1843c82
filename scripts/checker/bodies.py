"""What events say (chapter 4): one value for each kind's body, its fields in the page's order.

A proof stays the nested value that came; `proofs` takes it apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.events import Event

Proof = int | bool | bytes | tuple["Proof", ...]


@dataclass(frozen=True, slots=True)
class Open:
    """The table as its host opens it."""

    name: str
    rules: tuple[int, ...]
    seats: int
    patience: int
    turn_clock: int
    spectators: bool
    revision: int
    nonce: bytes
    previous: bytes


@dataclass(frozen=True, slots=True)
class Sit:
    """A player who sits down."""

    nickname: str
    computer: bool
    house_rule: bool
    operator: bytes
    endorsement: bytes


@dataclass(frozen=True, slots=True)
class Start:
    """The host's proposal: these players."""

    sits: tuple[Event, ...]
    replaces: bytes


@dataclass(frozen=True, slots=True)
class Begin:
    """The start that all its players agreed to."""

    start: Event
    readies: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """`ready`, `coin_commit`, `coin_reveal`: 32 bytes; `resign`: 0 or 32."""

    octets: bytes


@dataclass(frozen=True, slots=True)
class RoundOpen:
    """Who is back, and which seats are expelled with what events."""

    backs: tuple[Event, ...]
    expelled: tuple[tuple[int, tuple[Event, ...]], ...]


@dataclass(frozen=True, slots=True)
class RoundKey:
    """A round key and a commitment to a permutation of the deck."""

    key: Proof
    serial: int
    commitment: Proof


@dataclass(frozen=True, slots=True)
class Restock:
    """A commitment to a permutation of the discards."""

    serial: int
    commitment: Proof


@dataclass(frozen=True, slots=True)
class Proven:
    """`shuffle`, `deal_shares`, `draw_shares`: nothing but a proof."""

    proof: Proof


@dataclass(frozen=True, slots=True)
class ThrowDown:
    """Whether the seat throws its hand down."""

    throw: bool


@dataclass(frozen=True, slots=True)
class DealCall:
    """Whether the seat was dealt 31, and the opening if it was."""

    call: bool
    proof: Proof


@dataclass(frozen=True, slots=True)
class Plain:
    """`draw`, `take`, `knock`, `pass`, `back`: an empty body."""


@dataclass(frozen=True, slots=True)
class Discard:
    """One card given up, with a knock or without."""

    card: int
    knock: bool
    proof: Proof


@dataclass(frozen=True, slots=True)
class Opened:
    """`declare`, `show`: three cards opened."""

    cards: tuple[int, int, int]
    proof: Proof


@dataclass(frozen=True, slots=True)
class Vote:
    """`lapse`, `keep`: the seat, and the digest of the evidence or event."""

    seat: int
    digest: bytes


Body = (
    Open
    | Sit
    | Start
    | Begin
    | Named
    | RoundOpen
    | RoundKey
    | Restock
    | Proven
    | ThrowDown
    | DealCall
    | Plain
    | Discard
    | Opened
    | Vote
)
