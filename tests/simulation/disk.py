"""A disk that forgets what was not flushed: the log, the notes of what was signed, and the burned serials of a machine.

The log is kept in the order written. A crash leaves everything up to the last flush and, of what came later, any
beginning; notes and serials are written durably or not at all.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scatnet.log import Event

Record = tuple[int, bytes]


@dataclass
class Disk:
    """What one machine has written."""

    log: list[Record] = field(default_factory=list)
    flushed: int = 0  # so many records of the log survive a crash for sure
    noted: dict[bytes, Event] = field(default_factory=dict)  # what was signed, in that order, by digest
    boots: int = 0
    serials: dict[bytes, dict[bytes, int]] = field(default_factory=dict)  # by seat key, then by head

    def append(self, record: Record, *, durable: bool) -> None:
        """Write a record at the end of the log, and flush if asked to."""
        self.log.append(record)
        if durable:
            self.flush()

    def flush(self) -> None:
        """Make all that is written survive."""
        self.flushed = len(self.log)

    def note(self, event: Event) -> None:
        """Note durably what was signed."""
        self.noted.setdefault(event.digest, event)

    def burn(self, seat_key: bytes, head: bytes, serial: int) -> None:
        """Burn a serial durably."""
        self.serials.setdefault(seat_key, {})[head] = serial

    def crash(self, survivors: float) -> None:
        """Lose what was not flushed, but for its first part: `survivors` from 0 to 1."""
        unsure = len(self.log) - self.flushed
        del self.log[self.flushed + int(unsure * survivors) :]
        self.flushed = len(self.log)

    def restore_older_log(self, length: int) -> None:
        """Put an older copy of the log back; notes and serials stay."""
        del self.log[length:]
        self.flushed = min(self.flushed, length)

    @property
    def notes(self) -> list[bytes]:
        """The notes as a peer takes them."""
        return [event.record for event in self.noted.values()]
