"""The state of a table: everything that follows from the steps closed so far, and nothing else.

A `TableState` is an immutable value. It holds no secret, no time and no unchecked event, so every peer that closes the
same steps holds an equal one. `scatnet.table.fold` makes the next state; `scatnet.table.slots` says what a state waits
for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from scatnet.dealing import Element, PackedDeck, Pair, Params
from scatnet.rules.game import Game, Settlement
from scatnet.rules.round import Round
from scatnet.rules.ruleset import RuleSet

__all__ = ["Deal", "Lapsed", "Seat", "Settings", "Stage", "TableState"]


class Stage(StrEnum):
    """What kind of step the table is at."""

    LOBBY = "lobby"  # `begin` of the host
    COIN_COMMIT = "coin_commit"  # all seats
    COIN_REVEAL = "coin_reveal"  # all seats
    OPENING = "opening"  # `round_open` of the first present seat from the dealer on
    KEYS = "keys"  # `round_key` of all seats dealt in
    RESTOCK = "restock"  # `restock` of all seats dealt in: fresh commitments for a reshuffle
    SHUFFLE = "shuffle"  # `shuffle` of one seat after the other
    THROW_DOWN = "throw_down"  # all seats dealt in
    DEAL_SHARES = "deal_shares"  # all seats dealt in
    DEAL_CALL = "deal_call"  # all seats dealt in
    TURN = "turn"  # the acting seat: draw, take, knock, pass, declare
    DRAW_SHARES = "draw_shares"  # all others
    DISCARD = "discard"  # the acting seat: discard or declare
    SHOW = "show"  # all seats whose hands are to be shown
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the host fixed in `open`. Times are in seconds; a turn clock of 0 is none."""

    name: str
    host: bytes
    rules: RuleSet
    seats: int
    patience: int
    turn_clock: int
    spectators: bool
    revision: int
    previous: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Who sits in a place: the seat's own key, the person who runs it (`operator`), and what they said on sitting."""

    key: bytes
    operator: bytes
    name: str
    computer: bool
    house_rule: bool
    away_since: bytes = b""  # the head at which the seat became away; empty while it is here
    last_serial: int = -1  # the highest serial the seat has published


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The cryptographic side of the round that is played.

    `order` are the seats dealt in, in turn order. `keys` and their `serials`, `commitments` to the shuffles of the
    newest deck (`committed_octets`) and theirs, and `hands` are indexed by seat, and None or empty for seats not dealt
    in. `cards` are those of the newest deck, in the open order that they had before any shuffle; `deck` is how the last
    shuffle left them, None before the first, and `shufflers` who has still to shuffle, in turn. `drawn` counts the
    cards that have left the deck's top. `hands` holds each seat's cards as pairs under that seat's key; `extra` is the
    acting seat's fourth card. `opened` are the seats that resigned in this round, with the secret that each published.

    Commitments and decks stay as they came: whoever needs points of them reads them (`scatnet.table.statements`), and
    most are never needed once their proofs are checked.
    """

    number: int
    order: tuple[int, ...]
    keys: tuple[Element | None, ...]
    serials: tuple[int | None, ...]
    table_key: Element | None = None
    commitments: tuple[bytes | None, ...]
    commitment_serials: tuple[int | None, ...]
    cards: tuple[int, ...] = ()
    deck: PackedDeck | None = None
    shufflers: tuple[int, ...] = ()
    drawn: int = 0
    hands: tuple[tuple[Pair, ...], ...] = ()
    extra: Pair | None = None
    first_discard: Pair | None = None
    opened: tuple[tuple[int, int], ...] = ()

    def secret_of(self, seat: int) -> int | None:
        """The round secret x that `seat` published on resigning, or None."""
        return dict(self.opened).get(seat)

    @property
    def live(self) -> tuple[int, ...]:
        """The seats dealt in that have not resigned, in turn order."""
        gone = {seat for seat, _ in self.opened}
        return tuple(seat for seat in self.order if seat not in gone)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapsed:
    """A slot that lapsed, with the state it belonged to, kept while its seat is in the game: a `round_open` may bring
    evidence that the seat's answer was false, also after another has brought the seat back without knowing of it."""

    seat: int
    before: TableState = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """The whole table after `number` closed steps; `head` names exactly this history."""

    params: Params = field(repr=False, compare=False)
    settings: Settings
    table: bytes
    head: bytes
    number: int
    stage: Stage
    seats: tuple[Seat, ...] = ()
    rules: RuleSet  # the settings' rules with the house rule decided
    coin_head: bytes = b""  # the head that the coin commitments answer to
    coin_commitments: tuple[bytes, ...] = ()
    coin: bytes = b""  # once it is tossed
    game: Game | None = None
    round: Round | None = None  # kept after its end until the next one opens
    settlement: Settlement | None = None  # what the round that ended last did; none where it was void
    deal: Deal | None = None
    rounds: int = 0  # rounds opened so far
    seen: frozenset[bytes] = frozenset()  # digests of every round key and commitment used at this table
    lapsed: tuple[Lapsed, ...] = ()
