"""`scatnet stats [--json]`: games, wins, knocks and 31s across the logs in the home, by player and by rules.

    {"schema": 1, "games": n,
     "players": [{"name", "key": hex | null (all computer players), "total": COUNTS, "by_rules": {rules: COUNTS}}],
     "rules": {rules: COUNTS}, "skipped": [{"file", "why"}]}
    COUNTS = {"games", "finished", "wins", "rounds", "knocks_won", "knocks_lost", "thirty_ones"}

Rules are named by their preset, followed by `+` where some of it was changed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from scatnet.audit.sums import worker_processes
from scatnet.audit.tally import Counts, GameTally, PlayerTally, SkippedLog, Tally, add_up, tally_log
from scatnet.commands.audit import ProgressBar, cores_here
from scatnet.store.paths import open_home
from scatnet.table.telling import rules_name
from scatnet.words import _, ngettext

__all__ = ["add_parser", "run"]

_WORTH_PROCESSES: Final = 5_000_000
"""So many bytes of logs take longer than starting other processes."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `stats` to the program's commands."""
    parser = subparsers.add_parser("stats", help=_("games, wins, knocks and 31s across your games"))
    parser.add_argument("--json", action="store_true", help=_("print JSON"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet stats`; the exit status. Raises StoreError where there is no home."""
    logs = open_home(args.home).logs()
    with ProgressBar(_("logs")) as bar:
        found = []
        for count, one in enumerate(_tallies(logs), 1):
            bar.show(count, len(logs))
            found.append(one)
    tally = add_up(found)
    print(json.dumps(_json(tally), indent=1) if args.json else "\n".join(_lines(tally)))
    return 0


def _tallies(logs: Sequence[Path]) -> Iterator[GameTally | SkippedLog | None]:
    cores = cores_here()
    if cores == 1 or len(logs) == 1 or sum(log.stat().st_size for log in logs) < _WORTH_PROCESSES:
        yield from map(tally_log, logs)
        return
    with worker_processes(cores) as pool:
        yield from pool.map(tally_log, logs)


def _json(tally: Tally) -> dict[str, object]:
    return {
        "schema": 1,
        "games": tally.games,
        "players": [
            {
                "name": player.name,
                "key": key.hex() or None,
                "total": asdict(player.total),
                "by_rules": {rules: asdict(counts) for rules, counts in player.by_rules.items()},
            }
            for key, player in _ranked(tally)
        ],
        "rules": {rules: asdict(counts) for rules, counts in tally.rules.items()},
        "skipped": [{"file": str(skipped.path), "why": skipped.why} for skipped in tally.skipped],
    }


def _ranked(tally: Tally) -> list[tuple[bytes, PlayerTally]]:
    """People by wins, then the computer players."""
    return sorted(
        tally.players.items(), key=lambda item: (not item[0], -item[1].total.wins, -item[1].total.games, item[0])
    )


def _lines(tally: Tally) -> list[str]:
    if not tally.games:
        lines = [_("No game has been played here yet.")]
    else:
        lines = [ngettext("{count} game", "{count} games", tally.games).format(count=tally.games), ""]
        rows = [(_("player"), *_headings())]
        for key, player in _ranked(tally):
            name = player.name if key else _("computer players")
            rows.append((name, *_row(player.total)))
            if len(player.by_rules) > 1:
                rows += [(f"  {_title(rules)}", *_row(counts)) for rules, counts in sorted(player.by_rules.items())]
        lines += [*_columns(rows), ""]
        rows = [(_("rules"), *_headings())]
        rows += [(_title(rules), *_row(counts)) for rules, counts in sorted(tally.rules.items())]
        lines += _columns(rows)
    for skipped in tally.skipped:
        lines += ["", _("Not counted: {file}. {why}").format(file=skipped.path, why=skipped.why)]
    return lines


def _title(rules: str) -> str:
    preset = rules_name(rules.rstrip("+"))
    return _("{rules}, changed").format(rules=preset) if rules.endswith("+") else preset


def _headings() -> tuple[str, ...]:
    return (_("games"), _("finished"), _("won"), _("rounds"), _("knocks won"), _("knocks lost"), _("31s"))


def _row(counts: Counts) -> tuple[str, ...]:
    return tuple(
        str(number)
        for number in (
            counts.games,
            counts.finished,
            counts.wins,
            counts.rounds,
            counts.knocks_won,
            counts.knocks_lost,
            counts.thirty_ones,
        )
    )


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]
