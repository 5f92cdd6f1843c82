"""What a person is told when a file cannot be read or written: always one sentence."""

from __future__ import annotations

import errno
from pathlib import Path

from scatnet.words import _

__all__ = ["DamagedFile", "StoreError", "explain"]


class StoreError(Exception):
    """A file could not be read or written; `sentence` says what happened, to which file."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class DamagedFile(StoreError):
    """A file holds something else than was written to it, at byte `offset`; it has been left as it was."""

    def __init__(self, path: Path, offset: int, fault: str) -> None:
        super().__init__(
            _("{path} is damaged at byte {offset}: {fault}. It was left as it is.").format(
                path=path, offset=offset, fault=fault
            )
        )
        self.path = path
        self.offset = offset
        self.fault = fault


def explain(fault: OSError, path: Path) -> StoreError:
    """Say in a sentence what the operating system refused to do with `path`."""
    match fault.errno:
        case errno.ENOSPC | errno.EDQUOT:
            sentence = _("The disk is full: {path} could not be written, and nothing in it is lost.")
        case errno.EACCES | errno.EPERM | errno.EROFS:
            sentence = _("{path} may not be read or written here; look at the permissions of its folder.")
        case errno.ENOENT:
            sentence = _("There is no {path}.")
        case errno.EISDIR | errno.ENOTDIR | errno.EEXIST:
            sentence = _("At {path} there is a folder in the place of a file, or a file in that of a folder.")
        case _:
            sentence = _("{path} could not be read or written: {fault}.")
    return StoreError(sentence.format(path=path, fault=fault.strerror or fault))
