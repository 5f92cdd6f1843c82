"""Text that people chose: table names and nicknames (chapter 3)."""

from __future__ import annotations

import unicodedata
from typing import Final

from checker.refusal import Refused

_SHOWING_NOTHING: Final = (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)
_SELECTORS: Final = (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0000, 0xE1000))
_HIDDEN: Final = frozenset((*_SHOWING_NOTHING, *_SELECTORS))
"""Code points that show nothing and are in none of the refused categories."""


def check_text(text: str, most: int, name: str) -> str:
    """`text`, if it is 1 to `most` code points that may stand in a name.

    Raises:
        Refused: it is not.
    """
    if not 1 <= len(text) <= most:
        raise Refused(f"{name} is not 1 to {most} code points")
    if unicodedata.normalize("NFC", text) != text:
        raise Refused(f"{name} is not in normal form C")
    if text.strip(" ") != text or "  " in text:
        raise Refused(f"{name} has other than single spaces inside")
    for sign in text:
        if not _plain(sign):
            raise Refused(f"{name} holds U+{ord(sign):04X}, which no name may hold")
    return text


def _plain(sign: str) -> bool:
    if sign == " ":
        return True
    point = ord(sign)
    noncharacter = point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF
    refused = unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Zs", "Zl", "Zp")
    return not (refused or noncharacter or point in _HIDDEN)
