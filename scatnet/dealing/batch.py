"""Checking many proofs as one sum.

Every proof of this package comes down to equations Σ scalar·point = identity in a group of prime order. A
batch multiplies each by a fresh random weight of 128 bits and adds all of them: a true batch sums to the
identity, and one with a false equation does so with a chance of 2^-128 (Bellare, Garay, Rabin 1998, "Fast
batch verification", small exponents test). The weights come from the system, after the proofs are fixed, and
nobody else learns them. A point that occurs in several equations is multiplied once: the bases, a deck that
one shuffle makes and the next takes. Where the sum fails, each claim is summed alone, which names the author
of the false one.

A batch is checked on one thread. The library lets go of the interpreter's lock in every product, some thirty
microseconds at a time; measured, two threads that share one batch are no faster than one, so threads are for keeping
a loop free, and processes for using all cores.
"""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from scatnet.dealing.group import Element, Identity
from scatnet.dealing.params import Params

Label = TypeVar("Label")
"""What the caller tells claims apart by, such as a seat and a kind of event."""

_WEIGHT_BITS = 128


def fresh_weight() -> int:
    """Draw a weight from 1 to 2^128 from the system's randomness."""
    return 1 + secrets.randbits(_WEIGHT_BITS)


@dataclass(frozen=True, slots=True)
class Fault(Generic[Label]):
    """A claim that does not hold.

    Attributes:
        label: whose claim, as the caller labelled it.
        reason: a sentence.
    """

    label: Label
    reason: str


class Claim(Generic[Label]):
    """The equations of one proof, weighted and summed by point. Made by `Batch.claim`."""

    __slots__ = ("_weight", "label", "params", "reason", "refused", "sums")

    def __init__(self, params: Params, label: Label, reason: str, weight: Callable[[], int]) -> None:
        """Start a claim without equations; `reason` is the sentence for when it does not hold."""
        self.params = params
        self.label = label
        self.reason = reason
        self.refused = False
        self.sums: dict[Element, int] = {}
        self._weight = weight

    def equation(self, *terms: tuple[Element, int]) -> "Equation":
        """Start an equation under a weight of its own, with single terms."""
        equation = Equation(self.sums, self._weight(), self.params.group.order)
        for point, scalar in terms:
            equation.add((point,), (scalar,))
        return equation

    def refuse(self, reason: str) -> None:
        """Let the claim fail whatever its equations say."""
        if not self.refused:
            self.refused = True
            self.reason = reason

    def holds(self) -> bool:
        """Check this claim alone."""
        if self.refused:
            return False
        sum_of_terms = self.params.group.multi_exp(list(self.sums.keys()), list(self.sums.values()))
        return isinstance(sum_of_terms, Identity)


class Equation:
    """One equation Σ scalar·point = identity, adding its weighted terms to its claim as they are named."""

    __slots__ = ("_order", "_sums", "_weight")

    def __init__(self, sums: dict[Element, int], weight: int, order: int) -> None:
        """Take the claim's sums and the equation's weight."""
        self._sums = sums
        self._weight = weight
        self._order = order

    def add(self, points: Iterable[Element], scalars: Iterable[int]) -> None:
        """Add Σ scalars[i]·points[i].

        Raises:
            ValueError: the two differ in length.
        """
        sums, weight, order = self._sums, self._weight, self._order
        for point, scalar in zip(points, scalars, strict=True):
            sums[point] = (sums.get(point, 0) + weight * scalar) % order


class Batch(Generic[Label]):
    """Claims collected to be checked together. A single check is a batch of one."""

    __slots__ = ("_claims", "_weight", "params")

    def __init__(self, params: Params, weight: Callable[[], int] = fresh_weight) -> None:
        """Start an empty batch; `weight` draws the weights, from the system unless a test says otherwise."""
        self.params = params
        self._claims: list[Claim[Label]] = []
        self._weight = weight

    def claim(self, label: Label, reason: str) -> Claim[Label]:
        """Start a claim; every `collect_*` function starts one."""
        claim = Claim(self.params, label, reason, self._weight)
        self._claims.append(claim)
        return claim

    def refuse(self, label: Label, reason: str) -> None:
        """Add a claim that fails, for a fault that needs no equation."""
        self.claim(label, reason).refuse(reason)

    def verify(self) -> tuple[Fault[Label], ...]:
        """Check everything.

        Returns:
            The claims that do not hold, in the order collected; empty if all do.
        """
        standing = [claim for claim in self._claims if not claim.refused]
        if self._sum_vanishes(standing):
            failed = {id(claim) for claim in self._claims if claim.refused}
        else:
            failed = {id(claim) for claim in self._claims if not claim.holds()}
        return tuple(Fault(claim.label, claim.reason) for claim in self._claims if id(claim) in failed)

    def _sum_vanishes(self, claims: list[Claim[Label]]) -> bool:
        sums: dict[Element, int] = {}
        for claim in claims:
            for point, scalar in claim.sums.items():
                sums[point] = sums.get(point, 0) + scalar
        return isinstance(self.params.group.multi_exp(list(sums.keys()), list(sums.values())), Identity)
