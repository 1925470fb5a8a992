"""A separate folder for saved games, and a finished game to look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from .shell import GAME, run


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are saved in this test."""
    for name in ("SEED", "PLAIN", "LANG", "DEBUG"):
        monkeypatch.delenv(f"TILEWRIGHT_{name}", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole game between bots. It must not be changed."""
    path = tmp_path_factory.mktemp("played") / "game.jsonl"
    ran = run("play", GAME, "-p", "anna:greedy", "-p", "bruno:random", "--seed", "7", "--save", path)
    assert ran.code == 0, ran
    return path
