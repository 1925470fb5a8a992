"""Tunnel tiles: roads that meet inside a mountain range, and barrels that bring points (IS-TUN-1 to IS-TUN-7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Literal

import attrs

from tilewright.authoring import (
    CELL,
    SQUARE4,
    Automatic,
    Board,
    Captions,
    Document,
    Face,
    Folder,
    Ink,
    Insert,
    InvalidFile,
    Log,
    Look,
    Message,
    Meter,
    Metric,
    Module,
    Problem,
    Provenance,
    Rules,
    ScoreReason,
    Show,
    Value,
    View,
    at_end,
    beyond_rulebook,
    hook,
    option,
    stop,
    unless_printed,
    weight,
)

from ..catalogue import Catalogue
from ..checks import check_ids, counted
from ..count_forms import Each, OnRoad
from ..drawings.entrances import EntranceDrawing
from ..files import Drawn, Mark, Total
from ..scoring_kinds import Promise
from ..show.tiles import sign
from ..state import IsleOfSkyeState, from_start
from ..territory import Territory, homes, territory
from ..tiles import BARREL, SIDES, Symbol, Tile, area_at, read_drawing

NAME = "tunnel"
TUNNEL, ENTRANCE = "tunnel", "entrance"
"""An entrance as a mark of its mountain, and the name of its kind."""
POINTS, VP = "points", "vp"
"""The symbol at barrels that bring points, and the name of its kind."""
KINDS = {POINTS: [VP]}
LOOKS = {TUNNEL: Look("grey", strong=True, icon="arch"), POINTS: Look("purple", strong=True, icon="vp")}


@attrs.frozen(kw_only=True)
class Options:
    """Options of the module."""

    barrel_points: int = option(
        1,
        rule="IS-TUN-4",
        doc="points in each income phase for a connected tile whose barrels show the symbol",
    )
    vp_barrels: Literal["gold_too", "no_gold", "no_barrel"] = option(
        "gold_too",
        rule="IS-AMB-11",
        doc="barrels that bring points bring gold too, or none, or are not even counted among barrels elsewhere",
    )


@attrs.frozen(kw_only=True, cache_hash=True)
class Weights:
    """Judgements of the module."""

    loose: float = weight(
        0.3, 0.0, 1.0, "what a barrel apart from the road promises, as a share of what it would bring"
    )


USUAL = Weights()


# -- data ------------------------------------------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class TunnelTile(Drawn):
    """A tile of tunnels.yaml."""

    id: str
    entrances: tuple[str, ...]
    """For each a side at which its road leaves the tile, then the mountain that it enters: `n M`, `n e`."""
    provenance: Provenance
    note: str = ""


@attrs.frozen
class Box:
    """The contents of box.yaml."""

    tiles: Total
    entrances: Total
    vp_barrels: Total
    marks: dict[Mark, Total]


@attrs.frozen
class Tunnel(Tile):
    """A landscape tile with entrances."""

    entrances: tuple[tuple[int, int], ...] = attrs.field(kw_only=True)
    """Numbers of a road and of the area in which it goes on; turning keeps both."""

    @property
    def points(self) -> bool:
        """True if its barrels show the symbol (IS-TUN-4)."""
        return any(symbol.mark == POINTS for symbol in self.symbols)


def load(data: Folder, options: Options) -> tuple[Tunnel, ...]:
    """Reads the tiles under these options. InvalidFile names every mistake in the files."""
    box_file, document = data.document("box.yaml"), data.document("tunnels.yaml")
    box, records = box_file.structure(Box), document.structure(tuple[TunnelTile, ...])
    problems = check_ids(document, [record.id for record in records])
    tiles = []
    for at, record in enumerate(records):
        try:
            face, symbols = read_drawing(document, (at,), record.id, record, KINDS)
        except InvalidFile as slip:
            problems += slip.problems
            continue
        entrances, slips = _entrances(document, at, face, record.entrances)
        problems += slips
        for symbol in symbols:
            marks = face.areas[symbol.area].marks
            if not marks or not marks[BARREL]:
                problems.append(document.problem((at, "has"), "there are no barrels where the symbol is"))
        shown = tuple(Symbol(TUNNEL, ENTRANCE, area) for _, area in entrances)
        tiles.append(Tunnel(record.id, face, record.provenance, (*symbols, *shown), entrances=entrances))
    if not problems:
        problems = _totals(box_file, box, tiles)
    stop(problems)
    return tuple(_read(tile, options) for tile in tiles)


def _entrances(
    document: Document, at: int, face: Face, texts: Sequence[str]
) -> tuple[tuple[tuple[int, int], ...], list[Problem]]:
    """Returns road and area of each entrance, and all problems."""
    found: list[tuple[int, int]] = []
    problems = [] if texts else [document.problem((at, "entrances"), "a tunnel tile shows an entrance")]
    for number, text in enumerate(texts):
        side, _, where = text.partition(" ")
        try:
            if side not in [*SIDES] or not where:
                raise ValueError(f"expected a side and a mountain, such as 'n M' or 'n e', got {text!r}")
            road, area = face.road_at[SIDES.index(side)], area_at(face, where)
            if road < 0:
                raise ValueError(f"no road leaves at {side!r}")
            if face.areas[area].terrain != "M":
                raise ValueError(f"tunnels lead into mountains, not into {face.areas[area].terrain}")
            if (road, area) in found:
                raise ValueError("this road enters that mountain already")
            found.append((road, area))
        except ValueError as slip:
            problems.append(document.problem((at, "entrances", number), str(slip)))
    return tuple(found), problems


def _totals(document: Document, box: Box, tiles: Sequence[Tunnel]) -> list[Problem]:
    """Returns where box.yaml and the tiles differ."""
    found = [
        (("tiles", "count"), box.tiles, len(tiles)),
        (("entrances", "count"), box.entrances, sum(len(tile.entrances) for tile in tiles)),
        (("vp_barrels", "count"), box.vp_barrels, sum(tile.points for tile in tiles)),
        *((("marks", mark, "count"), total, counted(tiles, mark)) for mark, total in box.marks.items()),
    ]
    return [
        document.problem(path, f"tunnels.yaml has {count}", right=unless_printed(total.provenance, count))
        for path, total, count in found
        if total.count != count
    ]


def _read(tile: Tunnel, options: Options) -> Tunnel:
    """Returns the tile as the option reads its barrels (IS-AMB-11)."""
    if not tile.points or options.vp_barrels == "gold_too":
        return tile
    if options.vp_barrels == "no_gold":
        return attrs.evolve(tile, pays=False)
    areas = []
    for area in tile.face.areas:
        marks = tuple(0 if kind == BARREL else count for kind, count in enumerate(area.marks))
        areas.append(attrs.evolve(area, marks=marks if any(marks) else ()))
    return attrs.evolve(tile, face=attrs.evolve(tile.face, areas=tuple(areas)))


def provenance(tiles: Sequence[Tile]) -> Iterator[Message]:
    """Returns messages about what the rulebook does not say of the tiles."""
    return beyond_rulebook("provenance.tunnel", [tile.provenance for tile in tiles])


# -- rules -----------------------------------------------------------------------------------------------------------


def _pays_points(tile: Tile) -> bool:
    return isinstance(tile, Tunnel) and tile.points


def point_barrels(home: Territory) -> Iterator[int]:
    """Yields the connected cells with barrels that bring points (IS-TUN-4)."""
    for cell in home.connected():
        if _pays_points(home.tile(cell)):
            yield cell


class PointStep(Automatic[IsleOfSkyeState]):
    """Connected barrels with the symbol bring points, before anyone has income (IS-TUN-4, IS-INC-6)."""

    name = "barrel_points"

    def bind(self, rules: Rules) -> None:
        self.points: int = rules.module_options[NAME].barrel_points
        self.reason = rules.reason["barrel_points"]

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        for owner in from_start(state) if self.points else ():
            for cell in point_barrels(territory(state, owner)):
                state.gain(owner, self.points, self.reason, cell)
                if log is not None:
                    log.add("barrels_scored", seat=owner, points=self.points, cell=SQUARE4.text(cell))


# -- the module ------------------------------------------------------------------------------------------------------


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    return Module(
        name=NAME,
        game="isleofskye",
        title="Tunnel",
        options=Options,
        weights=Weights,
        folder=lambda: files("tilewright.data") / "isleofskye" / "modules" / NAME,
        load=load,
        step_rules={"build": ("IS-TUN", "IS-AMB-11")},
        pieces=lambda tiles: {"tile": tuple(tile.id for tile in tiles)},
        reasons=(ScoreReason("barrel_points", "IS-TUN-4", CELL, scale=f"{NAME}.barrel_points"),),
        provenance=provenance,
        drawings={
            TunnelTile: EntranceDrawing(
                kinds=lambda desk: KINDS, looks=LOOKS, notes=_notes, mark=TUNNEL, kind=ENTRANCE
            )
        },
    )


@hook
def landscape_tiles(rules: Rules) -> Sequence[Tile]:
    """The tiles are mixed with those of the box (IS-TUN-1)."""
    tiles: Sequence[Tunnel] = rules.module_data[NAME]
    return tiles


@hook
def joined_roads(catalogue: Catalogue, board: Board) -> Sequence[tuple[int, ...]]:
    """Returns the roads that enter each mountain range with several of them (IS-TUN-2, IS-TUN-6)."""
    ranges: dict[int, dict[int, None]] = {}
    for cell in board:
        tile = catalogue.by_face[board.face(cell).name]
        if isinstance(tile, Tunnel):
            for road, area in tile.entrances:
                root = board.regions.find(board.area(cell, area))
                ranges.setdefault(root, {})[board.road(cell, road)] = None
    return [tuple(roads) for roads in ranges.values() if len(roads) > 1]


@hook
def only_entrances(rules: Rules) -> bool:
    """Roads meet as the tiles' entrances say."""
    return True


