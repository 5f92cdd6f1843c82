"""A new table in words: `nordic lives=4 seats=3 bots=1 name=Ours`, and the wish that opens it.

The same draft as the form of the full screen has, so both come to the same wish.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scatnet.console.state import HostDraft
from scatnet.net.opening import TableWish
from scatnet.rules.fields import Value, field_named, preset_named, read_text, with_values
from scatnet.words import _

__all__ = ["WishError", "described", "new_draft", "wish_of"]

_PRACTICE_BOTS: Final = 3
_NUMBERS: Final = frozenset({"seats", "bots", "patience", "clock"})
_YES_NO: Final = {"yes": True, "true": True, "no": False, "false": False}


class WishError(ValueError):
    """Words that describe no table; the text is a sentence."""


def new_draft(nickname: str, *, practice: bool) -> HostDraft:
    """The table that is offered to whoever has said nothing of it yet."""
    name = _("{name}'s table").format(name=nickname)
    return HostDraft(practice=practice, name=name, bots=_PRACTICE_BOTS if practice else 0)


def wish_of(draft: HostDraft) -> TableWish:
    """The wish that opens this table; a practice table is filled with computer players and begins at once."""
    practice = draft.practice
    return TableWish(
        name=draft.name.strip(),
        rules=draft.rules,
        seats=draft.seats,
        bots=draft.seats - 1 if practice else draft.bots,
        passcode=None if practice or not draft.passcode else draft.passcode,
        patience=draft.patience,
        turn_clock=draft.turn_clock,
        spectators=draft.spectators and not practice,
        practice=practice,
        start_when=draft.seats if practice else None,
    )


def described(draft: HostDraft, text: str) -> HostDraft:
    """The draft with what the words say of it.

    Raises WishError, and RuleSetError for rules, fields and values that there are not.
    """
    text, named, name = _before_name(text)
    words = text.split()
    if words and "=" not in words[0]:
        draft = replace(draft, rules=preset_named(words.pop(0).lower()))
    if named:
        draft = replace(draft, name=name)
    values: dict[str, Value] = {}
    seats = max(draft.rules.min_seats, min(draft.rules.max_seats, draft.seats))
    draft = replace(draft, seats=seats)
    for word in words:
        option, equals, value = word.partition("=")
        if not equals:
            raise WishError(_("“{word}” sets nothing: write name=value, such as seats=3.").format(word=word))
        if option in _NUMBERS or option in ("passcode", "watch"):
            draft = _with_option(draft, option, value)
        else:
            values[option] = read_text(field_named(option), value)
    return replace(draft, rules=with_values(draft.rules, values))


def _before_name(text: str) -> tuple[str, bool, str]:
    """The words before `name=`, whether it is there, and the name, which goes to the end of the line."""
    before, found, name = (" " + text).partition(" name=")
    return before, bool(found), name.strip()


def _with_option(draft: HostDraft, option: str, value: str) -> HostDraft:
    if draft.practice and option not in ("seats", "bots", "clock"):
        raise WishError(_("Nobody else comes to a practice table: it takes rules, seats and clock."))
    match option:
        case "passcode":
            return replace(draft, passcode=value)
        case "watch":
            if value.lower() not in _YES_NO:
                raise WishError(_("{name} takes {takes}.").format(name=option, takes=_("yes or no")))
            return replace(draft, spectators=_YES_NO[value.lower()])
        case "seats":
            return replace(draft, seats=_number(option, value))
        case "bots" if draft.practice:
            return replace(draft, seats=_number(option, value) + 1)
        case "bots":
            return replace(draft, bots=_number(option, value))
        case "patience":
            return replace(draft, patience=_number(option, value))
        case _:
            return replace(draft, turn_clock=_number(option, value))


def _number(option: str, value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) <= 6):
        raise WishError(_("{name} takes {takes}.").format(name=option, takes=_("a whole number")))
    return int(value)
