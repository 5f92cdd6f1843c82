"""What an audit tells a stranger, as plain values: who played by which rules, each round, who lost what and why, what
was proven, what stayed hidden, and everything irregular.

Text, JSON and the page are made from a `Report` alone, so that they cannot tell different stories.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scatnet.audit.chronicle import RoundEnd, RoundNote, StepNote, rounds_of
from scatnet.audit.verify import Audit
from scatnet.log import Kind, fingerprint
from scatnet.rules.ruleset import RuleSet, ShowdownLoser
from scatnet.rules.scoring import THIRTY_ONE
from scatnet.rules.showdown import EndedBy
from scatnet.table.slots import suspended
from scatnet.table.state import TableState

__all__ = ["Loss", "LossReason", "PlayerLine", "Proven", "Report", "RoundLine", "Standing", "report_of"]


class Standing(StrEnum):
    """How a player stands at the end of the log."""

    WON = "won"
    IN = "in"
    AWAY = "away"
    OUT = "out"


class LossReason(StrEnum):
    """Why a seat lost something."""

    LOWEST = "lowest"
    BELOW_BEST = "below_best"
    KNOCKED_LOWEST = "knocked_lowest"  # alone at the bottom after a knock of its own
    THIRTY_ONE = "thirty_one"  # somebody else had 31
    NOT_SHOWN = "not_shown"  # lapsed at the show, which counts as the lowest hand
    LAPSED = "lapsed"  # made the round void
    AWAY = "away"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A player. `operator` is the fingerprint of whose machine runs a computer player, and `operator_name` that
    person's name where they play too; both empty for a person."""

    seat: int
    name: str
    key: bytes
    fingerprint: str
    computer: bool
    operator: str
    operator_name: str
    lives: int
    county: bool
    standing: Standing
    payout: int


@dataclass(frozen=True, slots=True)
class Loss:
    """What a seat lost in a round, as the rules say, and why."""

    seat: int
    lives: int
    reason: LossReason


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    """A round with its losses, in turn order; what else there is to say stands in its note."""

    note: RoundNote
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proven:
    """How much was checked and held. `signatures` counts the records' own, `openings` cards shown or given away."""

    signatures: int
    steps: int
    keys: int
    permutations: int
    shuffles: int
    shares: int
    openings: int

    @property
    def proofs(self) -> int:
        """All zero-knowledge proofs."""
        return self.keys + self.permutations + self.shuffles + self.shares + self.openings


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The report on one log. `rules` are those played by, the house rule decided; `lives` are those of all seats before
    the first round and after each one. `hidden_cards` were never shown, in all rounds together."""

    audit: Audit
    name: str
    rules: RuleSet
    house_rule: bool
    table: bytes
    head: bytes
    players: tuple[PlayerLine, ...]
    rounds: tuple[RoundLine, ...]
    lives: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    kitty: int
    suspended: bool
    proven: Proven
    hidden_cards: int
    open_cards: int

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(player.name for player in self.players)


def report_of(audit: Audit) -> Report | None:
    """The report on what an audit could fold; None where there is not even a table."""
    state = audit.state
    if state is None:
        return None
    notes = rounds_of(audit.chronicle.notes)
    game = state.game
    ends = [note.end for note in notes if note.end is not None]
    begun = (state.rules.lives,) * len(state.seats)
    return Report(
        audit=audit,
        name=state.settings.name,
        rules=state.rules,
        house_rule=state.rules.three_of_a_kind != state.settings.rules.three_of_a_kind,
        table=state.table,
        head=state.head,
        players=tuple(_player(state, seat) for seat in range(len(state.seats))),
        rounds=tuple(RoundLine(note=note, losses=_losses(state.rules, note)) for note in notes),
        lives=(begun, *(end.lives for end in ends)) if game is not None else (),
        winners=(game.winners or ()) if game is not None else (),
        kitty=game.kitty if game is not None else 0,
        suspended=suspended(state),
        proven=_proven(audit, audit.chronicle.notes),
        hidden_cards=sum(note.hidden_cards for note in notes),
        open_cards=sum(len(note.open_cards) for note in notes if note.dealt),
    )


def _player(state: TableState, place: int) -> PlayerLine:
    seat, game = state.seats[place], state.game
    operator_name = next((other.name for other in state.seats if other.key == seat.operator), "")
    return PlayerLine(
        seat=place,
        name=seat.name,
        key=seat.key,
        fingerprint=fingerprint(seat.key),
        computer=seat.computer,
        operator=fingerprint(seat.operator) if seat.computer else "",
        operator_name=operator_name if seat.computer else "",
        lives=state.rules.lives if game is None else game.lives[place],
        county=game is not None and place in game.county,
        standing=_standing(state, place),
        payout=0 if game is None else dict(game.payout).get(place, 0),
    )


def _standing(state: TableState, place: int) -> Standing:
    game = state.game
    if game is None:
        return Standing.IN
    if place in (game.winners or ()):
        return Standing.WON
    if place in game.out:
        return Standing.OUT
    return Standing.AWAY if place in game.away else Standing.IN


def _losses(rules: RuleSet, note: RoundNote) -> tuple[Loss, ...]:
    if note.end is None:
        return ()
    end = note.end
    in_order = [*note.order, *(seat for seat in sorted(end.lost) if seat not in note.order)]
    return tuple(Loss(seat, end.lost[seat], _why(rules, note, end, seat)) for seat in in_order if end.lost.get(seat, 0))


def _why(rules: RuleSet, note: RoundNote, end: RoundEnd, seat: int) -> LossReason:
    if end.ended_by is None:
        return LossReason.LAPSED
    if seat not in note.order:
        return LossReason.AWAY
    ends_by_thirty_one = end.ended_by in (EndedBy.THIRTY_ONE, EndedBy.THROW_DOWN)
    if ends_by_thirty_one and THIRTY_ONE in end.scores.values():
        return LossReason.THIRTY_ONE
    if seat not in end.scores:
        return LossReason.NOT_SHOWN
    lowest = [other for other, score in end.scores.items() if score == min(end.scores.values())]
    if lowest == [seat] and seat == end.knocker:
        return LossReason.KNOCKED_LOWEST
    return LossReason.LOWEST if rules.showdown_loser is ShowdownLoser.LOWEST else LossReason.BELOW_BEST


def _proven(audit: Audit, notes: Sequence[StepNote]) -> Proven:
    count = Counter(kind for note in notes for kind in note.kinds)
    calls = sum(happening.kind.value == "called" for note in notes for happening in note.happenings)
    return Proven(
        signatures=audit.records,
        steps=len(notes),
        keys=count[Kind.ROUND_KEY],
        permutations=count[Kind.ROUND_KEY] + count[Kind.RESTOCK],
        shuffles=count[Kind.SHUFFLE],
        shares=count[Kind.DEAL_SHARES] + count[Kind.DRAW_SHARES],
        openings=count[Kind.DISCARD] + count[Kind.DECLARE] + count[Kind.SHOW] + calls,
    )
