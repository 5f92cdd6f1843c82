"""Bodies by name: for each kind a small value whose fields are those of the schema, in its order.

Nothing outside this package needs to know at which place of a body a field stands. `body_of` names what is in
an event that has been decoded; `to_body()` gives what `make_event` takes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from scatnet.log.encoding import Value
from scatnet.log.event import Event
from scatnet.log.evidence import Evidence
from scatnet.log.kinds import Kind

__all__ = [
    "Back",
    "Begin",
    "Body",
    "CoinCommit",
    "CoinReveal",
    "DealCall",
    "DealShares",
    "Declare",
    "Discard",
    "Draw",
    "DrawShares",
    "Keep",
    "Knock",
    "Lapse",
    "Open",
    "Pass",
    "Ready",
    "Resign",
    "Restock",
    "RoundKey",
    "RoundOpen",
    "Show",
    "Shuffle",
    "Sit",
    "Start",
    "Take",
    "ThrowDown",
    "Wire",
    "as_wire",
    "body_of",
]

Wire: TypeAlias = "int | bool | bytes | tuple[Wire, ...]"
"""A dealing proof as it travels: only `scatnet.dealing` knows what is in it."""


def as_wire(proof: object) -> Wire:
    """Make the lists of dealing's `to_wire` into tuples. Raises TypeError where a proof holds other types."""
    if isinstance(proof, list | tuple):
        return tuple(as_wire(part) for part in proof)
    if isinstance(proof, int | bytes):
        return proof
    raise TypeError(f"a proof holds lists, bytes and numbers, not {type(proof).__name__}")


@dataclass(frozen=True, slots=True)
class _Plain:
    """A body whose fields are wire values as they stand."""

    def to_body(self) -> tuple[Value, ...]:
        """The fields in the schema's order."""
        return tuple(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True, slots=True)
class Open(_Plain):
    """A table, offered by its host. Times are in seconds; `previous` is the table before a rematch."""

    kind: ClassVar[Kind] = Kind.OPEN
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
class Sit(_Plain):
    """A player sits down. `operator` is whose machine runs the seat; it endorses a computer player."""

    kind: ClassVar[Kind] = Kind.SIT
    nickname: str
    computer: bool
    house_rule: bool
    operator: bytes
    endorsement: bytes


@dataclass(frozen=True, slots=True)
class Start:
    """The host's order of the seats; `replaces` is the digest of an earlier one, or empty."""

    kind: ClassVar[Kind] = Kind.START
    sits: tuple[Event, ...]
    replaces: bytes

    def to_body(self) -> tuple[Value, ...]:
        """The fields in the schema's order."""
        return (tuple(sit.record for sit in self.sits), self.replaces)


@dataclass(frozen=True, slots=True)
class Ready(_Plain):
    """A player agrees to the `start` with this digest."""

    kind: ClassVar[Kind] = Kind.READY
    start: bytes


@dataclass(frozen=True, slots=True)
class Begin:
    """The game is on, with this `start` and these readies."""

    kind: ClassVar[Kind] = Kind.BEGIN
    start: Event
    readies: tuple[Event, ...]

    def to_body(self) -> tuple[Value, ...]:
        """The fields in the schema's order."""
        return (self.start.record, tuple(ready.record for ready in self.readies))


@dataclass(frozen=True, slots=True)
class CoinCommit(_Plain):
    """A commitment to a nonce for the coin."""

    kind: ClassVar[Kind] = Kind.COIN_COMMIT
    commitment: bytes


@dataclass(frozen=True, slots=True)
class CoinReveal(_Plain):
    """The nonce that was committed to."""

    kind: ClassVar[Kind] = Kind.COIN_REVEAL
    nonce: bytes


@dataclass(frozen=True, slots=True)
class RoundOpen:
    """A round opens: the requests of who is back, and for each seat expelled the evidence, in seat order."""

    kind: ClassVar[Kind] = Kind.ROUND_OPEN
    backs: tuple[Event, ...]
    evidence: tuple[tuple[int, Evidence], ...]

    def to_body(self) -> tuple[Value, ...]:
        """The fields in the schema's order."""
        rows = tuple((seat, tuple(event.record for event in proof.events)) for seat, proof in self.evidence)
        return (tuple(back.record for back in self.backs), rows)


@dataclass(frozen=True, slots=True)
class RoundKey(_Plain):
    """A round key with its proof, and a committed permutation under a serial number."""

    kind: ClassVar[Kind] = Kind.ROUND_KEY
    key: Wire
    serial: int
    commitment: Wire


@dataclass(frozen=True, slots=True)
class Restock(_Plain):
    """A fresh committed permutation, for a reshuffle."""

    kind: ClassVar[Kind] = Kind.RESTOCK
    serial: int
    commitment: Wire


@dataclass(frozen=True, slots=True)
class Shuffle(_Plain):
    """The deck after this seat's shuffle, with the proof."""

    kind: ClassVar[Kind] = Kind.SHUFFLE
    shuffle: Wire


@dataclass(frozen=True, slots=True)
class ThrowDown(_Plain):
    """Whether this seat throws down its unseen hand."""

    kind: ClassVar[Kind] = Kind.THROW_DOWN
    throw: bool


