"""A map as its owner draws it: the hexes of the table, changed by clicks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING, Any

from tilewright.authoring import (
    At,
    Desk,
    Diagram,
    Drawing,
    Hex,
    Ink,
    Path,
    Show,
    Spot,
    Tool,
    as_list,
    as_mapping,
    as_text,
    singular,
)

from ..checks import counts
from ..files import FIELDS, SETTLEMENT
from ..map_reader import FARMS, LOCH, SEA, Place, axial, position, settlements
from ..show.board import Wording
from ..show.hexes import PORT, Hexes, legend, legend_before, looks, mark_said, place_said
from .unfinished import Unfinished, read, written

if TYPE_CHECKING:
    from ..files import MapFile

LEAST, MOST = 3, 40
"""Number of rows and columns that an empty grid may have."""
HERE = Hex(0, 0)
WATER = {"sea": SEA, "loch": LOCH}
PORT_TOOL, NEUTRAL_TOOL, SITE_TOOL, NEW_TOOL = "p", "n", "site ", "new "


class MapDrawing(Drawing):
    """Draws `files.MapFile`: the picture of a map, and where its castles, cathedrals and further places stand.

    A place that is painted over keeps its entry, and its tool puts it back; the loader says that it is missing.
    """

    fields = ("picture", "castles", "cathedrals", "sites")
    sized = True

    def show(self, record: Any, desk: Desk) -> Show:
        drawn, captions = read(record), Wording(desk.rules, desk.lang)
        map_file, marks = drawn.map_file, drawn.marks
        return Show(
            title=desk.rules.game.title,
            boards=(Diagram(grid="hex", spots=list(_spots(drawn, Hexes(captions, map_file)))),),
            looks=looks(map_file),
            legend=[
                *legend(captions, map_file, any(mark[1] == "p" for mark in marks.values())),
                *legend_before(captions, bool(map_file.cathedrals)),
            ],
            lang=desk.lang,
        )

    def tools(self, record: Any, desk: Desk) -> Sequence[Tool]:
        captions = Wording(desk.rules, desk.lang)
        drawn = read(record)
        hexes = Hexes(captions, drawn.map_file)
        return [*_fields(captions, hexes), *_signs(captions, hexes), *_places(captions, hexes, drawn)]

    def click(self, record: Any, desk: Desk, tool: str, at: At, part: tuple[int, int] = (0, 0)) -> Any:
        drawn, captions = read(record), Wording(desk.rules, desk.lang)
        rows = [list(row) for row in drawn.rows]
        row, column = position(Hex(*at))
        if not (0 <= row < len(rows) and 0 <= column < len(rows[0])):
            raise ValueError(captions.say("no_hex"))
        changed = deepcopy(as_mapping(record))
        before = rows[row][column]
        if tool.startswith(SITE_TOOL):
            code = tool.removeprefix(SITE_TOOL)
            if code not in [site.code for _, sites in drawn.map_file.places.values() for site in sites]:
                raise ValueError(f"there is no tool {tool!r}")
            rows = [[SEA if mark == code else mark for mark in line] for line in rows]
            rows[row][column] = code
        elif tool.startswith(NEW_TOOL):
            rows[row][column] = _new(changed, drawn, tool.removeprefix(NEW_TOOL), captions)
        else:
            rows[row][column] = _painted(tool, before, drawn.map_file, captions)
        changed["picture"] = written(rows)
        _follow(changed)
        return changed

    def spot(self, record: Any, path: Path, row: int | None = None, letter: int = 0) -> At | None:
        place: Place | None = None
        drawn = read(record)
        if path[:1] == ("picture",) and row is not None:
            place = row, max(0, letter - row % 2 * 2) // 4
        else:
            place = drawn.drawn.get(as_text(_entry(record, path).get("code")))
        if place is None or not (0 <= place[0] < len(drawn.rows) and place[1] < len(drawn.rows[0])):
            return None
        found = axial(*place)
        return found.q, found.r

    def counts(self, record: Any, desk: Desk) -> Mapping[str, int]:
        captions, drawn = Wording(desk.rules, desk.lang), read(record)
        found, map_file = _counted(drawn), drawn.map_file
        said = {f"{field}_all": found[field] for field in FIELDS[:SETTLEMENT]}
        said |= {f"{size.name}_all": found[f"{size.name}_settlements"] for size in map_file.sizes.values()}
        counted = {captions.say(key) if captions.has(key) else key[:-4]: n for key, n in said.items()}
        counted |= {captions.say("ports_all"): found["ports"], captions.say("neutral_all"): found["neutral"]}
        counted |= {mark_said(captions, name): found[name] for name in map_file.marks.values()}
        for sort in ("castles", "cathedrals", *map_file.sites):
            counted[_title(captions, sort)] = found.get(sort, 0)
        return counted

    def blank(self, record: Any, desk: Desk, rows: int, columns: int) -> Any:
        changed = deepcopy(as_mapping(record))
        areas = list(as_mapping(changed.get("areas")))
        if not (max(LEAST, len(areas)) <= rows <= MOST and LEAST <= columns <= MOST):
            said = Wording(desk.rules, desk.lang).say("map_sizes", least=max(LEAST, len(areas)), most=MOST)
            raise ValueError(said)
        breaks_ties = read(record).map_file.tie_breakers
        changed["picture"] = written([[SEA] * columns] * rows)
        changed["castles"] = [
            site for site in as_list(changed.get("castles")) if as_mapping(site).get("code") in breaks_ties
        ]
        changed["cathedrals"] = []
        if "sites" in changed:
            # One of each sort stays at least: its code says with which letter those of its sort begin.
            further = {sort: as_list(sites) for sort, sites in as_mapping(changed["sites"]).items()}
            changed["sites"] = {sort: _named(sites) or sites[:1] for sort, sites in further.items()}
        # Facts about the map that was, such as the number of its cathedrals, are none about this one.
        changed.pop("fixed_by_facts", None)
        found = _counted(read(changed))
        changed["expected_counts"] = {name: str(count) for name, count in found.items()}
        return changed


# -- what is drawn ---------------------------------------------------------------------------------------------------


def _spots(drawn: Unfinished, hexes: Hexes) -> Iterator[Spot]:
    """Every hex in reading order; one whose mark means nothing is blank."""
    map_file, marks = drawn.map_file, drawn.marks
    groups = settlements(marks, map_file.letters)
    group = {place: f"settlement {number}" for number, places in enumerate(groups) for place in places}
    names = {site.code: site.name for _, sites in map_file.places.values() for site in sites}
    sorts = {letter: sort for letter, (sort, _) in map_file.places.items()}
    water = {mark: what for what, mark in WATER.items()}
    for row, line in enumerate(drawn.rows):
        for column, mark in enumerate(line):
            at = axial(row, column)
            if (row, column) not in marks:
                yield Spot(at=(at.q, at.r))
            elif mark in water:
                yield hexes.water(at, water[mark])
            elif mark[0] in sorts:
                yield hexes.place(at, sorts[mark[0]], mark, names.get(mark, ""))
            else:
                yield hexes.field(at, mark, group.get((row, column), ""))


def _counted(drawn: Unfinished) -> dict[str, int]:
    """Returns what the picture has, by the names of `expected_counts`."""
    groups = settlements(drawn.marks, drawn.map_file.letters)
    return counts(drawn.map_file, drawn.marks, groups)


# -- tools -----------------------------------------------------------------------------------------------------------


def _fields(captions: Wording, hexes: Hexes) -> Iterator[Tool]:
    for letters, group in ((FARMS, "fields"), (hexes.sizes, "settlement_fields")):
        for letter in letters:
            spot = hexes.field(HERE, f"{letter}.")
            yield Tool(name=letter, title=spot.said, group=captions.say(group), spot=spot)


def _signs(captions: Wording, hexes: Hexes) -> Iterator[Tool]:
    signs = [
        (PORT_TOOL, PORT, captions.say("a_port")),
        (NEUTRAL_TOOL, Ink("n", "dim"), captions.say("neutral_here")),
    ]
    signs += [(letter, Ink(letter, name), mark_said(captions, name)) for letter, name in hexes.marks.items()]
    for letter, ink, said in signs:
        spot = Spot(at=(0, 0), face=((ink,),), said=said)
        yield Tool(name=letter, title=said, group=captions.say("signs"), spot=spot)
    for what in WATER:
        spot = hexes.water(HERE, what)
        yield Tool(name=what, title=spot.said, group=captions.say("water"), spot=spot)


def _places(captions: Wording, hexes: Hexes, drawn: Unfinished) -> Iterator[Tool]:
    """For each sort, a tool for a new place, then one for each place that has an entry, as the file lists them."""
    for letter, (sort, sites) in drawn.map_file.places.items():
        group = _title(captions, sort)
        said = captions.say("one_more", what=place_said(captions, sort))
        spot = Spot(at=(0, 0), face=((Ink(f"{letter}+"),),), ground=singular(sort), said=said)
        yield Tool(name=f"{NEW_TOOL}{singular(sort)}", title=said, group=group, spot=spot)
        listed: dict[str, str] = {}
        for site in sites:
            listed.setdefault(site.code, site.name)
        for code, name in listed.items():
            yield Tool(
                name=f"{SITE_TOOL}{code}",
                title=f"{code} {name}".rstrip(),
                group=group,
                spot=hexes.place(HERE, sort, code, name),
            )


def _title(captions: Wording, sort: str) -> str:
    key = f"{singular(sort)}_fields"
    return captions.say(key) if captions.has(key) else captions.name(sort)


# -- clicks ----------------------------------------------------------------------------------------------------------


def _painted(tool: str, before: str, map_file: MapFile, captions: Wording) -> str:
    """The mark that the tool makes of the one before; ValueError if the field cannot have it."""
    inside = map_file.letters.settlements
    if tool in WATER:
        return WATER[tool]
    if tool in [*FARMS, *inside]:
        mark = tool + before[1]
        return mark if _is_field(before, map_file) and _is_field(mark, map_file) else f"{tool}."
    if tool not in (PORT_TOOL, NEUTRAL_TOOL, *map_file.marks):
        raise ValueError(f"there is no tool {tool!r}")
    if not _is_field(before, map_file):
        raise ValueError(captions.say("only_on_fields"))
    if tool == PORT_TOOL and before[0] not in inside:
        raise ValueError(captions.say("only_in_settlements"))
    return before[0] + ("." if before[1] == tool else tool)


def _is_field(mark: str, map_file: MapFile) -> bool:
    letters = map_file.letters
    return mark[0] in FARMS + letters.settlements and bool(letters.pattern().fullmatch(mark))


def _new(changed: dict[str, Any], drawn: Unfinished, one: str, captions: Wording) -> str:
    """The code of a new place, which has an entry from now on."""
    found = [(letter, sort) for letter, (sort, _) in drawn.map_file.places.items() if singular(sort) == one]
    if not found:
        raise ValueError(f"there is no tool '{NEW_TOOL}{one}'")
    letter, sort = found[0]
    holder = changed
    if sort in drawn.map_file.sites:
        holder = changed["sites"]
    listed = as_list(holder.get(sort))
    taken = {as_text(as_mapping(site).get("code")) for site in listed}.union(*drawn.rows)
    numbered = sum(code[1:].isdigit() for code in taken if code[:1] == letter)
    named = sum(code[1:].islower() for code in taken if code[:1] == letter)
    numbers = digits[1:]
    order = numbers + ascii_lowercase if numbered > named or letter == "C" else ascii_lowercase + numbers
    free = [sign for sign in order + ascii_uppercase if letter + sign not in taken]
    if not free:
        raise ValueError(captions.say("no_code_left", what=place_said(captions, sort)))
    holder[sort] = [
        *listed,
        {
            "code": letter + free[0],
            "name": f"{one.capitalize()} {free[0]}",
            "at": ["0", "0"],
            "provenance": "owner",
            "name_provenance": "owner",
        },
    ]
    return letter + free[0]


def _follow(changed: dict[str, Any]) -> None:
    """The entry of every place that is drawn says where it stands."""
    at = read(changed).drawn
    sorts = [changed.get("castles"), changed.get("cathedrals"), *as_mapping(changed.get("sites")).values()]
    for sites in map(as_list, sorts):
        for site in map(as_mapping, sites):
            place = at.get(as_text(site.get("code")))
            if place is not None:
                site["at"] = [str(place[0]), str(place[1])]


def _entry(record: Any, path: Path) -> dict[str, Any]:
    """The entry of a place that a path leads into; an empty one if it leads elsewhere."""
    listed: Any = None
    match path:
        case ("castles" | "cathedrals" as sort, int(number), *_):
            listed = as_mapping(record).get(sort)
        case ("sites", str(sort), int(number), *_):
            listed = as_mapping(as_mapping(record).get("sites")).get(sort)
        case _:
            return {}
    return as_mapping(as_list(listed)[number]) if 0 <= number < len(as_list(listed)) else {}


def _named(sites: Sequence[Any]) -> list[Any]:
    """The places whose names the rulebook gives, which the rules may speak of."""
    return [site for site in sites if as_mapping(site).get("name_provenance") == "rulebook"]
