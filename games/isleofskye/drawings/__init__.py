"""A tile as its owner draws it: land, roads and marks as on the table, changed by clicks on its nine letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

import attrs

from tilewright.authoring import (
    SQUARE4,
    At,
    Desk,
    Diagram,
    Drawing,
    Ground,
    Ink,
    Look,
    Path,
    Show,
    Spot,
    Tool,
    Way,
    as_list,
    as_mapping,
    as_text,
)

from ..show.tiles import LOOKS, Wording, legend, sign
from ..tiles import AT_HOME, MARKS, MOST, SCROLL, SIDES, TERRAINS, Kinds, area_at, area_name
from .unfinished import BLANK, EDGES, Part, Unfinished, followed, read

ORDER: tuple[str, ...] = ("face", "road", "has")
BLANK_TOOL, CLEAR_TOOL, LESS_TOOL, ROAD_TOOL = "blank", "clear", "less", "road "
ROADS = 4
"""As many roads as a tile has sides."""


def scrolls_of(desk: Desk, folder: str = "") -> Kinds:
    """The kinds of scroll that the draft's file names."""
    return {SCROLL: ids(desk, f"{folder}scrolls.yaml")}


def ids(desk: Desk, file: str) -> list[str]:
    """The ids of the records of a file of the draft."""
    return [found for one in as_list(desk.files.get(file)) if (found := as_text(as_mapping(one).get("id")))]


