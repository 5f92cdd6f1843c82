"""Audit what peers write in a world of faults: python -m scripts.audit_simulations [--games N] [--seed S]

Plays games of Scat among simulated machines with cut cables, crashes and false players, audits the log of every honest
machine, and compares: every log is valid, ends at its machine's head, and blames nobody but who cheated. Prints how
often each irregularity was told; exit status 1 where anything is otherwise.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from scatnet.rules.ruleset import PRESETS
from tests.audit.simulated import Simulated, simulate
from tests.simulation.scenario import draw_scenario


def play_and_audit(seed: int, folder: Path) -> Simulated:
    """One game of a seed; two in three have somebody who cheats."""
    rules = sorted(PRESETS)[seed % len(PRESETS)]
    return simulate(draw_scenario(seed, rules=rules, cheating=seed % 3 != 0), folder)


def main() -> int:
    """Play and audit so many games; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cores", type=int, default=2)
    options = parser.parse_args()
    told: Counter[str] = Counter()
    wrong: list[str] = []
    logs = 0
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(options.cores) as pool:
        seeds = range(options.seed, options.seed + options.games)
        for one in pool.map(partial(play_and_audit, folder=Path(folder)), seeds):
            told += one.told
            wrong += one.wrong
            logs += one.logs
            for line in one.wrong:
                print(line, file=sys.stderr)
    for code, count in sorted(told.items()):
        print(f"{count:7}  {code}")
    print(f"{options.games} games, {logs} logs audited, {len(wrong)} things wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
