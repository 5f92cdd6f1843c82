"""Text from people: what a name may hold, how any text is made so, and the strict check on text from others.

Clean text is in normal form C, has at least one visible character, single spaces inside and none around, and
no character that steers a terminal, hides, or turns the direction of what follows. The refused characters are
a table of our own and not asked of the interpreter's Unicode version, because every peer must refuse the same
names.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["clean_text", "text_fault"]

# Normal form C as of Unicode 3.2, which every interpreter carries unchanged: a later version would compose characters
# that an earlier one does not know, and two peers would part over a name.
_UNICODE = unicodedata.ucd_3_2_0

# Unicode 16.0, UnicodeData.txt and PropList.txt. Spaces other than U+0020 that `clean_text` makes into one.
_SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"

_UNSEEN = (
    "\x00-\x1f\x7f-\x9f"  # control characters, terminal escapes among them (Cc)
    "\u2028\u2029"  # line and paragraph separators
    "\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # Cf
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"  # shown as nothing
    "\ud800-\udfff"  # surrogates
    "\ue000-\uf8ff\U000f0000-\U0010ffff"  # private use
    "\ufdd0-\ufdef\ufff0-\ufff8"  # never characters; ignorable
    "\U000e0000-\U000e0fff"  # tags and variation selectors
)
# The last two code points of each plane are never characters either.
_NONCHARACTERS = "".join(chr(plane << 16 | low) for plane in range(16) for low in (0xFFFE, 0xFFFF))

_SPACE_RUN = re.compile(f"[ {_SPACES}]+")
_REMOVED = re.compile(f"[{_UNSEEN}{_NONCHARACTERS}]+")
_FOREIGN = re.compile(f"[{_SPACES}{_UNSEEN}{_NONCHARACTERS}]")

# No text that anybody means is longer before cleaning; normal forms of hostile text take quadratic time.
_READ_CHARACTERS = 4096


def clean_text(raw: str, limit: int) -> str:
    """Make text that `text_fault` accepts out of anything, at most `limit` characters of it.

    What is not allowed is left out, every run of white space becomes one space. May be the empty string,
    which is the one result that `text_fault` refuses.
    """
    visible = _REMOVED.sub("", _SPACE_RUN.sub(" ", raw[:_READ_CHARACTERS]))
    normal = _UNICODE.normalize("NFC", visible)
    single = _SPACE_RUN.sub(" ", normal).strip(" ")
    return single[:limit].rstrip(" ")


def text_fault(text: str, limit: int) -> str | None:
    """Say in a clause why `text` is not clean text of 1 to `limit` characters; None where it is."""
    if not 1 <= len(text) <= limit:
        return f"should be 1 to {limit} characters of text"
    if _FOREIGN.search(text):
        return "should not hold control, formatting, invisible or private characters"
    if text[0] == " " or text[-1] == " " or "  " in text:
        return "should have single spaces inside and none around"
    if not _UNICODE.is_normalized("NFC", text):
        return "should be in Unicode normal form C"
    return None
