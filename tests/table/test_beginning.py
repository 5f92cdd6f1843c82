"""From `open` to the first deal: what a table is opened for, complete beginnings, the house rule, the first dealer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from scatnet.log import ZERO, Event, Identity, Kind, make_event
from scatnet.log import bodies as log
from scatnet.rules.fields import encode_rules
from scatnet.rules.ruleset import PRESETS, FirstDealer, RuleSet
from scatnet.table.beginning import PROTOCOL_REVISION, check_sit, check_start, house_rule_played
from scatnet.table.closing import game_of
from scatnet.table.coin import high_card
from scatnet.table.examine import is_slow, verdict
from scatnet.table.fold import genesis
from scatnet.table.state import Stage, TableState
from tests.table.forging import refusal
from tests.table.helpers import (
    Table,
    begin_with,
    begun_table,
    fast_params,
    host_deals,
    identity,
    open_event,
    ready_for,
    seated_table,
    sit,
    sit_computer,
    start_of,
)
from tests.table.stages import table_at

PEOPLE = [identity(f"person {number}") for number in range(6)]
HOST = PEOPLE[0]


def opened(rules: RuleSet = PRESETS["classic"], seats: int = 4) -> TableState:
    """A table in the lobby."""
    return genesis(open_event(HOST, rules=rules, seats=seats), fast_params())


def sits(state: TableState, count: int) -> list[Event]:
    """So many people sit down."""
    return [sit(who, state, name=f"Person {number}") for number, who in enumerate(PEOPLE[:count])]


def beginning(state: TableState, seated: Sequence[Event], ready: Sequence[Identity], host: Identity = HOST) -> Event:
    """A `begin` with these seats and readies."""
    start = start_of(host, state, seated)
    return begin_with(host, state, start, [ready_for(who, state, start) for who in ready])


# What a table is opened for


def test_a_state_begins_in_the_lobby_with_what_was_opened() -> None:
    state = opened(PRESETS["kitty"], seats=5)
    assert state.stage is Stage.LOBBY
    assert (state.settings.seats, state.settings.host, state.settings.patience) == (5, HOST.public, 120)
    assert state.rules == PRESETS["kitty"]
    assert (state.number, state.seats, state.game) == (0, (), None)


@pytest.mark.parametrize(
    ("sentence", "rules", "seats", "revision"),
    [
        ("take 2 to 4 seats, not 5", tuple(encode_rules(PRESETS["cadillac"])), 5, PROTOCOL_REVISION),
        ("revision 2 of the protocol", tuple(encode_rules(PRESETS["cadillac"])), 4, 2),
        ("numbers", (1, 2, 3), 4, PROTOCOL_REVISION),
        ("min_seats", (99, *encode_rules(PRESETS["classic"])[1:]), 4, PROTOCOL_REVISION),
    ],
)
def test_a_table_that_nobody_could_play_at_is_not_opened(
    sentence: str, rules: tuple[int, ...], seats: int, revision: int
) -> None:
    body = log.Open("Kitchen", rules, seats, 120, 0, True, revision, bytes(32), b"")
    event = make_event(HOST, table=ZERO, head=ZERO, kind=Kind.OPEN, body=body.to_body())
    with pytest.raises(ValueError, match=sentence):
        genesis(event, fast_params())


def test_a_state_begins_with_an_open_and_nothing_else() -> None:
    with pytest.raises(ValueError, match="opened by its `open`"):
        genesis(sits(opened(), 1)[0], fast_params())


# Complete beginnings


def test_a_start_with_a_ready_of_everybody_in_it_begins_the_game() -> None:
    state = opened()
    for count in (2, 3, 4):
        event = beginning(state, sits(state, count), PEOPLE[:count][::-1])
        assert verdict(state, event) is None
        assert not is_slow(event)


def test_a_beginning_is_the_hosts_and_of_this_table() -> None:
    state = opened()
    seated = sits(state, 3)
    assert "No answer of its author" in refusal(state, beginning(state, seated, PEOPLE[:3], host=PEOPLE[1]))
    start = start_of(PEOPLE[1], state, seated)
    readies = [ready_for(who, state, start) for who in PEOPLE[:3]]
    assert "Only the host" in refusal(state, begin_with(HOST, state, start, readies))


def test_a_beginning_lacks_no_ready_and_has_none_too_many() -> None:
    state = opened()
    seated = sits(state, 3)
    for ready in (PEOPLE[:2], PEOPLE[:4], [*PEOPLE[:2], PEOPLE[1]], [*PEOPLE[:3], PEOPLE[0]], [*PEOPLE[:2], PEOPLE[4]]):
        assert "Not everyone" in refusal(state, beginning(state, seated, ready))


def test_a_ready_counts_for_the_start_that_it_names() -> None:
    state = opened()
    start, other = start_of(HOST, state, sits(state, 3)), start_of(HOST, state, sits(state, 2))
    readies = [ready_for(who, state, start) for who in PEOPLE[:2]]
    mistaken = [*readies, ready_for(PEOPLE[2], state, other)]
    assert "not for the `start`" in refusal(state, begin_with(HOST, state, start, mistaken))
    late = make_event(
        PEOPLE[2], table=state.table, head=bytes([4]) * 32, kind=Kind.READY, body=log.Ready(start.digest).to_body()
    )
    assert "not for the `start`" in refusal(state, begin_with(HOST, state, start, [*readies, late]))


def test_a_start_takes_as_many_seats_as_the_table_and_its_rules_have() -> None:
    state = opened(replace(PRESETS["classic"], min_seats=3), seats=4)
    assert verdict(state, beginning(state, sits(state, 3), PEOPLE[:3])) is None
    for count in (2, 5):
        assert "takes 3 to 4 seats" in refusal(state, beginning(state, sits(state, count), PEOPLE[:count]))


def test_nobody_sits_twice() -> None:
    state = opened()
    again = sit(PEOPLE[1], state, name="Another")
    assert "sits twice" in refusal(state, beginning(state, [*sits(state, 2), again], PEOPLE[:2]))


def test_a_sit_or_start_that_answers_to_another_head_is_refused() -> None:
    state = opened()
    body = log.Sit("Late", False, False, PEOPLE[2].public, b"")
    late = make_event(PEOPLE[2], table=state.table, head=bytes([4]) * 32, kind=Kind.SIT, body=body.to_body())
    assert check_sit(state, late) is not None
    assert check_sit(state, sits(state, 1)[0]) is None
    assert "this table's opening" in refusal(state, beginning(state, [*sits(state, 2), late], PEOPLE[:3]))
    start = make_event(
        HOST,
        table=state.table,
        head=bytes([4]) * 32,
        kind=Kind.START,
        body=log.Start(tuple(sits(state, 2)), b"").to_body(),
    )
    assert check_start(state, start) is not None
    assert check_start(state, start_of(HOST, state, sits(state, 2))) is None
    readies = [ready_for(who, state, start) for who in PEOPLE[:2]]
    assert "this table's opening" in refusal(state, begin_with(HOST, state, start, readies))


def test_another_kind_in_place_of_a_sit_or_a_start_is_none() -> None:
    state = opened()
    assert check_sit(state, start_of(HOST, state, sits(state, 2))) is not None
    assert check_start(state, sits(state, 1)[0]) is not None


def test_seats_carry_what_was_said_on_sitting_down() -> None:
    table = begun_table(seats=3, computers={1: 0}, house_rule=True)
    ann, bot, ben = table.identities
    assert [seat.key for seat in table.state.seats] == [ann.public, bot.public, ben.public]
    assert [seat.operator for seat in table.state.seats] == [ann.public, ann.public, ben.public]
    assert [seat.computer for seat in table.state.seats] == [False, True, False]
    assert [seat.house_rule for seat in table.state.seats] == [True, False, True]
    assert [seat.name for seat in table.state.seats] == ["Player 0", "Player 1", "Player 2"]


# The house rule


def wishing(wishes: Sequence[bool | None], rules: RuleSet = PRESETS["kitchen"]) -> Table:
    """A table whose people want the house rule or not; None is a computer player of the host's.

    The host sits first; where the first wish is None, not at all.
    """
    opening = open_event(HOST, rules=rules, seats=6)
    state = genesis(opening, fast_params())
    people = (PEOPLE[1:] if wishes[0] is None else PEOPLE)[: len(wishes)]
    seated = [
        sit_computer(HOST, who, state, name="Robot")
        if wish is None
        else sit(who, state, name="Person", house_rule=wish)
        for who, wish in zip(people, wishes, strict=True)
    ]
    return seated_table(opening, state, HOST, people, seated)


@pytest.mark.parametrize(
    ("wishes", "played"),
    [
        ((True, True), True),
        ((True, False), False),
        ((False, False), False),
        ((True, True, None), True),  # a computer player has no say
        ((True, None, None), True),
        ((False, None, None), False),
        ((None, None), False),  # computer players alone play without it
    ],
)
def test_the_house_rule_is_played_when_every_human_wants_it(wishes: Sequence[bool | None], played: bool) -> None:
    table = wishing(wishes)
    assert house_rule_played(table.state.settings, table.state.seats) is played
    assert table.state.rules.three_of_a_kind == (61 if played else 0)
    assert table.state.rules == table.state.settings.rules.with_house_rule(played)


def test_where_there_is_no_house_rule_wishes_change_nothing() -> None:
    table = wishing((True, True), PRESETS["classic"])
    assert not house_rule_played(table.state.settings, table.state.seats)
    assert table.state.rules == PRESETS["classic"]


@pytest.mark.parametrize(
    ("wishes", "left_out", "played"),
    [((True, True, False), 2, True), ((False, True, True), 1, False), ((None, True, None), 1, False)],
)
def test_whoever_is_left_out_before_the_game_starts_has_no_say_in_the_house_rule(
    wishes: Sequence[bool | None], left_out: int, played: bool
) -> None:
    table = wishing(wishes)
    table.lapse(left_out)
    table.play_until(Stage.OPENING)
    assert house_rule_played(table.state.settings, table.state.seats) is played
    assert game_of(table.state).rules.three_of_a_kind == (61 if played else 0)
    assert game_of(table.state).rules == table.state.rules


# The first dealer


def test_the_host_deals_first_where_the_rules_say_so() -> None:
    for seed in range(6):
        table = begun_table(seats=4, rules=host_deals("nordic"), seed=seed)
        table.play_until(Stage.OPENING)
        dealer = game_of(table.state).dealer
        assert table.state.seats[dealer].key == table.identities[0].public


def test_a_computer_player_of_a_host_who_does_not_sit_deals_first() -> None:
    table = wishing((None, None, None), host_deals("kitchen"))
    table.play_until(Stage.OPENING)
    assert game_of(table.state).dealer == 0


def test_a_host_who_sits_deals_before_the_computer_players_of_that_machine() -> None:
    for seed in range(5):
        table = begun_table(seats=4, rules=host_deals("kitchen"), computers={1: 0, 2: 0, 3: 0}, seed=seed)
        table.play_until(Stage.OPENING)
        dealer = table.state.seats[game_of(table.state).dealer]
        assert dealer.key == table.state.settings.host


def test_a_host_without_a_seat_leaves_the_first_deal_to_the_coin() -> None:
    opening = open_event(HOST, rules=host_deals("kitchen"), seats=3)
    state = genesis(opening, fast_params())
    people = PEOPLE[1:4]
    seated = [sit(who, state, name="Person") for who in people]
    dealers = set()
    for seed in range(12):
        table = seated_table(opening, state, HOST, people, seated, seed=seed)
        table.play_until(Stage.OPENING)
        dealers.add(table.state.seats[game_of(table.state).dealer].key)
    assert dealers == {who.public for who in people}


@pytest.mark.parametrize("rule", [FirstDealer.RANDOM, FirstDealer.HIGH_CARD])
def test_the_first_deal_favours_nobody(rule: FirstDealer) -> None:
    hosts = 0
    for seed in range(60):
        table = begun_table(seats=2, rules=replace(PRESETS["nordic"], first_dealer=rule), seed=seed)
        table.play_until(Stage.OPENING)
        hosts += table.state.seats[game_of(table.state).dealer].key == table.state.settings.host
    assert 15 < hosts < 45


def test_the_high_card_of_the_coin_deals_first() -> None:
    table = begun_table(seats=4, rules=PRESETS["classic"], seed=3)
    table.play_until(Stage.OPENING)
    assert game_of(table.state).dealer == high_card(table.state.coin, 4).dealer


def test_a_game_begins_with_the_lives_of_its_rules_and_an_empty_kitty() -> None:
    table = table_at(Stage.OPENING)
    game = game_of(table.state)
    assert game.lives == (3, 3, 3, 3)
    assert (game.kitty, game.out, game.away, game.winners) == (0, (), (), None)
    assert game.rules == table.state.rules
