"""Who is asked next: everybody in turn, whatever their keys are."""

from __future__ import annotations

from scatnet.net.turns import Turns


def test_everyone_is_asked_in_turn_three_at_a_time() -> None:
    turns = Turns()
    players = [b"%d" % number for number in range(7)]
    asked = [turns.next(players, []) for _time in range(7)]
    assert all(len(set(some)) == 3 for some in asked)
    assert all(sum(player in some for some in asked) == 3 for player in players)


def test_players_are_asked_before_watchers_however_many_there_are_and_low_their_keys() -> None:
    turns = Turns()
    watchers = [b"\0%d" % number for number in range(20)]
    asked = [turns.next([b"a", b"b", b"c"], watchers) for _time in range(20)]
    assert [len({b"a", b"b", b"c"} & set(some)) for some in asked] == [2] * 20
    assert {some[-1] for some in asked} == set(watchers)
    assert asked[0][:2] == [b"a", b"b"]
    assert asked[1][:2] == [b"c", b"a"]


def test_watchers_are_asked_where_there_are_not_enough_players() -> None:
    turns = Turns()
    assert turns.next([b"p"], [b"x", b"y", b"z"]) == [b"p", b"x", b"y"]
    assert turns.next([b"p"], [b"x", b"y", b"z"]) == [b"p", b"z", b"x"]
    assert turns.next([], []) == []


def test_who_is_gone_is_forgotten_and_comes_back_as_new() -> None:
    turns = Turns()
    everyone = [b"a", b"b", b"c", b"d"]
    assert turns.next(everyone, []) == [b"a", b"b", b"c"]
    assert turns.next([b"b", b"c", b"d"], []) == [b"d", b"b", b"c"]
    assert turns.next(everyone, []) == [b"a", b"d", b"b"]
