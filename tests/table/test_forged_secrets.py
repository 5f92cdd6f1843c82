"""Resignations with a secret that does not fit, and nonces that were not committed to."""

from __future__ import annotations

import pytest

from scatnet.log import Kind
from scatnet.table.examine import verdict
from scatnet.table.slots import expected
from scatnet.table.state import Stage
from scatnet.table.wires import secret_field
from tests.table.forging import refusal, secret_of
from tests.table.proving import GROUP, PARAMS
from tests.table.stages import real_table


@pytest.mark.parametrize("stage", [Stage.SHUFFLE, Stage.DEAL_CALL, Stage.TURN, Stage.DRAW_SHARES, Stage.DISCARD])
def test_a_resignation_publishes_the_very_secret_of_its_round_key(stage: Stage) -> None:
    table = real_table(stage)
    seat = expected(table.state)[0].seat
    x = secret_of(table, seat)
    others = [secret_of(table, other) for other in range(3) if other != seat]
    assert verdict(table.state, table.event(seat, Kind.RESIGN, (secret_field(PARAMS, x),))) is None
    for wrong in (x + 1, x - 1, GROUP.order - x, 0, 1, *others):
        event = table.event(seat, Kind.RESIGN, (secret_field(PARAMS, wrong),))
        assert "not the one of its round key" in refusal(table.state, event)
    assert "does not publish" in refusal(table.state, table.event(seat, Kind.RESIGN, (b"",)))
    event = table.event(seat, Kind.RESIGN, (GROUP.order.to_bytes(32, "big"),))
    assert "below the group's order" in refusal(table.state, event)


@pytest.mark.parametrize("stage", [Stage.COIN_COMMIT, Stage.COIN_REVEAL, Stage.OPENING, Stage.KEYS])
def test_a_resignation_before_the_round_keys_publishes_nothing(stage: Stage) -> None:
    table = real_table(stage)
    seat = expected(table.state)[0].seat
    assert verdict(table.state, table.event(seat, Kind.RESIGN, (b"",))) is None
    assert refusal(table.state, table.event(seat, Kind.RESIGN, (secret_field(PARAMS, 1),)))


# The coin


def test_a_nonce_that_was_not_committed_to_is_refused() -> None:
    table = real_table(Stage.COIN_REVEAL)
    for nonce in (bytes(32), table.honest(table.slot(1)).body[0]):
        event = table.event(0, Kind.COIN_REVEAL, (nonce,))
        assert "not the one its seat committed to" in refusal(table.state, event)


def test_a_commitment_to_the_coin_copied_from_another_seat_cannot_be_opened_with_their_nonce() -> None:
    table = real_table(Stage.COIN_COMMIT)
    theirs = table.honest(table.slot(0))
    table.step({0: theirs, 1: table.event(1, Kind.COIN_COMMIT, theirs.body)})
    nonce = table.honest(table.slot(0)).body
    assert "committed to" in refusal(table.state, table.event(1, Kind.COIN_REVEAL, nonce))
