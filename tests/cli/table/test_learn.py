"""`learn` at the prompt and full screen: pages, tries, questions, what is remembered, and what follows."""

from __future__ import annotations

import asyncio
from pathlib import Path

import attrs
import pytest

from tilewright.core.screen.lesson_choices import LessonEnd
from tilewright.core.screen.lesson_screen import LessonApp, LessonScreen
from tilewright.core.screen.lines_widget import LinesWidget
from tilewright.core.table.face_texts import Texts
from tilewright.core.table.lesson import Page, lesson

from ..shell import run

LESSONS = [
    ("glenmore", ""), ("isleofskye", ""), ("rebirth", ""), ("rebirth", "ireland"),
    *(("isleofskye", module) for module in ("druids", "tunnel", "bonus", "outskirts")),
]  # fmt: skip


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def learnt(lines: list[str], *words: str) -> str:
    ran = run("learn", *words, typed="".join(f"{line}\n" for line in lines))
    assert ran.code == 0, ran.err
    return ran.out + ran.err


@pytest.mark.parametrize(("game", "module"), LESSONS)
def test_every_page_can_be_gone_through_by_showing_how_it_is_done(game: str, module: str) -> None:
    pages, said = lesson(game, [module] if module else []).pages, Texts("pl")
    way = [line for page in pages for line in (["pokaż"] if page.task is not None else []) + [""]]
    printed = learnt([*way, "koniec"], game, "--lang", "pl", *(["--with", module] if module else []))
    for n, page in enumerate(pages, 1):
        assert said("learn.page", n=n, of=len(pages), title=page.title("pl")) in printed
    assert said("learn.over", title="").split("  ")[0].rstrip(" .") in printed


def test_tries_are_answered_and_a_lesson_goes_on_where_it_was_left() -> None:
    pages = lesson("glenmore").pages
    number = next(n for n, page in enumerate(pages) if page.task is not None and page.task.shown)
    task = pages[number].task
    assert task is not None
    printed = learnt(["sing", "take 99", *task.shown, "", "quit"], "glenmore", "--page", str(number + 1))
    for text in ("sing", "Not allowed.", "GM-TURN", task.right["en"].split()[0]):
        assert text in printed
    # The page that was done is remembered; those before it have not been read.
    assert Texts("en")("learn.page", n=1, of=len(pages), title=pages[0].title("en")) in learnt([], "glenmore")
    assert "Page" not in run("learn", "glenmore", "--page", "99").out
    assert run("learn", "glenmore", "--page", "99").code == 2
    went = learnt(["next"] * number + ["quit"], "glenmore")
    assert f"{number + 2} of {len(pages)}" in learnt([], "glenmore") and "1 of" in went


def test_a_question_is_answered_by_letter_or_text() -> None:
    pages = lesson("rebirth").pages
    number = next(n for n, page in enumerate(pages) if page.task is not None and page.task.answers)
    task = pages[number].task
    assert task is not None
    right = "abcdef"[[one.right for one in task.answers].index(True)]
    wrong = "a" if right != "a" else "b"
    printed = learnt(["z", wrong, right, "", "quit"], "rebirth", "--page", str(number + 1))
    assert printed.index("is no answer here") < printed.index("No. ") < printed.index("Right. ")


def test_a_task_names_the_legend_and_keeps_a_line_of_the_text_once_something_was_tried() -> None:
    pages = lesson("rebirth").pages
    number = next(n for n, page in enumerate(pages) if page.name == "farms")
    printed = learnt(["place food 6,0", "quit"], "rebirth", "--page", str(number + 1))
    before, after = " ".join(printed.split("Not yet. ")[0].split()).rsplit("4 of 11: Farms", 1)
    assert "scattered, they bring 1 each." in before and "legend: signs" in before
    assert after.count("Food and energy score at once") == 1 and "1 each." not in after


def test_the_first_game_follows_with_a_coach() -> None:
    last = len(lesson("rebirth").pages)
    ran = run("learn", "rebirth", "--page", str(last), typed="next\n\nquit\n")
    assert ran.code == 0 and "Rebirth: player, bot (easy)" in ran.out and "Coach: " in ran.out


def test_the_pages_full_screen() -> None:
    """A page to read, one with a task, and one with a question."""
    whole, read = lesson("rebirth"), list[Page]()
    kinds = {page.task and ((page.task.answers and "question") or "task"): page for page in whole.pages}
    made = attrs.evolve(whole, pages=tuple(kinds.values()))
    assert len(made.pages) == 3
    opened = LessonApp(made, 0, "en", read.append)

    async def gone_through() -> None:
        async with opened.run_test(size=(80, 24)) as pilot:
            for number, page in enumerate(made.pages):
                await pilot.pause()
                screen = pilot.app.screen
                assert isinstance(screen, LessonScreen) and screen.number == number
                text = screen.query_one("#told", LinesWidget).text
                assert page.text("en").split()[0] in text
                if page.task is not None and page.task.shown:
                    await pilot.press("enter")
                    assert (
                        screen.choice is not None
                        and page.text("en")[-40:] not in screen.query_one("#told", LinesWidget).text
                    )
                    await pilot.press("a")
                    assert screen.page.done
                elif page.task is not None:
                    right = [one.right for one in page.task.answers].index(True)
                    await pilot.press("abcd"[right - 1])
                    assert not screen.page.done
                    await pilot.press("abcd"[right])
                    assert screen.page.done
                await pilot.press("enter")
            await pilot.pause()
            assert isinstance(pilot.app.screen, LessonEnd)
            await pilot.press("enter")
            await pilot.pause()

    asyncio.run(gone_through())
    assert [page.key for page in read] == [page.key for page in made.pages]
    assert opened.return_value is not None and opened.return_value.why == "over"
