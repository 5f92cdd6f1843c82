"""What happens, as JSON for programs: one object a line, with fields that stay."""

from __future__ import annotations

import json
from random import Random

from scatnet.console.json_lines import as_json, json_line
from scatnet.net.session import Notice, Said, ViewChanged
from scatnet.rules.ruleset import PRESETS
from scatnet.table.happenings import Happening, HappeningKind
from tests.console.local_game import LocalGame, play_through


def game() -> LocalGame:
    return LocalGame(PRESETS["cadillac"], ("ann", "Bo", "Cy"), seed=3)


def test_a_whole_game_is_one_object_a_line() -> None:
    kinds = set()
    for update, view in play_through(game(), Random(1)):
        line = json_line(update, view)
        assert "\n" not in line
        kinds.add(json.loads(line)["type"])
    assert kinds == {"happening", "view"}


def test_a_happening_names_its_cards_its_score_and_its_sentence() -> None:
    shown = Happening(kind=HappeningKind.SHOWED, seat=1, cards=(50, 51, 49), number=61)
    assert as_json(shown, game().view()) == {
        "type": "happening",
        "kind": "showed",
        "seat": 1,
        "name": "Bo",
        "cards": ["KS", "AS", "QS"],
        "number": 61,
        "points": 30.5,
        "seats": [],
        "text": "Bo shows AS KS QS: 30½.",
    }


def test_chat_and_notices_carry_their_text() -> None:
    view = game().view()
    assert as_json(Said(seat=None, name="Eve", text="hi"), view) == {
        "type": "said",
        "seat": None,
        "name": "Eve",
        "text": "hi",
    }
    assert as_json(Notice(text="Bo is back."), view) == {"type": "notice", "text": "Bo is back."}


def test_a_view_has_my_hand_and_choices_and_nobody_else_s() -> None:
    for update, view in play_through(game(), Random(2)):
        if isinstance(update, ViewChanged) and view.choices:
            shown = as_json(update, view)
            assert len(json.dumps(shown["hand"])) > 10
            assert {"verb": "draw", "card": None, "knock": False} in json.loads(json.dumps(shown["choices"]))
            assert set(shown) == {
                "type",
                "phase",
                "round",
                "acting",
                "lives",
                "stock",
                "pile_top",
                "hand",
                "choices",
                "waiting_for",
            }
            return
    raise AssertionError("I never had a turn.")
