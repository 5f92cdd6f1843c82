"""What holds for every kind of proof alike: it holds as made, in its own place only, and unaltered only."""

from dataclasses import replace
from typing import TypeVar

import pytest

from scatnet.dealing import Params
from tests.dealing.helpers import (
    CURVE,
    MODULAR,
    Proven,
    proven_commitment,
    proven_key,
    proven_mixed_opening,
    proven_opening,
    proven_shares,
    proven_shuffle,
)

Value = TypeVar("Value")

on_both_groups = pytest.mark.parametrize("params", [CURVE, MODULAR], ids=["curve", "modular"])


def check_binding(proven: Proven[Value]) -> None:
    """Check that the proof holds, and in no context that differs in one field."""
    assert proven.holds(proven.context, proven.value)
    where = proven.context
    anchor = where.anchor + 1 if isinstance(where.anchor, int) else where.anchor[::-1]
    as_other_kind_of_anchor = bytes(32) if isinstance(where.anchor, int) else 7
    for elsewhere in (
        replace(where, table=where.table[::-1]),
        replace(where, anchor=anchor),
        replace(where, anchor=as_other_kind_of_anchor),
        replace(where, round=where.round + 1),
        replace(where, seat=where.seat + 1),
        replace(where, kind=where.kind + "s"),
    ):
        assert not proven.holds(elsewhere, proven.value)


def check_alterations(proven: Proven[Value], params: Params, messages: int) -> None:
    """Check that every alteration of one message is refused; `messages` is how many there are."""
    altered = list(proven.alterations(params))
    assert len(altered) == messages
    assert [place for place, value in enumerate(altered) if proven.holds(proven.context, value)] == []


@on_both_groups
def test_a_round_key_holds_in_its_own_table_head_round_seat_and_kind_only(params: Params) -> None:
    check_binding(proven_key(params))


@on_both_groups
def test_a_commitment_holds_for_its_own_table_seat_and_serial_only(params: Params) -> None:
    check_binding(proven_commitment(params))


@on_both_groups
def test_a_shuffle_holds_in_its_own_table_head_round_seat_and_kind_only(params: Params) -> None:
    check_binding(proven_shuffle(params))


@on_both_groups
def test_shares_hold_in_their_own_table_head_round_seat_and_kind_only(params: Params) -> None:
    check_binding(proven_shares(params))


@on_both_groups
def test_an_opening_holds_in_its_own_table_head_round_seat_and_kind_only(params: Params) -> None:
    check_binding(proven_opening(params))


@on_both_groups
def test_a_mixed_opening_holds_in_its_own_table_head_round_seat_and_kind_only(params: Params) -> None:
    check_binding(proven_mixed_opening(params))


@on_both_groups
def test_a_round_key_with_any_message_altered_is_refused(params: Params) -> None:
    check_alterations(proven_key(params), params, 3)


@on_both_groups
def test_a_commitment_with_any_message_altered_is_refused(params: Params) -> None:
    check_alterations(proven_commitment(params), params, 5 + (5 + 3 + 5) + (3 + 5 + 5))


@on_both_groups
def test_a_shuffle_with_any_message_altered_is_refused(params: Params) -> None:
    check_alterations(proven_shuffle(params), params, 10 + 3 + 2 + 5)


@on_both_groups
def test_shares_with_any_message_altered_are_refused(params: Params) -> None:
    check_alterations(proven_shares(params), params, 3 + 3)


@on_both_groups
def test_an_opening_with_any_message_altered_is_refused(params: Params) -> None:
    check_alterations(proven_opening(params), params, 3 + 3)


@on_both_groups
def test_a_mixed_opening_with_any_message_altered_is_refused(params: Params) -> None:
    commitment = 4 + (4 + 3 + 4) + (3 + 4 + 4)
    shuffle = 8 + 3 + 2 + 4
    check_alterations(proven_mixed_opening(params), params, commitment + shuffle + 1 + 1 + 3)
