"""The few things that this package asks of the operating system, behind one seam.

Everything here is a thin name for a system call and raises OSError as the call does. Tests put a system in
its place whose disk is full, whose writes are cut short, or that dies between two calls.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Protocol

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["SYSTEM", "Files", "SystemFiles", "write_all", "write_whole"]

_PRIVATE_FILE = 0o600
_PRIVATE_FOLDER = 0o700
_BINARY = getattr(os, "O_BINARY", 0)  # Windows would else translate line ends


class Files(Protocol):
    """The system calls in use. A handle is a file descriptor."""

    def open_to_read(self, path: Path) -> int:
        """Open a regular file for reading; anything else, such as a pipe or a folder, is refused."""

    def open_to_change(self, path: Path) -> int:
        """Open a regular file for reading and writing."""

    def create(self, path: Path) -> int:
        """Open for reading and writing, made with mode 0600 where it is not there."""

    def size(self, handle: int) -> int:
        """The length of the file in bytes."""

    def seek(self, handle: int, offset: int) -> None:
        """Set the place of the next read or write."""

    def read(self, handle: int, count: int) -> bytes:
        """Read up to `count` bytes; none at the end."""

    def write(self, handle: int, data: bytes) -> int:
        """Write some of `data`; returns how many bytes."""

    def truncate(self, handle: int, size: int) -> None:
        """Cut the file to `size` bytes."""

    def sync(self, handle: int) -> None:
        """Return when the file's bytes are on the disk."""

    def sync_folder(self, folder: Path) -> None:
        """Return when the names in `folder` are on the disk."""

    def lock(self, handle: int) -> bool:
        """Lock the file until it is closed or the process ends; False where another has it."""

    def close(self, handle: int) -> None:
        """Close the file, giving up its lock."""

    def replace(self, source: Path, target: Path) -> None:
        """Give `source` the name `target`, at once, whatever had it."""

    def remove(self, path: Path) -> None:
        """Remove a file, where it is there."""

    def make_folder(self, path: Path) -> None:
        """Make a folder and those above it, with mode 0700 where they are not there."""


class SystemFiles:
    """The operating system itself."""

    def open_to_read(self, path: Path) -> int:
        """See `Files`."""
        return self._open_regular(path, os.O_RDONLY)

    def open_to_change(self, path: Path) -> int:
        """See `Files`."""
        return self._open_regular(path, os.O_RDWR)

    def create(self, path: Path) -> int:
        """See `Files`."""
        return os.open(path, os.O_RDWR | os.O_CREAT | _BINARY, _PRIVATE_FILE)

    def size(self, handle: int) -> int:
        """See `Files`."""
        return os.fstat(handle).st_size

    def seek(self, handle: int, offset: int) -> None:
        """See `Files`."""
        os.lseek(handle, offset, os.SEEK_SET)

    def read(self, handle: int, count: int) -> bytes:
        """See `Files`."""
        return os.read(handle, count)

    def write(self, handle: int, data: bytes) -> int:
        """See `Files`."""
        return os.write(handle, data)

    def truncate(self, handle: int, size: int) -> None:
        """See `Files`."""
        os.ftruncate(handle, size)

    def sync(self, handle: int) -> None:
        """See `Files`."""
        if sys.platform == "darwin":
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)  # plain fsync leaves bytes in the drive's own cache there
        else:
            os.fsync(handle)

    def sync_folder(self, folder: Path) -> None:
        """See `Files`; Windows keeps names by itself and opens no folders."""
        if sys.platform != "win32":
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)

    def lock(self, handle: int) -> bool:
        """See `Files`."""
        try:
            if sys.platform == "win32":
                os.lseek(handle, 0, os.SEEK_SET)
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):  # the second is how Windows says it
            return False
        return True

    def close(self, handle: int) -> None:
        """See `Files`."""
        os.close(handle)

    def replace(self, source: Path, target: Path) -> None:
        """See `Files`."""
        os.replace(source, target)

    def remove(self, path: Path) -> None:
        """See `Files`."""
        path.unlink(missing_ok=True)

    def make_folder(self, path: Path) -> None:
        """See `Files`."""
        for folder in (*reversed(path.parents), path):
            if not folder.is_dir():
                folder.mkdir(mode=_PRIVATE_FOLDER, exist_ok=True)

    def _open_regular(self, path: Path, flags: int) -> int:
        # Looked at before opening, because opening a pipe would wait for its other end.
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode):
            raise IsADirectoryError(errno.EISDIR, "not a regular file", str(path))
        return os.open(path, flags | _BINARY)


SYSTEM = SystemFiles()


def write_all(files: Files, handle: int, data: bytes) -> None:
    """Write all of `data`, in as many calls as it takes."""
    rest = memoryview(data)
    while rest:
        written = files.write(handle, bytes(rest))
        if written <= 0:
            raise OSError(errno.EIO, "the disk took no more bytes")
        rest = rest[written:]


def write_whole(files: Files, path: Path, data: bytes) -> None:
    """Put `data` at `path` with mode 0600, in the place of what was there: wholly or, on any error, not at all."""
    draft = path.with_name(path.name + ".new")
    files.remove(draft)  # a crash may have left one
    handle = files.create(draft)
    try:
        try:
            write_all(files, handle, data)
            files.sync(handle)
        finally:
            files.close(handle)
        files.replace(draft, path)
    except BaseException:
        with suppress(OSError):
            files.remove(draft)
        raise
    files.sync_folder(path.parent)
