"""The form for a new table: one for others, or one for practice. Its first row begins, so Enter alone is enough."""

from __future__ import annotations

from dataclasses import replace

from scatnet.console.canvas import Canvas
from scatnet.console.messages import Host
from scatnet.console.rows import Row
from scatnet.console.rule_words import field_label, preset_line, value_label
from scatnet.console.screens.forms import form_keys, paint_form
from scatnet.console.screens.hints import back
from scatnet.console.screens.settings import yes_no
from scatnet.console.state import Console, HostDraft
from scatnet.console.wishes import wish_of
from scatnet.rules.fields import (
    FIELDS,
    VARIATIONS,
    BadOptionError,
    Field,
    Variation,
    field_named,
    preset_and_changes,
    read_value,
    value_of,
    with_values,
)
from scatnet.rules.ruleset import PRESETS
from scatnet.table.telling import rules_name
from scatnet.words import _, ngettext

__all__ = ["paint", "rows"]

_PATIENCES = (30, 60, 120, 300, 600, 1800, 3600)
_CLOCKS = (0, 15, 30, 45, 60, 90, 120, 300)


def rows(console: Console) -> list[Row]:
    """The form."""
    draft = console.host
    if draft is None:
        return []
    return [
        _begin(console, draft),
        Row(label=""),
        *_rules(console, draft),
        *_seats(console, draft),
        *([] if draft.practice else _company(console, draft)),
        *_times(console, draft),
        *_every_rule(console, draft),
    ]


def _begin(console: Console, draft: HostDraft) -> Row:
    def begin() -> None:
        if not draft.practice and not draft.name.strip():
            console.tell(_("Give the table a name that the others can find it by."))
            return
        console.wait_for(_("Opening the table ..."), Host(wish_of(draft)))

    if draft.practice:
        return Row(
            label=_("Deal the cards"),
            button=True,
            act=begin,
            deed=_("deal"),
            meaning=_("Begin now, against computer players, with the rules below."),
        )
    return Row(
        label=_("Open the table"),
        button=True,
        act=begin,
        deed=_("open it"),
        meaning=_("Others find the table at once. The game begins when all seats are taken, or when you say so."),
    )


def _set(console: Console, draft: HostDraft) -> None:
    """Keep a changed form; the seats stay within what the rules take."""
    low, high = max(2, draft.rules.min_seats), draft.rules.max_seats
    seats = max(low, min(high, draft.seats))
    console.host = replace(draft, seats=seats, bots=max(0, min(draft.bots, seats - 1)))


def _rules(console: Console, draft: HostDraft) -> list[Row]:
    preset, changes = preset_and_changes(draft.rules)
    names = list(PRESETS)

    def change(by: int) -> None:
        _set(console, replace(draft, rules=PRESETS[names[(names.index(preset) + by) % len(names)]]))

    shown = rules_name(preset) + (_(", changed") if changes else "")
    found = [Row(label=_("Rules"), value=shown, change=change, meaning=preset_line(preset))]
    return found + [_variation(console, draft, variation) for variation in VARIATIONS.get(preset, ())]


def _variation(console: Console, draft: HostDraft, variation: Variation) -> Row:
    fields = {name: field_named(name) for name in variation.changes}
    wanted = {name: read_value(fields[name], written) for name, written in variation.changes.items()}
    preset, _changes = preset_and_changes(draft.rules)
    usual = {name: value_of(PRESETS[preset], field) for name, field in fields.items()}
    played = all(value_of(draft.rules, fields[name]) == value for name, value in wanted.items())

    def change(_by: int) -> None:
        _set(console, replace(draft, rules=with_values(draft.rules, usual if played else wanted)))

    return Row(
        label="  " + _(variation.label),
        value=yes_no(played),
        change=change,
        meaning=_("A known variation of these rules.") + " " + " ".join(_(field.meaning) for field in fields.values()),
    )


