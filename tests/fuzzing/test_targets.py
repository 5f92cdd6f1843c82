"""Every decoder and handler on bytes from anybody: changed encodings, and bytes that never were one.

The same targets are searched for longer, guided by coverage, by `scripts/fuzz.py`.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzzing import TARGETS
from tests.fuzzing.target import Target

NAMES = [target.name for target in TARGETS]
BUDGET = 0.12
"""Seconds that the examples of one target may take about."""


def examples(target: Target) -> int:
    """How many examples of a target fit in the budget."""
    return max(3, min(60, int(BUDGET / (target.slow or 0.001))))


def changed(seed: bytes, data: st.DataObject) -> bytes:
    """An encoding with a few changes of the kinds that decoders stumble over."""
    found = bytearray(seed)
    for _change in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(found)))
        match data.draw(st.integers(0, 4)):
            case 0:
                found[place : place + 1] = data.draw(st.binary(min_size=1, max_size=1))
            case 1:
                del found[place : place + data.draw(st.integers(1, 40))]
            case 2:
                found[place:place] = data.draw(st.binary(min_size=1, max_size=8))
            case 3:
                found[place : place + 4] = data.draw(
                    st.sampled_from([b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff", b"\xc0\xc1\xdf\xdd"])
                )
            case _:
                other = data.draw(st.integers(0, len(found)))
                found[place:place] = found[other : other + data.draw(st.integers(1, 60))]
    return bytes(found)


@pytest.mark.parametrize("target", TARGETS, ids=NAMES)
def test_real_encodings_are_taken(target: Target) -> None:
    seeds = list(target.seeds())
    assert seeds
    for seed in seeds:
        target.check(seed)


@pytest.mark.parametrize("target", TARGETS, ids=NAMES)
def test_changed_encodings_are_a_value_or_the_one_error(target: Target) -> None:
    seeds = sorted(target.seeds(), key=len)

    @settings(
        max_examples=examples(target),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
    )
    @given(st.data())
    def search(data: st.DataObject) -> None:
        target.check(changed(data.draw(st.sampled_from(seeds)), data))

    search()


@pytest.mark.parametrize("target", TARGETS, ids=NAMES)
def test_any_bytes_are_a_value_or_the_one_error(target: Target) -> None:
    @settings(max_examples=examples(target), deadline=None, derandomize=True, database=None)
    @given(st.binary(max_size=200))
    def search(data: bytes) -> None:
        target.check(data)

    search()


def test_every_target_has_a_name_of_its_own() -> None:
    assert len(set(NAMES)) == len(NAMES) > 40
