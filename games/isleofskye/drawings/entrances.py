"""Tiles whose roads enter a mountain of the tile: which do, by clicks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from tilewright.authoring import SQUARE4, Desk, Ground, Spot, Tool, Way, as_list, as_text

from ..show.tiles import Wording
from ..tiles import SIDES, Symbol, Tile, area_at, area_name
from . import CLEAR_TOOL, LESS_TOOL, ORDER, TileDrawing, names
from .unfinished import Part, Unfinished

ENTRANCE_TOOL = "entrance "
MOUNTAIN = "M"


@attrs.frozen
class EntranceDrawing(TileDrawing):
    """Draws tiles with a list `entrances`: a side at which the road leaves, then the mountain that it enters."""

    mark: str = ""
    kind: str = ""
    """The mark that stands for an entrance, and its kind."""

    fields = (*ORDER, "entrances")

    def tools(self, record: Any, desk: Desk) -> Sequence[Tool]:
        wording = Wording(desk.rules, desk.lang)
        group, tools = wording.name(self.kind), []
        ground = Ground(MOUNTAIN, MOUNTAIN, SQUARE4.directions, (wording.symbol(self.mark, self.kind),))
        for number, road in enumerate(self.read(record, desk).face.roads, 1):
            sides = tuple(SQUARE4.directions[side] for side in road)
            title = wording.say("entrance_of", road=f"{wording.say('a_road')} {number}")
            spot = Spot(at=(0, 0), areas=(ground,), ways=(Way("road", sides),), said=title)
            tools.append(Tool(name=f"{ENTRANCE_TOOL}{number}", title=title, group=group, spot=spot))
        return [*super().tools(record, desk), *tools]

    def tile(self, record: Any, desk: Desk) -> Tile:
        drawn = self.read(record, desk)
        texts = as_list(record.get("entrances") if isinstance(record, dict) else None)
        found = tuple(found for one in texts if (found := _entrance(drawn, one)) is not None)
        shown = (Symbol(self.mark, self.kind, area) for _, area in found)
        return attrs.evolve(drawn.tile, symbols=(*drawn.tile.symbols, *shown), entrances=found)

    def change(self, changed: dict[str, Any], desk: Desk, wording: Wording, tool: str, part: Part) -> None:
        drawn = self.read(changed, desk)
        if not tool.startswith(ENTRANCE_TOOL):
            texts = as_list(changed.get("entrances"))
            there = [
                one for one in texts if (_entrance(drawn, one) or (-1, -1))[1] == drawn.under.get(part, -2)
            ]
            if tool == LESS_TOOL and there:  # it is the last thing that is put on a tile
                changed["entrances"] = [one for one in texts if one != there[-1]]
                return
            super().change(changed, desk, wording, tool, part)
            if tool == CLEAR_TOOL:
                changed["entrances"] = []
            return
        number = tool.removeprefix(ENTRANCE_TOOL)
        if number not in [str(n) for n in range(1, len(drawn.face.roads) + 1)]:
            raise ValueError(wording.say("no_road"))
        road, area = int(number) - 1, drawn.under.get(part, -1)
        if area < 0 or drawn.face.areas[area].terrain != MOUNTAIN:
            raise ValueError(wording.say("only_there", land=wording.name(MOUNTAIN)))
        texts = as_list(changed.get("entrances"))
        kept = [one for one in texts if _entrance(drawn, one) != (road, area)]
        if kept == texts:
            kept.append(f"{SIDES[drawn.face.roads[road][0]]} {area_name(drawn.face, area)}")
        changed["entrances"] = kept

    def rename(
        self, changed: dict[str, Any], before: Unfinished, after: Unfinished, now: Mapping[int, int]
    ) -> None:
        super().rename(changed, before, after, now)
        kept = []
        for one in as_list(changed.get("entrances")):
            area = now.get((_entrance(before, one) or (-1, -1))[1])
            same = area is None or names(after, one, area)
            kept.append(one if same else f"{as_text(one)[0]} {area_name(after.face, area or 0)}")
        if kept:
            changed["entrances"] = kept

    def lead(self, changed: dict[str, Any], number: int, side: str) -> None:
        """A road that no longer leaves at a side is named by its first other one; one that is gone enters nothing."""
        before = [as_text(road) for road in as_list(changed.get("road"))]
        super().lead(changed, number, side)
        if side in "".join(map(as_text, as_list(changed.get("road")))):
            return
        left = next((road.replace(side, "") for road in before if side in road), "")
        texts = [as_text(one) for one in as_list(changed.get("entrances"))]
        if any(one[:1] == side for one in texts):
            kept = texts if left else [one for one in texts if one[:1] != side]
            changed["entrances"] = [left[0] + one[1:] if one[:1] == side else one for one in kept]


def _entrance(tile: Unfinished, one: Any) -> tuple[int, int] | None:
    """Road and area of an entrance; None if it cannot be read."""
    side, _, where = as_text(one).partition(" ")
    try:
        if side not in [*SIDES]:
            return None
        road, area = tile.face.road_at[SIDES.index(side)], area_at(tile.face, where)
    except ValueError:
        return None
    return (road, area) if road >= 0 and tile.face.areas[area].terrain == MOUNTAIN else None
