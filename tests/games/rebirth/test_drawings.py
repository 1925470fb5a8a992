"""A map changed by clicks: what each click makes of the record, and that it looks as on the table."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile
from tilewright.core.box.drawing import Desk
from tilewright.core.draw.svg import draw_svg
from tilewright.core.draw.text import draw_text
from tilewright.core.rules.ruleset import Rules
from tilewright.core.text.document import read_document
from tilewright.core.text.folder import Folder
from tilewright.games.rebirth import GAME
from tilewright.games.rebirth.checks import load_printed
from tilewright.games.rebirth.files import MapFile
from tilewright.games.rebirth.map_reader import axial
from tilewright.games.rebirth.show.sheets import map_show

from ...cases import cases

DATA = files("tilewright.data") / "rebirth"
DRAWING = GAME.drawings[MapFile]
MAPS: dict[str, Any] = {
    "maps/default.yaml": {},
    "maps/alternative.yaml": {"options": {"map": "alternative"}},
    "modules/ireland/over/maps/ireland.yaml": {"modules": ["ireland"]},
}
SMALL = """\
F.  En  O.  Ka
  Lp  L.  ..  ~~
L.  Mn  M.  C1
"""


@cache
def rules(name: str = "maps/default.yaml") -> Rules:
    return tw.load("rebirth", **MAPS[name])


def desk(name: str = "maps/default.yaml", lang: str = "en") -> Desk:
    return Desk(rules=rules(name), files={}, lang=lang)


def shipped(name: str) -> dict[str, Any]:
    found: dict[str, Any] = deepcopy(read_document((DATA / name).read_text("utf-8"), name).content)
    return found


def small() -> dict[str, Any]:
    return {
        "picture": SMALL,
        "castles": [
            {"code": "Ka", "name": "Sinclair", "at": ["0", "3"]},
            {"code": "Kb", "name": "Ardvreck", "at": ["5", "5"]},
        ],
        "cathedrals": [{"code": "C1", "name": "Dornoch", "at": ["2", "3"]}],
        "areas": {"north": ["0", "1"], "south": ["2", "2"]},
        "expected_counts": {"playable": "9"},
    }


def click(record: Any, tool: str, row: int, column: int, on: Desk | None = None) -> Any:
    at = axial(row, column)
    before = deepcopy(record)
    after = DRAWING.click(record, on or desk(), tool, (at.q, at.r))
    assert record == before
    return after


def rows(record: Any) -> list[list[str]]:
    return [row.split() for row in record["picture"].splitlines()]


# -- clicks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tool", "row", "column", "mark"), cases(__file__, "painting"))
def test_painting(tool: str, row: int, column: int, mark: str) -> None:
    before = small()
    after = click(before, tool, row, column)
    expected = rows(before)
    expected[row][column] = mark
    assert rows(after) == expected
    assert {**after, "picture": ""} == {**before, "picture": ""}
    assert after["picture"].splitlines()[1].startswith("  ")


@pytest.mark.parametrize(("tool", "row", "column", "said"), cases(__file__, "what_cannot_be_put_there"))
def test_what_cannot_be_put_there(tool: str, row: int, column: int, said: str) -> None:
    with pytest.raises(ValueError) as caught:
        click(small(), tool, row, column)
    assert str(caught.value) == said


def test_refusals_speak_the_language_of_the_desk() -> None:
    with pytest.raises(ValueError, match="Häfen liegen nur auf Feldern von Siedlungen"):
        click(small(), "p", 0, 0, desk(lang="de"))


def test_a_place_is_moved_painted_over_and_placed_again() -> None:
    moved = click(small(), "site Ka", 2, 2)
    assert rows(moved) == [["F.", "En", "O.", ".."], ["Lp", "L.", "..", "~~"], ["L.", "Mn", "Ka", "C1"]]
    assert moved["castles"][0] == {"code": "Ka", "name": "Sinclair", "at": ["2", "2"]}
    over = click(moved, "F", 2, 2)
    assert over["castles"] == moved["castles"]
    assert "Ka" not in over["picture"]
    again = click(over, "site Ka", 1, 2)
    assert again["castles"][0]["at"] == ["1", "2"]
    assert again["castles"][1]["at"] == ["5", "5"]  # one that is not drawn stays as it is
    placed = click(again, "site Kb", 2, 3)  # a cathedral stood here, and keeps its entry
    assert rows(placed)[2] == ["L.", "Mn", "F.", "Kb"]
    assert placed["castles"][1]["at"] == ["2", "3"]
    assert placed["cathedrals"] == small()["cathedrals"]


def test_entries_follow_the_picture() -> None:
    record = small()
    record["castles"][0]["at"] = ["1", "1"]
    assert click(record, "E", 0, 0)["castles"][0]["at"] == ["0", "3"]


def test_new_places_have_the_next_free_code() -> None:
    record = click(small(), "new castle", 0, 0)
    record = click(record, "new cathedral", 0, 1)
    record = click(record, "new castle", 1, 2)
    assert rows(record) == [["Kc", "C2", "O.", "Ka"], ["Lp", "L.", "Kd", "~~"], ["L.", "Mn", "M.", "C1"]]
    owner = {"provenance": "owner", "name_provenance": "owner"}
    assert record["castles"][2:] == [
        {"code": "Kc", "name": "Castle c", "at": ["0", "0"], **owner},
        {"code": "Kd", "name": "Castle d", "at": ["1", "2"], **owner},
    ]
    assert record["cathedrals"][1:] == [{"code": "C2", "name": "Cathedral 2", "at": ["0", "1"], **owner}]


def test_what_a_map_declares_has_tools() -> None:
    name = "modules/ireland/over/maps/ireland.yaml"
    record, on = shipped(name), desk(name)
    tools = {tool.name: tool for tool in DRAWING.tools(record, on)}
    assert tools["W"].title == "field of a sprawling settlement"
    assert tools["+"].title == "offshore farm"
    assert tools["site TT"].title == "TT Hill of Tara"
    assert tools["new tower"].title == "one more: round tower"
    assert tools["new tower"].group == tools["site TT"].group == "Round towers"
    after = click(record, "+", 0, 5, on)
    assert rows(after)[0][5] == "L+"
    after = click(after, "new tower", 0, 6, on)
    assert after["sites"]["towers"][-1]["code"] == "Tn"
    assert after["sites"]["towers"][-1]["at"] == ["0", "6"]
    after = click(after, "site Ta", 0, 7, on)
    assert rows(after)[1][6] == ".."
    assert after["sites"]["towers"][1]["at"] == ["0", "7"]


def test_a_new_place_comes_first_and_the_others_as_they_are_listed() -> None:
    record = click(small(), "new castle", 0, 0)
    tools = [
        tool
        for tool in DRAWING.tools(record, desk())
        if tool.name.endswith(("castle", "cathedral")) or (tool.name.startswith("site "))
    ]
    assert [tool.name for tool in tools] == [
        "new castle",
        *(f"site {castle['code']}" for castle in record["castles"]),
        "new cathedral",
        "site C1",
    ]
    assert [tool.title for tool in tools if tool.name == "site Kc"] == ["Kc Castle c"]


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_tools_are_told_apart(name: str, lang: str) -> None:
    tools = DRAWING.tools(shipped(name), desk(name, lang))
    assert len({tool.name for tool in tools}) == len(tools)
    assert len({tool.title for tool in tools}) == len(tools)
    assert all(tool.title and tool.group and tool.spot for tool in tools)


# -- drawings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_it_looks_as_on_the_table(name: str, lang: str) -> None:
    shown, sheet = DRAWING.show(shipped(name), desk(name, lang)), map_show(rules(name), lang)
    assert [spot for board in shown.boards for spot in board.spots] == list(sheet.boards[0].spots)
    assert shown.looks == sheet.looks
    assert shown.legend == sheet.legend


@pytest.mark.parametrize("name", MAPS)
def test_a_shipped_map_can_be_painted_hex_by_hex(name: str) -> None:
    """On an empty grid, in any order, with places that stand somewhere else before."""
    wanted, on = shipped(name), desk(name)
    marks = {(r, c): mark for r, row in enumerate(rows(wanted)) for c, mark in enumerate(row)}
    record = DRAWING.blank(wanted, on, len(rows(wanted)), len(rows(wanted)[0]))
    assert set(record["picture"].split()) == {".."}
    record |= {key: wanted[key] for key in ("castles", "cathedrals", "sites") if key in wanted}
    order = list(marks)
    Random(7).shuffle(order)
    for place in order:
        mark, at = marks[place], axial(*place)
        if mark[0] in "KCT":
            tools = [f"site {mark}"]
        elif mark in ("..", "~~"):
            tools = [{"..": "sea", "~~": "loch"}[mark]]
        else:
            tools = [letter for letter in mark if letter != "."]
        for tool in tools:
            record = DRAWING.click(record, on, tool, (at.q, at.r))
    facts = {"expected_counts": 0, "fixed_by_facts": 0}
    assert {**record, **facts} == {**wanted, **facts}
    empty = DRAWING.blank(wanted, on, 20, 9)
    assert set(empty["expected_counts"]) == set(wanted["expected_counts"])


def test_an_empty_grid() -> None:
    record = DRAWING.blank(shipped("maps/default.yaml"), desk(), 10, 8)
    assert rows(record) == [[".."] * 8] * 10
    assert [castle["code"] for castle in record["castles"]] == ["KE", "KS"]
    assert record["cathedrals"] == []
    assert record["areas"] == shipped("maps/default.yaml")["areas"]  # where they end is for the owner to say
    assert "fixed_by_facts" not in record
    assert record["expected_counts"]["castles"] == "0"
    assert set(record["expected_counts"].values()) == {"0"}
    assert len(DRAWING.show(record, desk()).boards[0].spots) == 80
    name = "modules/ireland/over/maps/ireland.yaml"
    record = DRAWING.blank(shipped(name), desk(name), 3, 40)
    assert [castle["code"] for castle in record["castles"]] == ["KB"]
    assert [tower["code"] for tower in record["sites"]["towers"]] == ["TT"]


@pytest.mark.parametrize("size", [(2, 8), (8, 2), (41, 8), (8, 41), (0, 0), (-1, 5)])
def test_sizes_that_no_map_has(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="A map can have 3 to 40 rows and 3 to 40 columns"):
        DRAWING.blank(shipped("maps/default.yaml"), desk(), *size)


def test_counts() -> None:
    assert DRAWING.counts(small(), desk()) == cases(__file__, "counts")
    name = "modules/ireland/over/maps/ireland.yaml"
    found = DRAWING.counts(shipped(name), desk(name))
    assert found["Round towers"] == 14
    assert found["offshore farm"] == 8
    assert found["sprawling settlements, of 4 fields"] == 3


def test_problems_point_at_hexes() -> None:
    record = small()
    assert DRAWING.spot(record, ("picture",), 1, 6) == tuple(axial(1, 1))
    assert DRAWING.spot(record, ("picture",), 2, 12) == tuple(axial(2, 3))
    assert DRAWING.spot(record, ("picture",)) is None
    assert DRAWING.spot(record, ("picture",), 9, 0) is None
    assert DRAWING.spot(record, ("castles", 0, "at")) == tuple(axial(0, 3))
    assert DRAWING.spot(record, ("castles", 1, "code")) is None
    assert DRAWING.spot(record, ("castles", 7)) is None
    assert DRAWING.spot(record, ("expected_counts", "food")) is None
    ireland = shipped("modules/ireland/over/maps/ireland.yaml")
    assert DRAWING.spot(ireland, ("sites", "towers", 0)) == tuple(axial(6, 8))


@pytest.mark.parametrize("record", cases(__file__, "whatever_is_unfinished_is_drawn"))  # fmt: skip
def test_whatever_is_unfinished_is_drawn(record: Any) -> None:
    for lang in ("en", "de", "pl"):
        shown = DRAWING.show(record, desk(lang=lang))
        draw_text(shown)
        draw_svg(shown)
        tools = DRAWING.tools(record, desk(lang=lang))
        DRAWING.counts(record, desk(lang=lang))
    for tool in tools:
        try:
            DRAWING.show(DRAWING.click(record, desk(), tool.name, (0, 0)), desk())
        except ValueError:
            continue
    DRAWING.show(DRAWING.blank(record, desk(), 5, 5), desk())


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_clicked_is_loaded_or_refused(seed: int, tmp_path: Path) -> None:
    name = list(MAPS)[seed % 3]
    random, on, record = Random(seed), desk(name), shipped(name)
    if seed >= 3:
        record = DRAWING.blank(record, on, 6, 7)
    tools = [tool.name for tool in DRAWING.tools(record, on)] + ["odd"]
    for number in range(60):
        at = random.randrange(-2, 14), random.randrange(-1, 18)
        try:
            record = DRAWING.click(record, on, random.choice(tools), at)
        except ValueError as error:
            assert str(error)
        spots = DRAWING.show(record, on).boards[0].spots
        assert len(spots) == sum(map(len, rows(record)))
        if number % 15 == 0:
            file = tmp_path / "maps" / "default.yaml"
            file.parent.mkdir(exist_ok=True)
            file.write_text(json.dumps(record), "utf-8")
            try:
                load_printed(Folder(DATA, "data/rebirth", overlay=tmp_path))
            except InvalidFile as error:
                for problem in error.problems:
                    DRAWING.spot(record, problem.path, problem.row, problem.letter)
