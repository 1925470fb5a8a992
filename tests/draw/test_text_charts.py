"""Charts of the points in text: letter for letter, never larger than they may be, the same with and without colour."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from tilewright.core.draw.text import written
from tilewright.core.draw.text_charts import PointSource, draw_sources, round_lines

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
PARTS = [
    PointSource("port", (1, 2)),
    PointSource("castle", (20, 40)),
    PointSource("farm", (30, 10)),
    PointSource("nothing", (0, 0)),
]


def test_a_bar_is_as_long_as_its_points_and_names_each_source_by_a_letter() -> None:
    drawn = draw_sources("Sources", ["anna", "bruno"], PARTS, rest="other", width=80)
    assert drawn.splitlines() == [
        "Sources",
        # A cell is a point: 20, 30 and 1 of them, then 40, 10 and 2; the largest source is a.
        "A anna  51 a20=================b30===========================c",
        "B bruno 52 a40=====================================b10=======c=",
        "",
        "          A  B             A  B             A  B",
        "a castle 20 40   b farm   30 10   c port    1  2",
    ]


def test_losses_stand_at_the_left_of_the_bars() -> None:
    parts = [PointSource("coins", (12, 6)), PointSource("penalty", (0, -3))]
    drawn = draw_sources("", ["anna", "bruno"], parts, rest="other", width=40)
    assert drawn.splitlines()[1:3] == ["A anna  12    |a12=========", "B bruno  3 b3=|a6===="]


def test_sources_without_room_are_added_up() -> None:
    parts = [PointSource(f"source {n}", (n, 2 * n)) for n in range(1, 31)]
    drawn = draw_sources("Sources", ["anna", "bruno"], parts, rest="all others", width=40, height=12)
    rows = drawn.splitlines()
    assert len(rows) == 12
    assert rows[5].split() == ["a", "source", "30", "30", "60"]
    # Source 30 down to 25 have lines of their own; 1 + 2 + ... + 24 = 300 are left.
    assert rows[-1].split() == ["g", "all", "others", "300", "600"]


def test_steps_stand_where_the_points_are_and_seats_take_turns_in_one_cell() -> None:
    rounds = [(0, 0), (5, 10), (10, 20)]
    drawn = written(round_lines("Rounds", ["anna", "bruno"], [1, 2, 3], rounds, width=15, height=9), False)
    assert drawn.splitlines() == [
        "Rounds",
        "20|        BBBB",
        "  |",
        "10|    BBBBAAAA",
        "  |    AAAA",
        " 0|ABAB",
        "  +1---2---3---",
        "A anna 10",
        "B bruno 20",
    ]


@pytest.mark.parametrize("seats", [1, 2, 5])
@pytest.mark.parametrize("rounds", [1, 5, 34, 300])
@pytest.mark.parametrize(("width", "height"), [(40, 8), (80, 24), (200, 60)])
def test_no_chart_is_larger_than_it_may_be_and_colour_changes_no_letter(
    seats: int, rounds: int, width: int, height: int
) -> None:
    names = ["anna", "bruno", "carla", "d" * 30, "大翔"][:seats]
    parts = [
        PointSource(f"source of points {n}", tuple((n * s) % 17 - 3 for s in range(seats))) for n in range(40)
    ]
    course = [tuple(n * (s + 1) - 5 for s in range(seats)) for n in range(rounds)]
    kept: list[list[str]] = []
    for colour in (False, "standard", "256", "truecolor"):
        bars = draw_sources("Sources", names, parts, rest="other", colour=colour, width=width, height=height)
        numbers = range(1, rounds + 1)
        steps = written(round_lines("Rounds", names, numbers, course, width=width, height=height), colour)
        drawn = [bars, steps]
        plain = [ESCAPES.sub("", text) for text in drawn]
        assert (plain == drawn) is (colour is False)
        rows = [[row.rstrip() for row in text.splitlines()] for text in plain]
        for chart in rows:
            assert len(chart) <= height and max(map(cell_len, chart)) <= width
        kept = kept or rows
        assert rows == kept


def test_a_match_without_rounds_or_points_has_charts_of_nothing() -> None:
    assert written(round_lines("Rounds", ["anna"], [], []), False) == "Rounds\n"
    assert draw_sources("Sources", ["anna"], [], rest="other").splitlines()[1] == "A anna 0"
