"""Whether an answer to a slot holds in the state it answers to, proofs included (chapters 5 to 8)."""

from __future__ import annotations

import hashlib

from checker import bodies, proofs
from checker.coin import commitment_of
from checker.curve import G, Point, minus
from checker.events import Event
from checker.lobby import check_begin
from checker.refusal import Refused
from checker.ruleset import is_thirty_one
from checker.slots import Slot, expected
from checker.state import Table
from checker.transcript import Pair, head_context, serial_context


def examine(table: Table, slot: Slot, event: Event) -> None:
    """Nothing, if `event` is admissible for `slot`.

    Raises:
        Refused: why not.
    """
    if event.table != table.id or event.head != table.head or event.author != slot.key:
        raise Refused("does not answer to this slot")
    if event.kind not in slot.kinds:
        raise Refused(f"is not among what may be answered here: {', '.join(sorted(slot.kinds))}")
    body = event.body
    match body:
        case bodies.Begin():
            check_begin(table, body)
        case bodies.RoundOpen():
            _round_open(table, body)
        case bodies.Named():
            _named(table, slot.seat, event.kind, body)
        case bodies.RoundKey():
            _round_key(table, slot.seat, body)
        case bodies.Restock():
            _commitment(table, slot.seat, body.serial, body.commitment, len(table.playing.pile) - 1)
        case bodies.Proven():
            _proven(table, slot.seat, event.kind, body)
        case bodies.DealCall():
            if body.call:
                cards = _open_hand(table, slot.seat, "deal_call", body.proof)
                if not is_thirty_one(cards):
                    raise Refused("calls 31 with another hand")
            elif body.proof != ():
                raise Refused("gives a proof without calling 31")
        case bodies.Discard():
            _discard(table, slot.seat, body)
        case bodies.Opened():
            _opened(table, slot.seat, event.kind, body)
        case _:
            pass


def _named(table: Table, seat: int, kind: str, body: bodies.Named) -> None:
    if kind == "coin_reveal":
        if commitment_of(table.id, table.commit_head, seat, body.octets) != table.coin_commitments[seat]:
            raise Refused("reveals another nonce than it committed to")
    elif kind == "resign":
        key = None if table.round is None else table.round.keys.get(seat)
        if key is None:
            if body.octets:
                raise Refused("gives a secret where the seat has no round key")
        else:
            if not body.octets:
                raise Refused("does not give the secret of its round key")
            proofs.check_secret(body.octets, key)


def after_opening(table: Table, body: bodies.RoundOpen) -> tuple[frozenset[int], frozenset[int]]:
    """Who is back and who is expelled by a `round_open` that holds."""
    keys = {seat.key: number for number, seat in enumerate(table.seats)}
    return frozenset(keys[back.author] for back in body.backs), frozenset(seat for seat, _ in body.expelled)


def _round_open(table: Table, body: bodies.RoundOpen) -> None:
    keys = {seat.key: number for number, seat in enumerate(table.seats)}
    before = -1
    for back in body.backs:
        seat = keys.get(back.author, -1)
        if seat not in table.away or seat in table.out or back.head != table.away[seat]:
            raise Refused("brings back a seat that is not away since that head")
        if seat <= before:
            raise Refused("does not name the seats that are back in order")
        before = seat
    for seat, evidence in body.expelled:
        if seat not in table.left:
            raise Refused("expels a seat that is not in the game")
        check_evidence(table, seat, evidence)
    back_seats, expelled = after_opening(table, body)
    left = [seat for seat in table.left if seat not in expelled]
    present = [seat for seat in left if seat not in table.away or seat in back_seats]
    if len(left) <= 1:
        return
    operators = {table.seats[seat].operator for seat in left}
    if len(present) < 2 or (len(operators) >= 2 and len({table.seats[seat].operator for seat in present}) < 2):
        raise Refused("opens a round with too few present")


def check_evidence(table: Table, seat: int, evidence: tuple[Event, ...]) -> None:
    """Nothing, if `evidence` convicts `seat` (chapter 8.5).

    Raises:
        Refused: it does not.
    """
    if any(event.author != table.seats[seat].key for event in evidence):
        raise Refused("gives evidence of another seat")
    if len(evidence) == 2:
        return
    (event,) = evidence
    lapsed_in = next((then for then in table.lapsed.get(seat, ()) if then.head == event.head), None)
    if lapsed_in is None:
        raise Refused("gives one event as evidence that is not of a lapsed slot")
    if isinstance(event.body, bodies.RoundOpen) and event.body.expelled:
        raise Refused("gives a round_open with evidence as evidence")
    slot = next(slot for slot in expected(lapsed_in) if slot.key == event.author)
    try:
        examine(lapsed_in, slot, event)
    except Refused:
        return
    raise Refused("gives an event as evidence that holds")


