"""The next state from a state and a closed step (chapters 5, 6, 8.5 and 10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from checker import bodies
from checker.coin import Draw, coin_of, high_card
from checker.curve import G, Point, minus, parameters, plus, times
from checker.events import ZEROS, Event, digest_of
from checker.examine import after_opening, asked_positions, digest_of_commitment, face_up_pair, opens_first_card
from checker.refusal import Refused, Unreadable
from checker.ruleset import read_rules, score
from checker.settle import below_minimum, give_up, holds_thirty_one, next_round, showdown, thirty_one, void
from checker.state import Round, Seat, Table
from checker.transcript import Pair

Outcomes = Mapping[int, Event | None]
"""The outcome of every slot by its seat; None is a lapse."""


_BEFORE_THE_DEAL: Final = frozenset({"round_key", "shuffle"})


def next_head(head: bytes, outcomes: Outcomes) -> bytes:
    """The head after a step that closed like this."""
    parts: list[bytes] = []
    for seat in sorted(outcomes):
        event = outcomes[seat]
        parts.append(seat.to_bytes(1, "big") + (b"\1" if event is None else b"\0"))
        if event is not None:
            parts.append(len(event.unsigned).to_bytes(4, "big") + event.unsigned)
    return digest_of("scatnet head 1", head, *parts)


def opened(event: Event) -> Table:
    """The table at the head after its `open`.

    Raises:
        Unreadable: the table follows another revision of the protocol.
        Refused: its rules are none.
    """
    body = event.body
    if not isinstance(body, bodies.Open):
        raise Refused("should be the open")
    if body.revision != 1:
        raise Unreadable("this table follows another revision of the protocol", 0)
    rules = read_rules(body.rules)
    if not rules.min_seats <= body.seats <= rules.max_seats:
        raise Refused("has more or fewer seats than its rules allow")
    return Table(event.table, next_head(ZEROS, {0: event}), event.author, body, rules, rules)


def fold(table: Table, outcomes: Outcomes) -> Table:
    """The state after all slots at `table.head` have these outcomes, each admissible."""
    head = next_head(table.head, outcomes)
    events = {seat: event for seat, event in outcomes.items() if event is not None and event.kind != "resign"}
    resigned = {seat: event for seat, event in outcomes.items() if event is not None and event.kind == "resign"}
    lapsed = [seat for seat, event in outcomes.items() if event is None]
    after = replace(table, head=head)
    if table.step == "begin":
        return _begin(after, events)
    if table.step in ("coin_commit", "coin_reveal"):
        return _coin(after, table.head, events, [*resigned, *lapsed])
    after = _resign(after, resigned)
    over = len(after.left) <= 1
    after = next_round(after, same_dealer=True) if over else _play(after, table, events, lapsed)
    return _go_away(table, after, events, lapsed) if lapsed else after


def _go_away(table: Table, after: Table, events: Mapping[int, Event], lapsed: list[int]) -> Table:
    losing = lapsed if _stands(table, events) else _with_operators(table, lapsed)
    gone = [seat for seat in losing if seat not in table.away and seat in after.left]
    then = {seat: (*table.lapsed.get(seat, ()), table) for seat in lapsed}
    return replace(after, away={**after.away, **dict.fromkeys(gone, after.head)}, lapsed={**after.lapsed, **then})


def _stands(table: Table, events: Mapping[int, Event]) -> bool:
    """Whether the round is settled although a slot lapsed: at the show, and where another seat was dealt 31."""
    return table.step == "show" or any(_calls(event) for event in events.values())


def _with_operators(table: Table, lapsed: list[int]) -> list[int]:
    """Those that lapsed and all other seats of their operators."""
    operators = {table.seats[seat].operator for seat in lapsed}
    return [seat for seat in table.left if table.seats[seat].operator in operators]


def _begin(table: Table, events: Mapping[int, Event]) -> Table:
    begin = events[0].body
    assert isinstance(begin, bodies.Begin), "the slot of this step takes nothing else"
    start = begin.start.body
    assert isinstance(start, bodies.Start), "the schema let a start pass"
    sits = [(event.author, event.body) for event in start.sits if isinstance(event.body, bodies.Sit)]
    seats = tuple(Seat(key, sit.operator, sit.nickname, sit.computer, sit.house_rule) for key, sit in sits)
    return _with_seats(replace(table, step="coin_commit"), seats)


def _with_seats(table: Table, seats: tuple[Seat, ...]) -> Table:
    """The table with these seats, by the house rule if all persons among them want it."""
    wishes = [seat.house_rule for seat in seats if not seat.computer]
    rules = table.agreed_rules
    if wishes and all(wishes) and rules.house_rule_three_of_a_kind:
        rules = replace(rules, three_of_a_kind=rules.house_rule_three_of_a_kind)
    return replace(table, rules=rules, seats=seats, lives=(rules.lives,) * len(seats))


def _coin(table: Table, before: bytes, events: Mapping[int, Event], left_out: list[int]) -> Table:
    if left_out:
        operators = {table.seats[number].operator for number in left_out}
        seats = tuple(seat for seat in table.seats if seat.operator not in operators)
        step = "coin_commit" if len(seats) >= table.rules.min_seats else "over"
        return _with_seats(replace(table, step=step), seats)
    octets = {seat: event.body.octets for seat, event in events.items() if isinstance(event.body, bodies.Named)}
    if table.step == "coin_commit":
        return replace(table, step="coin_reveal", commit_head=before, coin_commitments=octets)
    coin = coin_of(table.id, table.commit_head, [octets[seat] for seat in sorted(octets)])
    seats = tuple(table.seats[number] for number in Draw(coin, "seating").permutation(len(table.seats)))
    seated = replace(table, step="round_open", seats=seats)
    return replace(seated, dealer=_first_dealer(seated, coin))


def _first_dealer(table: Table, coin: bytes) -> int:
    if table.rules.first_dealer == "high_card":
        return high_card(coin, len(table.seats))
    if table.rules.first_dealer == "host":
        own = [seat for seat, who in enumerate(table.seats) if who.key == table.host]
        run = [seat for seat, who in enumerate(table.seats) if who.operator == table.host]
        if own or run:
            return (own or run)[0]
    return Draw(coin, "first dealer").below(len(table.seats))


def _resign(table: Table, resigned: Mapping[int, Event]) -> Table:
    if not resigned:
        return table
    table = give_up(table, resigned)
    if table.round is None:
        return table
    secrets = dict(table.round.secrets)
    for seat, event in resigned.items():
        if isinstance(event.body, bodies.Named) and event.body.octets:
            secrets[seat] = int.from_bytes(event.body.octets, "big")
    return replace(table, round=replace(table.round, gone=table.round.gone | set(resigned), secrets=secrets))


def _play(table: Table, before: Table, events: Mapping[int, Event], lapsed: list[int]) -> Table:
    if lapsed and not _stands(before, events):
        return void(table, [seat for seat in _with_operators(before, lapsed) if seat in table.present])
    if table.step == "round_open":
        return _open_round(table, events) if events else table
    if len(table.playing.playing) == 1:
        return next_round(table, same_dealer=table.step in _BEFORE_THE_DEAL)
    match table.step:
        case "round_key":
            return _keys(table, events)
        case "shuffle" | "reshuffle":
            return _shuffle(table, events)
        case "throw_down":
            return _throw(table, events)
        case "deal_shares":
            return _deal(table, before, events)
        case "deal_call":
            callers = [seat for seat in table.playing.playing if seat in events and _calls(events[seat])]
            return thirty_one(table, callers) if callers else begin_turn(table, table.playing.playing[0])
        case "turn":
            return _turn(table, events)
        case "draw_shares":
            return _drawn(table, events)
        case "four":
            return _four(table, events)
        case "restock":
            return _restock(table, events)
        case _:
            return _show(table, events, lapsed)


def _calls(event: Event) -> bool:
    return isinstance(event.body, bodies.DealCall) and event.body.call


def _open_round(table: Table, events: Mapping[int, Event]) -> Table:
    (event,) = events.values()
    assert isinstance(event.body, bodies.RoundOpen), "the slot of this step takes nothing else"
    back, expelled = after_opening(table, event.body)
    table = give_up(table, expelled)
    table = replace(table, away={seat: away for seat, away in table.away.items() if seat not in back})
    table = replace(table, rounds=table.rounds + 1)
    if len(table.left) <= 1:
        return next_round(table, same_dealer=True)
    dealer = next(seat for seat in table.clockwise(table.dealer) if seat in table.present)
    order = tuple(seat for seat in (*table.clockwise(dealer)[1:], dealer) if seat in table.present)
    return replace(table, step="round_key", dealer=dealer, round=Round(order))


def _keys(table: Table, events: Mapping[int, Event]) -> Table:
    table = _commit(table, events)
    round_ = table.playing
    table_key = plus(*round_.keys.values())
    if table_key is None:
        return next_round(table, same_dealer=True)
    return _to_shuffle(table, "shuffle", parameters().cards, table_key)


def _commit(table: Table, events: Mapping[int, Event]) -> Table:
    round_, seen, serials = table.playing, set(table.seen), dict(table.serials)
    keys, commitments = dict(round_.keys), dict(round_.commitments)
    for seat, event in events.items():
        assert isinstance(event.body, bodies.RoundKey | bodies.Restock), "the slots of this step take nothing else"
        if isinstance(event.body, bodies.RoundKey):
            keys[seat] = _packed(event.body.key)[0]
            seen.add(keys[seat])
        commitments[seat] = _packed(event.body.commitment)
        seen.add(digest_of_commitment(commitments[seat]))
        serials[seat] = event.body.serial
    round_ = replace(round_, keys=keys, commitments=commitments)
    return replace(table, round=round_, seen=frozenset(seen), serials=serials)


def _packed(proof: bodies.Proof) -> tuple[Point, ...]:
    assert isinstance(proof, tuple), "the proof was checked"
    assert isinstance(proof[0], bytes), "the proof was checked"
    return tuple(proof[0][start : start + 33] for start in range(0, len(proof[0]), 33))


def _to_shuffle(table: Table, step: str, cards: tuple[Point, ...], table_key: Point) -> Table:
    deck: list[Pair] = []
    for card in cards:
        b = plus(card, table_key)
        assert b is not None, "no table key is a card point's negative: that would need its logarithm"
        deck.append((G, b))
    round_ = replace(table.playing, deck=tuple(deck), to_shuffle=table.playing.playing)
    return replace(table, step=step, round=round_)


def _shuffle(table: Table, events: Mapping[int, Event]) -> Table:
    round_ = table.playing
    for event in events.values():
        round_ = replace(round_, deck=_new_deck(event))
    round_ = replace(round_, to_shuffle=round_.to_shuffle[1:])
    table = replace(table, round=round_)
    if table.step == "reshuffle":
        if round_.turn in round_.gone:
            return next_turn(table, round_.turn)
        return table if round_.to_shuffle else _restocked(table)
    if round_.to_shuffle:
        return table
    step = "throw_down" if table.rules.throw_down else "deal_shares"
    return replace(table, step=step, round=replace(round_, dealt=round_.playing))


def _new_deck(event: Event) -> tuple[Pair, ...]:
    assert isinstance(event.body, bodies.Proven), "the slots of this step take nothing else"
    assert isinstance(event.body.proof, tuple), "the proof was checked"
    columns = event.body.proof[0]
    assert isinstance(columns, tuple), "the proof was checked"
    a, b = (_packed((column,)) for column in columns)
    return tuple(zip(a, b, strict=True))


def _throw(table: Table, events: Mapping[int, Event]) -> Table:
    throwers = [
        seat for seat in table.playing.playing if isinstance(body := events[seat].body, bodies.ThrowDown) and body.throw
    ]
    if throwers:
        table = replace(table, round=replace(table.playing, thrower=throwers[0], ended_by="throw_down"))
    return replace(table, step="deal_shares")


def _deal(table: Table, before: Table, events: Mapping[int, Event]) -> Table:
    round_ = table.playing
    count = len(round_.dealt)
    shares = {position: dict[int, Point | None]() for position in range(3 * count + 1)}
    for giver in round_.keys:
        if giver in events:
            for position, share in zip(asked_positions(before, giver), _given(events[giver]), strict=True):
                shares[position][giver] = share
        else:
            for position in shares:
                shares[position][giver] = times(round_.secrets[giver], round_.deck[position][0])
    hands = {
        seat: tuple(
            _under_one_key(round_.deck[place + count * turn], shares[place + count * turn]) for turn in range(3)
        )
        for place, seat in enumerate(round_.dealt)
        if seat not in round_.gone
    }
    first, stock = round_.deck[3 * count], round_.deck[3 * count + 1 :]
    round_ = replace(round_, hands=hands, stock=stock)
    if table.rules.face_down:
        round_ = replace(round_, face_down=first)
    elif opens_first_card(table):
        round_ = replace(round_, pile=(_card(minus(first[1], *shares[3 * count].values())),))
    return replace(table, round=round_, step="deal_call" if round_.thrower is None else "show")


def _given(event: Event) -> tuple[Point, ...]:
    assert isinstance(event.body, bodies.Proven), "the slots of this step take nothing else"
    return _packed(event.body.proof)


def _under_one_key(pair: Pair, shares: Mapping[int, Point | None]) -> Pair:
    b = minus(pair[1], *shares.values())
    assert b is not None, "a card under its owner's key is the identity only with its logarithm known"
    return (pair[0], b)


def _card(point: Point | None) -> int:
    assert point is not None, "the shares and shuffles were proven"
    return parameters().cards.index(point)


def begin_turn(table: Table, seat: int) -> Table:
    """The turn of `seat`, or the show where an empty stock ends the round."""
    round_, rules = replace(table.playing, turn=seat, taken=None, drawn=None), table.rules
    table = replace(table, step="turn", round=round_)
    if round_.stock or round_.knocker is not None or rules.stock_out == "pass":
        return table
    if rules.stock_out == "reshuffle" and round_.renewable:
        return table
    return _to_show(table, "stock")


def next_turn(table: Table, after: int) -> Table:
    """The turn after that of seat `after`, or the show when the last turns are over."""
    round_ = table.playing
    if round_.knocker is None:
        place = round_.order.index(after)
        clockwise = (*round_.order[place + 1 :], *round_.order[:place])
        return begin_turn(table, next(seat for seat in clockwise if seat not in round_.gone))
    waiting = tuple(seat for seat in round_.last_turns if seat not in round_.gone)
    if not waiting:
        return _to_show(table, "knock")
    return begin_turn(replace(table, round=replace(round_, last_turns=waiting[1:])), waiting[0])


def _to_show(table: Table, ended_by: str) -> Table:
    return replace(table, step="show", round=replace(table.playing, ended_by=ended_by))


def _knock(table: Table, seat: int) -> Table:
    round_ = table.playing
    place = round_.order.index(seat)
    others = (*round_.order[place + 1 :], *round_.order[:place])
    return next_turn(replace(table, round=replace(round_, knocker=seat, last_turns=others)), seat)


def _turn(table: Table, events: Mapping[int, Event]) -> Table:
    round_ = table.playing
    seat = round_.turn
    blind = round_.face_down
    table = replace(table, round=replace(round_, face_down=None))
    round_ = table.playing
    if seat not in events:
        return next_turn(table, seat)
    match events[seat].kind:
        case "draw" if round_.stock:
            round_ = replace(round_, drawn=round_.stock[0], stock=round_.stock[1:])
            return replace(table, step="draw_shares", round=round_)
        case "draw":
            return replace(table, step="restock")
        case "take" if blind is not None:
            return replace(table, step="draw_shares", round=replace(round_, drawn=blind))
        case "take":
            card = round_.pile[-1]
            pair = face_up_pair(parameters().cards[card], round_.keys[seat])
            hands = {**round_.hands, seat: (*round_.hands[seat], pair)}
            return replace(table, step="four", round=replace(round_, hands=hands, pile=round_.pile[:-1], taken=card))
        case "knock":
            return _knock(table, seat)
        case "pass":
            return _to_show(table, "pass") if round_.knocker is None else next_turn(table, seat)
        case _:
            return _declared(table, seat)


def _declared(table: Table, seat: int) -> Table:
    round_ = replace(table.playing, declarer=seat)
    table = replace(table, round=round_)
    if table.rules.minimum_knock and round_.knocker in round_.playing and round_.knocker != seat:
        return _to_show(table, "thirty-one")
    return thirty_one(table, [seat])


def _drawn(table: Table, events: Mapping[int, Event]) -> Table:
    round_ = table.playing
    seat, pair = round_.turn, round_.drawn
    assert pair is not None, "a card is drawn"
    shares: dict[int, Point | None] = {}
    for giver in round_.keys:
        if giver in events:
            shares[giver] = _given(events[giver])[0]
        elif giver != seat:
            shares[giver] = times(round_.secrets[giver], pair[0])
    hands = {**round_.hands, seat: (*round_.hands[seat], _under_one_key(pair, shares))}
    return replace(table, step="four", round=replace(round_, hands=hands, drawn=None))


def _four(table: Table, events: Mapping[int, Event]) -> Table:
    round_ = table.playing
    seat = round_.turn
    if seat not in events:
        return next_turn(table, seat)
    body = events[seat].body
    if not isinstance(body, bodies.Discard):
        return _declared(table, seat)
    kept = kept_pairs(body.proof)
    round_ = replace(round_, hands={**round_.hands, seat: kept}, pile=(*round_.pile, body.card))
    table = replace(table, round=round_)
    return _knock(table, seat) if body.knock else next_turn(table, seat)


def kept_pairs(proof: bodies.Proof) -> tuple[Pair, ...]:
    """The pairs that a checked mixed opening leaves in the hand."""
    assert isinstance(proof, tuple), "the proof was checked"
    shuffled, positions = proof[1], proof[2]
    assert isinstance(shuffled, tuple), "the proof was checked"
    assert isinstance(positions, bytes), "the proof was checked"
    columns = shuffled[0]
    assert isinstance(columns, tuple), "the proof was checked"
    a, b = (_packed((column,)) for column in columns)
    return tuple(pair for place, pair in enumerate(zip(a, b, strict=True)) if place not in positions)


def _restock(table: Table, events: Mapping[int, Event]) -> Table:
    table = _commit(table, events)
    round_ = table.playing
    if round_.turn in round_.gone:
        return next_turn(table, round_.turn)
    table_key = plus(*round_.keys.values())
    assert table_key is not None, "a round whose table key is the identity is void"
    return _to_shuffle(table, "reshuffle", tuple(parameters().cards[card] for card in round_.pile[:-1]), table_key)


def _restocked(table: Table) -> Table:
    round_ = table.playing
    round_ = replace(round_, pile=round_.pile[-1:], restocks=round_.restocks + 1)
    return replace(table, step="draw_shares", round=replace(round_, drawn=round_.deck[0], stock=round_.deck[1:]))


def _show(table: Table, events: Mapping[int, Event], lapsed: list[int]) -> Table:
    round_ = table.playing
    scores = dict.fromkeys(lapsed, -1)
    for seat, event in events.items():
        assert isinstance(event.body, bodies.Opened), "the slots of this step take nothing else"
        scores[seat] = score(event.body.cards, table.rules)
    if below_minimum(table, scores):
        assert round_.knocker is not None, "somebody knocked below the minimum"
        return next_round(give_up(table, [round_.knocker]), same_dealer=True)
    if round_.declarer is not None:
        return thirty_one(table, [round_.declarer])
    holders = [seat for seat in round_.playing if holds_thirty_one(scores[seat])]
    if round_.thrower is not None and holders:
        return thirty_one(table, holders)
    return showdown(table, scores)
