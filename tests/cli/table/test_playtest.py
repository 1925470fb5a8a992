"""Playtests at the prompt: questions at the end and when people leave, refusals, times; nothing without the option."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright import testing
from tilewright.core import bots
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay
from tilewright.core.record import format
from tilewright.core.rules.actions import Reason, Refusal
from tilewright.core.table.chair import Chair
from tilewright.core.table.table import Table

from ...toys.asking import asking
from ..shell import lines_of, run
from ..typist import Typist, sit

ROOT = Path(__file__).parents[3]


def sat(path: Path, moves: Callable[[Chair], str], answers: list[str], playtest: bool = True) -> str:
    """What was asked beside moves while two people played Nim and answered so."""
    match = Match(asking(), ["anna", "bruno"], record=path, playtest=playtest)
    left = iter(answers)

    @attrs.define
    class Answering(Typist):
        def ask(self, prompt: str) -> str:
            typed = Typist.ask(self, prompt)
            return next(left) if prompt == "answer> " else typed

    typist = sit(Table(match, "en"), 80, 24, moves, Answering)
    assert not [*left]
    return "\n".join(typist.asked)


def lines(path: Path, key: str) -> list[dict[str, Any]]:
    return [one for one in lines_of(path) if key in one]


def test_a_whole_game_with_refusals_and_answers(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    typed = iter(["take 5", "take 4", "take 3", "take 2", "take 2"])
    asked = sat(path, lambda chair: next(typed), ["4", "", "because", "9", "1", "a", ""])
    assert "anna, the author of the game has 3 questions." in asked and "bruno, the author" in asked
    assert "Enter alone skips a question." in asked and "answer 1 to 5, or press Enter" in asked
    match = replay(format.read(path), verify=True, rules=asking())
    first, second = match.played[0].seat, match.played[1].seat
    assert lines(path, "refused") == [{"n": 0, "seat": first, "refused": ["NM-TAKE-1"]}] * 2
    assert [one["n"] for one in lines(path, "took")] == [1, 2, 3] and match.over and second != first
    assert lines(path, "question") == [
        {"seat": 0, "question": "fun", "answer": "4"},
        {"seat": 0, "question": "why", "answer": "because"},
        {"seat": 1, "question": "fun", "answer": "1"},
        {"seat": 1, "question": "length", "answer": "short"},
    ]


def test_people_who_leave_are_asked_as_well(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    typed = iter(["take 1", "quit"])
    sat(path, lambda chair: next(typed), ["3", "b", "too long", "", "", ""])
    assert [one["answer"] for one in lines(path, "question")] == ["3", "long", "too long"]
    assert not replay(format.read(path), rules=asking()).over


@pytest.mark.parametrize("end", ["take 3", "quit"])
def test_in_any_other_match_nothing_is_asked_or_noted(tmp_path: Path, end: str) -> None:
    path = tmp_path / "match.jsonl"
    typed = iter(["take 7", "take 1", "take 3", end])
    assert "author" not in sat(path, lambda chair: next(typed), [], playtest=False)
    assert not [one for key in ("took", "refused", "question", "playtest") for one in lines(path, key)]


def test_a_file_that_is_wrong_is_named_before_the_match_begins(tmp_path: Path) -> None:
    testing.register(ROOT / "examples" / "dominoes")
    data, save = tmp_path / "data", tmp_path / "match.jsonl"
    data.mkdir()
    (data / "questions.yaml").write_text("again:\n  ask: {en: x}\n  kind: scale\n", "utf-8")
    words = ("play", "dominoes", "-p", "anna", "-p", "bruno", "--data", data, "--save", save)
    ran = run(*words, "--playtest")
    assert ran.code == 3 and not save.exists()
    assert "questions.yaml:1:1: again: a scale needs words for both ends" in ran.err
    assert run(*words).code == 130 and save.exists()


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same finished match of Rebirth as a playtest and not, with all that a playtest adds."""
    folders = []
    for playtest in (False, True):
        folder = tmp_path_factory.mktemp("playtest")
        rules = tw.load("rebirth")
        bot = bots.make("greedy", rules)
        match = Match(rules, ["anna", "bruno"], seed=3, record=folder / "game.jsonl", playtest=playtest)
        while not match.over:
            seat = match.state.to_act[0]
            match.note_refusal(Refusal(match.state.legal(seat)[0], (Reason("x", "RB-PLACE-1"),)))
            match.play(match.choose(seat, bot))
        for n in range(20):
            match.answer(0, f"q{n}", "x" * 1_000)
        match.close()
        folders.append(folder)
    return folders[0], folders[1]


@pytest.mark.parametrize(
    "words",
    [
        "replay FILE --all", "replay FILE --json", "replay FILE --verify", "replay FILE --to 9", "show FILE@20",
        "review FILE -p anna --work 3000 --json", "scene export FILE --at 30", "record show FILE --as bruno",
        "levels rebirth --from FOLDER --json", "simulate rebirth -n 1 --from FILE@60 --bots greedy --seed 1 --json",
    ],
)  # fmt: skip
def test_every_command_reads_the_same_of_both(both: tuple[Path, Path], words: str) -> None:
    said = []
    for folder in both:
        given = words.replace("FILE", str(folder / "game.jsonl")).replace("FOLDER", str(folder))
        ran = run(*given.split())
        assert ran.code == 0, ran
        text = (ran.out + ran.err).replace(str(folder), "")
        said.append(re.sub(r'"(changed|seconds|games_per_second|cpu|now)": [\d.]+', "", text))
    assert said[0] == said[1] and len(said[0]) > 40
