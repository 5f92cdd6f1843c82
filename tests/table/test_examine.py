"""Verdicts over many events at once, and over anything that decoding lets through."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scatnet.dealing import Batch, Shuffle
from scatnet.log import Event, Kind
from scatnet.log import bodies as log
from scatnet.log.bodies import Wire
from scatnet.table.examine import Label, examine, verdict
from scatnet.table.slots import expected
from scatnet.table.state import Stage, TableState
from tests.table.helpers import Table
from tests.table.proving import PARAMS, proving
from tests.table.stages import real_table, table_at


def chain(table: Table) -> list[tuple[TableState, int, Event]]:
    """Every event of a table with its seat and the state it answered to."""
    return [
        (state, outcome.seat, outcome.event)
        for state, step in zip(table.states, table.steps, strict=True)
        for outcome in step.outcomes
        if outcome.event is not None
    ]


def test_a_whole_chain_of_events_is_checked_in_one_batch() -> None:
    table = real_table(Stage.SHOW, knocks=True)
    batch: Batch[Label] = Batch(PARAMS)
    events = chain(table)
    assert len(events) > 20
    for state, _, event in events:
        if state.stage is not Stage.LOBBY:
            assert examine(state, event, batch) is None
    assert batch.verify() == ()


def test_a_batch_that_fails_names_the_seat_and_the_event() -> None:
    table, seat, _ = proving("shuffle")
    forged = log.body_of(table.honest(table.slot(seat)))
    assert isinstance(forged, log.Shuffle)
    shuffle = Shuffle.from_wire(PARAMS, forged.shuffle, 52)
    swapped = replace(shuffle, deck=(shuffle.deck[1], shuffle.deck[0], *shuffle.deck[2:]))
    event = table.event(seat, Kind.SHUFFLE, log.Shuffle(log.as_wire(swapped.to_wire(PARAMS))).to_body())
    batch: Batch[Label] = Batch(PARAMS)
    for state, _, sound in chain(table):
        if state.stage is not Stage.LOBBY:
            assert examine(state, sound, batch) is None
    assert examine(table.state, event, batch) is None
    assert [fault.label for fault in batch.verify()] == [(seat, event)]


WIRES = st.recursive(
    st.binary(max_size=80) | st.integers(0, 2**32 - 1) | st.booleans(),
    lambda parts: st.lists(parts, max_size=4).map(tuple),
    max_leaves=8,
).filter(lambda wire: not isinstance(wire, tuple) or len(wire) < 5)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(wire=WIRES)
def test_no_body_that_decoding_lets_through_makes_a_verdict_raise(wire: Wire) -> None:
    bodies: list[tuple[Stage, log.Body]] = [
        (Stage.KEYS, log.RoundKey(wire, 3, wire)),
        (Stage.SHUFFLE, log.Shuffle(wire)),
        (Stage.DEAL_SHARES, log.DealShares(wire)),
        (Stage.DEAL_CALL, log.DealCall(True, wire)),
        (Stage.DEAL_CALL, log.DealCall(False, wire)),
        (Stage.DRAW_SHARES, log.DrawShares(wire)),
        (Stage.DISCARD, log.Discard(9, False, wire)),
        (Stage.DISCARD, log.Declare((51, 50, 49), wire)),
        (Stage.SHOW, log.Show((51, 50, 49), wire)),
    ]
    for stage, body in bodies:
        table = table_at(stage)
        try:
            event = table.event(expected(table.state)[0].seat, body.kind, body.to_body())
        except ValueError:  # nested deeper than decoding lets through
            continue
        sound = body == log.DealCall(False, ())
        assert (verdict(table.state, event) is None) is sound
