"""The private environment that both commands run in: `.venv` at the root of the checkout.

Only the standard library is used here, and only syntax that an old Python can at least read as far as the version
check, since this file runs before anything is installed.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST_PYTHON = (3, 11)


class SetupError(Exception):
    """The environment cannot be made; the message says why and what to do."""


def ready_python(extra: str = "") -> Path:
    """The interpreter of the environment, which is made or brought up to date first where needed.

    `extra` names an optional group of dependencies ("test"). Raises SetupError.
    """
    if sys.version_info < OLDEST_PYTHON:
        found = ".".join(str(part) for part in sys.version_info[:3])
        raise SetupError(f"scatnet needs Python 3.11 or newer, and this is {found}: start it with a newer one.")
    if _is_ready(extra):
        return PYTHON
    with _alone():
        if not _is_ready(extra):
            print(
                "Setting up scatnet's own environment in .venv (once; about a minute) ...", file=sys.stderr, flush=True
            )
            _make_environment()
            _install(extra)
            _stamp(extra).write_text(_fingerprint(), encoding="ascii")
    return PYTHON


def run(arguments: list[str]) -> int:
    """Run a command of the environment to its end, with this terminal; its exit status.

    Ctrl-C reaches the command as well, which leaves in its own time: it is waited for.
    """
    process = subprocess.Popen(arguments)
    while True:
        try:
            status = process.wait()
        except KeyboardInterrupt:
            continue
        return status if status >= 0 else 128 - status  # as a shell says that a signal has ended it


def become(arguments: list[str]) -> int:
    """Go on as this command, so that closing the terminal and every signal reach nothing but it.

    Where a program cannot become another (Windows), it is run to its end; its exit status.
    """
    if os.name == "posix":
        sys.stdout.flush()
        sys.stderr.flush()
        os.execv(arguments[0], arguments)
    return run(arguments)


def _is_ready(extra: str) -> bool:
    stamp = _stamp(extra)
    return PYTHON.exists() and stamp.is_file() and stamp.read_text(encoding="ascii") == _fingerprint()


def _stamp(extra: str) -> Path:
    return ENVIRONMENT / f"ready{'-' + extra if extra else ''}"


@contextmanager
def _alone() -> Iterator[None]:
    """Wait until no other start is making the environment; the system frees the lock of a start that was killed."""
    try:
        file = (ROOT / ".venv.lock").open("a")
    except OSError as error:
        raise SetupError(f"The folder {ROOT} cannot be written to ({error}).") from error
    with file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                except OSError:  # it has tried for ten seconds
                    continue
                break
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _fingerprint() -> str:
    digest = hashlib.sha256(sys.version.encode())
    digest.update(str(ROOT).encode())
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def _make_environment() -> None:
    try:
        venv.create(ENVIRONMENT, with_pip=True, clear=ENVIRONMENT.exists(), symlinks=os.name != "nt")
    except (OSError, subprocess.CalledProcessError) as error:
        raise SetupError(
            f"The environment {ENVIRONMENT} could not be made ({error}). On Debian and Ubuntu, "
            "`apt install python3-venv` may be missing; otherwise see that the folder can be written to."
        ) from error


def _install(extra: str) -> None:
    target = f"{ROOT}[{extra}]" if extra else str(ROOT)
    command = [
        str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
        "--constraint", str(ROOT / "constraints.txt"), "--editable", target,
    ]  # fmt: skip
    if subprocess.run(command, check=False, stdout=sys.stderr).returncode:
        raise SetupError(
            "The packages could not be installed (pip's own words are above). "
            "See that this computer reaches a package index, and start again."
        )
