"""`scatnet audit LOG… [--json] [--html FILE [--key FILE]] [--cores N]`: check logs, and say what is in them.

Exit status: 0 where all logs are valid and those of one table agree; 1 where one is not valid, or two logs of one table
part; 2 where one cannot be read.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from scatnet.audit.as_json import audits_json
from scatnet.audit.compare import Comparison, compare, comparison_lines
from scatnet.audit.faults import Verdict
from scatnet.audit.page import write_page
from scatnet.audit.replay import Replay
from scatnet.audit.report import Report, report_of
from scatnet.audit.secret_keys import load_seed
from scatnet.audit.text import report_lines
from scatnet.audit.verify import Audit, audit_log
from scatnet.commands.refusing import WRONG_USAGE, refuse
from scatnet.store.errors import StoreError
from scatnet.words import _

__all__ = ["ProgressBar", "add_parser", "cores_here", "run"]

_BAR_AFTER: Final = 0.4
"""Seconds before a bar is worth showing."""

_BAR_EVERY: Final = 0.1
_BAR_WIDTH: Final = 30


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `audit` to the program's commands."""
    parser = subparsers.add_parser("audit", help=_("check the log of a game, and say what is in it"))
    parser.add_argument("logs", nargs="+", type=Path, metavar="LOG", help=_("the log file of a table"))
    parser.add_argument("--json", action="store_true", help=_("print JSON"))
    parser.add_argument("--html", type=Path, metavar="FILE", help=_("write a page with report and replay to FILE"))
    parser.add_argument(
        "--key",
        type=Path,
        metavar="FILE",
        help=_("a secret file of that table: its hands are shown in the page, so share that page with care"),
    )
    parser.add_argument(
        "--cores", type=int, default=cores_here(), metavar="N", help=_("use N cores, default: %(default)s")
    )
    parser.set_defaults(run=run, homeless=True)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet audit`; the exit status."""
    logs: list[Path] = args.logs
    html: Path | None = args.html
    key: Path | None = args.key
    if html is not None and len(logs) != 1:
        return refuse(_("A page is about one log: name one with --html."))
    if key is not None and html is None:
        return refuse(_("A secret file is of use for a page only: add --html FILE."))
    if html is not None and any(_same_file(html, given) for given in (*logs, *filter(None, [key]))):
        return refuse(_("The page would take the place of {path}: name another file.").format(path=html))
    if args.cores < 1:
        return refuse(_("Use one core at least."))
    try:
        seed = None if key is None else load_seed(key)
    except StoreError as error:
        return refuse(error.sentence)
    replays = [Replay(seeds=() if seed is None else (seed,)) if html is not None else None for _log in logs]
    audits = []
    for log, replay in zip(logs, replays, strict=True):
        with ProgressBar(str(log)) as bar:
            watchers = () if replay is None else (replay,)
            audits.append(audit_log(log, cores=args.cores, progress=bar.show, watchers=watchers))
    reports = [report_of(audit) for audit in audits]
    comparisons = compare(audits)
    if args.json:
        print(json.dumps(audits_json(audits, reports, comparisons), indent=1))
    else:
        _print(audits, reports, comparisons)
    if html is not None and replays[0] is not None:
        status = _write(html, audits[0], reports[0], replays[0])
        if status:
            return status
    worst = max(audit.verdict.exit_status for audit in audits)
    return worst or int(any(comparison.partings for comparison in comparisons))


def cores_here() -> int:
    """How many cores this program may use."""
    return os.cpu_count() or 1


def _same_file(one: Path, other: Path) -> bool:
    """Whether both names lead to one file that is there."""
    try:
        return one.samefile(other)
    except OSError:
        return False


def _print(audits: Sequence[Audit], reports: Sequence[Report | None], comparisons: Sequence[Comparison]) -> None:
    blocks = [
        "\n".join(report_lines(audit, report, with_rules=len(audits) == 1))
        for audit, report in zip(audits, reports, strict=True)
    ]
    if len(audits) > 1:
        blocks = [f"{audit.path}\n{block}" for audit, block in zip(audits, blocks, strict=True)]
    blocks += ["\n".join(comparison_lines(comparison, audits)) for comparison in comparisons]
    encoding = sys.stdout.encoding or "utf-8"
    print("\n\n".join(blocks).encode(encoding, "replace").decode(encoding))


def _write(html: Path, audit: Audit, report: Report | None, replay: Replay) -> int:
    if audit.verdict is Verdict.UNREADABLE:
        return refuse(_("There is nothing that a page could show."), WRONG_USAGE)
    try:
        write_page(html, audit, report, replay)
    except StoreError as error:
        return refuse(error.sentence)
    return 0


class ProgressBar:
    """A bar on standard error for what takes a while; shows nothing where nobody is looking. Use `with`."""

    def __init__(self, what: str) -> None:
        """Begin to count the time."""
        self._what: Final = what
        self._began: Final = time.monotonic()
        self._shown = 0.0
        self._width = 0

    def show(self, done: int, total: int) -> None:
        """So much of so much is done."""
        now = time.monotonic()
        if now - self._began < _BAR_AFTER or now - self._shown < _BAR_EVERY or not sys.stderr.isatty() or not total:
            return
        self._shown = now
        filled = _BAR_WIDTH * done // total
        line = f"{self._what} [{'#' * filled}{'.' * (_BAR_WIDTH - filled)}] {100 * done // total}%"
        self._width = max(self._width, len(line))
        print(f"\r{line.ljust(self._width)}", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)
