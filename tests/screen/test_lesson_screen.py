"""A page of a lesson full screen: its text, its board and what is said of an answer, in a small window."""

from __future__ import annotations

import asyncio

from tilewright.core.screen.lesson_screen import LessonApp, LessonScreen
from tilewright.core.screen.lines_widget import LinesWidget
from tilewright.core.table.lesson import lesson


def test_the_longest_page_leaves_rows_to_its_board_and_shows_the_verdict() -> None:
    """As long as the kit allows, on a screen of 80x24."""
    druids = lesson("isleofskye", ["druids"])
    number = next(n for n, page in enumerate(druids.pages) if page.name == "druid_scores")

    async def run() -> None:
        app = LessonApp(druids, number, "de", lambda page: None)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            screen = pilot.app.screen
            assert isinstance(screen, LessonScreen)
            page = screen.query_one("#told", LinesWidget)
            assert page.rows >= 12 and page.size.height == page.rows and screen.boards.size.height >= 6
            await pilot.press("a")
            await pilot.pause()
            assert "Richtig" in page.text and page.size.height == page.rows

    asyncio.run(run())
