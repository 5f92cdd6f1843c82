"""A disk that misbehaves on purpose, and what the tests of the store are made of."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from scatnet.store.files import SYSTEM, Files
from scatnet.store.table_file import TABLE_FORM, read_table

Result = TypeVar("Result")


class Killed(BaseException):
    """The process is gone: nothing catches this, and nothing is done after it."""


class FaultyFiles:
    """The real files, but for what is asked to go wrong at the n-th system call (counted from 0).

    `fail_at`: that call raises an OSError with `code`, and with `lasting` every later one but close too.
    `kill_at`: that call, and every later one, raises Killed; a write has put half of its bytes in the file before.
    `most`: no write takes more bytes than this.
    """

    def __init__(
        self,
        *,
        fail_at: int | None = None,
        code: int = errno.EIO,
        lasting: bool = False,
        kill_at: int | None = None,
        most: int | None = None,
    ) -> None:
        self.fail_at = fail_at
        self.code = code
        self.lasting = lasting
        self.kill_at = kill_at
        self.most = most
        self.calls: list[str] = []
        self._open: dict[int, Path] = {}
        self._synced: dict[Path, int] = {}

    def repair(self) -> None:
        """From now on nothing goes wrong."""
        self.fail_at = self.kill_at = None

    def let_go(self) -> None:
        """Close what a killed process had open, as the system does."""
        for handle in list(self._open):
            SYSTEM.close(handle)
        self._open.clear()

    def cut_power(self, zeros: bool) -> None:
        """Lose all bytes that were written and never synced; with `zeros`, their place is kept and filled with them."""
        self.let_go()
        for path, synced in self._synced.items():
            if path.exists() and path.stat().st_size > synced:
                size = path.stat().st_size
                os.truncate(path, synced)
                if zeros:
                    os.truncate(path, size)

    def open_to_read(self, path: Path) -> int:
        return self._opened(path, "open_to_read", lambda: SYSTEM.open_to_read(path))

    def open_to_change(self, path: Path) -> int:
        return self._opened(path, "open_to_change", lambda: SYSTEM.open_to_change(path))

    def create(self, path: Path) -> int:
        return self._opened(path, "create", lambda: SYSTEM.create(path))

    def size(self, handle: int) -> int:
        return self._call("size", lambda: SYSTEM.size(handle))

    def seek(self, handle: int, offset: int) -> None:
        self._call("seek", lambda: SYSTEM.seek(handle, offset))

    def read(self, handle: int, count: int) -> bytes:
        return self._call("read", lambda: SYSTEM.read(handle, count))

    def write(self, handle: int, data: bytes) -> int:
        if len(self.calls) == self.kill_at:
            SYSTEM.write(handle, data[: len(data) // 2])
        part = data if self.most is None else data[: self.most]
        return self._call("write", lambda: SYSTEM.write(handle, part))

    def truncate(self, handle: int, size: int) -> None:
        self._call("truncate", lambda: SYSTEM.truncate(handle, size))
        path = self._open[handle]
        self._synced[path] = min(size, self._synced.get(path, size))

    def sync(self, handle: int) -> None:
        self._call("sync", lambda: SYSTEM.sync(handle))
        self._synced[self._open[handle]] = SYSTEM.size(handle)

    def sync_folder(self, folder: Path) -> None:
        self._call("sync_folder", lambda: SYSTEM.sync_folder(folder))

    def lock(self, handle: int) -> bool:
        return self._call("lock", lambda: SYSTEM.lock(handle))

    def close(self, handle: int) -> None:
        self.calls.append("close")
        if self.kill_at is not None and len(self.calls) > self.kill_at:
            raise Killed
        self._open.pop(handle, None)
        SYSTEM.close(handle)

    def replace(self, source: Path, target: Path) -> None:
        self._call("replace", lambda: SYSTEM.replace(source, target))
        self._synced[target] = self._synced.pop(source, 0)

    def remove(self, path: Path) -> None:
        self._call("remove", lambda: SYSTEM.remove(path))

    def make_folder(self, path: Path) -> None:
        self._call("make_folder", lambda: SYSTEM.make_folder(path))

    def _opened(self, path: Path, name: str, action: Callable[[], int]) -> int:
        handle = self._call(name, action)
        self._open[handle] = path
        self._synced.setdefault(path, SYSTEM.size(handle))
        return handle

    def _call(self, name: str, action: Callable[[], Result]) -> Result:
        place = len(self.calls)
        self.calls.append(name)
        if self.kill_at is not None and place >= self.kill_at:
            raise Killed
        if self.fail_at is not None and (place == self.fail_at or (self.lasting and place > self.fail_at)):
            raise OSError(self.code, os.strerror(self.code))
        return action()


def payloads(path: Path, files: Files = SYSTEM) -> list[bytes]:
    """The payloads of a log's records."""
    return [record.payload for record in read_table(path, files=files)]


HEADER_BYTES = len(TABLE_FORM.magic) + 2
