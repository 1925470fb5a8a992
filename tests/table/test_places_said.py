"""The legend's sentences on coordinates and named places, compared with the grids and with where things lie."""

from __future__ import annotations

import re

import pytest

import tilewright as tw
from tilewright.core.land.grid import HEX, SQUARE4, SQUARE8
from tilewright.core.play.match import Match
from tilewright.core.table.lookup import places_said
from tilewright.core.table.table import Table

COUNTS = {"four": SQUARE4, "eight": SQUARE8, "six": HEX}


@pytest.mark.parametrize(
    ("game", "count"), [("rebirth", "six"), ("glenmore", "eight"), ("isleofskye", "four")]
)
def test_each_grid_says_once_how_coordinates_are_read(game: str, count: str) -> None:
    chair = Table(Match(tw.load(game), ["anna", "bruno"], seed=2), "en").chair(0)
    text = places_said(chair.show, chair.texts)[0]
    found = re.match(r"(-?\d+),(-?\d+) means column (-?\d+), row (-?\d+)\.", text)
    assert found is not None and found.group(1, 2) == found.group(3, 4) and count in text
    grid = COUNTS[count]
    sides = {"four": 4, "eight": 8, "six": 6}[count]
    assert chair.view.rules.game.grid is grid and len(grid.directions) == sides
    below = grid.offsets[grid.directions.index("se" if grid is HEX else "s")]
    row = tuple(grid.at(below))[1]
    assert ("rows upwards" in text) == (row < 0) and ("count from the top" in text) == (row > 0)


def test_letters_of_castles_and_cathedrals_are_joined_with_their_names() -> None:
    rules = tw.load("rebirth")
    chair = Table(Match(rules, ["anna", "bruno"], seed=2), "pl").chair(0)
    text = places_said(chair.show, chair.texts)[-1]
    sites = [*rules.data.castles, *rules.data.cathedrals]
    assert text.startswith("Miejsca: ") and len(text.split("; ")) == len(sites)
    for site in rules.data.castles:
        name = site.name.removesuffix(" Castle")
        assert f"{site.code} {name} {site.hex.q},{site.hex.r}" in text
