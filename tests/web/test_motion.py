"""What happens is seen in a browser: moves travel, last moves have corners, news light up spots, one's turn is told."""

from __future__ import annotations

import itertools
from typing import Any

from tilewright.core.bots import make
from tilewright.core.web.hosted_match import HostedMatch

from ..cases import cases
from .house import House, plan, until
from .house import at as at
from .house import browser as browser
from .person import DESK, Person

FLIES = "() => [...document.querySelectorAll('#flights > svg')].map(one => one.getBoundingClientRect().x)"
FILM, FLIGHTS = cases(__file__, "film"), cases(__file__, "flights")
MOVING = "() => document.getAnimations().filter(one => one.id === 'motion').length"
BOARDS = """() => [...document.querySelectorAll('#table .spot')].map(
  one => [one.dataset.at, one.querySelector('g').innerHTML, getComputedStyle(one.querySelector('g > *')).opacity])"""
SMALL = """() => {
  const board = document.querySelector("#stage .board-svg"), copy = board.cloneNode(true);
  const way = document.createElement("div");
  way.style.transform = "scale(0.2)";
  way.append(copy);
  board.parentElement.append(way);
  return new Promise((then) => requestAnimationFrame(() => setTimeout(() => {
    const units = [board, copy].map((one) => one.style.getPropertyValue("--unit"));
    way.remove();
    then(units);
  })));
}"""
WAIT = 20.0
MOVES = {"viewport": DESK, "reduced_motion": "no-preference"}
"""A window in which things move."""


def step(entry: HostedMatch, person: Person) -> None:
    """Somebody else plays."""
    served = person.served
    bot = make("random", served.table.match.rules)
    with served.lock:
        served.table.play(served.table.match.choose(served.table.to_act[0], bot))
    assert served._loop is not None
    served._loop.call_soon_threadsafe(served.happened)


def test_a_move_travels_and_what_ends_is_the_same_picture(browser: Any, at: House) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno"), steps=20)
    with browser.new_context(**MOVES) as context:
        watcher = Person(at, entry, "", context)
        page = watcher.page
        page.evaluate(FILM)
        step(entry, watcher)
        until(lambda: len({*page.evaluate("film")}) > 1, "nothing flies", WAIT)
        until(lambda: not page.evaluate(MOVING) and not page.evaluate(FLIES), "it never ends", WAIT)
        watcher.settled()
        after = page.evaluate(BOARDS)
        assert all(opacity == "1" for _, _, opacity in after)
        last = page.evaluate("() => [...document.querySelectorAll('.last')].map(one => one.classList[1])")
        assert set(last) == {"seat-0", "seat-1"}
        watcher.reload()
        assert page.evaluate(BOARDS) == after and not page.evaluate(FLIES)
        there, on_its_way = page.evaluate(SMALL)
        assert there == on_its_way, "letters of a board that moves have the size that it will have"
        step(entry, watcher)
        until(lambda: page.evaluate(FLIES), "nothing flies", WAIT)
        page.keyboard.press("Shift")
        assert not page.evaluate(FLIES) and not page.evaluate(MOVING), "any key goes to the end"
        assert not watcher.errors


def test_turns_of_others_follow_each_other_at_a_pace_that_can_be_followed(browser: Any, at: House) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno"), steps=20)
    with browser.new_context(**MOVES) as context:
        watcher = Person(at, entry, "", context)
        watcher.page.evaluate(FLIGHTS)
        for _ in range(3):
            step(entry, watcher)
            watcher.settled()
        found = watcher.page.evaluate("flights")
        assert all(length >= 600 for _, length in found if length)
        starts, lines = (
            sorted(start for start, length in found if bool(length) == flies) for flies in (True, False)
        )
        gaps = [then - start for start, then in itertools.pairwise(starts)]
        assert len([gap for gap in gaps if gap > 1200]) > 1 and not [gap for gap in gaps if 200 < gap <= 1200]
        away = [min(abs(line - start) for start in starts) for line in lines]
        assert lines and max(away) < 200, "meanwhile the player's line has a frame"


def test_nothing_moves_for_those_who_want_it_still(browser: Any, at: House) -> None:
    entry = at.begin(plan("glenmore", "anna", "bruno"), steps=20)
    with browser.new_context(viewport=DESK, reduced_motion="reduce") as context:
        anna = Person(at, entry, "anna", context)
        anna.page.evaluate(
            "() => { window.runs = 0; Element.prototype.animate = function () { window.runs++; return {}; }; }"
        )
        for _ in range(4):
            step(entry, anna)
            anna.settled()
        assert anna.page.evaluate("runs") == 0 and not anna.page.evaluate(FLIES)


