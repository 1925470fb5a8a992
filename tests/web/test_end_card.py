"""The card of the end in a browser: places, bars by source, the tie-break, and buttons that work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .house import ahead, house, plan
from .house import browser as browser


def test_the_end_of_a_match_is_a_card_with_what_decided_it(tmp_path: Path, browser: Any) -> None:
    with house(tmp_path) as at:
        entry = at.begin(plan("rebirth", "anna", "bruno"))
        with entry.taken() as there:
            ahead(there.table, 1_000)
            state = there.table.match.state
        assert state.over
        page = browser.new_page()
        page.goto(at.address(entry, "anna"))
        page.wait_for_selector(".ended .standings li")
        card, rows = page.locator(".ended"), page.locator(".ended .standings > li")
        for n, seat in enumerate(one for place in state.ranking() for one in place):
            row, points = rows.nth(n), state.standing()[seat]
            assert row.locator(".name").inner_text().startswith(state.seats[seat])
            assert row.locator(".total").inner_text() == str(points)
            parts = row.locator("svg.points-bar").get_attribute("aria-label").split(", ")
            assert sum(int(part.rpartition(" ")[2]) for part in parts) == points
            assert row.locator(".seg").count() == len(parts)
        best, other = sorted(state.standing(), reverse=True)
        assert f"{best - other} points ahead" in card.locator("h2").inner_text()
        assert "No tie-break was needed." in card.locator("header p").inner_text()
        with page.context.expect_page() as opened:
            card.locator("[data-go$=replay]").click()
        opened.value.wait_for_selector("#log")
        assert opened.value.url == f"{at.address(entry)}/replay", "not under the address of a seat"
        card.locator("[data-end=close]").click()
        card.wait_for(state="hidden")
        page.locator("#tools [data-end='']").click()
        card.wait_for(state="visible")
        page.context.close()
