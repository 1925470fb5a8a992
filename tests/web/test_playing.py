"""Games played in a real browser to their end: every move that is legal is reached with the mouse, keys, or a finger.

A match of a large game begins shortly before its end, since a browser takes its time; the soak plays whole ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tilewright.core.cli.app import app
from tilewright.core.table.choosing import amounts_of
from tilewright.core.table.match_setup import MatchSetup
from tilewright.core.web import app as server

from .house import SKYE, House, installed, plan
from .house import at as at
from .house import browser as browser
from .person import DESK, PHONE, Person, clicked, keyed, tapped, whole

TWO, THREE = ("anna", "bruno:easy"), ("anna", "bruno:easy", "clara:easy")
GAMES: dict[str, tuple[MatchSetup, int]] = {
    "rebirth": (plan("rebirth", *TWO), 58),
    "glenmore": (plan("glenmore", *THREE), 135),
    "isleofskye": (plan("isleofskye", *TWO, modules=SKYE), 83),
    "carcassonne": (plan("carcassonne", *TWO), 76),
    "grove": (plan("grove", *TWO), 0),
    "auction": (plan("auction", *TWO), 0),
}
"""Game to match and decisions that are played before somebody comes."""


@pytest.fixture(scope="module", autouse=True)
def guests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Games whose authors have not heard of the browser, one of them as `tilewright new` writes it."""
    folder = tmp_path_factory.mktemp("guests")
    assert CliRunner().invoke(app, ["new", "grove", str(folder / "grove-dist")]).exit_code == 0
    (folder / "grove-dist" / "grove").rename(folder / "grove")
    with (
        installed(folder, carcassonne="carcassonne", grove="grove", auction="tests.toys.auction:PLUGIN"),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(server, "LATER", 0.0)  # nobody else watches, who would be held up
        yield folder


def over(person: Person) -> None:
    """The page says who has won, and asks nothing more."""
    table = person.served.table
    assert table.over
    winners = [table.seats[seat] for seat in table.match.state.winners]
    assert all(name in person.text("#head h1") for name in winners)
    assert person.page.locator(".spot.lit, #choice .option, #move button").count() == 0


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=pytest.mark.soak) if game in ("glenmore", "auction") else game
        for game in GAMES
    ],
)
def test_a_game_by_clicks(game: str, browser: Any, at: House) -> None:
    what, steps = GAMES[game]
    with browser.new_context(viewport=DESK) as context:
        anna = Person(at, at.begin(what, steps=steps), "anna", context)
        assert len(whole(anna, clicked)) >= 4
        over(anna)


def test_a_game_by_keys_alone(browser: Any, at: House) -> None:
    with browser.new_context(viewport=DESK) as context:
        anna = Person(at, at.begin(GAMES["glenmore"][0], steps=140, seed=3), "anna", context)
        anna.page.evaluate("""() => ["mousemove", "pointermove", "pointerdown"].forEach((name) =>
          addEventListener(name, () => { throw Error("a mouse"); }))""")
        assert len(whole(anna, keyed)) > 4
        over(anna)


@pytest.mark.parametrize("game", ["rebirth", "glenmore", pytest.param("isleofskye", marks=pytest.mark.soak)])
def test_some_decisions_by_taps_on_a_phone(game: str, browser: Any, at: House) -> None:
    what, steps = GAMES[game]
    with browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as context:
        anna = Person(at, at.begin(what, steps=steps // 2), "anna", context)
        for _ in range(3):
            whole(anna, tapped, most=1)
            anna.asked()
            assert anna.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            sizes = anna.page.evaluate(SIZES)
            assert all(size >= 24 for size in sizes), sizes


def test_a_slider_is_slid_though_each_value_changes_the_page(browser: Any, at: House) -> None:
    with browser.new_context(viewport=DESK) as context:
        anna = Person(at, at.begin(plan("isleofskye", "anna", "bruno")), "anna", context)
        board, (x, y) = [*anna.choice.choosing.spots][1]
        anna.click(f'.spot.lit[data-board="{board}"][data-at="{x},{y}"]')
        box = anna.page.locator("#move .amount [type=range]").bounding_box()
        amounts = [amounts_of(one.action)[-1] for one in anna.choice.amounts()]
        seen: list[str] = []
        before = anna.page.input_value("#move .amount [type=number]")
        for share in (0.02, 0.5, 0.98):
            anna.page.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
            if not seen:
                anna.page.mouse.down()
            anna.settled()
            seen.append(anna.page.input_value("#move .amount [type=number]"))
        assert before == seen[0] == str(amounts[0]) and int(seen[0]) < int(seen[1]) < int(seen[2])
        anna.page.mouse.up()
        anna.settled()
        assert anna.page.input_value("#move .amount [type=number]") == seen[2] == str(amounts[-1])
        offer = anna.choice.offer
        assert offer is not None and amounts_of(offer.action)[-1] == amounts[-1]


SIZES = """() => [...document.querySelectorAll(".spot.lit .ring, button")].filter((one) => one.getClientRects().length)
  .map((one) => one.getBoundingClientRect()).map((box) => Math.min(box.width, box.height))"""


def test_the_end_of_a_match_is_a_card_with_what_decided_it(at: House, browser: Any) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno"), steps=1_000)
    with entry.taken() as there, browser.new_context() as context:
        state, page = there.table.match.state, context.new_page()
        assert state.over
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
        with context.expect_page() as opened:
            card.locator("[data-go$=replay]").click()
        opened.value.wait_for_selector("#log")
        assert opened.value.url == f"{at.address(entry)}/replay", "not under the address of a seat"
        card.locator("[data-end=close]").click()
        card.wait_for(state="hidden")
        page.locator("#tools [data-end='']").click()
        card.wait_for(state="visible")


@pytest.mark.soak
@pytest.mark.parametrize("step", [clicked, keyed, tapped], ids=lambda step: step.__name__)
@pytest.mark.parametrize("game", GAMES)
def test_whole_games(game: str, step: Any, browser: Any, at: House) -> None:
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    with browser.new_context(**phone if step is tapped else {"viewport": DESK}) as context:
        anna = Person(at, at.begin(GAMES[game][0], seed=11), "anna", context)
        whole(anna, step, seed=2)
        over(anna)
