"""A group that remembers the points it has decoded.

An audit meets every point twice, where a proof is examined and where the step is folded, and finding y from x is the
dearest part of reading one. The memory is small and emptied when full: points come again soon or never.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scatnet.dealing import Element, Params
from scatnet.dealing.group import Group, Point

__all__ = ["MemoGroup", "remembering"]

_POINTS: Final = 16_384
"""So many points are remembered, near 4 MB: those of two rounds with nine seats."""


class MemoGroup:
    """A `Group` in front of another, the same in all it gives. Pickled, it goes without its memory."""

    def __init__(self, group: Group) -> None:
        """Stand in front of `group`."""
        self._group: Final = group
        self._known: Final[dict[bytes, Element]] = {}
        self.name: Final = group.name
        self.order: Final = group.order
        self.generator: Final = group.generator
        self.element_size: Final = group.element_size
        self.scalar_size: Final = group.scalar_size

    def __reduce__(self) -> tuple[type[MemoGroup], tuple[Group]]:
        """Send it to another process."""
        return MemoGroup, (self._group,)

    def decode(self, data: bytes) -> Element:
        """See `Group`."""
        known = self._known.get(data)
        if known is None:
            if len(self._known) >= _POINTS:
                self._known.clear()
            known = self._known[data] = self._group.decode(data)
        return known

    def encode(self, element: Element) -> bytes:
        """See `Group`."""
        return self._group.encode(element)

    def negate(self, point: Point) -> Point:
        """See `Group`."""
        return self._group.negate(point)

    def sum(self, points: Sequence[Point]) -> Point:
        """See `Group`."""
        return self._group.sum(points)

    def multi_exp(self, points: Sequence[Element], scalars: Sequence[int]) -> Point:
        """See `Group`."""
        return self._group.multi_exp(points, scalars)

    def mul_secret(self, element: Element, scalar: int) -> Point:
        """See `Group`."""
        return self._group.mul_secret(element, scalar)

    def base_mul_secret(self, scalar: int) -> Point:
        """See `Group`."""
        return self._group.base_mul_secret(scalar)

    def secret_sum(
        self,
        base_scalar: int,
        points: Sequence[Element] = (),
        scalars: Sequence[int] = (),
        addends: Sequence[Element] = (),
    ) -> Point:
        """See `Group`."""
        return self._group.secret_sum(base_scalar, points, scalars, addends)

    def hash_to_element(self, label: bytes, index: int) -> Element:
        """See `Group`."""
        return self._group.hash_to_element(label, index)


def remembering(params: Params) -> Params:
    """The same parameters over a group that remembers."""
    return replace(params, group=MemoGroup(params.group))
