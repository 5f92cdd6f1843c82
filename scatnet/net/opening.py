"""Opening a table: what a host may wish for, and the `open` that says it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from scatnet.log import ZERO, Event, Kind, Signer, clean_text, make_event
from scatnet.log.bodies import Open
from scatnet.log.limits import PATIENCE_SECONDS, TABLE_NAME_CHARACTERS, TURN_CLOCK_SECONDS
from scatnet.net.session import RefusalError
from scatnet.rules.fields import encode_rules
from scatnet.rules.ruleset import RuleSet
from scatnet.table.beginning import PROTOCOL_REVISION
from scatnet.words import _

__all__ = ["TableWish", "check_wish", "make_opening"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWish:
    """The table that a host wants to open. Times in seconds.

    With `start_when`, the game begins as soon as so many sit. A `practice` table cannot be found or joined.
    `previous` is the table before a rematch, or empty.
    """

    name: str
    rules: RuleSet
    seats: int
    bots: int = 0
    passcode: str | None = None
    patience: int = 120
    turn_clock: int = 0
    spectators: bool = True
    practice: bool = False
    start_when: int | None = None
    previous: bytes = b""


def check_wish(wish: TableWish) -> None:
    """Raise RefusalError with a sentence where there can be no such table."""
    rules = wish.rules
    if not rules.min_seats <= wish.seats <= rules.max_seats:
        sentence = _("These rules take {low} to {high} seats.")
        raise RefusalError(sentence.format(low=rules.min_seats, high=rules.max_seats))
    if not 0 <= wish.bots < wish.seats:
        raise RefusalError(_("One seat is yours: at most {n} computer players fit.").format(n=wish.seats - 1))
    if wish.practice and wish.bots + 1 < wish.seats:
        raise RefusalError(_("At a practice table, computer players take all other seats."))
    if wish.start_when is not None and not 2 <= wish.start_when <= wish.seats:
        raise RefusalError(_("A game can begin by itself with 2 to {n} seats taken here.").format(n=wish.seats))
    low, high = PATIENCE_SECONDS
    if not low <= wish.patience <= high:
        raise RefusalError(_("Patience is {low} to {high} seconds.").format(low=low, high=high))
    low, high = TURN_CLOCK_SECONDS
    if not low <= wish.turn_clock <= high:
        raise RefusalError(_("A turn clock is {low} to {high} seconds, 0 for none.").format(low=low, high=high))


def make_opening(host: Signer, nickname: str, wish: TableWish) -> Event:
    """The `open` of a new table, different each time. A table without a name is called after its host."""
    body = Open(
        name=clean_text(wish.name, TABLE_NAME_CHARACTERS) or _("{name}'s table").format(name=nickname),
        rules=tuple(encode_rules(wish.rules)),
        seats=wish.seats,
        patience=wish.patience,
        turn_clock=wish.turn_clock,
        spectators=wish.spectators,
        revision=PROTOCOL_REVISION,
        nonce=secrets.token_bytes(32),
        previous=wish.previous,
    )
    return make_event(host, table=ZERO, head=ZERO, kind=Kind.OPEN, body=body.to_body())
