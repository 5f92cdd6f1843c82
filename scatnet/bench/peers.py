"""A table of peers as separate processes on this machine, played for so many rounds and measured."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scatnet.store.paths import key_path

__all__ = ["Measured", "PeersError", "play"]


class PeersError(Exception):
    """The peers did not play; the message is a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What the peers have measured: seconds of each deal and draw, rounds, the memory of each peer in MB whenever a
    round opened (none where the system does not tell), the host's log and its secret file."""

    deals: tuple[float, ...]
    draws: tuple[float, ...]
    rounds: int
    memory: tuple[tuple[float, ...], ...]
    log: Path
    secrets: Path


def play(folder: Path, *, processes: int, rounds: int, bots: int = 0) -> Measured:
    """Let so many processes, the host with computer players beside it, play `rounds` rounds in `folder`.

    Raises PeersError where one of them ends too soon.
    """
    common = ["--seats", str(processes + bots), "--rounds", str(rounds)]
    homes = [folder / f"peer{number}" for number in range(processes)]
    with _running(homes[0], [*common, "--bots", str(bots)]) as host:
        ticket = str(_heard(host)["ticket"])
        with _all_running(homes[1:], [*common, "--ticket", ticket]) as guests, _all_or_none((host, *guests)):
            results = [_heard(process) for process in (host, *guests)]
    logs = sorted((homes[0] / "tables").glob("*.scat"))
    return Measured(
        deals=tuple(float(value) for result in results for value in _numbers(result, "deals")),
        draws=tuple(float(value) for result in results for value in _numbers(result, "draws")),
        rounds=min(int(str(result["rounds"])) for result in results),
        memory=tuple(tuple(_numbers(result, "memory")) for result in results),
        log=logs[0],
        secrets=key_path(logs[0]),
    )


def _numbers(result: dict[str, object], name: str) -> list[float]:
    value = result[name]
    return value if isinstance(value, list) else []


@contextmanager
def _running(home: Path, arguments: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "scatnet.bench.worker", "--home", str(home), *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            if process.stdin is not None:
                process.stdin.close()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()


@contextmanager
def _all_running(homes: Sequence[Path], arguments: Sequence[str]) -> Iterator[list[subprocess.Popen[str]]]:
    if not homes:
        yield []
        return
    with _running(homes[0], arguments) as first, _all_running(homes[1:], arguments) as rest:
        yield [first, *rest]


@contextmanager
def _all_or_none(processes: Sequence[subprocess.Popen[str]]) -> Iterator[None]:
    """End all of them as soon as one ends within this block: the others would wait for it, and we for them."""
    measured = threading.Event()

    def watch(process: subprocess.Popen[str]) -> None:
        process.wait()
        if not measured.is_set():
            for other in processes:
                other.kill()

    for process in processes:
        threading.Thread(target=watch, args=(process,), daemon=True).start()
    try:
        yield
    finally:
        measured.set()


def _heard(process: subprocess.Popen[str]) -> dict[str, object]:
    line = process.stdout.readline() if process.stdout is not None else ""
    if not line:
        raise PeersError(f"a peer ended with status {process.wait()} before it was measured")
    said: object = json.loads(line)
    if not isinstance(said, dict):
        raise PeersError("a peer said something else than its measures")
    return said
