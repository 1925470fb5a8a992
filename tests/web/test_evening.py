"""An evening of three friends with their phones: from one link to seats, a match, its end, and once more."""

from __future__ import annotations

import json
import re
from typing import Any

from tilewright.core.web.joining import qr

from .house import House, until
from .house import at as at
from .house import browser as browser
from .person import PHONE, Person, done, tapped

NAMES = ("anna", "bruno", "clara")
SEAT = re.compile(r"/t/[A-Za-z0-9_-]{22}$")


def begun(at: House, browser: Any) -> str:
    """The link for everybody of a table that the person who serves has begun in the lobby."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{at.front.origin}/h/{at.registry.lobby}")
    page.select_option('[name="game"]', "rebirth")
    page.wait_for_selector('#new [name="game"] [selected][value="rebirth"]', state="attached")
    page.select_option('[name="count"]', "3")
    page.wait_for_selector('#new [name="name"] >> nth=2')
    for n in range(3):
        page.locator('[name="level"]').nth(n).select_option("open")
    page.click('#new button[type="submit"]')
    page.wait_for_selector('[data-for="join"]')
    assert "3 seats are free" in page.inner_text("#matches")
    page.click(".joins summary")
    link: str = page.input_value('[data-for="join"]')
    code = page.locator("img.qr")
    code.scroll_into_view_if_needed()
    until(lambda: code.evaluate("one => one.complete && one.naturalWidth") > 100, "no QR code")
    assert page.request.get(at.front.origin + code.get_attribute("src")).body() == qr.svg(link)
    page.close()
    return link


def test_three_friends_with_phones(at: House, browser: Any) -> None:
    link = begun(at, browser)
    contexts = [browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) for _ in NAMES]
    pages = [one.new_page() for one in contexts]
    errors: list[str] = []
    for page, name in zip(pages, NAMES, strict=True):
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(link)
        page.fill('[name="name"]', name)
        page.tap("#sit button")
        page.wait_for_url(SEAT)
    for page in pages:  # those who waited are led on
        page.wait_for_selector("#table")
    entry = at.registry.entries()[0]
    assert entry.kept.seats == NAMES and json.loads(entry.record.read_text().splitlines()[0])["seats"] == [
        *NAMES
    ]
    people = [Person(at, entry, name, None, page) for page, name in zip(pages, NAMES, strict=True)]
    for _ in range(2):
        person = people[people[0].served.table.to_act[0]]
        person.asked()
        done(person, person.served.table.chair(person.seat).view.legal()[0], tapped)
    assert people[0].page.locator(".here .there").count() == 3
    again = contexts[1].new_page()
    again.goto(link)  # the same browser finds its seat
    assert again.url == pages[1].url
    again.close()
    late = browser.new_context(viewport=PHONE).new_page()
    late.goto(link)
    assert "Every seat is taken" in late.inner_text("main") and not late.is_visible("#sit")
    late.click("#ways a")
    until(lambda: late.locator(".here li").count() == 2, "the number is not told")
    assert late.inner_text(
        ".here"
    ) == "3 of 3 players are here\n1 watching" and "anna" not in late.inner_text(".here")

    served = people[0].served
    with served.lock:  # two give up, so that the third has won
        for seat in (0, 0, 1, 1):
            served.table.resign(seat)
    served.stirred()
    for page in pages:
        page.wait_for_selector("#end[open] [data-rematch]")
    pages[1].tap("#end [data-rematch]")
    pages[1].wait_for_url(lambda url: "/t/" in url and not url.endswith(entry.people["bruno"]))
    after = at.registry.entries()[0]
    assert after.id != entry.id and [*after.kept.seats] == ["bruno", "clara", "anna"]
    for n in (0, 2):
        pages[n].wait_for_selector("#end .main[data-rematch]")
        pages[n].tap("#end [data-rematch]")
        pages[n].wait_for_url(f"**/t/{after.people[NAMES[n]]}")
    again = contexts[2].new_page()
    again.goto(link)
    assert again.url.endswith(after.people["clara"]), "the link leads to the match that goes on"
    assert not errors
    for one in contexts:
        one.close()
