"""`scatnet join`: sits down at a table found on the network, or named by address or ticket."""

from __future__ import annotations

import argparse
from contextlib import AbstractAsyncContextManager

from scatnet.commands.refusing import refuse
from scatnet.commands.seating import add_finding_options, add_options, passcode_of, sit_down
from scatnet.console.messages import Join
from scatnet.net.addresses import Endpoint
from scatnet.net.passcode import PasscodeError
from scatnet.net.person import Person
from scatnet.net.session import Session
from scatnet.net.tables import join_table
from scatnet.words import _

__all__ = ["add_parser", "run"]


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `join` to the program's commands."""
    parser = subparsers.add_parser("join", help=_("sit down at a table"))
    add_finding_options(parser)
    add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet join`; the exit status. Raises StoreError."""
    target: str = args.table
    seconds: float = args.wait
    try:
        passcode = passcode_of(args)
    except PasscodeError as error:
        return refuse(str(error))

    def way(person: Person, listen: Endpoint | None) -> AbstractAsyncContextManager[Session]:
        return join_table(person, target, passcode=passcode, listen=listen, seconds=seconds)

    return sit_down(args, way, Join(target=target, passcode=passcode or ""))
