"""`scatnet tables`: what is found, in the words that the lobby has for it, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from scatnet.cli import main
from scatnet.commands import tables
from scatnet.net.addresses import Endpoint, Interface
from scatnet.net.announcement import Announcement, Stage
from scatnet.net.directory import Directory, FoundTable
from scatnet.net.discovery import Appeared, Sighting


def announced(name: str, table: int, stage: Stage, *, rules: str = "kitchen", locked: bool = False) -> Appeared:
    announcement = Announcement(
        table=bytes([table]) * 16,
        name=name,
        rules=rules,
        taken=2,
        seats=4,
        stage=stage,
        fingerprint="A20A-VDTW",
        locked=locked,
    )
    return Appeared(Sighting(name, announcement, (Endpoint("192.168.1.7", 31031),)))


@pytest.fixture
def three_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network with an open table, one that plays, and one whose game is over."""
    directory = Directory()
    for appeared in (
        announced("Porch", 1, Stage.LOBBY, rules="classic+", locked=True),
        announced("Attic", 2, Stage.PLAYING),
        announced("Cellar", 3, Stage.OVER),
    ):
        directory.note(appeared)

    async def found(_interfaces: Sequence[Interface], _seconds: float) -> tuple[FoundTable, ...]:
        return directory.tables()

    monkeypatch.setattr(tables, "tables_on_network", found)


@pytest.mark.usefixtures("three_announced")
def test_tables_are_listed_in_the_words_of_the_lobby(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables"]) == 0
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split() == ["table", "rules", "seats", "state", "key"]
    assert lines == [
        "Porch  Classic, changed  2/4    open, passcode  01010101",
        "Attic  Kitchen           2/4    playing         02020202",
    ]


@pytest.mark.usefixtures("three_announced")
def test_tables_as_json_keep_the_words_of_the_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(table["name"], table["rules"], table["state"]) for table in found] == [
        ("Porch", "classic+", "lobby"),
        ("Attic", "kitchen", "playing"),
    ]
