"""Records and walks for the pages of replays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tilewright.core.bots import make
from tilewright.core.draw.show_sentences import spot_said
from tilewright.core.play.match import Match
from tilewright.core.rules.assembly import load
from tilewright.core.table.replay_walk import Eyes, Walk
from tilewright.core.web.page_words import PageWords

NAMES = ("anna", "bruno", "carla")
SKYE = ("bonus", "druids", "outskirts", "tunnel")
SEED = 20_240_817_301


def played(
    path: Path,
    game: Any,
    seats: int = 2,
    most: int = 10_000,
    modules: tuple[str, ...] = (),
    bot: str = "random",
) -> Path:
    """A record of so many decisions of bots, in a folder whose name must not be told."""
    rules = load(game, modules)
    names = NAMES[:seats]
    match = Match(rules, names, seed=SEED, bot_names=dict.fromkeys(names[1:], "greedy"), record=path)
    mover = make(bot, rules)
    while not match.over and match.decisions < most:
        match.play(match.choose(match.state.to_act[0], mover))
    match.close()
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("unmentioned")


@pytest.fixture(scope="module")
def finished(folder: Path) -> Path:
    """A whole match with hidden tiles."""
    return played(folder / "finished.jsonl", "rebirth", bot="greedy")


@pytest.fixture(scope="module")
def short(folder: Path) -> Path:
    """The beginning of such a match."""
    return played(folder / "short.jsonl", "rebirth", most=15)


@pytest.fixture(scope="module")
def skye(folder: Path) -> Path:
    """A match that goes on, with secret prices."""
    return played(folder / "skye.jsonl", "isleofskye", 3, 60, SKYE)


def walked(path: Path, eyes: Eyes = None, lang: str = "en") -> Walk:
    walk = Walk.open(path, lang)
    walk.eyes, walk.at = eyes, walk.last
    return walk


def event_of(walk: Walk) -> str:
    """The decision that made the position, in words for people who see it."""
    step = walk.step()
    return PageWords(walk.rules, walk.show, tuple(walk.seats))(
        walk.event(), step.seat if step is not None else None
    )


def on_boards(walk: Walk) -> list[tuple[str, list[str]]]:
    """Every board of the position with all its spots in words, as the walk shows them, in any order."""
    boards = [board for board in walk.show.boards if board.spots]
    return sorted(
        (board.title, sorted(spot_said(spot) if spot.said else spot.called for spot in board.spots))
        for board in boards
    )
