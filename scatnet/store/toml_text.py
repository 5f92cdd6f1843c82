"""Writing the little TOML that this program writes: a flat table of names with plain values.

Reading is the standard library's `tomllib`; what is written here reads back as it was. Source:
https://toml.io/en/v1.0.0
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

__all__ = ["TomlValue", "toml_text"]

TomlValue: TypeAlias = "str | bool | int | float | Sequence[str]"

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def toml_text(values: Mapping[str, TomlValue], comments: Mapping[str, str] | None = None) -> str:
    """The table as TOML, a line for each name, in the order given; a comment goes on a line of its own above."""
    lines: list[str] = []
    for name, value in values.items():
        comment = (comments or {}).get(name)
        if comment is not None:
            lines.append(f"# {comment}")
        lines.append(f"{name} = {_value(value)}")
    return "\n".join(lines) + "\n"


def _value(value: TomlValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, int | float):
        return repr(value)
    return "[" + ", ".join(_string(item) for item in value) + "]"


def _string(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(sign, _visible(sign)) for sign in text) + '"'


def _visible(sign: str) -> str:
    control = ord(sign) < 0x20 or 0x7F <= ord(sign) < 0xA0
    return f"\\u{ord(sign):04X}" if control else sign
