"""Names: what people may call themselves, and what is made of what they typed."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scatnet.log import clean_text, text_fault

LIMIT = 24


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Ann", "Ann"),
        ("  Ann \t\n of\u00a0 Green\u3000Gables ", "Ann of Green Gables"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\x1b]0;title\x07", "]0;title"),
        ("\x9b2Jclear", "2Jclear"),
        ("bell\x07back\x08", "bellback"),
        ("\u202eevil\u202c", "evil"),
        ("\u2066a\u2069\u200fb\u200e\u061c", "ab"),
        ("a\u200bb\u200dc\u2060d\ufeff", "abcd"),
        ("soft\u00adhyphen", "softhyphen"),
        ("e\u0301", "\u00e9"),
        ("\u212bngstro\u0308m", "Ångström"),
        ("A\u030a\u200b", "Å"),
        ("e\u200b\u0301", "é"),
        ("😀 Ann 👍🏽", "😀 Ann 👍🏽"),
        ("👩\u200d💻", "👩💻"),
        ("❤\ufe0f", "❤"),
        ("\U000e0041\U000e007ftags", "tags"),
        ("\ue000\U000f0000private", "private"),
        ("\ufdd0\uffff\U0001fffe", ""),
        ("\ud800", ""),
        ("a\ud83d\ude00", "a"),  # a surrogate pair as two characters, as no UTF-8 has it
        ("\u3164\u2800\u115f", ""),
        ("שלום", "שלום"),
        ("नमस्ते", "नमस्ते"),
        ("李小龍", "李小龍"),
        ("\u2028line\u2029", "line"),
        ("x" * 10_000, "x" * LIMIT),
        ("\u0301" * 10_000, "\u0301" * LIMIT),
        ("\u200b" * 10_000 + "x", ""),
        ("twenty-three characters and", "twenty-three characters"),
        ("", ""),
    ],
)
def test_text_from_a_person_is_made_clean(raw: str, clean: str) -> None:
    assert clean_text(raw, LIMIT) == clean
    if clean:
        assert text_fault(clean, LIMIT) is None


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("", "1 to 24 characters"),
        ("x" * 25, "1 to 24 characters"),
        (" Ann", "single spaces"),
        ("Ann ", "single spaces"),
        ("Ann  B", "single spaces"),
        ("Ann\u00a0B", "control, formatting"),
        ("Ann\n", "control, formatting"),
        ("\x00", "control, formatting"),
        ("\x7f", "control, formatting"),
        ("\u202e", "control, formatting"),
        ("\ud800", "control, formatting"),
        ("\ue000", "control, formatting"),
        ("\u200d", "control, formatting"),
        ("e\u0301", "normal form C"),
    ],
)
def test_text_from_others_must_be_clean_as_it_stands(text: str, clause: str) -> None:
    fault = text_fault(text, LIMIT)
    assert fault is not None
    assert clause in fault


@given(st.text(st.characters(exclude_categories=[]), max_size=60), st.integers(1, 40))
def test_whatever_is_typed_becomes_clean_or_empty(raw: str, limit: int) -> None:
    clean = clean_text(raw, limit)
    assert clean == "" or text_fault(clean, limit) is None
    assert clean_text(clean, limit) == clean


@given(st.characters(categories=["Cc", "Cf", "Cs", "Co", "Zl", "Zp"]))
def test_no_control_format_surrogate_or_private_character_is_clean(sign: str) -> None:
    assert text_fault("a" + sign + "b", LIMIT) is not None


def test_every_character_of_those_categories_is_in_the_table() -> None:
    # The table is written out so that all versions of Python refuse the same; here it is held against this one's.
    for code in range(0x110000):
        sign = chr(code)
        if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"):
            assert text_fault(f"a{sign}b", LIMIT) is not None, hex(code)


def test_no_letter_number_or_symbol_is_in_the_table() -> None:
    blank = {0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800}
    for code in range(0x110000):
        sign = chr(code)
        if unicodedata.category(sign)[0] in "LNSP" and unicodedata.is_normalized("NFC", sign) and code not in blank:
            assert text_fault(sign, LIMIT) is None, hex(code)


def test_a_hostile_megabyte_is_cleaned_in_no_time() -> None:
    hostile = ("a" + "\u0323\u0301" * 2000) * 500
    before = time.process_time()
    clean_text(hostile, LIMIT)
    assert time.process_time() - before < 0.5
