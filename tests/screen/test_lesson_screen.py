"""A page of a lesson full screen: its text, its board and what is said of an answer, in a small window."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tilewright.core.screen.app import TableExit
from tilewright.core.screen.lesson_screen import LessonApp, LessonScreen
from tilewright.core.screen.lines_widget import LinesWidget
from tilewright.core.screen.overlays import TextOverlay
from tilewright.core.table.lesson import lesson

from .steady import Steady, driven


def test_the_longest_page_leaves_rows_to_its_board_and_shows_the_verdict() -> None:
    """As long as the kit allows, on a screen of 80x24."""
    druids = lesson("isleofskye", ["druids"])
    number = next(n for n, page in enumerate(druids.pages) if page.name == "druid_scores")

    async def run() -> None:
        app = LessonApp(druids, number, "de", lambda page: None)
        async with driven(app, (80, 24)) as pilot:
            screen = pilot.app.screen
            assert isinstance(screen, LessonScreen)
            page = screen.query_one("#told", LinesWidget)
            assert page.rows >= 12 and page.size.height == page.rows and screen.boards.size.height >= 6
            await pilot.press("enter")
            assert "Antworte mit einer Taste von a bis" in screen.query_one("#preview", LinesWidget).text
            await pilot.press("a")
            assert "Richtig" in page.text and page.size.height == page.rows
            assert "Antworte" not in screen.query_one("#preview", LinesWidget).text

    asyncio.run(run())


def farms(test: Callable[[LessonScreen, Steady[TableExit]], Awaitable[None]]) -> None:
    """Go through what happens at the page of Rebirth whose spots are at the lower end of the map, in 80x24."""
    rebirth = lesson("rebirth")
    number = next(n for n, page in enumerate(rebirth.pages) if page.name == "farms")

    async def run() -> None:
        async with driven(LessonApp(rebirth, number, "en", lambda page: None), (80, 24)) as pilot:
            screen = pilot.app.screen
            assert isinstance(screen, LessonScreen)
            await test(screen, pilot)

    asyncio.run(run())


def told(screen: LessonScreen) -> str:
    return screen.query_one("#told", LinesWidget).text


def test_a_try_begins_beside_what_is_lit_and_goes_on_where_it_was_missed() -> None:
    async def test(screen: LessonScreen, pilot: Steady[TableExit]) -> None:
        answer = screen.page.solution[0]
        await pilot.press("enter")
        assert screen.choice is not None and screen.choice.where is not None
        assert screen.choice.where[1][1] >= 14, "the lit spots are in the rows from 14 to 17"
        assert screen.choice.action is not None and screen.choice.action != answer
        await pilot.press("right")
        tried, view = screen.choice.where, screen.boards.scroll_offset
        await pilot.press("enter")
        assert "Not yet" in told(screen)
        assert screen.choice.where == screen.boards.cursor == tried and screen.boards.scroll_offset == view

    farms(test)


def test_the_answer_is_marked_and_in_view() -> None:
    async def test(screen: LessonScreen, pilot: Steady[TableExit]) -> None:
        await pilot.press("enter")
        await pilot.press("home", "pageup", "pageup", "a")
        assert screen.page.done and screen.marked == {(0, (0, 15))}
        assert screen.boards.row((0, (0, 15))) is not None

    farms(test)


def test_keys_of_a_match_say_that_a_lesson_has_no_use_for_them() -> None:
    async def test(screen: LessonScreen, pilot: Steady[TableExit]) -> None:
        for key in ("i", "H", "%", "enter", "C", "f5"):
            await pilot.press(key)
            said = f"{key} does nothing here" in screen.query_one("#preview", LinesWidget).text
            assert said == (key != "enter"), key

    farms(test)


def test_while_one_tries_a_line_of_the_text_the_task_and_the_legend_are_there() -> None:
    async def test(screen: LessonScreen, pilot: Steady[TableExit]) -> None:
        text, task = screen.page.page.text("en"), screen.page.page.asks("en")
        foot = screen.query_one("#foot", LinesWidget)
        assert "legend" in foot.text
        await pilot.press("enter")
        first, *others = told(screen).split("\n")
        assert text.startswith(first.removesuffix("..").strip()) and len(first) > 40 and task in others
        assert "legend" in foot.text
        await pilot.press("k")
        assert isinstance(pilot.app.screen, TextOverlay)
        legend = " ".join(one.text(None).strip() for one in pilot.app.screen.lines)
        assert "( ) what this page speaks of" in legend
        assert "4,1 means column 4, row 1" in legend and "Ka Sinclair 7,1" in legend

    farms(test)
