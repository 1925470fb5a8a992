"""What the tests of Isle of Skye's drawings share: random games, positions, and drawings read back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import cast

import attrs

import tilewright as tw
from tilewright.core.draw.model import Panel, Show
from tilewright.core.land.board import Board
from tilewright.core.land.grid import SQUARE4
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import name_of
from tilewright.games.isleofskye.actions import Build
from tilewright.games.isleofskye.show import show
from tilewright.games.isleofskye.state import IsleOfSkyeState, catalogue

from .. import playing

NAMES = ("anna", "bruno", "chiara", "dario", "elena")
LANGUAGES = ("en", "de")
SVG = "{http://www.w3.org/2000/svg}"
SIDES = "NESW"
SIDE_AT = {"N": (0, (3, 2)), "E": (1, (6,)), "S": (2, (3, 2)), "W": (1, (0,))}
"""Row of a tile's side, and in which columns its letter may stand."""


@cache
def rules(**options: object) -> Rules:
    return tw.load("isleofskye", options=options)


def game(count: int, seed: int, **options: object) -> Iterator[IsleOfSkyeState]:
    """Every position of a random game, the last one too."""
    return playing.game(rules(**options), NAMES[:count], seed)


def step(state: IsleOfSkyeState) -> str:
    return "" if state.over else name_of(state.rules.nodes[state.stack[-1][0]])


def seen(state: IsleOfSkyeState, lang: str = "en") -> Show:
    """As the seat to act sees it."""
    return show(state.view(state.to_act[0] if state.to_act else None), lang)


def bare(what: Show) -> Show:
    """Boards and choices alone."""
    return attrs.evolve(what, panels=(), legend=(), caption=())


def panel(what: Show, title: str) -> Panel | None:
    return next((found for found in what.panels if found.title.startswith(title)), None)


def table(found: Panel | None) -> list[dict[str, str]]:
    """The rows of a panel by the words of its head; those of one line left out."""
    assert found is not None
    head = [ink.said or ink.text for ink in found.head]
    return [
        {(head[n] if head else "") or f"#{n}": ink.text for n, ink in enumerate(row)}
        for row in found.rows
        if len(row) > 1
    ]


def new(count: int = 2, scoring: tuple[str, ...] = (), **options: object) -> IsleOfSkyeState:
    """A new game, with these scoring tiles on A to D if any are named."""
    state = cast(IsleOfSkyeState, rules(**options).new(NAMES[:count], seed=7))
    if scoring:
        state.scoring = [state.rules.pieces["scoring"].index(name) for name in scoring]
    return state


def lay(state: IsleOfSkyeState, seat: int, *placements: str) -> None:
    """`L16 1,0 r1`: the tile lies in the seat's territory."""
    for text in placements:
        name, cell, rotation = text.split()
        tile = next(tile for tile in catalogue(state).tiles if tile.id == name)
        state.territories[seat].place(SQUARE4.read(cell), tile.face, int(rotation[1]))


def rebuilt(state: IsleOfSkyeState, seat: int, action: Build) -> Board:
    laid = state.territories[seat]
    board = Board(SQUARE4, laid.regions.empty(), laid.roads.empty())
    for cell in laid:
        board.place(cell, laid.face(cell))
    tile = next(tile for tile in catalogue(state).tiles if tile.id == action.tile)
    board.place(SQUARE4.key(action.cell), tile.face, action.rotation)
    return board
