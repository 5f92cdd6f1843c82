"""Measure how long an audit takes, and how that grows: python -m scripts.measure_audit [--rounds N]

Plays games over the true group, writes their logs, and audits each on one core (processor time) and on more (time by
the clock). Beside the seconds stands the same in m, one variable-base product measured in the same run, because
machines differ. Where the time goes is measured part by part on the last log.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import secrets
import tempfile
import time
from pathlib import Path
from typing import Final

from scatnet.audit import Verdict, audit_log
from scatnet.dealing import standard_params
from scatnet.rules.ruleset import PRESETS
from scatnet.table.state import Stage
from tests.audit.helpers import records_of, write_log
from tests.table.helpers import Table, begun_table

BOUND: Final = 0.15
"""Seconds that the audit of a round of four may take on one core."""

PARTS: Final = {
    "sums of proofs": ("dealing/batch.py", "verify"),
    "examining events": ("table/examine.py", "examine"),
    "folding steps": ("table/fold.py", "fold"),
    "decoding records": ("log/decoding.py", "decode_record"),
    "telling steps": ("table/news.py", "news"),
}
WHOLE: Final = ("audit/verify.py", "audit_log")


def product() -> float:
    """m: seconds for one product of an arbitrary point, the middle of several hundred."""
    group = standard_params().group
    taken = []
    for _ in range(300):
        point, scalar = group.hash_to_element(b"measure", 1), secrets.randbelow(group.order)
        began = time.process_time()
        group.multi_exp((point,), (scalar,))
        taken.append(time.process_time() - began)
    return sorted(taken)[len(taken) // 2]


def played(seats: int, rounds: int) -> Table:
    """A game of so many seats, stopped after so many rounds or at its end."""
    table = begun_table(seats=seats, rules=PRESETS["kitchen"], params=standard_params(), seed=seats, player="standard")
    while table.state.stage is not Stage.OVER:
        if table.state.stage is Stage.OPENING and table.state.rounds == rounds:
            break
        table.play_step()
    return table


def audit_seconds(log: Path, cores: int) -> float:
    """The least of three: processor time on one core, time by the clock on more."""
    taken = []
    for _ in range(3):
        clock = time.process_time if cores == 1 else time.perf_counter
        began = clock()
        assert audit_log(log, cores=cores).verdict is Verdict.VALID
        taken.append(clock() - began)
    return min(taken)


def show_parts(log: Path) -> None:
    """Where the time of one audit goes, in parts of all of it; parts within others are counted in both."""
    profile = cProfile.Profile()
    profile.runcall(audit_log, log)
    spent = dict.fromkeys((*PARTS.values(), WHOLE), 0.0)
    for entry in profile.getstats():
        if not isinstance(entry.code, str):
            for file, function in spent:
                if entry.code.co_name == function and Path(entry.code.co_filename).as_posix().endswith(file):
                    spent[file, function] = max(spent[file, function], entry.totaltime)
    for name, part in PARTS.items():
        print(f"  {name:18} {spent[part] / spent[WHOLE]:5.0%}")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=3, help="rounds of the games with 2 to 9 seats")
    options = parser.parse_args()
    m = product()
    print(f"m = {m * 1e6:.0f} µs; a round of four may take {BOUND} s")
    with tempfile.TemporaryDirectory() as folder:
        print("seats  rounds  turns  records       KB  s/round  m/round  m/round/seat")
        for seats in (2, 3, 4, 6, 9):
            _measure(Path(folder), seats, options.rounds, m)
        print("rounds, four seats")
        for rounds in (1, 6, 12):
            log = _measure(Path(folder), 4, rounds, m)
        for cores in sorted({1, 2, os.cpu_count() or 1}):
            clock = "the processor" if cores == 1 else "the clock"
            print(f"  {cores} cores: {audit_seconds(log, cores):.2f} s by {clock}")
        print("parts")
        show_parts(log)


def _measure(folder: Path, seats: int, rounds: int, m: float) -> Path:
    table = played(seats, rounds)
    records = records_of(table)
    log = write_log(folder / f"{seats}-{rounds}.scat", records)
    each = audit_seconds(log, 1) / table.state.rounds
    turns = sum(state.stage is Stage.TURN for state in table.states)
    print(
        f"{seats:5}  {table.state.rounds:6}  {turns:5}  {len(records):7}  {log.stat().st_size / 1000:7.0f}  {each:7.3f}"
        f"  {each / m:7.0f}  {each / m / seats:12.0f}"
    )
    return log


if __name__ == "__main__":
    main()
