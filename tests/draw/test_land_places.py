"""Figures on land stand where their area is seen, clear of roads, of each other and of the rim."""

from __future__ import annotations

from itertools import combinations
from math import dist, hypot

import pytest

from tilewright.core.draw.land_places import Plan, base, laid_out, open_corner

SIZE = 28.0
LAKE = (("n", "e", "s", "w"), ())


def figures(*areas: int) -> tuple[tuple[int, float], ...]:
    return tuple((area, SIZE) for area in areas)


def test_the_area_with_most_sides_then_with_most_figures_lies_below_the_others() -> None:
    assert base((("n",), ("e", "s", "w"))) == 1
    assert base((("n", "e"), ("s",), ("w",))) == 0
    assert base((("n", "e"), ("s", "w"))) == 0
    assert base((("n",), ("e", "w"), ("s",))) == 1
    assert base((("n",), ("e",), ("s",), ("w",)), figures(2, 2, 0)) == 2


def test_a_figure_in_each_of_four_areas_is_in_it() -> None:
    plan = Plan((("n",), ("e",), ("s",), ("w",)), figures=figures(1, 3, 0, 2))
    (ex, ey), (wx, wy), (nx, ny), (sx, sy) = middles(plan)
    assert sy > 30 and abs(sx) < 12
    assert wx < -30 and abs(wy) < 12
    assert ex > 30 and abs(ey) < 12
    assert ny < 0 and abs(nx) < 12  # of equal areas the first one has the middle


@pytest.mark.parametrize("many", [1, 2, 3, 4])
def test_figures_keep_off_a_road_and_each_other(many: int) -> None:
    plan = Plan((("n", "s", "e"), ("w",)), ((("n", "s"), ()),), figures(*[0] * many))
    found = laid_out(plan).figures
    assert len({place[2] for place in found}) == 1 and found[0][2] >= 0.6 * SIZE
    for x, y, size in found:
        assert abs(x) > 6 + 0.4 * size
        assert max(abs(x), abs(y)) + 0.4 * size < 50
    for one, other in combinations(found, 2):
        assert dist(one[:2], other[:2]) > 0.8 * one[2]


def test_figures_of_a_corner_lie_on_its_side_of_the_border() -> None:
    for x, y in middles(Plan((("n", "e"), ("s", "w")), figures=figures(0, 0))):
        assert x - y > 14
    for x, y in middles(Plan((("n", "e"), ("s", "w")), figures=figures(1, 1))):
        assert y - x > 14


def test_land_within_the_tile_keeps_off_a_bend_and_the_land_around_it_has_no_figure_there() -> None:
    plan = Plan(LAKE, ((("n", "e"), ()),), figures(1, 0, 0))
    [(cx, cy, radius)] = laid_out(plan).rounds.values()
    assert hypot(cx - 50, cy + 50) > 50 + 6 + radius
    boat, *sheep = middles(plan)
    assert dist(boat, (cx, cy)) < radius / 2
    assert all(dist(one, (cx, cy)) > radius + 8 for one in sheep)


def test_a_road_that_ends_leads_to_land_within_the_tile() -> None:
    [(cx, cy, _)] = laid_out(Plan(LAKE, ((("s",), ()),))).rounds.values()
    assert hypot(cx, cy) < 4


def test_a_road_leads_into_an_area_and_its_figure_stands_near() -> None:
    plan = Plan((("n", "w"), ("e", "s")), ((("n",), (0,)),), figures(1, 1))
    mouth, other = middles(plan)
    assert 10 < hypot(*mouth) < hypot(*other)
    assert mouth[1] - mouth[0] > -60 and mouth[0] + mouth[1] > 0


def test_a_figure_on_a_road_stands_on_it() -> None:
    roads = ((("n", "e"), ()), (("s",), ()))
    plan = Plan((("n", "e", "s", "w"),), roads, figures(1, 2))
    bend, end = middles(plan)
    assert hypot(bend[0] - 50, bend[1] + 50) == pytest.approx(50, abs=0.1)
    assert end == (0, 25)


def test_two_neighbouring_sides_without_land_are_cut_off() -> None:
    assert open_corner((("n",), ("e",))) == "n"
    assert open_corner((("n", "w"),)) == "w"
    assert open_corner((("n",), ("s",))) == ""
    [(x, y)] = middles(Plan((("n", "e"),), figures=figures(0)))
    assert x > y


def middles(plan: Plan) -> list[tuple[float, float]]:
    return [place[:2] for place in laid_out(plan).figures]
