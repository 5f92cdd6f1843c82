"""Targets for what a person types: at a table, in the lobby, on the command line; and names and chat of others."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from random import Random

from scatnet.console.commands import read_line
from scatnet.console.lobby_commands import LobbyCommand, read_lobby_line
from scatnet.console.lobby_pages import fields_page, rules_page
from scatnet.console.setting_lines import name_and_value, with_typed
from scatnet.console.wishes import WishError, described, new_draft, wish_of
from scatnet.log import clean_text, text_fault
from scatnet.net.session import ViewChanged
from scatnet.rules.cards import card_name, parse_card
from scatnet.rules.fields import BadOptionError, RuleSetError, field_named, read_text
from scatnet.rules.ruleset import PRESETS
from scatnet.store.settings import Settings, SettingsError
from scatnet.table.view import TableView
from tests.console.local_game import LocalGame, play_through
from tests.fuzzing.target import Target


@cache
def _views() -> tuple[TableView, ...]:
    """Tables where there is something to choose, of several kinds."""
    found: dict[object, TableView] = {}
    for preset in ("classic", "cadillac"):
        for update, view in play_through(LocalGame(PRESETS[preset], ("ann", "Bo", "Cy"), seed=3), Random(1)):
            if isinstance(update, ViewChanged):
                found.setdefault((preset, view.phase, frozenset(choice.verb for choice in view.choices)), view)
    return tuple(found.values())


def _table_line(data: bytes) -> None:
    """The first byte chooses the table."""
    if not data:
        return
    view = _views()[data[0] % len(_views())]
    line = read_line(data[1:].decode("utf-8", "replace"), view)
    assert sum((line.command is not None, line.choice is not None, bool(line.why_not))) == 1
    assert line.choice is None or line.choice in view.choices


def _lobby_line(data: bytes) -> None:
    line = read_lobby_line(data.decode("utf-8", "replace"))
    with suppress(RuleSetError, WishError):
        match line.command:
            case LobbyCommand.HOST | LobbyCommand.PRACTISE:
                draft = described(new_draft("Ann", practice=line.command is LobbyCommand.PRACTISE), line.text)
                assert wish_of(draft).rules == draft.rules
            case LobbyCommand.RULES:
                assert rules_page(line.text)
            case LobbyCommand.FIELDS:
                assert fields_page(line.text)
            case _:
                pass


def _setting(data: bytes) -> None:
    name, space, value = data.decode("utf-8", "replace").partition(" ")
    name, typed = name_and_value(name, value if space else None)
    with suppress(SettingsError):
        settings = with_typed(Settings(), name, typed)
        assert with_typed(settings, name, None) == settings


def _rule(data: bytes) -> None:
    name, _equals, value = data.decode("utf-8", "replace").partition("=")
    with suppress(BadOptionError):
        field = field_named(name)
        assert read_text(field, value) in field.allowed


def _card(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        card = parse_card(text)
    except ValueError:
        return
    assert card_name(card) == text


def _text(data: bytes) -> None:
    text = data.decode("utf-8", "surrogatepass" if b"\xed" in data else "replace") if _decodes(data) else ""
    clean = clean_text(text, 40)
    assert len(clean) <= 40
    assert not clean or text_fault(clean, 40) is None
    assert clean_text(clean, 40) == clean
    text_fault(text, 40)


def _decodes(data: bytes) -> bool:
    with suppress(UnicodeDecodeError):
        data.decode("utf-8", "surrogatepass" if b"\xed" in data else "replace")
        return True
    return False


TARGETS = (
    Target(
        name="table-line",
        check=_table_line,
        seeds=lambda: [b"\0discard 7D knock", b"\x01draw", b"\x02say hello", b"\x031", b"\x04kick 2", b"\x05?"],
    ),
    Target(
        name="lobby-line",
        check=_lobby_line,
        seeds=lambda: [
            b"host nordic lives=4 seats=3 passcode=x watch=no name=Ours",
            b"practise kitty bots=2",
            b"rules",
        ],
    ),
    Target(name="setting", check=_setting, seeds=lambda: [b"pace 2.5", b"nickname=Ann", b"colours four"]),
    Target(name="rule", check=_rule, seeds=lambda: [b"lives=3", b"three_of_a_kind=30.5", b"grace=true"]),
    Target(name="card", check=_card, seeds=lambda: [b"10H", b"AS"]),
    Target(name="text", check=_text, seeds=lambda: ["Åse \u202e e\u0301 \U0001f600".encode(), b"\xed\xa0\x80A"]),
)
