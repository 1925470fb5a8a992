"""Pieces that can be picked are seen in a small window: beside the board, or as soon as the cursor goes to one."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from textual.pilot import Pilot

from tilewright.core.draw.model import Diagram, Ink, Offer, Show, Spot
from tilewright.core.screen.app import TableExit
from tilewright.core.screen.canvas import Boards, flat
from tilewright.core.screen.play_screen import PlayScreen

from .playing import at, everything, rested, screen, settled, table

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch, name: str) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(EXAMPLES / name))
    yield importlib.import_module(name)
    for module in [module for module in sys.modules if module.partition(".")[0] == name]:
        del sys.modules[module]


def seen(now: PlayScreen, where: tuple[int, tuple[int, int]]) -> bool:
    """True if all of the spot is within the window."""
    assert now.boards.canvas is not None
    box = now.boards.canvas.boxes.get(where)
    return box is not None and now.boards.size.region.translate(now.boards.scroll_offset).contains_region(box)


@pytest.mark.parametrize("name", ["stowage"])
def test_a_board_and_the_pieces_for_it_are_in_a_small_window(example: Any) -> None:
    async def test(pilot: Pilot[TableExit]) -> None:
        for _ in range(4):
            now = await rested(pilot)
            assert now.choice is not None and len(now.choice.choosing.pieces) > 1
            for where in now.choice.choosing.lit:
                assert seen(now, where), (where, everything(pilot))
            await pilot.press("enter")
            await settled(pilot)

    at(table(example, 2, seed=3, bots="greedy"), test)


@pytest.mark.parametrize("name", ["paths", "ford"])
def test_a_piece_that_has_no_room_is_seen_once_the_cursor_is_on_it(example: Any) -> None:
    made = table(example, 2, seed=3, people=2, steps=3)

    async def test(pilot: Pilot[TableExit]) -> None:
        if not isinstance(pilot.app.screen, PlayScreen):
            await pilot.press("enter")  # the curtain
        now = await rested(pilot)
        choice = screen(pilot).choice
        assert choice is not None
        own = next(board for board, _ in choice.choosing.pieces if board)  # what one holds
        assert not any(board == own for board, _ in now.boards.drawn), everything(pilot)
        for _ in choice.groups:
            await pilot.press("tab")
            await settled(pilot)
            if choice.where is not None and choice.where[0] == own:
                break
        assert choice.where in choice.choosing.pieces and seen(now, choice.where), everything(pilot)
        await pilot.press("tab", "tab")
        await settled(pilot)
        assert choice.where is not None and seen(now, choice.where), everything(pilot)

    at(made, test)


@pytest.mark.parametrize("name", ["paths"])
def test_a_row_that_is_cut_keeps_the_pieces_of_choices(example: Any) -> None:
    made = table(example, 2, seed=3)
    moves = made.match.state.legal(0)
    row = Diagram(grid="row", spots=[Spot(at=(n, 0), face=((Ink("t"),),)) for n in range(4)])
    offers = [Offer(action=moves[0], at=(0, 0)), Offer(action=moves[1], at=(0, 0), piece=(0, (2, 0)))]
    cut = Boards(Show(title="", boards=[row], offers=offers), {(0, (0, 0)): "x"}).sparing()
    assert [spot.at for spot in cut.show.boards[0].spots] == [(0, 0), (2, 0)]


def test_squares_are_drawn_on_one_line_only_if_they_lose_nothing() -> None:
    spot = Spot(at=(0, 0), face=((Ink("C"),),))
    board = Diagram(grid="square4", spots=[spot])
    two = attrs.evolve(spot, face=((Ink("C"),), (Ink("C"),)))
    assert flat(board) and not flat(attrs.evolve(board, spots=[two]))
    assert not flat(attrs.evolve(board, spots=[attrs.evolve(spot, short=(Ink("c"),))]))
    assert not flat(attrs.evolve(board, grid="hex"))
