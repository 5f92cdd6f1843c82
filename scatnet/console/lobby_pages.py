"""What the lobby in plain lines has to say at length: what can be typed, the rules, and all that a table can be."""

from __future__ import annotations

from scatnet.console.helping import help_lines
from scatnet.console.rule_words import preset_line
from scatnet.rules.fields import FIELDS, VARIATIONS, preset_named, value_of, write_value, written_text
from scatnet.rules.text import rules_text
from scatnet.words import _

__all__ = ["fields_page", "help_page", "rules_page"]


def help_page() -> list[str]:
    """What can be typed in the lobby, a line each."""
    return [
        _("What you can type here:"),
        _("  list  the tables on this network and your unfinished games (an empty line does the same)"),
        _("  join 1  sit down at table 1; behind the number its passcode, where it has one"),
        _("  join 192.168.1.20:5431  a table by its address; a ticket is pasted in the same place"),
        _("  watch 1  look on at table 1 without a seat"),
        _("  host kitchen seats=4 bots=1  open a table for others; type fields for all that can be set"),
        _("  practise  play against computer players; practise nordic seats=3 for other rules and seats"),
        _("  resume 1  go on with your unfinished game 1; resume alone lists them"),
        _("  games  your finished games; audit 1 checks every signature, proof and rule of game 1"),
        _("  settings  all settings; settings nickname Ann changes one"),
        _("  rules  how scat is played, and how it is kept fair; rules nordic for other rules"),
        _("  quit  leave scatnet"),
    ]


def rules_page(preset: str) -> list[str]:
    """The rules of a preset in words; for an empty name, help on the game and the program.

    Raises UnknownRulesError.
    """
    if not preset:
        return help_lines(None)
    rules = preset_named(preset)
    lines = [preset_line(preset)]
    for section in rules_text(rules):
        lines += ["", section.title + ":", *("  " + sentence for sentence in section.sentences)]
    variations = VARIATIONS.get(preset, ())
    if variations:
        lines += ["", _("Known variations, and the words that ask for them:")]
    for variation in variations:
        words = " ".join(f"{name}={written_text(value)}" for name, value in variation.changes.items())
        lines.append(f"  {_(variation.label)}: {words}")
    return lines


def fields_page(preset: str) -> list[str]:
    """Every rule of a preset as it is typed, with its meaning and what it takes, and what else a table can be told.

    Raises UnknownRulesError.
    """
    rules = preset_named(preset)
    values = ((field, written_text(write_value(field, value_of(rules, field)))) for field in FIELDS)
    return [
        _("Write behind the name of the rules what is to be different, such as: host kitchen lives=3 seats=5."),
        *(f"  {field.name}={value}  {_(field.meaning)} ({field.takes()})" for field, value in values),
        _("Besides the rules:"),
        _("  seats=4       how many places there are, yours among them"),
        _("  bots=2        so many of them for computer players on this machine"),
        _("  passcode=…    only who knows it may sit down or watch"),
        _("  patience=120  seconds before the others may go on without a peer"),
        _("  clock=60      seconds for each turn; 0 for no limit"),
        _("  watch=no      nobody may look on without a seat"),
        _("  name=…        the table's name, to the end of the line"),
    ]
