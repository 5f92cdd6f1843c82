"""Offers of another game after the end: a new table, opened by one of the players, that names the old one.

An offer travels among the links of the old table, once to each peer, as chat does. Whoever agrees sits down
at the new table. Where several are offered at once, the one of the lowest seat counts, so that all end up at
the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scatnet.log import BadRecord, Event, Identity, Kind, decode_record, table_id
from scatnet.log.bodies import Open, body_of
from scatnet.net.addresses import Endpoint
from scatnet.net.fields import Blob, FrameError, Number, Several, Text, Together
from scatnet.net.gossip import checked_endpoint
from scatnet.net.limits import ADDRESSES_PER_PEER
from scatnet.net.sealed import seal, unseal

__all__ = ["Offer", "make_offer", "read_offer"]

_LABEL: Final = b"scatnet rematch 1\n"
_RULES: Final = (
    Blob(1, 1024),
    Several(Together((Text(253), Number(1, 65535))), 1, ADDRESSES_PER_PEER),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """The table that `host` has opened, and where to come to it; `raw` is the offer as it is passed on."""

    host: bytes
    opening: Event
    endpoints: tuple[Endpoint, ...]
    raw: bytes

    @property
    def table(self) -> bytes:
        """The new table's id."""
        return table_id(self.opening)


def make_offer(host: Identity, old_table: bytes, opening: Event, endpoints: Iterable[Endpoint]) -> Offer:
    """Our own offer to those at the old table."""
    kept = tuple(endpoints)[:ADDRESSES_PER_PEER]
    raw = seal(host, _LABEL, old_table, (opening.record, [(at.host, at.port) for at in kept]))
    return Offer(host=host.public, opening=opening, endpoints=kept, raw=raw)


def read_offer(raw: bytes, old_table: bytes) -> Offer:
    """The offer in these bytes: signed, by the host of a table that names the old one. Raises FrameError."""

    def offer(host: bytes, opening: bytes, places: tuple[tuple[str, int], ...]) -> Offer:
        event = _checked_opening(opening, host, old_table)
        endpoints = tuple(checked_endpoint(name, port) for name, port in places)
        return Offer(host=host, opening=event, endpoints=endpoints, raw=raw)

    return unseal(raw, _LABEL, old_table, _RULES, offer)


def _checked_opening(record: bytes, host: bytes, old_table: bytes) -> Event:
    try:
        event = decode_record(record)
    except BadRecord as error:
        raise FrameError(f"an offer holds a table's opening: {error}") from error
    body = body_of(event) if event.kind is Kind.OPEN else None
    if not isinstance(body, Open) or event.author != host or body.previous != old_table:
        raise FrameError("an offer is of a table of its author's that names this one")
    return event
