"""`scatnet join`: sits down at a table found on the network, or named by address or ticket."""

from __future__ import annotations

import argparse

from scatnet.commands.finding import add_finding_options, come_to
from scatnet.net.tables import join_table
from scatnet.words import _

__all__ = ["add_parser", "run"]


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `join` to the program's commands."""
    parser = subparsers.add_parser("join", help=_("sit down at a table"))
    add_finding_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet join`; the exit status. Raises StoreError."""
    return come_to(args, join_table, watch=False)
