"""Charts of the points as pictures: lengths and heights are the points, letters and dashes tell what colours tell."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tilewright.core.base.html import Html
from tilewright.core.draw.css import palette_css
from tilewright.core.draw.svg_charts import gathered, rounds_svg, sources_svg, sources_table
from tilewright.core.draw.text_charts import PointSource, draw_rounds, draw_sources

Element = ElementTree.Element
SEATS = ["anna", "bruno"]
PARTS = [
    PointSource("port", (1, 2)),
    PointSource("castle", (20, 40)),
    PointSource("farm", (30, 10)),
    PointSource("nothing", (0, 0)),
]


def texts(root: Element) -> list[str]:
    return [one.text or "" for one in root.iter("text")]


def bars(root: Element) -> list[Element]:
    """The parts of bars; badges of players are as high as wide."""
    return [one for one in root.iter("rect") if one.get("height") == "22"]


def test_parts_of_bars_are_as_long_as_their_points() -> None:
    root = ElementTree.fromstring(sources_svg("Sources", SEATS, PARTS, rest="other"))
    wide = [float(one.get("width", "")) for one in bars(root)]
    # The largest source first: castle 20, farm 30, port 1, then 40, 10 and 2; bruno's 52 points are a whole line.
    assert wide == pytest.approx([348 * points / 52 for points in (20, 30, 1, 40, 10, 2)], abs=0.06)
    # A letter takes 11 units, so that anna's single point has none.
    assert texts(root) == ["A", "anna", "51", "a 20", "b 30", "B", "bruno", "52", "a 40", "b 10", "c"]
    starts = [float(one.get("x", "")) for one in bars(root)]
    assert starts[0] == starts[3] == 6
    assert starts[1:3] == pytest.approx([starts[n] + wide[n] for n in (0, 1)], abs=0.11)
    assert root.findtext("title") == "Sources"
    assert (
        root.findtext("desc") == "anna 51: castle 20, farm 30, port 1; bruno 52: castle 40, farm 10, port 2"
    )


def test_losses_end_where_gains_begin() -> None:
    parts = [PointSource("coins", (12, 6)), PointSource("penalty", (0, -3)), PointSource("fine", (-1, -2))]
    root = ElementTree.fromstring(sources_svg("", SEATS, parts, rest="other"))
    scale, found = 348 / 17, [(float(one.get("x", "")), float(one.get("width", ""))) for one in bars(root)]
    zero = 6 + 5 * scale
    # anna's 12 and 1 lost; bruno's 6, 3 and 2 lost.
    assert found[0] == pytest.approx((zero, 12 * scale), abs=0.06)
    assert found[1] == pytest.approx((zero - scale, scale), abs=0.06)
    assert found[2] == pytest.approx((zero, 6 * scale), abs=0.06)
    assert found[3] == pytest.approx((6, 3 * scale), abs=0.06)
    assert found[4] == pytest.approx((6 + 3 * scale, 2 * scale), abs=0.06)


def test_small_sources_of_many_are_added_up() -> None:
    parts = [PointSource(f"source {n}", (n, 2 * n)) for n in range(1, 31)]
    found = gathered(parts, "all others")
    assert [part.name for part in found[:2]] == ["source 30", "source 29"] and len(found) == 10
    # Source 30 down to 22 stand alone; 1 + 2 + ... + 21 = 231 are left.
    assert found[-1] == PointSource("all others", (231, 462))


def test_the_table_says_what_the_letters_mean() -> None:
    root = ElementTree.fromstring(sources_table(SEATS, PARTS, rest="other"))
    assert [one.get("aria-label") for one in root.findall("thead/tr/th/span")] == SEATS
    rows = [["".join(cell.itertext()) for cell in row] for row in root.findall("tbody/tr")]
    assert rows == [["a castle", "20", "40"], ["b farm", "30", "10"], ["c port", "1", "2"]]
    for chip in root.findall("tbody/tr/th/span"):
        assert f".{chip.get('class', '').split()[-1]}{{" in palette_css()


def points_of(path: str) -> list[tuple[float, float]]:
    found = (point.split(" ") for point in path.removeprefix("M").split("L"))
    return [(float(x), float(y)) for x, y in found]


def lines(root: Element) -> list[Element]:
    """The lines of the players."""
    return [one for one in root.iter("path") if one.get("stroke-width") == "2.2" and "L" in one.get("d", "")]


def test_lines_are_as_high_as_the_points_and_differ_in_dashes() -> None:
    rounds = [(0, 0), (5, 10), (10, 20)]
    root = ElementTree.fromstring(rounds_svg("Rounds", SEATS, [1, 2, 3], rounds))
    anna, bruno = (points_of(one.get("d", "")) for one in lines(root))
    (_, zero), (_, top) = anna[0], bruno[2]
    assert [zero - y for _, y in anna] == pytest.approx([(zero - top) * n / 20 for n in (0, 5, 10)], abs=0.11)
    assert [x for x, _ in anna] == [x for x, _ in bruno] == sorted({x for x, _ in anna})
    assert len({one.get("stroke-dasharray") for one in lines(root)}) == 2
    assert {"1", "2", "3", "0", "20", "anna", "bruno"} <= {*texts(root)}
    assert root.findtext("desc") == "anna: 0, 5, 10; bruno: 0, 10, 20"


def test_letters_at_the_ends_do_not_cover_each_other() -> None:
    seats = ["anna", "bruno", "clara", "dora", "emil"]
    rounds = [(0,) * 5, (7, 7, 7, 8, -3)]
    root = ElementTree.fromstring(rounds_svg("", seats, [1, 2], rounds))
    badges = [one for one in root.iter("rect") if float(one.get("x", "")) > 300]
    heights = sorted(float(one.get("y", "")) for one in badges)
    assert len(badges) == 5 and min(b - a for a, b in pairwise(heights)) >= 16.9
    _, _, wide, high = map(float, root.get("viewBox", "").split())
    assert all(y >= 0 and y + 15 <= high for y in heights) and wide == 360


def test_charts_stay_as_wide_as_a_phone() -> None:
    rounds = [(n, 2 * n) for n in range(60)]
    root = ElementTree.fromstring(rounds_svg("", ["a" * 40, "b" * 40], range(1, 61), rounds))
    assert all(0 <= x <= 360 for one in lines(root) for x, _ in points_of(one.get("d", "")))
    labels = [one for one in root.iter("text") if one.get("y") == "215"]
    assert 5 <= len(labels) <= 13
    assert all(len(text) <= 14 for text in texts(root))
    assert root.get("width") is None


@pytest.mark.parametrize("chart", [rounds_svg("T", SEATS, [], []), sources_svg("T", SEATS, [], rest="r")])
def test_nothing_yet_is_a_chart_as_well(chart: Html) -> None:
    assert ElementTree.fromstring(chart).findtext("title") == "T"


def test_hostile_names_are_words() -> None:
    evil = "<script>&\"'\x1b]]>"
    for chart in (
        sources_svg(evil, [evil, "b"], [PointSource(evil, (1, 2))], rest=evil),
        sources_table([evil, "b"], [PointSource(evil, (1, 2))], rest=evil),
        rounds_svg(evil, [evil, "b"], [1], [(1, 2)]),
    ):
        root = ElementTree.fromstring(chart)
        assert not list(root.iter("script")) and "style" not in {
            name for one in root.iter() for name in one.attrib
        }


def test_charts_have_the_letters_of_the_match() -> None:
    """Where a game's own letters are taken, anna is N on its boards, and in its charts as well."""
    parts = [PointSource("farm", (3, 4))]
    names, given = ["anna", "bruno"], ("N", "R")
    for drawn in (
        sources_svg("T", names, parts, rest="rest", signs=given),
        sources_table(names, parts, rest="rest", signs=given),
        rounds_svg("T", names, [1, 2], [(1, 2), (3, 4)], signs=given),
        draw_sources("T", names, parts, rest="rest", signs=given),
        draw_rounds("T", names, [1, 2], [(1, 2), (3, 4)], signs=given),
    ):
        said = re.findall(r"\b[A-Z]\b", re.sub(r"<title>.*?</title>|d=\"[^\"]*\"", "", drawn))
        assert {"N", "R"} <= {*said} and not {"A", "B"} & {*said}, drawn
