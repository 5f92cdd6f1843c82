"""What one person may see of a table, as plain values.

A `TableView` is all that a screen, a line printer or a computer player ever gets: it holds the public facts and, for
the seat it belongs to, that seat's own cards. Nothing here can be turned back into another seat's cards, because they
were never readable on this machine. Cards are ints from 0 to 51 as in `scatnet.rules.cards`; scores are half points.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from scatnet.rules.round import Round
from scatnet.rules.ruleset import RuleSet

__all__ = ["Choice", "Phase", "Progress", "SeatStatus", "SeatView", "TableView", "Verb"]


class Phase(StrEnum):
    """Where the table stands, as a person would say it."""

    LOBBY = "lobby"
    COIN = "coin"
    OPENING = "opening"  # between rounds: the next one is about to be opened
    SHUFFLE = "shuffle"  # keys, commitments, shuffles and shares of a deal
    THROW_DOWN = "throw_down"  # the window before anybody has seen a card
    DEAL_CALL = "deal_call"  # the window for a 31 on the deal
    TURN = "turn"
    SHOW = "show"
    OVER = "over"
    SUSPENDED = "suspended"  # too few people are here; it can be resumed any day


class SeatStatus(StrEnum):
    """A seat plays, is away (loses 1 in each settled round it misses), or is out for good."""

    IN = "in"
    AWAY = "away"
    OUT = "out"


class Verb(StrEnum):
    """What a person can choose to do."""

    THROW_DOWN = "throw_down"
    KEEP_CARDS = "keep_cards"  # the answer "no" in the throw-down window
    CALL = "call"  # 31 on the deal
    NO_CALL = "no_call"
    DRAW = "draw"
    TAKE = "take"
    DISCARD = "discard"
    DECLARE = "declare"
    KNOCK = "knock"
    PASS = "pass"
    RESIGN = "resign"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One choice of a person: a verb, with `card` for a discard and `knock` where the discard knocks as well."""

    verb: Verb
    card: int | None = None
    knock: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One seat as everybody may see it; `seat` counts clockwise from 0."""

    seat: int
    name: str
    key: bytes
    fingerprint: str
    computer: bool
    operator_seat: int | None  # for a computer player, the seat of the person who runs it, if that person plays
    status: SeatStatus
    lives: int
    county: bool
    cards: int  # how many cards the seat holds now
    dealer: bool = False
    acting: bool = False  # it is this seat's turn
    waited_for: bool = False  # an answer of this seat is missing now
    knocked: bool = False
    last_turn_to_come: bool = False
    resigned: bool = False
    reachable: bool = True  # whether this machine has a connection to the one that runs the seat
    shown: tuple[int, ...] = ()  # cards turned up at the end of the round
    score: int | None = None  # half points, of the shown cards
    lost: int | None = None  # in the round that has just been settled


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a shuffle and deal have come, for "Ann has shuffled; checking the proof 3/4"."""

    done: int
    total: int
    last_shuffler: int | None = None  # seat whose shuffle was the last to be checked
    verified: int = 0  # proofs checked on this machine since the table opened


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """All that one person may see. `me` is None for a spectator, and then `hand` is empty."""

    table: bytes
    name: str
    rules: RuleSet
    phase: Phase
    number: int  # steps closed so far
    round: int  # rounds opened so far
    seats: tuple[SeatView, ...]
    me: int | None
    seats_wanted: int  # how many seats the table was opened for
    public: Round | None = None  # the round as everyone knows it, while its cards are on the table
    house_rule: bool = False  # whether the three-of-a-kind house rule is played
    hand: tuple[int, ...] = ()
    extra: int | None = None  # the fourth card, drawn or taken, until the discard
    score: int | None = None  # half points, best three of what is held
    must_declare: bool = False  # a 31 is held that counts only when declared
    pile: tuple[int, ...] = ()  # face-up discards, bottom first; only the top is to be shown at the table
    face_down: bool = False  # the pile's top is the face-down first card
    may_take_blind: bool = False
    stock: int = 0
    dealer: int | None = None
    acting: int | None = None
    knocker: int | None = None
    choices: tuple[Choice, ...] = ()  # exactly what I may do now
    refusals: dict[Verb, str] = field(default_factory=dict)  # why another verb is not possible now, one sentence each
    progress: Progress | None = None
    kitty: int = 0
    ended_by: str | None = None  # of the round just settled
    winners: tuple[int, ...] = ()
    waiting_for: tuple[int, ...] = ()
    clock: float | None = None  # seconds left before my own node plays for me
    patience: float | None = None  # seconds left before a missing seat may be lapsed
