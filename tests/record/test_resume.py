"""Records go on after an interruption as if nothing had happened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.errors import Diverged, InvalidFile, TilewrightError, UsageError
from tilewright.core.bots.random import Random
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay, resume
from tilewright.core.record import format
from tilewright.core.rules.ruleset import Rules

from ..toys import nim
from .recorded import RULES, lines_of, played


@pytest.mark.parametrize("name", ["rebirth", "auction", "meadow"])
def test_a_torn_record_goes_on_as_if_nothing_had_happened(tmp_path: Path, name: str) -> None:
    """Wherever the file ends, what follows is a whole record: no draw, hash or result is left out."""
    rules = RULES[name]
    whole = tmp_path / "whole.jsonl"
    played(rules, whole, most=9)
    raw = whole.read_bytes()
    first = raw.index(b"\n") + 1
    for cut in range(first, len(raw) + 1, max(1, len(raw) // 40)):
        torn = tmp_path / f"{cut}.jsonl"
        torn.write_bytes(raw[:cut])
        match, found = resume(torn, lambda text, r: Random(r), rules)
        assert found.unfinished == (0 if b"\n" in raw[cut - 1 : cut + 1] else len(raw[:cut].splitlines()))
        seat = match.state.to_act[0]
        match.play(match.state.legal(seat)[0])
        match.close()
        again = format.read(torn)
        assert not again.unfinished
        assert replay(again, verify=True, rules=rules).state == match.state


def test_a_torn_result_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = played(RULES["rebirth"], path)
    raw = path.read_bytes()
    path.write_bytes(raw[: raw.rindex(b'{"n": ') + 9])
    again, found = resume(path, lambda text, rules: Random(rules))
    assert found.unfinished and again.over and again.state == match.state and again.path is None
    assert path.read_bytes() == raw


def test_bots_come_back_by_their_names(tmp_path: Path) -> None:
    rules = RULES["nim"]
    names = {"anna": "random", "bruno": "./mine.py:Bot"}
    match = Match(rules, ["anna", "bruno"], record=tmp_path / "match.jsonl", bot_names=names)
    match.play("take 1")
    match.close()
    asked: list[str] = []

    def bots(text: str, loaded: Rules) -> Random:
        asked.append(text)
        return Random(loaded)

    again, _ = resume(tmp_path / "match.jsonl", bots, rules)
    assert asked == ["random", "./mine.py:Bot"] and set(again.bots) == {"anna", "bruno"}
    again.play_bots()
    again.close()
    assert replay(format.read(tmp_path / "match.jsonl"), verify=True, rules=rules).over


def test_a_bot_of_the_record_that_cannot_be_made_is_a_mistake_in_its_header(tmp_path: Path) -> None:
    """One that somebody has named now is a mistake of theirs."""
    rules, path = RULES["nim"], tmp_path / "match.jsonl"
    Match(rules, ["anna", "bruno"], record=path, bot_names={"anna": "gone"}).close()
    with pytest.raises(InvalidFile, match=r"match\.jsonl:1:1: bots\.anna: there is no bot 'gone'"):
        resume(path, bots.installed, rules)
    with pytest.raises(UsageError, match=r"^there is no bot 'away'"):
        resume(path, bots.installed, rules, {"anna": "away"})


def test_undo_reaches_as_far_after_a_resume(tmp_path: Path) -> None:
    rules = RULES["nim"]
    match = Match(rules, ["anna", "bruno"], record=tmp_path / "match.jsonl")
    match.play("take 1")
    match.play("take 2")
    match.close()
    again, _ = resume(tmp_path / "match.jsonl", lambda text, r: Random(r), rules)
    assert again.can_undo(1) and not again.can_undo(0)
    again.undo()
    again.close()
    lines = lines_of(tmp_path / "match.jsonl")
    assert (
        lines[-1] == {"undo": 1} and replay(format.read(tmp_path / "match.jsonl"), rules=rules).decisions == 1
    )


def test_the_same_game_is_the_same_record(tmp_path: Path) -> None:
    for name in ("one", "other"):
        played(RULES["storm"], tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_an_error_of_a_game_names_its_line(tmp_path: Path) -> None:
    """A plugin that refuses its own record says where, like everything else that goes wrong there."""
    path = tmp_path / "match.jsonl"
    match = played(RULES["nim"], path, most=2)

    class Refusing(nim.TakeStep):
        def play(self, state: Any, action: Any, log: Any) -> bool:
            raise TilewrightError("not today")

    def phases(rules: Any) -> list[Any]:
        [phase] = nim.GAME.phases(rules)
        phase.steps = (Refusing(),)
        return [phase]

    other = tw.load(nim.bent(phases=phases))
    with pytest.raises(Diverged, match=r"match.jsonl:2: .*not today"):
        replay(format.read(path), rules=other)
    assert attrs.has(type(match.state))
