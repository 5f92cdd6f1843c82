"""The command line: `scatnet [--home DIR] COMMAND`, and what every command has in common.

Each command lives in `scatnet.commands` as a module with `add_parser` and `run`. Exit statuses: 0; 1 for a refusal
that the message explains; 2 for wrong usage; 130 after Ctrl-C. No traceback reaches a person: it goes to the log file
under the home, and to the terminal only with `--debug`. What reads nothing but the files it is given (`homeless` in its
parser's defaults) works where there is no home to be had.
"""

from __future__ import annotations

import argparse
import importlib
import io
import locale
import logging
import logging.handlers
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from scatnet.commands import play
from scatnet.commands.ending import drop_unwritten, provide_streams, status_after
from scatnet.commands.refusing import WRONG_USAGE
from scatnet.commands.terminal import fits_full_screen
from scatnet.store.errors import StoreError
from scatnet.store.paths import Home, open_home
from scatnet.store.settings import load_settings
from scatnet.words import SOURCE_LANGUAGE, _, use_language

__all__ = ["main"]

_COMMANDS: Final = (
    "play",
    "host",
    "join",
    "watch",
    "tables",
    "resume",
    "audit",
    "replay",
    "stats",
    "rules",
    "score",
    "try_script",
    "simulate",
    "demo",
    "bench",
    "settings",
    "identity",
)
"""The modules of `scatnet.commands`, in the order of `--help`."""

_LOG_BYTES: Final = 1_000_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    provide_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without “½” or “♠” gets a question mark, not an error
            stream.reconfigure(errors="replace")
    try:
        try:
            status = _run(given)
        except SystemExit as end:  # after help, or after wrong usage with a sentence of its own
            status = end.code if isinstance(end.code, int) else WRONG_USAGE
        sys.stdout.flush()
    except BaseException as error:
        status = status_after(error, debug="--debug" in given)
    drop_unwritten()
    return status


def _run(given: Sequence[str]) -> int:
    common = _common_options()
    early, _rest = common.parse_known_args(given)
    try:
        home = open_home(early.home)
        language, trouble = load_settings(home.settings).language, None
    except StoreError as error:
        home, language, trouble = None, "", error
    _speak(language)
    parser = _parser(common)
    args = parser.parse_args(given)
    if args.run is None:
        if not fits_full_screen():
            parser.print_help()
            return 0
        args.run = play.run
    if home is not None:
        _log_to(home)
    if trouble is not None and not args.homeless:
        raise trouble
    status: int = args.run(args)
    return status


def _common_options() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(prog="scatnet", add_help=False, allow_abbrev=False)
    common.add_argument(
        "--home",
        type=Path,
        metavar="DIR",
        help=_("where keys, settings and games are kept, instead of the usual place"),
    )
    common.add_argument("--debug", action="store_true", help=_("show tracebacks of the program's own errors"))
    return common


def _speak(language: str) -> None:
    """Use the language of the settings, or where none is set that of the computer."""
    if language:
        use_language(language)
    else:
        use_language(locale.getlocale()[0] or SOURCE_LANGUAGE)


def _parser(common: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scatnet",
        parents=[common],
        allow_abbrev=False,
        description=_("Scat (31, Blitz, Ride the Bus) among computers on a home network, with nobody trusted."),
    )
    parser.set_defaults(run=None, homeless=False)
    subparsers = parser.add_subparsers(metavar="COMMAND", title=_("commands"))
    for name in _COMMANDS:
        importlib.import_module(f"scatnet.commands.{name}").add_parser(subparsers)
    return parser


def _log_to(home: Home) -> None:
    logging.raiseExceptions = False  # a log that cannot be written is no reason for a traceback on the terminal
    logging.raiseExceptions = False  # what a full disk or a read-only home cannot keep is no matter for the screen
    handler = logging.handlers.RotatingFileHandler(
        home.program_log, maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger("scatnet")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
