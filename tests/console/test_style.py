"""Colours: words on the terminal's own background are readable whether that is light or dark."""

from __future__ import annotations

import pytest

from scatnet.console.style import CONSOLE_STYLE
from tests.console.gallery import GALLERY, console_in
from tests.console.helpers import painted

READABLE = ("", "default", "ansired", "ansimagenta")


@pytest.mark.parametrize("state", list(GALLERY))
def test_words_without_a_background_of_their_own_have_a_colour_that_is_readable_on_light_and_dark(state: str) -> None:
    for line in painted(console_in(state), 80, 24).lines():
        for style, text, *_handler in line:
            attrs = CONSOLE_STYLE.get_attrs_for_style_str(style)
            words = any(char.isalnum() for char in text)
            assert not words or attrs.bgcolor or attrs.color in READABLE, text
