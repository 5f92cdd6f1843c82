"""One program at a time: a lock on a file of its own, given up when it is closed and when the process dies.

The lock is not taken on the file it guards, because a locked file cannot be read by anybody else on Windows,
and anybody may read a log. The lock's file stays where it is: removing it could take it from under another
program.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from scatnet.store.errors import StoreError, explain
from scatnet.store.files import SYSTEM, Files

__all__ = ["Lock", "lock_path"]


class Lock:
    """A lock that is held from its making until `close`."""

    def __init__(self, path: Path, busy: str, *, files: Files = SYSTEM) -> None:
        """Lock `path`. Raises StoreError, with `busy` as its sentence where another program has it."""
        self._files = files
        self._handle: int | None = None
        try:
            handle = files.create(path)
            try:
                held = files.lock(handle)
            except BaseException:
                files.close(handle)
                raise
            if not held:
                files.close(handle)
        except OSError as fault:
            raise explain(fault, path) from fault
        if not held:
            raise StoreError(busy)
        self._handle = handle

    def close(self) -> None:
        """Give the lock up; once is enough."""
        handle, self._handle = self._handle, None
        if handle is not None:
            self._files.close(handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def lock_path(guarded: Path) -> Path:
    """The file whose lock guards `guarded`."""
    return guarded.with_name(guarded.name + ".lock")
