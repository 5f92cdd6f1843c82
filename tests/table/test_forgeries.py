"""Forged events over the true group: one negative test for every check on what the events of a deal prove."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.dealing import (
    Commitment,
    Element,
    RoundKey,
    Shares,
    Shuffle,
    make_opening,
    make_round_key,
    make_shares,
    standard_params,
    starting_deck,
    table_key,
)
from scatnet.dealing.commitment import prove_permutation
from scatnet.dealing.group import Point
from scatnet.dealing.permutation import PermutationOpening
from scatnet.dealing.shuffle import prove_shuffle
from scatnet.log import Event, Kind
from scatnet.log import bodies as log
from scatnet.log.bodies import Wire
from scatnet.rules.cards import parse_card
from scatnet.table.examine import is_slow, verdict
from scatnet.table.slots import expected
from scatnet.table.state import Stage
from scatnet.table.statements import (
    commitment_context_of,
    context_of,
    dealt_shares_owed,
    deck_keys,
    drawn_pair,
    held_pairs,
    key_of,
    playing_deal,
    playing_round,
)
from scatnet.table.view import Choice, Verb
from scatnet.table.wires import secret_field
from tests.table.forging import (
    choosing,
    committing_elsewhere,
    opening_of,
    proving_elsewhere,
    refusal,
    secret_of,
)
from tests.table.helpers import Table
from tests.table.stacking import cards, three
from tests.table.stages import real_table

PARAMS = standard_params()
GROUP = PARAMS.group


def element(point: Point) -> Element:
    """A point that is not the identity."""
    assert isinstance(point, bytes)
    return Element(point)


def first_of(table: Table) -> int:
    """The seat at the dealer's left."""
    return playing_round(table.state).order[0]


def proving(what: str) -> tuple[Table, int, Choice | None]:
    """A table, the seat that answers and its choice, for each kind of event that proves something."""
    match what:
        case "round_key" | "shuffle" | "deal_shares" | "draw_shares":
            stage = Stage.KEYS if what == "round_key" else Stage(what)
            table = real_table(stage)
            return table, expected(table.state)[0].seat, None
        case "deal_call":
            table = real_table(Stage.DEAL_CALL)
            return table, first_of(table), Choice(verb=Verb.CALL)
        case "declare with three cards":
            table = real_table(Stage.TURN)
            return table, table.acting, Choice(verb=Verb.DECLARE)
        case "declare with four cards":
            table = real_table(Stage.DISCARD)
            return table, table.acting, Choice(verb=Verb.DECLARE)
        case "discard":
            table = real_table(Stage.DISCARD)
            return table, table.acting, Choice(verb=Verb.DISCARD, card=parse_card("9S"))
    table = real_table(Stage.SHOW, knocks=True)
    return table, first_of(table), None


PROVING = (
    "round_key",
    "shuffle",
    "deal_shares",
    "deal_call",
    "draw_shares",
    "declare with three cards",
    "declare with four cards",
    "discard",
    "show",
)


@pytest.mark.parametrize("what", PROVING)
def test_an_honest_event_is_accepted_and_said_to_take_time(what: str) -> None:
    table, seat, choice = proving(what)
    event = table.honest(table.slot(seat), choice)
    assert verdict(table.state, event) is None
    assert is_slow(event)


@pytest.mark.parametrize("place", ["table", "anchor", "round", "seat", "kind"])
@pytest.mark.parametrize("what", PROVING)
def test_a_proof_made_for_another_table_head_round_seat_or_kind_is_refused(what: str, place: str) -> None:
    table, seat, choice = proving(what)
    with proving_elsewhere(place):
        event = table.honest(table.slot(seat), choice)
    assert "does not hold" in refusal(table.state, event)


@pytest.mark.parametrize("place", ["table", "anchor", "seat"])
def test_a_commitment_made_for_another_table_serial_or_seat_is_refused(place: str) -> None:
    table, seat, _ = proving("round_key")
    with committing_elsewhere(place):
        event = table.honest(table.slot(seat))
    assert "commitment holds a permutation does not hold" in refusal(table.state, event)


