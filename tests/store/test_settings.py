"""Settings: what they take, one sentence for each mistake, and a file that is never half written."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scatnet.store.errors import StoreError
from scatnet.store.settings import (
    SETTINGS,
    Colours,
    Settings,
    SettingsError,
    changed,
    load_settings,
    save_settings,
)
from scatnet.store.toml_text import TomlValue, toml_text
from tests.store.helpers import FaultyFiles

CHOSEN = Settings(
    nickname='Ann "the" \\ Ærlig',
    house_rule=True,
    colours=Colours.FOUR,
    letters=True,
    pace=0.5,
    confirm_discard=True,
    bell=False,
    language="da_DK",
    thirty_one_by_hand=True,
)


def test_where_nothing_was_chosen_the_settings_are_the_usual_ones(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "settings.toml") == Settings()


def test_settings_come_back_as_they_were_saved(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    for chosen in (Settings(), CHOSEN):
        save_settings(path, chosen)
        assert load_settings(path) == chosen


def test_the_file_says_what_each_setting_means(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    save_settings(path, Settings())
    text = path.read_text(encoding="utf-8")
    for name, setting in SETTINGS.items():
        assert f"# {setting.meaning}: {setting.takes}\n{name} = " in text


def test_every_field_is_a_setting_and_takes_its_usual_value() -> None:
    assert list(SETTINGS) == list(Settings.__dataclass_fields__)
    for name, setting in SETTINGS.items():
        assert setting.read(getattr(Settings(), name)) is not None


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("nickname", " Ann \x1b[31m ", "Ann [31m"),
        ("nickname", "x" * 100, "x" * 24),
        ("house_rule", "yes", True),
        ("house_rule", "FALSE", False),
        ("colours", "four", Colours.FOUR),
        ("letters", "on", True),
        ("pace", "0", 0.0),
        ("pace", "2.5", 2.5),
        ("bell", "off", False),
        ("language", "da", "da"),
        ("language", "", ""),
        ("thirty_one_by_hand", "true", True),
    ],
)
def test_a_person_changes_one_setting_by_typing(name: str, text: str, value: object) -> None:
    after = changed(Settings(), name, text)
    assert getattr(after, name) == value
    others = [other for other in SETTINGS if other != name]
    assert [getattr(after, other) for other in others] == [getattr(Settings(), other) for other in others]


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("house_rule", "maybe", "house_rule takes true or false."),
        ("colours", "three", 'colours takes "two" or "four".'),
        ("pace", "-1", "pace takes a number of seconds from 0 to 10."),
        ("pace", "nan", "pace takes a number of seconds from 0 to 10."),
        ("pace", "quick", "pace takes a number of seconds from 0 to 10."),
        ("language", "../../etc", 'language takes a language code such as "en" or "da".'),
        ("nikname", "Ann", "There is no setting nikname; did you mean nickname?"),
    ],
)
def test_a_wrong_change_is_one_sentence(name: str, text: str, sentence: str) -> None:
    with pytest.raises(SettingsError) as refused:
        changed(Settings(), name, text)
    assert refused.value.sentence == sentence


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("house_rule = 1", "house_rule takes true or false."),
        ('bell = "yes"', "bell takes true or false."),
        ('colours = "red"', 'colours takes "two" or "four".'),
        ("pace = true", "pace takes a number of seconds"),
        ("pace = inf", "pace takes a number of seconds"),
        ('nickname = " Ann"', "nickname takes up to 24 visible characters."),
        ('nickname = "' + "x" * 25 + '"', "nickname takes up to 24"),
        ('nickname = "\\u202EAnn"', "nickname takes up to 24"),
        ("nickname = [1]", "nickname takes up to 24"),
        ("[nickname]", "nickname takes up to 24"),
        ("colors = 2", "There is no setting colors in "),
        ("zzz = 2", "there are nickname, house_rule"),
        ("bell = ", "cannot be read as TOML"),
        ("\x00", "cannot be read as TOML"),
        ("a = " + "[" * 5000, "cannot be read as TOML"),
    ],
)
def test_a_mistake_in_the_file_is_one_sentence(tmp_path: Path, text: str, clause: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as refused:
        load_settings(path)
    assert clause in refused.value.sentence
    assert path.read_text(encoding="utf-8") == text


def test_a_file_that_is_not_text_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(SettingsError, match="cannot be read as TOML"):
        load_settings(path)


def test_a_file_of_half_the_settings_leaves_the_others_as_usual(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("bell = false\npace = 3\n", encoding="utf-8")
    assert load_settings(path) == Settings(bell=False, pace=3.0)


def test_settings_that_cannot_be_written_leave_the_old_ones(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    save_settings(path, CHOSEN)
    calls = FaultyFiles()
    save_settings(tmp_path / "other.toml", CHOSEN, files=calls)
    for place, name in enumerate(calls.calls):
        if name in ("close", "sync_folder"):
            continue
        with pytest.raises(StoreError):
            save_settings(path, Settings(), files=FaultyFiles(fail_at=place))
        assert load_settings(path) == CHOSEN


def test_settings_of_our_own_with_a_wrong_value_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(SettingsError):
        save_settings(tmp_path / "settings.toml", Settings(pace=99.0))
    assert not (tmp_path / "settings.toml").exists()


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
)
def test_what_is_written_as_toml_reads_back(text: str, switch: bool, number: int, fraction: float) -> None:
    values: dict[str, TomlValue] = {
        "text": text,
        "switch": switch,
        "number": number,
        "fraction": fraction,
        "list": [text, ""],
    }
    assert tomllib.loads(toml_text(values, {"text": "a comment"})) == values


@settings(max_examples=100)
@given(st.binary(max_size=80))
def test_any_bytes_are_settings_or_one_sentence(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(data)
    try:
        load_settings(path)
    except SettingsError:
        return
