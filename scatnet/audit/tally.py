"""Counting across games: who played, won, knocked and had 31, by key and by rules.

A log becomes a small `GameTally`; many of them add up. Players are told apart by key, never by name. A computer
player's key is good for one table only, so all computer players count as one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from scatnet.audit.chronicle import RoundNote, rounds_of
from scatnet.audit.faults import Verdict, fault_text
from scatnet.audit.verify import Audit, audit_log, skim_log
from scatnet.dealing import Params
from scatnet.rules.fields import preset_and_changes
from scatnet.table.state import TableState

__all__ = ["Counts", "GameTally", "PlayerTally", "SkippedLog", "Tally", "add_up", "tally_log"]

COMPUTERS = b""
"""Stands for all computer players where a key is asked for."""


@dataclass(slots=True)
class Counts:
    """What is counted of somebody. A knock is won where the knocker loses nothing in that round, and counts as neither
    where the round was void."""

    games: int = 0
    finished: int = 0
    wins: int = 0
    rounds: int = 0
    knocks_won: int = 0
    knocks_lost: int = 0
    thirty_ones: int = 0

    def add(self, other: Counts) -> None:
        """Add what was counted elsewhere."""
        self.games += other.games
        self.finished += other.finished
        self.wins += other.wins
        self.rounds += other.rounds
        self.knocks_won += other.knocks_won
        self.knocks_lost += other.knocks_lost
        self.thirty_ones += other.thirty_ones


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTally:
    """One game. `rules` names the nearest preset, followed by `+` where some of it was changed; `players` are by key,
    with their names, several computer players as one."""

    path: Path
    rules: str
    finished: bool
    rounds: int
    players: dict[bytes, tuple[str, Counts]]


@dataclass(frozen=True, slots=True)
class SkippedLog:
    """A log that is not counted, and why."""

    path: Path
    why: str


@dataclass(slots=True)
class PlayerTally:
    """One player: the name in the game read last, all games together, and those of each rules apart."""

    name: str
    total: Counts = field(default_factory=Counts)
    by_rules: dict[str, Counts] = field(default_factory=dict)


@dataclass(slots=True)
class Tally:
    """Everything counted. `rules` counts games, and what all their players did together; `skipped` logs are in none of
    it."""

    games: int = 0
    players: dict[bytes, PlayerTally] = field(default_factory=dict)
    rules: dict[str, Counts] = field(default_factory=dict)
    skipped: list[SkippedLog] = field(default_factory=list)


def tally_log(path: Path, params: Params | None = None) -> GameTally | SkippedLog | None:
    """Count one log of one's own; None where no round was ever played. Raises nothing.

    What this home's own program has checked is not checked again, unless the log speaks of anything irregular.
    """
    audit = skim_log(path, params=params) or audit_log(path, params=params)
    if audit.verdict is not Verdict.VALID:
        return SkippedLog(path, audit.why or fault_text(audit.faults[0]))
    if audit.state is None or audit.state.game is None:
        return None
    return _game(audit, audit.state)


def add_up(found: Iterable[GameTally | SkippedLog | None]) -> Tally:
    """Add up games, in the order given."""
    tally = Tally()
    for one in found:
        if isinstance(one, SkippedLog):
            tally.skipped.append(one)
        elif one is not None:
            _add(tally, one)
    return tally


def _add(tally: Tally, game: GameTally) -> None:
    tally.games += 1
    together = tally.rules.setdefault(game.rules, Counts())
    together.games += 1
    together.finished += game.finished
    together.rounds += game.rounds
    for key, (name, counts) in game.players.items():
        player = tally.players.setdefault(key, PlayerTally(name))
        player.name = name
        player.total.add(counts)
        player.by_rules.setdefault(game.rules, Counts()).add(counts)
        together.wins += counts.wins
        together.knocks_won += counts.knocks_won
        together.knocks_lost += counts.knocks_lost
        together.thirty_ones += counts.thirty_ones


def _game(audit: Audit, state: TableState) -> GameTally:
    rounds = rounds_of(audit.chronicle.notes)
    preset, changes = preset_and_changes(state.settings.rules)
    winners = (state.game.winners or ()) if state.game is not None else ()
    players: dict[bytes, tuple[str, Counts]] = {}
    for place, seat in enumerate(state.seats):
        counts = Counts(games=1, finished=int(audit.finished), wins=int(place in winners))
        for note in rounds:
            _count_round(counts, note, place)
        key = COMPUTERS if seat.computer else seat.key
        if key in players:
            players[key][1].add(counts)
        else:
            players[key] = (seat.name, counts)
    return GameTally(
        path=audit.path,
        rules=preset + ("+" if changes else ""),
        finished=audit.finished,
        rounds=len(rounds),
        players=players,
    )


def _count_round(counts: Counts, note: RoundNote, seat: int) -> None:
    end = note.end
    if seat not in note.order or end is None:
        return
    counts.rounds += 1
    counts.thirty_ones += seat in end.thirty_ones
    if end.knocker == seat and end.expelled == seat:
        counts.knocks_lost += 1
    elif end.knocker == seat and end.ended_by is not None:
        counts.knocks_lost += end.lost.get(seat, 0) > 0
        counts.knocks_won += end.lost.get(seat, 0) == 0