@pytest.mark.parametrize("what", PROVING)
def test_an_event_replayed_at_a_later_head_is_refused_also_when_signed_anew(what: str) -> None:
    table, seat, choice = proving(what)
    event = table.honest(table.slot(seat), choice)
    later = replace(table.state, head=bytes([5]) * 32)
    assert "another head" in refusal(later, event)
    assert refusal(later, table.event(seat, event.kind, event.body, head=later.head))


# Round keys and commitments


def round_key_event(table: Table, seat: int, key: RoundKey, *, serial: int | None = None, wire: Wire = ()) -> Event:
    """A `round_key` with this key, and the seat's own commitment unless another is given."""
    honest = log.body_of(table.honest(table.slot(seat)))
    assert isinstance(honest, log.RoundKey)
    body = log.RoundKey(
        log.as_wire(key.to_wire(PARAMS)), honest.serial if serial is None else serial, wire or honest.commitment
    )
    return table.event(seat, Kind.ROUND_KEY, body.to_body())


def key_of_event(event: Event) -> RoundKey:
    """The round key in an event."""
    body = log.body_of(event)
    assert isinstance(body, log.RoundKey)
    return RoundKey.from_wire(PARAMS, body.key)


def test_a_key_made_from_the_others_keys_is_refused() -> None:
    table = real_table(Stage.KEYS)
    first, second = (key_of_event(table.honest(table.slot(seat))) for seat in (0, 1))
    own = make_round_key(PARAMS, table.secrets(2), context_of(table.state, 2, Kind.ROUND_KEY), 0)
    others = GROUP.negate(GROUP.sum((first.key, second.key)))
    alone = element(GROUP.sum((own.key, others)))  # the table key would be the forger's own
    assert GROUP.sum((first.key, second.key, alone)) == own.key
    for forged in (RoundKey(alone, own.t, own.s), RoundKey(alone, element(GROUP.sum((own.t, others))), own.s)):
        assert "does not hold" in refusal(table.state, round_key_event(table, 2, forged))


def test_another_seats_key_or_whole_answer_cannot_be_published_as_ones_own() -> None:
    table = real_table(Stage.KEYS)
    theirs = table.honest(table.slot(0))
    assert "does not hold" in refusal(table.state, round_key_event(table, 1, key_of_event(theirs)))
    assert "does not hold" in refusal(table.state, table.event(1, Kind.ROUND_KEY, theirs.body))


def test_a_key_that_is_a_public_base_is_refused() -> None:
    table = real_table(Stage.KEYS)
    context = context_of(table.state, 1, Kind.ROUND_KEY)
    forged = make_round_key(PARAMS, choosing(table.secrets(1), 1), context, 0)
    assert forged.key == GROUP.generator
    assert "public base" in refusal(table.state, round_key_event(table, 1, forged))


def test_a_key_serial_or_commitment_of_an_earlier_round_is_refused() -> None:
    table = real_table(Stage.KEYS)
    used = {seat: table.honest(table.slot(seat)) for seat in range(3)}
    table.close(used)
    table.lapse(expected(table.state)[0].seat)
    table.play_until(Stage.KEYS)
    seat = expected(table.state)[0].seat
    earlier = log.body_of(used[seat])
    assert isinstance(earlier, log.RoundKey)
    key = make_round_key(PARAMS, table.secrets(seat), context_of(table.state, seat, Kind.ROUND_KEY), earlier.serial)
    assert "round key has been used" in refusal(table.state, round_key_event(table, seat, key))

    fresh = key_of_event(table.honest(table.slot(seat)))
    again = round_key_event(table, seat, fresh, serial=earlier.serial, wire=earlier.commitment)
    assert "serial is not above" in refusal(table.state, again)

    opening = opening_of(table, table.secrets(seat), seat, earlier.serial, 52)
    serial = earlier.serial + 7
    same = prove_permutation(PARAMS, table.secrets(seat), commitment_context_of(table.state, seat, serial), opening)
    event = round_key_event(table, seat, fresh, serial=serial, wire=log.as_wire(same.to_wire(PARAMS)))
    assert "commitment has been used" in refusal(table.state, event)


