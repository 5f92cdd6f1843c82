"""`scatnet play`: the console, on the full screen. It is also what `scatnet` without a command opens on a terminal."""

from __future__ import annotations

import argparse

from scatnet.commands.refusing import REFUSED, refuse
from scatnet.commands.seating import person_of, suggested_name
from scatnet.commands.terminal import fits_full_screen
from scatnet.console.app import run_console
from scatnet.console.backend import Program
from scatnet.net.addresses import AddressError, parse_endpoint
from scatnet.net.person import Person
from scatnet.store.paths import open_home
from scatnet.words import _

__all__ = ["add_parser", "run"]


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `play` to the program's commands."""
    parser = subparsers.add_parser("play", help=_("the console: find, open or join a table, or practise"))
    parser.add_argument("--listen", metavar="HOST:PORT", help=_("where to listen for the others; port 0: any free one"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet play`, or the console for a command line without a command; the exit status. Raises StoreError."""
    if not fits_full_screen():
        sentence = _("The console needs a terminal to draw on. For plain lines: scatnet host --plain --bots 3.")
        return refuse(sentence, REFUSED)
    listen: str | None = getattr(args, "listen", None)
    try:
        where = parse_endpoint(listen, lowest_port=0) if listen else None
    except AddressError as error:
        return refuse(str(error))

    def person() -> Person:
        return person_of(argparse.Namespace(home=args.home, nickname=None, auto=False))

    run_console(Program(open_home(args.home), person, suggested_name=suggested_name(), listen=where))
    return 0
