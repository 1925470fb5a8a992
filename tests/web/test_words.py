"""What a page says: to people who do not see it, and in languages other than English."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from functools import cache
from html.parser import HTMLParser
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.bots import make
from tilewright.core.table.face_texts import Texts
from tilewright.core.text.grammar import grammar
from tilewright.core.text.languages import languages
from tilewright.core.web import html_frame, questions
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.page_event import PageEvent
from tilewright.core.web.page_session import PageSession

from ..cases import cases, soaked
from ..strange import LANG, leaks, proper, speaking
from ..table.games import table
from . import sessions
from .house import House, house, plan, until
from .house import at as at
from .house import browser as browser
from .person import DESK, PHONE, Person, clicked, whole

SAID = ("aria-label", "title", "placeholder", "alt", "data-lost")
OWN = [grammar(lang).name for lang in languages()]
"""A language is named in its own words."""
KINDS = ("rebirth", "glenmore", "isleofskye+")


class Words(HTMLParser):
    """All that a person reads or hears of HTML, a line for each text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.lines += [value for name, value in attrs if name in SAID and value]

    def handle_data(self, data: str) -> None:
        self.lines += [data] if data.strip() else []


@cache
def lines(html: str) -> list[str]:
    """What a person reads or hears of this HTML; most of a page stays as it was."""
    return Words(html).lines


def read(session: PageSession) -> list[str]:
    """What the page says now, and everything that can be asked for."""
    regions: dict[str, Any] = json.loads(session.message_since(0)[0].removeprefix(b"data: "))
    found = [html for html in regions.values() if isinstance(html, str)]
    found += [str(html_frame.table(session.said, watching=session.seat is None)), regions["state"]["title"]]
    for name in questions.PAGES:
        page = questions.page(session, name, "")
        # A picture of the lesson is drawn by rules of its own, which do not speak the language of this test.
        found += [page.title, re.sub('(?s)<div class="picture".*?</div>', "", str(page.body))]
    return [line for html in found for line in lines(html)]


def do(session: PageSession, what: str, **more: Any) -> list[str]:
    """Do it, and read what follows."""
    session.follow()
    answer = session.do(PageEvent(page="p", do=what, number=session.number, **more))
    found = lines(f"{answer.title} {answer.body}") if answer is not None else []
    return [*found, *read(session)]


def looked(here: LiveMatch, moves: int) -> dict[int | None, list[str]]:
    """What each person and spectators read while so many moves are played, and the cursor goes about."""
    made = here.table
    pages = [here.session(seat, "p") for seat in (*made.people, None)]
    anybody, found = make("random", made.match.rules), {page.seat: list[str]() for page in pages}
    for n in range(moves):
        if made.over:
            break
        seat = made.to_act[0]
        if seat in made.people:
            one = here.session(seat, "p")
            one.follow()
            assert one.choice is not None
            spots = [*one.choice.choosing.spots]
            for board, at in spots[:1] + spots[-1:]:
                found[seat] += do(one, "point", at=(board, *at))
            for key in ("r", "R", "+", "w", "enter", "escape", "9", "z", "h")[n % 3 : 9 if n < 4 else 8 : 3]:
                found[seat] += do(one, "key", key=key)
            for text in ("look", "moves", "frobnicate")[n % 3 :: 3]:
                found[seat] += do(one, "typed", text=text)
        if not made.over:
            made.play(made.match.choose(made.to_act[0], anybody))
        for page in pages if n % 5 == 0 else []:
            found[page.seat] += read(page)
    return found


@pytest.mark.parametrize("kind", [*(kind for kind in KINDS if kind != "isleofskye"), *soaked("isleofskye")])
def test_nothing_on_the_page_goes_past_the_messages(kind: str) -> None:
    rules = table(kind).match.rules
    with speaking(rules):
        made = table(kind, seed=3, lang=LANG)
        seen = dict.fromkeys(chain.from_iterable(looked(LiveMatch(made, pace=0), 9).values()))
    assert len(seen) > 100
    known = proper(rules, *made.seats, "Enter", "Esc", "Tab", "Shift", "tilewright", "frobnicate", *OWN)
    found = [leak for text in seen for leak in leaks(text, rules, known)]
    assert not found, "\n".join(dict.fromkeys(found))


@pytest.mark.parametrize("kind", ["rebirth", *soaked("glenmore", "isleofskye")])
def test_each_seat_reads_its_own_language(kind: str) -> None:
    """One chooses another language in mid game: the page has no word of ours, and pages of others none of that one."""
    rules = table(kind).match.rules
    with speaking(rules):
        made = table(kind, seed=3, lang="en")
        here = LiveMatch(made, pace=0)
        chosen, *others = (*made.people, None)
        looked(here, 3)
        here.session(chosen, "another")
        do(here.session(chosen, "p"), "speak", key=LANG)
        read_by = looked(here, 9)
    known = proper(rules, *made.seats, "Enter", "Esc", "Tab", "Shift", "tilewright", "frobnicate", *OWN)
    found = [leak for text in read_by[chosen] for leak in leaks(text, rules, known)]
    assert len(read_by[chosen]) > 100 and not found, "\n".join(dict.fromkeys(found))
    mixed = [text for seat in others for text in read_by[seat] if re.search("[\u0400-\u04ff]", text)]
    assert others and not mixed


