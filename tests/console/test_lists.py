"""Rows of the lobby and of the forms: nothing is cut but names, and the columns stand under their headings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.console.messages import GamesListed, TablesFound
from scatnet.console.ports import FoundTable, PastGame, UnfinishedTable
from scatnet.console.rows import Row
from scatnet.console.screens.catalogue import rows_of
from scatnet.console.screens.lobby import rows as lobby_rows
from scatnet.console.state import Console
from scatnet.rules.fields import FIELDS, BadOptionError, Field, with_values
from scatnet.rules.ruleset import PRESETS
from scatnet.store.settings import Settings
from tests.console.gallery import CROWDED, FOUND, GAMES, console_in
from tests.console.helpers import SIZES, painted, speaking

LONG_NAME = "The everlasting Thursday game upstairs"
LANGUAGES = ("en", "da")


def console_with(tables: tuple[FoundTable, ...], language: str) -> Console:
    console = console_in("lobby", Settings(nickname="ann", language=language))
    console.receive(TablesFound(tables))
    return console


def lines_of(console: Console, size: tuple[int, int]) -> list[str]:
    return painted(console, *size).text().split("\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*SIZES, (66, 20), (72, 22)], ids=str)
@pytest.mark.parametrize("tables", [CROWDED.tables, FOUND.tables, FOUND.tables[:1], CROWDED.tables[3:4]], ids=len)
def test_the_columns_of_tables_stand_under_their_headings_and_only_names_are_cut(
    tables: tuple[FoundTable, ...], size: tuple[int, int], language: str
) -> None:
    with speaking(language):
        console = console_with(tables, language)
        lines = lines_of(console, size)
        heading = lobby_rows(console, min(size[0], 100) - 4)[0].value.split()
        top = next(line for line in lines if heading[0] in line)
        seats, state = top.index(heading[1]), top.index(heading[2])
        shown = {table: next(line for line in lines if table.name[:14] in line) for table in tables}
        for table, line in shown.items():
            if table.fits:
                assert line[seats:].startswith(f"{table.taken}/{table.seats} ")
                assert line[seats - 1] == line[state - 1] == " "
                assert line[state].isalpha()
            assert "…" not in line or table.name == LONG_NAME


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_on_a_table_says_all_that_the_columns_leave_out(language: str) -> None:
    with speaking(language):
        console = console_with(CROWDED.tables, language)
        row = next(row for row in lobby_rows(console, 56) if row.label == LONG_NAME)
        sentence = {
            "en": "Classic, changed, 9 of 9 seats taken, playing, passcode. Enter: watch this game.",
            "da": "Klassisk, ændret, 9 af 9 pladser taget, spiller, adgangskode. Enter: se på dette spil.",
        }
        assert row.meaning == sentence[language]


def test_a_table_of_another_version_says_so_and_is_not_offered_first() -> None:
    other = next(table for table in CROWDED.tables if not table.fits)
    console = console_with((other, CROWDED.tables[0]), "en")
    row = next(row for row in rows_of(console) if row.label == other.name)
    assert (row.value, row.deed, row.preferred) == ("another version", "say why", False)
    assert row.meaning == "“Next door” is played by another version of this program; use the same one."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_when_a_game_was_played_is_never_cut(size: tuple[int, int], language: str) -> None:
    with speaking(language):
        played = "2026-11-22 20:15"
        unfinished = UnfinishedTable(
            key="u", name=LONG_NAME, rules="classic", players=("ann", "Bo"), round=12, played=played
        )
        past: PastGame = replace(GAMES.past[0], name=LONG_NAME, winners=("Grandma",), played=played)
        for state in ("lobby-empty", "lobby", "lobby-crowded", "games"):
            console = console_in(state, Settings(nickname="ann", language=language))
            console.receive(GamesListed(unfinished=(unfinished,), past=(past,), damaged=()))
            assert sum(line.rstrip(" v").endswith(played) for line in lines_of(console, size)) == 1 + (state == "games")


def whole_rows(console: Console) -> list[Row]:
    return [row for row in rows_of(console) if row.label]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", ["practise", "host", "host-every-rule", "settings", "games-none", "join"])
def test_every_label_and_value_of_a_form_is_whole_on_the_narrowest_screen(state: str, language: str) -> None:
    with speaking(language):
        console = console_in(state, Settings(nickname="ann", language=language))
        for rules in PRESETS.values() if console.host is not None else (None,):
            if console.host is not None and rules is not None:
                console.host = replace(console.host, rules=rules)
            screen = painted(console, 60, 60).text()
            for row in whole_rows(console):
                assert row.label in screen
                assert row.typed is not None or row.value in screen


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("field", [field for field in FIELDS if len(field.allowed) > 1], ids=lambda field: field.name)
def test_every_value_of_every_rule_is_whole_on_the_narrowest_screen(field: Field, language: str) -> None:
    with speaking(language):
        console = console_in("host-every-rule", Settings(nickname="ann", language=language))
        assert console.host is not None
        before = console.host
        for value in field.allowed:
            try:
                console.host = replace(before, rules=with_values(before.rules, {field.name: value}))
            except BadOptionError:
                continue  # fewer seats at most than at least
            lines = lines_of(console, (60, 60))
            for row in whole_rows(console):
                assert any(row.label in line and (row.typed or row.value in line) for line in lines), row.label


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_keys_of_the_lobby_say_what_enter_does(size: tuple[int, int], language: str) -> None:
    with speaking(language):
        last = lines_of(console_with(CROWDED.tables, language), size)[-1]
        assert {"en": "[Enter] sit down", "da": "[Enter] sæt dig"}[language] in last
