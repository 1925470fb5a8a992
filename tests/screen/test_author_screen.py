"""The author's questions full screen: Enter answers or skips one, Escape skips the rest."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from tilewright.core.play.match import Match
from tilewright.core.rules.author_questions import waiting
from tilewright.core.screen.author_screen import AuthorScreen
from tilewright.core.table.table import Table

from ..toys.asking import asking
from .playing import answered
from .test_after_game import shown


def table() -> Table:
    return Table(Match(asking(), ["anna", "bruno"], playtest=True), "en")


def asks(at: Table, play: Any) -> dict[str, str]:
    """What anna has answered once the screen is closed."""
    answered(AuthorScreen(at, 0, waiting(at.match, 0, "en")), play, (80, 24))
    assert at.match.playtest is not None
    return at.match.playtest.answers.get(0, {})


def test_each_question_is_answered_or_skipped_with_enter() -> None:
    async def play(pilot: Pilot[Any]) -> None:
        first = shown(pilot)
        assert (
            "anna, the author of the game has 3 questions." in first and "How was it? 1 dull 5 great" in first
        )
        await pilot.press("7", "enter")
        await pilot.pause()
        assert "answer 1 to 5, or press Enter" in shown(pilot)
        await pilot.press("4", "enter")
        await pilot.pause()
        assert "Long with 7? a short b long" in shown(pilot) and "press Enter" not in shown(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert "Why?" in shown(pilot)
        await pilot.press("s", "o", "enter")

    assert asks(table(), play) == {"fun": "4", "why": "so"}


def test_escape_skips_all_that_are_left() -> None:
    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("2", "enter", "b", "escape")

    assert asks(table(), play) == {"fun": "2"}