def test_spots_and_news_have_words(browser: Any, at: House) -> None:
    """What can be done is a button with a name, for the eyes and for screen readers; what happens is announced."""
    entry = at.begin(plan("rebirth", "anna", "bruno:easy"), lang="de")
    with browser.new_context(viewport=DESK) as context:
        anna = Person(at, entry, "anna", context)
        anna.asked()
        page = anna.page
        assert page.get_attribute("html", "lang") == "de"
        lit = page.locator(".spot.lit").count()
        named = page.locator('.spot.lit[role="button"][aria-label]:not([aria-label=""])').count()
        assert lit == named == len(anna.choice.choosing.lit)
        # Chromium's own tree: nothing that can be pressed is without a name.
        tree = context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
        buttons = [one for one in tree if one.get("role", {}).get("value") == "button"]
        assert len(buttons) > lit and all(one["name"].get("value") for one in buttons)
        live = page.locator("[aria-live=polite]").evaluate_all("all => all.map(one => one.id)")
        assert {"head", "news", "move"} <= {*live}
        whole(anna, clicked, most=1)
        anna.asked()
        said = anna.text("#news")
        assert "bruno" in said and said.strip()
        assert page.locator(".spot.lit[tabindex='0'], .spot.cursor[tabindex='0']").count() == 1


@pytest.mark.parametrize("lang", ["", "xx", "EN", "../de", "d" * 20])
def test_a_language_that_there_is_not_changes_nothing(lang: str) -> None:
    anna = sessions.mine(sessions.served())
    anna.chair.speak("pl")
    sessions.do(anna, "speak", key=lang)
    assert anna.chair.lang == "pl" and repr(lang) in anna.message and "en" in anna.message


def test_somebody_changes_to_their_own_language(browser: Any, tmp_path: Path) -> None:
    """It holds on all their pages at once, after a restart as well, and for nobody else; the game goes on."""
    with house(tmp_path) as at, ExitStack() as stack:
        entry = at.begin(plan("rebirth", "anna", "bruno"), steps=2)
        contexts = [stack.enter_context(browser.new_context(viewport=DESK, locale="en")) for _ in range(2)]
        anna, bruno = (Person(at, entry, *one) for one in zip(("anna", "bruno"), contexts, strict=True))
        second, replayed = (contexts[0].new_page() for _ in range(2))
        second.goto(at.address(entry, "anna"))
        assert anna.page.locator("#offer [data-speak]").count() == 0, (
            "the page is in the language of this browser"
        )
        anna.click("#tools .more summary")
        anna.page.click("#tools [data-speak=pl]")
        for page in (anna.page, second):
            page.wait_for_function("() => document.documentElement.lang === 'pl' && state.lang === 'pl'")
            assert page.locator("#tools [data-ask=rules]").first.text_content() == Texts("pl")(
                "table.do.rules"
            )
            assert page.locator("#page button").text_content() == Texts("pl")("web.close")
        replayed.goto(at.address(entry, "anna") + "/replay")
        assert replayed.get_attribute("html", "lang") == "pl"
        bruno.reload()
        assert bruno.page.get_attribute("html", "lang") == "en" == bruno.page.evaluate("state.lang")
        watching = contexts[0].new_page()
        watching.goto(at.address(entry))
        assert (
            watching.get_attribute("html", "lang") == "en" and watching.locator("[data-speak]").count() == 0
        )
        assert not anna.errors and not bruno.errors
    with house(tmp_path) as at, browser.new_context(viewport=DESK, locale="de") as context:
        [entry] = at.registry.entries()
        anna, bruno = (Person(at, entry, name, context) for name in ("anna", "bruno"))
        assert anna.page.get_attribute("html", "lang") == "pl" == anna.session.chair.lang
        assert anna.page.locator("#offer [data-speak]").count() == 0, "who has chosen is not asked"
        assert bruno.text("#offer [data-speak=de]") == "Deutsch"
        bruno.page.click("#offer [data-speak=de]")
        bruno.page.wait_for_function("() => document.documentElement.lang === 'de' && state.lang === 'de'")
        anna._begun()
        whole(anna if anna.session.choice is not None else bruno, clicked, most=1)
        assert not anna.errors and not bruno.errors


GHOST = """() => {
  const ghost = document.querySelector(".over .ghost");
  const box = ghost && ghost.getBoundingClientRect();
  return box && [box.left + box.width / 2, box.top + box.height / 2];
}"""


