"""The wire form of proofs: octets and nested lists of octets, nothing else.

A vector of elements or scalars is one string of octets, so that a message stays small and its length is its
count. Reading is strict: exactly the shapes, lengths and canonical encodings that writing makes, or
`BadProofEncoding`.
"""

from collections.abc import Sequence
from typing import TypeAlias

from scatnet.dealing.errors import BadProofEncoding
from scatnet.dealing.group import Element, Group

Wire: TypeAlias = "bytes | list[Wire]"
"""What a message's schema has to carry: octets, or a list of the same."""


def pack_elements(group: Group, elements: Sequence[Element]) -> bytes:
    """Write elements one after the other."""
    return b"".join([group.encode(element) for element in elements])


def pack_scalars(group: Group, scalars: Sequence[int]) -> bytes:
    """Write scalars, each in `scalar_size` octets, big endian."""
    return b"".join([scalar.to_bytes(group.scalar_size, "big") for scalar in scalars])


def read_list(value: object, count: int, subject: str) -> Sequence[object]:
    """Read a list of exactly `count` items.

    Raises:
        BadProofEncoding: it is no list, or one of another length.
    """
    if not isinstance(value, list | tuple) or len(value) != count:
        raise BadProofEncoding(f"{subject} is not a list of {count} items.")
    return value


def read_octets(value: object, subject: str) -> bytes:
    """Read a string of octets.

    Raises:
        BadProofEncoding: it is something else.
    """
    if not isinstance(value, bytes):
        raise BadProofEncoding(f"{subject} is not a string of octets.")
    return value


def read_elements(group: Group, value: object, count: int, subject: str) -> tuple[Element, ...]:
    """Read exactly `count` elements.

    Raises:
        BadProofEncoding: the length is wrong, or an element is not canonical or is the identity.
    """
    size = group.element_size
    data = read_sized(value, count * size, subject)
    return tuple([group.decode(data[start : start + size]) for start in range(0, len(data), size)])


def read_scalars(group: Group, value: object, count: int, subject: str) -> tuple[int, ...]:
    """Read exactly `count` scalars.

    Raises:
        BadProofEncoding: the length is wrong, or a scalar is not below the order.
    """
    size = group.scalar_size
    data = read_sized(value, count * size, subject)
    scalars = tuple([int.from_bytes(data[start : start + size], "big") for start in range(0, len(data), size)])
    if any(scalar >= group.order for scalar in scalars):
        raise BadProofEncoding(f"{subject} has a scalar that is not below the group's order.")
    return scalars


def read_count(group: Group, value: object, limit: int, subject: str) -> int:
    """Tell how many elements a packed vector holds, from 1 to `limit`.

    Raises:
        BadProofEncoding: it is no vector of elements, is empty or is longer than `limit`.
    """
    count, rest = divmod(len(read_octets(value, subject)), group.element_size)
    if rest or not 1 <= count <= limit:
        raise BadProofEncoding(f"{subject} is not a vector of 1 to {limit} elements.")
    return count


def read_numbers(value: object, count: int, limit: int, subject: str) -> tuple[int, ...]:
    """Read `count` numbers below `limit`, one octet each.

    Raises:
        BadProofEncoding: the length is wrong, or a number is not below `limit`.
    """
    numbers = tuple(read_sized(value, count, subject))
    if any(number >= limit for number in numbers):
        raise BadProofEncoding(f"{subject} has a number that is not below {limit}.")
    return numbers


def read_sized(value: object, size: int, subject: str) -> bytes:
    """Read a string of exactly `size` octets.

    Raises:
        BadProofEncoding: it is something else.
    """
    data = read_octets(value, subject)
    if len(data) != size:
        raise BadProofEncoding(f"{subject} has {len(data)} octets and not {size}.")
    return data
