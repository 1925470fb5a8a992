"""The picture of strength and cost: every bot has its point, its interval and its name, and nothing lies on a name."""

from __future__ import annotations

import runpy
import xml.etree.ElementTree as ET
from itertools import combinations
from math import log10
from pathlib import Path

import pytest

CHART = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "scatter.py"))
LETTER, LINE, Dot, scatter_svg = (CHART[name] for name in ("LETTER", "LINE", "Dot", "scatter_svg"))

SVG = "{http://www.w3.org/2000/svg}"
DOTS = [
    Dot("random", 0.01, -900, -1000, -800),
    Dot("novice", 0.4, -800.4, -900, -700),
    Dot("greedy", 0.2, 0, 0, 0),
    Dot("greedy~1", 0.21, -2, -90, 80),
    Dot("search:60:4 <&", 100.0, 350, 250, 460),
]


def test_points_lie_by_cost_and_rating() -> None:
    root = ET.fromstring(scatter_svg("A & B", DOTS, across="cost", up="rating"))
    circles = root.findall(f"{SVG}circle")
    places = [(float(one.attrib["cx"]), float(one.attrib["cy"])) for one in circles]
    assert len(places) == len(DOTS)
    for one, other in combinations(range(len(DOTS)), 2):
        costs, ratings = zip(*((DOTS[n].cost, DOTS[n].rating) for n in (one, other)), strict=True)
        assert (costs[0] < costs[1]) == (places[one][0] < places[other][0])
        assert (ratings[0] < ratings[1]) == (places[one][1] > places[other][1])
    # By orders of magnitude: from 0.01 to 100 there are four, to 0.4 there is log 40.
    across = [place[0] for place in places]
    assert (across[4] - across[0]) / (across[1] - across[0]) == pytest.approx(4 / log10(40), abs=0.01)
    assert root.findtext(f"{SVG}title") == "A & B"
    assert "search:60:4 <&: 350 (250 to 460), 100" in root.findtext(f"{SVG}desc", "")


def test_names_do_not_lie_on_each_other() -> None:
    root = ET.fromstring(scatter_svg("A", DOTS, across="cost", up="rating"))
    names = {dot.name for dot in DOTS}
    boxes = [
        (float(one.attrib["x"]), float(one.attrib["y"]), LETTER * len(one.text or ""))
        for one in root.findall(f"{SVG}text")
        if one.text in names
    ]
    assert len(boxes) == len(DOTS)
    for (x, y, wide), (other_x, other_y, other_wide) in combinations(boxes, 2):
        assert x + wide <= other_x or other_x + other_wide <= x or abs(y - other_y) >= LINE - 1
