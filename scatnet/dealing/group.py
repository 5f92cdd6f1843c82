"""The abstract group that every algorithm of dealing is written over.

A group of prime order q in which discrete logarithms are hard. Elements inside are opaque octets (`Element`)
that only their group can read; on the wire they have another, shorter form made by `encode`. The identity is
no `Element`: where a sum may vanish its type says so (`Point`), and the caller has to look.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final, NewType, Protocol, TypeAlias

from scatnet.dealing.errors import DealingError

Element = NewType("Element", bytes)
"""An element other than the identity, in its group's internal form."""


class Identity(Enum):
    """The type of the one value `IDENTITY`."""

    IDENTITY = "identity"


IDENTITY: Final = Identity.IDENTITY
"""The neutral element."""

Point: TypeAlias = Element | Identity
"""Any element of the group, the identity included."""


class Group(Protocol):
    """A group of prime order, written additively.

    Products whose name says `secret` run in constant time as far as the group's library can; every other
    operation may take a time that depends on its inputs, and is for public values only.
    Scalars are integers; they are reduced modulo `order` where an operation says so.
    """

    @property
    def name(self) -> str:
        """A name that stands for the group and its generator in every transcript."""
        ...

    @property
    def order(self) -> int:
        """The prime order q."""
        ...

    @property
    def generator(self) -> Element:
        """The generator G."""
        ...

    @property
    def element_size(self) -> int:
        """Octets of an element on the wire."""
        ...

    @property
    def scalar_size(self) -> int:
        """Octets of a scalar on the wire, big endian."""
        ...

    def encode(self, element: Element) -> bytes:
        """Give the canonical wire form, `element_size` octets."""
        ...

    def decode(self, data: bytes) -> Element:
        """Read a wire form.

        Raises:
            BadProofEncoding: the length is wrong, the octets are no element, they are not its canonical form,
                or they are the identity.
        """
        ...

    def negate(self, point: Point) -> Point:
        """Give −P."""
        ...

    def sum(self, points: Sequence[Point]) -> Point:
        """Add any number of points; the empty sum is the identity."""
        ...

    def multi_exp(self, points: Sequence[Element], scalars: Sequence[int]) -> Point:
        """Give Σ scalars[i]·points[i] in variable time, for public data only; scalars are reduced modulo q.

        Raises:
            ValueError: the two sequences differ in length.
        """
        ...

    def mul_secret(self, element: Element, scalar: int) -> Point:
        """Give scalar·element for a secret scalar, reduced modulo q."""
        ...

    def base_mul_secret(self, scalar: int) -> Point:
        """Give scalar·G for a secret scalar, reduced modulo q."""
        ...

    def secret_sum(
        self,
        base_scalar: int,
        points: Sequence[Element] = (),
        scalars: Sequence[int] = (),
        addends: Sequence[Element] = (),
    ) -> Point:
        """Give base_scalar·G + Σ scalars[i]·points[i] + Σ addends for secret scalars, reduced modulo q.

        Raises:
            ValueError: points and scalars differ in number.
        """
        ...

    def hash_to_element(self, label: bytes, index: int) -> Element:
        """Hash (label, index) to an element whose logarithm nobody knows, by trying counter after counter."""
        ...


def subtract(group: Group, left: Point, right: Point) -> Point:
    """Give left − right."""
    return group.sum((left, group.negate(right)))


def proper(point: Point, subject: str) -> Element:
    """Give the point where it must not be the identity.

    Raises:
        DealingError: it is the identity; `subject` says what was.
    """
    if isinstance(point, Identity):
        raise DealingError(f"{subject} is the identity.")
    return point
