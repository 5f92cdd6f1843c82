"""My games: unfinished ones to go on with, finished ones whose logs can be checked, and logs that cannot be read."""

from __future__ import annotations

from scatnet.console.canvas import Canvas
from scatnet.console.messages import Audit, Resume
from scatnet.console.ports import DamagedLog, PastGame, UnfinishedTable
from scatnet.console.rows import Row
from scatnet.console.screens.forms import form_keys, paint_form
from scatnet.console.screens.hints import back
from scatnet.console.state import Console
from scatnet.table.telling import rules_name
from scatnet.words import _, ngettext

__all__ = ["paint", "rows"]


def rows(console: Console) -> list[Row]:
    """Unfinished games, then finished ones, each newest first; then what cannot be read, if anything."""
    unfinished = [_unfinished(console, table) for table in console.unfinished]
    past = [_past(console, game) for game in console.past]
    damaged = [_damaged(console, log) for log in console.damaged]
    return [
        Row(label=_("Unfinished")),
        *(unfinished or [Row(label=_("None."), note=True)]),
        Row(label=""),
        Row(label=_("Finished")),
        *(past or [Row(label=_("None yet. Finished games stay here, with their proofs."), note=True)]),
        *([Row(label=""), Row(label=_("Damaged")), *damaged] if damaged else []),
    ]


def _unfinished(console: Console, table: UnfinishedTable) -> Row:
    def resume() -> None:
        console.wait_for(_("Going back to table “{name}” ...").format(name=table.name), Resume(table.key))

    return Row(
        label=table.name,
        value=_("round {number}, {played}").format(number=table.round, played=table.played),
        meaning=_("Enter: go on with this game. Players: {players}.").format(players=", ".join(table.players)),
        act=resume,
        deed=_("go on"),
    )


def _past(console: Console, game: PastGame) -> Row:
    def audit() -> None:
        console.audited = game.key
        title = _("Audit of “{name}”, {played}").format(name=game.name, played=game.played)
        console.show_page(title, [])
        console.post(Audit(game.key))

    rounds = ngettext("{count} round", "{count} rounds", game.rounds).format(count=game.rounds)
    return Row(
        label=game.name,
        value=_("{winners} won, {played}").format(winners=", ".join(game.winners), played=game.played),
        meaning=_("Enter: check every signature, proof and rule. {rules} rules, {rounds}, {players}.").format(
            rules=rules_name(game.rules), rounds=rounds, players=", ".join(game.players)
        ),
        act=audit,
        deed=_("check it"),
    )


def _damaged(console: Console, log: DamagedLog) -> Row:
    def show() -> None:
        console.show_page(_("A damaged log"), [log.fault])

    return Row(
        label=log.path.name[:16],
        value=_("cannot be read"),
        meaning=log.fault,
        act=show,
        deed=_("say why"),
    )


def paint(console: Console, canvas: Canvas) -> None:
    """Paint the lists."""
    lines = rows(console)
    paint_form(
        console, canvas, lines, title=_("My games"), values_at=28, names=True, keys=[*form_keys(console, lines), back()]
    )