def test_a_commitment_for_another_number_of_cards_is_refused() -> None:
    table = real_table(Stage.KEYS)
    opening = opening_of(table, table.secrets(0), 0, 0, 51)
    small = prove_permutation(PARAMS, table.secrets(0), commitment_context_of(table.state, 0, 0), opening)
    key = key_of_event(table.honest(table.slot(0)))
    event = round_key_event(table, 0, key, wire=log.as_wire(small.to_wire(PARAMS)))
    assert refusal(table.state, event) == "A commitment is for 51 cards where 52 are to be shuffled."


def test_a_commitment_that_takes_one_card_twice_or_blends_two_is_refused() -> None:
    table = real_table(Stage.KEYS)
    body = log.body_of(table.honest(table.slot(0)))
    assert isinstance(body, log.RoundKey)
    honest = Commitment.from_wire(PARAMS, body.commitment)
    first, second, *rest = honest.c
    for c in ((second, second, *rest), (second, first, *rest), (element(GROUP.sum((first, second))), first, *rest)):
        forged = replace(body, commitment=log.as_wire(replace(honest, c=c).to_wire(PARAMS)))
        event = table.event(0, Kind.ROUND_KEY, forged.to_body())
        assert "holds a permutation does not hold" in refusal(table.state, event)


@pytest.mark.parametrize(
    "encoding",
    [
        bytes(33),  # what would be the identity
        b"\x04" + bytes(32),  # no compressed point
        b"\x02" + b"\xff" * 32,  # x beyond the field
        b"\x02" + bytes(31) + b"\x05",  # no point has this x
        GROUP.encode(GROUP.generator)[:-1],
        GROUP.encode(GROUP.generator) + b"\x00",
    ],
)
def test_an_encoding_of_a_point_that_is_not_canonical_is_refused(encoding: bytes) -> None:
    table = real_table(Stage.KEYS)
    honest = log.body_of(table.honest(table.slot(0)))
    assert isinstance(honest, log.RoundKey)
    assert isinstance(honest.key, tuple)
    forged = replace(honest, key=(encoding, *honest.key[1:]))
    assert refusal(table.state, table.event(0, Kind.ROUND_KEY, forged.to_body()))


def test_a_response_that_is_not_below_the_order_is_refused() -> None:
    table = real_table(Stage.KEYS)
    honest = log.body_of(table.honest(table.slot(0)))
    assert isinstance(honest, log.RoundKey)
    assert isinstance(honest.key, tuple)
    s = key_of_event(table.honest(table.slot(0))).s + GROUP.order
    for octets in (s.to_bytes(33, "big"), (GROUP.order).to_bytes(32, "big")):
        forged = replace(honest, key=(*honest.key[:2], octets))
        assert refusal(table.state, table.event(0, Kind.ROUND_KEY, forged.to_body()))


@pytest.mark.parametrize("wire", [(), b"", 5, True, ((),) * 4, (b"", b"", b""), ((b"",),)])
def test_a_proof_of_another_shape_is_refused_whatever_the_kind(wire: Wire) -> None:
    bodies: dict[str, log.Body] = {
        "round_key": log.RoundKey(wire, 0, wire),
        "shuffle": log.Shuffle(wire),
        "deal_shares": log.DealShares(wire),
        "deal_call": log.DealCall(True, wire),
        "draw_shares": log.DrawShares(wire),
        "discard": log.Discard(parse_card("9S"), False, wire),
        "declare with four cards": log.Declare((51, 50, 49), wire),
        "show": log.Show((51, 50, 49), wire),
    }
    for what, body in bodies.items():
        table, seat, _ = proving(what)
        assert refusal(table.state, table.event(seat, body.kind, body.to_body()))


# Shuffles


def shuffle_event(table: Table, seat: int, shuffle: Shuffle) -> Event:
    """A `shuffle` of this deck with this proof."""
    return table.event(seat, Kind.SHUFFLE, log.Shuffle(log.as_wire(shuffle.to_wire(PARAMS))).to_body())


def shuffled_by(table: Table, seat: int, opening: PermutationOpening, commitment: Commitment | None = None) -> Shuffle:
    """What the prover makes of any opening, for the deck that the seat is to shuffle."""
    deal = playing_deal(table.state)
    own = deal.commitments[seat] if commitment is None else commitment
    assert own is not None
    assert deal.table_key is not None
    context = context_of(table.state, seat, Kind.SHUFFLE)
    return prove_shuffle(PARAMS, table.secrets(seat), context, opening, own, deal.table_key, deck_keys(deal), deal.deck)


