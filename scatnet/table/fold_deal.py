"""The fold of a deal: opening a round, keys and commitments, shuffles, and the shares that make cards readable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from scatnet.dealing import (
    DECK_SIZE,
    DealingError,
    Element,
    Pair,
    Params,
    RoundKey,
    committed_digest,
    committed_octets,
    hides_every_card,
    recover_card,
    seat_pair,
    shares_from_secret,
    shares_given,
    shuffled_deck,
    table_key,
)
from scatnet.log import Step
from scatnet.log import bodies as log
from scatnet.rules import moves
from scatnet.rules.apply import apply
from scatnet.rules.game import forfeit
from scatnet.rules.moves import Refusal
from scatnet.rules.round import Phase, Round, start_round
from scatnet.rules.ruleset import FirstDiscard
from scatnet.table.closing import game_of, settled, undealt, void
from scatnet.table.opening import game_opened
from scatnet.table.outcomes import Body, Sorted, sort_outcomes
from scatnet.table.state import Deal, Stage, TableState
from scatnet.table.statements import (
    dealt_places,
    dealt_shares_owed,
    deck_pair,
    first_discard_place,
    playing_deal,
    playing_round,
)

__all__ = [
    "close_deal_shares",
    "close_keys",
    "close_opening",
    "close_restock",
    "close_shuffle",
    "played",
    "readable_pair",
    "resign",
]

Committing: TypeAlias = log.RoundKey | log.Restock
"""A body that publishes a serial and a commitment."""


def close_opening(before: TableState, step: Step, after: TableState) -> TableState:
    """A round opens; or its opener resigned or lapsed, and the next present seat opens."""
    sorted_ = sort_outcomes(before, step, log.RoundOpen)
    if sorted_.lapsed:
        return void(before, after, sorted_.lapsed)
    if sorted_.resigned:
        return undealt(before, after, sorted_.resigned)
    (body,) = sorted_.answers.values()
    game = game_opened(before, body)
    returned = set(game_of(before).away) - set(game.away)
    seats = tuple(
        replace(seat, away_since=b"") if place in returned else seat for place, seat in enumerate(after.seats)
    )
    opened = replace(
        after,
        seats=seats,
        game=game,
        round=None,
        settlement=None,
        lapsed=tuple(lapse for lapse in after.lapsed if lapse.seat in game.left),
    )
    if game.over:
        return replace(opened, stage=Stage.OVER)
    nobody = (None,) * len(seats)
    deal = Deal(
        number=after.rounds + 1,
        order=game.present,
        keys=nobody,
        serials=nobody,
        commitments=nobody,
        commitment_serials=nobody,
    )
    return replace(opened, stage=Stage.KEYS, rounds=after.rounds + 1, deal=deal)


def close_keys(before: TableState, step: Step, after: TableState) -> TableState:
    """Keys and commitments are there: the deck to shuffle is the 52 card points under the table key."""
    sorted_ = sort_outcomes(before, step, log.RoundKey)
    params, answers = before.params, sorted_.answers
    keys = {seat: RoundKey.from_wire(params, body.key).key for seat, body in answers.items()}
    commitments = _commitments(before, answers)
    after = _remembering(after, answers, keys, commitments)
    if sorted_.lapsed:
        return void(before, after, sorted_.lapsed, sorted_.resigned)
    deal = playing_deal(before)
    order = tuple(seat for seat in deal.order if seat in answers)
    if len(order) < 2:
        return undealt(before, after, sorted_.resigned)
    key = _table_key(params, tuple(keys.values()))
    if key is None:  # chance, one in the group's order: the round is dealt again under other keys
        return undealt(before, after, sorted_.resigned)
    serials = _serials(before, answers)
    deal = replace(
        deal,
        order=order,
        keys=tuple(keys.get(seat) for seat in range(len(before.seats))),
        serials=serials,
        table_key=key,
        commitments=commitments,
        commitment_serials=serials,
        cards=tuple(range(DECK_SIZE)),
        shufflers=order,
    )
    return replace(after, stage=Stage.SHUFFLE, game=forfeit(game_of(before), sorted_.resigned), deal=deal)


def close_restock(before: TableState, step: Step, after: TableState) -> TableState:
    """Fresh commitments are there: the discards but the top one are the deck to shuffle into a new stock."""
    sorted_ = sort_outcomes(before, step, log.Restock)
    commitments = _commitments(before, sorted_.answers)
    after = _remembering(after, sorted_.answers, {}, commitments)
    if sorted_.lapsed:
        return void(before, after, sorted_.lapsed, sorted_.resigned)
    left = resign(before, after, sorted_)
    if left.stage is not Stage.RESTOCK:
        return left
    fresh = replace(
        playing_deal(left),
        commitments=commitments,
        commitment_serials=_serials(before, sorted_.answers),
        cards=playing_round(before).restocking,
        deck=None,
        shufflers=playing_round(left).active,
    )
    return replace(left, stage=Stage.SHUFFLE, deal=fresh)


def close_shuffle(before: TableState, step: Step, after: TableState) -> TableState:
    """One seat has shuffled, or is skipped because it resigned; after the last the deck is there to be dealt."""
    sorted_ = sort_outcomes(before, step, log.Shuffle)
    if sorted_.lapsed:
        return void(before, after, sorted_.lapsed)
    deal = playing_deal(before)
    remaining = deal.shufflers[1:]
    if sorted_.resigned:
        after = replace(after, deal=replace(deal, shufflers=remaining))
        if before.round is not None:
            left = resign(before, after, sorted_)
            if left.stage is not Stage.SHUFFLE:
                return left
        else:
            deal = replace(deal, shufflers=remaining, opened=(*deal.opened, *sorted_.secrets))
            if len(deal.live) < 2:
                return undealt(before, after, [seat for seat, _ in deal.opened])
            left = replace(after, deal=deal, game=forfeit(game_of(before), sorted_.resigned))
    else:
        (body,) = sorted_.answers.values()
        deck = shuffled_deck(before.params, body.shuffle, len(deal.cards))
        left = replace(after, deal=replace(deal, deck=deck, shufflers=remaining))
    return left if remaining else _shuffled(left)


def _shuffled(state: TableState) -> TableState:
    deal = playing_deal(state)
    if state.round is not None:
        drawing = played(state.round, moves.Restock())
        return replace(state, stage=Stage.DRAW_SHARES, round=drawing, deal=replace(deal, drawn=0))
    # The last in turn order takes the dealer's place in the round where the dealer has resigned before it.
    round_ = start_round(state.rules, deal.live, deal.live[-1])
    stage = Stage.THROW_DOWN if round_.phase is Phase.THROW_DOWN else Stage.DEAL_SHARES
    return replace(state, stage=stage, round=round_)


def close_deal_shares(before: TableState, step: Step, after: TableState) -> TableState:
    """Every seat's three cards are pairs under its own key now, and a face-up first discard is read."""
    sorted_ = sort_outcomes(before, step, log.DealShares)
    if sorted_.lapsed:
        return void(before, after, sorted_.lapsed, sorted_.resigned)
    deal, round_ = playing_deal(before), playing_round(before)
    given: dict[int, dict[int, Element]] = {}
    for seat, body in sorted_.answers.items():
        owed = dealt_shares_owed(before, seat)
        shares = shares_given(before.params, body.shares, len(owed))
        given[seat] = dict(zip(owed, shares, strict=True))
    known = [secret for _, secret in (*deal.opened, *sorted_.secrets)]
    hands: list[tuple[Pair, ...]] = [()] * len(before.seats)
    places = dealt_places(round_)
    for seat in sorted_.answers:
        hands[seat] = tuple(
            readable_pair(before, deck_pair(before, place), _at_place(given, place), known) for place in places[seat]
        )
    first_place = first_discard_place(round_)
    first = deck_pair(before, first_place)
    dealt = replace(deal, hands=tuple(hands), drawn=first_place + 1, first_discard=first)
    left = resign(before, replace(after, deal=dealt), sorted_)
    if left.stage is not Stage.DEAL_SHARES:
        return left
    if playing_round(left).phase is Phase.SHOW:  # a hand was thrown down
        return replace(left, stage=Stage.SHOW)
    card = None
    if before.rules.first_discard is FirstDiscard.FACE_UP:
        others = _at_place(given, first_place)
        others += [share for secret in known for share in shares_from_secret(before.params, secret, (first,))]
        card = recover_card(before.params, first, others)
    return replace(left, stage=Stage.DEAL_CALL, round=played(playing_round(left), moves.Deal(first_discard=card)))


