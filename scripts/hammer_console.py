"""Press every key, then random ones, in every state of the console: `python scripts/hammer_console.py [--seed S]`.

Prints a line for each state; a failure names the state and the seed that repeat it exactly, and ends with status 1.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.console.hammering import SCREENS, hammer, press_every_key


def main() -> int:
    """Run the hammer over all states."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=1000, help="random presses in each state (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--screen", choices=sorted(SCREENS), help="only this state")
    args = parser.parse_args()
    for screen in [args.screen] if args.screen else SCREENS:
        begun = time.perf_counter()
        try:
            asyncio.run(press_every_key(screen, thorough=True))
            asyncio.run(hammer(screen, args.seed, args.presses))
        except Exception:
            print(f"{screen}: failed with --seed {args.seed} --presses {args.presses}", file=sys.stderr)
            raise
        print(f"{screen}: {args.presses} presses, {time.perf_counter() - begun:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