def committed(table: Table, seat: int) -> PermutationOpening:
    """The permutation that the seat has committed to."""
    deal = playing_deal(table.state)
    serial = deal.commitment_serials[seat]
    assert serial is not None
    return opening_of(table, table.secrets(seat), seat, serial, len(deal.deck))


def test_a_shuffle_by_another_permutation_than_committed_to_is_refused() -> None:
    table, seat, _ = proving("shuffle")
    opening = committed(table, seat)
    assert verdict(table.state, shuffle_event(table, seat, shuffled_by(table, seat, opening))) is None
    places = opening.permutation
    other = PermutationOpening((places[1], places[0], *places[2:]), opening.randomness)
    assert "shuffled as committed to" in refusal(
        table.state, shuffle_event(table, seat, shuffled_by(table, seat, other))
    )
    recommitted = prove_permutation(PARAMS, table.secrets(seat), commitment_context_of(table.state, seat, 0), other)
    event = shuffle_event(table, seat, shuffled_by(table, seat, other, recommitted))
    assert "shuffled as committed to" in refusal(table.state, event)


def test_a_shuffle_that_doubles_a_card_is_refused() -> None:
    table, seat, _ = proving("shuffle")
    opening = committed(table, seat)
    places = opening.permutation
    twice = PermutationOpening((places[1], *places[1:]), opening.randomness)
    assert refusal(table.state, shuffle_event(table, seat, shuffled_by(table, seat, twice)))
    honest = shuffled_by(table, seat, opening)
    doubled = replace(honest, deck=(honest.deck[1], *honest.deck[1:]))
    assert refusal(table.state, shuffle_event(table, seat, doubled))


def test_a_shuffle_that_brings_in_another_card_or_leaves_the_deck_alone_is_refused() -> None:
    table, seat, _ = proving("shuffle")
    deal = playing_deal(table.state)
    assert deal.table_key is not None
    honest = shuffled_by(table, seat, committed(table, seat))
    (ace,) = starting_deck(PARAMS, deal.table_key, (51,))
    for deck in ((ace, *honest.deck[1:]), deal.deck, honest.deck[::-1]):
        assert refusal(table.state, shuffle_event(table, seat, replace(honest, deck=deck)))


def test_a_shuffle_of_a_deck_that_another_seat_has_shuffled_since_is_refused() -> None:
    table, seat, _ = proving("shuffle")
    table.step()
    second = expected(table.state)[0].seat
    before = replace(table.state, deal=replace(playing_deal(table.state), deck=playing_deal(table.states[-1]).deck))
    skipping = table.player(second).answer(before, table.slot(second), None)
    assert skipping is not None
    assert refusal(table.state, table.event(second, Kind.SHUFFLE, skipping.make()))
    copied = table.steps[-1].outcomes[0].event
    assert copied is not None
    assert copied.author == table.state.seats[seat].key
    assert refusal(table.state, table.event(second, Kind.SHUFFLE, copied.body))


def test_a_shuffle_under_another_table_key_is_refused() -> None:
    table, seat, _ = proving("shuffle")
    deal = playing_deal(table.state)
    fewer = tuple(key if place != 2 else None for place, key in enumerate(deal.keys))
    assert seat != 2
    without = replace(deal, keys=fewer, table_key=table_key(PARAMS, [key for key in fewer if key is not None]))
    plan = table.player(seat).answer(replace(table.state, deal=without), table.slot(seat), None)
    assert plan is not None
    assert refusal(table.state, table.event(seat, Kind.SHUFFLE, plan.make()))


# Shares


def shares_event(table: Table, seat: int, shares: Shares) -> Event:
    """The shares asked for, in the kind of event that this stage waits for."""
    wire = log.as_wire(shares.to_wire(PARAMS))
    dealing = table.state.stage is Stage.DEAL_SHARES
    body = log.DealShares(wire) if dealing else log.DrawShares(wire)
    return table.event(seat, body.kind, body.to_body())


