"""Join by address or ticket, or with the passcode of a table that was found."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from scatnet.console.canvas import Canvas
from scatnet.console.messages import Join
from scatnet.console.rows import Row
from scatnet.console.screens.forms import form_keys, paint_form
from scatnet.console.screens.hints import back
from scatnet.console.state import Console
from scatnet.words import _

__all__ = ["paint", "rows"]


def rows(console: Console) -> list[Row]:
    """Where to, the passcode, and whether to play or to watch."""
    draft = console.join

    def target(text: str) -> None:
        console.join = replace(console.join, target=text)

    def passcode(text: str) -> None:
        console.join = replace(console.join, passcode=text)

    def go(watch: bool) -> None:
        where = console.join.target.strip()
        if not where:
            console.tell(_("Type an address such as 192.168.1.20:5431, or paste a ticket."))
            return
        shown = draft.name or where
        console.wait_for(
            _("Going to table “{name}” ...").format(name=shown[:40]),
            Join(target=where, passcode=console.join.passcode, watch=watch),
        )

    where = Row(
        label=_("Address or ticket"),
        value=draft.target,
        typed=target,
        act=partial(go, False),
        deed=_("sit down"),
        limit=400,
        meaning=_("The host's address, such as 192.168.1.20:5431, or the ticket that the host's screen shows."),
    )
    return [
        *([] if draft.name else [where]),
        Row(
            label=_("Passcode"),
            value=draft.passcode,
            typed=passcode,
            act=partial(go, False),
            deed=_("sit down"),
            limit=64,
            meaning=_("Only where the table has one. A wrong passcode tells nobody anything."),
        ),
        Row(label=""),
        Row(
            label=_("Sit down and play"),
            button=True,
            act=partial(go, False),
            deed=_("sit down"),
            meaning=_("Take a seat at the table."),
        ),
        Row(
            label=_("Only watch"),
            button=True,
            act=partial(go, True),
            deed=_("watch"),
            meaning=_("See what everybody may see, and no hidden card."),
        ),
    ]


def paint(console: Console, canvas: Canvas) -> None:
    """Paint the form."""
    lines = rows(console)
    name = console.join.name
    title = _("Table “{name}”").format(name=name) if name else _("Join by address or ticket")
    paint_form(console, canvas, lines, title=title, values_at=22, keys=[*form_keys(console, lines), back()])
