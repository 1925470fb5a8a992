"""Charts of the points as pictures: lengths and heights are the points, letters and dashes tell what colours tell."""

from __future__ import annotations

from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from tilewright.core.base.html import Html
from tilewright.core.draw.svg_charts import MOST, bars, rounds_svg
from tilewright.core.draw.symbols import symbol_for
from tilewright.core.draw.text_charts import PointSource, gathered
from tilewright.core.rules.state import by_score

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


def standings(parts: list[PointSource], seats: list[str] = SEATS, **more: Any) -> Element:
    """The rows of players by their points, and what the signs mean."""
    totals = [sum(part.points[seat] for part in parts) for seat in range(len(seats))]
    drawn = bars(seats, ["A", "B"], by_score(totals), totals, parts, rest="other", **more)
    return ElementTree.fromstring(f"<div>{drawn}</div>")


def segments(row: Element) -> list[tuple[float, float]]:
    """From where to where each part of a bar goes, in percent."""
    found = [one.find("rect") for one in row.iter("g") if (one.get("class") or "").startswith("seg")]
    return [(share(one.get("x")), share(one.get("width"))) for one in found if one is not None]


def share(text: str | None) -> float:
    assert text is not None and text.endswith("%")
    return float(text[:-1])


def test_parts_of_bars_are_as_long_as_their_points_and_add_up_to_the_score() -> None:
    root = standings(PARTS, notes={1: "you"})
    rows = root.findall("ol/li")
    assert [row.findtext("b[@class='name']") for row in rows] == ["bruno", "anna"]
    assert [row.findtext("span[@class='place']") for row in rows] == ["1", "2"]
    assert [row.findtext("b[@class='total']") for row in rows] == ["52", "51"]
    assert [row.findtext("b/small") for row in rows] == ["you", None]
    # The largest part of each first; bruno's 52 points are a whole bar.
    wide = [size for row in rows for _, size in segments(row)]
    assert wide == pytest.approx([100 * points / 52 for points in (40, 10, 2, 30, 20, 1)], abs=0.06)
    for row in rows:
        assert sum(float(one.text.split()[-1]) for one in row.iter("title") if one.text) == float(
            row.findtext("b[@class='total']") or ""
        )
        at = segments(row)
        assert [x for x, _ in at] == pytest.approx(
            [sum(size for _, size in at[:n]) for n in range(len(at))], abs=0.2
        )
    assert rows[0].find("svg").get("aria-label") == "castle 40, farm 10, port 2"  # type: ignore[union-attr]


def test_losses_are_hatched_at_the_end() -> None:
    parts = [PointSource("coins", (12, 6)), PointSource("penalty", (0, -3)), PointSource("fine", (-1, -2))]
    rows = standings(parts).findall("ol/li")
    assert [row.findtext("b[@class='total']") for row in rows] == ["11", "1"]
    for row, most in zip(rows, (12, 6), strict=True):
        areas = [
            [one.get("fill") for one in part.findall("rect")][1]
            for part in row.iter("g")
            if "seg" in (part.get("class") or "")
        ]
        assert areas[0] != "url(#hatched)" and set(areas[1:]) == {"url(#hatched)"}
        assert segments(row)[0] == pytest.approx((0, 100 * most / 13), abs=0.06)
    assert {"\u22123", "\u22122"} <= {*texts(rows[1])}


def test_a_source_has_its_symbol_or_a_letter_and_a_list_says_which() -> None:
    root = standings(
        [
            PointSource("ports", (9, 9), symbol_for("port")),
            PointSource("sheep", (5, 5), symbol_for("most_sheep")),
        ]
    )
    meanings = root.findall("ul/li")
    assert ["".join(one.itertext()).split()[-1] for one in meanings] == ["ports", "sheep"]
    assert [one.find("svg//use") is not None for one in meanings] == [False, True]
    uses = [one.get("href") for one in root.iter("use")]
    assert uses == ["#sym-sheep"] * 3 and "a" in texts(root)


def test_small_sources_of_many_are_added_up() -> None:
    parts = [PointSource(f"source {n}", (n, 2 * n)) for n in range(1, 31)]
    found = gathered(parts, "all others", MOST)
    assert [part.name for part in found[:2]] == ["source 30", "source 29"] and len(found) == 14
    # Source 30 down to 18 stand alone; 1 + 2 + ... + 17 = 153 are left.
    assert found[-1] == PointSource("all others", (153, 306))


def points_of(path: str) -> list[tuple[float, float]]:
    found = (point.split(" ") for point in path.removeprefix("M").split("L"))
    return [(float(x), float(y)) for x, y in found]


def lines(root: Element) -> list[Element]:
    """The lines of the players."""
    return [
        one for one in root.iter("path") if one.get("stroke-width") == "3" and one.get("d", "").count("L") > 1
    ]


def test_lines_are_as_high_as_the_points_and_differ_in_dashes() -> None:
    rounds = [(0, 0), (5, 10), (10, 20)]
    root = ElementTree.fromstring(rounds_svg("Rounds", SEATS, [1, 2, 3], rounds))
    anna, bruno = (points_of(one.get("d", "")) for one in lines(root))
    (_, zero), (_, top) = anna[0], bruno[2]
    assert [zero - y for _, y in anna] == pytest.approx([(zero - top) * n / 20 for n in (0, 5, 10)], abs=0.11)
    assert [x for x, _ in anna] == [x for x, _ in bruno] == sorted({x for x, _ in anna})
    assert len({one.get("stroke-dasharray") for one in lines(root)}) == 2
    assert {"1", "2", "3", "0", "20", "A", "B"} <= {*texts(root)}
    assert root.get("aria-label") == "Rounds. anna: 0, 5, 10; bruno: 0, 10, 20"


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
    labels = [one for one in root.iter("text") if one.get("y") == "160"]
    assert 5 <= len(labels) <= 13
    assert all(len(text) <= 14 for text in texts(root))
    assert root.get("width") is None


@pytest.mark.parametrize("chart", [rounds_svg("T", SEATS, [], [])])
def test_nothing_yet_is_a_chart_as_well(chart: Html) -> None:
    assert ElementTree.fromstring(chart).findtext("title") == "T"


def test_hostile_names_are_words() -> None:
    evil = "<script>&\"'\x1b]]>"
    for chart in (
        f"<div>{bars([evil, 'b'], ['A', 'B'], [(1,), (0,)], [1, 2], [PointSource(evil, (1, 2))], rest=evil)}</div>",
        rounds_svg(evil, [evil, "b"], [1], [(1, 2)]),
    ):
        root = ElementTree.fromstring(chart)
        assert not list(root.iter("script")) and "style" not in {
            name for one in root.iter() for name in one.attrib
        }
