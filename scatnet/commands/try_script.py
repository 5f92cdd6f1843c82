"""`scatnet try SCRIPT`: play a scripted round and print its result as one JSON object.

Exit status 0; 1 where the result has an error; 2 where the file cannot be read as a script.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

from scatnet.commands.refusing import REFUSED, refuse
from scatnet.rules.script import NotAScriptError, play_script, read_script
from scatnet.words import _

LARGEST_SCRIPT: Final = 1024 * 1024
"""Bytes of a script that are read at most; a larger one is refused."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `try` to the program's commands."""
    parser = subparsers.add_parser("try", help=_("play a scripted round and print its result"))
    parser.add_argument("script", metavar="SCRIPT", help=_("a JSON file"))
    parser.set_defaults(run=run, homeless=True)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet try`; the exit status."""
    path: str = args.script
    try:
        script = read_script(json.loads(_read(Path(path))))
    except OSError as error:
        return refuse(_("{path} cannot be read: {why}.").format(path=path, why=error.strerror))
    except NotAScriptError as error:
        return refuse(_("{path} is not a script: {why}").format(path=path, why=error))
    except UnicodeDecodeError:
        return refuse(_("{path} is not JSON: it is not text.").format(path=path))
    except (ValueError, RecursionError) as error:
        return refuse(_("{path} is not JSON: {why}.").format(path=path, why=error))
    result = play_script(script)
    print(json.dumps(result))
    return 0 if result["error"] is None else REFUSED


def _read(path: Path) -> str:
    with path.open("rb") as file:
        content = file.read(LARGEST_SCRIPT + 1)
    if len(content) > LARGEST_SCRIPT:
        raise NotAScriptError(_("it is larger than a script can be."))
    return content.decode("utf-8-sig")