def test_the_tile_in_hand_follows_the_pointer_and_turns(browser: Any, at: House) -> None:
    entry = at.begin(plan("isleofskye", "anna", "bruno"), steps=12)
    for _ in range(40):
        with entry.taken() as served:
            seat = served.table.to_act[0]
            if "build" in str(served.table.chair(seat).view.legal()[0]):
                break
            served.table.play(served.table.chair(seat).view.legal()[0])
    with browser.new_context(viewport=DESK) as context:
        anna = Person(at, entry, entry.kept.seats[seat], context)
        spots, chair = anna.choice.choosing.spots, anna.choice.chair
        turned = next(w for w, offers in spots.items() if len(offers) > 1 and chair.ghost(offers[0]))
        place = f'.spot.lit[data-board="{turned[0]}"][data-at="{turned[1][0]},{turned[1][1]}"]'
        anna.hover(place)
        x, y = anna.middle(place)
        ghost = anna.page.evaluate(GHOST)
        assert abs(ghost[0] - x) < 6 and abs(ghost[1] - y) < 6
        before, drawn = anna.choice.action, anna.page.inner_html(".over .ghost")
        anna.press("r")
        assert anna.choice.action != before and anna.choice.where == turned
        assert anna.page.inner_html(".over .ghost") != drawn
        others = [w for w in spots if w != turned and w[0] == turned[0]]
        button = anna.middle("#move button")
        way = [anna.middle(f'.spot.lit[data-board="{b}"][data-at="{x},{y}"]') for b, (x, y) in others[:3]]
        assert way
        anna.page.evaluate("() => { patience = 5000 }")  # however slow this machine is now
        for point in (*way, button):  # what lies on the way to a button is not meant
            anna.page.mouse.move(*point)
        anna.page.evaluate("() => { patience = 60 }")
        anna.settled()
        assert anna.choice.where == turned
        assert anna.page.locator("#hand").is_hidden()
        anna.jump(place)
        x, y = anna.page.evaluate(NOWHERE, turned[0])
        anna.page.mouse.move(x, y)  # where nothing can be built, it hangs at the pointer
        hand = anna.page.locator("#hand").bounding_box()
        assert abs(hand["x"] + hand["width"] / 2 - x) < 3 and abs(hand["y"] + hand["height"] / 2 - y) < 3
        assert anna.choice.where == turned
        anna.jump(place)
        assert anna.page.locator("#hand").is_hidden()
        dark = (
            turned[0],
            next(one.at for one in chair.show.boards[turned[0]].spots if (turned[0], one.at) not in spots),
        )
        anna.jump(f'.spot[data-board="{dark[0]}"][data-at="{dark[1][0]},{dark[1][1]}"]')
        assert anna.choice.where == turned
        anna.press("w")  # explains what the mouse is on, also where no choice is
        assert anna.choice.where == dark


def test_a_double_click_does_not_play_what_is_final(browser: Any, at: House) -> None:
    """A question is answered by a press that comes after a moment, on the spot as well as on the button."""
    entry = at.begin(plan("rebirth", "anna", "bruno:easy"))
    with browser.new_context(viewport=DESK) as context:
        anna = Person(at, entry, "anna", context)
        anna.asked()
        place = f'.spot.lit[data-at="{anna.page.evaluate(TWO)[0]}"]'
        played = anna.served.table.match.decisions
        anna.page.mouse.dblclick(*anna.middle(place))
        anna.settled()
        anna.page.evaluate("() => { pause = 1e9 }")
        anna.click(place)
        anna.click("#move button.main")
        assert anna.served.table.match.decisions == played and anna.choice.pending is not None
        anna.page.evaluate("() => { pause = 0 }")
        anna.click(place)
        until(lambda: anna.served.table.match.decisions > played, "a press that waited is the answer")
        assert not anna.errors


NOWHERE = cases(__file__, "nowhere")
"""A point on this board that is in view and not on a lit spot."""


def test_a_finger_drags_the_tile(browser: Any, at: House) -> None:
    """A drop plays; where that is final, it asks, and the tile lies where it was dropped."""
    entry = at.begin(plan("rebirth", "anna", "bruno:easy"))
    with browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as context:
        anna = Person(at, entry, "anna", context)
        anna.asked()
        played = len(anna.served.table.match.played)
        first, to = anna.page.evaluate(TWO)
        anna.tap(f'.spot.lit[data-board="0"][data-at="{first}"]')
        assert anna.choice.where == (0, tuple(map(int, first.split(","))))
        from_x, from_y = anna.page.evaluate(WHERE, first)
        to_x, to_y = anna.page.evaluate(WHERE, to)
        session = context.new_cdp_session(anna.page)

        def finger(kind: str, *points: tuple[float, float]) -> None:
            given = [{"x": x, "y": y} for x, y in points]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given})

        finger("touchStart", (from_x, from_y))
        for n in range(1, 6):
            finger("touchMove", (from_x + (to_x - from_x) * n / 5, from_y + (to_y - from_y) * n / 5))
        finger("touchEnd")
        anna.settled()
        where = (0, tuple(map(int, to.split(","))))
        assert anna.choice.where == where and anna.choice.pending is not None
        assert len(anna.served.table.match.played) == played
        anna.tap("#move button.main")
        until(lambda: len(anna.served.table.match.played) > played, "nothing is played")
        assert not anna.errors


TWO = cases(__file__, "two")
"""Two lit spots that are in view and not covered."""
WHERE = """(at) => middle(boards.querySelector(`.spot[data-at="${at}"] .ring`))"""
