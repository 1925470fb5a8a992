"""Rebirth's box, read once and never changed: what touches what, by number, for rules that ask often.

A *cell* is a playable hex; cells are numbered from 0 in reading order, castles and cathedrals as in the map's
file, settlements by their first cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import Hex, Message, Provenance, beyond, singular

from . import map_reader
from .files import FIELDS, SETTLEMENT
from .map_reader import LOCH, SEA

if TYPE_CHECKING:
    from .files import Box, Certainty, Deck, MapFile, Mission, Mix, Site, Tiles
    from .map_reader import Marks, Place


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Printed:
    """The map by number, with the tiles and cards it is played with. Tuples by cell unless said otherwise."""

    box: Box
    mix_name: str
    mix: Mix
    tiles: tuple[int, ...]
    """By kind of tile: how many a colour has."""
    removal: tuple[int, ...]
    """By kind of tile: how many of them return to the box where the rules say so. RB-SETUP-5."""
    symbols: tuple[int, ...]
    """By kind of tile: the settlement symbols on it; 0 on farms."""
    missions: tuple[Mission, ...]
    """The different mission cards; each has its number of copies."""

    map_name: str
    map: MapFile
    rows: int
    """Rows of the picture."""
    columns: int
    hexes: tuple[Hex, ...]
    cell_at: Mapping[Hex, int]
    """The cell at a hex, where there is one."""
    closed: Mapping[Hex, str]
    """The thing at each other hex of the picture: castle, cathedral, loch or sea."""

    kind: tuple[int, ...]
    """FOOD, ENERGY, OPEN or SETTLEMENT."""
    neighbours: tuple[tuple[int, ...], ...]
    settlement_of: tuple[int, ...]
    """The settlement that a cell belongs to, or -1."""
    settlements: tuple[tuple[int, ...], ...]
    """By settlement: its cells, as many as its size has (`MapFile.sizes`)."""
    size: tuple[int, ...]
    """Number of cells of the settlement that a cell belongs to, or 0."""
    port: tuple[bool, ...]
    marked: Mapping[str, tuple[bool, ...]]
    """By name of a further mark of the map (`MapFile.marks`), True if the cell has it."""
    neutral: tuple[bool, ...]
    """True if a neutral tile goes here with two players."""
    sea: tuple[bool, ...]
    """True if the cell touches the sea; where the map ends there is sea. RB-AMB-15."""
    drawn_sea: tuple[bool, ...]
    """True if it touches sea that is drawn in the picture."""
    loch: tuple[bool, ...]
    area: tuple[str, ...]
    castles_at: tuple[tuple[int, ...], ...]
    """The castles that a cell touches."""
    cathedrals_at: tuple[tuple[int, ...], ...]

    castles: tuple[Site, ...]
    castle_areas: tuple[str, ...]
    """By castle: the area that it lies in."""
    castle_cells: tuple[tuple[int, ...], ...]
    """By castle: the cells that it touches."""
    cathedrals: tuple[Site, ...]
    cathedral_areas: tuple[str, ...]
    cathedral_cells: tuple[tuple[int, ...], ...]
    site_cells: Mapping[str, tuple[tuple[int, ...], ...]]
    """By sort of further places (`MapFile.sites`), by place: the cells that it touches."""

    def __repr__(self) -> str:
        return f"<map {self.map_name!r}, {len(self.kind)} cells, mix {self.mix_name!r}>"

    def there(self, at: Hex) -> str:
        """Returns what is at a hex, in a word: a kind of field, castle, cathedral, loch, sea or nothing."""
        if at in self.cell_at:
            return FIELDS[self.kind[self.cell_at[at]]]
        return self.closed.get(at, "nothing")

    @cached_property
    def further(self) -> Mapping[Hex, tuple[str, int]]:
        """At the hex of each further place (`MapFile.sites`): its sort, and its number in it."""
        sorts = self.map.sites.items()
        return {site.hex: (sort, number) for sort, sites in sorts for number, site in enumerate(sites)}

    @cached_property
    def size_letters(self) -> Mapping[int, str]:
        """By number of cells of a settlement, the letter of its fields."""
        return {size.fields: letter for letter, size in self.map.sizes.items()}

    @cached_property
    def size_names(self) -> Mapping[int, str]:
        """By number of cells of a settlement, the name of its size."""
        return {size.fields: size.name for size in self.map.sizes.values()}

    def mark(self, cell: int) -> str:
        """The mark of a cell in the picture."""
        size = self.size[cell]
        first = self.size_letters[size] if size else map_reader.FARMS[self.kind[cell]]
        marked = (letter for letter, name in self.map.marks.items() if self.marked[name][cell])
        return first + ("p" if self.port[cell] else "n" if self.neutral[cell] else next(marked, "."))

    def settlement_name(self, settlement: int) -> str:
        """Its hexes, which say which one is meant in any language: `4,1 5,1`."""
        return " ".join(str(self.hexes[cell]) for cell in self.settlements[settlement])

    def provenance(self) -> Iterator[Message]:
        """A message on each part of the data that does not come from a rulebook."""
        yield from beyond("provenance.map", self.map.provenance, map=self.map_name)
        mix = self.mix
        if mix.provenance != "rulebook":
            split = {
                "sorts": _split(mix.provenance, mix.certainty),
                "values": _split(mix.settlements_provenance, mix.settlements_certainty),
            }
            yield Message("provenance.mix", {"mix": self.mix_name, **split})
        for what, sites in self.map.places.values():
            ours = [site.name for site in sites if site.name_provenance not in ("rulebook", "owner")]
            if ours:
                yield Message(f"provenance.{what}", {"names": ", ".join(ours)})
        yield from told_of_cards("provenance.missions", [card.provenance for card in self.missions])


def told_of_cards(key: str, origins: Sequence[Provenance]) -> Iterator[Message]:
    """Returns messages: how many cards are ours (KEY), and how many an owner of the game has entered (KEY_owner)."""
    theirs = origins.count("owner")
    ours = len(origins) - theirs - origins.count("rulebook")
    for name, count in ((key, ours), (f"{key}_owner", theirs)):
        if count:
            yield Message(name, {"count": count, "total": len(origins)})


def _split(origin: Provenance, certainty: Certainty) -> Message:
    """Returns where a split of the tiles comes from, and how certain that is, if the file says so."""
    said = Message(f"provenance.split.{origin}")
    if not certainty:
        return said
    return Message("provenance.sure", {"origin": said, "certainty": Message(f"provenance.{certainty}")})


def numbered(
    map_name: str,
    map_file: MapFile,
    marks: Marks,
    groups: list[tuple[Place, ...]],
    box: Box,
    tiles: Tiles,
    mix_name: str,
    deck: Deck,
) -> Printed:
    """Everything by number, made of files that were found right."""
    letters = map_reader.FARMS + map_file.letters.settlements
    positions = [place for place in sorted(marks) if marks[place][0] in letters]
    cell = {place: number for number, place in enumerate(positions)}
    settlement = {place: number for number, group in enumerate(groups) for place in group}
    areas = {row: area for area, (first, last) in map_file.areas.items() for row in range(first, last + 1)}
    around = [map_reader.around(place) for place in positions]

    def touching(sites: tuple[Site, ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(sorted(cell[p] for p in map_reader.around(site.at) if p in cell)) for site in sites
        )

    def touched(cells: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(n for n, by in enumerate(cells) if one in by) for one in range(len(positions)))

    closed = {"~": "loch", ".": "sea"}
    closed |= {letter: singular(sort) for letter, (sort, _) in map_file.places.items()}
    castle_cells, cathedral_cells = touching(map_file.castles), touching(map_file.cathedrals)
    hexes = tuple(map_reader.axial(*place) for place in positions)
    return Printed(
        box=box,
        mix_name=mix_name,
        mix=tiles.mixes[mix_name],
        tiles=tiles.mixes[mix_name].by_kind,
        removal=tiles.removal.by_kind,
        symbols=tuple(kind.symbols for kind in tiles.kinds),
        missions=deck.cards,
        map_name=map_name,
        map=map_file,
        rows=1 + max(row for row, _ in marks),
        columns=1 + max(column for _, column in marks),
        hexes=hexes,
        # The keys are the same objects, so that finding a cell compares no coordinates.
        cell_at={at: number for number, at in enumerate(hexes)},
        closed={map_reader.axial(*p): closed[mark[0]] for p, mark in sorted(marks.items()) if p not in cell},
        kind=tuple(min(letters.index(marks[place][0]), SETTLEMENT) for place in positions),
        neighbours=tuple(tuple(cell[p] for p in places if p in cell) for places in around),
        settlement_of=tuple(settlement.get(place, -1) for place in positions),
        settlements=tuple(tuple(cell[place] for place in group) for group in groups),
        size=tuple(len(groups[settlement[p]]) if p in settlement else 0 for p in positions),
        port=tuple(marks[place][1] == "p" for place in positions),
        marked={
            name: tuple(marks[place][1] == letter for place in positions)
            for letter, name in map_file.marks.items()
        },
        neutral=tuple(marks[place][1] == "n" for place in positions),
        sea=tuple(any(marks.get(p, SEA) == SEA for p in places) for places in around),
        drawn_sea=tuple(any(marks.get(p) == SEA for p in places) for places in around),
        loch=tuple(any(marks.get(p) == LOCH for p in places) for places in around),
        area=tuple(areas[row] for row, _ in positions),
        castles_at=touched(castle_cells),
        cathedrals_at=touched(cathedral_cells),
        castles=map_file.castles,
        castle_areas=tuple(areas[site.at[0]] for site in map_file.castles),
        castle_cells=castle_cells,
        cathedrals=map_file.cathedrals,
        cathedral_areas=tuple(areas[site.at[0]] for site in map_file.cathedrals),
        cathedral_cells=cathedral_cells,
        site_cells={sort: touching(sites) for sort, sites in map_file.sites.items()},
    )
