"""Tables and games as a list has them in plain lines: one line each."""

from __future__ import annotations

from scatnet.console.ports import FoundTable, PastGame, UnfinishedTable
from scatnet.table.telling import rules_name
from scatnet.words import _, ngettext

__all__ = ["found_text", "past_text", "state_text", "unfinished_text"]


def state_text(table: FoundTable) -> str:
    """How far a table is, and what it takes to come to it: "open, passcode"."""
    if not table.fits:
        return _("another version")
    state = _("playing") if table.playing else _("open")
    return _("{state}, passcode").format(state=state) if table.locked else state


def found_text(table: FoundTable) -> str:
    """A table on this network: "Ours: Kitchen, 2/4, open, passcode"."""
    return f"{table.name}: {rules_name(table.rules)}, {table.taken}/{table.seats}, {state_text(table)}"


def unfinished_text(table: UnfinishedTable) -> str:
    """A game to go on with: "Ours: round 3, 2026-11-29 20:15. Players: Ann, Bo."."""
    when = _("round {number}, {played}").format(number=table.round, played=table.played)
    return f"{table.name}: {when}. " + _("Players: {names}.").format(names=", ".join(table.players) or _("not begun"))


def past_text(game: PastGame) -> str:
    """A finished game: "Ours: Ann won, 2026-11-29 21:02. Kitchen, 7 rounds, Ann, Bo."."""
    won = _("{winners} won, {played}").format(winners=", ".join(game.winners), played=game.played)
    rounds = ngettext("{count} round", "{count} rounds", game.rounds).format(count=game.rounds)
    return f"{game.name}: {won}. {rules_name(game.rules)}, {rounds}, {', '.join(game.players)}."
