"""What `join` and `watch` have in common: which table is meant, its passcode, and how long to look for it."""

from __future__ import annotations

import argparse
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from scatnet.commands.looking import may_look_for, refuse_to_look
from scatnet.commands.refusing import refuse
from scatnet.commands.seating import add_options, passcode_of, sit_down
from scatnet.console.messages import Join
from scatnet.net.addresses import Endpoint
from scatnet.net.passcode import PasscodeError
from scatnet.net.person import Person
from scatnet.net.session import Session
from scatnet.net.tables import FIND_SECONDS
from scatnet.words import _

__all__ = ["add_finding_options", "come_to"]


class _Finding(Protocol):
    """`join_table` or `watch_table`."""

    def __call__(
        self, person: Person, target: str, *, passcode: str | None, listen: Endpoint | None, seconds: float
    ) -> AbstractAsyncContextManager[Session]: ...


def add_finding_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command that comes to a table of somebody else."""
    parser.add_argument(
        "table",
        nargs="?",
        default="",
        metavar="NAME|HOST:PORT|TICKET",
        help=_("which table; left out: the only one on this network"),
    )
    parser.add_argument("--passcode", metavar="P", help=_("what the host has asked for"))
    parser.add_argument(
        "--wait",
        type=float,
        default=FIND_SECONDS,
        metavar="S",
        help=_("seconds to look for the table, default: %(default)s"),
    )
    add_options(parser)


def come_to(args: argparse.Namespace, find: _Finding, *, watch: bool) -> int:
    """Find the table that the command line names and stay there until it is left; the exit status.

    Raises StoreError.
    """
    target: str = args.table
    seconds: float = args.wait
    if not may_look_for(seconds):
        return refuse_to_look()
    try:
        passcode = passcode_of(args)
    except PasscodeError as error:
        return refuse(str(error))

    def way(person: Person, listen: Endpoint | None) -> AbstractAsyncContextManager[Session]:
        return find(person, target, passcode=passcode, listen=listen, seconds=seconds)

    return sit_down(args, way, Join(target=target, passcode=passcode or "", watch=watch))
