"""How the program ends, whatever ends it: an exit status, at most one sentence, no traceback that nobody asked for."""

from __future__ import annotations

import errno
import io
import logging
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, TextIO

from scatnet.commands.refusing import INTERRUPTED, REFUSED, refuse
from scatnet.net.session import RefusalError
from scatnet.store.errors import StoreError
from scatnet.words import _

__all__ = ["drop_unwritten", "provide_streams", "status_after"]

_OUTPUT_FAILS: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EFBIG})


def provide_streams() -> None:
    """Give the program standard streams that lead nowhere where it was started without, as by a service manager."""
    # In the order of their numbers: what is opened takes the lowest that is free, which is the missing one.
    if sys.stdin is None:
        sys.stdin = _nowhere("r")
    if sys.stdout is None:
        sys.stdout = _nowhere("w")
    if sys.stderr is None:
        sys.stderr = _nowhere("w")


def _nowhere(mode: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.FileIO(os.devnull, mode), encoding="utf-8")


def status_after(error: BaseException, *, debug: bool) -> int:
    """The exit status after an error that no command has dealt with, its sentence said."""
    leaves = list(_leaves(error))
    if any(isinstance(leaf, KeyboardInterrupt) for leaf in leaves):
        return INTERRUPTED
    first = leaves[0]
    if isinstance(first, BrokenPipeError):  # whoever read the output has seen enough
        _drop(sys.stdout)
        return 0
    if isinstance(first, OSError) and first.filename is None and first.errno in _OUTPUT_FAILS:
        _drop(sys.stdout)
        return refuse(_("The output cannot be written: {why}.").format(why=first.strerror), REFUSED)
    if isinstance(first, StoreError | RefusalError):
        return refuse(str(first), REFUSED)
    return _own_error(error, debug=debug)


def _leaves(error: BaseException) -> Iterator[BaseException]:
    """What a group holds in the end, in order; any other error itself."""
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _leaves(one)
    else:
        yield error


def drop_unwritten() -> None:
    """Write what is still to be written, or let it go nowhere where that cannot be: the terminal may be gone, and
    Python, which writes it once more at its end, would make a status of its own of that."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            _drop(stream)


def _drop(stream: TextIO) -> None:
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _own_error(error: BaseException, *, debug: bool) -> int:
    if debug:
        traceback.print_exception(error)
    logger = logging.getLogger("scatnet")
    logger.error("The program failed.", exc_info=error)
    files = [handler.baseFilename for handler in logger.handlers if isinstance(handler, logging.FileHandler)]
    sentence = _("The program made a mistake of its own ({kind}); nothing on the disk is lost.")
    where = _("Details are in {file}.").format(file=files[0]) if files else _("With --debug, it shows details.")
    return refuse(f"{sentence.format(kind=type(next(_leaves(error))).__name__)} {where}", REFUSED)
