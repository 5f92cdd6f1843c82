"""`scatnet simulate`: computer players play games by the thousand, on the same rules engine and without cryptography.

The same seed plays the same games; only the time they take differs.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random

from scatnet.bots import PLAYERS, Player
from scatnet.bots.simulation import play_game
from scatnet.commands.refusing import refuse
from scatnet.commands.rules import ruleset_from_argument
from scatnet.rules.fields import RuleSetError
from scatnet.rules.ruleset import RuleSet
from scatnet.rules.scoring import prepare_scores
from scatnet.rules.showdown import EndedBy
from scatnet.words import _


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """What a run of games came to.

    `wins`: by seat, games won, a shared one counting in part; `seconds`: of processor time.
    """

    games: int
    rounds: int
    turns: int
    wins: tuple[float, ...]
    endings: Counter[EndedBy]
    seconds: float

    @property
    def turns_per_second(self) -> float:
        """Turns played in a second of processor time on one core."""
        return self.turns / self.seconds if self.seconds else 0.0


def simulate(rules: RuleSet, players: list[Player], games: int, seed: int) -> Simulation:
    """Play so many games with this seed. Raises ValueError where the rules do not take so many players."""
    chance = Random(seed)
    wins = [0.0] * len(players)
    endings: Counter[EndedBy] = Counter()
    rounds = turns = 0
    # Tables of scores are made once, whatever the number of games: they are no part of the time a turn takes.
    prepare_scores(rules)
    began = time.process_time()
    for _game in range(games):
        game = play_game(rules, players, chance)
        for seat in game.winners:
            wins[seat] += 1 / len(game.winners)
        endings += game.endings
        rounds += game.rounds
        turns += game.turns
    return Simulation(
        games=games,
        rounds=rounds,
        turns=turns,
        wins=tuple(wins),
        endings=endings,
        seconds=time.process_time() - began,
    )


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `simulate` to the program's commands."""
    parser = subparsers.add_parser("simulate", help=_("games between computer players, without cryptography"))
    parser.add_argument("--rules", default="kitchen", metavar="PRESET|FILE", help=_("default: %(default)s"))
    parser.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help=_("change a field"))
    parser.add_argument("--seats", type=int, default=4, metavar="N", help=_("default: %(default)s"))
    parser.add_argument("--games", type=int, default=100, metavar="G", help=_("default: %(default)s"))
    parser.add_argument("--seed", type=int, default=1, metavar="S", help=_("default: %(default)s"))
    parser.add_argument(
        "--bots",
        default="standard",
        metavar="KIND[,KIND...]",
        help=_("how the seats play: {kinds}; a list goes round the table").format(kinds=", ".join(PLAYERS)),
    )
    parser.add_argument("--json", action="store_true", help=_("print JSON"))
    parser.set_defaults(run=run, homeless=True)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet simulate`; the exit status."""
    rules_name: str = args.rules
    changes: list[str] = args.set
    seats: int = args.seats
    games: int = args.games
    kinds: list[str] = args.bots.split(",")
    try:
        rules = ruleset_from_argument(rules_name, changes)
    except RuleSetError as error:
        return refuse(str(error))
    if not rules.min_seats <= seats <= rules.max_seats:
        return refuse(
            _("These rules take {least} to {most} seats.").format(least=rules.min_seats, most=rules.max_seats)
        )
    if games < 1:
        return refuse(_("Play one game at least."))
    for kind in kinds:
        if kind not in PLAYERS:
            return refuse(
                _("There is no computer player {kind}; there are {kinds}.").format(kind=kind, kinds=", ".join(PLAYERS))
            )
    players = [PLAYERS[kind] for kind in islice(cycle(kinds), seats)]
    outcome = simulate(rules, players, games, args.seed)
    print(_json(outcome) if args.json else _plain(outcome))
    return 0


def _json(outcome: Simulation) -> str:
    return json.dumps(
        {
            "games": outcome.games,
            "rounds": outcome.rounds,
            "turns": outcome.turns,
            "turns_per_second": round(outcome.turns_per_second),
            "rounds_per_game": round(outcome.rounds / outcome.games, 2),
            "wins": [round(n, 3) for n in outcome.wins],
            "ended_by": {
                ending.value: round(outcome.endings[ending] / outcome.rounds, 4)
                for ending in EndedBy
                if outcome.endings[ending]
            },
        }
    )


def _plain(outcome: Simulation) -> str:
    lines = [
        _("{games} games, {rounds} rounds, {turns} turns").format(
            games=outcome.games, rounds=outcome.rounds, turns=outcome.turns
        ),
        _("{rate:.0f} turns per second on one core").format(rate=outcome.turns_per_second),
        _("{count:.1f} rounds per game").format(count=outcome.rounds / outcome.games),
    ]
    lines += [
        _("seat {seat} won {share:.1%}").format(seat=seat + 1, share=n / outcome.games)
        for seat, n in enumerate(outcome.wins)
    ]
    lines += [
        _("rounds ended by {ending}: {share:.1%}").format(
            ending=ending.value, share=outcome.endings[ending] / outcome.rounds
        )
        for ending in EndedBy
        if outcome.endings[ending]
    ]
    return "\n".join(lines)