def readable_pair(state: TableState, pair: Pair, shares: Iterable[Element], secrets: Iterable[int]) -> Pair:
    """A deck pair under its owner's key alone: the shares that all others gave are taken from it, and those of seats
    that have resigned, computed from the secrets that they published."""
    computed = [share for secret in secrets for share in shares_from_secret(state.params, secret, (pair,))]
    return seat_pair(state.params, pair, [*shares, *computed])


def _at_place(given: dict[int, dict[int, Element]], place: int) -> list[Element]:
    """The shares given of the card at a place of the deck; its owner gives none."""
    return [shares[place] for shares in given.values() if place in shares]


def _table_key(params: Params, keys: Sequence[Element]) -> Element | None:
    """The key that the deck is put under; None where these keys make none that hides every card."""
    try:
        key = table_key(params, keys)
    except DealingError:
        return None
    return key if hides_every_card(params, key) else None


def _commitments(state: TableState, answers: Mapping[int, Committing]) -> tuple[bytes | None, ...]:
    """The commitments published in a step, by seat."""
    return tuple(
        committed_octets(answers[seat].commitment) if seat in answers else None for seat in range(len(state.seats))
    )


def _serials(state: TableState, answers: Mapping[int, Committing]) -> tuple[int | None, ...]:
    """The serials of the commitments published in a step, by seat."""
    return tuple(answers[seat].serial if seat in answers else None for seat in range(len(state.seats)))


