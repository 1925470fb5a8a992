"""Rebirth's board, read once and never changed: what touches what, by number, for rules that ask often.

A *cell* is a playable hex; cells are numbered from 0 in reading order, castles and cathedrals as in the map's
file, settlements by their first cell. The tiles and mission cards that the map is played with come along.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from tilewright.core.data import Folder, near
from tilewright.core.errors import UsageError
from tilewright.core.grid import Hex

from . import origins, survey
from .deck import Mission as Mission
from .deck import load_missions
from .printed import ENERGY as ENERGY
from .printed import FOOD as FOOD
from .printed import KINDS as KINDS
from .printed import SETTLEMENT1 as SETTLEMENT1
from .printed import Box, Mix, Sheet, Site, Tiles, load_box, load_tiles, stop
from .survey import LOCH, SEA, Place

OPEN, SETTLEMENT = 2, 3
"""Kinds of field, beside FOOD and ENERGY."""
FIELDS = {"F": FOOD, "E": ENERGY, "O": OPEN}


@attrs.frozen
class Landmark:
    """A castle or cathedral on the map."""

    code: str
    name: str
    position: Place
    """Row and column of the picture."""
    hex: Hex
    area: str
    name_provenance: str


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Chart:
    """The map by number, with the tiles and cards it is played with. Tuples by cell unless said otherwise."""

    name: str
    sheet: Sheet
    box: Box
    mix_name: str
    mix: Mix
    tiles: tuple[int, ...]
    """By kind of tile: how many a colour has."""
    removal: tuple[int, ...]
    """By kind of tile: how many of them return to the box where the rules say so. RB-SETUP-5."""
    symbols: tuple[int, ...]
    """By kind of tile: the settlement symbols on it; 0 on farms."""
    missions: tuple[Mission, ...] = ()
    """The different mission cards; each has its number of copies."""

    rows: int
    columns: int
    positions: tuple[Place, ...]
    """Row and column of the picture."""
    hexes: tuple[Hex, ...]
    cell_at: Mapping[Hex, int]
    """The cell at a hex, where there is one."""
    closed: Mapping[Hex, str]
    """What is at each other hex of the picture: castle, cathedral, loch or sea."""

    kind: tuple[int, ...]
    """FOOD, ENERGY, OPEN or SETTLEMENT."""
    neighbours: tuple[tuple[int, ...], ...]
    settlement_of: tuple[int, ...]
    """The settlement that a cell belongs to, or -1."""
    settlements: tuple[tuple[int, ...], ...]
    """By settlement: its cells. One makes it small, two medium, three large."""
    port: tuple[bool, ...]
    neutral: tuple[bool, ...]
    """Whether a neutral tile goes here with two players."""
    sea: tuple[bool, ...]
    """Whether the cell touches the sea; where the map ends there is sea. RB-AMB-15."""
    drawn_sea: tuple[bool, ...]
    """Whether it touches sea that is drawn in the picture."""
    loch: tuple[bool, ...]
    area: tuple[str, ...]
    castles_at: tuple[tuple[int, ...], ...]
    """The castles that a cell touches."""
    cathedrals_at: tuple[tuple[int, ...], ...]

    areas: tuple[str, ...]
    castles: tuple[Landmark, ...]
    cathedrals: tuple[Landmark, ...]
    castle_cells: tuple[tuple[int, ...], ...]
    """By castle: the cells that it touches."""
    cathedral_cells: tuple[tuple[int, ...], ...]
    lochs: tuple[Hex, ...]

    def __repr__(self) -> str:
        return f"<chart {self.name!r}, {len(self.kind)} cells, mix {self.mix_name!r}>"

    def castle(self, code: str) -> int:
        """The number of the castle with this code (`KE` Edinburgh, `KS` Stirling); ValueError without one."""
        return [castle.code for castle in self.castles].index(code)

    def there(self, at: Hex) -> str:
        """What is at a hex, in a word: a kind of field, castle, cathedral, loch, sea or nothing."""
        if at in self.cell_at:
            return ("food", "energy", "open", "settlement")[self.kind[self.cell_at[at]]]
        return self.closed.get(at, "nothing")

    def settlement_name(self, settlement: int) -> str:
        """Its hexes, which say which one is meant in any language: `4,1 5,1`."""
        return " ".join(str(self.hexes[cell]) for cell in self.settlements[settlement])

    def provenance(self) -> list[str]:
        """Sentences on what here is not known to be the printed game."""
        return origins.sentences(self)

    def picture(self) -> str:
        """The map as its file draws it, put together again from the numbers."""
        drawn = {landmark.position: landmark.code for landmark in self.castles + self.cathedrals}
        drawn.update((survey.position(loch), LOCH) for loch in self.lochs)
        for cell, place in enumerate(self.positions):
            first = "FEO?"[self.kind[cell]]
            if self.kind[cell] == SETTLEMENT:
                first = "SML"[len(self.settlements[self.settlement_of[cell]]) - 1]
            drawn[place] = first + ("p" if self.port[cell] else "n" if self.neutral[cell] else ".")
        lines = []
        for row in range(self.rows):
            line = "  ".join(drawn.get((row, column), SEA) for column in range(self.columns))
            lines.append("  " * (row % 2) + line + "\n")
        return "".join(lines)


def load_chart(folder: Folder, map_name: str = "default", mix_name: str | None = None) -> Chart:
    """The map `map_name` with everything that stands beside it in the game's folder, checked.

    Without `mix_name` it is played with the mix that the map is made for. Raises UsageError for an unknown name,
    InvalidFile naming every place where the data does not work out.
    """
    box = load_box(folder)
    tiles = load_tiles(folder, box)
    maps = [name[5:-5] for name in folder.names() if name.startswith("maps/")]
    if map_name not in maps:
        raise UsageError(f"there is no map {map_name!r}{near(map_name, maps)}")
    document = folder.document(f"maps/{map_name}.yaml")
    sheet = document.structure(Sheet)
    marks, problems = survey.read(document, sheet.picture)
    stop(problems)
    groups = survey.settlements(marks)
    found = survey.counts(marks, groups)
    problems += survey.check_groups(document, marks, groups)
    problems += survey.check_sites(document, sheet, marks, box)
    problems += survey.check_counts(document, sheet, found, box)
    problems += survey.check_areas(document, sheet, len({row for row, _ in marks}))
    if sheet.fits not in tiles.mixes:
        said = f"there is no mix {sheet.fits!r}{near(sheet.fits, tiles.mixes)}"
        problems.append(document.problem(("fits",), said))
    stop(problems)
    mix = mix_name or sheet.fits
    if mix not in tiles.mixes:
        raise UsageError(f"there is no mix {mix!r}{near(mix, tiles.mixes)}")
    stop(survey.check_room(document, found, mix, tiles.mixes[mix], tiles.removal))
    chart = _number(map_name, mix, sheet, box, tiles, marks, groups)
    return attrs.evolve(chart, missions=load_missions(folder, box, chart))


def _number(
    name: str,
    mix: str,
    sheet: Sheet,
    box: Box,
    tiles: Tiles,
    marks: Mapping[Place, str],
    groups: list[tuple[Place, ...]],
) -> Chart:
    """The chart of a picture that was found right."""
    positions = tuple(place for place in sorted(marks) if marks[place][0] in "FEOSML")
    cell = {place: number for number, place in enumerate(positions)}
    settlement = {place: number for number, group in enumerate(groups) for place in group}
    areas = {row: area for area, (first, last) in sheet.areas.items() for row in range(first, last + 1)}
    around = [survey.around(place) for place in positions]

    def touching(sites: tuple[Site, ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(sorted(cell[p] for p in survey.around(site.at) if p in cell)) for site in sites)

    def touched(cells: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(n for n, by in enumerate(cells) if one in by) for one in range(len(positions)))

    def landmarks(sites: tuple[Site, ...]) -> tuple[Landmark, ...]:
        return tuple(
            Landmark(s.code, s.name, s.at, survey.axial(*s.at), areas[s.at[0]], s.name_provenance)
            for s in sites
        )

    closed = {"K": "castle", "C": "cathedral", "~": "loch", ".": "sea"}
    castle_cells, cathedral_cells = touching(sheet.castles), touching(sheet.cathedrals)
    return Chart(
        name=name,
        sheet=sheet,
        box=box,
        mix_name=mix,
        mix=tiles.mixes[mix],
        tiles=tiles.mixes[mix].counts,
        removal=tiles.removal.counts,
        symbols=tiles.symbols,
        rows=1 + max(row for row, _ in marks),
        columns=1 + max(column for _, column in marks),
        positions=positions,
        hexes=tuple(survey.axial(*place) for place in positions),
        cell_at={survey.axial(*place): number for place, number in cell.items()},
        closed={survey.axial(*p): closed[mark[0]] for p, mark in sorted(marks.items()) if p not in cell},
        kind=tuple(FIELDS.get(marks[place][0], SETTLEMENT) for place in positions),
        neighbours=tuple(tuple(cell[p] for p in places if p in cell) for places in around),
        settlement_of=tuple(settlement.get(place, -1) for place in positions),
        settlements=tuple(tuple(cell[place] for place in group) for group in groups),
        port=tuple(marks[place][1] == "p" for place in positions),
        neutral=tuple(marks[place][1] == "n" for place in positions),
        sea=tuple(any(marks.get(p, SEA) == SEA for p in places) for places in around),
        drawn_sea=tuple(any(marks.get(p) == SEA for p in places) for places in around),
        loch=tuple(any(marks.get(p) == LOCH for p in places) for places in around),
        area=tuple(areas[row] for row, _ in positions),
        castles_at=touched(castle_cells),
        cathedrals_at=touched(cathedral_cells),
        areas=tuple(sheet.areas),
        castles=landmarks(sheet.castles),
        cathedrals=landmarks(sheet.cathedrals),
        castle_cells=castle_cells,
        cathedral_cells=cathedral_cells,
        lochs=tuple(survey.axial(*place) for place in sorted(marks) if marks[place] == LOCH),
    )
