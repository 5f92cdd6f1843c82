"""A person's settings: one table of what there is and what it takes, a TOML file, a sentence for each mistake.

The file is the person's to edit. A name it does not know is refused and not dropped, because it is most often a known
one misspelt; the file is replaced as a whole, so that a crash leaves the old settings or the new ones.
"""

from __future__ import annotations

import difflib
import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from scatnet.log import clean_text, limits
from scatnet.store.errors import StoreError, explain
from scatnet.store.files import SYSTEM, Files, write_whole
from scatnet.store.toml_text import toml_text
from scatnet.words import _, mark

__all__ = ["SETTINGS", "Colours", "Settings", "SettingsError", "changed", "load_settings", "save_settings"]

MAX_PACE = 10.0  # seconds
_FILE_BYTES = 64 * 1024
_LANGUAGE_CHARACTERS = 16


class SettingsError(StoreError):
    """A setting has no such name, or does not take that value."""


class Colours(StrEnum):
    """How many colours the four suits are shown in."""

    TWO = "two"
    FOUR = "four"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings, as they are where nothing was chosen."""

    nickname: str = ""  # empty: ask for one
    house_rule: bool = False
    colours: Colours = Colours.TWO
    letters: bool = False
    pace: float = 1.2
    confirm_discard: bool = False
    bell: bool = True
    language: str = ""  # empty: that of the computer
    thirty_one_by_hand: bool = False


Written: TypeAlias = "str | bool | int | float"
"""What a setting may be in the file."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: what it means and what it takes, in words to be translated, and how its value is read."""

    meaning: str
    takes: str
    read: Callable[[object], Written | None]  # from a TOML value; None where it is not taken


def _switch(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _nickname(value: object) -> str | None:
    if not isinstance(value, str) or len(value) > limits.NICKNAME_CHARACTERS:
        return None
    return value if clean_text(value, limits.NICKNAME_CHARACTERS) == value else None


def _colours(value: object) -> Colours | None:
    return Colours(value) if isinstance(value, str) and value in list(Colours) else None


def _pace(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) and 0 <= value <= MAX_PACE else None


def _language(value: object) -> str | None:
    if not isinstance(value, str) or len(value) > _LANGUAGE_CHARACTERS:
        return None
    return value if value == "" or (value.isascii() and value.replace("_", "").isalpha()) else None


_ON_OR_OFF = mark("true or false")

SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        "nickname": Setting(mark("what you are called at a table"), mark("up to 24 visible characters"), _nickname),
        "house_rule": Setting(mark("whether you agree to the house rule for three of a kind"), _ON_OR_OFF, _switch),
        "colours": Setting(mark("how many colours the suits are shown in"), mark('"two" or "four"'), _colours),
        "letters": Setting(mark("letters for the suits instead of symbols"), _ON_OR_OFF, _switch),
        "pace": Setting(
            mark("how long computer players seem to think"), mark("a number of seconds from 0 to 10"), _pace
        ),
        "confirm_discard": Setting(mark("ask again before a card is thrown away"), _ON_OR_OFF, _switch),
        "bell": Setting(mark("ring the bell when it is your turn"), _ON_OR_OFF, _switch),
        "language": Setting(
            mark("the language, or nothing for that of the computer"),
            mark('a language code such as "en" or "da"'),
            _language,
        ),
        "thirty_one_by_hand": Setting(
            mark("call a 31 yourself where the rules leave it to the player"), _ON_OR_OFF, _switch
        ),
    }
)

_SPOKEN = MappingProxyType({"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False})


def changed(settings: Settings, name: str, text: str) -> Settings:
    """Return the settings with `name` set to what a person typed. Raises SettingsError."""
    setting = _setting(name)
    value = setting.read(_typed_value(setting, text))
    if value is None:
        raise SettingsError(_("{name} takes {takes}.").format(name=name, takes=_(setting.takes)))
    return _with(settings, {name: value})


def load_settings(path: Path, *, files: Files = SYSTEM) -> Settings:
    """Read the settings at `path`; where no file is, they are those of `Settings()`.

    Raises:
        SettingsError: the file is no TOML, or has a name or a value that no setting has.
        StoreError: it cannot be read.
    """
    try:
        handle = files.open_to_read(path)
        try:
            data = files.read(handle, _FILE_BYTES)
        finally:
            files.close(handle)
    except FileNotFoundError:
        return Settings()
    except OSError as fault:
        raise explain(fault, path) from fault
    try:
        written: Mapping[str, object] = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as fault:  # decoding and TOML errors are ValueErrors
        raise SettingsError(_("{path} cannot be read as TOML: {fault}.").format(path=path, fault=fault)) from fault
    values: dict[str, Written] = {}
    for name, found in written.items():
        setting = _setting(name, path)
        value = setting.read(found)
        if value is None:
            sentence = _("In {path}, {name} takes {takes}.")
            raise SettingsError(sentence.format(path=path, name=name, takes=_(setting.takes)))
        values[name] = value
    return _with(Settings(), values)


def save_settings(path: Path, settings: Settings, *, files: Files = SYSTEM) -> None:
    """Write all settings to `path`, wholly or not at all.

    Raises:
        SettingsError: a value is not one that its setting takes.
        StoreError: the file cannot be written.
    """
    values: dict[str, Written] = asdict(settings)
    for name, value in values.items():
        if SETTINGS[name].read(value) is None:
            raise SettingsError(_("{name} takes {takes}.").format(name=name, takes=_(SETTINGS[name].takes)))
    comments = {name: f"{setting.meaning}: {setting.takes}" for name, setting in SETTINGS.items()}
    try:
        write_whole(files, path, toml_text(values, comments).encode())
    except OSError as fault:
        raise explain(fault, path) from fault


def _typed_value(setting: Setting, text: str) -> object:
    """What a person means who types `text` for this setting, without TOML's quotes."""
    if setting.read is _switch:
        return _SPOKEN.get(text.strip().lower())
    if setting.read is _pace:
        try:
            return float(text)
        except ValueError:
            return None
    if setting.read is _nickname:
        return clean_text(text, limits.NICKNAME_CHARACTERS)
    return text.strip()


def _setting(name: str, path: Path | None = None) -> Setting:
    setting = SETTINGS.get(name)
    if setting is not None:
        return setting
    shown = clean_text(name, 40)
    near = difflib.get_close_matches(shown, SETTINGS, n=1)
    where = "" if path is None else _(" in {path}").format(path=path)
    hint = (
        _("did you mean {name}?").format(name=near[0])
        if near
        else _("there are {names}.").format(names=", ".join(SETTINGS))
    )
    raise SettingsError(_("There is no setting {name}{where}; {hint}").format(name=shown, where=where, hint=hint))


def _with(settings: Settings, values: Mapping[str, Written]) -> Settings:
    # Each value has passed the reader of its own setting, which gives the field's type.
    build: Callable[..., Settings] = Settings
    return build(**{**asdict(settings), **values})
