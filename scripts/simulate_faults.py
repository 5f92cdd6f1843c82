"""Search for a game in which something that must hold does not: thousands of simulated games, drawn from one seed.

Games take turns through the sizes and rule sets asked for; each has its own faults and false players (see
`tests/simulation`). Every failing game is printed with its number, which replays it exactly:

    python scripts/simulate_faults.py --seed 1 --games 5000
    python scripts/simulate_faults.py --seed 1 --only 4711 --trace

The exit status is 1 where any game failed. To see that the search would find a bug, put one in on purpose: the same
games are played until one of them shows it, and the exit status is 0 only if one does:

    python scripts/simulate_faults.py --seed 1 --plant votes-in-head
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scatnet.rules.ruleset import PRESETS
from tests.simulation.bugs import BUGS
from tests.simulation.scenario import Outcome, Scenario, draw_scenario, run

SICK_ACTIONS = 20_000  # a game with a bug in it may never end

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
    if options.plant is not None:
        return _find(search, options)
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
    parser.add_argument("--plant", choices=sorted(BUGS), metavar="BUG", help=f"find a bug: {', '.join(sorted(BUGS))}")
    parser.add_argument("--only", type=int, help="replay the game of this number")
    parser.add_argument("--trace", action="store_true", help="with --only: print what happened")
    return parser.parse_args()


def _find(search: Search, options: argparse.Namespace) -> int:
    """Play with a bug put in until it shows."""
    numbers = range(options.first, options.first + options.games)
    for number, outcome in _play(search, numbers, options.workers, options.plant):
        if BUGS[options.plant].shows(outcome.problems):
            print(f"{options.plant}: found in game {number}, after {number - options.first + 1} games")
            print(f"game {number} failed: {_describe(outcome)}")
            return 0
    print(f"{options.plant}: not found in {options.games} games")
    return 1


def _play(search: Search, numbers: range, workers: int, bug: str | None = None) -> Iterator[tuple[int, Outcome]]:
    scenarios = (search.scenario(number) for number in numbers)
    if workers == 1:
        yield from zip(numbers, map(partial(_run_with, bug), scenarios), strict=True)
        return
    with multiprocessing.Pool(workers) as pool:
        yield from zip(numbers, pool.imap(partial(_run_with, bug), scenarios), strict=True)


def _run_with(bug: str | None, scenario: Scenario) -> Outcome:
    if bug is None:
        return run(scenario)
    with BUGS[bug].put_in():
        return run(scenario, actions=SICK_ACTIONS)


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
        "false answers refused": outcome.forged,
        "seats named for false play": outcome.named,
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
