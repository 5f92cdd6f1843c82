"""Between what dealing writes and what bodies carry: proofs as tuples, secrets in 32 bytes."""

from __future__ import annotations

from scatnet.dealing import BadProofEncoding, Params, secret_from_wire, secret_to_wire
from scatnet.dealing import Wire as DealingWire
from scatnet.log.bodies import Wire
from scatnet.log.limits import HASH_BYTES

__all__ = ["frozen", "read_secret", "secret_field"]


def frozen(wire: DealingWire) -> Wire:
    """A proof's wire form as an immutable value."""
    return wire if isinstance(wire, bytes) else tuple(frozen(item) for item in wire)


def secret_field(params: Params, secret: int) -> bytes:
    """A round secret as a `resign` carries it: 32 bytes, big endian, whatever the group."""
    return secret_to_wire(params, secret).rjust(HASH_BYTES, b"\x00")


def read_secret(params: Params, data: bytes) -> int:
    """The secret that a `resign` carries. Raises BadProofEncoding where it is none below the group's order."""
    size = params.group.scalar_size
    if any(data[:-size]):
        raise BadProofEncoding("A resigning seat's secret is not below the group's order.")
    return secret_from_wire(params, data[-size:])
