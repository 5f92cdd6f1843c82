"""Between what dealing writes and what a `resign` carries: a round secret in 32 bytes, whatever the group."""

from __future__ import annotations

from scatnet.dealing import BadProofEncoding, Params, secret_from_wire, secret_to_wire
from scatnet.log.limits import HASH_BYTES

__all__ = ["read_secret", "secret_field"]


def secret_field(params: Params, secret: int) -> bytes:
    """A round secret as a `resign` carries it: 32 bytes, big endian, whatever the group."""
    return secret_to_wire(params, secret).rjust(HASH_BYTES, b"\x00")


def read_secret(params: Params, data: bytes) -> int:
    """The secret that a `resign` carries. Raises BadProofEncoding where it is none below the group's order."""
    size = params.group.scalar_size
    if any(data[:-size]):
        raise BadProofEncoding("A resigning seat's secret is not below the group's order.")
    return secret_from_wire(params, data[-size:])
