"""Text that people chose: table names and nicknames (chapter 3).

The code points are listed here, and normal form C is that of Unicode 3.2, so that all versions of Python decide alike.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from checker.refusal import Refused

_REFUSED: Final = """
    0000-001F 007F-00A0 00AD 034F 0600-0605 061C 06DD 070F 0890-0891 08E2 115F-1160 1680 17B4-17B5 180B-180F 2000-200F
    2028-202F 205F-206F 2800 3000 3164 D800-F8FF FDD0-FDEF FE00-FE0F FEFF FFA0 FFF0-FFFB 110BD 110CD 13430-1343F
    1BCA0-1BCA3 1D173-1D17A E0000-E0FFF F0000-10FFFF
"""


def _points(ranges: str) -> frozenset[int]:
    bounds = [(first, last or first) for first, _, last in (part.partition("-") for part in ranges.split())]
    return frozenset(point for first, last in bounds for point in range(int(first, 16), int(last, 16) + 1))


_NEVER: Final = _points(_REFUSED)


def check_text(text: str, most: int, name: str) -> str:
    """`text`, if it is 1 to `most` code points that may stand in a name.

    Raises:
        Refused: it is not.
    """
    if not 1 <= len(text) <= most:
        raise Refused(f"{name} is not 1 to {most} code points")
    if unicodedata.ucd_3_2_0.normalize("NFC", text) != text:
        raise Refused(f"{name} is not in normal form C")
    if text.strip(" ") != text or "  " in text:
        raise Refused(f"{name} has other than single spaces inside")
    for sign in text:
        if ord(sign) in _NEVER or ord(sign) & 0xFFFE == 0xFFFE:
            raise Refused(f"{name} holds U+{ord(sign):04X}, which no name may hold")
    return text
