"""The one door through which words reach a person: gettext lookup in the language in use.

A catalogue lives in `scatnet/locale/<language>/LC_MESSAGES/scatnet.mo`; English is the language of the source
and needs none. Lookups happen when a sentence is shown, never when a module is loaded, so changing the
language changes the next sentence. Sentences that stand as data are marked with `mark` where they are written
and go through `_` where they are shown.
"""

from __future__ import annotations

import gettext
from pathlib import Path
from typing import Final

DOMAIN: Final = "scatnet"
LOCALE_DIRECTORY: Final = Path(__file__).parent / "locale"
SOURCE_LANGUAGE: Final = "en"


class _Language:
    """The language in use: one for the whole program, English until told otherwise."""

    def __init__(self) -> None:
        self.code: str = SOURCE_LANGUAGE
        self.catalogue: gettext.NullTranslations = gettext.NullTranslations()


_language = _Language()


def use_language(code: str) -> bool:
    """Show all following sentences in the language of this code ("en", "da", "da_DK").

    Where no catalogue answers to the code, English is used; returns whether the language was found.
    """
    if code.split("_")[0] == SOURCE_LANGUAGE:
        _language.code, _language.catalogue = SOURCE_LANGUAGE, gettext.NullTranslations()
        return True
    try:
        catalogue = gettext.translation(DOMAIN, LOCALE_DIRECTORY, languages=[code])
    except (OSError, ValueError, UnicodeDecodeError):
        _language.code, _language.catalogue = SOURCE_LANGUAGE, gettext.NullTranslations()
        return False
    _language.code, _language.catalogue = code, catalogue
    return True


def language() -> str:
    """The code of the language in use."""
    return _language.code


def languages() -> tuple[str, ...]:
    """The codes of all languages there is a catalogue for, English first, the others sorted."""
    found = {path.parent.parent.name for path in LOCALE_DIRECTORY.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")}
    return (SOURCE_LANGUAGE, *sorted(found - {SOURCE_LANGUAGE}))


def _(sentence: str) -> str:
    """The sentence in the language in use; itself where the catalogue has none."""
    return _language.catalogue.gettext(sentence)


def ngettext(one: str, several: str, n: int) -> str:
    """The form of the sentence that goes with the number `n`, in the language in use."""
    return _language.catalogue.ngettext(one, several, n)


def pgettext(context: str, sentence: str) -> str:
    """The sentence in the language in use, told apart by its context from the same words elsewhere."""
    return _language.catalogue.pgettext(context, sentence)


def mark(sentence: str) -> str:
    """Mark a sentence that stands as data for the catalogue; it is translated by `_` where it is shown."""
    return sentence
