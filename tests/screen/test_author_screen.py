"""The author's questions full screen: Enter answers or skips one, Escape skips the rest."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

import tilewright as tw
from tilewright import testing
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay
from tilewright.core.record import format
from tilewright.core.rules.author_questions import waiting
from tilewright.core.screen.author_screen import AuthorScreen
from tilewright.core.table.table import Table

from ..cli.shell import Full
from ..toys.asking import asking
from .playing import answered
from .test_after_game import shown


def table() -> Table:
    return Table(Match(asking(), ["anna", "bruno"], playtest=True), "en")


def asks(at: Table, play: Any) -> dict[str, str]:
    """What anna has answered once the screen is closed."""
    answered(AuthorScreen(at, 0, waiting(at.match, 0, "en")), play)
    assert at.match.playtest is not None
    return at.match.playtest.answers.get(0, {})


def test_each_question_is_answered_or_skipped_with_enter() -> None:
    async def play(pilot: Pilot[Any]) -> None:
        first = shown(pilot)
        assert (
            "anna, the author of the game has 3 questions." in first and "How was it? 1 dull 5 great" in first
        )
        await pilot.press("7", "enter")
        assert "answer 1 to 5, or press Enter" in shown(pilot)
        await pilot.press("4", "enter")
        assert "Long with 7? a short b long" in shown(pilot) and "press Enter" not in shown(pilot)
        await pilot.press("enter")
        assert "Why?" in shown(pilot)
        await pilot.press("s", "o", "enter")

    assert asks(table(), play) == {"fun": "4", "why": "so"}


def test_escape_skips_all_that_are_left() -> None:
    assert asks(table(), ("2", "enter", "b", "escape")) == {"fun": "2"}


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_after_a_kill_times_are_there_and_who_leaves_is_asked(tmp_path: Path) -> None:
    testing.register(Path(__file__).parents[2] / "examples" / "dominoes")
    path = tmp_path / "game.jsonl"
    Match(tw.load("dominoes"), ["anna", "bruno"], record=path, playtest=True).close()

    def lines(key: str) -> list[dict[str, Any]]:
        return [one for one in map(json.loads, path.read_text("utf-8").splitlines()) if key in one]

    first = Full(tmp_path, ["resume", str(path)])
    first.resize(80, 24)
    first.wait("domino")
    first.send(b"\r")
    begun = time.monotonic()
    while not lines("took"):
        assert time.monotonic() - begun < 60
        first.send(b"\r")
        time.sleep(0.3)
    first.kill()
    before = lines("took")
    again = Full(tmp_path, ["resume", str(path)])
    again.resize(80, 24)
    again.wait("domino")
    again.send(b"q")
    for question, answer in (("play again?", b"4\r"), ("How long", b"\x1b"), ("bruno, the author", b"\x1b")):
        again.wait(question)
        time.sleep(0.3)
        again.send(answer)
    assert again.end() == 0 and "Traceback" not in again.raw
    assert lines("question") == [{"seat": 0, "question": "again", "answer": "4"}] and lines("took") == before
    match = replay(format.read(path), verify=True)
    assert [one["n"] for one in before] == [one.number for one in match.played]
