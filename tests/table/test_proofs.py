"""Proofs fit the table, head, round, seat and kind they were made for, and have one shape."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.log import bodies as log
from scatnet.log.bodies import Wire
from scatnet.rules.cards import parse_card
from scatnet.table.examine import is_slow, verdict
from tests.table.forging import committing_elsewhere, proving_elsewhere, refusal
from tests.table.proving import PROVING, proving


@pytest.mark.parametrize("what", PROVING)
def test_an_honest_event_is_accepted_and_said_to_take_time(what: str) -> None:
    table, seat, choice = proving(what)
    event = table.honest(table.slot(seat), choice)
    assert verdict(table.state, event) is None
    assert is_slow(event)


@pytest.mark.parametrize("place", ["table", "anchor", "round", "seat", "kind"])
@pytest.mark.parametrize("what", PROVING)
def test_a_proof_made_for_another_table_head_round_seat_or_kind_is_refused(what: str, place: str) -> None:
    table, seat, choice = proving(what)
    with proving_elsewhere(place):
        event = table.honest(table.slot(seat), choice)
    assert "does not hold" in refusal(table.state, event)


@pytest.mark.parametrize("place", ["table", "anchor", "seat"])
def test_a_commitment_made_for_another_table_serial_or_seat_is_refused(place: str) -> None:
    table, seat, _ = proving("round_key")
    with committing_elsewhere(place):
        event = table.honest(table.slot(seat))
    assert "commitment holds a permutation does not hold" in refusal(table.state, event)


@pytest.mark.parametrize("what", PROVING)
def test_an_event_replayed_at_a_later_head_is_refused_also_when_signed_anew(what: str) -> None:
    table, seat, choice = proving(what)
    event = table.honest(table.slot(seat), choice)
    later = replace(table.state, head=bytes([5]) * 32)
    assert "another head" in refusal(later, event)
    assert refusal(later, table.event(seat, event.kind, event.body, head=later.head))


@pytest.mark.parametrize("wire", [(), b"", 5, True, ((),) * 4, (b"", b"", b""), ((b"",),)])
def test_a_proof_of_another_shape_is_refused_whatever_the_kind(wire: Wire) -> None:
    bodies: dict[str, log.Body] = {
        "round_key": log.RoundKey(wire, 0, wire),
        "shuffle": log.Shuffle(wire),
        "deal_shares": log.DealShares(wire),
        "deal_call": log.DealCall(True, wire),
        "draw_shares": log.DrawShares(wire),
        "discard": log.Discard(parse_card("9S"), False, wire),
        "declare with four cards": log.Declare((51, 50, 49), wire),
        "show": log.Show((51, 50, 49), wire),
    }
    for what, body in bodies.items():
        table, seat, _ = proving(what)
        assert refusal(table.state, table.event(seat, body.kind, body.to_body()))
