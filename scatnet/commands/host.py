"""`scatnet host`: opens a table, announces it, and sits down at it."""

from __future__ import annotations

import argparse
from contextlib import AbstractAsyncContextManager

from scatnet.commands.refusing import refuse
from scatnet.commands.rules import ruleset_from_argument
from scatnet.commands.seating import add_options, passcode_of, sit_down
from scatnet.console.messages import Host
from scatnet.net.addresses import Endpoint
from scatnet.net.passcode import PasscodeError
from scatnet.net.person import Person
from scatnet.net.session import Session
from scatnet.net.tables import TableWish, host_table
from scatnet.rules.fields import RuleSetError
from scatnet.words import _

__all__ = ["add_parser", "run"]


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `host` to the program's commands."""
    parser = subparsers.add_parser("host", help=_("open a table"))
    parser.add_argument("--name", default="", metavar="N", help=_("the table's name"))
    parser.add_argument("--rules", default="kitchen", metavar="PRESET|FILE", help=_("default: %(default)s"))
    parser.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help=_("change a rule"))
    parser.add_argument("--seats", type=int, default=4, metavar="N", help=_("seats in all, default: %(default)s"))
    parser.add_argument(
        "--bots", type=int, default=0, metavar="N", help=_("computer players among them, default: %(default)s")
    )
    parser.add_argument("--passcode", metavar="P", help=_("what everyone has to know who wants in"))
    parser.add_argument(
        "--patience",
        type=int,
        default=120,
        metavar="S",
        help=_("seconds before the others may go on without a peer, default: %(default)s"),
    )
    parser.add_argument(
        "--turn-clock", type=int, default=0, metavar="S", help=_("seconds for each turn, default: no clock")
    )
    parser.add_argument("--no-spectators", action="store_true", help=_("nobody may watch"))
    parser.add_argument(
        "--start-when", type=int, metavar="N", help=_("begin as soon as so many sit, default: when all seats are taken")
    )
    add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet host`; the exit status. Raises StoreError."""
    rules_name: str = args.rules
    changes: list[str] = args.set
    try:
        wish = TableWish(
            name=args.name,
            rules=ruleset_from_argument(rules_name, changes),
            seats=args.seats,
            bots=args.bots,
            passcode=passcode_of(args),
            patience=args.patience,
            turn_clock=args.turn_clock,
            spectators=not args.no_spectators,
            start_when=args.start_when,
        )
    except (RuleSetError, PasscodeError) as error:
        return refuse(str(error))

    def way(person: Person, listen: Endpoint | None) -> AbstractAsyncContextManager[Session]:
        return host_table(person, wish, listen)

    return sit_down(args, way, Host(wish))
