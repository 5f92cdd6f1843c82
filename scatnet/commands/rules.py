"""`scatnet rules [PRESET|FILE] [--json]`: the rules of a table in plain words.

Also how every command reads its rules: the name of a preset or a table file, and `--set field=value`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from scatnet.commands.columns import in_columns
from scatnet.commands.refusing import refuse
from scatnet.rules.fields import (
    FIELDS,
    VARIATIONS,
    BadOptionError,
    RuleSetError,
    as_written,
    field_named,
    preset_and_changes,
    preset_named,
    read_text,
    ruleset_from_toml,
    value_of,
    with_values,
    write_value,
    written_text,
)
from scatnet.rules.ruleset import PRESETS, RuleSet
from scatnet.rules.text import rules_text
from scatnet.words import _

LARGEST_TABLE_FILE: Final = 64 * 1024
"""Bytes of a table file that are read at most; a larger one is refused."""


def ruleset_from_argument(rules: str, changes: Sequence[str] = ()) -> RuleSet:
    """The rules that a command line names: a preset or the path of a table file, then `field=value` changes.

    Raises RuleSetError with a sentence for unknown rules, an unreadable file, an unknown field, a value out of range.
    """
    chosen = PRESETS[rules] if rules in PRESETS else _from_file(rules)
    values = {}
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise BadOptionError(_("“{text}” sets nothing: write field=value.").format(text=change))
        field = field_named(name.strip())
        values[field.name] = read_text(field, text.strip())
    return with_values(chosen, values)


def _from_file(path: str) -> RuleSet:
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_TABLE_FILE + 1)
    except FileNotFoundError:
        return preset_named(path)
    except OSError as error:
        raise RuleSetError(_("{path} cannot be read: {why}.").format(path=path, why=error.strerror)) from error
    if len(content) > LARGEST_TABLE_FILE:
        raise RuleSetError(_("{path} is too large for a table file.").format(path=path))
    try:
        return ruleset_from_toml(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise RuleSetError(_("{path} is not a table file: it is not text.").format(path=path)) from error


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `rules` to the program's commands."""
    parser = subparsers.add_parser("rules", help=_("the rules of a preset or table file in plain words"))
    parser.add_argument("rules", nargs="?", metavar="PRESET|FILE", help=_("left out: all presets, field by field"))
    parser.add_argument("--json", action="store_true", help=_("print JSON"))
    parser.set_defaults(run=run, homeless=True)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet rules`; the exit status."""
    named: str | None = args.rules
    as_json: bool = args.json
    if named is None:
        print(_presets_json() if as_json else _presets_table())
        return 0
    try:
        rules = ruleset_from_argument(named)
    except RuleSetError as error:
        return refuse(str(error))
    print(_json(rules) if as_json else _plain(rules))
    return 0


def _plain(rules: RuleSet) -> str:
    preset, changes = preset_and_changes(rules)
    lines = [_title(preset, changes)]
    for section in rules_text(rules):
        lines += ["", section.title, *(f"  {sentence}" for sentence in section.sentences)]
    if preset in VARIATIONS and not changes:
        lines += ["", _("Known variations")]
        for variation in VARIATIONS[preset]:
            written = ", ".join(f"{name}={written_text(value)}" for name, value in variation.changes.items())
            lines.append(f"  {_(variation.label)} ({written})")
    return "\n".join(lines)


def _title(preset: str, changes: dict[str, bool | int | float | str]) -> str:
    if not changes:
        return preset
    written = ", ".join(f"{name}={written_text(value)}" for name, value in changes.items())
    return _("{preset}, changed: {changes}").format(preset=preset, changes=written)


def _json(rules: RuleSet) -> str:
    preset, changes = preset_and_changes(rules)
    text = [{"title": section.title, "sentences": section.sentences} for section in rules_text(rules)]
    return json.dumps(
        {"rules": preset, "changes": changes, "fields": as_written(rules), "text": text},
        indent=1,
    )


def _presets_json() -> str:
    return json.dumps({name: as_written(rules) for name, rules in PRESETS.items()}, indent=1)


def _presets_table() -> str:
    rows = [("", *PRESETS)]
    for field in FIELDS:
        values = (write_value(field, value_of(rules, field)) for rules in PRESETS.values())
        rows.append((field.name, *(written_text(value) for value in values)))
    return "\n".join(in_columns(rows))
