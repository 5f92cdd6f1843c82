"""`scatnet play`: the console, on the full screen or in plain lines.

It is also what `scatnet` without a command opens on a terminal.
"""

from __future__ import annotations

import argparse

import trio

from scatnet.commands.refusing import INTERRUPTED, refuse
from scatnet.commands.seating import person_of, suggested_name
from scatnet.commands.terminal import fits_full_screen, leave_on_signals, manner_here, typed_lines, write_line
from scatnet.console.app import run_console
from scatnet.console.backend import Program
from scatnet.console.plain_lobby import PlainLobby
from scatnet.net.addresses import AddressError, parse_endpoint
from scatnet.net.person import Person
from scatnet.store.paths import open_home
from scatnet.words import _

__all__ = ["add_parser", "run"]


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `play` to the program's commands."""
    parser = subparsers.add_parser("play", help=_("the console: find, open or join a table, or practise"))
    parser.add_argument("--listen", metavar="HOST:PORT", help=_("where to listen for the others; port 0: any free one"))
    parser.add_argument("--plain", action="store_true", help=_("plain lines instead of the full screen"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet play`, or the console for a command line without a command; the exit status. Raises StoreError."""
    listen: str | None = getattr(args, "listen", None)
    plain: bool = getattr(args, "plain", False)
    try:
        where = parse_endpoint(listen, lowest_port=0) if listen else None
    except AddressError as error:
        return refuse(str(error))

    def person() -> Person:
        return person_of(argparse.Namespace(home=args.home, nickname=None, auto=False))

    program = Program(open_home(args.home), person, suggested_name=suggested_name(), listen=where)
    if plain or not fits_full_screen():
        return trio.run(_play_plain, program)
    run_console(program)
    return 0


async def _play_plain(program: Program) -> int:
    lobby = PlainLobby(program, lines=typed_lines(), write=write_line, manner=manner_here)
    status = INTERRUPTED
    async with trio.open_nursery() as nursery:
        await nursery.start(leave_on_signals, lobby.leave, nursery.cancel_scope)
        await lobby.run()
        status = 0
        nursery.cancel_scope.cancel()
    return status
