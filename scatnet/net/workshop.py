"""Long proofs in worker threads, so that the loop never stalls: as many at once as there are cores."""

from __future__ import annotations

import heapq
import itertools
import os
from collections.abc import Awaitable, Callable

import trio

from scatnet.table.effects import Job, JobResult

__all__ = ["Workshop"]


class Workshop:
    """A queue of jobs. Those that make our own answers, which everybody waits for, come before checks."""

    def __init__(self, threads: int | None = None) -> None:
        self._threads = threads or os.cpu_count() or 1
        self._limiter = trio.CapacityLimiter(self._threads)
        self._queue: list[tuple[bool, int, Job]] = []
        self._order = itertools.count()
        self._filled = trio.Semaphore(0)

    def add(self, job: Job) -> None:
        """Queue a job; its result goes to `run`'s caller."""
        heapq.heappush(self._queue, (not job.making, next(self._order), job))
        self._filled.release()

    async def run(self, done: Callable[[JobResult], Awaitable[None]]) -> None:
        """Work until cancelled, giving each result to `done`."""
        async with trio.open_nursery() as nursery:
            for _thread in range(self._threads):
                nursery.start_soon(self._work, done)

    async def _work(self, done: Callable[[JobResult], Awaitable[None]]) -> None:
        while True:
            await self._filled.acquire()
            _later, _order, job = heapq.heappop(self._queue)
            result = await trio.to_thread.run_sync(job.run, limiter=self._limiter)
            await done(result)