def _round_key(table: Table, seat: int, body: bodies.RoundKey) -> None:
    key = proofs.round_key(body.key, _context(table, seat, "round_key"))
    if key in table.seen:
        raise Refused("has a round key that was seen before")
    _commitment(table, seat, body.serial, body.commitment, 52)


def _commitment(table: Table, seat: int, serial: int, proof: bodies.Proof, count: int) -> None:
    if serial <= table.serials.get(seat, -1):
        raise Refused("has a serial that does not ascend")
    c = proofs.commitment(proof, count, serial_context(table.id, serial, seat))
    if digest_of_commitment(c) in table.seen:
        raise Refused("has a commitment that was seen before")


def digest_of_commitment(c: tuple[Point, ...]) -> bytes:
    """By what a commitment is known again."""
    return hashlib.sha256(b"".join(c)).digest()


def _context(table: Table, seat: int, kind: str) -> bytes:
    return head_context(table.id, table.head, table.rounds, seat, kind)


def _proven(table: Table, seat: int, kind: str, body: bodies.Proven) -> None:
    round_, context = table.playing, _context(table, seat, kind)
    if kind == "shuffle":
        proofs.shuffle(body.proof, shuffle_ground(table, seat), context)
    else:
        proofs.shares(body.proof, round_.keys[seat], asked_of(table, seat), context)


def shuffle_ground(table: Table, seat: int) -> proofs.Ground:
    """What the shuffle of `seat` rests on."""
    round_ = table.playing
    keys = tuple(round_.keys[other] for other in sorted(round_.keys))
    table_key = minus(None, *(_negative(key) for key in keys))
    assert table_key is not None, "a round whose table key is the identity is void"
    return proofs.Ground(round_.commitments[seat], table_key, keys, round_.deck)


def _negative(point: Point) -> Point:
    return bytes([point[0] ^ 1]) + point[1:]


def opens_first_card(table: Table) -> bool:
    """Whether the deal opens the first card of the pile: not where it lies face down or the hand is thrown down."""
    return not table.rules.face_down and table.playing.thrower is None


def asked_positions(table: Table, seat: int) -> list[int]:
    """The places in the deck of which `seat` gives shares at the deal, ascending."""
    round_ = table.playing
    count = len(round_.dealt)
    others = [place for place, other in enumerate(round_.dealt) if other != seat and other not in round_.gone]
    positions = sorted(place + count * turn for turn in range(3) for place in others)
    return [*positions, 3 * count] if opens_first_card(table) else positions


def asked_of(table: Table, seat: int) -> tuple[Pair, ...]:
    """The pairs of which `seat` has to give shares in this step."""
    round_ = table.playing
    if table.step == "draw_shares":
        assert round_.drawn is not None, "a card is drawn"
        return (round_.drawn,)
    return tuple(round_.deck[position] for position in asked_positions(table, seat))


def _open_hand(table: Table, seat: int, kind: str, proof: bodies.Proof) -> tuple[int, ...]:
    round_ = table.playing
    return proofs.opening(proof, round_.keys[seat], round_.hands[seat], _context(table, seat, kind))


def _open_mixed(table: Table, seat: int, kind: str, proof: bodies.Proof) -> tuple[int, ...]:
    round_, count = table.playing, 1 if kind == "discard" else 3
    return proofs.mixed_opening(proof, round_.keys[seat], round_.hands[seat], count, _context(table, seat, kind))


def _discard(table: Table, seat: int, body: bodies.Discard) -> None:
    round_, rules = table.playing, table.rules
    if body.card == round_.taken and not rules.return_taken:
        raise Refused("discards the card just taken")
    if body.knock and not (rules.knock_after_discard and round_.knocker is None):
        raise Refused("knocks where it may not")
    if _open_mixed(table, seat, "discard", body.proof) != (body.card,):
        raise Refused("opens another card than it names")


def _opened(table: Table, seat: int, kind: str, body: bodies.Opened) -> None:
    if kind == "declare" and table.step == "four":
        cards = _open_mixed(table, seat, kind, body.proof)
    else:
        cards = _open_hand(table, seat, kind, body.proof)
    if cards != body.cards:
        raise Refused("opens other cards than it names")
    if kind == "declare" and not is_thirty_one(cards):
        raise Refused("declares 31 with another hand")


def face_up_pair(card_point: Point, key: Point) -> Pair:
    """How a card taken face up enters a hand."""
    b = minus(card_point, _negative(key))
    assert b is not None, "no round key is a card point's negative: that would need its logarithm"
    return (G, b)