@attrs.frozen
class TileDrawing(Drawing):
    """Draws `files.Drawn` and what derives from it."""

    kinds: Callable[[Desk], Kinds] = lambda desk: {}
    """The marks of these tiles that come in kinds."""
    marks: Sequence[str] = MARKS[:-1]
    """Their marks that are counted."""
    bare: str = ""
    """Letters of sides that are not land."""
    looks: Mapping[str, Look] = attrs.field(factory=dict)
    """Looks of what only these tiles show."""
    notes: Callable[[Wording], Iterable[tuple[Ink, str]]] = lambda wording: ()
    """The meaning, for the legend."""

    fields = ORDER
    parts = (3, 3)

    def show(self, record: Any, desk: Desk) -> Show:
        wording = Wording(desk.rules, desk.lang)
        tile = self.tile(record, desk)
        spot = Spot(
            at=(0, 0),
            areas=wording.areas(tile, tile.face),
            ways=wording.roads(tile, tile.face),
            said=wording.shows(tile, tile.face),
        )
        return Show(
            title=desk.rules.game.title,
            boards=(Diagram(grid="square4", spots=[spot]),),
            looks={**LOOKS, **self.looks},
            legend=[*legend(wording), *self.notes(wording)],
            lang=desk.lang,
        )

    def tools(self, record: Any, desk: Desk) -> Sequence[Tool]:
        wording = Wording(desk.rules, desk.lang)
        return [*self._land(wording), *_roads(wording), *self._marks(wording, desk)]

    def click(self, record: Any, desk: Desk, tool: str, at: At, part: Part = (0, 0)) -> Any:
        wording = Wording(desk.rules, desk.lang)
        if at != (0, 0) or part not in [(row, column) for row in range(3) for column in range(3)]:
            raise ValueError(wording.say("no_part"))
        changed = deepcopy(as_mapping(record))
        self.change(changed, desk, wording, tool, part)
        return changed

    def spot(self, record: Any, path: Path, row: int | None = None, letter: int = 0) -> At | None:
        return (0, 0) if not path or path[0] in self.fields else None

    # -- for tiles that show more ------------------------------------------------------------------------------------

    def tile(self, record: Any, desk: Desk) -> Any:
        """The tile that is drawn."""
        return self.read(record, desk).tile

    def change(self, changed: dict[str, Any], desk: Desk, wording: Wording, tool: str, part: Part) -> None:
        """Does what a click with the tool does."""
        before = self.read(changed, desk)
        if tool in (*TERRAINS, *self.bare, BLANK_TOOL):
            if tool == BLANK_TOOL and part in EDGES:
                raise ValueError(wording.say("side_shows_land"))
            self._paint(changed, desk, before, BLANK if tool == BLANK_TOOL else tool, part)
        elif tool in [f"{ROAD_TOOL}{number}" for number in range(1, ROADS + 1)]:
            if part not in EDGES:
                raise ValueError(wording.say("road_at_side"))
            self.lead(changed, int(tool.removeprefix(ROAD_TOOL)) - 1, SIDES[EDGES.index(part)])
        elif tool == CLEAR_TOOL:
            put(changed, "road", [])
            put(changed, "has", [])
        elif tool == LESS_TOOL:
            _take(changed, before, _area(before, part, wording), wording)
        elif tool in self.marks or tool in _tools(self.kinds(desk)):
            _add(changed, before, tool, _area(before, part, wording), wording)
        else:
            raise ValueError(f"there is no tool {tool!r}")

    def read(self, record: Any, desk: Desk) -> Unfinished:
        """The tile as far as it can be read."""
        return read(record, self.kinds(desk), self.bare)

    def rename(
        self, changed: dict[str, Any], before: Unfinished, after: Unfinished, now: Mapping[int, int]
    ) -> None:
        """Marks name the areas in which they lie after a click, as `now` has them by area before."""
        texts = list(as_list(changed.get("has")))
        kept: list[Any] = []
        places: dict[tuple[str, int], int] = {}
        for one, seen in zip(texts, before.has, strict=True):
            if seen is None or seen.area not in now:
                kept.append(one)
                continue
            area = now[seen.area]
            first = places.get((seen.mark, area)) if not seen.kind else None
            if first is not None and len(kept) > first:  # two areas have become one
                number = min(MOST, seen.number + _number(kept[first]))
                kept[first] = _said(number, seen.mark, area_name(after.face, area))
                continue
            if not seen.kind:
                places[seen.mark, area] = len(kept)
            kept.append(one if names(after, one, area) else f"{_first(one)} {area_name(after.face, area)}")
        if texts:
            put(changed, "has", kept)

    def lead(self, changed: dict[str, Any], number: int, side: str) -> None:
        """The road of this number leaves the tile at the side from now on; or not, if it did."""
        roads = [as_text(road) for road in as_list(changed.get("road"))]
        number = min(number, len(roads))
        roads += [""] * (number == len(roads))
        leaves = side in roads[number]
        roads = [road.replace(side, "") for road in roads]
        if not leaves:
            roads[number] = "".join(one for one in SIDES if one in roads[number] + side)
        put(changed, "road", [road for road in roads if road])

    # -- inside ------------------------------------------------------------------------------------------------------

    def _paint(
        self, changed: dict[str, Any], desk: Desk, before: Unfinished, letter: str, part: Part
    ) -> None:
        rows = [[*row] for row in before.rows]
        rows[part[0]][part[1]] = letter
        put(changed, "face", "".join(f"{''.join(row)}\n" for row in rows))
        after = self.read(changed, desk)
        self.rename(changed, before, after, followed(before, after, part))

    def _land(self, wording: Wording) -> Iterator[Tool]:
        group = wording.say("group_land")
        for letter in TERRAINS:
            area = Ground(letter, letter, SQUARE4.directions)
            spot = Spot(at=(0, 0), areas=(area,), said=wording.name(letter))
            yield Tool(name=letter, title=wording.name(letter), group=group, spot=spot)
        for letter in self.bare:
            spot = Spot(at=(0, 0), face=((Ink(letter, on=letter),),), said=wording.name(letter))
            yield Tool(name=letter, title=wording.name(letter), group=group, spot=spot)
        yield Tool(name=BLANK_TOOL, title=wording.say("nothing_there"), group=group, spot=Spot(at=(0, 0)))

    def _marks(self, wording: Wording, desk: Desk) -> Iterator[Tool]:
        group = wording.say("group_marks")
        yield Tool(name=CLEAR_TOOL, title=wording.say("nothing_on_it"), group=group)
        yield Tool(name=LESS_TOOL, title=wording.say("one_less"), group=group)
        for mark in self.marks:
            ink = Ink(sign(mark), mark, said=wording.name(mark))
            yield Tool(name=mark, title=wording.name(mark), group=group, spot=_marked(ink, mark))
        for tool in _tools(self.kinds(desk)):
            mark, kind = tool.split(" ", 1)
            key = f"group_{mark}"
            group = wording.say(key) if wording.has(key) else wording.name(mark)
            ink = wording.symbol(mark, kind)
            yield Tool(name=tool, title=wording.name(kind), group=group, spot=_marked(ink, mark))


