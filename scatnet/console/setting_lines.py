"""Settings as lines: each with its value as it is typed, its meaning and what it takes."""

from __future__ import annotations

from dataclasses import asdict

from scatnet.rules.fields import Written, written_text
from scatnet.store.settings import SETTINGS, Settings, changed
from scatnet.words import _

__all__ = ["name_and_value", "setting_line", "with_typed"]


def setting_line(settings: Settings, name: str) -> str:
    """One setting in a line. Raises KeyError for a name that no setting has."""
    value = _text(settings, name) or '""'
    return f"{name:<20} {value:<12} {_(SETTINGS[name].meaning)} ({_(SETTINGS[name].takes)})"


def name_and_value(name: str, value: str | None) -> tuple[str, str | None]:
    """`NAME=VALUE` is understood as well as a name and a value apart."""
    if value is None and "=" in name:
        left, _equals, right = name.partition("=")
        return left.strip(), right.strip()
    return name, value


def with_typed(settings: Settings, name: str, value: str | None) -> Settings:
    """The settings with this one as it was typed, or as they are without a value.

    Raises SettingsError for a name or value that there is not.
    """
    # Without a value, the setting's own is put in once more: an unknown name is refused alike.
    return changed(settings, name, _text(settings, name) if value is None else value)


def _text(settings: Settings, name: str) -> str:
    """The value of a setting as a person would type it; empty for a name that no setting has."""
    value: Written = asdict(settings).get(name, "")
    return written_text(value)
