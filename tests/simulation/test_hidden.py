"""The watch over hidden cards sees what is given away."""

from __future__ import annotations

import pytest

from scatnet.dealing import shares_from_secret
from scatnet.log import Identity, Kind, make_event
from scatnet.rules.ruleset import PRESETS
from scatnet.table.state import Stage, TableState
from scatnet.table.statements import dealt_places, deck_of, playing_deal, playing_round
from tests.simulation.hidden import cards_given_away
from tests.simulation.scat import ScatTable, ScatTricks, SharedEngine, scat_machines
from tests.simulation.scenario import shared_decoding
from tests.simulation.world import Faults, World

SEATS = 3
TABLE = ScatTable(rules=PRESETS["cadillac"], people=SEATS, seed=5)

Played = tuple[World[TableState], dict[bytes, TableState]]


@pytest.fixture
def played() -> Played:
    """A world in which the first turns of a game have been played in peace, and its states by head."""
    engine = SharedEngine()
    with shared_decoding():
        world = World(scat_machines(TABLE, engine), Faults(), 0)
        for machine in world.machines:
            world.boot(machine)
        assert world.run(lambda: any(_turns(state) > 3 for state in engine.states.values()), 100.0, 10_000)
    return world, engine.states


def test_nothing_is_given_away_where_all_are_honest(played: Played) -> None:
    world, states = played
    assert any(event.kind is Kind.DRAW_SHARES for event in world.sent.values())
    assert not cards_given_away(world, states)


def test_a_share_of_a_card_in_ones_own_hand_is_seen(played: Played) -> None:
    world, states = played
    state = next(state for state in states.values() if state.stage is Stage.DEAL_SHARES)
    _send(world, state, seat=0, place=dealt_places(playing_round(state))[0][1])
    assert cards_given_away(world, states) == ["the share of a hidden card of round 1 has been sent"]


def test_a_share_of_a_card_of_the_stock_that_nobody_draws_is_seen(played: Played) -> None:
    world, states = played
    state = next(state for state in states.values() if state.stage is Stage.DEAL_SHARES)
    _send(world, state, seat=1, place=51)
    assert cards_given_away(world, states) == ["the share of a hidden card of round 1 has been sent"]


def _turns(state: TableState) -> int:
    return 0 if state.deal is None or state.round is None else state.deal.drawn - 3 * SEATS


def _send(world: World[TableState], state: TableState, *, seat: int, place: int) -> None:
    """Let an honest machine have sent its share of a card in the open, beside all that it has to send."""
    key = playing_deal(state).keys[seat]
    assert key is not None
    secret = int.from_bytes(key, "big")  # in the integers under addition x·G is x
    (share,) = shares_from_secret(state.params, secret, [deck_of(state)[place]])
    signer = _signer(world, state, seat)
    event = make_event(
        signer, table=state.table, head=state.head, kind=Kind.SHOW, body=((0, 1, 2), (b"before" + b"..", bytes(share)))
    )
    world.sent[event.digest] = event


def _signer(world: World[TableState], state: TableState, seat: int) -> Identity:
    key = state.seats[seat].key
    machine = next(machine for machine in world.machines if key in machine.keys)
    return ScatTricks(TABLE).signer(machine, key)
