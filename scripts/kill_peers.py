"""Kill a peer after each of its events, or between any two system calls, and start it again: every game must end at one
head, with nothing in any log that speaks of false play.

    python scripts/kill_peers.py simulated    recorded games: each own event at each moment, before each effect
    python scripts/kill_peers.py events       real processes, killed after each own event, also with older logs
    python scripts/kill_peers.py calls        real processes, killed at system calls (needs strace)
    python scripts/kill_peers.py clocks       real processes whose clock jumps (needs faketime), or that sleep

Real processes play on loopback only. A game that fails is named with its number; with `--first` it is played again. The
exit status is 1 where a game failed.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import trio

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from kills_calls import why_not
from kills_games import Figures, Game, at_calls, at_events, at_odd_times
from kills_simulated import simulate
from kills_table import Loopback, Table
from lan_players import NotShownError, Players


def main() -> int:
    """Kill as asked for; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("how", choices=("simulated", "events", "calls", "clocks"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=6, help="games to play, or to record, default: %(default)s")
    parser.add_argument("--first", type=int, default=0, help="begin with the game of this number")
    options = parser.parse_args()
    how: str = options.how
    seed: int = options.seed
    first: int = options.first
    count: int = options.games
    if how == "simulated":
        return 1 if simulate(seed, range(first, first + count)) else 0
    missing = why_not() if how == "calls" else None
    if how == "clocks" and shutil.which("faketime") is None:
        missing = "Letting a clock jump needs the program faketime."
    if missing is not None:
        print(f"Nothing is shown: {missing}", file=sys.stderr)
        return 0
    ways = {"events": at_events, "calls": at_calls, "clocks": at_odd_times}
    return 1 if _real(ways[how](seed), first, count) else 0


def _real(games: Iterator[Game], first: int, count: int) -> int:
    """Play real games and report; how many failed."""
    failed, total = 0, Figures()
    began = time.monotonic()
    for number, game in enumerate(islice(games, first, first + count), first):
        found = _try(game)
        if isinstance(found, Figures):
            total.add(found)
            said = f"{found.kills} kills, {found.rounds} rounds, one head"
        else:
            failed += 1
            said = f"FAILED, {found}"
        print(f"game {number}, {game.victim} killed {game.name}: {said}", flush=True)
    figures = f"{total.kills} kills, {total.restarts} restarts, {total.rounds} rounds"
    print(f"{count} games, {failed} failed: {figures}, {time.monotonic() - began:.0f} s")
    print("killed at " + ", ".join(f"{what} {times}" for what, times in sorted(total.after.items())))
    return failed


def _try(game: Game) -> Figures | str:
    """Play one game; its figures, or what was not as it should be."""
    found: Figures | str = ""
    with tempfile.TemporaryDirectory(prefix="scatnet-kills-") as folder:
        try:
            found = trio.run(_play, game, Path(folder))
        except* NotShownError as group:
            found = str(_first(group))
    return found


async def _play(game: Game, folder: Path) -> Figures:
    async with trio.open_nursery() as nursery:
        net = Loopback()
        figures = await game.play(Table(Players(net, folder, nursery), net, victim=game.victim))
        nursery.cancel_scope.cancel()
    return figures


def _first(group: BaseException) -> BaseException:
    return _first(group.exceptions[0]) if isinstance(group, BaseExceptionGroup) else group


if __name__ == "__main__":
    sys.exit(main())
