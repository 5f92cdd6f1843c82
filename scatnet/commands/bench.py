"""`scatnet bench`: every figure that the program promises, measured on this machine, beside its bound."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from scatnet.audit import Verdict, audit_log
from scatnet.bench.memory import kilobytes_a_round
from scatnet.bench.peers import PeersError, play
from scatnet.bots import PLAYERS
from scatnet.commands.refusing import REFUSED, refuse
from scatnet.commands.simulate import simulate
from scatnet.dealing.measure import measure_dealing
from scatnet.net.reading import read_end
from scatnet.rules.ruleset import PRESETS
from scatnet.words import _

__all__ = ["add_parser", "run"]

_GAMES: Final = 800
_SYNCS: Final = 50
_DEAL_ROUNDS: Final = {4: 8, 9: 4}  # seats: rounds to be measured
_FSYNCS_OF_A_DRAW: Final = 2  # one after the other: of the draw, and of the others' shares
_LONG_ROUNDS: Final = 50
_LONG_BOTS: Final = 6  # so that a game lasts that long


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One figure: `bound` is the most it may be, or the least where `at_least`; None where it is only shown."""

    name: str
    value: float
    unit: str
    bound: float | None = None
    at_least: bool = False

    @property
    def good(self) -> bool:
        """Whether the figure keeps its bound."""
        if self.bound is None:
            return True
        return self.value >= self.bound if self.at_least else self.value <= self.bound


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `bench` to the program's commands."""
    parser = subparsers.add_parser("bench", help=_("the figures this program promises, measured here"))
    parser.add_argument("--json", action="store_true", help=_("one JSON object instead of a table"))
    parser.add_argument("--quick", action="store_true", help=_("leave out the fifty rounds that memory is measured by"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet bench`; 1 where a figure is past its bound."""
    as_json: bool = args.json
    quick: bool = args.quick
    rows: list[Row] = []
    try:
        for part in _parts(quick):
            for row in part():
                rows.append(row)
                if not as_json:
                    print(_line(row), flush=True)
    except PeersError as error:
        return refuse(_("The peers could not be measured: {why}.").format(why=error), REFUSED)
    if as_json:
        print(json.dumps({"figures": [asdict(row) | {"good": row.good} for row in rows]}, indent=1))
    return 0 if all(row.good for row in rows) else 1


def _parts(quick: bool) -> tuple[Callable[[], Iterator[Row]], ...]:
    parts = (_dealing, _simulation, _disk, _four_seats, _nine_seats)
    return parts if quick else (*parts, _memory)


def _line(row: Row) -> str:
    value = f"{row.value:,.3g}" if row.value < 1000 else f"{row.value:,.0f}"
    if row.bound is None:
        return f"      {row.name:<62} {value:>10} {row.unit}"
    verdict = _("ok") if row.good else _("MISS")
    sign = "≥" if row.at_least else "≤"
    return f"{verdict:<5} {row.name:<62} {value:>10} {row.unit}  ({sign} {row.bound:,g})"


def _dealing() -> Iterator[Row]:
    for figure in measure_dealing(time.thread_time):
        yield Row(name=figure.name, value=figure.value, unit=figure.unit, bound=figure.bound)


def _simulation() -> Iterator[Row]:
    players = [PLAYERS["quick"]] * 4
    speed = max(simulate(PRESETS["kitchen"], players, _GAMES, seed).turns_per_second for seed in range(3))
    yield Row(name=_("simulated turns, one core"), value=speed, unit="/s", bound=40_000, at_least=True)


def _disk() -> Iterator[Row]:
    yield Row(name=_("one fsync on this disk, median"), value=1000 * _fsync_seconds(), unit="ms")


def _fsync_seconds() -> float:
    """The median of a short record's fsync; every answer at the table takes one before it is sent."""
    with tempfile.NamedTemporaryFile(prefix="scatnet-bench-") as file:
        taken = []
        for _round in range(_SYNCS):
            file.write(bytes(200))
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def _four_seats() -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="scatnet-bench-") as folder:
        measured = play(Path(folder), processes=4, rounds=_DEAL_ROUNDS[4])
        deal = statistics.median(measured.deals)
        yield Row(name=_("a deal, 4 seats as 4 processes, median"), value=deal, unit="s", bound=0.5)
        draw = 1000 * statistics.median(measured.draws)
        synced = 1000 * _FSYNCS_OF_A_DRAW * _fsync_seconds()
        yield Row(name=_("draw to card seen, 4 processes, median, its two fsyncs included"), value=draw, unit="ms")
        yield Row(name=_("draw to card seen, 4 processes, median"), value=draw - synced, unit="ms", bound=25)
        yield from _audit(measured.log)
        yield from _opening(measured.log)


def _audit(log: Path) -> Iterator[Row]:
    taken, rounds = [], 1
    for _time in range(3):
        began = time.process_time()
        audit = audit_log(log, cores=1)
        taken.append(time.process_time() - began)
        if audit.verdict is not Verdict.VALID:
            raise PeersError(_("the log they left is not valid"))
        rounds = max((note.round for note in audit.chronicle.notes), default=1)
    yield Row(name=_("audit of a 4-seat round, one core"), value=min(taken) / rounds, unit="s", bound=0.15)


def _opening(log: Path) -> Iterator[Row]:
    """What a peer does with its log when it is started again, for one round."""
    taken, rounds = [], 1
    for _time in range(3):
        began = time.process_time()
        rounds = read_end(log).rounds
        taken.append(time.process_time() - began)
    yield Row(name=_("opening the log again, per 4-seat round, one core"), value=1000 * min(taken) / rounds, unit="ms")


def _nine_seats() -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="scatnet-bench-") as folder:
        measured = play(Path(folder), processes=9, rounds=_DEAL_ROUNDS[9])
        deal = statistics.median(measured.deals)
        yield Row(name=_("a deal, 9 seats as 9 processes, median"), value=deal, unit="s", bound=1.5)


def _memory() -> Iterator[Row]:
    with tempfile.TemporaryDirectory(prefix="scatnet-bench-") as folder:
        measured = play(Path(folder), processes=2, rounds=_LONG_ROUNDS, bots=_LONG_BOTS)
        size = measured.log.stat().st_size / measured.rounds / 1000
        yield Row(name=_("log file, per round of 8 seats"), value=size, unit="kB")
        size = measured.secrets.stat().st_size / measured.rounds / 1000
        yield Row(name=_("secret file of a machine with 7 of the 8 seats, per round"), value=size, unit="kB")
        if all(measured.memory):
            name = _("memory of a headless peer after {rounds} rounds").format(rounds=measured.rounds - 1)
            yield Row(name=name, value=max(memory[-1] for memory in measured.memory), unit="MB", bound=90)
            growth = max(map(kilobytes_a_round, measured.memory))
            yield Row(name=_("memory of a headless peer, more with each round of 8 seats"), value=growth, unit="kB")
