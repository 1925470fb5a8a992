"""docs/pages holds the pictures that `python docs/pages.py` makes; pages to read show them; no window is too narrow."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Any

from ..cases import cases
from .house import browser as browser
from .test_pictures import script

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pages"
EACH, ALL = 160_000, 1_500_000
"""Bytes of a picture, and of all of them."""


SIZES = (360, 640), (800, 1100), (961, 700), (1280, 800)
LAYOUT: str = cases(__file__, "layout")


def test_there_are_the_pictures_that_the_command_makes() -> None:
    made = {f"{one.name}.png": one.size for one in script("pages").PICTURES}
    found = {path.name: struct.unpack(">II", path.read_bytes()[16:24]) for path in PICTURES.iterdir()}
    assert found == made


def test_they_are_small() -> None:
    sizes = [path.stat().st_size for path in PICTURES.iterdir()]
    assert 10_000 < max(sizes) < EACH and sum(sizes) < ALL


def test_each_is_shown_with_words_that_say_what_it_shows() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = [
        found
        for page in pages
        for found in re.findall(r"!\[(.+?)\]\(\S*?pages/(.+?)\)", page.read_text("utf-8"))
    ]
    assert {name for _, name in shown} == {path.name for path in PICTURES.iterdir()}
    assert all(len(words.split()) > 4 for words, _ in shown)


def test_the_cursor_and_the_button_are_seen_in_every_window(browser: Any, tmp_path: Path) -> None:
    made = script("pages")
    with made.served(tmp_path) as (registry, home), browser.new_context() as context:
        page = context.new_page()
        for name, key in (("SKYE_PRICE", "ArrowRight"), ("SKYE_BUILD", "h")):
            entry, left = made.begun(registry, getattr(made, name))
            with entry.taken() as there:
                made.sit(there, getattr(made, name), left)
                for wide, high in SIZES:
                    page.set_viewport_size({"width": wide, "height": high})
                    page.goto(f"{home}/t/{entry.people['anna']}")
                    page.wait_for_selector("#boards .spot.lit")
                    page.keyboard.press(key)
                    page.wait_for_selector(".ghost, .spot.cursor")
                    expected = {"over": 0, "seen": True, "button": True, "beside": wide >= 960}
                    # The cursor is seen at once, and when the last news has come.
                    for wait in (0, made.SETTLED):
                        page.wait_for_timeout(wait)
                        assert page.evaluate(LAYOUT) == expected, (name, wide, high, wait)