def _remembering(
    after: TableState,
    answers: Mapping[int, Committing],
    keys: Mapping[int, Element],
    commitments: tuple[bytes | None, ...],
) -> TableState:
    """`after` knowing that these keys, serials and commitments have been seen, whatever becomes of the round."""
    digests = [committed_digest(octets) for octets in commitments if octets is not None]
    seats = tuple(
        replace(seat, last_serial=answers[place].serial) if place in answers else seat
        for place, seat in enumerate(after.seats)
    )
    return replace(after, seats=seats, seen=after.seen.union(map(after.params.group.encode, keys.values()), digests))


def played(round_: Round, action: moves.Action) -> Round:
    """The round after an action that has been examined already."""
    after = apply(round_, action)
    if isinstance(after, Refusal):
        raise ValueError(f"the rules refuse what was examined: {after.code}")
    return after


def resign(before: TableState, after: TableState, sorted_: Sorted[Body]) -> TableState:
    """`after` without the seats that resigned in this step of a round; it may have ended the round or the turn."""
    if not sorted_.resigned:
        return after
    round_ = played(playing_round(after), moves.Resign(seats=frozenset(sorted_.resigned)))
    deal = playing_deal(after)
    after = replace(after, deal=replace(deal, opened=(*deal.opened, *sorted_.secrets)), round=round_)
    if round_.phase is Phase.OVER:
        return settled(before, after, round_, sorted_.lapsed)
    acting_before = playing_round(before).seat
    if acting_before is not None and round_.seat != acting_before:
        stage = Stage.SHOW if round_.phase is Phase.SHOW else Stage.TURN
        return replace(after, stage=stage, deal=replace(playing_deal(after), extra=None))
    return after
