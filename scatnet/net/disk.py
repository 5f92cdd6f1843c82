"""A table's two files as a node uses them: what the peer wants written, in the order in which it wants it.

Every method but `remember` blocks until the disk has answered, so a node calls them in a worker thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Self

from scatnet.log import BadRecord, Event, Kind, decode_record
from scatnet.log.bodies import Keep, Lapse, body_of
from scatnet.store.append_file import is_there
from scatnet.store.errors import DamagedFile, StoreError
from scatnet.store.paths import Home, key_path
from scatnet.store.secret_file import NO_SLOT, SecretFile
from scatnet.store.table_file import TableFile
from scatnet.table.effects import BurnSerial, NoteSigned, Persist
from scatnet.words import _

__all__ = ["DiskEffect", "TableDisk", "opening_of"]

DiskEffect = BurnSerial | NoteSigned | Persist


class TableDisk:
    """The log of one table and, for whoever plays, its secret file; both held by this program until
    `close`.
    """

    def __init__(self, log: TableFile, secrets: SecretFile | None, opening: Event) -> None:
        self.opening: Final = opening
        self._log: Final = log
        self._secrets: Final = secrets
        self._waiting: list[tuple[int, bytes]] = []  # records that may be lost in a crash: the others have them
        self._second_hand: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="log")

    @classmethod
    def create(cls, home: Home, table: bytes, opening: Event, *, playing: bool) -> Self:
        """Make the files of a new table; where they are there already, open them. Raises StoreError."""
        path = home.table(table)
        if is_there(path):
            return cls.open(path, playing=playing)
        with ExitStack() as undo:
            secrets = undo.enter_context(_secrets_at(path)) if playing else None
            log = TableFile.create(path, opening)
            undo.pop_all()
        return cls(log, secrets, opening)

    @classmethod
    def open(cls, path: Path, *, playing: bool) -> Self:
        """Open the files of a table that is there. Raises StoreError."""
        with ExitStack() as undo:
            log = undo.enter_context(TableFile(path))
            first = next(log.records(), None)
            opening = opening_of(path, first.payload if first is not None else b"")
            secrets = undo.enter_context(_secrets_at(path)) if playing else None
            undo.pop_all()
        return cls(log, secrets, opening)

    @property
    def path(self) -> Path:
        """Where the log is."""
        return self._log.path

    @property
    def seed(self) -> bytes:
        """The table's secret seed. Only for whoever plays."""
        return self._secret_file().seed

    @property
    def notices(self) -> tuple[str, ...]:
        """Sentences on what opening had to mend."""
        files = (self._log, self._secrets) if self._secrets is not None else (self._log,)
        return tuple(file.notice for file in files if file.notice is not None)

    def records(self) -> Iterator[tuple[int, bytes]]:
        """All records of the log in order, to be read before anything is written."""
        for record in self._log.records():
            yield record.tag, record.payload

    def notes(self) -> Iterator[bytes]:
        """What this machine has signed, in that order, to be read before anything is written."""
        return iter(()) if self._secrets is None else self._secrets.signed_records()

    def burned(self, seat: bytes) -> dict[bytes, int]:
        """The serials that a seat of this machine has used, by head."""
        return self._secret_file().burned(seat)

    def remember(self, record: Persist) -> None:
        """Take in a record that need not be durable; it is written with the next ones that must be, or by
        `flush`.
        """
        self._waiting.append((record.type, record.record))

    @property
    def waiting(self) -> bool:
        """Whether there is anything for `flush` to write."""
        return bool(self._waiting)

    def perform(self, effects: Sequence[DiskEffect]) -> None:
        """Write these durably. Raises StoreError, and then something is missing of what should have been written.

        A note and the log's copy of the event are written to their two files at once, so that both are on the disk in
        the time of one; each alone is enough to have the event back after a crash.
        """
        notes: list[Event] = []
        durable = False
        for effect in effects:
            match effect:
                case BurnSerial(seat, head, serial):
                    if self._secret_file().serial_for(seat, head, at_least=serial) != serial:
                        raise StoreError(_("The secret file and the log of this table do not belong together."))
                case NoteSigned(event):
                    self._require_unsigned(event)
                    notes.append(event)
                case Persist():
                    self.remember(effect)
                    durable = durable or effect.durable
        if not durable:
            self._write_notes(notes)
        elif not notes:
            self.flush()
        else:
            flushed = self._second_hand.submit(self.flush)
            try:
                self._write_notes(notes)
            finally:
                flushed.result()

    def flush(self) -> None:
        """Write everything that waits. Raises StoreError; what could not be written waits on."""
        if self._waiting:
            self._log.append_records(self._waiting)
            self._waiting.clear()

    def close(self) -> None:
        """Write what waits and let the files go; once is enough. Raises StoreError, the files let go."""
        self._second_hand.shutdown()
        try:
            self.flush()
        finally:
            self._log.close()
            if self._secrets is not None:
                self._secrets.close()

    def _require_unsigned(self, event: Event) -> None:
        """Raise SignedTwiceError where another answer of the event's author is noted for the same slot."""
        if self._secret_file().signed_at(event.author, event.head, _about(event)) not in (None, event.digest):
            self._note(event)

    def _write_notes(self, events: Sequence[Event]) -> None:
        for event in events:
            self._note(event)

    def _note(self, event: Event) -> None:
        self._secret_file().note_signed(event.author, event.head, event.digest, _about(event), event.record)

    def _secret_file(self) -> SecretFile:
        if self._secrets is None:
            raise ValueError("a spectator has no secrets")
        return self._secrets


def _about(event: Event) -> int:
    """The seat that a vote is about; NO_SLOT for an answer."""
    body = body_of(event)
    return body.seat if isinstance(body, Lapse | Keep) else NO_SLOT


def _secrets_at(log: Path) -> SecretFile:
    path = key_path(log)
    return SecretFile(path) if is_there(path) else SecretFile.create(path)


def opening_of(path: Path, record: bytes) -> Event:
    """The `open` in the first record of the log at `path`. Raises DamagedFile where it is none."""
    try:
        event = decode_record(record)
    except BadRecord as fault:
        raise DamagedFile(path, 0, str(fault)) from fault
    if event.kind is not Kind.OPEN:
        raise DamagedFile(path, 0, _("it does not begin with a table"))
    return event
