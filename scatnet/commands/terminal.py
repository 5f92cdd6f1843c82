"""A terminal, or what stands in for one, as the programs at a table use it: typed lines in, lines out, signals."""

from __future__ import annotations

import codecs
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

import trio

from scatnet.console.app import shows_symbols
from scatnet.console.plain_table import Manner, manner_of
from scatnet.store.settings import Settings

__all__ = [
    "fits_full_screen",
    "is_terminal",
    "leave_on_signals",
    "manner_here",
    "no_lines",
    "typed_lines",
    "write_line",
]

_READ_BYTES: Final = 4096
_LONGEST_LINE: Final = 16_384  # characters; a longer one is cut


def is_terminal() -> bool:
    """Whether a person sits at both ends: they see the output and can type."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def fits_full_screen() -> bool:
    """Whether there is a terminal that can be drawn on."""
    return is_terminal() and os.environ.get("TERM") != "dumb"


def manner_here(settings: Settings) -> Manner:
    """How plain lines are told to whoever is at the other end of standard output."""
    return manner_of(settings, symbols=shows_symbols(sys.stdout.encoding or "ascii"), bell=is_terminal())


def write_line(line: str) -> None:
    """Print one line at once, whatever the terminal can show of it."""
    encoding = sys.stdout.encoding or "utf-8"
    print(line.encode(encoding, "replace").decode(encoding), flush=True)


async def typed_lines() -> AsyncIterator[str]:
    """The lines typed on standard input, without their line ends, until it ends.

    Read below Python's own buffers: a thread that still waits for a line when the program ends must hold no lock.
    """
    decode = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")("replace").decode
    pending = ""
    while True:
        data = await trio.to_thread.run_sync(os.read, 0, _READ_BYTES, abandon_on_cancel=True)
        pending += decode(data, final=not data)
        *lines, pending = pending.split("\n")
        for line in lines:
            yield line.rstrip("\r")[:_LONGEST_LINE]
        if not data:
            if pending:
                yield pending
            return
        pending = pending[:_LONGEST_LINE]


async def no_lines() -> AsyncIterator[str]:
    """No line ever, and no end either: for a program that nobody types to."""
    send, receive = trio.open_memory_channel[str](0)
    with send:
        async for line in receive:
            yield line


async def leave_on_signals(
    leave: Callable[[], Awaitable[None]],
    scope: trio.CancelScope,
    *,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Wait for Ctrl-C, a polite kill or the end of the terminal, then leave and cancel the scope."""
    wanted = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    with trio.open_signal_receiver(*wanted) as arriving:
        task_status.started()
        await anext(arriving)
        await leave()
        scope.cancel()