@dataclass(frozen=True, slots=True)
class DealShares(_Plain):
    """This seat's shares of the others' dealt cards."""

    kind: ClassVar[Kind] = Kind.DEAL_SHARES
    shares: Wire


@dataclass(frozen=True, slots=True)
class DealCall(_Plain):
    """Whether this seat was dealt 31 and calls it, with the opening; without a call, `proof` is ()."""

    kind: ClassVar[Kind] = Kind.DEAL_CALL
    call: bool
    proof: Wire


@dataclass(frozen=True, slots=True)
class Draw(_Plain):
    """The top of the stock."""

    kind: ClassVar[Kind] = Kind.DRAW


@dataclass(frozen=True, slots=True)
class Take(_Plain):
    """The top of the discard pile."""

    kind: ClassVar[Kind] = Kind.TAKE


@dataclass(frozen=True, slots=True)
class Knock(_Plain):
    """A knock at the start of a turn."""

    kind: ClassVar[Kind] = Kind.KNOCK


@dataclass(frozen=True, slots=True)
class Pass(_Plain):
    """A pass, with the stock empty."""

    kind: ClassVar[Kind] = Kind.PASS


@dataclass(frozen=True, slots=True)
class DrawShares(_Plain):
    """This seat's shares of the card that another drew."""

    kind: ClassVar[Kind] = Kind.DRAW_SHARES
    shares: Wire


@dataclass(frozen=True, slots=True)
class Discard(_Plain):
    """A card (0 to 51) out of the hand, perhaps with a knock; the hand shuffled and that card opened."""

    kind: ClassVar[Kind] = Kind.DISCARD
    card: int
    knock: bool
    proof: Wire


@dataclass(frozen=True, slots=True)
class Declare(_Plain):
    """A 31, opened."""

    kind: ClassVar[Kind] = Kind.DECLARE
    cards: tuple[int, int, int]
    proof: Wire


@dataclass(frozen=True, slots=True)
class Show(_Plain):
    """The hand, opened at the showdown."""

    kind: ClassVar[Kind] = Kind.SHOW
    cards: tuple[int, int, int]
    proof: Wire


@dataclass(frozen=True, slots=True)
class Resign(_Plain):
    """A player leaves; `secret` is the round's key, or empty where none was published."""

    kind: ClassVar[Kind] = Kind.RESIGN
    secret: bytes


@dataclass(frozen=True, slots=True)
class Back(_Plain):
    """An away seat asks to be dealt in again."""

    kind: ClassVar[Kind] = Kind.BACK


@dataclass(frozen=True, slots=True)
class Lapse(_Plain):
    """A vote that the seat's slot lapses; `evidence` is a digest, or empty where it was only slow."""

    kind: ClassVar[Kind] = Kind.LAPSE
    seat: int
    evidence: bytes


@dataclass(frozen=True, slots=True)
class Keep(_Plain):
    """A vote that the seat's slot stands with the event of this digest."""

    kind: ClassVar[Kind] = Kind.KEEP
    seat: int
    event: bytes


Body: TypeAlias = (
    Open
    | Sit
    | Start
    | Ready
    | Begin
    | CoinCommit
    | CoinReveal
    | RoundOpen
    | RoundKey
    | Restock
    | Shuffle
    | ThrowDown
    | DealShares
    | DealCall
    | Draw
    | Take
    | Knock
    | Pass
    | DrawShares
    | Discard
    | Declare
    | Show
    | Resign
    | Back
    | Lapse
    | Keep
)


def body_of(event: Event) -> Body:
    """Name the fields of an event's body; total for every event that was decoded or made here."""
    match event.kind, event.body:
        case Kind.START, (_, bytes() as replaces):
            return Start(event.embedded, replaces)
        case Kind.BEGIN, _:
            return Begin(event.embedded[0], event.embedded[1:])
        case Kind.ROUND_OPEN, (tuple() as backs, tuple() as rows):
            return RoundOpen(event.embedded[: len(backs)], _evidence_rows(rows, event.embedded[len(backs) :]))
    return _PLAIN[event.kind](*event.body)


def _evidence_rows(rows: tuple[Value, ...], events: tuple[Event, ...]) -> tuple[tuple[int, Evidence], ...]:
    named: list[tuple[int, Evidence]] = []
    for row in rows:
        match row:
            case (int() as seat, (_,)):
                proof, events = Evidence((events[0],)), events[1:]
                named.append((seat, proof))
            case (int() as seat, (_, _)):
                proof, events = Evidence((events[0], events[1])), events[2:]
                named.append((seat, proof))
    return tuple(named)


# The schema has checked that a body's values are those that its class takes, in their order.
_PLAIN: Mapping[Kind, Callable[..., Body]] = MappingProxyType(
    {
        body.kind: body
        for body in (
            Open,
            Sit,
            Ready,
            CoinCommit,
            CoinReveal,
            RoundKey,
            Restock,
            Shuffle,
            ThrowDown,
            DealShares,
            DealCall,
            Draw,
            Take,
            Knock,
            Pass,
            DrawShares,
            Discard,
            Declare,
            Show,
            Resign,
            Back,
            Lapse,
            Keep,
        )
    }
)
