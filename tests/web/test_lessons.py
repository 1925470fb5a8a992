"""A lesson at a server: its pages, tries and judgements as a browser sees them, its address, and the way to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.base.errors import UsageError
from tilewright.core.table.lesson import Lesson, lesson
from tilewright.core.table.progress import FILE, Progress
from tilewright.core.web import open_lessons
from tilewright.core.web.http_errors import HttpError
from tilewright.core.web.lesson_match import LessonMatch, LessonSession

from ..table.test_lesson import page
from .house import House, faults, plan
from .house import at as at
from .house import browser as browser
from .person import DESK, Person
from .quiet import registry
from .sessions import choice_of, do, mine, served, shown


@pytest.fixture
def session(tmp_path: Path) -> LessonSession:
    """A lesson of two pages: a move to be found, then a question."""
    pages = tuple(page(tmp_path, name) for name in ("wood", "price"))
    here = LessonMatch(Lesson(pages[0].rules, pages), "en", Progress(tmp_path / FILE), lambda: "token")
    found = here.session(0, "p")
    assert isinstance(found, LessonSession)
    return found


def learn(session: LessonSession, what: str, n: int = 0) -> dict[str, Any]:
    do(session, "learn", key=what, n=n)
    return shown(session)


def ring(place: int) -> dict[str, Any]:
    return {"at": (0, place, 0), "key": "mouse"}


def test_tries_are_judged_beside_the_board(session: LessonSession) -> None:
    begun = shown(session)
    assert begun["state"]["acts"] and begun["cursor"]["told"] and "Take the tile" in begun["lesson"]
    do(session, "click", **ring(4))
    refused = shown(session)
    assert "Bruno stands there." in refused["judged"] and "GM-TURN-" in refused["judged"]
    assert not refused["move"] and not session.table.match.played  # it is said once
    do(session, "click", **ring(3))
    missed = shown(session)
    assert "A quarry makes stone." in missed["judged"] and missed["state"]["acts"]
    assert missed["board0"] == begun["board0"] and missed["cursor"]["at"] == [0, 3, 0]
    do(session, "point", at=(0, 1, 0), key="hover")
    assert shown(session)["judged"] == missed["judged"]  # it can be read while the mouse passes by
    do(session, "point", at=(0, 1, 0))
    assert not shown(session)["judged"]
    do(session, "click", **ring(1))
    done = shown(session)
    assert "It gives wood." in done["judged"] and not done["state"]["acts"] and not done["cursor"]["told"]
    assert session.served.known == {"glenmore/wood"}
    do(session, "key", key="enter")
    assert "What does it cost?" in shown(session)["lesson"]


def test_a_question_is_answered_and_the_end_leads_to_a_game(session: LessonSession) -> None:
    asked = learn(session, "next")
    assert asked["state"]["lesson"]["answers"] == ["1", "two"] and not asked["state"]["acts"]
    do(session, "click", **ring(0))
    assert "anna" in shown(session)["move"]  # what is looked at is named
    assert "No." in learn(session, "answer", 0)["judged"]
    assert do(session, "learn", key="play") is None  # not yet
    assert "Yes." in learn(session, "answer", 1)["judged"]
    over = learn(session, "next")
    assert "1 task is open:" in over["lesson"] and 'data-n="0"' in over["lesson"]
    assert "Glen More" in over["lesson"] and not over["state"]["lesson"]["answers"]
    assert do(session, "key", key="enter").go == "/t/token"
    assert "What does it cost?" in learn(session, "back")["lesson"]


def test_what_is_shown_is_done_and_can_be_begun_again(session: LessonSession) -> None:
    assert "take 1" in learn(session, "show")["judged"] and session.learns.done
    later = LessonMatch(session.served.lesson, "de", session.served.progress)
    assert later.number == 1 and later.known == {"glenmore/wood"}  # it goes on where it was left
    again = learn(session, "again")
    assert again["state"]["acts"] and not again["judged"] and not session.table.match.played
    learn(session, "next")
    assert "two" in learn(session, "show")["judged"]


def test_what_costs_nothing_is_tried_move_by_move(tmp_path: Path) -> None:
    taught = lesson("glenmore")
    turn = next(one for one in taught.pages if one.name == "turn")
    session = LessonMatch(Lesson(taught.rules, (turn,)), "en", Progress(tmp_path / FILE)).session(0, "p")
    assert isinstance(session, LessonSession) and turn.task is not None
    for move in turn.task.shown[:-1]:
        do(session, "typed", text=move)
    routine, played = session.chair.choosing.routine[0], [*session.table.match.played]
    do(session, "key", key="enter")
    assert choice_of(session).action == routine and [*session.table.match.played] == played


@pytest.mark.parametrize("what", ["answer", "page", "play", "nonsense", "show", "back"])
def test_nothing_that_is_sent_does_harm(session: LessonSession, what: str) -> None:
    for number in (-1, 99, 1 << 40):
        learn(session, what, number)
        learn(session, "page", 0)
        learn(session, what, number)
        learn(session, "page", 1)
    with pytest.raises(UsageError, match="wish"):
        do(session, "wish", key="ask")
    for key in ("i", "U", "r", "tab", "+", "escape", "w", "h"):
        do(session, "key", key=key)
    assert session.trial is None and shown(session)["lesson"]


def test_so_many_lessons_are_open_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_lessons, "MOST", 2)
    here = registry(tmp_path)
    tokens = [here.lessons.open(who, "rebirth") for who in ("anna", "bruno")]
    assert here.lessons.open("anna", "rebirth") == tokens[0]  # as it was left
    assert here.kind(tokens[0]) == "seat"
    third = here.lessons.open("clara", "rebirth")
    assert [here.kind(one) for one in (*tokens, third)] == ["seat", "", "seat"]
    for one in (tokens[0], third):
        found = here.lessons.found(one)
        assert found is not None
        found.listeners[object()] = found.session(0, "")  # type: ignore[index]
    with pytest.raises(HttpError):
        here.lessons.open("dan", "rebirth")
    assert not (tmp_path / "games").exists()


def test_a_lesson_leads_from_the_lobby_to_a_first_game(at: House, browser: Any) -> None:
    sheet = browser.new_page(viewport={"width": 390, "height": 844})
    errors = faults(sheet)
    sheet.goto(f"{at.front.origin}/h/{at.registry.lobby}")
    sheet.get_by_label("Learn it: Rebirth").click()
    sheet.get_by_role("button", name="Next").click()
    second, third = (one.title("en") for one in lesson("rebirth").pages[1:3])
    sheet.locator("h1:focus", has_text=second).wait_for()
    assert sheet.title() == f"{second} - Rebirth"
    sheet.evaluate("scrollTo(0, 999)")
    sheet.get_by_role("button", name="Next").click()
    sheet.locator("h1:focus", has_text=third).wait_for()
    assert sheet.evaluate("scrollY") == 0
    sheet.go_back()
    sheet.locator("h1:focus", has_text=second).wait_for()
    sheet.get_by_role("button", name="Show me").click()
    sheet.locator("#judged .done").wait_for()
    assert sheet.evaluate("document.documentElement.scrollWidth") == 390
    sheet.locator("#pages summary").click()
    sheet.keyboard.press("Escape")
    sheet.locator("#pages summary").click()
    sheet.locator("#pages li").last.get_by_role("button").click()
    sheet.locator("#pages li:last-child [aria-current]").wait_for(state="attached")
    sheet.get_by_role("button", name="Next").click()
    sheet.get_by_role("button", name="Play your first game").click()
    sheet.get_by_role("button", name="hint").wait_for()
    entry = at.registry.entries()[0]
    assert [*entry.kept.bots] == ["bruno"] and entry.kept.coach and sheet.url.endswith(entry.people["player"])
    sheet.close()
    assert not errors


def test_a_first_game_offers_its_lesson_once(at: House) -> None:
    entry = at.begin(plan("glenmore", "anna", "bruno:easy"))
    path = at.address(entry, "anna").removeprefix(at.front.origin)
    offered = [b'id="offer"' in at.front.ask("GET", one).body for one in (path, f"/t/{entry.kept.watching}")]
    assert offered == [True, False]
    asked = {"page": "p", "do": "offer", "key": "yes"}
    assert json.loads(at.front.post(f"{path}/do", asked | {"key": "no"}).body) == {"page": None}
    assert b'id="offer"' not in at.front.ask("GET", path).body
    go = json.loads(at.front.post(f"{path}/do", asked | {"n": 3}).body)["page"]["go"]
    opened = at.registry.lessons.found(go.removeprefix("/t/"))
    assert opened is not None and opened.number == 2
    assert b'id="ways"' in at.front.ask("GET", go).body
    assert json.loads(at.front.post(f"{path}/do", asked).body)["page"]["go"] == go


def test_the_way_to_the_lesson_stays_in_the_menu_of_a_seat(browser: Any, at: House) -> None:
    entry = at.begin(plan("glenmore", "anna", "bruno:easy"))
    with browser.new_context(viewport=DESK) as context:
        anna = Person(at, entry, "anna", context)
        page = anna.page
        anna.asked()
        anna.click("#tools .more > summary")
        page.click("#tools .menu [data-offer=yes]")
        page.wait_for_selector("#ways [data-learn=next]:visible")
        page.goto(at.address(entry))
        assert page.locator("#tools").count() and page.locator("[data-offer]").count() == 0


def test_the_coach_speaks_to_one_seat_until_he_is_silenced() -> None:
    here = served("rebirth")
    acts, waits = mine(here), here.session(1 - here.table.to_act[0], "p")
    assert not shown(acts)["coach"]
    do(acts, "key", key="H")
    assert acts.chair.coached and acts.chair.coached in shown(acts)["coach"] and not waits.chair.coach
    do(acts, "key", key="H")
    assert not shown(acts)["coach"]


TASK_SEEN = """() => {
  const task = document.querySelector("#lesson .task").getBoundingClientRect();
  const there = document.elementFromPoint(task.x + 40, (task.top + task.bottom) / 2);
  const card = document.getElementById("controls").getBoundingClientRect();
  return Boolean(there?.closest("#lesson .task")) && task.bottom <= card.top + 1;
}"""


def test_a_task_is_read_above_the_choice_however_much_stands_beside_the_board(
    at: House,
    browser: Any,
) -> None:
    address, pages = at.registry.lessons.open("", "isleofskye", ()), lesson("isleofskye").pages
    sheet = browser.new_page(viewport={"width": 1280, "height": 720})
    sheet.goto(f"{at.front.origin}/t/{address}")
    for each in pages:
        sheet.locator("h1", has_text=each.title("en")).wait_for()
        if each.task is not None:
            sheet.locator("#lesson .task").wait_for()
            assert sheet.evaluate(TASK_SEEN), each.title("en")
        sheet.get_by_role("button", name="Next").click()
    sheet.close()
