"""Every single element of every proof altered in turn: nothing in an event is without weight."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.log import Event, Kind
from scatnet.log import bodies as log
from scatnet.rules.cards import parse_card
from scatnet.table.examine import verdict
from scatnet.table.slots import expected
from scatnet.table.state import Stage
from scatnet.table.statements import playing_round
from scatnet.table.view import Choice, Verb
from tests.table.forging import altered, refusal
from tests.table.helpers import Table, begun_table, fast_params, idle
from tests.table.stacking import stacked_deck
from tests.table.stages import WINDOWS, restocking_table, table_at

HOLDS_31 = stacked_deck(["AS KS QS", "2C 3D 4H", "5C 6D 7H"], "8H 9S")
"""The dealer's left is dealt a 31, and draws a nine of its suit."""

PROOFS = {
    Kind.ROUND_KEY: (0, 2),
    Kind.RESTOCK: (1,),
    Kind.SHUFFLE: (0,),
    Kind.DEAL_SHARES: (0,),
    Kind.DEAL_CALL: (1,),
    Kind.DRAW_SHARES: (0,),
    Kind.DISCARD: (2,),
    Kind.DECLARE: (1,),
    Kind.SHOW: (1,),
}
"""Where in the body of each kind proofs stand."""


def answering(what: str) -> tuple[Table, Event]:
    """A table and an honest answer with a proof."""
    if what == "restock":
        table = restocking_table()
        return table, table.honest(expected(table.state)[0])
    if what in ("round_key", "shuffle", "deal_shares", "draw_shares", "show"):
        table = table_at(Stage.KEYS if what == "round_key" else Stage(what))
        return table, table.honest(expected(table.state)[0])
    table = begun_table(rules=WINDOWS, deck=HOLDS_31, chooser=idle)
    table.play_until(Stage.DEAL_CALL)
    first = playing_round(table.state).order[0]
    if what == "deal_call":
        return table, table.honest(table.slot(first), Choice(verb=Verb.CALL))
    table.step({first: table.event(first, Kind.DEAL_CALL, log.DealCall(False, ()).to_body())})
    if what != "declare with three cards":
        table.play(Verb.DRAW)
    discards = what == "discard"
    choice = Choice(verb=Verb.DISCARD, card=parse_card("9S")) if discards else Choice(verb=Verb.DECLARE)
    return table, table.honest(table.slot(table.acting), choice)


@pytest.mark.parametrize(
    ("what", "parts"),
    [
        ("round_key", 3 + 52 + 52 + 3 + 52 + 3 + 52 + 52),
        ("restock", None),
        ("shuffle", 104 + 3 + 2 + 52),
        ("deal_shares", 10 + 3),
        ("deal_call", 3 + 3),
        ("draw_shares", 1 + 3),
        ("discard", None),
        ("declare with three cards", 3 + 3),
        ("declare with four cards", None),
        ("show", 3 + 3),
    ],
)
def test_an_event_with_any_single_element_of_its_proof_altered_is_refused(what: str, parts: int | None) -> None:
    table, honest = answering(what)
    assert verdict(table.state, honest) is None
    body = honest.body
    seat = next(slot.seat for slot in expected(table.state) if slot.author == honest.author)
    found = 0
    for place in PROOFS[honest.kind]:
        for wire in altered(fast_params(), log.as_wire(body[place])):
            found += 1
            assert refusal(table.state, table.event(seat, honest.kind, (*body[:place], wire, *body[place + 1 :])))
    assert found == parts or parts is None
    assert found > 3


def test_an_altered_serial_is_refused() -> None:
    for what in ("round_key", "restock"):
        table, honest = answering(what)
        body = log.body_of(honest)
        assert isinstance(body, log.RoundKey | log.Restock)
        seat = expected(table.state)[0].seat
        for serial in (body.serial + 1, 2**32 - 1):
            forged = table.event(seat, honest.kind, replace(body, serial=serial).to_body())
            assert "does not hold" in refusal(table.state, forged)


def test_an_altered_card_is_refused() -> None:
    table, honest = answering("discard")
    body = log.body_of(honest)
    assert isinstance(body, log.Discard)
    for card in range(52):
        forged = table.event(table.acting, Kind.DISCARD, replace(body, card=card).to_body())
        assert (verdict(table.state, forged) is None) is (card == body.card)


def test_altered_shares_of_every_seat_are_refused() -> None:
    table = table_at(Stage.DEAL_SHARES)
    for slot in expected(table.state):
        body = log.body_of(table.honest(slot))
        assert isinstance(body, log.DealShares)
        for shares in altered(fast_params(), body.shares):
            assert refusal(table.state, table.event(slot.seat, Kind.DEAL_SHARES, log.DealShares(shares).to_body()))
