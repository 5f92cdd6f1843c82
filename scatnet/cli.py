"""The command line: `scatnet [--home DIR] COMMAND`, and what every command has in common.

Each command lives in `scatnet.commands` as a module with `add_parser` and `run`. Exit statuses: 0; 1 for a refusal
that the message explains; 2 for wrong usage; 130 after Ctrl-C. No traceback reaches a person: it goes to the log file
under the home, and to the terminal only with `--debug`.
"""

from __future__ import annotations

import argparse
import importlib
import io
import locale
import logging
import logging.handlers
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from scatnet.commands import play
from scatnet.commands.refusing import INTERRUPTED, REFUSED, refuse
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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without “½” or “♠” gets a question mark, not an error
            stream.reconfigure(errors="replace")
    common = _common_options()
    early, _rest = common.parse_known_args(given)
    try:
        home = open_home(early.home)
        _speak(load_settings(home.settings).language)
    except StoreError as error:
        return refuse(str(error), REFUSED)
    parser = _parser(common)
    args = parser.parse_args(given)
    if args.run is None:
        if not fits_full_screen():
            parser.print_help()
            return 0
        args.run = play.run
    _log_to(home)
    return _run(args)


def _common_options() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
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
    parser.set_defaults(run=None)
    subparsers = parser.add_subparsers(metavar="COMMAND", title=_("commands"))
    for name in _COMMANDS:
        importlib.import_module(f"scatnet.commands.{name}").add_parser(subparsers)
    return parser


def _run(args: argparse.Namespace) -> int:
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except StoreError as error:
        return refuse(str(error), REFUSED)
    except Exception as error:
        return _own_error(error, debug=args.debug)
    return status


def _log_to(home: Home) -> None:
    logging.raiseExceptions = False  # what a full disk or a read-only home cannot keep is no matter for the screen
    handler = logging.handlers.RotatingFileHandler(
        home.program_log, maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger("scatnet")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False


def _own_error(error: Exception, *, debug: bool) -> int:
    if debug:
        traceback.print_exception(error)
    logging.getLogger("scatnet").error("The program failed.", exc_info=error)
    handlers = logging.getLogger("scatnet").handlers
    files = [handler.baseFilename for handler in handlers if isinstance(handler, logging.FileHandler)]
    kind: BaseException = error
    while isinstance(kind, BaseExceptionGroup):
        kind = kind.exceptions[0]
    sentence = _("The program made a mistake of its own ({kind}); nothing on the disk is lost. Details are in {file}.")
    return refuse(sentence.format(kind=type(kind).__name__, file=", ".join(files) or "-"), REFUSED)
