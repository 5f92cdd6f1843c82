"""Search for a game in which something that must hold does not: thousands of simulated games, drawn from one seed.

Games take turns through the sizes and rule sets asked for; each has its own faults and false players (see
`tests/simulation`). Every failing game is printed with its number, which replays it exactly:

    python scripts/simulate_faults.py --seed 1 --games 5000
    python scripts/simulate_faults.py --seed 1 --only 4711 --trace

The exit status is 1 where any game failed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scatnet.rules.ruleset import PRESETS
from tests.simulation.scenario import Outcome, Scenario, draw_scenario, run

SMALL = "small"  # the small game that stands in for Scat, some thirty times faster


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched: game number `n` has seed `seed + n`, and the n-th of all rule sets and sizes in turn."""

    seed: int
    rules: tuple[str, ...]
    seats: tuple[int, ...]

    def scenario(self, number: int) -> Scenario:
        """The scenario of one game."""
        rules = self.rules[number % len(self.rules)]
        seats = self.seats[number // len(self.rules) % len(self.seats)]
        if rules in PRESETS:
            seats = min(seats, PRESETS[rules].max_seats)
        return draw_scenario(self.seed + number, rules="" if rules == SMALL else rules, people=seats)


def main() -> int:
    """Play all games asked for, and report."""
    options = _options()
    search = Search(options.seed, tuple(options.rules), tuple(options.seats))
    if options.only is not None:
        return _replay(search, options.only, trace=options.trace)
    began = time.monotonic()
    failed = 0
    figures: Counter[str] = Counter()
    for number, outcome in _play(search, range(options.first, options.first + options.games), options.workers):
        figures.update(_figures(outcome))
        if outcome.problems:
            failed += 1
            print(f"game {number} failed: {_describe(outcome)}", flush=True)
        if (number + 1) % 100 == 0:
            print(f"up to game {number}: {failed} failed, {time.monotonic() - began:.0f} s", flush=True)
    print(", ".join(f"{name} {count}" for name, count in sorted(figures.items())))
    print(f"seed {options.seed}: {options.games} games, {failed} failed, {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Simulate games with faults and false players.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="begin with the game of this number")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5, 6])
    parser.add_argument("--rules", nargs="+", choices=[*sorted(PRESETS), SMALL], default=sorted(PRESETS))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", type=int, help="replay the game of this number")
    parser.add_argument("--trace", action="store_true", help="with --only: print what happened")
    return parser.parse_args()


def _play(search: Search, numbers: range, workers: int) -> Iterator[tuple[int, Outcome]]:
    if workers == 1:
        for number in numbers:
            yield number, run(search.scenario(number))
        return
    with multiprocessing.Pool(workers) as pool:
        scenarios = (search.scenario(number) for number in numbers)
        yield from zip(numbers, pool.imap(run, scenarios, chunksize=4), strict=True)


def _replay(search: Search, number: int, *, trace: bool) -> int:
    outcome = run(search.scenario(number), trace=trace)
    print("\n".join(outcome.trace))
    print(_describe(outcome))
    return 1 if outcome.problems else 0


def _figures(outcome: Outcome) -> dict[str, int]:
    scenario = outcome.scenario
    return {
        "games over": int(outcome.over),
        "games with false players": int(bool(scenario.cheaters)),
        "games with deaths": int(bool(scenario.deaths)),
        "steps": outcome.steps,
        "lapses": outcome.lapses,
        **{name: 1 for _, name in scenario.cheaters},
    }


def _describe(outcome: Outcome) -> str:
    scenario = outcome.scenario
    found = "; ".join(outcome.problems) or "nothing wrong"
    return (
        f"{found} ({scenario.rules or SMALL}, {scenario.people} people, {scenario.computers} computer players, "
        f"{outcome.steps} steps, cheaters {list(scenario.cheaters)}, deaths {list(scenario.deaths)})"
    )


if __name__ == "__main__":
    sys.exit(main())
