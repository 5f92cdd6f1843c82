"""Let two kinds of computer player share tables, and print how many games each kind wins.

Run it as `python -m scripts.compare_players` at the root. A game counts for the kind of the seat that wins it, a shared
one in part. The kinds hold half of the seats each, in every arrangement that rotation and sitting apart or together
give, so that no place is better for one of them; equal players win half of the games. Exit status 1 where the first
kind's share, at any table size under any of the rules, is below `--least`.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from random import Random

from scatnet.bots import PLAYERS, Player
from scatnet.bots.simulation import play_game
from scatnet.rules.ruleset import PRESETS, RuleSet

MARGIN = 1.96
"""Standard errors on either side of a share that make a confidence interval of 95 %."""


def share_of(rules: RuleSet, seats: int, players: tuple[Player, Player], games: int, seed: int) -> float:
    """The share of games that the first kind of player wins at tables of so many seats, half of them its own."""
    chance, won = Random(seed), 0.0
    for game in range(games):
        table = seating(seats, players, game)
        winners = play_game(rules, table, chance).winners
        won += sum(table[seat] is players[0] for seat in winners) / len(winners)
    return won / games


def seating(seats: int, players: tuple[Player, Player], game: int) -> list[Player]:
    """Who sits where in this game: kinds in turn and side by side by turns, one seat further every second game."""
    apart = [players[seat % 2] for seat in range(seats)]
    together = [players[2 * seat // seats] for seat in range(seats)]
    table, turn = (together if game % 2 else apart), game // 2 % seats
    return table[turn:] + table[:turn]


def main() -> int:
    """Compare; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", nargs=2, choices=PLAYERS, default=["standard", "quick"])
    parser.add_argument("--rules", nargs="+", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--seats", nargs="+", type=int, choices=(2, 4, 6, 8), default=[4], help="default: 4")
    parser.add_argument("--games", type=int, default=1000, help="for each line; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=0.5, help="the least share to be won; default: %(default)s")
    args = parser.parse_args()
    first, second = args.players
    weak = False
    for name in args.rules:
        rules = PRESETS[name]
        for seats in (n for n in args.seats if rules.min_seats <= n <= rules.max_seats):
            share = share_of(rules, seats, (PLAYERS[first], PLAYERS[second]), args.games, args.seed)
            error = MARGIN * sqrt(share * (1 - share) / args.games)
            print(
                f"{name}, {seats} seats: {first} won {share:.1%} ± {error:.1%} of {args.games} against {second}",
                flush=True,
            )
            weak = weak or share < args.least
    return 1 if weak else 0


if __name__ == "__main__":
    sys.exit(main())
