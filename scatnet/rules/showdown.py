"""Who loses what in a round that has ended: hands shown in, losses out.

Losses here are what the rules say of the hands; what they do to a seat's lives is for `game`.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from scatnet.rules.ruleset import DealtThirtyOnes, RuleSet, ShowdownLoser
from scatnet.rules.scoring import THIRTY_ONE, hand_score

Shown = tuple[int, int, int] | None
"""The three cards a seat showed; None for a seat that lapsed instead."""

_LAPSED: Final = -1
"""Where a hand that was not shown stands among scores: below every hand, and level with others not shown."""


class EndedBy(StrEnum):
    """What ended a round."""

    KNOCK = "knock"
    THIRTY_ONE = "thirty_one"
    STOCK = "stock"
    PASS = "pass"
    THROW_DOWN = "throw_down"
    RESIGN = "resign"
    """At most one seat was left in the round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """What a round came to. Mappings are in turn order.

    `scores`: half points of the hands shown (after a 31 those of the 31s only). `lost`: for every seat dealt
    in, the lives it loses as the rules say, even if it has less; 0 for a seat that resigned, its lives being
    forfeit. `void`: the round does not count, because `expelled` had knocked below the minimum; nobody loses
    then.
    """

    ended_by: EndedBy
    scores: Mapping[int, int]
    lost: Mapping[int, int]
    resigned: tuple[int, ...]
    void: bool = False
    expelled: int | None = None


def round_result(
    *,
    rules: RuleSet,
    order: tuple[int, ...],
    ended_by: EndedBy,
    shown: Mapping[int, Shown],
    thirty_ones: tuple[int, ...],
    knocker: int | None,
    resigned: Set[int],
) -> RoundResult:
    """The result of a round.

    `shown` holds every hand shown, also the knocker's after a 31; `thirty_ones` are the seats that called or
    declared, in turn order.
    """
    scores = _scores(rules, order, shown, resigned)
    in_round = tuple(seat for seat in order if seat not in resigned)
    if ended_by is not EndedBy.THROW_DOWN and _below_minimum(rules, scores, knocker):
        lost, expelled = dict[int, int](), knocker
    elif ended_by is EndedBy.RESIGN:
        lost, expelled = {}, None
    else:
        if ended_by is EndedBy.THROW_DOWN:
            thirty_ones = tuple(seat for seat in in_round if scores[seat] == THIRTY_ONE)
        lost = _losses(rules, scores, knocker)
        if thirty_ones:
            safe = thirty_ones
            if rules.several_dealt_thirty_ones is DealtThirtyOnes.FIRST_SAFE:
                safe = thirty_ones[:1]
            lost = {seat: 1 for seat in in_round if seat not in safe}
        expelled = None
    if ended_by is EndedBy.THIRTY_ONE:
        scores = dict.fromkeys(thirty_ones, THIRTY_ONE)
    return RoundResult(
        ended_by=ended_by,
        scores=MappingProxyType({seat: score for seat, score in scores.items() if score != _LAPSED}),
        lost=MappingProxyType({seat: lost.get(seat, 0) for seat in order}),
        resigned=tuple(seat for seat in order if seat in resigned),
        void=expelled is not None,
        expelled=expelled,
    )


def _scores(rules: RuleSet, order: tuple[int, ...], shown: Mapping[int, Shown], resigned: Set[int]) -> dict[int, int]:
    scores: dict[int, int] = {}
    for seat in order:
        if seat in shown and seat not in resigned:
            cards = shown[seat]
            scores[seat] = _LAPSED if cards is None else hand_score(rules, cards)
    return scores


def _below_minimum(rules: RuleSet, scores: Mapping[int, int], knocker: int | None) -> bool:
    return knocker is not None and scores.get(knocker, _LAPSED) != _LAPSED and scores[knocker] < rules.minimum_knock


def _losses(rules: RuleSet, scores: Mapping[int, int], knocker: int | None) -> dict[int, int]:
    """What the seats that pay lose in a showdown without a 31 that counts."""
    worst, best = min(scores.values(), default=0), max(scores.values(), default=0)
    lowest = [seat for seat, score in scores.items() if score == worst]
    if rules.showdown_loser is ShowdownLoser.ALL_BUT_HIGHEST:
        losers = [seat for seat, score in scores.items() if score < best]
    elif rules.knocker_tie_safe and len(lowest) > 1:
        losers = [seat for seat in lowest if seat != knocker]
    else:
        losers = lowest
    alone = losers and lowest == [knocker]
    return {seat: rules.knocker_penalty if alone and seat == knocker else 1 for seat in losers}