def test_a_forged_share_is_refused_wherever_it_stands() -> None:
    table, seat, _ = proving("deal_shares")
    body = log.body_of(table.honest(table.slot(seat)))
    assert isinstance(body, log.DealShares)
    count = len(dealt_shares_owed(table.state, seat))
    honest = Shares.from_wire(PARAMS, body.shares, count)
    for place in range(count):
        moved = element(GROUP.sum((honest.shares[place], GROUP.generator)))
        forged = replace(honest, shares=(*honest.shares[:place], moved, *honest.shares[place + 1 :]))
        assert "seat's shares does not hold" in refusal(table.state, shares_event(table, seat, forged))


def test_shares_in_another_order_of_other_cards_too_few_or_by_another_secret_are_refused() -> None:
    table, seat, _ = proving("deal_shares")
    deal, state = playing_deal(table.state), table.state
    context = context_of(state, seat, Kind.DEAL_SHARES)
    owed = dealt_shares_owed(state, seat)
    own = next(place for place in range(9) if place not in owed)
    x = secret_of(table, seat)

    def shares(places: tuple[int, ...], secret: int) -> Shares:
        pairs = [deal.deck[place] for place in places]
        return make_shares(PARAMS, table.secrets(seat), context, secret, key_of(deal, seat), pairs)

    assert verdict(state, shares_event(table, seat, shares(owed, x))) is None
    for places in ((owed[1], owed[0], *owed[2:]), (own, *owed[1:]), owed[:-1], (*owed, own), (*owed[:-1], 20)):
        assert refusal(state, shares_event(table, seat, shares(places, x)))
    assert refusal(state, shares_event(table, seat, shares(owed, x + 1)))


def test_a_share_that_is_a_public_base_is_refused() -> None:
    table, seat, _ = proving("draw_shares")
    for point in (GROUP.generator, PARAMS.cards[0], PARAMS.bases[3]):
        body = log.body_of(table.honest(table.slot(seat)))
        assert isinstance(body, log.DrawShares)
        forged = replace(Shares.from_wire(PARAMS, body.shares, 1), shares=(point,))
        assert "public base" in refusal(table.state, shares_event(table, seat, forged))


def test_a_share_of_another_card_than_the_one_drawn_is_refused() -> None:
    table, seat, _ = proving("draw_shares")
    deal, state = playing_deal(table.state), table.state
    context, key = context_of(state, seat, Kind.DRAW_SHARES), key_of(deal, seat)
    for pair, accepted in ((drawn_pair(state), True), (deal.deck[deal.drawn + 1], False), (deal.hands[seat][0], False)):
        shares = make_shares(PARAMS, table.secrets(seat), context, secret_of(table, seat), key, (pair,))
        assert (verdict(state, shares_event(table, seat, shares)) is None) is accepted


# Openings


def test_a_call_without_a_31_is_refused_however_it_is_dressed() -> None:
    table = real_table(Stage.DEAL_CALL)
    state, deal = table.state, playing_deal(table.state)
    seat = playing_round(state).order[1]
    context = context_of(state, seat, Kind.DEAL_CALL)
    opening = make_opening(
        PARAMS, table.secrets(seat), context, secret_of(table, seat), key_of(deal, seat), deal.hands[seat]
    )
    assert opening.cards == cards("2C 3D 4H")

    def call(wire: Wire) -> Event:
        return table.event(seat, Kind.DEAL_CALL, log.DealCall(True, wire).to_body())

    assert refusal(state, call(log.as_wire(opening.to_wire(PARAMS)))) == "The cards called are no 31."
    dressed = replace(opening, cards=cards("AC KC QC"))
    assert "opening does not hold" in refusal(state, call(log.as_wire(dressed.to_wire(PARAMS))))
    holder = playing_round(state).order[0]
    theirs = log.body_of(table.honest(table.slot(holder), Choice(verb=Verb.CALL)))
    assert isinstance(theirs, log.DealCall)
    assert "opening does not hold" in refusal(state, call(theirs.proof))