def _roads(wording: Wording) -> Iterator[Tool]:
    for number in range(1, ROADS + 1):
        title = f"{wording.say('a_road')} {number}"
        spot = Spot(at=(0, 0), ways=(Way("road", ("n", "s")),), said=title)
        yield Tool(name=f"{ROAD_TOOL}{number}", title=title, group=wording.say("group_roads"), spot=spot)


def _tools(kinds: Kinds) -> list[str]:
    """The names of tools for marks that come in kinds."""
    return list(dict.fromkeys(f"{mark} {kind}" for mark, names in kinds.items() for kind in names))


def _marked(ink: Ink, mark: str) -> Spot:
    """A piece of land with the mark."""
    home = AT_HOME.get(mark, "P")
    return Spot(at=(0, 0), areas=(Ground(home, home, SQUARE4.directions, (ink,)),), said=ink.word)


# -- what a click changes --------------------------------------------------------------------------------------------


def put(changed: dict[str, Any], key: str, value: Any) -> None:
    """The record has this value, in the place where files have it; an empty list is left out."""
    if value == [] and key in ORDER:
        changed.pop(key, None)
    elif key in changed:
        changed[key] = value
    else:
        before = ORDER[: ORDER.index(key)]
        last = max((n for n, one in enumerate(changed, 1) if one in before), default=len(changed))
        behind = {one: changed.pop(one) for one in [*changed][last:]}
        changed |= {key: value, **behind}


def names(tile: Unfinished, one: Any, area: int) -> bool:
    """True if the last word of a mark or of an entrance names this area."""
    try:
        return area_at(tile.face, as_text(one).split()[-1]) == area
    except ValueError:
        return False


def _first(one: Any) -> str:
    """A mark without the word for where it lies."""
    return " ".join(as_text(one).split()[:-1])


def _number(one: Any) -> int:
    words = as_text(one).split()
    return int(words[0]) if words[:1] and words[0].isdecimal() and len(words[0]) < 10 else 1


def _said(number: int, mark: str, where: str) -> str:
    return f"{mark} {where}" if number == 1 else f"{number} {mark} {where}"


def _area(tile: Unfinished, part: Part, wording: Wording) -> int:
    if part not in tile.under:
        raise ValueError(wording.say("no_land"))
    return tile.under[part]


def _add(changed: dict[str, Any], tile: Unfinished, tool: str, area: int, wording: Wording) -> None:
    """One mark more in the area."""
    terrain, home = tile.face.areas[area].terrain, AT_HOME.get(tool)
    if home not in (None, terrain):
        raise ValueError(wording.say("only_there", land=wording.name(str(home))))
    texts = list(as_list(changed.get("has")))
    for at, seen in enumerate(tile.has):
        if seen is not None and not seen.kind and (seen.mark, seen.area) == (tool, area):
            if seen.number == MOST:
                raise ValueError(wording.say("no_more", most=MOST))
            texts[at] = _said(seen.number + 1, tool, texts[at].split()[-1])
            break
    else:
        texts.append(f"{tool} {area_name(tile.face, area)}")
    put(changed, "has", texts)


def _take(changed: dict[str, Any], tile: Unfinished, area: int, wording: Wording) -> None:
    """One mark less in the area: the last one."""
    texts = list(as_list(changed.get("has")))
    for at, seen in reversed([*enumerate(tile.has)]):
        if seen is not None and seen.area == area:
            if seen.number > 1:
                texts[at] = _said(seen.number - 1, seen.mark, texts[at].split()[-1])
            else:
                del texts[at]
            put(changed, "has", texts)
            return
    raise ValueError(wording.say("no_mark"))
