"""Kills at the level of system calls: a player's process runs under strace, which kills it on entering its n-th call of
one name, before the call is carried out. Needs strace, on Linux.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

__all__ = ["CALLS", "dying_at", "why_not"]

CALLS: Final = ("write", "fsync", "rename", "flock", "unlink")
"""The calls that change what is on the disk, or who holds it. A thread counts its own."""


def why_not() -> str | None:
    """Why no process can be run under strace here, in a sentence; None where it can."""
    if sys.platform != "linux" or shutil.which("strace") is None:
        return "Killing at system calls needs Linux and the program strace."
    probe = [*dying_at("getppid", 10_000), "true"]
    done = subprocess.run(probe, check=False, capture_output=True, text=True)
    if done.returncode:
        return f"strace may not trace here: {done.stderr.strip()}"
    return None


def dying_at(call: str, number: int) -> Sequence[str]:
    """What stands before a command that is to die on entering its call of this number, counted from 1."""
    return (
        "strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}",
        "-e", f"inject={call}:signal=SIGKILL:when={number}",
    )  # fmt: skip
