"""Foreign text made harmless: nothing that drives a terminal or hides is left, in any form; the rest stays."""

from __future__ import annotations

import io
import json
import sys
import unicodedata
from xml.etree import ElementTree

import pytest

from tilewright.core.base.html import Html, tag
from tilewright.core.base.sanitize import harmless, json_text, markup, printable

from ..cases import cases

HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories of what is not to be seen or drives a terminal."""
EVERYTHING = [
    chr(n) for n in (*range(0x11000), *range(0x11000, sys.maxunicode + 1, 97), *range(0xE0000, 0xE0200))
]
"""The first plane, and something of all others."""


def is_shown(text: str) -> bool:
    return not any(unicodedata.category(letter) in HIDDEN for letter in text)


def test_every_character_is_shown_as_itself_or_as_an_escape() -> None:
    for letter in EVERYTHING:
        shown = printable(letter)
        assert is_shown(shown), repr(letter)
        if unicodedata.category(letter) in HIDDEN:
            assert shown.startswith("\\") and shown.encode().decode("unicode_escape") == letter


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", r"\x1b[2J"),
        ("a\nb\r\tc", r"a\nb\r\tc"),
        ("\x9b31m \x7f", r"\x9b31m \x7f"),
        ("\u202eevil\u2066\u200f\u061c", r"\u202eevil\u2066\u200f\u061c"),
        ("\u2028\u2029\u200b\u200d\ufeff\xad", r"\u2028\u2029\u200b\u200d\ufeff\xad"),
        ("\ud800 \ue000 \U000e0041", r"\ud800 \ue000 \U000e0041"),
        ("fill\u3164er\u115f\u2800\u034f", r"fill\u3164er\u115f\u2800\u034f"),
        (r"C:\new", r"C:\new"),
        *((text, text) for text in ("Zażółć gęślą jaźń", "Öl, 城", "e\u0301 ±", "1\xa0000\u202f000")),
    ],
)
def test_texts(text: str, shown: str) -> None:
    assert printable(text) == shown == printable(shown)


def test_line_feeds_stay_where_they_may() -> None:
    assert printable("a\n\x1bb\t", keep="\n") == "a\n\\x1bb\\t"


def test_json_has_the_same_content_and_is_harmless() -> None:
    everything = "".join(EVERYTHING)
    text = json_text({"a": everything, everything: [everything, 1, None]}, indent=1)
    assert is_shown(text.replace("\n", "")) and text.encode("utf-8")
    back = json.loads(text)
    assert back["a"] == "".join(EVERYTHING).encode("utf-16", "surrogatepass").decode(
        "utf-16", "surrogatepass"
    )


def test_json_in_an_encoding_without_the_letters() -> None:
    assert json_text("é\u202e", encoding="ascii") == '"\\u00e9\\u202e"'
    assert json_text("é\u202e", encoding="latin-1") == '"é\\u202e"'


def test_markup_is_well_formed_whatever_the_text() -> None:
    everything = "".join(EVERYTHING) + "]]> --> &#27; <!-- </text>"
    found = ElementTree.fromstring(f'<a b="{markup(everything)}">{markup(everything)}</a>')
    assert (found.text or "").replace("\n", "").replace("\t", "").isprintable() or is_shown(
        (found.text or "").replace("\n", "").replace("\t", "")
    )
    assert "]]> --> &#27; <!-- </text>" in (found.text or "") and "</text>" in found.attrib["b"]


def test_a_stream_that_lets_nothing_through() -> None:
    behind = io.StringIO()
    stream = harmless(behind)
    print("a\x1b[2J\u202e\ud800", file=stream)
    stream.buffer.write("é\x9b".encode())
    stream.buffer.write(b"\xff\xc3")
    stream.buffer.write(b"\xa9\n")
    assert behind.getvalue() == "a\\x1b[2J\\u202e\\ud800\né\\x9b\\xffé\n"
    stream.close()
    assert not behind.closed
    assert harmless(sys.__stdout__ or behind).fileno() == 1


def test_joiners_stay_where_their_scripts_write_them() -> None:
    """UAX #31, 2.3.1: between Arabic letters, and after the sign that joins two letters of an Indic script."""
    for text in ("علی\u200cرضا", "مَ\u200cن", "ශ්\u200dරී", "क्\u200cष", "ന\u0d4d\u200d", "می\u200cخواهم 3"):
        assert printable(text) == text == json.loads(json_text(text))
    for text in cases(__file__, "joiners"):
        assert printable(text) == text.replace("\u200c", r"\u200c").replace("\u200d", r"\u200d")


def test_words_from_right_to_left_are_isolated_in_html() -> None:
    """Else the number after such a name would be shown before it (Unicode UAX #9, 6.1)."""
    assert tag("p", "שלום_2: 117", " כרים") == "<p><bdi>שלום_2</bdi>: 117 <bdi>כרים</bdi></p>"
    assert tag("li", ["كَرِيم (3)", Html("<b>4</b>")], " אב גד") == (
        "<li><bdi>كَرِيم</bdi> (3)<b>4</b> <bdi>אב גד</bdi></li>"
    )
    assert tag("li", "<אב> & 3") == "<li>&lt;<bdi>אב</bdi>&gt; &amp; 3</li>"
    for plain in ("title", "option", "text"):
        assert tag(plain, ["אב"], "é 日本") == f"<{plain}>אבé 日本</{plain}>"
    assert tag("p", "日本 é", title="אב") == '<p title="אב">日本 é</p>'
