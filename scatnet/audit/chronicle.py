"""What happened in a game, step by step and round by round, as an audit has folded it.

A `StepNote` keeps of each step what reports and comparisons need and lets its states go. `rounds_of` puts the notes
together to rounds: everything in a `RoundNote` follows from the public facts of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from scatnet.log import Kind, Outcome, Step
from scatnet.rules.cards import DECK_SIZE
from scatnet.rules.showdown import EndedBy
from scatnet.table.closing import game_of
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.news import news
from scatnet.table.state import Stage, TableState

__all__ = ["Chronicle", "RoundEnd", "RoundNote", "StepNote", "rounds_of"]

H = HappeningKind

_NOBODY: Final[Mapping[int, int]] = MappingProxyType({})

_OPEN_CARDS: Final = frozenset({H.DEALT, H.TOOK, H.DISCARDED, H.CALLED, H.DECLARED, H.SHOWED})
"""The happenings whose cards everybody has seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnd:
    """How a round ended: `ended_by` None where it was void. `scores` in half points, `lost` as the rules say, both by
    seat; `lives`, `county`, `out` and `kitty` as they are afterwards."""

    ended_by: EndedBy | None
    knocker: int | None
    thirty_ones: tuple[int, ...]
    scores: Mapping[int, int]
    shown: Mapping[int, tuple[int, ...]]
    lost: Mapping[int, int]
    put_out: tuple[int, ...]
    replay: bool
    expelled: int | None
    lives: tuple[int, ...]
    county: tuple[int, ...]
    out: tuple[int, ...]
    kitty: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StepNote:
    """One closed step. `number` counts from 0, `head` is the one it answered to, `next_head` the one after it. `path`
    are its outcomes, each a seat with the digest of its event, None for a lapse; `kinds` what each event was; `round`
    counts the rounds opened."""

    number: int
    head: bytes
    next_head: bytes
    stage: Stage
    round: int
    path: tuple[tuple[int, bytes | None], ...]
    kinds: tuple[Kind | None, ...]
    happenings: tuple[Happening, ...]
    end: RoundEnd | None = None


class Chronicle:
    """A `Watcher` that notes every step."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.notes: list[StepNote] = []

    def began(self, genesis: TableState) -> None:
        """See `Watcher`."""
        self.notes.clear()

    def closed(self, before: TableState, step: Step, after: TableState) -> None:
        """See `Watcher`."""
        self.notes.append(
            StepNote(
                number=before.number,
                head=before.head,
                next_head=after.head,
                stage=before.stage,
                round=after.rounds,
                path=tuple((outcome.seat, _digest(outcome)) for outcome in step.outcomes),
                kinds=tuple(None if outcome.event is None else outcome.event.kind for outcome in step.outcomes),
                happenings=news(before, step, after),
                end=_end(before, after) if before.deal is not None and after.deal is None else None,
            )
        )

    def undone(self, steps: int) -> None:
        """See `Watcher`."""
        del self.notes[len(self.notes) - steps :]


def _digest(outcome: Outcome) -> bytes | None:
    return None if outcome.event is None else outcome.event.digest


def _end(before: TableState, after: TableState) -> RoundEnd:
    game, round_, settlement = game_of(after), after.round, after.settlement
    result = round_.result if round_ is not None and settlement is not None else None
    if round_ is None or settlement is None or result is None:
        knocker = before.round.knocker if before.round is not None else None
        was = game_of(before).lives
        return RoundEnd(
            ended_by=None,
            knocker=knocker,
            thirty_ones=(),
            scores=_NOBODY,
            shown=MappingProxyType({}),
            lost=MappingProxyType({seat: was[seat] - n for seat, n in enumerate(game.lives) if was[seat] != n}),
            put_out=tuple(seat for seat in game.out if seat not in game_of(before).out),
            replay=False,
            expelled=None,
            lives=game.lives,
            county=game.county,
            out=game.out,
            kitty=game.kitty,
        )
    return RoundEnd(
        ended_by=None if result.void else result.ended_by,
        knocker=round_.knocker,
        thirty_ones=round_.thirty_ones,
        scores=result.scores,
        shown=MappingProxyType({seat: cards for seat, cards in round_.shown.items() if cards is not None}),
        lost=settlement.lost,
        put_out=settlement.put_out,
        replay=settlement.replay,
        expelled=result.expelled,
        lives=game.lives,
        county=game.county,
        out=game.out,
        kitty=game.kitty,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundNote:
    """One round: `number` counts from 1; `dealer` and `order` are seats; `first_step` and `last_step` count from 0;
    `turns` have begun in it; `open_cards` have been seen by everybody. `end` is None where the log stops in it."""

    number: int
    dealer: int
    order: tuple[int, ...]
    first_step: int
    last_step: int
    turns: int
    reshuffles: int
    dealt: bool
    open_cards: frozenset[int]
    happenings: tuple[Happening, ...] = field(repr=False)
    end: RoundEnd | None

    @property
    def hidden_cards(self) -> int:
        """How many cards of the deck were never shown to everybody; 0 where none were dealt."""
        return DECK_SIZE - len(self.open_cards) if self.dealt else 0


def rounds_of(notes: Sequence[StepNote]) -> tuple[RoundNote, ...]:
    """The rounds of a game, from its steps."""
    found: list[RoundNote] = []
    current: list[StepNote] = []
    for note in notes:
        if any(happening.kind is H.ROUND for happening in note.happenings):
            current = [note]
        elif current:
            current.append(note)
        if current and note.end is not None:
            found.append(_round(current))
            current = []
    return (*found, _round(current)) if current else tuple(found)


def _round(notes: Sequence[StepNote]) -> RoundNote:
    happenings = tuple(_told(notes))
    opened = next(happening for happening in happenings if happening.kind is H.ROUND)
    shown = (happening.cards for happening in happenings if happening.kind in _OPEN_CARDS)
    return RoundNote(
        number=opened.number or 0,
        dealer=opened.seat or 0,
        order=opened.seats,
        first_step=notes[0].number,
        last_step=notes[-1].number,
        turns=sum(note.stage is Stage.TURN for note in notes),
        reshuffles=sum(happening.kind is H.RESHUFFLE for happening in happenings),
        dealt=any(note.stage is Stage.DEAL_SHARES for note in notes),
        open_cards=frozenset(card for cards in shown for card in cards),
        happenings=happenings,
        end=notes[-1].end,
    )


def _told(notes: Iterable[StepNote]) -> Iterable[Happening]:
    return (happening for note in notes for happening in note.happenings)
