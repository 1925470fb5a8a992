"""A game for two or four, at every place where people choose how many play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.cli.study.train import planned
from tilewright.core.screen.setup_screen import SetupScreen
from tilewright.core.table.derived_lesson import derived
from tilewright.core.table.face_texts import Texts
from tilewright.core.table.match_setup import MatchSetup, Remembered, SeatSetup
from tilewright.core.web.match_form import fitted, form

from ..web.house import installed
from .shell import run

GAME = """
from tests.toys import haul

plugin = haul.bent(name="pairs", title="Pairs", seats={2, 4})
"""


@pytest.fixture(autouse=True)
def pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    (tmp_path / "pairs.py").write_text(GAME, "utf-8")
    with installed(tmp_path, pairs="pairs:plugin"):
        yield


@pytest.mark.parametrize(
    "words",
    [
        ["play", "pairs", "-p", "anna", "-p", "bruno", "-p", "bot:random"],
        ["serve", "pairs", "--open", "3", "--port", "0"],
        ["simulate", "pairs", "--players", "3", "-n", "1"],
        ["check", "pairs", "--players", "2,3"],
        ["train", "pairs", "--players", "3"],
        ["compare", "pairs", "--a", "rounds=2", "--b", "rounds=4", "--players", "3"],
        ["bench", "pairs", "--players", "3"],
    ],
    ids=lambda words: words[0],
)
def test_three_are_refused(words: list[str]) -> None:
    ran = run(*words)
    assert ran.code == 2 and "Pairs is for 2 or 4 players, not 3" in ran.err


def test_the_list_of_games_says_so() -> None:
    assert "pairs: Pairs, 2 or 4 players" in run("games", "pairs").out


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "2 or 4 can play"), ("de", "2 oder 4 Personen"), ("pl", "graczy: 2 lub 4")]
)
def test_the_lesson_says_so_in_every_language(lang: str, said: str) -> None:
    text = derived(tw.load("pairs"))[0].content.text
    assert isinstance(text, dict) and said in text[lang]


def test_a_training_without_a_number_is_for_two_and_four() -> None:
    assert planned(tw.load("pairs"), None, None, None, None, None).players == [2, 4]


def test_the_form_in_a_browser_offers_two_and_four() -> None:
    said = Texts("en")
    for given, seated in ((1, 2), (2, 2), (3, 4), (5, 4)):
        plan = MatchSetup(game="pairs", players=tuple(SeatSetup(name=one) for one in "abcde"[:given]))
        plan = fitted(plan, ["pairs"])
        assert len(plan.players) == seated
        counts = re.search(r'<select[^>]*name="count".*?</select>', form(plan, ["pairs"], "en", said))
        assert counts is not None and re.findall(r'value="(\d)"', counts[0]) == ["2", "4"]


def test_the_screen_steps_from_two_to_four() -> None:
    menu = SetupScreen(Texts("en"), Remembered(game="pairs"))
    found = [menu.count]
    for by in (1, 1, -1, -1):
        menu.change("count", None, by)
        found.append(menu.count)
    assert found == [2, 4, 4, 2, 2]