@hook
def insert_steps(rules: Rules) -> Sequence[Insert]:
    """Points come at the very start of the income phase."""
    return [Insert(PointStep(), anchor="income", side="before")]


def _promised(points: int, weights: Weights, connected: int, every: int) -> tuple[float, float]:
    return 0.0, points * (connected + weights.loose * (every - connected))


@hook
def territory_lines(home: Territory) -> Sequence[tuple[str, float, float]]:
    """Connected barrels bring points in each round to come; others may still be connected."""
    points = home.catalogue.rules.module_options[NAME].barrel_points
    every = sum(_pays_points(tile) for tile in map(home.tile, home.board))
    return [("barrel_points", *_promised(points, USUAL, len([*point_barrels(home)]), every))]


@hook
def promises(rules: Rules) -> Sequence[Promise]:
    """The same in forms."""
    points: int = rules.module_options[NAME].barrel_points
    return [
        Promise(
            NAME,
            "barrel_points",
            (OnRoad(_pays_points), Each(_pays_points)),
            lambda weights, counts: _promised(points, weights, *counts),
            territory_lines,
        )
    ]


JOINED = Metric(
    name="tunnel_joins",
    title="mountain ranges that join roads",
    group="tiles",
    by="seat",
    doc="Mountain ranges of the seat's territory at the end that several roads enter (IS-TUN-2).",
)
SCORING = Metric(
    name="point_barrels",
    title="connected tiles whose barrels bring points",
    group="tiles",
    unit="tiles",
    by="seat",
    doc="Tiles of the seat at the end that would bring points in an income phase (IS-TUN-4).",
)


@hook
def add_meters(rules: Rules) -> Sequence[Meter]:
    """Counts what has become of entrances and barrels."""

    def values(state: IsleOfSkyeState) -> dict[str, Value]:
        lands = homes(state)
        return {
            "tunnel_joins": [len(joined_roads(land.catalogue, land.board)) for land in lands],
            "point_barrels": [len([*point_barrels(land)]) for land in lands],
        }

    return [at_end([JOINED, SCORING], values)]


def _notes(captions: Captions) -> list[tuple[Ink, str]]:
    """Returns what entrances and the symbol mean."""
    return [
        (Ink(sign(mark, kind), mark), captions.name(kind))
        for mark, kind in ((TUNNEL, ENTRANCE), (POINTS, VP))
    ]


@hook
def tile_looks(rules: Rules) -> Mapping[str, Look]:
    """Entrances and the symbol at barrels are symbols."""
    return LOOKS


@hook
def extend_show(show: Show, view: View, lang: str) -> Show:
    """Explains entrances and the symbol in the legend."""
    notes = _notes(Captions(view.rules, lang))
    return attrs.evolve(show, legend=[*show.legend, *notes])
