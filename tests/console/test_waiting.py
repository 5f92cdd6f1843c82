"""A table that waits for its people: its ticket is seen whole at every size, and no title is cut in its words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.console.scene import LineKind, LogLine
from scatnet.store.settings import Settings
from tests.console.gallery import LONG_TICKET, console_in
from tests.console.helpers import SIZES, painted, speaking

LANGUAGES = ("en", "da")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*SIZES, (40, 20), (72, 22), (104, 34)], ids=str)
@pytest.mark.parametrize("length", [77, 161])
def test_a_ticket_is_never_cut(length: int, size: tuple[int, int], language: str) -> None:
    with speaking(language):
        console = console_in("waiting-ticket", Settings(nickname="ann", language=language))
        assert console.scene is not None
        ticket = LONG_TICKET[:length]
        console.scene = replace(console.scene, ticket=ticket)
        rows = painted(console, *size).text().split("\n")
        start = next(index for index, row in enumerate(rows) if row.strip().startswith("scat1"))
        shown = "".join(row[1:].split(" ")[0].split("│")[0] for row in rows[start:])
        assert shown.startswith(ticket)
        assert {"en": "3 of 4 seats are taken.", "da": "3 af 4 pladser er taget."}[language] in " ".join(rows)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", ["watching", "throw-down", "showdown-nine", "out", "won-by-me", "turn-two"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_title_that_is_too_long_leaves_facts_out_and_cuts_none(
    size: tuple[int, int], state: str, language: str
) -> None:
    with speaking(language):
        title = painted(console_in(state, Settings(nickname="ann", language=language)), *size).text().split("\n")[0]
        assert title.startswith(" Ann's table · ")
        assert "…" not in title
        if state == "watching":
            assert {"en": " · watching ", "da": " · ser på "}[language] in title


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_has_happened_begins_with_a_whole_sentence(size: tuple[int, int]) -> None:
    console = console_in("turn")
    assert console.scene is not None
    long = LogLine(LineKind.FAIR, "Beginning " + "and goes on " * 12 + "finish.")
    short = LogLine(LineKind.EVENT, "Ada draws.")
    for count in range(1, 6):
        console.scene = replace(console.scene, log=(*[long] * 9, *[short] * count))
        screen = painted(console, *size).text()
        assert "Ada draws." in screen
        assert screen.count("Beginning") == screen.count("finish.")
