"""One signed event as a value. It is made only by `decoding.make_event` and `decoding.decode_record`."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from scatnet.log import labels
from scatnet.log.encoding import Value, pack
from scatnet.log.kinds import Kind

__all__ = ["FORMAT", "ZERO", "Event"]

FORMAT = 1  # the version that every event begins with
ZERO = bytes(32)  # the table and head of `open`, which answers to nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What one author signed: everything here has passed strict decoding, or was checked when we made it.

    `table`, `head` and `author` are 32 bytes each; `head` is the digest of the state that the event answers
    to. `body` has the fields that `schema` gives its `kind`, in order; `bodies.body_of` names them.
    `embedded` holds the events within the body, decoded, in the order in which they stand there. `unsigned`
    are the bytes that were hashed and signed. `digest` names the event, whoever's copy it is: it does not
    depend on the signature.
    """

    table: bytes
    head: bytes
    author: bytes
    kind: Kind
    body: tuple[Value, ...]
    unsigned: bytes
    signature: bytes
    embedded: tuple[Event, ...] = ()
    digest: bytes = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "digest", hashlib.sha256(labels.DIGEST + self.unsigned).digest())

    @property
    def record(self) -> bytes:
        """The event as it stands in files and frames."""
        return pack((self.unsigned, self.signature))
