"""Records of games between bots are written whole, with one wait for the disk, and hold what a match would save."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.errors import Diverged
from tilewright.core.play.match import Match, names_of
from tilewright.core.play.replay import replay
from tilewright.core.record import format
from tilewright.core.simulation import games

SETTINGS = [("glenmore", 3), ("isleofskye", 2), ("rebirth", 2)]


@pytest.mark.parametrize(("game", "players"), SETTINGS)
def test_the_lines_are_those_of_a_match_but_for_hashes_before_the_end(
    game: str, players: int, tmp_path: Path
) -> None:
    rules = tw.load(game)
    plan = games.SimulationPlan(game=game, bots=("random",) * players, seed=3, out=str(tmp_path / "out"))
    [row] = games.run(plan)
    names = names_of(players)
    made = {name: bots.make("random", rules) for name in names}
    path = tmp_path / "match.jsonl"
    match = Match(rules, names, seed=3, bots=made, bot_names=dict.fromkeys(names, "random"), record=path)
    match.play_bots()
    wanted = [json.loads(line) for line in path.read_text().splitlines()]
    for line in wanted[:-2]:
        line.pop("hash", None)
    found = tmp_path / "out" / f"{game}-3.jsonl"
    assert [json.loads(line) for line in found.read_text().splitlines()] == wanted
    assert replay(format.read(found), verify=True).state.digest() == row["digest"]


def test_a_game_waits_once_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.setattr(os, "fsync", calls.append)
    plan = games.SimulationPlan(game="rebirth", games=3, seed=1, out=str(tmp_path / "out"))
    assert len([*games.run(plan)]) == len(calls) == 3
    assert sorted(os.listdir(tmp_path / "out")) == [f"rebirth-{seed}.jsonl" for seed in (1, 2, 3)]


def test_a_game_that_is_stopped_leaves_the_games_before_it_and_nothing_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = games.SimulationPlan(game="rebirth", games=3, seed=1, out=str(tmp_path))
    rows = games.run(plan)
    next(rows)

    def stopped(state: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "audit", stopped)
    with pytest.raises(KeyboardInterrupt):
        next(rows)
    assert os.listdir(tmp_path) == ["rebirth-1.jsonl"]


def test_scores_at_the_ends_of_turns_are_compared(tmp_path: Path) -> None:
    [_] = games.run(games.SimulationPlan(game="rebirth", seed=1, out=str(tmp_path)))
    path = tmp_path / "rebirth-1.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if '"turn": 30,' in line)
    turn = json.loads(lines[at])
    turn["scores"][0] += 1
    path.write_text("".join([*lines[:at], json.dumps(turn) + "\n", *lines[at + 1 :]]))
    for verify in (False, True):
        with pytest.raises(Diverged, match=rf"rebirth-1.jsonl:{at + 1}: the record has scores"):
            replay(format.read(path), verify=verify)
