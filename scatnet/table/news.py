"""What happened in a step, read from the states before and after it and nothing else.

Everybody who has closed the same steps tells the same story: lines, screens, replays and reports all come here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from scatnet.log import Event, Kind, Step
from scatnet.log import bodies as log
from scatnet.rules.round import Held, Round
from scatnet.rules.ruleset import FirstDealer
from scatnet.rules.showdown import EndedBy
from scatnet.table.beginning import house_rule_played
from scatnet.table.closing import game_of
from scatnet.table.coin import high_card
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.slots import suspended
from scatnet.table.state import Stage, TableState

__all__ = ["news", "numbered"]

H = HappeningKind


def news(before: TableState, step: Step, after: TableState) -> tuple[Happening, ...]:
    """The happenings of one step, in the order in which a person would tell them.

    `numbered` says whose seats they name.
    """
    return tuple(_told(before, step, after))


def numbered(before: TableState, after: TableState) -> TableState:
    """The state by whose seats the happenings of the step between are numbered.

    The later one; but the earlier while the coin is not tossed yet, for the seats left out are in that one alone.
    """
    return before if after.game is None else after


def _told(before: TableState, step: Step, after: TableState) -> Iterator[Happening]:
    for outcome in step.outcomes:
        if outcome.event is not None and outcome.event.kind in _TELLERS:
            yield from _TELLERS[outcome.event.kind](before, after, outcome.seat, outcome.event)
        elif outcome.event is not None and outcome.event.kind is Kind.RESIGN:
            yield Happening(kind=H.RESIGNED, seat=outcome.seat)
    if before.game is None:
        for outcome in step.outcomes:
            if outcome.event is None:
                yield Happening(kind=H.LAPSED, seat=outcome.seat)
        if after.game is not None:
            yield from _begun(after)
        if after.stage is Stage.OVER:
            yield Happening(kind=H.WON)
        return
    yield from _buried(before, after)
    yield from _dealt(before, after)
    if before.stage is Stage.SHUFFLE and before.round is not None and after.stage is Stage.DRAW_SHARES:
        yield Happening(kind=H.DREW, seat=before.round.seat)
    yield from _settled(before, after)
    yield from _lapsed(before, after, step)
    yield from _suspension(before, after)
    game = game_of(after)
    if game.over and not game_of(before).over:
        yield Happening(kind=H.WON, seats=game.winners or (), number=game.kitty)


def _begun(after: TableState) -> Iterator[Happening]:
    """The coin is tossed: everybody has a place, and it is known who deals first."""
    yield Happening(kind=H.BEGUN, seats=tuple(range(len(after.seats))))
    if after.settings.rules.house_rule_three_of_a_kind:
        agreed = house_rule_played(after.settings, after.seats)
        yield Happening(kind=H.HOUSE_RULE, number=after.rules.three_of_a_kind if agreed else 0)
    dealer = game_of(after).dealer
    turns = high_card(after.coin, len(after.seats)).turns if after.rules.first_dealer is FirstDealer.HIGH_CARD else ()
    drawn = [place for turn in turns for place in turn]
    yield Happening(
        kind=H.DEALER,
        seat=dealer,
        seats=tuple(seat for seat, _ in drawn),
        cards=tuple(card for _, card in drawn),
    )


def _round_open(before: TableState, after: TableState, _seat: int, event: Event) -> Iterator[Happening]:
    body = log.body_of(event)
    if isinstance(body, log.RoundOpen):
        for seat, evidence in body.evidence:
            yield Happening(kind=H.EXPELLED, seat=seat, number=len(evidence.events))
        authors = {back.author for back in body.backs}
        for place, seat_ in enumerate(before.seats):
            if seat_.key in authors:
                yield Happening(kind=H.RETURNED, seat=place)
    if after.deal is not None:
        if suspended(before):
            yield Happening(kind=H.RESUMED)
        yield Happening(kind=H.ROUND, number=after.deal.number, seat=game_of(after).dealer, seats=after.deal.order)


def _plain(kind: HappeningKind) -> Callable[[TableState, TableState, int, Event], Iterator[Happening]]:
    def tell(_before: TableState, _after: TableState, seat: int, _event: Event) -> Iterator[Happening]:
        yield Happening(kind=kind, seat=seat)

    return tell


def _throw_down(_before: TableState, _after: TableState, seat: int, event: Event) -> Iterator[Happening]:
    body = log.body_of(event)
    if isinstance(body, log.ThrowDown) and body.throw:
        yield Happening(kind=H.THREW_DOWN, seat=seat)


def _deal_call(_before: TableState, after: TableState, seat: int, event: Event) -> Iterator[Happening]:
    body = log.body_of(event)
    cards = after.round.shown.get(seat) if after.round is not None else None
    if isinstance(body, log.DealCall) and body.call:
        yield Happening(kind=H.CALLED, seat=seat, cards=cards or ())


def _draw(_before: TableState, after: TableState, seat: int, _event: Event) -> Iterator[Happening]:
    if after.round is not None and after.stage is Stage.RESTOCK:
        yield Happening(kind=H.RESHUFFLE, seat=seat, number=len(after.round.restocking))
    else:
        yield Happening(kind=H.DREW, seat=seat)


def _take(_before: TableState, after: TableState, seat: int, _event: Event) -> Iterator[Happening]:
    taken = after.round.taken if after.round is not None else None
    if taken is None:
        yield Happening(kind=H.TOOK_BLIND, seat=seat)
    else:
        yield Happening(kind=H.TOOK, seat=seat, cards=(taken,))


def _discard(_before: TableState, _after: TableState, seat: int, event: Event) -> Iterator[Happening]:
    body = log.body_of(event)
    if isinstance(body, log.Discard):
        yield Happening(kind=H.DISCARDED, seat=seat, cards=(body.card,))
        if body.knock:
            yield Happening(kind=H.KNOCKED, seat=seat)


def _declare(_before: TableState, _after: TableState, seat: int, event: Event) -> Iterator[Happening]:
    body = log.body_of(event)
    if isinstance(body, log.Declare):
        yield Happening(kind=H.DECLARED, seat=seat, cards=body.cards)


def _show(_before: TableState, after: TableState, seat: int, event: Event) -> Iterator[Happening]:
    body = log.body_of(event)
    if isinstance(body, log.Show):
        result = after.round.result if after.round is not None else None
        score = result.scores.get(seat) if result is not None else None
        yield Happening(kind=H.SHOWED, seat=seat, cards=body.cards, number=score)


def _dealt(before: TableState, after: TableState) -> Iterator[Happening]:
    """Everybody can read their cards; after a throw-down they are only shown."""
    if before.stage is not Stage.DEAL_SHARES or after.deal is None or after.round is None:
        return
    if after.round.ended_by is not EndedBy.THROW_DOWN:
        yield Happening(kind=H.DEALT, cards=after.round.pile)


def _buried(before: TableState, after: TableState) -> Iterator[Happening]:
    """The face-down first discard was there and is gone, without having been taken."""
    left, now = before.round, after.round
    lay_there = before.stage is Stage.TURN and left is not None and left.blind
    if lay_there and now is not None and not now.blind and now.held is not Held.BLIND:
        yield Happening(kind=H.BURIED)


def _settled(before: TableState, after: TableState) -> Iterator[Happening]:
    if before.deal is None or after.deal is not None or after.round is None or after.settlement is None:
        return
    round_, settlement, game = after.round, after.settlement, game_of(after)
    if round_.result is None:
        return
    if round_.result.expelled is not None:
        yield Happening(kind=H.EXPELLED, seat=round_.result.expelled, number=3)
        yield Happening(kind=H.VOID, seat=round_.result.expelled)
        return
    if settlement.replay:
        yield Happening(kind=H.REPLAY)
        return
    yield from _losses(before, after, _in_turn_order(round_, settlement.lost))
    for seat in settlement.put_out:
        if seat not in round_.resigned and seat in game.out:
            yield Happening(kind=H.OUT, seat=seat)


def _losses(before: TableState, after: TableState, lost: Mapping[int, int]) -> Iterator[Happening]:
    for seat, number in lost.items():
        if number:
            yield Happening(kind=H.LOST, seat=seat, number=number)
        yield from _county(before, after, seat)


def _county(before: TableState, after: TableState, seat: int) -> Iterator[Happening]:
    """The seat has come to the county in this step."""
    if seat in game_of(after).county and seat not in game_of(before).county:
        yield Happening(kind=H.COUNTY, seat=seat)


def _in_turn_order(round_: Round, lost: Mapping[int, int]) -> dict[int, int]:
    ordered = {seat: lost[seat] for seat in round_.order if seat in lost}
    return ordered | {seat: number for seat, number in lost.items() if seat not in ordered}


def _lapsed(before: TableState, after: TableState, step: Step) -> Iterator[Happening]:
    """Who is away now, with what it cost at once: nothing where the round stands, for then it is among the losses."""
    slots = [outcome.seat for outcome in step.outcomes if outcome.event is None]
    if not slots:
        return
    was, now = game_of(before), game_of(after)
    stands = after.settlement is not None
    for seat in sorted({*slots, *_gone_with_them(before, after, step)}):
        yield Happening(kind=H.LAPSED, seat=seat, number=0 if stands else was.lives[seat] - now.lives[seat])
        if not stands:
            yield from _county(before, after, seat)
            if seat in now.out:
                yield Happening(kind=H.OUT, seat=seat)
    if not stands and before.deal is not None:
        yield Happening(kind=H.VOID, seat=slots[0])


def _gone_with_them(before: TableState, after: TableState, step: Step) -> Iterator[int]:
    """The seats that a lapse has made away or put out, whether or not it was theirs; not those that resigned."""
    events = {outcome.seat: outcome.event for outcome in step.outcomes if outcome.event is not None}
    resigned = {seat for seat, event in events.items() if event.kind is Kind.RESIGN}
    if before.deal is not None:
        resigned |= {seat for seat, _ in before.deal.opened}
    was, now = game_of(before), game_of(after)
    yield from (seat for seat in now.away if seat not in was.away)
    if after.settlement is None:
        yield from (seat for seat in now.out if seat not in was.out and seat not in resigned)


def _suspension(before: TableState, after: TableState) -> Iterator[Happening]:
    rested = before.stage is Stage.OPENING and suspended(before)
    if after.stage is Stage.OPENING and suspended(after) and not rested:
        yield Happening(kind=H.SUSPENDED)


_TELLERS: Final[Mapping[Kind, Callable[[TableState, TableState, int, Event], Iterator[Happening]]]] = MappingProxyType(
    {
        Kind.ROUND_OPEN: _round_open,
        Kind.ROUND_KEY: _plain(H.KEYED),
        Kind.RESTOCK: _plain(H.KEYED),
        Kind.SHUFFLE: _plain(H.SHUFFLED),
        Kind.THROW_DOWN: _throw_down,
        Kind.DEAL_CALL: _deal_call,
        Kind.DRAW: _draw,
        Kind.TAKE: _take,
        Kind.DISCARD: _discard,
        Kind.DECLARE: _declare,
        Kind.KNOCK: _plain(H.KNOCKED),
        Kind.PASS: _plain(H.PASSED),
        Kind.SHOW: _show,
    }
)
