"""What is said of memory: the process's own, and its growth by rounds."""

from __future__ import annotations

import platform

import pytest

from scatnet.bench.memory import kilobytes_a_round, resident_megabytes


def test_memory_that_is_written_to_counts_where_the_system_tells() -> None:
    before = resident_megabytes()
    block = bytearray(b"x") * 50_000_000
    after = resident_megabytes()
    told = [memory for memory in (before, after) if memory is not None]
    assert len(told) == (2 if platform.system() in ("Linux", "Darwin") else 0)
    assert len(block) == 50_000_000
    assert not told or told[1] - told[0] > 40


def test_growth_is_told_for_a_round_and_leaves_out_the_start() -> None:
    starting, playing = [20.0, 40.0, 45.0, *[50.0] * 7], [50.0 + 0.2 * number for number in range(41)]
    assert kilobytes_a_round([*starting, *playing]) == pytest.approx(200)


def test_the_growth_of_few_rounds_is_that_of_the_last() -> None:
    assert kilobytes_a_round([10.0, 30.0, 30.5]) == pytest.approx(500)


def test_one_round_says_nothing_of_growth() -> None:
    with pytest.raises(ValueError, match="growth"):
        kilobytes_a_round([10.0])
