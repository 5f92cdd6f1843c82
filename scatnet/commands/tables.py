"""`scatnet tables [--wait S] [--json]`: the tables announced on this network."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

import trio

from scatnet.commands.columns import in_columns
from scatnet.commands.looking import may_look_for, refuse_to_look
from scatnet.commands.refusing import REFUSED, refuse
from scatnet.net.addresses import AddressError, interfaces_for, parse_endpoint
from scatnet.net.directory import FoundTable, tables_on_network
from scatnet.net.discovery import DiscoveryError
from scatnet.table.telling import rules_name
from scatnet.words import _

__all__ = ["add_parser", "run"]


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `tables` to the program's commands."""
    parser = subparsers.add_parser("tables", help=_("the tables on this network"))
    parser.add_argument("--wait", type=float, default=3.0, metavar="S", help=_("seconds to look, default: %(default)s"))
    parser.add_argument("--listen", metavar="HOST", help=_("look only on the interface with this address"))
    parser.add_argument("--json", action="store_true", help=_("print JSON"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet tables`; the exit status."""
    seconds: float = args.wait
    listen: str | None = args.listen
    if not may_look_for(seconds):
        return refuse_to_look()
    try:
        where = interfaces_for(parse_endpoint(listen, lowest_port=0) if listen else None)
        tables = trio.run(tables_on_network, where, seconds)
    except AddressError as error:
        return refuse(str(error))
    except DiscoveryError as error:
        return refuse(str(error), REFUSED)
    print(_json(tables) if args.json else "\n".join(_lines(tables)))
    return 0


def _lines(tables: Sequence[FoundTable]) -> list[str]:
    if not tables:
        return [_("No tables are to be seen. Try --wait with more seconds, or join by address or with a ticket.")]
    rows = [(_("table"), _("rules"), _("seats"), _("state"), _("key"))]
    rows += [
        (table.name, rules_name(table.rules), f"{table.taken}/{table.seats}", _state(table), table.key[:8])
        for table in tables
    ]
    return in_columns(rows)


def _state(table: FoundTable) -> str:
    if not table.fits:
        return _("another version")
    state = _("playing") if table.playing else _("open")
    return _("{state}, passcode").format(state=state) if table.locked else state


def _json(tables: Sequence[FoundTable]) -> str:
    return json.dumps(
        [
            {
                "key": table.key,
                "name": table.name,
                "rules": table.rules,
                "taken": table.taken,
                "seats": table.seats,
                "state": table.announcement.stage.value,
                "passcode": table.locked,
                "spectators": table.announcement.spectators,
                "fingerprint": table.announcement.fingerprint,
                "addresses": [str(endpoint) for endpoint in table.peers[0].endpoints],
                "revision": table.announcement.revision,
            }
            for table in tables
        ],
        indent=1,
    )
