"""Where regions stand on a page: what one holds is beside the land, goals are in sight, a phone's bar is low."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.core.bots import make
from tilewright.core.table.choosing import verb

from .house import House, plan
from .house import at as at
from .house import browser as browser
from .person import PHONE, Person

BOX = """(one) => {
  const box = document.querySelector(one).getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom];
}"""


@pytest.fixture(scope="module")
def building(at: House) -> tuple[Any, str]:
    """A match of Isle of Skye whose next decision is to build, and who decides."""
    entry = at.begin(plan("isleofskye", "anna", "bruno"), seed=5)
    with entry.taken() as served:
        table = served.table
        bot = make("greedy", table.match.rules)
        for _ in range(60):
            seat = table.to_act[0]
            if len(table.match.played) > 30 and "build" in map(verb, table.match.state.legal(seat)):
                return entry, table.seats[seat]
            table.play(table.match.choose(seat, bot))
    raise AssertionError("nobody builds")


def test_tiles_to_build_stand_in_the_room_of_the_land_and_goals_in_sight(
    at: House, building: tuple[Any, str], browser: Any
) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = Person(at, *building, context).page
        stage, held, goals = (page.evaluate(BOX, one) for one in ("#boards", "#held", "#panels .goals"))
        assert page.locator("#held .spot.lit").count() and page.locator("#stage .spot.lit").count()
        assert stage[0] <= held[0] and stage[1] <= held[1] and held[2] <= stage[2] and held[3] <= stage[3]
        assert goals[3] <= 720
        assert page.locator("#folds details").count() and not page.locator("#panels details").count()


@pytest.fixture(scope="module")
def outskirts(at: House) -> tuple[Any, str]:
    """A match of Isle of Skye with all modules in which one builds from two hands, and who decides."""
    modules = ("bonus", "druids", "outskirts", "tunnel")
    entry = at.begin(plan("isleofskye", "anna", "bruno", "clara", "dora", modules=modules), seed=3)
    with entry.taken() as served:
        table = served.table
        bot = make("greedy", table.match.rules)
        while not table.over:
            seat = table.to_act[0]
            offers = table.chair(seat).choosing.offers
            pieces = {one.piece for one in offers if one.piece is not None}
            if len(table.match.played) > 125 and len(pieces) < 7 and len({board for board, _ in pieces}) > 1:
                return entry, table.seats[seat]
            table.play(table.match.choose(seat, bot))
    raise AssertionError("nobody has two hands")


UNSEEN = """() => [...document.querySelectorAll("#table .spot.lit")].filter((one) => {
  const box = one.querySelector(".ring").getBoundingClientRect();
  const seen = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return !seen?.closest(".board-svg");
}).map((one) => [one.dataset.board, one.dataset.at])"""


@pytest.mark.parametrize(("wide", "high"), [(390, 844), (360, 640), (844, 390), (640, 360), (1280, 720)])
def test_all_that_one_builds_and_where_is_in_sight_also_below_a_card(
    at: House, outskirts: tuple[Any, str], browser: Any, wide: int, high: int
) -> None:
    with browser.new_context(viewport={"width": wide, "height": high}, has_touch=wide < 900) as context:
        person = Person(at, *outskirts, context)
        person.page.locator("#held .board:nth-child(2) .spot.lit").first.wait_for()
        assert person.page.evaluate(UNSEEN) == []
        person.press("ArrowRight")
        assert person.page.locator("#move .main").is_visible()
        assert person.page.evaluate(UNSEEN) == [] and not person.errors
        if wide > 1000:
            assert person.page.evaluate(BOX, "#panels .goals .cards")[3] <= high


def test_a_phone_asks_in_two_lines_and_has_its_signals_in_the_menu(
    at: House, building: tuple[Any, str], browser: Any
) -> None:
    with browser.new_context(viewport=PHONE, has_touch=True) as context:
        person = Person(at, *building, context)
        page = person.page
        _, top, _, bottom = page.evaluate(BOX, "#head h1")
        assert bottom - top <= 2 * 1.15 * 15 + 1
        assert person.text("#head h1").replace("\n", " ").startswith("Your turn: ")
        assert not page.locator("#signals .menu").is_visible()
        page.tap("#tools .more > summary")
        page.tap("#tools [data-open=signals]")
        assert page.locator("#signals .menu").is_visible()
        assert not page.locator("#tools .menu").is_visible() and not person.errors


@pytest.mark.parametrize("wide, high", [(1280, 720), (844, 390), (640, 360), (390, 844)])
def test_all_of_the_menu_can_be_reached(
    at: House, building: tuple[Any, str], browser: Any, wide: int, high: int
) -> None:
    with browser.new_context(viewport={"width": wide, "height": high}) as context:
        page = Person(at, *building, context).page
        page.click("#tools .more > summary")
        menu = "#tools .menu"
        for one in (f"{menu} :is(button, a):visible >> nth={n}" for n in (0, -1)):
            page.locator(one).scroll_into_view_if_needed()
            box, (left, top, right, bottom) = page.locator(one).bounding_box(), page.evaluate(BOX, menu)
            assert 0 <= left <= box["x"] and box["x"] + box["width"] <= right <= wide
            assert 0 <= top <= box["y"] and box["y"] + box["height"] <= bottom <= high


DEAD = """() => [...document.querySelectorAll("#stage .spot.lit")].flatMap((one) => {
  const box = one.querySelector(".ring").getBoundingClientRect();
  const corners = [[0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]];
  const there = ([x, y]) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
  return corners.filter((corner) => there(corner)?.closest(".spot") !== one).map(() => one.dataset.at);
})"""
MOVING = """() => {
  const stage = document.getElementById("stage"), read = () => document.documentElement.style.getPropertyValue("--y");
  const frames = [{ transform: "translate(300px, 200px) scale(0.5)" }, { transform: "none" }];
  const run = stage.animate(frames, { duration: 60000 });
  run.id = "motion";
  fit();
  const moving = [read(), run.playState, getComputedStyle(stage).transform !== "none"];
  run.cancel();
  fit();
  return [moving, read()];
}"""


def test_a_place_is_meant_everywhere_within_its_edge_and_the_card_finds_the_ring_that_moves(
    at: House, browser: Any
) -> None:
    entry = at.begin(plan("glenmore", "anna", "bruno"), seed=5)
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context, entry.taken() as served:
        table = served.table
        page = Person(at, entry, table.seats[table.to_act[0]], context).page
        page.locator("body[data-card=free]").wait_for()
        (moving, state, transformed), then = page.evaluate(MOVING)
        assert moving == then and then and state == "running" and transformed
        page.close()
        while "place" not in map(verb, table.match.state.legal(table.to_act[0])):
            table.play(table.match.choose(table.to_act[0], make("greedy", table.match.rules)))
        page = Person(at, entry, table.seats[table.to_act[0]], context).page
        page.locator("#stage .spot.lit.blank").first.wait_for()
        assert not page.evaluate(DEAD)


CROSSED = """() => [...document.querySelectorAll(".hex .spot text.letter.small")].filter((one) => {
  const ring = one.closest(".spot").querySelector(".ring");
  ring.style.display = "inline"; // what is hidden has no box
  const side = ring.getBoundingClientRect().width;
  const text = one.getBoundingClientRect(), plate = one.previousElementSibling.getBoundingClientRect();
  const spot = one.closest(".spot"), around = spot.getScreenCTM();
  const middle = Number(spot.dataset.x) * around.a + around.e;
  const within = Math.max(text.right - middle, middle - text.left) < side / 2 - 2.5;
  return !within || text.left < plate.left || text.right > plate.right || text.top < plate.top - 3;
}).map((one) => `${one.textContent} at ${one.closest(".spot").dataset.at}`)"""


@pytest.mark.parametrize(("wide", "high"), [(640, 360), (390, 844), (1280, 720)])
def test_what_a_place_brings_lies_within_any_ring_around_it_at_every_size(
    at: House, browser: Any, wide: int, high: int
) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno", modules=("ireland",)), seed=3)
    with browser.new_context(viewport={"width": wide, "height": high}) as context, entry.taken() as served:
        page = Person(at, entry, served.table.seats[served.table.to_act[0]], context).page
        page.locator(".hex .letter.small").first.wait_for()
        assert page.evaluate(CROSSED) == []


STILL = """() => {
  const boxes = () => [...document.querySelectorAll("#controls, #choice .option, #held, #boards")].map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left, top, width, height];
  });
  const lit = [...document.querySelectorAll(".spot.lit")].map((one) => [place_of(one).join(), "+12"]);
  gains = { "": document.getElementById("gains").textContent };
  fit();
  const before = boxes();
  gains = { ...gains, ...Object.fromEntries(lit), "line,0": "+1 (+12)" };
  fit();
  return [before, boxes(), document.querySelectorAll("#choice b.gain").length];
}"""


@pytest.mark.parametrize(("wide", "high"), [(390, 844), (1280, 720)])
def test_nothing_moves_when_what_choices_bring_comes(at: House, browser: Any, wide: int, high: int) -> None:
    entry = at.begin(plan("isleofskye", "anna", "bruno"), seed=5)
    with browser.new_context(viewport={"width": wide, "height": high}) as context, entry.taken() as served:
        table, bot = served.table, make("greedy", served.table.match.rules)
        while "buy" not in map(verb, table.match.state.legal(table.to_act[0])):
            table.play(table.match.choose(table.to_act[0], bot))
        page = Person(at, entry, table.seats[table.to_act[0]], context).page
        page.locator("#choice .option").wait_for()
        before, after, plates = page.evaluate(STILL)
        assert before == after and plates == 1


def test_a_symbol_over_a_column_says_its_word_under_the_mouse_at_a_tap_and_with_the_focus(
    at: House, browser: Any
) -> None:
    entry = at.begin(plan("glenmore", "anna", "bruno"), seed=5)
    with browser.new_context(viewport=PHONE, has_touch=True) as context, entry.taken() as served:
        page = Person(at, entry, served.table.seats[served.table.to_act[0]], context).page
        heads, tip = page.locator("#panels .players thead th[tabindex]"), page.locator("#tip")
        words = [one.text_content() for one in heads.all()]
        assert "barrels" in words and tip.is_hidden()
        heads.nth(words.index("barrels")).tap()
        assert tip.inner_text() == "barrels"
        heads.nth(words.index("coins")).focus()
        assert tip.inner_text() == "coins"
        heads.nth(words.index("points")).hover()
        assert tip.inner_text() == "points" and tip.get_attribute("aria-hidden")
        page.mouse.move(1, 1)
        assert tip.is_hidden()


NAMES = """() => {
  const shown = [...document.querySelectorAll("#stage .place-name")].filter((one) => one.getClientRects().length);
  const boxes = shown.map((one) => one.getBBox());
  const along = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width;
  const over = (a, b) => along(a, b) && a.y < b.y + 0.7 * b.height && b.y < a.y + 0.7 * a.height;
  const crossed = boxes.flatMap((a, n) => boxes.slice(n + 1).filter((b) => over(a, b)));
  return [shown.map((one) => one.textContent), crossed.length];
}"""


@pytest.mark.parametrize(("wide", "high"), [(390, 844), (640, 360)])
def test_names_on_a_small_map_stay_and_never_overlap(at: House, browser: Any, wide: int, high: int) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno", modules=("ireland",)), seed=3)
    with browser.new_context(viewport={"width": wide, "height": high}) as context, entry.taken() as served:
        table = served.table
        before = None
        for _ in range(2):
            page = Person(at, entry, table.seats[table.to_act[0]], context).page
            page.locator("#stage .place-name").first.wait_for()
            names, overlaps = page.evaluate(NAMES)
            assert len(names) > 15 and not overlaps and before in (None, names)
            before = names
            page.close()
            for _ in range(9):
                table.play(table.match.choose(table.to_act[0], make("greedy", table.match.rules)))


TWO_LINES = """() => {
  const hand = document.querySelector("#held .board:has(.lit) svg.board-svg");
  hand.setAttribute("viewBox", "0 0 364 286"); // three tiles above three
  fit();
  const box = hand.getBoundingClientRect();
  return [box.width / 3.64, box.bottom];
}"""


def test_tiles_of_a_hand_in_two_lines_are_as_large_as_a_finger_where_a_phone_has_room(
    at: House, building: tuple[Any, str], browser: Any
) -> None:
    with browser.new_context(viewport=PHONE, has_touch=True) as context:
        person = Person(at, *building, context)
        person.page.locator("#held .spot.lit").first.wait_for()
        person.page.evaluate(
            "document.querySelector('#boards svg.board-svg').setAttribute('viewBox', '0 0 700 500')"
        )
        side, end = person.page.evaluate(TWO_LINES)
        assert side >= 44 and end < 0.74 * PHONE["height"] and not person.errors
