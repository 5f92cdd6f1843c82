"""How much memory this process takes up, and how that grows over a game."""

from __future__ import annotations

import importlib
import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Final

__all__ = ["kilobytes_a_round", "resident_megabytes"]

_MEGABYTE: Final = 1e6
_WARMED_UP: Final = 10  # rounds after which a peer has loaded all that it needs once


def resident_megabytes() -> float | None:
    """The memory of this process that lies in the machine's own, in megabytes; None where the system does not tell."""
    system = platform.system()
    if system == "Linux":
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / _MEGABYTE
    if system == "Darwin":  # the most so far, in bytes there
        resource = importlib.import_module("resource")
        most: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most / _MEGABYTE
    return None


def kilobytes_a_round(memory: Sequence[float]) -> float:
    """By how many kB the memory grows from one round to the next.

    `memory` is that at the opening of each round, in megabytes, of two rounds at least; the first ones count only where
    there are no others. Raises ValueError where it is less.
    """
    if len(memory) < 2:
        raise ValueError("one round says nothing of growth")
    settled = memory[min(_WARMED_UP, len(memory) - 2) :]
    return 1000 * (settled[-1] - settled[0]) / (len(settled) - 1)
