"""Where the others at a table were last seen to listen, kept beside its log so that it can be resumed without them
being announced. Losing the file loses nothing but time."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgpack

from scatnet.net.fields import Blob, FrameError, Several
from scatnet.net.gossip import AddressRecord, read_record
from scatnet.net.limits import SEALED_BYTES
from scatnet.store.files import SYSTEM, Files, write_whole

__all__ = ["addresses_path", "load_addresses", "save_addresses"]

_LOG: Final = logging.getLogger("scatnet.net")
_MOST: Final = 64
_RULE: Final = Several(Blob(1, SEALED_BYTES), 0, _MOST)


def addresses_path(log: Path) -> Path:
    """The file of addresses beside a table's log."""
    return log.with_suffix(".peers")


def save_addresses(log: Path, records: Sequence[bytes], *, files: Files = SYSTEM) -> None:
    """Keep these address records for the table with this log; where that is not possible, do without."""
    data: bytes = msgpack.packb(list(records[:_MOST]))
    try:
        write_whole(files, addresses_path(log), data)
    except OSError as error:
        _LOG.warning("the addresses of the others could not be kept: %s", error)


def load_addresses(log: Path, table: bytes) -> tuple[AddressRecord, ...]:
    """The records that were kept for this table, those that still read as such."""
    try:
        with addresses_path(log).open("rb") as file:
            value: object = msgpack.unpackb(file.read(_MOST * (SEALED_BYTES + 8)), max_ext_len=0)
        _RULE.check(value)
    except (OSError, ValueError, msgpack.UnpackException, FrameError):
        return ()
    found: list[AddressRecord] = []
    for raw in value if isinstance(value, list) else []:
        try:
            found.append(read_record(raw, table))
        except FrameError as error:
            _LOG.info("an address that was kept is none: %s", error)
    return tuple(found)
