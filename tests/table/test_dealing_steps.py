"""How a deal is folded: keys, who gets which card, the first discard, draws from the stock and from a new one."""

from __future__ import annotations

from dataclasses import replace

from scatnet.dealing import make_round_key
from scatnet.log import Kind
from scatnet.log import bodies as log
from scatnet.rules.cards import parse_card
from scatnet.table.closing import game_of
from scatnet.table.slots import expected
from scatnet.table.state import Stage
from scatnet.table.statements import context_of, playing_deal, playing_round
from scatnet.table.view import Verb
from tests.table.forging import choosing, secret_of
from tests.table.helpers import Table, begun_table, host_deals, idle
from tests.table.opened import open_cards
from tests.table.stacking import cards, stacked_deck
from tests.table.stages import BLIND, WINDOWS, restocking_table, table_at

DECK = stacked_deck(["2C 3C 4C", "5D 6D 7D", "8H 9H 10H"], "JS QS KS AS")


def dealt(rules: str = "classic") -> Table:
    """A table of three where the deck is known, at the first turn."""
    table = begun_table(rules=host_deals(rules), deck=DECK, chooser=idle)
    table.play_until(Stage.TURN)
    return table


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    table = dealt()
    hands = [table.player(seat).held(table.state) for seat in playing_round(table.state).order]
    assert hands == [cards("2C 3C 4C"), cards("5D 6D 7D"), cards("8H 9H 10H")]
    assert playing_round(table.state).dealer == game_of(table.state).dealer


def test_the_next_card_starts_the_pile_face_up_or_lies_face_down() -> None:
    assert playing_round(dealt().state).pile == cards("JS")
    face_down = dealt("kitchen")
    assert playing_round(face_down.state).pile == ()
    face_down.play(Verb.TAKE)
    assert face_down.player(face_down.acting).held(face_down.state) == cards("2C 3C 4C JS")


def test_draws_come_from_the_top_of_the_stock_one_after_the_other() -> None:
    table = dealt()
    for name in ("QS", "KS", "AS"):
        table.play(Verb.DRAW)
        assert table.player(table.acting).held(table.state)[3] == parse_card(name)
        table.step()
    assert playing_round(table.state).pile == cards("JS QS KS AS")


def test_a_face_down_card_taken_takes_nothing_from_the_stock() -> None:
    table = dealt("kitchen")
    table.play(Verb.TAKE)
    table.play(Verb.DISCARD, parse_card("JS"))
    assert playing_round(table.state).pile == cards("JS")
    table.play(Verb.DRAW)
    assert table.player(table.acting).held(table.state)[3] == parse_card("QS")


def test_a_card_taken_face_up_is_known_to_all_and_held_by_one() -> None:
    table = dealt()
    seat = table.acting
    table.play(Verb.TAKE)
    extra = playing_deal(table.state).extra
    assert extra is not None
    assert extra.a == table.state.params.group.generator
    assert table.player(seat).held(table.state) == cards("2C 3C 4C JS")
    table.play(Verb.DISCARD, parse_card("2C"))
    assert sorted(table.player(seat).held(table.state)) == sorted(cards("3C 4C JS"))


def test_a_new_stock_is_made_of_the_discards_but_the_top_one_and_of_nothing_else() -> None:
    table = restocking_table()
    before = playing_round(table.state)
    hands = {seat: table.player(seat).held(table.state) for seat in before.order}
    while not table.is_at(Stage.DISCARD):
        table.step()
    after = playing_round(table.state)
    assert after.pile == before.pile[-1:]
    found = open_cards(table)
    drawn = table.player(table.acting).held(table.state)[3]
    assert sorted([*(card for card in found.stock if card is not None), drawn]) == sorted(before.pile[:-1])
    assert all(found.hands[seat][:3] == hand for seat, hand in hands.items())


def test_the_buried_card_is_not_in_a_new_stock() -> None:
    table = begun_table(seats=9, rules=replace(BLIND, throw_down=False), seed=2, chooser=idle)
    table.play_until(Stage.TURN)
    (buried,) = open_cards(table).blind
    table.play(Verb.DRAW)
    while not table.is_at(Stage.RESTOCK):
        table.step()
        assert table.state.rounds == 1
    assert buried not in playing_round(table.state).pile
    while not table.is_at(Stage.TURN):
        table.step()
    assert buried not in open_cards(table).all
    assert len(set(open_cards(table).all)) == 51


def test_keys_that_cancel_out_are_dealt_anew_and_cost_nobody_anything() -> None:
    table = table_at(Stage.KEYS)
    params, order = table.state.params, table.state.params.group.order
    honest = {seat: table.honest(table.slot(seat)) for seat in (0, 1, 2)}
    secrets = []
    for seat, event in honest.items():
        body = log.body_of(event)
        assert isinstance(body, log.RoundKey)
        with_serial = replace(playing_deal(table.state), serials=(body.serial,) * 4)
        known = table.copy()
        known.state = replace(table.state, deal=with_serial)
        secrets.append(secret_of(known, seat))
    context = context_of(table.state, 3, Kind.ROUND_KEY)
    key = make_round_key(params, choosing(table.secrets(3), -sum(secrets) % order), context, 0)
    own = log.body_of(table.honest(table.slot(3)))
    assert isinstance(own, log.RoundKey)
    forged = replace(own, key=log.as_wire(key.to_wire(params)))
    table.close({**honest, 3: table.event(3, Kind.ROUND_KEY, forged.to_body())})
    assert table.is_at(Stage.OPENING)
    assert game_of(table.state).lives == (3, 3, 3, 3)
    assert game_of(table.state).away == ()
    assert all(seat.last_serial == 0 for seat in table.state.seats)
    table.settle_round()


def test_every_round_has_fresh_keys_and_commitments_and_a_number_of_its_own() -> None:
    table = begun_table(seats=3, rules=WINDOWS, deck=DECK, chooser=idle)
    keys: set[object] = set()
    for number in (1, 2, 3):
        table.play_until(Stage.SHUFFLE)
        deal = playing_deal(table.state)
        assert deal.number == table.state.rounds == number
        keys |= set(deal.keys) | set(deal.commitments)
        assert len(keys) == 6 * number
        assert len(table.state.seen) == 6 * number
        table.settle_round()


def test_the_deal_moves_clockwise_and_passes_over_seats_that_are_out() -> None:
    table = begun_table(seats=4, rules=WINDOWS, chooser=idle)
    dealers = []
    for _ in range(3):
        table.play_until(Stage.KEYS)
        dealers.append(game_of(table.state).dealer)
        table.settle_round()
    assert dealers == [(dealers[0] + place) % 4 for place in range(3)]
    following = game_of(table.state).dealer
    table.play_until(Stage.KEYS)
    table.resign(following)
    table.settle_round()
    table.play_until(Stage.KEYS)
    assert game_of(table.state).dealer == (following + 1) % 4
    assert following not in {slot.seat for slot in expected(table.state)}
