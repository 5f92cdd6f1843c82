"""What a typed line means: the small language of the plain mode, in English and in the language in use.

A line is a number from the menu, a word for a choice ("draw", "discard 7D"), or a command of its own ("?", "say ...").
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scatnet.console.action import KEY_OF
from scatnet.console.phrases import choice_text
from scatnet.console.why_not import why_not, why_nothing
from scatnet.rules.cards import CARD_NAMES
from scatnet.table.telling import card_with_letter, card_with_symbol
from scatnet.table.view import Choice, TableView, Verb
from scatnet.words import _

__all__ = ["Command", "Line", "command_of", "menu", "possible", "read_line"]


class Command(StrEnum):
    """Everything a line can ask for besides a choice at the table."""

    HELP = "help"
    STATE = "table"
    SAY = "say"
    START = "start"
    KICK = "kick"
    RESIGN = "resign"
    REMATCH = "rematch"
    LEAVE = "leave"
    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What a line means: a command (with text where it takes some), a choice, or neither and why not."""

    command: Command | None = None
    text: str = ""
    choice: Choice | None = None
    why_not: str = ""


def _command_words() -> dict[str, Command]:
    """The words for commands: English always, and those of the language in use."""
    return {
        "?": Command.HELP,
        "help": Command.HELP,
        _("help"): Command.HELP,
        "table": Command.STATE,
        _("table"): Command.STATE,
        "say": Command.SAY,
        _("say"): Command.SAY,
        "start": Command.START,
        _("start"): Command.START,
        "kick": Command.KICK,
        _("kick"): Command.KICK,
        "resign": Command.RESIGN,
        _("resign"): Command.RESIGN,
        "rematch": Command.REMATCH,
        _("rematch"): Command.REMATCH,
        "leave": Command.LEAVE,
        _("leave"): Command.LEAVE,
        "quit": Command.LEAVE,
        _("quit"): Command.LEAVE,
        "yes": Command.YES,
        _("yes"): Command.YES,
        "no": Command.NO,
        _("no"): Command.NO,
        "y": Command.YES,
        "n": Command.NO,
    }


def _verb_words() -> dict[str, Verb]:
    return {
        "draw": Verb.DRAW,
        _("draw"): Verb.DRAW,
        "take": Verb.TAKE,
        _("take"): Verb.TAKE,
        "knock": Verb.KNOCK,
        _("knock"): Verb.KNOCK,
        "declare": Verb.DECLARE,
        _("declare"): Verb.DECLARE,
        "call": Verb.CALL,
        _("call"): Verb.CALL,
        "pass": Verb.PASS,
        _("pass"): Verb.PASS,
        "discard": Verb.DISCARD,
        _("discard"): Verb.DISCARD,
    }


def menu(view: TableView) -> tuple[Choice, ...]:
    """The choices a person picks from by number; resigning is a command of its own."""
    return tuple(choice for choice in view.choices if choice.verb is not Verb.RESIGN)


def possible(view: TableView) -> str:
    """One sentence saying what can be typed now."""
    choices = menu(view)
    if choices:
        last = len(choices)
        if last == 1:
            return _("Type 1, or ? for help.")
        return _("Type a number from 1 to {last}, or ? for help.").format(last=last)
    return _("Nothing is for you to decide just now; type ? for help.")


def command_of(text: str) -> Command | None:
    """The command that a line begins with, at whatever table."""
    words = text.split(maxsplit=1)
    return _command_words().get(words[0].lower()) if words else None


def read_line(text: str, view: TableView) -> Line:
    """What this line means at this table."""
    words = text.strip().split(maxsplit=1)
    if not words:
        return Line(command=Command.STATE)
    first, rest = words[0].lower(), words[1] if len(words) > 1 else ""
    choices = menu(view)
    if first.isascii() and first.isdigit():
        return _numbered(first, choices, view)
    command = command_of(first)
    if command is not None:
        return Line(command=command, text=rest)
    verb = _verb_words().get(first) or _verb_of_letter(first, choices)
    if verb is not None:
        return _worded(verb, rest, choices, view)
    return Line(why_not=_("“{text}” is not known here.").format(text=text.strip()[:20]) + " " + possible(view))


def _verb_of_letter(letter: str, choices: tuple[Choice, ...]) -> Verb | None:
    """What the letter does on the full screen, if anything; where it stands for two things, what can be done now."""
    verbs = [verb for verb, its_letter in KEY_OF.items() if its_letter == letter]
    possible_now = [verb for verb in verbs if any(choice.verb is verb for choice in choices)]
    return next(iter(possible_now or verbs), None)


def _numbered(digits: str, choices: tuple[Choice, ...], view: TableView) -> Line:
    number = int(digits[:6])
    if 1 <= number <= len(choices):
        return Line(choice=choices[number - 1])
    return Line(why_not=possible(view))


def _worded(verb: Verb, rest: str, choices: tuple[Choice, ...], view: TableView) -> Line:
    fitting = [choice for choice in choices if choice.verb is verb]
    if not fitting:
        mine = view.acting is None or view.acting == view.me
        return Line(why_not=why_not(view, verb) or (possible(view) if mine else why_nothing(view)))
    if verb is not Verb.DISCARD:
        return Line(choice=fitting[0])
    wanted = rest.split()
    knock = len(wanted) > 1 and wanted[-1].lower() in ("knock", _("knock"))
    for choice in fitting:
        if wanted and choice.card is not None and choice.knock == knock and _names(wanted[0], choice.card):
            return Line(choice=choice)
    cards = ", ".join(choice_text(choice, view, card_with_letter) for choice in fitting)
    return Line(why_not=_("You may {choices}.").format(choices=cards))


def _names(text: str, card: int) -> bool:
    return text.upper() in (CARD_NAMES[card], card_with_symbol(card))
