"""`scatnet resume`: lists the unfinished tables of this home, and goes on with one of them.

Without a name it goes on with the only one, where a person is there to play; otherwise it lists them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from pathlib import Path
from typing import Final

from scatnet.commands.columns import in_columns
from scatnet.commands.refusing import REFUSED, refuse
from scatnet.commands.seating import add_options, passcode_of, sit_down
from scatnet.commands.terminal import is_terminal
from scatnet.console.messages import Resume
from scatnet.net.addresses import Endpoint
from scatnet.net.passcode import PasscodeError
from scatnet.net.person import Person
from scatnet.net.session import Session
from scatnet.net.tables import resume_table
from scatnet.store.home import TableEntry, list_tables
from scatnet.store.paths import open_home
from scatnet.words import _

__all__ = ["add_parser", "run"]

_SHORT: Final = 8  # characters of a table's key that tell it apart well enough


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `resume` to the program's commands."""
    parser = subparsers.add_parser("resume", help=_("go on with an unfinished table"))
    parser.add_argument(
        "table", nargs="?", metavar="NAME|KEY", help=_("left out: the only unfinished table, or a list of all")
    )
    parser.add_argument("--passcode", metavar="P", help=_("what spectators have to know"))
    parser.add_argument("--json", action="store_true", help=_("list as JSON"))
    add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet resume`; the exit status. Raises StoreError."""
    wanted: str | None = args.table
    as_json: bool = args.json
    entries = [entry for entry in list_tables(open_home(args.home)) if entry.mine and entry.result is None]
    unfinished = [entry for entry in entries if entry.fault is None]
    damaged = [(entry, entry.fault) for entry in entries if entry.fault is not None]
    alone = len(unfinished) == 1 and not damaged and not as_json and is_terminal()
    if wanted is None and not alone:
        print(_json(unfinished) if as_json else "\n".join(_lines(unfinished)))
        for _entry, fault in damaged:
            refuse(fault)
        return 0
    try:
        passcode = passcode_of(args)
    except PasscodeError as error:
        return refuse(str(error))
    named = unfinished if wanted is None else [entry for entry in unfinished if _means(entry, wanted)]
    if wanted is not None and not named:
        for entry, fault in damaged:
            if _means(entry, wanted):
                return refuse(fault, REFUSED)
        return refuse(_("There is no unfinished table “{name}” here.").format(name=wanted), REFUSED)
    if len(named) > 1:
        keys = ", ".join(_key(entry)[:_SHORT] for entry in named)
        return refuse(_("Several tables are meant; name one by its key: {keys}.").format(keys=keys))
    log = named[0].path

    def way(person: Person, listen: Endpoint | None) -> AbstractAsyncContextManager[Session]:
        return resume_table(person, log, passcode=passcode, listen=listen)

    return sit_down(args, way, Resume(str(log)))


def _key(entry: TableEntry) -> str:
    return Path(entry.path).stem


def _means(entry: TableEntry, wanted: str) -> bool:
    wanted = wanted.strip().casefold()
    return entry.name.casefold() == wanted or (len(wanted) >= 4 and _key(entry).startswith(wanted))


def _lines(entries: Sequence[TableEntry]) -> list[str]:
    if not entries:
        return [_("No table is unfinished.")]
    rows = [(_("key"), _("table"), _("round"), _("last played"), _("players"))]
    rows += [
        (
            _key(entry)[:_SHORT],
            entry.name,
            str(entry.rounds),
            f"{datetime.fromtimestamp(entry.played):%Y-%m-%d %H:%M}",
            ", ".join(entry.players) or _("not begun"),
        )
        for entry in entries
    ]
    return [*in_columns(rows), _("scatnet resume KEY goes on with one of them.")]


def _json(entries: Sequence[TableEntry]) -> str:
    return json.dumps(
        [
            {
                "key": _key(entry),
                "name": entry.name,
                "rounds": entry.rounds,
                "players": list(entry.players),
                "played": entry.played,
                "log": str(entry.path),
            }
            for entry in entries
        ],
        indent=1,
    )
