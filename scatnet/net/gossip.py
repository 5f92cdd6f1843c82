"""Where each peer listens, said by that peer itself: signed address records, passed on by everyone.

A record can only be made by the key it is about, so nobody can send the whole table knocking at a stranger's
door in another's name; and it names a serial number, so that a newer one replaces an older one everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from scatnet.log import Signer
from scatnet.net.addresses import AddressError, Endpoint, parse_endpoint
from scatnet.net.fields import FrameError, Number, Several, Text, Together
from scatnet.net.limits import ADDRESSES_PER_PEER
from scatnet.net.sealed import seal, unseal

__all__ = ["AddressBook", "AddressRecord", "checked_endpoint", "make_record", "read_record"]

_LABEL: Final = b"scatnet addresses 1\n"
_KEYS: Final = 64  # more keys than can sit and be remembered at one table
_RULES: Final = (
    Number(0, 2**63 - 1),
    Several(Together((Text(253), Number(1, 65535))), 0, ADDRESSES_PER_PEER),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressRecord:
    """The peer with the key `public` listens at `endpoints`; `raw` is the record as it is passed on."""

    public: bytes
    serial: int
    endpoints: tuple[Endpoint, ...]
    raw: bytes


def make_record(signer: Signer, table: bytes, serial: int, endpoints: Iterable[Endpoint]) -> AddressRecord:
    """Our own record: at most ADDRESSES_PER_PEER of the endpoints, the first ones."""
    kept = tuple(endpoints)[:ADDRESSES_PER_PEER]
    raw = seal(signer, _LABEL, table, (serial, [(at.host, at.port) for at in kept]))
    return AddressRecord(public=signer.public, serial=serial, endpoints=kept, raw=raw)


def read_record(raw: bytes, table: bytes) -> AddressRecord:
    """The record in these bytes, its signature checked. Raises FrameError."""

    def record(public: bytes, serial: int, places: tuple[tuple[str, int], ...]) -> AddressRecord:
        endpoints = tuple(checked_endpoint(host, port) for host, port in places)
        return AddressRecord(public=public, serial=serial, endpoints=endpoints, raw=raw)

    return unseal(raw, _LABEL, table, _RULES, record)


def checked_endpoint(host: str, port: int) -> Endpoint:
    """The endpoint, if this is the one way in which its host is written. Raises FrameError."""
    try:
        parsed = parse_endpoint(f"[{host}]" if ":" in host else host)
    except AddressError as error:
        raise FrameError(str(error)) from error
    if parsed.host != host:
        raise FrameError("a host is written in one way only")
    return Endpoint(host, port)


class AddressBook:
    """The newest record of each peer, in bounded memory, and places learned otherwise, such as from a
    ticket.
    """

    def __init__(self) -> None:
        self._records: dict[bytes, AddressRecord] = {}
        self._raw: set[bytes] = set()  # the same records, as they are passed on
        self._learned: dict[bytes, tuple[Endpoint, ...]] = {}

    def holds(self, raw: bytes) -> bool:
        """Whether this very record is here."""
        return raw in self._raw

    def add(self, record: AddressRecord, keep: Collection[bytes] = ()) -> bool:
        """Keep the record if it is news; whether it was. Where there are too many, one of a key outside `keep` goes."""
        known = self._records.get(record.public)
        if known is not None and known.serial >= record.serial:
            return False
        if known is None and len(self._records) >= _KEYS:
            stranger = next((key for key in self._records if key not in keep), None)
            if stranger is None or record.public not in keep:
                return False
            known = self._records.pop(stranger)
        if known is not None:
            self._raw.discard(known.raw)
        self._records[record.public] = record
        self._raw.add(record.raw)
        return True

    def serial(self, public: bytes) -> int:
        """The serial number of the record of this key; 0 where there is none."""
        record = self._records.get(public)
        return record.serial if record is not None else 0

    def learn(self, public: bytes, endpoints: Iterable[Endpoint]) -> None:
        """Remember where the peer was reached, or is said to be."""
        places = (*endpoints, *self._learned.get(public, ()))
        if public in self._learned or len(self._learned) < _KEYS:
            self._learned[public] = tuple(dict.fromkeys(places))[:ADDRESSES_PER_PEER]

    def endpoints(self, public: bytes) -> tuple[Endpoint, ...]:
        """Every place where the peer may be, those it named itself first."""
        record = self._records.get(public)
        return tuple(dict.fromkeys((*(record.endpoints if record else ()), *self._learned.get(public, ()))))

    def records(self, *publics: bytes) -> tuple[bytes, ...]:
        """The records of these keys, or all of them, as they are passed on, in the order of the keys."""
        return tuple(self._records[key].raw for key in sorted(publics or self._records) if key in self._records)
