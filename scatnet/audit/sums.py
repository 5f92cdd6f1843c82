"""Where an audit sums its batches: at once, or in other processes while it reads on.

Threads do not help here: a sum by buckets holds the interpreter too often, so the sums and the reader would take turns.
A process takes as long to start as a few rounds take to sum, so they are started with the first batch, and only on a
long log.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from types import TracebackType
from typing import Final, Self

from scatnet.audit.memo_group import MemoGroup
from scatnet.dealing import Batch, Element, Fault, Params
from scatnet.dealing.group import Group, Point
from scatnet.table.examine import Label

__all__ = ["Summed", "Sums", "worker_processes"]

Summed = tuple[Batch[Label], tuple[Fault[Label], ...]]
"""A batch with the claims in it that do not hold."""


def worker_processes(count: int) -> ProcessPoolExecutor:
    """Processes for pure work, started anew, which leave Ctrl-C to the one that started them."""
    spawning = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, spawning, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))


class Sums:
    """Sums batches, on `cores` of the machine. Use `with`, or `close`."""

    def __init__(self, cores: int) -> None:
        """Use this many cores; with 1, or fewer, no process is started, and every sum is done at once."""
        self._workers: Final = max(0, cores - 1)
        self._threads: ThreadPoolExecutor | None = None
        self._processes: ProcessPoolExecutor | None = None
        self._going: Final[deque[tuple[Batch[Label], Future[tuple[Fault[Label], ...]]]]] = deque()

    def params(self, params: Params) -> Params:
        """The parameters for batches that are summed here."""
        return replace(params, group=_FarGroup(params.group, self)) if self._workers else params

    def put(self, batch: Batch[Label]) -> Iterator[Summed]:
        """Sum a batch; gives those batches whose sums are there by now, this one or earlier ones, in order."""
        if not self._workers:
            yield batch, batch.verify()
            return
        if self._threads is None:
            self._processes = worker_processes(self._workers)
            self._threads = ThreadPoolExecutor(self._workers)  # they only wait for the processes
        self._going.append((batch, self._threads.submit(batch.verify)))
        while self._going and (len(self._going) > 2 * self._workers or self._going[0][1].done()):
            yield self._oldest()

    def rest(self) -> Iterator[Summed]:
        """Wait for all sums that are still going on."""
        while self._going:
            yield self._oldest()

    def multi_exp(self, group: Group, points: Sequence[Element], scalars: Sequence[int]) -> Point:
        """Sum in another process, if one has been started."""
        if self._processes is None:
            return group.multi_exp(points, scalars)
        return self._processes.submit(group.multi_exp, points, scalars).result()

    def close(self) -> None:
        """End the processes; what is not summed by now never will be."""
        self._going.clear()
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)
        if self._processes is not None:
            self._processes.shutdown(cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _oldest(self) -> Summed:
        batch, future = self._going.popleft()
        return batch, future.result()


class _FarGroup(MemoGroup):
    """A group whose sums of products are made elsewhere."""

    def __init__(self, group: Group, sums: Sums) -> None:
        super().__init__(group)
        self._near: Final = group
        self._sums: Final = sums

    def multi_exp(self, points: Sequence[Element], scalars: Sequence[int]) -> Point:
        """See `Group`."""
        return self._sums.multi_exp(self._near, points, scalars)
