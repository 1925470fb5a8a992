"""A page of a lesson: its position, its task judged by the rules, and what is said of wrong tries."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile
from tilewright.core.draw.styled_lines import wrap
from tilewright.core.rules import lessons
from tilewright.core.table.lesson import Lesson, Page, PageTable, derived_pages
from tilewright.core.table.progress import Progress
from tilewright.core.table.record_index import RecordIndex
from tilewright.core.text.folder import Folder
from tilewright.core.text.lesson_file import LessonFile

from ..cases import cases

FILE: str = cases(__file__, "file")


def page(tmp_path: Path, name: str, text: str = FILE) -> Page:
    (tmp_path / "learn.yaml").write_text(text)
    folder = Folder(tmp_path, "data/made")
    content = folder.load("learn.yaml", LessonFile).pages[name]
    return Page(name, "glenmore", content, tw.load("glenmore"), folder.document("learn.yaml"))


def test_a_task_is_judged_by_the_rules(tmp_path: Path) -> None:
    learns = PageTable(page(tmp_path, "wood"), "de")
    assert learns.page.title("de") == "Ein Zug" and learns.page.text("de") == "6 coins are yours."
    assert [where[1] for where in learns.lit] == [(0, 0)]
    read = learns.page.rules.read
    state = learns.table.match.state
    ahead = {n: read(f"take {n}", state, 0) for n in (1, 2, 3, 4)}
    refused = learns.play(ahead[4])
    assert refused.kind == "refused" and refused.text.endswith("Bruno stands there.")
    assert "(GM-TURN-" in refused.text
    assert learns.play(ahead[3]).text == "A quarry makes stone."
    assert learns.table.match.decisions == 0 and not learns.done
    assert (learns.play(ahead[2]).kind, learns.missing() != []) == ("missed", True)
    assert learns.play(ahead[1]).text == "It gives wood."
    assert learns.done and not learns.missing() and not learns.lit
    assert learns.play(learns.chair.choosing.offers[0].action).kind == "on"


def test_a_question_has_answers_to_choose_from(tmp_path: Path) -> None:
    asks = PageTable(page(tmp_path, "price"), "de")
    assert asks.question and asks.answers == ("1", "zwei")
    assert (asks.answer(0).kind, asks.done) == ("missed", False)
    assert (asks.answer(1).kind, asks.done) == ("done", True)


@pytest.mark.parametrize(("was", "now", "said"), cases(__file__, "mistakes_are_named_with_line_and_field"))
def test_mistakes_are_named_with_line_and_field(tmp_path: Path, was: str, now: str, said: str) -> None:
    assert was in FILE
    with pytest.raises(InvalidFile, match=said):
        wrong = page(tmp_path, "price" if "price" in said else "wood", FILE.replace(was, now))
        folder = Folder(tmp_path, "data/made")
        lessons.checked(folder, wrong.rules.option_values)
        wrong.position()


SAID = "about:\n  minutes: 20\n  weight: 1\n  text: {en: A game of points.}\n"


def test_what_a_game_is_is_read_without_its_lesson(tmp_path: Path) -> None:
    """Menus and offers say it even where the lesson below is wrong; a file that begins otherwise is read whole."""
    for text, reads in (
        (f"# made\n\n{SAID}pages: {{\n", True),
        (f"{SAID}{SAID}", True),
        (f"pages: {{\n{SAID}", False),
    ):
        (tmp_path / "learn.yaml").write_text(text, "utf-8")
        folder = Folder(tmp_path, "data/made")
        if reads:
            found = lessons.introduction(folder, ())
            assert found is not None and (found.minutes, found.text) == (20, {"en": "A game of points."})
        else:
            with pytest.raises(InvalidFile, match=r"^data/made/learn\.yaml:"):
                lessons.introduction(folder, ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "about:\n  minutes: 20\n  text: {en: A game.}\n",
            r"learn\.yaml:1:1: about: key .weight. is missing",
        ),
        ("about:\n  minutes: 20\n  weight: 4\n  text: {en: A game.}\n", r"learn\.yaml:3:11: about\.weight"),
        ("about:\n  minutes: 20\n  weight: 1\n  text: {de: Ein Spiel.}\n", "English text is missing"),
        (
            "about:\n  minutes: 20\n  weight: 1\n  text: {en: '{points} points.'}\n",
            "there is no option 'points'",
        ),
        ("about:\n", "expected a mapping"),
        ("[]\n", "expected a mapping"),
    ],
)
def test_what_is_wrong_with_it_is_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "learn.yaml").write_text(text, "utf-8")
    with pytest.raises(InvalidFile, match=said):
        lessons.introduction(Folder(tmp_path, "data/made"), ())


@pytest.mark.parametrize(
    ("name", "modules"), [("glenmore", ()), ("isleofskye", ("druids", "tunnel")), ("rebirth", ())]
)
def test_pages_are_derived_where_nobody_has_written_any(name: str, modules: tuple[str, ...]) -> None:
    rules = tw.load(name, modules)
    pages = derived_pages(rules)
    assert [page.name for page in pages] == ["aim", "turn", "moves", "refused", "points"]
    for lang in ("en", "de", "pl"):
        assert all(page.text(lang) and page.title(lang) for page in pages)
        assert all(len(wrap(page.text(lang), 78)) <= 10 for page in pages), lang
    which, points = PageTable(pages[3], "en"), PageTable(pages[4], "en")
    refused = which.answers[1]
    state = which.table.match.state
    assert state.rules.read(refused, state, which.chair.seat or 0) not in state.legal(which.chair.seat or 0)
    assert [which.answer(n).kind for n in range(3)] == ["missed", "done", "missed"]
    assert points.page.task is not None
    offers = points.chair.choosing.offers
    assert "missed" in [PageTable(pages[4], "en").play(offer.action).kind for offer in offers]
    shown = points.page.rules.read(
        points.page.task.shown[0], points.table.match.state, points.chair.seat or 0
    )
    assert points.play(shown).kind == "done"


def test_progress_is_remembered_and_a_lesson_is_offered_once(tmp_path: Path) -> None:
    progress, saved = Progress(tmp_path / "more" / "learned.json"), tmp_path / "games"
    taught = Lesson(tw.load("rebirth"), derived_pages(tw.load("rebirth")))
    for name, moves in (("begun", 0), ("own", 2)):
        match = tw.Match(tw.load("rebirth"), ["anna", "bruno"], seed=1, record=saved / f"{name}.jsonl")
        for _ in range(moves):
            match.play(match.state.legal(match.state.to_act[0])[0])
        match.close()
    assert progress.begin(taught) == 0 and not progress.offers("rebirth", RecordIndex(saved))  # it was played
    assert progress.offers("rebirth", RecordIndex(saved / ".." / "games"), saved / "own.jsonl")
    progress.read(taught.pages[0])
    progress.read(taught.pages[0])
    assert progress.begin(taught) == 1 and not progress.offers("rebirth", RecordIndex(saved))
    assert progress.offers("glenmore", RecordIndex(saved))
    progress.offered("glenmore")
    assert not progress.offers("glenmore", RecordIndex(saved))
    for page in taught.pages:
        progress.read(page)
    assert progress.begin(taught) == 0
    progress.path.write_text("{")
    assert progress.learnt().pages == []
