"""Heads and steps: what enters a head, and what does not."""

from __future__ import annotations

import hashlib

import pytest

from scatnet.log import ZERO, Event, Outcome, Step, opening_head, step_head, table_id
from scatnet.log.bodies import Draw
from tests.log.samples import ANN, BEN, DISCARD, DRAW, HEAD, LOBBY_HEAD, OPEN, TABLE, event, filler


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def test_a_table_is_named_by_its_unsigned_open() -> None:
    assert table_id(OPEN) == sha(b"scatnet table 1\n", OPEN.unsigned)


def test_an_event_is_named_by_its_unsigned_bytes() -> None:
    assert DRAW.digest == sha(b"scatnet digest 1\n", DRAW.unsigned)


def test_the_head_after_open_is_that_of_a_step_at_zeros() -> None:
    size = len(OPEN.unsigned).to_bytes(4, "big")
    assert sha(b"scatnet head 1\n", bytes(32), b"\x00\x00", size, OPEN.unsigned) == LOBBY_HEAD
    assert opening_head(OPEN) == step_head(ZERO, [Outcome(0, OPEN)])


def test_a_head_hashes_the_old_head_and_each_outcome_in_seat_order() -> None:
    size = len(DRAW.unsigned).to_bytes(4, "big")
    expected = sha(b"scatnet head 1\n", HEAD, b"\x00\x01", b"\x03\x00", size, DRAW.unsigned, b"\x08\x01")
    outcomes = (Outcome(0, None), Outcome(3, DRAW), Outcome(8, None))
    assert step_head(HEAD, outcomes) == expected
    assert Step(HEAD, outcomes).next_head == expected


def test_a_signature_never_enters_a_head() -> None:
    other = Event(
        table=TABLE,
        head=HEAD,
        author=BEN.public,
        kind=DRAW.kind,
        body=(),
        unsigned=DRAW.unsigned,
        signature=bytes(64),
    )
    assert step_head(HEAD, [Outcome(1, other)]) == step_head(HEAD, [Outcome(1, DRAW)])


def test_everything_else_makes_another_head() -> None:
    heads = {
        step_head(HEAD, [Outcome(1, DRAW)]),
        step_head(HEAD, [Outcome(2, DRAW)]),
        step_head(HEAD, [Outcome(1, DISCARD)]),
        step_head(HEAD, [Outcome(1, None)]),
        step_head(HEAD, [Outcome(1, None), Outcome(2, None)]),
        step_head(filler("another"), [Outcome(1, DRAW)]),
        step_head(HEAD, [Outcome(1, event(ANN, Draw()))]),
    }
    assert len(heads) == 7


@pytest.mark.parametrize("seats", [(), (1, 0), (1, 1), (-1,), (9,), (0, 9)])
def test_outcomes_out_of_order_are_our_mistake(seats: tuple[int, ...]) -> None:
    outcomes = tuple(Outcome(seat, None) for seat in seats)
    with pytest.raises(ValueError, match="seat order"):
        step_head(HEAD, outcomes)
    with pytest.raises(ValueError, match="seat order"):
        Step(HEAD, outcomes)


def test_a_step_holds_only_events_that_answer_to_its_head() -> None:
    with pytest.raises(ValueError, match="answers to the step's head"):
        Step(filler("another"), (Outcome(1, DRAW),))


def test_only_an_open_names_a_table() -> None:
    for make in (table_id, opening_head):
        with pytest.raises(ValueError, match="open"):
            make(DRAW)
