"""Tiles of the box and its modules on the owner's page: a click on a record, and what it makes of it."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from importlib.resources import files
from typing import Any

import tilewright as tw
from tilewright.core.box.drawing import Desk, Drawing, drawing_of
from tilewright.core.rules.ruleset import Rules
from tilewright.core.text.document import read_document
from tilewright.games.isleofskye import GAME
from tilewright.games.isleofskye.drawings.unfinished import CORNERS, EDGES
from tilewright.games.isleofskye.files import Landscape
from tilewright.games.isleofskye.modules import druids, outskirts, tunnel

DATA = files("tilewright.data") / "isleofskye"
MODULES = {"tunnel": tunnel, "druids": druids, "outskirts": outskirts}
N, E, S, W = EDGES
NE, SE, SW, NW = CORNERS


@cache
def rules(module: str = "") -> Rules:
    return tw.load("isleofskye", [module] if module else [])


@cache
def content(name: str) -> Any:
    return read_document((DATA / name).read_text("utf-8"), name).content


def desk(module: str = "", lang: str = "en") -> Desk:
    names = ["scrolls.yaml", "modules/druids/scrolls.yaml", "modules/druids/tablets.yaml"]
    return Desk(rules=rules(module), files={name: content(name) for name in names}, lang=lang)


def drawing(kind: type, module: str = "") -> Drawing:
    declared = [MODULES[module].tilewright_module().drawings] if module else []
    found = drawing_of(kind, [*declared, GAME.drawings])
    assert found is not None
    return found


def click(record: Any, tool: str, part: tuple[int, int], kind: type = Landscape, module: str = "") -> Any:
    before = deepcopy(record)
    after = drawing(kind, module).click(record, desk(module), tool, (0, 0), part)
    assert record == before
    return after


def tile(face: str, **more: Any) -> dict[str, Any]:
    return {"id": "L99", "face": "\n".join(face.split()) + "\n", **more, "provenance": "owner"}