def test_a_call_of_the_same_card_twice_is_refused() -> None:
    table = real_table(Stage.DEAL_CALL)
    holder = playing_round(table.state).order[0]
    honest = log.body_of(table.honest(table.slot(holder), Choice(verb=Verb.CALL)))
    assert isinstance(honest, log.DealCall)
    assert isinstance(honest.proof, tuple)
    for names in ("AS KS KS", "AS AS AS"):
        event = table.event(
            holder, Kind.DEAL_CALL, log.DealCall(True, (bytes(cards(names)), *honest.proof[1:])).to_body()
        )
        assert refusal(table.state, event) == "The cards called are no 31."


def test_no_call_proves_nothing() -> None:
    table = real_table(Stage.DEAL_CALL)
    holder = playing_round(table.state).order[0]
    honest = log.body_of(table.honest(table.slot(holder), Choice(verb=Verb.CALL)))
    assert isinstance(honest, log.DealCall)
    event = table.event(holder, Kind.DEAL_CALL, log.DealCall(False, honest.proof).to_body())
    assert "nothing to prove" in refusal(table.state, event)


def test_a_discard_of_a_card_that_is_not_held_is_refused() -> None:
    table, seat, choice = proving("discard")
    honest = log.body_of(table.honest(table.slot(seat), choice))
    assert isinstance(honest, log.Discard)
    assert isinstance(honest.proof, tuple)
    commitment, shuffle, positions, opening = honest.proof
    assert isinstance(opening, tuple)
    lying = (commitment, shuffle, positions, (bytes(cards("2C")), opening[1]))
    event = table.event(seat, Kind.DISCARD, log.Discard(parse_card("2C"), False, lying).to_body())
    assert "opening does not hold" in refusal(table.state, event)


def test_cards_named_other_than_the_cards_opened_are_refused() -> None:
    sentence = "The cards opened are not the cards named."
    table, seat, choice = proving("discard")
    discard = log.body_of(table.honest(table.slot(seat), choice))
    assert isinstance(discard, log.Discard)
    event = table.event(seat, Kind.DISCARD, replace(discard, card=parse_card("AS")).to_body())
    assert refusal(table.state, event) == sentence
    for what in ("declare with three cards", "declare with four cards"):
        table, seat, choice = proving(what)
        declare = log.body_of(table.honest(table.slot(seat), choice))
        assert isinstance(declare, log.Declare)
        for names in ("AC KC QC", "AS QS KS", "KS AS QS"):
            named = three(names)
            if named != declare.cards:
                event = table.event(seat, Kind.DECLARE, log.Declare(named, declare.proof).to_body())
                assert refusal(table.state, event) == sentence
    table, seat, _ = proving("show")
    show = log.body_of(table.honest(table.slot(seat)))
    assert isinstance(show, log.Show)
    event = table.event(seat, Kind.SHOW, log.Show(three("AS KS JS"), show.proof).to_body())
    assert refusal(table.state, event) == sentence


def test_a_hand_shown_that_is_not_the_hand_held_is_refused() -> None:
    table, seat, _ = proving("show")
    state = table.state
    show = log.body_of(table.honest(table.slot(seat)))
    assert isinstance(show, log.Show)
    assert isinstance(show.proof, tuple)
    better = three("AH KH QH")
    event = table.event(seat, Kind.SHOW, log.Show(better, (bytes(better), show.proof[1])).to_body())
    assert "opening does not hold" in refusal(state, event)
    same = (show.cards[0], show.cards[0], show.cards[1])
    event = table.event(seat, Kind.SHOW, log.Show(same, (bytes(same), show.proof[1])).to_body())
    assert refusal(state, event) == "A hand is three different cards."
    other = playing_round(state).order[1]
    assert refusal(state, table.event(other, Kind.SHOW, show.to_body()))


def test_a_hand_of_before_a_discard_cannot_be_opened_after_it() -> None:
    table = real_table(Stage.DISCARD)
    seat = table.acting
    old = held_pairs(table.state, seat)[:3]
    table.play(Verb.DISCARD, parse_card("QS"))
    table.play(Verb.KNOCK)
    table.play_until(Stage.SHOW)
    state = table.state
    context, key = context_of(state, seat, Kind.SHOW), key_of(playing_deal(state), seat)
    opening = make_opening(PARAMS, table.secrets(seat), context, secret_of(table, seat), key, old)
    first, second, third = opening.cards
    body = log.Show((first, second, third), log.as_wire(opening.to_wire(PARAMS)))
    assert refusal(state, table.event(seat, Kind.SHOW, body.to_body()))


