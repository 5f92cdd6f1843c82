"""Whether the host's lobby events hold (chapter 6): a `start`, and the `begin` that all its players are ready for."""

from __future__ import annotations

from checker import bodies
from checker.events import Event
from checker.refusal import Refused
from checker.state import Table


def check_start(table: Table, event: Event) -> bodies.Start:
    """The body of a `start` that could be begun at this table, whose head is the one after the `open`.

    Raises:
        Refused: why it could not.
    """
    start = event.body
    assert isinstance(start, bodies.Start), "the schema let a start pass"
    if event.author != table.host:
        raise Refused("holds a start that is not the host's")
    if any(one.head != table.head for one in (event, *start.sits)):
        raise Refused("holds lobby events of another head")
    authors = [sit.author for sit in start.sits]
    if len(set(authors)) != len(authors):
        raise Refused("seats one key twice")
    if not table.rules.min_seats <= len(authors) <= table.opening.seats:
        raise Refused("seats too few or too many")
    sits = [(sit.author, sit.body) for sit in start.sits if isinstance(sit.body, bodies.Sit)]
    computers = {author for author, sit in sits if sit.computer}
    if any(sit.operator in computers for _, sit in sits):
        raise Refused("has a computer player run a seat")
    return start


def check_begin(table: Table, begin: bodies.Begin) -> None:
    """Nothing, if this `begin` holds.

    Raises:
        Refused: why not.
    """
    start = check_start(table, begin.start)
    if any(ready.head != table.head for ready in begin.readies):
        raise Refused("holds lobby events of another head")
    if sorted(event.author for event in begin.readies) != sorted(sit.author for sit in start.sits):
        raise Refused("does not hold exactly one ready of each player")
    for ready in begin.readies:
        if not isinstance(ready.body, bodies.Named) or ready.body.octets != begin.start.digest:
            raise Refused("holds a ready for another start")