def test_a_line_of_news_lights_what_it_is_about_and_the_window_says_whose_turn_it_is(
    browser: Any, at: House
) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno"), steps=20)
    with browser.new_context(viewport=DESK) as context:
        mover = entry.kept.seats[1 - _acts(at, entry)]
        person = Person(at, entry, mover, context)
        page, dot = person.page, "document.querySelector('link[rel=icon]').href"
        calm = page.evaluate(dot)
        step(entry, person)
        person.asked()
        assert page.evaluate(dot) != calm and page.title().startswith("●")
        row = page.locator("#news [data-laid]").last
        spot = row.get_attribute("data-laid").split(",")
        lit = f".spot.meant[data-board='{spot[0]}'][data-at='{spot[1]},{spot[2]}']"
        row.hover()
        assert page.locator(lit).count() == 1
        page.mouse.move(1, 1)
        assert page.locator(lit).count() == 0
        page.click("#since [data-ask=news]")
        page.locator("dialog [data-laid]").last.focus()
        assert page.locator(lit).count() == 1, "in its window, too"
        assert not person.errors


def test_a_goal_lights_the_spots_where_it_counts(browser: Any, at: House) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno", modules=("ireland",)), seed=3)
    with browser.new_context(viewport=DESK) as context:
        page = Person(at, entry, "anna", context).page
        goal = page.locator(".goal[data-spots]").first
        spots = goal.get_attribute("data-spots").split()
        goal.focus()
        lit = page.locator(".spot.meant").all()
        assert {f"{one.get_attribute('data-board')},{one.get_attribute('data-at')}" for one in lit} == {
            *spots
        }
        page.locator("#tools button").first.focus()
        assert not page.locator(".spot.meant").count()
        page.locator(f".spot[data-at='{spots[0].partition(',')[2]}']").hover()
        assert "about" in goal.get_attribute("class").split()


def _acts(at: House, entry: HostedMatch) -> int:
    with entry.taken() as served:
        return served.table.to_act[0]


CUT = """() => [...document.querySelectorAll("#news > li")].flatMap((row) => {
  const brief = row.querySelector(".in-short"), thumbs = [...row.querySelectorAll(".thumbs > svg")];
  const seen = thumbs.filter((one) => one.getClientRects().length).length;
  const cut = brief && (brief.scrollWidth > brief.clientWidth + 1 || brief.scrollHeight > brief.clientHeight + 1);
  return cut && seen > 1 ? [row.textContent] : [];
})"""


def test_pictures_leave_room_for_the_words_of_the_news(browser: Any, at: House) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page, most = context.new_page(), 0
        for steps in (20, 28, 36):
            entry = at.begin(plan("glenmore", "anna", "bruno", "clara"), steps=steps)
            page.goto(at.address(entry, "anna"))
            page.wait_for_selector("svg.board-svg")
            page.wait_for_function("() => motion.last() && document.querySelector('#news .in-short')")
            assert page.evaluate(CUT) == []
            most = max(most, page.locator("#news .thumbs > svg").count())
        assert most > 1


def test_a_tile_that_a_panel_names_is_seen_in_it(browser: Any, at: House) -> None:
    entry = at.begin(plan("isleofskye", "anna", "bruno", modules=("druids",)), seed=3)
    with entry.taken() as served:
        bot = make("greedy", served.table.match.rules)
        for _ in range(60):
            served.table.play(served.table.match.choose(served.table.to_act[0], bot))
    with browser.new_context(viewport=DESK) as context:
        page = Person(at, entry, "anna", context).page
        shown = page.locator("#folds .ink[data-spots] .thumb").all()
        assert shown and all(one.locator("*").count() for one in shown)
        assert page.locator("#folds .ink[data-spots]").count() == len(shown)


COUNTED = """async () => {
  const wait = (ms) => new Promise((then) => setTimeout(then, ms));
  const cells = [...document.querySelectorAll("[data-region=panels] tbody td > span:only-child")];
  const one = cells.find((cell) => /^\\d+$/.test(cell.textContent));
  one.textContent = "2";
  const first = motion.before({ panels: "" });
  one.textContent = "9";
  motion.after(first, { panels: "" });
  await wait(200);
  const between = one.textContent;
  motion.after(motion.before({ board0: "" }), { board0: "" });
  await wait(1200);
  return [between, one.textContent];
}"""


def test_a_number_that_counts_up_ends_at_what_it_is_whatever_happens_meanwhile(
    browser: Any, at: House
) -> None:
    """A message with boards alone came while points were counted, and a number between stayed."""
    entry = at.begin(plan("isleofskye", "anna", "bruno"))
    with browser.new_context(**MOVES) as context:
        page = Person(at, entry, "anna", context).page
        between, last = page.evaluate(COUNTED)
        assert between not in ("2", "9") and last == "9"
