"""`scatnet replay LOG [--key FILE] [--round N] [--plain] [--all]`: step through a game that was played.

On a terminal the table is shown as it was on the console; elsewhere, and with `--plain`, as lines, stepped through by
typed words. `--all` prints the whole game as lines and ends.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from scatnet.audit.faults import Verdict, fault_text
from scatnet.audit.replay import Frame, Replay, lines_of
from scatnet.audit.secret_keys import load_seed
from scatnet.audit.verify import Audit, audit_log
from scatnet.audit.walk import Walk
from scatnet.commands.audit import ProgressBar, cores_here
from scatnet.commands.refusing import REFUSED, refuse
from scatnet.commands.replay_screen import ReplayScreen
from scatnet.commands.terminal import fits_full_screen, write_line
from scatnet.console.phrases import CardText, hand_text, pile_text, standings_text, turn_text
from scatnet.store.errors import StoreError
from scatnet.store.paths import open_home
from scatnet.store.settings import load_settings
from scatnet.table.telling import card_with_letter, card_with_symbol
from scatnet.words import _

__all__ = ["add_parser", "run"]

_DIGITS = 6
"""More digits than the number of any round has are not looked at."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `replay` to the program's commands."""
    parser = subparsers.add_parser("replay", help=_("step through a game that was played"))
    parser.add_argument("log", type=Path, metavar="LOG", help=_("the log file of a table"))
    parser.add_argument("--key", type=Path, metavar="FILE", help=_("a secret file of that table: its hands are shown"))
    parser.add_argument("--round", type=int, metavar="N", help=_("begin with round N"))
    parser.add_argument("--plain", action="store_true", help=_("lines instead of the full screen"))
    parser.add_argument("--all", action="store_true", help=_("print the whole game as lines"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet replay`; the exit status is that of the log's audit, or 2 where something is not as asked for."""
    log: Path = args.log
    key: Path | None = args.key
    number: int | None = args.round
    try:
        seeds = () if key is None else (load_seed(key),)
    except StoreError as error:
        return refuse(error.sentence)
    replay = Replay(seeds=seeds)
    with ProgressBar(str(log)) as bar:
        audit = audit_log(log, cores=cores_here(), progress=bar.show, watchers=(replay,))
    if not replay.frames:
        return refuse(audit.why or fault_text(audit.faults[0]), audit.verdict.exit_status)
    walk = Walk(replay)
    if number is not None:
        fault = walk.to_round(number)
        if fault:
            return refuse(fault)
    if key is not None and not replay.readable:
        return refuse(_("This secret file opens no hand of this log."), REFUSED)
    settings = load_settings(open_home(args.home).settings)
    card = card_with_letter if settings.letters else card_with_symbol
    if args.all:
        for frame in walk.stops:
            _write_all(_stop_lines(walk, frame, card, short=True))
    elif args.plain or not fits_full_screen():
        _step_plainly(walk, audit, card)
    else:
        ReplayScreen(walk, settings, _warning(audit)).run()
    return audit.verdict.exit_status


def _warning(audit: Audit) -> str:
    """What has to be said of a log that is not what it should be."""
    if audit.verdict is Verdict.VALID:
        return ""
    return _("This log is not valid: {fault}").format(fault=fault_text(audit.faults[0]))


def _step_plainly(walk: Walk, audit: Audit, card: CardText) -> None:
    _write_all(filter(None, [_warning(audit)]))
    _write_all(_help())
    _write_all(_stop_lines(walk, walk.frame, card))
    for line in sys.stdin:
        command, _space, rest = line.strip().partition(" ")
        said = _obey(walk, command, rest)
        if said is None:
            return
        _write_all([said] if said else _stop_lines(walk, walk.frame, card))


def _obey(walk: Walk, command: str, rest: str) -> str | None:
    """Do what a line asks for; a sentence instead of the table where there is one, None to end."""
    match command:
        case "" | "n" | "next":
            return walk.step(1)
        case "b" | "back":
            return walk.step(-1)
        case "first":
            return walk.first()
        case "last":
            return walk.last()
        case "r" | "round" if rest.strip().isdecimal():
            return walk.to_round(int(rest.strip()[:_DIGITS]))
        case "find" | "/":
            return walk.search(rest) if rest.strip() else walk.search_again()
        case "v" | "view":
            return walk.look_on()
        case "q" | "quit":
            return None
        case _ if command.startswith("/"):
            return walk.search(f"{command[1:]} {rest}")
        case _:
            return "\n".join(_help())


def _help() -> list[str]:
    return [
        _("Enter goes on, b back. first, last; round 3; /knock or /Ann searches, / goes on searching;"),
        _("view changes the point of view; q ends."),
    ]


def _stop_lines(walk: Walk, frame: Frame, card: CardText, *, short: bool = False) -> list[str]:
    view = frame.seen_by(walk.seat)
    told = list(lines_of(frame, view.me)) or [_("The table has been opened.")]
    if short:
        return told
    place = _("Stop {number} of {count}, round {round}.").format(
        number=walk.stops.index(frame) + 1, count=len(walk.stops), round=view.round
    )
    lines = ["", place, *told]
    if view.seats:
        lines.append(standings_text(view))
    if view.public is not None:
        lines.append(pile_text(view, card))
    if view.me is not None and view.hand:
        lines.append(hand_text(view, card))
    return [*lines, turn_text(view)] if view.seats else lines


def _write_all(lines: Iterable[str]) -> None:
    for line in lines:
        write_line(line)
