"""The figures of dealing: each is measured, has its bound from the design, and follows the clock given."""

import time

import pytest

from scatnet.dealing.measure import measure_dealing


def test_every_figure_is_measured_beside_its_bound() -> None:
    figures = measure_dealing(time.thread_time, repetitions=1, seats=2)
    assert [(figure.name, figure.bound, figure.unit) for figure in figures] == [
        ("one variable-base product (m)", None, "µs"),
        ("key commitment and its proof", 400, "m"),
        ("checking a key commitment", 330, "m"),
        ("a shuffle and its proof", 400, "m"),
        ("checking a shuffle", 380, "m"),
        ("checking one seat's share of a deal, batched", 340, "m"),
    ]
    assert all(figure.value > 0 for figure in figures)


def test_figures_are_ratios_of_what_the_clock_says() -> None:
    seconds = iter(range(10_000))
    product, *costs = measure_dealing(lambda: float(next(seconds)), repetitions=2, seats=2)
    # Every timing takes one tick here, and a timing of the product covers 52 of them.
    assert product.value == pytest.approx(1e6 / 52)
    assert [cost.value for cost in costs] == pytest.approx([52, 52, 52, 52, 26])
