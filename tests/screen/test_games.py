"""Games at the full screen to their end: with keys alone, at 200x60 and with the mouse; large ones from late on."""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from tilewright.core.screen.board_widget import BoardWidget
from tilewright.core.screen.lines_widget import LinesWidget
from tilewright.core.screen.play_screen import PlayScreen
from tilewright.core.table import typed_choice
from tilewright.core.table.table import Table

from ..cli.shell import run
from ..toys import auction, nim
from .playing import Keys, Mouse, app, everything, left, table, whole
from .steady import driven

SMALL, LARGE = (80, 24), (200, 60)
SKYE = ("bonus", "druids", "outskirts", "tunnel")


GAMES: dict[str, tuple[Any, dict[str, Any]]] = {
    "rebirth": ("rebirth", {"seats": 4}),
    "ireland": ("rebirth", {"seats": 3, "modules": ("ireland",)}),
    "glenmore": ("glenmore", {"seats": 2}),
    "isleofskye": ("isleofskye", {"seats": 5, "modules": SKYE}),
    "carcassonne": ("carcassonne", {"seats": 3}),
    "nim": (nim.PLUGIN, {}),
    "auction": (auction.PLUGIN, {"seats": 3, "people": 2}),
}


LATE = {"rebirth": 90, "ireland": 90, "glenmore": 120, "isleofskye": 190, "carcassonne": 100}
"""Decisions after which a game is played on that is not played whole."""


def soak(name: str, *usual: str) -> Any:
    """The mark of a game that is played in the soak alone."""
    return () if name in usual else pytest.mark.soak


def play(name: str, size: tuple[int, int], kind: type[Keys], seed: int = 1, steps: int = 0) -> None:
    """Play a game to its end, after so many decisions; at every decision what it needs is on the screen."""
    game, more = GAMES[name]
    to_the_end(table(game, seed=seed, steps=steps, **more), size, kind, seed)


def to_the_end(made: Table, size: tuple[int, int], kind: type[Keys], seed: int) -> None:
    """Play at this table until the game is over, and see who has won."""
    opened = app(made)

    async def played() -> None:
        async with driven(opened, size) as pilot:
            await whole(pilot, kind(pilot, seed), complete)
            await pilot.pause()
            assert made.over and made.said("screen.over") in everything(pilot)
        left(opened)

    asyncio.run(played())


def complete(now: PlayScreen) -> None:
    """Whoever is asked sees what is asked, the choice under the cursor, what it would do, and the keys."""
    choice = now.choice
    assert choice is not None and not now.query_one("#typed", Input).has_focus
    show = now.chair.show
    asked = typed_choice.picked(choice.choosing, now.chair) or show.asks or now.chair.name
    assert asked in now.query_one("#head", LinesWidget).text
    window = now.size.region
    for part in ("head", "preview", "foot"):
        sheet = now.query_one(f"#{part}", LinesWidget)
        assert window.contains_region(sheet.region) and sheet.size.height == len(sheet.text.split("\n")), part
    boards = now.query_one(BoardWidget)
    assert choice.action is not None or choice.listed or choice.where not in choice.choosing.spots
    if choice.where is not None and boards.canvas is not None:
        box = boards.canvas.boxes[choice.where].translate(-boards.scroll_offset)
        assert boards.size.region.overlaps(box), (
            choice.where,
            boards.size,
            boards.scroll_offset,
            boards.max_scroll_y,
            boards.virtual_size,
        )
    if choice.listed:
        side = now.query_one("#side", LinesWidget)
        assert side.display and side.size.height and side.size.width >= 18


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=soak(name, *GAMES.keys() - {"ireland"})) for name in GAMES]
)
def test_a_game_with_keys_alone(name: str) -> None:
    play(name, SMALL, Keys, steps=LATE.get(name, 0))


@pytest.mark.soak
@pytest.mark.parametrize("name", LATE)
def test_a_whole_game_with_keys_alone(name: str) -> None:
    play(name, SMALL, Keys)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget afterwards what was imported from a folder that a test has written."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.split(".")[0] in ("grove", "copse"):
            del sys.modules[name]


@pytest.mark.parametrize(("name", "grid", "kind"), [("grove", "square", Keys), ("copse", "hex", Mouse)])
def test_a_whole_game_as_tilewright_new_writes_it(
    name: str, grid: str, kind: type[Keys], tmp_path: Path, written: None
) -> None:
    assert run("new", name, tmp_path / name, "--grid", grid).code == 0
    sys.path.insert(0, str(tmp_path / name))
    to_the_end(table(importlib.import_module(name), 3), SMALL, kind, seed=1)


@pytest.mark.parametrize("name", [pytest.param(name, marks=soak(name, "glenmore")) for name in LATE])
def test_a_game_on_a_large_screen(name: str) -> None:
    play(name, LARGE, Keys, seed=2, steps=LATE[name])


@pytest.mark.parametrize("name", [pytest.param(name, marks=soak(name, "isleofskye")) for name in LATE])
def test_a_game_with_the_mouse(name: str) -> None:
    play(name, SMALL, Mouse, seed=3, steps=LATE[name])
