"""A page in Chromium, from a host of static files: whole games, without a network, kept, handed over, sent back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.browser.site_plan import SitePlan
from tilewright.core.play.replay import replay
from tilewright.core.record.format import read

from ..cases import soaked
from ..web.house import browser as browser
from ..web.house import faults
from ..web.person import DESK, PHONE
from .sites import hosted, site

ROBOT = Path(__file__).with_name("robot.js").read_text()
LONGEST = 240
FIRST = 120_000
"""Milliseconds until the lobby is there, on a machine that does much besides."""


@pytest.fixture(scope="module")
def rebirth(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site(tmp_path_factory.mktemp("page"), SitePlan(game="rebirth", allow=("all",)))


class Reader:
    """Somebody who has opened the link."""

    def __init__(self, context: Any, address: str) -> None:
        self.page, self.asked = context.new_page(), set[str]()
        self.page.on("request", lambda request: self.asked.add(request.url))
        self.errors = faults(self.page)
        self.page.goto(address)
        self.frame = self.page.frame_locator("#frame")

    def begin(self, *levels: str) -> None:
        """Begin a match with these levels, "" for a person, and wait for its board."""
        self.frame.locator("select[name=level]").first.wait_for(timeout=FIRST)
        for n, level in enumerate(levels):
            self.frame.locator("select[name=level]").nth(n).select_option(level)
        self.frame.locator("form button[type=submit]").click()
        self.board()

    def board(self) -> None:
        self.frame.locator(".spot").first.wait_for(timeout=FIRST)

    @property
    def inner(self) -> Any:
        return self.page.frames[1]

    def play(self, seconds: int) -> Any:
        return self.inner.evaluate(f"({ROBOT})({seconds})")


@pytest.fixture(scope="module")
def opened(browser: Any, rebirth: Path) -> Iterator[Reader]:
    """Somebody who stays at the page, since it takes long until Python is there."""
    with hosted(rebirth) as address, browser.new_context(viewport=DESK, locale="en") as context:
        reader = Reader(context, address)
        reader.frame.locator("select[name=level]").first.wait_for(timeout=FIRST)
        yield reader


@pytest.fixture
def reader(opened: Reader) -> Reader:
    """The same person, back in the lobby, with the matches of the tests before."""
    opened.inner.evaluate("channel.go('/')")
    opened.errors.clear()
    return opened


@pytest.mark.parametrize("whole", [False, *soaked(True)])
def test_a_game_without_a_network_whose_record_verifies(
    browser: Any, rebirth: Path, tmp_path: Path, whole: bool
) -> None:
    """Some decisions, then the person resigns; or all of them."""
    context = browser.new_context(viewport=PHONE, locale="de", accept_downloads=True)
    with hosted(rebirth) as address:
        reader = Reader(context, address)
        reader.begin("", "easy")
        reader.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)  # and nobody is there any more
    reader.page.reload()
    reader.board()
    assert reader.inner.evaluate("document.documentElement.lang") == "de"
    if whole:
        played = reader.play(LONGEST)
        assert played["over"], played
    else:
        reader.play(4)
        for one in ("#tools .more > summary", "#tools [data-sit=resign]", "#told [data-sit=resign]"):
            reader.frame.locator(one).click()
    with reader.page.expect_download() as given:
        reader.inner.locator("#end a[download]").click()
    given.value.save_as(tmp_path / "sent.jsonl")
    match = replay(read(tmp_path / "sent.jsonl"))
    assert match.over and (len(match.played) == 68 if whole else match.played)
    assert {one.split("/")[2] for one in reader.asked if one.startswith("http")} == {address.split("/")[2]}
    assert reader.errors == []
    context.close()


def test_a_game_is_kept_and_opened_in_one_tab_only(reader: Reader) -> None:
    reader.begin("", "")
    reader.play(1)
    head = reader.inner.locator("#head").inner_text()
    other = reader.page.context.new_page()
    other.goto(reader.page.url)
    other.locator("#loading [role=status]", has_text="open in another tab").wait_for(timeout=FIRST)
    other.close()
    reader.page.wait_for_timeout(500)
    reader.page.reload()
    reader.board()
    assert reader.inner.locator("#head").inner_text() == head


def test_a_device_is_handed_over_behind_a_curtain(reader: Reader) -> None:
    reader.begin("", "")
    reader.play(4)
    reader.frame.locator("[data-turn]").click()
    assert "bruno's turn" in reader.frame.locator(".curtain").inner_text()
    covered = "document.elementFromPoint(innerWidth / 3, innerHeight / 2).closest('.curtain') !== null"
    assert reader.inner.evaluate(covered)
    reader.frame.locator(".curtain button").click()
    reader.frame.locator("#head h1", has_text="Your turn").wait_for(timeout=FIRST)
    assert reader.frame.locator("#head .chip").first.inner_text().startswith("B")


def test_lesson_replay_and_the_way_back(reader: Reader) -> None:
    reader.begin("", "easy")
    reader.frame.locator(".more summary").first.click()
    reader.frame.locator("a[data-go=replay]").first.click()
    reader.frame.locator("a.back").wait_for(timeout=FIRST)
    reader.frame.locator("a.back").click()
    reader.board()
    reader.inner.evaluate("channel.go('/')")
    reader.frame.locator("[data-learn]").first.click()
    reader.frame.locator("body.lesson #pages").wait_for(timeout=FIRST)
    assert reader.errors == []


def test_a_page_that_is_opened_as_a_file_says_what_it_needs(browser: Any, rebirth: Path) -> None:
    context = browser.new_context(viewport=PHONE, locale="de")
    page = context.new_page()
    page.goto((rebirth / "index.html").as_uri())
    page.locator("p[lang=de]", has_text="muss von einem Webserver kommen").wait_for()
    assert page.title() == page.locator("h1").inner_text() == "rebirth"
    context.close()


def test_a_record_is_copied_also_where_pages_may_not_use_the_clipboard(reader: Reader) -> None:
    """As on a host without https."""
    reader.begin("", "easy")
    reader.inner.evaluate("channel.go('/')")
    copy = reader.frame.locator("[data-text]").first
    copy.wait_for(timeout=FIRST)
    assert reader.page.locator("#unserved").count() == 0
    reader.inner.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    copy.click()
    reader.frame.locator("#message", has_text="The record is copied").wait_for()
    reader.frame.locator("input[name=name]").first.focus()
    reader.page.keyboard.press("Control+A")
    reader.page.keyboard.press("Control+V")
    assert reader.frame.locator("input[name=name]").first.input_value().startswith('{"tilewright"')
    assert reader.errors == []


def test_a_match_is_deleted_after_a_word_about_its_record(reader: Reader) -> None:
    reader.begin("", "easy")
    reader.inner.evaluate("channel.go('/')")
    reader.frame.locator("[data-do=close]").first.wait_for(timeout=FIRST)
    asked, before = list[str](), reader.frame.locator("article").count()

    def answered(dialog: Any) -> None:
        asked.append(dialog.message)
        dialog.accept()

    reader.page.once("dialog", answered)
    reader.frame.locator("[data-do=close]").first.click()
    reader.frame.locator("#message", has_text="The match is deleted.").wait_for()
    assert reader.frame.locator("article").count() == before - 1
    assert "its record" in asked[0] and "download the record first" in asked[0]
