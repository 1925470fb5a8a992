"""Playtests in a browser: a whole game with times and refusals, and the author's questions on the card of the end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright import testing
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay
from tilewright.core.record import format
from tilewright.core.table.table import Table
from tilewright.core.web.live_match import LiveMatch

from ..toys.asking import asking
from .house import ROOT, ahead, house, plan
from .house import browser as browser
from .sessions import do, play, shown

ANNA, BRUNO = 0, 1


def lines(path: Path, key: str) -> list[dict[str, Any]]:
    return [one for one in map(json.loads, path.read_text().splitlines()) if key in one]


@pytest.fixture
def here(tmp_path: Path) -> Iterator[tuple[LiveMatch, Path]]:
    path = tmp_path / "match.jsonl"
    match = Match(asking(), ["anna", "bruno"], record=path, playtest=True)
    yield LiveMatch(Table(match, "en", one_keyboard=False), pace=0), path
    match.close()


def test_a_whole_game_is_answered_once_by_each_person(here: tuple[LiveMatch, Path]) -> None:
    served, path = here
    match: Any = served.table.match
    pages = [served.session(seat, "p") for seat in (ANNA, BRUNO)]
    do(pages[match.state.to_act[0]], "typed", text="take 9")
    while not match.over:
        play(pages[match.state.to_act[0]], f"take {min(3, match.state.heap)}")
    assert lines(path, "refused") and lines(path, "refused")[0]["refused"] == ["NM-TAKE-1"]
    assert len(lines(path, "took")) == len(match.played)
    end = shown(pages[ANNA])["end"]
    assert "How was it?" in end and 'data-answers="Thank you.' in end and end.count('type="radio"') == 7
    do(pages[ANNA], "answer", key="fun", text="5")
    do(pages[ANNA], "answer", key="why", text="<b>\x1b[2Jbold</b>")
    assert "How was it?" not in shown(pages[ANNA])["end"] and "Thank you." in shown(pages[ANNA])["end"]
    assert (
        "How was it?" in shown(pages[BRUNO])["end"]
        and "How was it?" not in shown(served.session(None, "w"))["end"]
    )
    assert [(one["seat"], one["answer"]) for one in lines(path, "question")] == [
        (0, "5"),
        (0, "<b>[2Jbold</b>"),
    ]
    replay(format.read(path), verify=True, rules=asking())


def test_wrong_answers_are_a_sentence_and_leave_the_record_as_it_was(here: tuple[LiveMatch, Path]) -> None:
    served, path = here
    anna, nobody = served.session(ANNA, "p"), served.session(None, "w")
    for page, key, text in (
        (anna, "fun", "6"),
        (anna, "fun", "\u00b2"),
        (anna, "nothing", "x"),
        (anna, "length", "a"),
        (nobody, "fun", "4"),
    ):
        do(page, "answer", key=key, text=text)
        assert page.message
    assert not lines(path, "question")


def test_people_who_stop_find_the_questions_behind_a_button(here: tuple[LiveMatch, Path]) -> None:
    served, path = here
    anna = served.session(ANNA, "p")
    assert 'data-ask="questions"' in shown(anna)["tools"]
    answer = do(anna, "ask", key="questions")
    assert answer.title == "Questions of the author" and "How was it?" in answer.body
    do(anna, "answer", key="length", text="short")
    assert lines(path, "question") == [{"seat": 0, "question": "length", "answer": "short"}]
    assert 'data-ask="questions"' not in shown(anna)["tools"]


def test_a_person_plays_and_answers_with_the_keyboard(tmp_path: Path, browser: Any) -> None:
    testing.register(ROOT / "examples" / "dominoes")
    with house(tmp_path, playtest=True) as at:
        entry = at.begin(plan("dominoes", "anna", "bruno"))
        with entry.taken() as there:
            ahead(there.table, 1_000)
        page = browser.new_page(viewport={"width": 390, "height": 844})
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(at.address(entry, "anna"))
        form = page.locator("#end form.questions")
        form.wait_for()
        form.locator("[name=again]").first.focus()
        for key in ("Space", "ArrowRight", "ArrowRight", "Tab", "Space", "Tab"):
            page.keyboard.press(key)
        page.keyboard.type("the crowns")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_selector("#end .thanks")
        page.wait_for_function("() => !document.querySelector('#end form')")
        record = entry.record
        for _ in range(100):
            if len(lines(record, "question")) == 3:
                break
            page.wait_for_timeout(50)
        assert [(one["question"], one["answer"]) for one in lines(record, "question")] == [
            ("again", "3"), ("length", "short"), ("unclear", "the crowns"),
        ]  # fmt: skip
        assert len(lines(record, "took")) > 20 and all(url.startswith(at.front.origin) for url in asked)
        page.reload()
        page.wait_for_selector("#end .thanks")
        page.context.close()
    found = format.read(record)
    assert replay(found, verify=True).over


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_a_spot_that_is_refused_is_noted_when_somebody_tries_it(tmp_path: Path, way: str) -> None:
    """To point at it is not to try it."""
    path = tmp_path / "match.jsonl"
    match = Match(tw.load("rebirth"), ["anna", "bruno"], seed=3, record=path, playtest=True)
    served = LiveMatch(Table(match, "en", one_keyboard=False), pace=0)
    page = served.session(match.state.to_act[0], "p")
    page.follow()
    assert page.choice is not None
    show, lit = page.chair.show, page.choice.choosing.spots
    board = next(n for n, one in enumerate(show.boards) if any((n, spot.at) in lit for spot in one.spots))
    at = next(spot.at for spot in show.boards[board].spots if (board, spot.at) not in lit)
    do(page, "point", at=(board, *at), key="hover" if way == "mouse" else "")
    assert not lines(path, "refused")
    if way == "keys":
        do(page, "key", key="enter")
    else:
        do(page, "click", at=(board, *at), key=way)
    found = lines(path, "refused")
    assert found == [{"n": 0, "seat": page.seat, "refused": found[0]["refused"]}]
    assert found[0]["refused"][0] in match.rules.rule_texts() and not lines(path, "move")
    match.close()
