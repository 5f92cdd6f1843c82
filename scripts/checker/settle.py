"""What a round costs and who wins (chapters 8.5, 10.5, 10.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from checker.ruleset import THIRTY_ONE
from checker.state import Table


def lose(table: Table, losses: Mapping[int, int]) -> Table:
    """The table after these losses, taken together; lives given up go to the kitty."""
    lives, out, kitty = list(table.lives), set(table.out), table.kitty
    for seat, loss in losses.items():
        have = lives[seat]
        lives[seat] = max(have - loss, 0)
        kitty += have - lives[seat]
        if have == 0 or (loss >= have and not table.rules.grace) or (loss > have and not table.rules.county_shield):
            out.add(seat)
    return replace(table, lives=tuple(lives), out=frozenset(out), kitty=kitty)


def give_up(table: Table, seats: Iterable[int]) -> Table:
    """The table after `seats` are put out; their lives go to the kitty."""
    lives, kitty = list(table.lives), table.kitty
    for seat in seats:
        kitty += lives[seat]
        lives[seat] = 0
    return replace(table, lives=tuple(lives), out=table.out | set(seats), kitty=kitty)


def next_round(table: Table, *, same_dealer: bool) -> Table:
    """The next `round_open` is expected, or the game is over."""
    left = table.left
    if len(left) <= 1:
        return replace(table, step="over", winners=left)
    dealer = table.dealer
    if not same_dealer:
        dealer = next(seat for seat in table.clockwise(dealer + 1) if seat in left)
    return replace(table, step="round_open", round=None, dealer=dealer)


def void(table: Table, lapsed: Iterable[int]) -> Table:
    """The round is void; who lapsed pays, unless that would put out everyone left."""
    knocker = None if table.round is None else table.round.knocker
    losses = {seat: table.rules.knocker_penalty if seat == knocker else 1 for seat in lapsed}
    after = lose(table, losses)
    return next_round(after if after.left else table, same_dealer=True)


def settle(table: Table, losses: Mapping[int, int]) -> Table:
    """The round is settled: these lose, and every seat that is away loses 1."""
    away = {seat: 1 for seat in table.left if seat in table.away}
    after = lose(table, {**away, **losses})
    if after.left:
        return next_round(after, same_dealer=False)
    if table.rules.share:
        return replace(after, step="over", winners=table.left)
    return next_round(table, same_dealer=True)


def thirty_one(table: Table, holders: Iterable[int]) -> Table:
    """Every seat in the round but the `holders`, in turn order, loses 1."""
    held = list(holders)
    spared = held[:1] if table.rules.first_safe else held
    return settle(table, {seat: 1 for seat in table.playing.playing if seat not in spared})


def showdown(table: Table, scores: Mapping[int, int]) -> Table:
    """The hands that were shown are compared; a hand that lapsed counts −1."""
    round_, rules = table.playing, table.rules
    knocker = round_.thrower if round_.thrower is not None else round_.knocker
    low, high = min(scores.values()), max(scores.values())
    lowest = [seat for seat in scores if scores[seat] == low]
    losers = [seat for seat in scores if scores[seat] < high] if rules.all_but_highest else lowest
    losses = dict.fromkeys(losers, 1)
    if knocker in losses and knocker in lowest:
        if len(lowest) == 1:
            losses[knocker] = rules.knocker_penalty
        elif rules.knocker_tie_safe and not rules.all_but_highest:
            del losses[knocker]
    return settle(table, losses)


def below_minimum(table: Table, scores: Mapping[int, int]) -> bool:
    """Whether the knocker showed a hand below the minimum."""
    knocker = table.playing.knocker
    return knocker is not None and 0 <= scores.get(knocker, -1) < table.rules.minimum_knock


def holds_thirty_one(score: int) -> bool:
    """Whether a score is that of 31."""
    return score == THIRTY_ONE