def test_a_declaration_of_what_is_no_31_is_refused() -> None:
    for what in ("declare with three cards", "declare with four cards"):
        table, seat, choice = proving(what)
        honest = log.body_of(table.honest(table.slot(seat), choice))
        assert isinstance(honest, log.Declare)
        event = table.event(seat, Kind.DECLARE, log.Declare(three("AS KS 9S"), honest.proof).to_body())
        assert refusal(table.state, event) == "There is no 31 to declare now."


def test_the_card_taken_from_the_pile_may_not_go_back_in_the_same_turn() -> None:
    table = real_table(Stage.TURN)
    table.play(Verb.TAKE)
    seat, taken = table.acting, parse_card("8H")
    free = replace(
        table.state,
        round=playing_round(table.state)._replace(rules=replace(playing_round(table.state).rules, return_taken=True)),
    )
    plan = table.player(seat).answer(free, table.slot(seat), Choice(verb=Verb.DISCARD, card=taken))
    assert plan is not None
    event = table.event(seat, Kind.DISCARD, plan.make())
    assert "may not be put back" in refusal(table.state, event)
    assert verdict(free, event) is None


def test_a_knock_with_the_discard_is_refused_where_the_rules_have_none() -> None:
    table, seat, choice = proving("discard")
    honest = log.body_of(table.honest(table.slot(seat), choice))
    assert isinstance(honest, log.Discard)
    event = table.event(seat, Kind.DISCARD, replace(honest, knock=True).to_body())
    assert "not with the discard" in refusal(table.state, event)


# Resigning


@pytest.mark.parametrize("stage", [Stage.SHUFFLE, Stage.DEAL_CALL, Stage.TURN, Stage.DRAW_SHARES, Stage.DISCARD])
def test_a_resignation_publishes_the_very_secret_of_its_round_key(stage: Stage) -> None:
    table = real_table(stage)
    seat = expected(table.state)[0].seat
    x = secret_of(table, seat)
    others = [secret_of(table, other) for other in range(3) if other != seat]
    assert verdict(table.state, table.event(seat, Kind.RESIGN, (secret_field(PARAMS, x),))) is None
    for wrong in (x + 1, x - 1, GROUP.order - x, 0, 1, *others):
        event = table.event(seat, Kind.RESIGN, (secret_field(PARAMS, wrong),))
        assert "not the one of its round key" in refusal(table.state, event)
    assert "does not publish" in refusal(table.state, table.event(seat, Kind.RESIGN, (b"",)))
    event = table.event(seat, Kind.RESIGN, (GROUP.order.to_bytes(32, "big"),))
    assert "below the group's order" in refusal(table.state, event)


@pytest.mark.parametrize("stage", [Stage.COIN_COMMIT, Stage.COIN_REVEAL, Stage.OPENING, Stage.KEYS])
def test_a_resignation_before_the_round_keys_publishes_nothing(stage: Stage) -> None:
    table = real_table(stage)
    seat = expected(table.state)[0].seat
    assert verdict(table.state, table.event(seat, Kind.RESIGN, (b"",))) is None
    assert refusal(table.state, table.event(seat, Kind.RESIGN, (secret_field(PARAMS, 1),)))


# The coin


def test_a_nonce_that_was_not_committed_to_is_refused() -> None:
    table = real_table(Stage.COIN_REVEAL)
    for nonce in (bytes(32), table.honest(table.slot(1)).body[0]):
        event = table.event(0, Kind.COIN_REVEAL, (nonce,))
        assert "not the one its seat committed to" in refusal(table.state, event)


def test_a_commitment_to_the_coin_copied_from_another_seat_cannot_be_opened_with_their_nonce() -> None:
    table = real_table(Stage.COIN_COMMIT)
    theirs = table.honest(table.slot(0))
    table.step({0: theirs, 1: table.event(1, Kind.COIN_COMMIT, theirs.body)})
    nonce = table.honest(table.slot(0)).body
    assert "committed to" in refusal(table.state, table.event(1, Kind.COIN_REVEAL, nonce))
