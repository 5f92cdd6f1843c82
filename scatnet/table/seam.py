"""The seam between the tree of heads and the game that is played on it.

The ledger and the peer decide which answers count, who has to sign what and when; they know nothing of cards. What they
need of a game stands here as protocols: the engine, a state, a slot, a seat, and the player who answers for one seat.
The engine of Scat satisfies them, and so does any small game in which seats take turns, with which the decisions can be
tried by the thousand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from scatnet.log import Event, Kind, Signer, Step, Value
from scatnet.table.refused import Refused
from scatnet.table.slots import Slot
from scatnet.table.view import Choice

__all__ = ["Engine", "Plan", "S", "SeatLike", "SeatPlayer", "StateLike"]


class SeatLike(Protocol):
    """A seat as the ledger knows it: its own key and its operator's, 32 bytes each."""

    @property
    def key(self) -> bytes:
        """The key that signs the seat's answers."""

    @property
    def operator(self) -> bytes:
        """The key of the person whose machine runs the seat."""


class StateLike(Protocol):
    """A state after so many closed steps, named by its head."""

    @property
    def table(self) -> bytes:
        """The table, 32 bytes."""

    @property
    def head(self) -> bytes:
        """Names this history, 32 bytes."""

    @property
    def number(self) -> int:
        """Steps closed so far, `open` not counted."""

    @property
    def seats(self) -> Sequence[SeatLike]:
        """The seats in clockwise order; empty before `begin`."""


S = TypeVar("S", bound=StateLike)
S_contra = TypeVar("S_contra", bound=StateLike, contravariant=True)


class Engine(Protocol[S]):
    """The rules of the game as pure functions."""

    def expected(self, state: S) -> tuple[Slot, ...]:
        """The slots of the step at this head, in seat order; none where nothing is waited for."""

    def operators(self, state: S) -> Mapping[bytes, frozenset[int]]:
        """The operators with a seat in the game that is not away, with those seats: who may vote."""

    def away(self, state: S) -> Mapping[int, bytes]:
        """The seats that are away and may come back, each with the head at which it became away."""

    def verdict(self, state: S, event: Event) -> Refused | None:
        """None where the event may answer an expected slot at `state`, proofs and all; else why it is refused."""

    def is_slow(self, event: Event) -> bool:
        """Whether a verdict on it may take milliseconds."""

    def fold(self, state: S, step: Step) -> S:
        """The state after a step whose outcomes are admissible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a seat answers a slot: the kind, and the pure work that makes the body, which may take milliseconds.

    `serial` is the permutation serial that the work uses, to be burned on disk for this head before the work begins;
    None where it uses none. A head that is answered again, after a restart, has the same one.
    """

    kind: Kind
    make: Callable[[], tuple[Value, ...]]
    serial: int | None = None


class SeatPlayer(Protocol[S_contra]):
    """One seat of this machine: its key, its secrets, and how it answers. It draws nothing at random when asked."""

    @property
    def signer(self) -> Signer:
        """Signs as the seat."""

    @property
    def computer(self) -> bool:
        """Whether a computer player sits here; then no clock runs for it."""

    def answer(self, state: S_contra, slot: Slot, choice: Choice | None) -> Plan | None:
        """The answer to a slot of this seat. Without a choice, None where a person has to choose; with one, None
        where it is no legal choice now."""

    def would_give_away(self, state: S_contra, kind: Kind, elsewhere: Iterable[tuple[S_contra, Event]]) -> bool:
        """Whether answering with this kind would, beside the answers that the seat has signed on branches left
        behind, let others read what they must not: then the seat keeps silent."""

    def stand_in(self, state: S_contra, slot: Slot) -> Choice:
        """What a computer player would choose for this seat, for a person whose clock has run out."""
