"""`scatnet settings [NAME [VALUE]] [--json]`: shows all settings, shows one, or changes one."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from scatnet.commands.refusing import REFUSED, refuse
from scatnet.store.paths import open_home
from scatnet.store.settings import SETTINGS, Settings, SettingsError, changed, load_settings, save_settings
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
        name, value = _name_and_value(name, value)
        try:
            # Where only one is asked for, its own value is put in once more: an unknown name is refused alike.
            settings = changed(settings, name, _written(settings, name) if value is None else value)
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
            print(_line(settings, one))
        if name is None:
            print(_("Settings, key and games are kept in {home}.").format(home=path.parent))
    return 0


def _name_and_value(name: str, value: str | None) -> tuple[str, str | None]:
    """`NAME=VALUE` is understood as well as two arguments."""
    if value is None and "=" in name:
        left, _equals, right = name.partition("=")
        return left, right
    return name, value


def _written(settings: Settings, name: str) -> str:
    """The value as a person would type it; empty for a name that no setting has."""
    value: str | bool | float = asdict(settings).get(name, "")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _line(settings: Settings, name: str) -> str:
    value = _written(settings, name) or '""'
    return f"{name:<20} {value:<12} {_(SETTINGS[name].meaning)} ({_(SETTINGS[name].takes)})"
