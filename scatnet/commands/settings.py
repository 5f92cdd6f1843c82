"""`scatnet settings [NAME [VALUE]] [--json]`: shows all settings, shows one, or changes one."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from scatnet.commands.refusing import REFUSED, refuse
from scatnet.console.setting_lines import name_and_value, setting_line, with_typed
from scatnet.store.paths import open_home
from scatnet.store.settings import SETTINGS, SettingsError, load_settings, save_settings
from scatnet.words import _, use_language


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `settings` to the program's commands."""
    parser = subparsers.add_parser("settings", help=_("shows and changes your settings"))
    parser.add_argument("name", nargs="?", metavar="NAME", help=_("a setting; without it, all are shown"))
    parser.add_argument("value", nargs="?", metavar="VALUE", help=_("its new value; without it, the setting is shown"))
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet settings`; the exit status. Raises StoreError where the file cannot be read or written."""
    name: str | None = args.name
    value: str | None = args.value
    as_json: bool = args.json
    path = open_home(args.home).settings
    settings = load_settings(path)
    if name is not None:
        name, value = name_and_value(name, value)
        try:
            settings = with_typed(settings, name, value)
        except SettingsError as error:
            return refuse(str(error), REFUSED)
        if value is not None:
            save_settings(path, settings)
            if name == "language" and settings.language:
                use_language(settings.language)
    shown = list(SETTINGS) if name is None else [name]
    if as_json:
        print(json.dumps({one: asdict(settings)[one] for one in shown}))
    else:
        for one in shown:
            print(setting_line(settings, one))
        if name is None:
            print(_("Settings, key and games are kept in {home}.").format(home=path.parent))
    return 0
