"""Tiles of Isle of Skye on the owner's page: all that are shipped, whatever is unfinished or clicked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile
from tilewright.core.draw.svg import draw_svg
from tilewright.core.draw.text import draw_text
from tilewright.games.isleofskye.drawings.unfinished import CENTRE, EDGES
from tilewright.games.isleofskye.files import Castle, Drawn, Landscape
from tilewright.games.isleofskye.modules import tunnel
from tilewright.games.isleofskye.modules._druids.files import DruidTile
from tilewright.games.isleofskye.modules._outskirts.files import Side as OutskirtSide
from tilewright.games.isleofskye.show.tiles import LOOKS, Wording

from ...cases import cases
from .clicks import SE, N, click, content, desk, drawing, rules, tile

# -- drawings --------------------------------------------------------------------------------------------------------


def shipped() -> Iterator[tuple[str, str, type, Any]]:
    """Module, id, class and record of every tile of the box and its modules, both sides of outskirts."""
    for one in content("landscape.yaml"):
        yield "", one["id"], Landscape, one
        if "alternative" in one:
            yield "", "", Drawn, one["alternative"]
    for one in content("castles.yaml"):
        yield "", one["id"], Castle, one
    for one in content("modules/tunnel/tunnels.yaml"):
        yield "tunnel", one["id"], tunnel.TunnelTile, one
    for one in content("modules/druids/druids.yaml"):
        yield "druids", one["id"], DruidTile, one
    for one in content("modules/outskirts/outskirts.yaml"):
        yield "outskirts", one["id"], OutskirtSide, one["front"]
        yield "outskirts", f"{one['id']}-back", OutskirtSide, one["back"]


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_tiles_look_as_on_the_table(lang: str) -> None:
    for module, name, kind, record in shipped():
        shown = drawing(kind, module).show(record, desk(module, lang))
        spot = shown.boards[0].spots[0]
        if name:
            wording = Wording(rules(module), lang)
            known = wording.catalogue.by_face[name]
            if name.endswith("-back"):
                assert known.back is not None or known.face.name == name
                known = known.back or known
            assert spot.areas == wording.areas(known, known.face), name
            assert spot.ways == wording.roads(known, known.face), name
            assert spot.said == wording.shows(known, known.face), name
        assert len(shown.boards[0].spots) == 1
        assert {**shown.looks, **LOOKS} == shown.looks
        draw_text(shown)
        draw_svg(shown)


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_tools_are_told_apart(lang: str) -> None:
    for module, kind in [("", Landscape), ("", Castle), ("tunnel", tunnel.TunnelTile), ("druids", DruidTile),
                         ("outskirts", OutskirtSide)]:  # fmt: skip
        record = tile(".P. MMM .W.", road=["n", "e"])
        tools = drawing(kind, module).tools(record, desk(module, lang))
        assert len({tool.name for tool in tools}) == len(tools)
        assert len({(tool.group, tool.title) for tool in tools}) == len(tools)
        assert all(tool.title and tool.group for tool in tools)


def test_every_shipped_tile_can_be_drawn_from_nothing() -> None:
    """Its land letter by letter, then roads, marks and entrances: what is in the file."""
    for module, name, kind, record in shipped():
        how: dict[str, Any] = {"kind": kind, "module": module}
        made: Any = {key: value for key, value in record.items() if key not in ("face", "road", "has")}
        if "entrances" in made:
            made["entrances"] = []
        for row, line in enumerate(record["face"].split()):
            for column, letter in enumerate(line):
                if letter != ".":
                    made = click(made, letter, (row, column), **how)
        for number, road in enumerate(record.get("road", []), 1):
            for side in road:
                made = click(made, f"road {number}", EDGES["nesw".index(side)], **how)
        parts = {"P": "P", "M": "M", "W": "W"}
        for text in record.get("has", []):
            *words, where = text.split()
            count = int(words.pop(0)) if words[0].isdecimal() else 1
            for _ in range(count):
                made = click(made, " ".join(words), _part(record["face"], parts.get(where, where)), **how)
        for text in record.get("entrances", []):
            side, where = text.split()
            number = next(n for n, road in enumerate(record["road"], 1) if side in road)
            made = click(made, f"entrance {number}", _part(record["face"], where), **how)
        assert made == record, name


def _part(face: str, where: str) -> tuple[int, int]:
    """A part of the area: the side of that name, or the first side or the centre with that letter."""
    if where in "nesw":
        return EDGES["nesw".index(where)]
    rows = face.split()
    return next((row, column) for row, column in (*EDGES, CENTRE) if rows[row][column] == where)


@pytest.mark.parametrize("record", cases(__file__, "whatever_is_unfinished_is_drawn"))
def test_whatever_is_unfinished_is_drawn(record: Any) -> None:
    for module, kind in [("", Landscape), ("tunnel", tunnel.TunnelTile), ("outskirts", OutskirtSide)]:
        drawn = drawing(kind, module)
        shown = drawn.show(record, desk(module))
        draw_text(shown)
        draw_svg(shown)
        for tool in drawn.tools(record, desk(module)):
            for part in (N, CENTRE, SE):
                try:
                    drawn.show(drawn.click(record, desk(module), tool.name, (0, 0), part), desk(module))
                except ValueError:
                    continue


@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_clicked_is_loaded_or_refused(seed: int, tmp_path: Path) -> None:
    module, file, kind = [
        ("", "landscape.yaml", Landscape),
        ("", "castles.yaml", Castle),
        ("tunnel", "modules/tunnel/tunnels.yaml", tunnel.TunnelTile),
        ("druids", "modules/druids/druids.yaml", DruidTile),
        ("outskirts", "modules/outskirts/outskirts.yaml", OutskirtSide),
    ][seed]
    random, drawn, on = Random(seed), drawing(kind, module), desk(module)
    whole = deepcopy(content(file))
    number = random.randrange(len(whole))
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    for turn in range(80):
        record = whole[number]["front"] if kind is OutskirtSide else whole[number]
        tool = random.choice([*(tool.name for tool in drawn.tools(record, on)), "odd"])
        try:
            record = drawn.click(record, on, tool, (0, 0), (random.randrange(3), random.randrange(3)))
        except ValueError as error:
            assert str(error)
        drawn.show(record, on)
        if kind is OutskirtSide:
            whole[number]["front"] = record
        else:
            whole[number] = record
        if turn % 10 == 0:
            (tmp_path / file).write_text(json.dumps(whole), "utf-8")
            try:
                tw.load("isleofskye", [module] if module else [], data=tmp_path)
            except InvalidFile as error:
                assert all(problem.path for problem in error.problems)


def test_problems_of_a_drawing_are_about_its_spot() -> None:
    drawn = drawing(tunnel.TunnelTile, "tunnel")
    for path in [(), ("face",), ("has", 2), ("entrances", 0)]:
        assert drawn.spot({}, path) == (0, 0)
    assert drawn.spot({}, ("provenance",)) is None
