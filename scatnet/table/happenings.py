"""What happened at a table, one public fact at a time: the vocabulary shared by lines, screens, replays and reports.

A `Happening` names only what everybody at the table may know. The words for it live in `scatnet.table.telling`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Happening", "HappeningKind"]


class HappeningKind(StrEnum):
    """The kinds of happenings; the comment says which fields of a Happening are filled."""

    OPENED = "opened"  # seat 0 is the host
    SAT = "sat"  # seat (in the order of sitting)
    BEGUN = "begun"  # seats in clockwise order
    DEALER = "dealer"  # seat deals first; cards/seats: the high-card draw where there was one
    HOUSE_RULE = "house_rule"  # number: half points a three of a kind counts, 0 when not agreed
    ROUND = "round"  # number of the round; seat = dealer; seats dealt in
    RETURNED = "returned"  # seat is back
    EXPELLED = "expelled"  # seat is out for false play; number: 1 refused event, 2 two events, 3 unlawful knock
    KEYED = "keyed"  # seat has published its round key and committed to its shuffle
    SHUFFLED = "shuffled"  # seat
    DEALT = "dealt"  # everybody can read their cards; cards: the first discard if face up; not after a throw-down
    THREW_DOWN = "threw_down"  # seat
    CALLED = "called"  # seat called 31 on the deal; cards
    DREW = "drew"  # seat
    TOOK = "took"  # seat; cards: the card
    TOOK_BLIND = "took_blind"  # seat
    BURIED = "buried"  # the face-down first card is buried
    DISCARDED = "discarded"  # seat; cards: the card
    DECLARED = "declared"  # seat; cards: the 31
    KNOCKED = "knocked"  # seat
    PASSED = "passed"  # seat
    RESHUFFLE = "reshuffle"  # number: cards in the new stock
    SHOWED = "showed"  # seat; cards; number: score in half points
    LOST = "lost"  # seat; number: lives lost
    COUNTY = "county"  # seat is on the county now
    OUT = "out"  # seat is out of lives
    VOID = "void"  # the round is void; seat: whose lapse or unlawful knock, if any
    REPLAY = "replay"  # everybody would have been out: dealt again
    LAPSED = "lapsed"  # seat is away by the others' votes; number: lives lost at once, None: left out before the game
    RESIGNED = "resigned"  # seat
    SUSPENDED = "suspended"
    RESUMED = "resumed"
    WON = "won"  # seats: the winners, if any; number: the kitty, None where the table ends before its game begins
    STOOD_IN = "stood_in"  # seat's own node played for its person (only that node knows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """One public fact: `seat` it is about, `cards` that were shown, a `number`, several `seats`; empty where unused."""

    kind: HappeningKind
    seat: int | None = None
    cards: tuple[int, ...] = ()
    number: int | None = None
    seats: tuple[int, ...] = ()
