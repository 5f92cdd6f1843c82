"""The page: one file that needs nothing else, whose texts stay texts.

`scripts/check_report.py` opens it in a real browser.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from scatnet.audit import audit_log
from scatnet.audit.card_pictures import card_symbols
from scatnet.audit.page import page_of, write_page
from scatnet.audit.plot import plot_of
from scatnet.audit.replay import Replay, stops
from scatnet.audit.report import report_of
from scatnet.rules.ruleset import PRESETS
from scatnet.store.errors import StoreError
from tests.audit.helpers import audited, game, records_of, write_log
from tests.table.helpers import Table, fast_params

EVIL = "</script><b onclick='x'>&\"\u2028--><!--"


class Seen(HTMLParser):
    """The elements of a page, and what stands in its scripts."""

    VOID = frozenset({"meta", "input", "img", "br", "link"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)
        elif self.open and self.open[-1] != "style":
            self.text += data


def page_with(tmp_path: Path, table: Table, *, keys: bool = False, name: str = "") -> tuple[str, Replay]:
    """The page of a game; `name` is put in the place of the table's and everybody's."""
    replay = Replay(seeds=[table.seeds[table.identities[0].public]] if keys else [])
    audit = audit_log(write_log(tmp_path / "log", records_of(table)), params=fast_params(), watchers=(replay,))
    report = report_of(audit)
    assert report is not None
    if name:
        report = replace(report, name=name, players=tuple(replace(one, name=name) for one in report.players))
        for place, frame in enumerate(replay.frames):
            seats = tuple(replace(seat, name=name) for seat in frame.view.seats)
            replay.frames[place] = replace(frame, view=replace(frame.view, seats=seats))
    return page_of(audit, report, replay), replay


@pytest.mark.parametrize("seats", [2, 4, 9])
def test_a_page_is_whole_and_refers_to_nothing_outside_itself(tmp_path: Path, seats: int) -> None:
    page, _replay = page_with(tmp_path, game(seats=seats, rounds=2))
    seen = Seen(page)
    assert seen.open == []
    assert not re.search(r"https?:|//[a-z]|url\(|@import|src=", page)
    ids = {attributes["id"] for _tag, attributes in seen.tags if "id" in attributes}
    for tag, attributes in seen.tags:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base", "form")
        target = attributes.get("href")
        if target is not None:
            assert target.startswith("#")
            assert target[1:] in ids
        assert not any(attribute.startswith("on") for attribute in attributes)


def test_the_page_forbids_its_browser_to_fetch_anything(tmp_path: Path) -> None:
    page, _replay = page_with(tmp_path, game(rounds=1))
    (policy,) = [
        attributes.get("content")
        for tag, attributes in Seen(page).tags
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy is not None
    assert "default-src 'none'" in policy


def test_the_verdict_comes_first_and_every_round_is_there_without_a_script(tmp_path: Path) -> None:
    table = game(rules=PRESETS["nordic"], rounds=3)
    page, _replay = page_with(tmp_path, table)
    seen = Seen(page)
    assert next(attributes["class"] for tag, attributes in seen.tags if tag == "h1") == "verdict valid"
    text = seen.text
    assert text.index("This log is valid") < text.index("Players") < text.index("Rounds")
    for number in (1, 2, 3):
        assert f"Round {number}:" in text


def test_a_page_about_a_bad_log_says_so_first_and_names_the_fault(tmp_path: Path) -> None:
    records = records_of(game(rounds=1))
    replay = Replay()
    path = write_log(tmp_path / "log", [*records[:30], *records[31:]])
    audit = audit_log(path, params=fast_params(), watchers=(replay,))
    seen = Seen(page_of(audit, report_of(audit), replay))
    assert next(attributes["class"] for tag, attributes in seen.tags if tag == "h1") == "verdict bad"
    assert audit.faults[0].reason in seen.text


def test_a_page_about_a_log_without_a_table_has_no_replay(tmp_path: Path) -> None:
    records = records_of(game(rounds=1))
    audit = audited(tmp_path / "log", records[1:])
    seen = Seen(page_of(audit, None, Replay()))
    assert seen.scripts == []
    assert "not valid" in seen.text


def test_names_never_become_anything_but_text(tmp_path: Path) -> None:
    page, _replay = page_with(tmp_path, game(rounds=1), name=EVIL)
    seen = Seen(page)
    assert seen.open == []
    assert not [tag for tag, attributes in seen.tags if tag == "b" and attributes]
    assert EVIL in seen.text
    assert len(seen.scripts) == 2
    game_json = json.loads(seen.scripts[0])
    assert set(game_json["names"]) == {EVIL}


def test_the_game_in_the_page_is_the_replay_with_the_owners_hands(tmp_path: Path) -> None:
    table = game(rounds=2)
    page, replay = page_with(tmp_path, table, keys=True)
    told = json.loads(Seen(page).scripts[0])
    found = stops(replay.frames)
    assert len(told["stops"]) == len(found)
    seat = replay.readable[0]
    assert told["views"] == [seat]
    for stop, frame in zip(told["stops"], found, strict=True):
        assert set(stop["h"]) <= {str(seat)}
        if seat in frame.own:
            assert stop["h"][str(seat)][:3] == list(frame.own[seat].hand)
        assert [each["c"] for each in stop["s"]] == [each.cards for each in frame.view.seats]
    for number, place in told["rounds"]:
        assert found[place].view.round == number


def test_without_a_key_no_hidden_card_is_in_the_page(tmp_path: Path) -> None:
    page, _replay = page_with(tmp_path, game(rounds=2))
    told = json.loads(Seen(page).scripts[0])
    assert told["views"] == []
    assert all(stop["h"] == {} for stop in told["stops"])


def test_brackets_of_the_script_are_balanced_and_nothing_in_it_ends_the_element() -> None:
    script = (Path(__file__).parents[2] / "scatnet/audit/page_files/page.js").read_text(encoding="utf-8")
    bare = re.sub(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\^#stop[^;]*?\$/|/\\\{[^/]*/g', "", script)
    stack: list[str] = []
    for sign in bare:
        if sign in "([{":
            stack.append({"(": ")", "[": "]", "{": "}"}[sign])
        elif sign in ")]}":
            assert stack.pop() == sign
    assert stack == []
    assert "innerHTML" not in script
    assert "eval" not in script
    assert "</" not in script


def test_there_is_a_picture_of_every_card() -> None:
    symbols = card_symbols()
    for card in range(52):
        assert symbols.count(f'id="card-{card}"') == 1
    assert 'id="card-back"' in symbols
    assert Seen(f"<svg>{symbols}</svg>").open == []


def test_the_plot_has_a_line_for_every_seat_within_its_bounds(tmp_path: Path) -> None:
    report = report_of(audited(tmp_path / "log", records_of(game(seats=9, seed=8))))
    assert report is not None
    plot = plot_of(report)
    assert plot is not None
    assert [line.seat for line in plot.lines] == list(range(9))
    assert len({line.label_y for line in plot.lines}) == 9
    assert sum(line.won for line in plot.lines) == len(report.winners)
    for line in plot.lines:
        numbers = [float(number) for number in re.findall(r"[\d.]+", line.path)]
        assert all(0 <= number <= max(plot.width, plot.height) for number in numbers)
        assert plot.top - 5 <= line.end[1] <= plot.bottom
        assert 0 < line.label_y < plot.height
    best = min(plot.lines, key=lambda line: line.label_y)
    assert best.seat in report.winners


def test_a_page_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    audit = audited(tmp_path / "log", records_of(game(rounds=1)))
    with pytest.raises(StoreError):
        write_page(tmp_path / "no folder" / "page.html", audit, report_of(audit), Replay())