def _seats(console: Console, draft: HostDraft) -> list[Row]:
    low, high = max(2, draft.rules.min_seats), draft.rules.max_seats

    def seats(by: int) -> None:
        _set(console, replace(draft, seats=_around(draft.seats + by, low, high)))

    def bots(by: int) -> None:
        _set(console, replace(draft, bots=_around(draft.bots + by, 0, draft.seats - 1)))

    if draft.practice:
        players = ngettext("{count} computer player", "{count} computer players", draft.seats - 1)
        return [
            Row(
                label=_("Against"),
                value=players.format(count=draft.seats - 1),
                change=seats,
                meaning=_("How many play against you. Scat is best with three or four at the table."),
            )
        ]
    return [
        Row(
            label=_("Seats"),
            value=str(draft.seats),
            change=seats,
            meaning=_("How many places there are, yours among them. You may begin with fewer."),
        ),
        Row(
            label=_("Computer players"),
            value=str(draft.bots),
            change=bots,
            meaning=_("So many of the seats are taken by computer players on this machine."),
        ),
    ]


def _around(value: int, low: int, high: int) -> int:
    return low + (value - low) % (high - low + 1)


def _company(console: Console, draft: HostDraft) -> list[Row]:
    def name(text: str) -> None:
        console.host = replace(console.host or draft, name=text)

    def passcode(text: str) -> None:
        console.host = replace(console.host or draft, passcode=text)

    return [
        Row(
            label=_("Name of the table"),
            value=draft.name,
            typed=name,
            limit=40,
            meaning=_("Others see the table by this name."),
        ),
        Row(
            label=_("Passcode"),
            value=draft.passcode,
            typed=passcode,
            limit=64,
            meaning=_("Empty: everybody on this network may sit down. Otherwise only who knows it."),
        ),
        Row(
            label=_("Others may watch"),
            value=yes_no(draft.spectators),
            change=lambda _by: _set(console, replace(draft, spectators=not draft.spectators)),
            meaning=_("Whether others may look on without a seat. They never see a hidden card."),
        ),
    ]


def _times(console: Console, draft: HostDraft) -> list[Row]:
    def step(allowed: tuple[int, ...], value: int, by: int) -> int:
        nearest = min(range(len(allowed)), key=lambda place: abs(allowed[place] - value))
        return allowed[(nearest + by) % len(allowed)]

    clock = Row(
        label=_("Time for a turn"),
        value=_seconds(draft.turn_clock) if draft.turn_clock else _("no limit"),
        change=lambda by: _set(console, replace(draft, turn_clock=step(_CLOCKS, draft.turn_clock, by))),
        meaning=_("When it is over, that player's own computer plays for them."),
    )
    if draft.practice:
        return [clock]
    patience = Row(
        label=_("Patience"),
        value=_seconds(draft.patience),
        change=lambda by: _set(console, replace(draft, patience=step(_PATIENCES, draft.patience, by))),
        meaning=_("After so long without an answer the others may go on without somebody, who can come back."),
    )
    return [clock, patience]


def _seconds(seconds: int) -> str:
    if seconds >= 120:
        return ngettext("{count} minute", "{count} minutes", seconds // 60).format(count=seconds // 60)
    return ngettext("{count} second", "{count} seconds", seconds).format(count=seconds)


def _every_rule(console: Console, draft: HostDraft) -> list[Row]:
    more = Row(
        label=_("Every single rule"),
        value=_("shown") if draft.more else _("hidden"),
        change=lambda _by: _set(console, replace(draft, more=not draft.more)),
        meaning=_("Change any rule by itself."),
    )
    if not draft.more:
        return [more]
    preset, changes = preset_and_changes(draft.rules)
    return [more, *(_rule(console, draft, field, preset, field.name in changes) for field in FIELDS)]


def _rule(console: Console, draft: HostDraft, field: Field, preset: str, changed: bool) -> Row:
    value = value_of(draft.rules, field)

    def change(by: int) -> None:
        place = field.allowed.index(value)
        wanted = field.allowed[(place + by) % len(field.allowed)]
        try:
            _set(console, replace(draft, rules=with_values(draft.rules, {field.name: wanted})))
        except BadOptionError as refusal:
            console.tell(str(refusal))

    usual = _("{rules} rules have: {value}.").format(
        rules=rules_name(preset), value=value_label(field, value_of(PRESETS[preset], field))
    )
    return Row(
        label="  " + field_label(field),
        value=value_label(field, value) + (" *" if changed else ""),
        change=change,
        meaning=_(field.meaning) + " " + usual,
    )


def paint(console: Console, canvas: Canvas) -> None:
    """Paint the form."""
    lines = rows(console)
    if not lines or console.host is None:
        return
    title = _("Practise against computer players") if console.host.practice else _("Open a table for others")
    paint_form(console, canvas, lines, title=title, values_at=32, keys=[*form_keys(console, lines), back()])
