"""The door through which words reach a person."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scatnet.words import _, language, languages, mark, ngettext, pgettext, use_language


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


def test_english_needs_no_catalogue() -> None:
    assert use_language("en_GB")
    assert (language(), _("It is another player's turn.")) == ("en", "It is another player's turn.")
    assert (ngettext("{n} life", "{n} lives", 1), ngettext("{n} life", "{n} lives", 2)) == ("{n} life", "{n} lives")
    assert pgettext("a card", "ace") == mark("ace") == "ace"


@pytest.mark.parametrize("code", ["xx", "", "../..", "no such language"])
def test_a_language_without_a_catalogue_is_english(code: str) -> None:
    assert not use_language(code)
    assert language() == "en"


def test_english_is_the_first_of_the_languages() -> None:
    assert languages()[0] == "en"
    assert all(use_language(code) for code in languages())
