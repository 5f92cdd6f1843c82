"""Settings: each with a sentence on what it changes. A change is kept at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from scatnet.console.canvas import Canvas
from scatnet.console.rows import Row
from scatnet.console.screens.forms import form_keys, paint_form
from scatnet.console.screens.hints import back
from scatnet.console.state import Console
from scatnet.store.settings import Colours, Settings
from scatnet.words import _, languages

__all__ = ["language_name", "paint", "rows", "yes_no"]

PACES = (0.0, 0.6, 1.2, 2.5)
"""Seconds a computer player seems to think."""


def yes_no(value: bool) -> str:
    """A switch in words."""
    return _("yes") if value else _("no")


def language_name(code: str) -> str:
    """A language in its own words."""
    return {"en": "English", "da": "Dansk", "": _("that of this computer")}.get(code, code)


def _pace_name(pace: float) -> str:
    names = (_("at once"), _("quick"), _("as people do"), _("slow"))
    nearest = min(range(len(PACES)), key=lambda place: abs(PACES[place] - pace))
    return names[nearest]


def rows(console: Console) -> list[Row]:
    """All settings."""
    now = console.settings

    def switch(label: str, meaning: str, value: bool, changed: Callable[[bool], Settings]) -> Row:
        return Row(
            label=label,
            value=yes_no(value),
            meaning=meaning,
            change=lambda _by: console.change_settings(changed(not value)),
        )

    def typed(text: str) -> None:
        console.nickname = text

    def keep_name() -> None:
        name = console.nickname.strip()
        if name:
            console.change_settings(replace(console.settings, nickname=name))
            console.tell(_("You are called {name} from the next table on.").format(name=name))
        else:
            console.tell(_("Type a name that the others can call you by."))

    def change_pace(by: int) -> None:
        place = min(range(len(PACES)), key=lambda index: abs(PACES[index] - now.pace))
        console.change_settings(replace(now, pace=PACES[(place + by) % len(PACES)]))

    def change_language(by: int) -> None:
        known = ("", *languages())
        place = known.index(now.language) if now.language in known else 0
        console.change_settings(replace(now, language=known[(place + by) % len(known)]))

    home = [Row(label=_("Kept in: {folder}").format(folder=console.home), note=True)] if console.home else []
    return [
        Row(
            label=_("Your name"),
            value=console.nickname,
            typed=typed,
            act=keep_name,
            deed=_("keep it"),
            limit=24,
            meaning=_("What others at the table see. Press Enter to keep it."),
        ),
        switch(
            _("House rule: three of a kind"),
            _("At tables whose rules offer it, three of a kind counts more, if every person at the table wants it."),
            now.house_rule,
            lambda value: replace(now, house_rule=value),
        ),
        switch(
            _("Four suit colours"),
            _("Clubs green, diamonds blue, hearts red, spades black; otherwise red and black."),
            now.colours is Colours.FOUR,
            lambda value: replace(now, colours=Colours.FOUR if value else Colours.TWO),
        ),
        switch(
            _("Letters for suits"),
            _("C, D, H and S in place of the symbols, where they are hard to read."),
            now.letters,
            lambda value: replace(now, letters=value),
        ),
        switch(
            _("Call a dealt 31 by hand"),
            _("Where a 31 must be declared, this computer calls a dealt one for you, unless you want to see to it."),
            now.thirty_one_by_hand,
            lambda value: replace(now, thirty_one_by_hand=value),
        ),
        Row(
            label=_("Computer players' pace"),
            value=_pace_name(now.pace),
            change=change_pace,
            meaning=_("How long computer players of yours seem to think."),
        ),
        switch(
            _("Ask before a discard"),
            _("A second key press before a card goes to the pile."),
            now.confirm_discard,
            lambda value: replace(now, confirm_discard=value),
        ),
        switch(
            _("Bell"),
            _("The terminal's bell when it is your turn, and for a knock or a 31."),
            now.bell,
            lambda value: replace(now, bell=value),
        ),
        Row(
            label=_("Language"),
            value=language_name(now.language),
            change=change_language,
            meaning=_("The language of everything you read here."),
        ),
        Row(label=""),
        Row(label=_("Your key: {fingerprint}").format(fingerprint=console.fingerprint), note=True),
        *home,
    ]


def paint(console: Console, canvas: Canvas) -> None:
    """Paint the settings."""
    lines = rows(console)
    paint_form(console, canvas, lines, title=_("Settings"), values_at=32, keys=[*form_keys(console, lines), back()])
