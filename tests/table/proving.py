"""A table over the true group for every kind of event that proves something."""

from __future__ import annotations

from scatnet.dealing import Element, standard_params
from scatnet.dealing.group import Point
from scatnet.rules.cards import parse_card
from scatnet.table.slots import expected
from scatnet.table.state import Stage
from scatnet.table.statements import playing_round
from scatnet.table.view import Choice, Verb
from tests.table.helpers import Table
from tests.table.stages import real_table

PARAMS = standard_params()
GROUP = PARAMS.group


def element(point: Point) -> Element:
    """A point that is not the identity."""
    assert isinstance(point, bytes)
    return Element(point)


def first_of(table: Table) -> int:
    """The seat at the dealer's left."""
    return playing_round(table.state).order[0]


def proving(what: str) -> tuple[Table, int, Choice | None]:
    """A table, the seat that answers and its choice, for each kind of event that proves something."""
    match what:
        case "round_key" | "shuffle" | "deal_shares" | "draw_shares":
            stage = Stage.KEYS if what == "round_key" else Stage(what)
            table = real_table(stage)
            return table, expected(table.state)[0].seat, None
        case "deal_call":
            table = real_table(Stage.DEAL_CALL)
            return table, first_of(table), Choice(verb=Verb.CALL)
        case "declare with three cards":
            table = real_table(Stage.TURN)
            return table, table.acting, Choice(verb=Verb.DECLARE)
        case "declare with four cards":
            table = real_table(Stage.DISCARD)
            return table, table.acting, Choice(verb=Verb.DECLARE)
        case "discard":
            table = real_table(Stage.DISCARD)
            return table, table.acting, Choice(verb=Verb.DISCARD, card=parse_card("9S"))
    table = real_table(Stage.SHOW, knocks=True)
    return table, first_of(table), None


PROVING = (
    "round_key",
    "shuffle",
    "deal_shares",
    "deal_call",
    "draw_shares",
    "declare with three cards",
    "declare with four cards",
    "discard",
    "show",
)
