"""`scatnet identity [--json]`: the key that others know this person by. It is made at the first call."""

from __future__ import annotations

import argparse
import json

from scatnet.store.identity_file import load_identity
from scatnet.store.paths import open_home
from scatnet.store.settings import load_settings
from scatnet.words import _


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `identity` to the program's commands."""
    parser = subparsers.add_parser("identity", help=_("shows the fingerprint of your key"))
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet identity`; the exit status. Raises StoreError where the key cannot be read or made."""
    as_json: bool = args.json
    home = open_home(args.home)
    identity = load_identity(home)
    nickname = load_settings(home.settings).nickname
    if as_json:
        print(
            json.dumps(
                {"nickname": nickname, "fingerprint": identity.fingerprint, "key": identity.public.hex()},
                ensure_ascii=True,
            )
        )
        return 0
    if nickname:
        print(_("Name:        {name}").format(name=nickname))
    print(_("Fingerprint: {fingerprint}").format(fingerprint=identity.fingerprint))
    print(_("Key:         {key}").format(key=identity.public.hex()))
    return 0
