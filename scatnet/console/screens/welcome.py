"""The first start: a nickname, and no more. Enter takes the one that is offered."""

from __future__ import annotations

from dataclasses import replace

from prompt_toolkit.keys import Keys

from scatnet.console.canvas import Canvas
from scatnet.console.rows import Row
from scatnet.console.screens.forms import paint_form
from scatnet.console.screens.hints import Hint
from scatnet.console.state import Console
from scatnet.words import _

__all__ = ["paint", "rows"]

_NAME_LIMIT = 24


def rows(console: Console) -> list[Row]:
    """The nickname, and on we go."""

    def typed(text: str) -> None:
        console.nickname = text

    def accept() -> None:
        name = console.nickname.strip()
        if not name:
            console.tell(_("Type a name that the others can call you by."))
            return
        console.change_settings(replace(console.settings, nickname=name))
        console.close()

    return [
        Row(
            label=_("Your name:"),
            value=console.nickname,
            typed=typed,
            act=accept,
            limit=_NAME_LIMIT,
            suggested=True,
            meaning=_("This is what others at the table see. Press Enter to go on; settings can change it later."),
        )
    ]


def paint(console: Console, canvas: Canvas) -> None:
    """Paint the welcome."""
    intro = [
        _("Scat is the card game 31: three cards, one suit, as near to 31 as you can."),
        _("Everybody's own computer shuffles and deals; nobody, not even the host, can see or choose a card."),
    ]
    paint_form(
        console,
        canvas,
        rows(console),
        title=_("Welcome to scatnet"),
        intro=intro,
        keys=[Hint(_("Enter"), _("go on"), (Keys.Enter,)), Hint("Ctrl-C", _("quit"), (Keys.ControlC,))],
    )
