"""The ways in which one step may have closed, likelier ones first, within a bound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product
from typing import Final

from scatnet.table.node import Path

__all__ = ["WAYS", "paths"]

WAYS: Final = 512
"""So many ways to close one step are looked for among the records. A peer that follows a further one has to tell its
neighbours of it by its votes alone; that takes many false players at one step."""


def paths(seats: Sequence[int], ways: Sequence[tuple[bytes | None, ...]]) -> Iterator[Path]:
    """Every path that takes for each slot one of its ways, those first that take the fewest but the first of a slot.

    `ways` are the outcomes that a slot may have, none where it cannot have closed for anybody. At most `WAYS` paths.
    """
    if ways and all(ways):
        yield from islice(_by_deviations(seats, ways), WAYS)


def _by_deviations(seats: Sequence[int], ways: Sequence[tuple[bytes | None, ...]]) -> Iterator[Path]:
    disputed = [place for place, choices in enumerate(ways) if len(choices) > 1]
    usual = [choices[0] for choices in ways]
    for count in range(len(disputed) + 1):
        for places in combinations(disputed, count):
            for others in product(*(ways[place][1:] for place in places)):
                taken = list(usual)
                for place, outcome in zip(places, others, strict=True):
                    taken[place] = outcome
                yield tuple(zip(seats, taken, strict=True))
