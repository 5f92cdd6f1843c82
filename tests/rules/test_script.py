"""Scripts: what is one, what is wrong with a table, and in which order a move is checked."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scatnet.rules.script import Json, NotAScriptError, play_script, read_script

DECK = ["KS", "9H", "9D", "QS", "KH", "KD", "2C", "4H", "4D", "9S"]
THIRTY_ONE = ["AS", "2H", "2D", "KS", "3H", "3D", "QS", "4C", "5C", "9C"]
"""A is dealt 31."""


def result(**changes: object) -> Mapping[str, Json]:
    """The result of a classic round between A, B and C, dealt by C, with something changed."""
    script = {"rules": "classic", "seats": ["A", "B", "C"], "dealer": "C", "deck": DECK, "actions": []}
    return play_script(read_script(script | changes))


def code(*actions: list[str], **changes: object) -> object:
    """The code of the error in the last of these actions, and of no earlier one."""
    error = result(actions=list(actions), **changes)["error"]
    assert isinstance(error, dict)
    assert error["action"] == len(actions) - 1
    return error["code"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"rules": "poker"}, "unknown_rules"),
        ({"rules": "poker", "set": {"x": 1}}, "unknown_rules"),
        ({"set": {"jokers": 2}}, "bad_option"),
        ({"set": {"lives": 10}}, "bad_option"),
        ({"set": {"grace": 1}}, "bad_option"),
        ({"set": {"min_seats": 5, "max_seats": 4}}, "bad_option"),
        ({"seats": ["A"], "dealer": "A"}, "bad_seats"),
        ({"seats": ["A", "B", "A"], "dealer": "A"}, "bad_seats"),
        ({"rules": "cadillac", "seats": list("ABCDE")}, "bad_seats"),
        ({"dealer": "D"}, "bad_dealer"),
        ({"lives": {"D": 1}}, "bad_lives"),
        ({"lives": {"A": 10}}, "bad_lives"),
        ({"lives": {"A": -1}}, "bad_lives"),
        ({"lives": {"A": 1.5}}, "bad_lives"),
        ({"lives": {"A": True}}, "bad_lives"),
        ({"rules": "kitchen", "lives": {"A": 0}}, "bad_lives"),
        ({"deck": ["2C", "11H"]}, "unknown_card"),
        ({"deck": ["2C", "2C"]}, "duplicate_card"),
    ],
)
def test_an_error_in_the_setup_stands_alone(changes: dict[str, object], expected: str) -> None:
    assert result(**changes) == {"error": {"action": None, "code": expected}}


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        "kitchen",
        {},
        {"rules": "classic", "seats": ["A", "B"]},
        {"rules": 3, "seats": ["A", "B"], "dealer": "A"},
        {"rules": "classic", "seats": "AB", "dealer": "A"},
        {"rules": "classic", "seats": ["A", 2], "dealer": "A"},
        {"rules": "classic", "seats": ["A", "B"], "dealer": "A", "set": []},
        {"rules": "classic", "seats": ["A", "B"], "dealer": "A", "lives": 3},
        {"rules": "classic", "seats": ["A", "B"], "dealer": "A", "deck": [2]},
        {"rules": "classic", "seats": ["A", "B"], "dealer": "A", "jokers": 2},
        *(
            {"rules": "classic", "seats": ["A", "B"], "dealer": "A", "actions": [action]}
            for action in (
                "A draw",
                [],
                ["A"],
                ["A", 1],
                [1, "draw"],
                ["A", "draw", "2C"],
                ["A", "discard"],
                ["A", "discard", 5],
                ["A", "discard", "2C", "pass"],
                ["A", "discard", "2C", "knock", "knock"],
            )
        ),
    ],
)
def test_what_is_no_script_is_refused_in_one_line(document: object) -> None:
    with pytest.raises(NotAScriptError) as refusal:
        read_script(document)
    assert "\n" not in str(refusal.value)
    assert str(refusal.value).endswith(".")


def test_cards_not_named_follow_in_the_order_of_a_new_deck() -> None:
    assert result(deck=["AS"])["hands"] == {
        "A": ["4C", "7C", "AS"],
        "B": ["2C", "5C", "8C"],
        "C": ["3C", "6C", "9C"],
    }


def test_checks_come_in_the_order_of_the_rules_page() -> None:
    assert code(["D", "fly"]) == "unknown_seat"
    assert code(["A", "fly"]) == "unknown_action"
    assert code(["A", "fly", "far"]) == "unknown_action"
    assert code(["B", "throw_down"]) == "throw_down_not_allowed"
    assert code(["B", "discard", "ZZ"]) == "not_your_turn"
    assert code(["A", "discard", "ZZ"]) == "must_draw_first"
    assert code(["A", "draw"], ["A", "discard", "ZZ"]) == "unknown_card"
    assert code(["A", "draw"], ["A", "discard", "9H"]) == "card_not_held"
    assert code(["A", "draw"], ["A", "discard", "9H", "knock"]) == "card_not_held"
    assert code(["A", "take"], ["A", "discard", "9S", "knock"]) == "returned_taken_card"
    assert code(["A", "take"], ["A", "discard", "2C", "knock"]) == "knock_not_now"
    assert code(["A", "draw"], ["A", "knock"]) == "must_discard"
    assert code(["A", "knock"], ["B", "knock"]) == "already_knocked"
    assert code(["A", "pass"]) == "pass_not_allowed"
    assert code(["A", "declare"]) == "not_thirty_one"
    assert code(["A", "draw"], ["A", "declare"]) == "not_thirty_one"
    assert code(["A", "draw"], ["B", "declare"]) == "not_your_turn"


def test_nothing_after_an_illegal_action_is_played() -> None:
    played = result(actions=[["B", "draw"], ["A", "knock"]])
    assert played["error"] == {"action": 0, "code": "not_your_turn"}
    assert played["next"] == {"seat": "A", "legal": ["draw", "knock", "take"]}


def test_after_the_round_every_action_is_refused_as_round_over() -> None:
    assert code(["A", "declare"], ["B", "draw"], deck=THIRTY_ONE) == "round_over"
    assert code(["A", "declare"], ["B", "throw_down"], deck=THIRTY_ONE) == "round_over"
    assert code(["A", "draw"], rules="kitchen", deck=THIRTY_ONE) == "round_over"
    assert code(["D", "draw"], rules="kitchen", deck=THIRTY_ONE) == "unknown_seat"
    assert code(["A", "fly"], rules="kitchen", deck=THIRTY_ONE) == "unknown_action"


def test_the_end_of_the_script_closes_the_windows() -> None:
    assert result(deck=THIRTY_ONE, actions=[["A", "declare"]])["ended_by"] == "thirty_one"
    assert result(deck=THIRTY_ONE)["next"] == {"seat": "A", "legal": ["declare", "draw", "knock", "take"]}
    waiting = result(rules="kitchen", deck=THIRTY_ONE, set={"throw_down": True})
    assert (waiting["ended_by"], waiting["scores"]) == ("thirty_one", {"A": 31})


def test_an_automatic_dealt_thirty_one_refuses_the_action_that_closes_the_throw_down_window() -> None:
    changes: dict[str, object] = {"rules": "kitchen", "deck": THIRTY_ONE, "set": {"throw_down": True}}
    assert code(["A", "draw"], **changes) == "round_over"
    assert result(actions=[["A", "draw"]], **changes)["ended_by"] == "thirty_one"


def test_the_winner_is_named_when_the_round_decides_the_game() -> None:
    won = result(
        rules="kitchen",
        seats=["A", "B"],
        dealer="B",
        lives={"A": 4, "B": 1},
        deck=["KS", "2H", "QS", "3H", "9S", "4C"],
        actions=[["A", "knock"], ["B", "draw"], ["B", "discard", "2H"]],
    )
    assert (won["winner"], won["out"], won["lives"]) == (["A"], ["B"], {"A": 4, "B": 0})


def test_all_who_go_out_together_share_where_the_rules_say_so() -> None:
    shared = result(
        rules="kitty",
        seats=["A", "B"],
        dealer="B",
        lives={"A": 0, "B": 0},
        set={"showdown_loser": "lowest"},
        deck=["9S", "9H", "2C", "2D", "3C", "3D", "KC", "4D", "5D"],
        actions=[["A", "knock"], ["B", "draw"], ["B", "discard", "4D"]],
    )
    assert (shared["winner"], shared["out"], shared["replay"]) == (["A", "B"], ["A", "B"], False)
    assert shared["lost"] == {"A": 1, "B": 1}
