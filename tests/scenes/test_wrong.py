"""What is said of a file that holds no scenes; scenes that are wrong are in tests/games/test_wordings.py."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile
from tilewright.core.play.match import Match
from tilewright.core.scenes import scene as scenes


def test_a_record_is_not_a_scene(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    Match(tw.load("rebirth"), ["anna", "bruno"], record=path)
    with pytest.raises(InvalidFile) as error:
        scenes.read(path)
    file = path.as_posix()
    assert [str(problem) for problem in error.value.problems] == [
        f"{file}:1:1: this is the record of a game, not a scene; see it with: tilewright replay {file}; go on with it: "
        f"tilewright resume {file}"
    ]
