"""`scatnet score [--rules PRESET|FILE] CARD CARD CARD`: what a hand is worth."""

from __future__ import annotations

import argparse

from scatnet.commands.refusing import refuse
from scatnet.commands.rules import ruleset_from_argument
from scatnet.rules.cards import HAND_SIZE, parse_card
from scatnet.rules.scoring import hand_score, points_text
from scatnet.words import _


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `score` to the program's commands."""
    parser = subparsers.add_parser("score", help=_("what a hand is worth"))
    parser.add_argument("--rules", default="kitchen", metavar="PRESET|FILE", help=_("default: %(default)s"))
    parser.add_argument("cards", nargs=HAND_SIZE, metavar="CARD", help=_("rank and suit, such as 10H or AS"))
    parser.set_defaults(run=run, homeless=True)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet score`; the exit status."""
    names: list[str] = args.cards
    rules_name: str = args.rules
    try:
        rules = ruleset_from_argument(rules_name)
        cards = [parse_card(name.upper()) for name in names]
    except ValueError as error:
        return refuse(str(error))
    if len(set(cards)) < len(cards):
        return refuse(_("The same card is there twice."))
    print(points_text(hand_score(rules, cards)))
    return 0
