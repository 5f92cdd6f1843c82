"""The known answers in tests/vectors/log: the format as it was fixed."""

from __future__ import annotations

import json

import pytest

from scatnet.log import (
    BadRecord,
    Identity,
    Kind,
    Value,
    decode_evidence,
    decode_record,
    endorse,
    fingerprint,
    make_event,
)
from tests.log.vectors import FOLDER, VECTORS, vector_text


def read(name: str) -> object:
    content: object = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return content


def wire(content: object) -> Value:
    """A value of a record out of its JSON form."""
    match content:
        case list():
            return tuple(wire(part) for part in content)
        case {"bytes": str() as digits}:
            return bytes.fromhex(digits)
        case bool() | int() | str():
            return content
    raise AssertionError(f"{content!r} is not in the vectors' form")


@pytest.mark.parametrize("name", VECTORS)
def test_the_vectors_are_what_the_program_makes(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == vector_text(VECTORS[name]())


def test_every_event_of_the_vectors_is_made_and_decoded_to_the_byte() -> None:
    seen = set()
    events = read("events.json")
    assert isinstance(events, list)
    for vector in events:
        record = bytes.fromhex(vector["record"])
        decoded = decode_record(record)
        body = wire(vector["body"])
        assert isinstance(body, tuple)
        made = make_event(
            Identity(bytes.fromhex(vector["author_seed"])),
            table=bytes.fromhex(vector["table"]),
            head=bytes.fromhex(vector["head"]),
            kind=Kind(vector["kind"]),
            body=body,
        )
        assert made == decoded
        assert decoded.record == record
        assert decoded.unsigned.hex() == vector["unsigned"]
        assert decoded.signature.hex() == vector["signature"]
        assert decoded.digest.hex() == vector["digest"]
        seen.add(decoded.kind)
    assert seen == set(Kind)


def test_the_evidence_of_the_vectors_is_decoded_to_the_byte() -> None:
    vectors = read("evidence.json")
    assert isinstance(vectors, list)
    for vector in vectors:
        evidence = decode_evidence(bytes.fromhex(vector["record"]))
        assert [event.record.hex() for event in evidence.events] == vector["events"]
        assert evidence.digest.hex() == vector["digest"]


def test_every_refusal_of_the_vectors_is_refused_for_its_fault() -> None:
    vectors = read("refusals.json")
    assert isinstance(vectors, list)
    assert len(vectors) > 70
    for vector in vectors:
        with pytest.raises(BadRecord) as refused:
            decode_record(bytes.fromhex(vector["record"]))
        assert vector["clause"] in refused.value.reason, vector["what"]


def test_keys_fingerprints_and_endorsements_are_those_of_the_vectors() -> None:
    vector = read("keys.json")
    assert isinstance(vector, dict)
    for person in vector["people"]:
        identity = Identity(bytes.fromhex(person["seed"]))
        assert identity.public.hex() == person["public"]
        assert identity.fingerprint == fingerprint(identity.public) == person["fingerprint"]
    computer = vector["computer_player"]
    operator = Identity(bytes.fromhex(computer["operator_seed"]))
    table = bytes.fromhex(computer["table"])
    seat = operator.computer_seat(table, computer["index"])
    assert (seat.seed.hex(), seat.public.hex()) == (computer["seed"], computer["public"])
    assert endorse(operator, table, seat.public).hex() == computer["endorsement"]
