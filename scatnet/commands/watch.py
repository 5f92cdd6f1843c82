"""`scatnet watch`: watches a table without a seat; no card is readable here that was not shown to everybody."""

from __future__ import annotations

import argparse

from scatnet.commands.finding import add_finding_options, come_to
from scatnet.net.tables import watch_table
from scatnet.words import _

__all__ = ["add_parser", "run"]


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `watch` to the program's commands."""
    parser = subparsers.add_parser("watch", help=_("watch a table"))
    add_finding_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet watch`; the exit status. Raises StoreError."""
    return come_to(args, watch_table, watch=True)
