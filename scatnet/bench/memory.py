"""How much memory this process takes up."""

from __future__ import annotations

import importlib
import os
import platform
from pathlib import Path

__all__ = ["resident_megabytes"]

_MEGABYTE = 1e6


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
