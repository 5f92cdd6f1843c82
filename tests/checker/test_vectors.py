"""The known answers in `tests/vectors`: events are read or refused, proofs hold, and changed proofs do not."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest
from checker import proofs
from checker.bodies import Proof
from checker.curve import parameters
from checker.events import digest_of, read_event, read_evidence
from checker.heads import next_head
from checker.refusal import Refused

from tests.checker.helpers import VECTORS

Json = str | int | bool | None | list["Json"] | dict[str, "Json"]


def _load(name: str) -> Json:
    loaded: Json = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return loaded


def _dict(value: Json) -> dict[str, Json]:
    assert isinstance(value, dict)
    return value


def _cases(value: Json) -> list[dict[str, Json]]:
    assert isinstance(value, list)
    return [_dict(item) for item in value]


def _bytes(value: Json) -> bytes:
    assert isinstance(value, str)
    return bytes.fromhex(value)


def _points(value: Json) -> tuple[bytes, ...]:
    assert isinstance(value, list)
    return tuple(_bytes(item) for item in value)


def _pairs(value: Json) -> tuple[tuple[bytes, bytes], ...]:
    assert isinstance(value, list)
    found = []
    for item in value:
        a, b = _points(item)
        found.append((a, b))
    return tuple(found)


def _wire(value: Json) -> Proof:
    if isinstance(value, list):
        return tuple(_wire(item) for item in value)
    return _bytes(value)


def _context(case: dict[str, Json]) -> bytes:
    return _bytes(_dict(case["context"])["octets"])


def _count(value: Json) -> int:
    assert isinstance(value, list)
    return len(value)


def _spoiled(proof: Proof) -> list[Proof]:
    """The proof with one bit changed, in each of its byte strings in turn."""
    if isinstance(proof, bytes):
        return [proof[:-1] + bytes([proof[-1] ^ 1])]
    assert isinstance(proof, tuple)
    changed: list[Proof] = []
    for place, part in enumerate(proof):
        changed.extend((*proof[:place], other, *proof[place + 1 :]) for other in _spoiled(part))
    return changed


def _holds_only_unchanged(proof: Proof, verify: Callable[[Proof], object]) -> None:
    verify(proof)
    for changed in _spoiled(proof):
        with pytest.raises(Refused):
            verify(changed)


def test_the_public_points_are_those_of_the_vectors() -> None:
    points, known = _dict(_load("dealing/points.json")), parameters()
    assert (known.cards, known.bases) == (_points(points["cards"]), _points(points["bases"]))
    assert (known.chain_base, known.digest) == (_bytes(points["chain_base"]), _bytes(points["digest"]))


def test_every_event_is_read_and_has_its_digest() -> None:
    for case in _cases(_load("log/events.json")):
        event = read_event(_bytes(case["record"]))
        assert (event.kind, event.digest) == (case["kind"], _bytes(case["digest"]))


def test_every_evidence_is_read_and_has_its_digest() -> None:
    for case in _cases(_load("log/evidence.json")):
        events = read_evidence(_bytes(case["record"]))
        digest = digest_of("scatnet evidence 1", *(event.digest for event in events))
        assert digest == _bytes(case["digest"])


@pytest.mark.parametrize("case", _cases(_load("log/refusals.json")), ids=lambda case: str(case["what"]))
def test_a_refused_record_is_refused(case: dict[str, Json]) -> None:
    for read in (read_event, read_evidence):
        with pytest.raises(Refused):
            read(_bytes(case["record"]))


def test_the_head_after_the_open_and_after_a_step_is_as_given() -> None:
    heads = _dict(_load("log/heads.json"))
    opening = next(case for case in _cases(_load("log/events.json")) if case["kind"] == "open")
    assert next_head(bytes(32), {0: read_event(_bytes(opening["record"]))}) == _bytes(heads["head_after_open"])
    step = _dict(heads["step"])
    draw = next(case for case in _cases(_load("log/events.json")) if case["unsigned"] == _unsigned_of(step))
    outcomes = {0: None, 1: read_event(_bytes(draw["record"])), 8: None}
    assert next_head(_bytes(step["head"]), outcomes) == _bytes(step["next_head"])


def _unsigned_of(step: dict[str, Json]) -> Json:
    return next(outcome["unsigned"] for outcome in _cases(step["outcomes"]) if outcome["unsigned"] is not None)


def test_round_keys_hold_and_changed_ones_do_not() -> None:
    for case in _cases(_dict(_load("dealing/round_key.json"))["cases"]):
        _holds_only_unchanged(_wire(case["wire"]), partial(proofs.round_key, context=_context(case)))


def test_commitments_hold_and_a_changed_one_does_not() -> None:
    cases = _cases(_dict(_load("dealing/commitment.json"))["cases"])
    for case in cases:
        proofs.commitment(_wire(case["wire"]), _count(case["permutation"]), _context(case))
    small = cases[1]
    verify = partial(proofs.commitment, count=_count(small["permutation"]), context=_context(small))
    _holds_only_unchanged(_wire(small["wire"]), verify)


def test_shuffles_hold_and_a_changed_one_does_not() -> None:
    chain = _dict(_load("dealing/shuffle.json"))
    for case in _cases(chain["cases"]):
        ground = proofs.Ground(
            _points(case["c"]), _bytes(chain["table_key"]), _points(chain["keys"]), _pairs(case["deck"])
        )
        verify = partial(proofs.shuffle, ground=ground, context=_context(case))
        _holds_only_unchanged(_wire(case["wire"]), verify)


def test_shares_hold_and_changed_ones_do_not() -> None:
    shares = _dict(_load("dealing/shares.json"))
    pairs = _pairs(shares["pairs"])
    for case in _cases(shares["cases"]):
        verify = partial(proofs.shares, key=_bytes(case["key"]), pairs=pairs, context=_context(case))
        _holds_only_unchanged(_wire(case["wire"]), verify)


def test_openings_hold_and_changed_ones_do_not() -> None:
    hands = _dict(_load("dealing/hands.json"))
    key, hand, show = _bytes(hands["key"]), _pairs(hands["hand"]), _dict(hands["show"])
    assert list(proofs.opening(_wire(show["wire"]), key, hand[:3], _context(show))) == show["cards"]
    verify = partial(proofs.opening, key=key, pairs=hand[:3], context=_context(show))
    _holds_only_unchanged(_wire(show["wire"]), verify)
    for case in _cases(hands["cases"]):
        count = _count(case["cards"])
        found = proofs.mixed_opening(_wire(case["wire"]), key, hand, count, _context(case))
        assert list(found) == case["cards"]
