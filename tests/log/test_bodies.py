"""Named bodies and the table of the schema say the same."""

from __future__ import annotations

import dataclasses

import pytest

from scatnet.log import LOBBY, OPENING, REQUEST, SLOT, VOTE, Kind, decode_record, make_evidence
from scatnet.log.bodies import Begin, Discard, RoundOpen, Start, as_wire, body_of
from scatnet.log.evidence import Evidence, fits_in_round_open
from scatnet.log.schema import SCHEMA
from tests.log.samples import (
    ANN,
    BACK,
    BEN,
    DISCARD,
    DRAW,
    EVENTS,
    HEAD,
    PROOF,
    READIES,
    REFUSED,
    SITS,
    START,
    TABLE,
    TWICE,
    event,
)


@pytest.mark.parametrize("kind", Kind)
def test_a_bodys_fields_have_the_schemas_names_and_order(kind: Kind) -> None:
    body = body_of(EVENTS[kind])
    assert body.kind is kind
    assert [field.name for field in dataclasses.fields(body)] == [field.name for field in SCHEMA[kind].fields]


@pytest.mark.parametrize("kind", Kind)
def test_a_decoded_body_goes_back_to_the_same_wire_values(kind: Kind) -> None:
    decoded = decode_record(EVENTS[kind].record)
    assert body_of(decoded).to_body() == decoded.body


def test_records_within_bodies_come_as_events_and_evidence() -> None:
    assert body_of(START) == Start(SITS, b"")
    assert body_of(EVENTS[Kind.BEGIN]) == Begin(START, READIES)
    assert body_of(EVENTS[Kind.ROUND_OPEN]) == RoundOpen((BACK,), ((1, TWICE), (2, REFUSED)))


def test_a_body_can_be_taken_apart_by_pattern() -> None:
    match body_of(DISCARD):
        case Discard(card, knock, proof):
            assert (card, knock, proof) == (51, True, PROOF)
        case other:
            raise AssertionError(other)


def test_every_kind_has_a_schema_and_one_class() -> None:
    classes = (OPENING, LOBBY, SLOT, VOTE, REQUEST)
    assert set(SCHEMA) == set(Kind)
    assert frozenset().union(*classes) == set(Kind)
    assert sum(len(each) for each in classes) == len(Kind)


def test_a_proof_as_lists_becomes_tuples() -> None:
    assert as_wire([b"a", [1, True, [b""]]]) == (b"a", (1, True, (b"",)))
    wrong_proofs: list[object] = ["text", [1.0], [None], {}]
    for wrong in wrong_proofs:
        with pytest.raises(TypeError):
            as_wire(wrong)


def test_two_answers_make_the_same_evidence_in_either_order() -> None:
    assert make_evidence(DRAW, DISCARD) == make_evidence(DISCARD, DRAW)
    assert (TWICE.table, TWICE.head, TWICE.author) == (TABLE, HEAD, BEN.public)
    assert make_evidence(DRAW).digest != make_evidence(DISCARD).digest != TWICE.digest


def test_what_is_no_evidence_in_shape_is_our_mistake() -> None:
    with pytest.raises(ValueError, match="two different events"):
        make_evidence(DRAW, DRAW)
    with pytest.raises(ValueError, match="one author to one head"):
        make_evidence(DRAW, event(ANN, Discard(1, False, ())))
    with pytest.raises(ValueError, match="answers to slots"):
        Evidence((BACK,))


def test_a_round_open_that_carries_evidence_cannot_be_carried_as_evidence() -> None:
    assert fits_in_round_open((DRAW, DISCARD))
    assert fits_in_round_open((event(ANN, RoundOpen((BACK,), ())),))
    assert not fits_in_round_open((EVENTS[Kind.ROUND_OPEN],))
