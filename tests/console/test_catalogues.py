"""Every sentence is translated, every place in it is kept, and what is compiled is what stands in the catalogue."""

from __future__ import annotations

import gettext
import importlib.util
import io
import string
import sys
from pathlib import Path
from types import ModuleType

import pytest

from scatnet.words import languages, ngettext, use_language

SCRIPT = Path(__file__).parents[2] / "scripts" / "make_catalogues.py"


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_catalogues", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_catalogues"] = module
    spec.loader.exec_module(module)
    return module


catalogues = _script()
PATHS = sorted(catalogues.LOCALE.glob("*/LC_MESSAGES/scatnet.po"))


def places(text: str) -> set[str]:
    """The names of the places in a sentence that are filled in later."""
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name is not None}


def test_danish_is_among_the_languages() -> None:
    assert languages()[:2] == ("en", "da")


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.parent.parent.name)
def test_every_sentence_is_translated(path: Path) -> None:
    translated = catalogues.read_po(path)
    for key, message in catalogues.extract().items():
        assert key in translated, message
        assert translated[key].finished, message
    assert set(translated) == set(catalogues.extract())


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.parent.parent.name)
def test_every_translation_has_the_places_of_its_sentence(path: Path) -> None:
    for message in catalogues.read_po(path).values():
        every, one = places(message.text) | places(message.plural), places(message.text)
        for number, form in enumerate(message.translations):
            wanted = (one, every) if message.plural and number == 0 else (every,)  # "one" may go without its number
            assert places(form) in wanted, message.text
            assert form[:1].isspace() == message.text[:1].isspace(), message.text
            assert form.count("%(") == message.text.count("%("), message.text


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.parent.parent.name)
def test_the_compiled_catalogue_is_that_of_the_text(path: Path) -> None:
    messages = list(catalogues.read_po(path).values())
    language = path.parent.parent.name
    assert path.with_suffix(".mo").read_bytes() == catalogues.compiled(messages, language)
    compiled = gettext.GNUTranslations(io.BytesIO(catalogues.compiled(messages, language)))
    for message in messages:
        if message.plural:
            assert compiled.ngettext(message.text, message.plural, 1) == message.translations[0]
            assert compiled.ngettext(message.text, message.plural, 2) == message.translations[1]
        elif not message.context:
            assert compiled.gettext(message.text) == message.translations[0]


def test_a_catalogue_comes_back_from_its_file_unchanged(tmp_path: Path) -> None:
    sly = catalogues.Message(
        text='A "quote", a \\ and a\nnew line', plural="two\ttabs", context="here", translations=("a", 'b"')
    )
    path = tmp_path / "x.po"
    catalogues.write_po(path, [sly], "xx")
    assert catalogues.read_po(path) == {sly.key: sly}


def test_sentences_are_told_in_danish() -> None:
    try:
        assert use_language("da_DK")
        assert ngettext("{n} penny", "{n} pennies", 3) == "{n} skillinger"
    finally:
        use_language("en")
