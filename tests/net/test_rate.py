"""Token buckets and the doorkeeper's counts, with time given by hand."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from scatnet.net.doorkeeper import Doorkeeper
from scatnet.net.limits import (
    HALF_OPEN,
    HALF_OPEN_PER_ADDRESS,
    PASSCODE_BURST,
    PASSCODE_BURST_TOTAL,
    PASSCODE_RATE,
    VISIT_BURST,
)
from scatnet.net.rate import Bucket, Buckets


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(rate=2.0, burst=3.0, now=10.0)
    assert [bucket.take(10.0) for _try in range(4)] == [True, True, True, False]
    assert [bucket.take(10.5) for _try in range(2)] == [True, False]
    assert [bucket.take(100.0) for _try in range(4)] == [True, True, True, False]


def test_a_clock_that_goes_backwards_gives_nothing() -> None:
    bucket = Bucket(rate=1.0, burst=1.0, now=10.0)
    assert bucket.take(10.0)
    assert not bucket.take(5.0)
    assert not bucket.take(10.5)


def test_a_debt_is_paid_by_waiting() -> None:
    bucket = Bucket(rate=10.0, burst=5.0, now=0.0)
    assert bucket.owe(0.0, 5.0) == 0.0
    assert bucket.owe(0.0, 20.0) == pytest.approx(2.0)
    assert bucket.owe(2.0, 0.0) == 0.0


def test_buckets_of_many_keys_are_bounded() -> None:
    buckets: Buckets[int] = Buckets(1.0, 1.0, keep=10)
    for key in range(100):
        assert buckets.at(key, 0.0).take(0.0)
    assert len(buckets) == 10
    assert not buckets.at(99, 0.0).take(0.0)


def test_half_open_connections_are_bounded_for_each_address_and_in_all() -> None:
    keeper = Doorkeeper(0.0)
    with ExitStack() as open_now:
        let_in = [
            open_now.enter_context(keeper.visit(f"10.0.{host}.1", 0.0)) is None
            for host in range(20)
            for _connection in range(30)
        ]
        assert let_in[:30] == [True] * HALF_OPEN_PER_ADDRESS + [False] * (30 - HALF_OPEN_PER_ADDRESS)
        assert sum(let_in) == keeper.half_open == HALF_OPEN
    assert keeper.half_open == 0


def test_visits_from_one_address_are_bounded_in_rate() -> None:
    keeper = Doorkeeper(0.0)
    let_in = []
    for _visit in range(100):
        with keeper.visit("10.0.0.1", 0.0) as fault:
            let_in.append(fault is None)
    assert sum(let_in) == VISIT_BURST
    with keeper.visit("10.0.0.2", 0.0) as fault:
        assert fault is None
    with keeper.visit("10.0.0.1", 5.0) as fault:
        assert fault is None


def test_wrong_passcodes_are_bounded_for_each_address_and_in_all() -> None:
    keeper = Doorkeeper(0.0)
    assert sum(keeper.may_try_passcode("10.0.0.1", 0.0) for _try in range(50)) == PASSCODE_BURST
    assert keeper.may_try_passcode("10.0.0.1", 1 / PASSCODE_RATE)
    tries = sum(keeper.may_try_passcode(f"10.0.1.{host}", 0.0) for host in range(200))
    assert tries < PASSCODE_BURST_TOTAL


def test_right_passcodes_are_not_counted() -> None:
    keeper = Doorkeeper(0.0)
    for _player in range(100):
        assert keeper.may_try_passcode("10.0.0.1", 0.0)
        keeper.passcode_was_right("10.0.0.1", 0.0)
