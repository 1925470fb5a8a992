"""What is printed on the module's components, as its rules ask for it, and whether its files work out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from tilewright.core.errors import InvalidFile, Problem

from ...checks import check_scoring, counted, twice
from ...files import Kind, Names
from ...tiles import CASTLE, MARKS, SCROLL, Tile, read_drawing
from .files import Box, DolmenBoard, DruidScoring, DruidScroll, DruidTile, Tablet

if TYPE_CHECKING:
    from tilewright.core.data import Document, Folder

    from .options import Options

TABLET = "tablet"
"""The mark that a tile with a tablet shows."""
SCORING: Mapping[str, Kind] = {
    "open_water": "each",
    "largest_herd": "each",
    "most_lighthouses": "majority",
    "longest_diagonal": "each",
    "largest_mountain": "each",
    "house_by_the_lake": "each",
}
"""The scoring tiles in the order of their rules, IS-ST-D1 to IS-ST-D6, and what their points are for."""
SCROLLS = (
    "per_closed_pasture",
    "per_closed_mountain",
    "per_closed_water",
    "per_building_set",
    "per_road_tile",
    "per_harbour",
    "per_gold",
    "per_animal_pair",
    "flat_3",
    "flat_4",
    "per_row",
    "per_column",
)
"""The kinds of scroll."""
LINES = ("rows", "columns")


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Druids:
    """Everything that is printed."""

    tiles: tuple[Tile, ...]
    prices: Mapping[str, int]
    """By id of the tile."""
    surcharges: tuple[int, ...]
    """By space of the dolmen, from left to right."""
    tablets: Mapping[str, Tablet]
    """By id, as the marks on tiles name them."""
    scrolls: Mapping[str, DruidScroll]
    scoring: tuple[DruidScoring, ...]

    def names(self) -> Mapping[str, Names]:
        """What scrolls, scoring tiles and tablets are called, by id."""
        return {
            **{scroll.id: scroll.names for scroll in self.scrolls.values()},
            **{tile.id: tile.names for tile in self.scoring},
            **{tablet.id: tablet.names for tablet in self.tablets.values()},
        }

    def provenance(self) -> list[str]:
        """Sentences on what here is not stated by the rulebook."""
        said = []
        origins = [tile.provenance for tile in self.tiles]
        for origin in sorted({*origins} - {"rulebook"}):
            count = f"{origins.count(origin)} of the {len(origins)} Druid tiles"
            said.append(f"Terrain, roads, marks and prices of {count} are {origin}.")
        for what, copies in (
            ("scroll", [scroll.copies_provenance for scroll in self.scrolls.values()]),
            ("tablet", [tablet.copies_provenance for tablet in self.tablets.values()]),
        ):
            for origin in sorted({*copies} - {"rulebook"}):
                count = f"{copies.count(origin)} of the {len(copies)} kinds of Druid {what}"
                said.append(f"How many there are of {count} is {origin}.")
        return said


def load(data: Folder, options: Options) -> Druids:
    """What the module's files say. InvalidFile names every place where they do not work out."""
    names = ("box", "druids", "tablets", "dolmen", "scrolls", "scoring")
    box_file, tile_file, tablet_file, dolmen_file, scroll_file, scoring_file = (
        data.document(f"{name}.yaml") for name in names
    )
    box, dolmen = box_file.structure(Box), dolmen_file.structure(DolmenBoard)
    records = tile_file.structure(tuple[DruidTile, ...])
    tablets = tablet_file.structure(tuple[Tablet, ...])
    scrolls = scroll_file.structure(tuple[DruidScroll, ...])
    scoring = scoring_file.structure(tuple[DruidScoring, ...])
    kinds = {SCROLL: [scroll.id for scroll in scrolls], TABLET: [tablet.id for tablet in tablets]}
    tiles: list[Tile] = []
    problems: list[Problem] = []
    for at, record in enumerate(records):
        try:
            face, symbols = read_drawing(tile_file, (at,), record.id, record, kinds)
            # None goes into the bag (IS-DR-2).
            tiles.append(Tile(record.id, face, record.provenance, symbols, copies=0))
        except InvalidFile as slip:
            problems += slip.problems
    if not problems:  # else what is counted would be wrong as well
        problems += _check_box(box_file, box, tiles, tablets, scoring)
        problems += _check_copies(scroll_file, SCROLL, {one.id: one.copies for one in scrolls}, tiles)
        problems += _check_copies(tablet_file, TABLET, {one.id: one.copies for one in tablets}, tiles)
    problems += _check_tiles(tile_file, records, tiles, box)
    problems += _check_tablets(tablet_file, tablets)
    problems += _check_scrolls(scroll_file, scrolls)
    problems += check_scoring(scoring_file, scoring, SCORING)
    if not dolmen.surcharges or min(dolmen.surcharges) < 0:
        problems.append(dolmen_file.problem(("surcharges",), "expected gold for each space, 0 or more"))
    if problems:
        raise InvalidFile(problems)
    return Druids(
        tiles=tuple(tiles),
        prices={record.id: record.price for record in records},
        surcharges=dolmen.surcharges,
        tablets={tablet.id: tablet for tablet in tablets},
        scrolls={scroll.id: scroll for scroll in scrolls},
        scoring=scoring,
    )


# -- checks ----------------------------------------------------------------------------------------------------------


def _check_tiles(
    document: Document, records: Sequence[DruidTile], tiles: Sequence[Tile], box: Box
) -> list[Problem]:
    problems = twice(document, [record.id for record in records])
    low, high = box.prices.lowest, box.prices.highest
    for at, record in enumerate(records):
        if not low <= record.price <= high:
            said = f"prices are {low} to {high} (box.yaml), not {record.price}"
            problems.append(document.problem((at, "price"), said))
        for number, mark in enumerate(record.has):
            if MARKS[CASTLE] in mark.split():
                problems.append(document.problem((at, "has", number), "a castle stands on castle tiles only"))
    return problems


def _check_tablets(document: Document, tablets: Sequence[Tablet]) -> list[Problem]:
    problems = twice(document, [tablet.id for tablet in tablets])
    for at, tablet in enumerate(tablets):
        problems += _english(document, at, "names", tablet.names)
        for language in tablet.text:
            try:
                tablet.words(language)
            except (KeyError, IndexError, ValueError, AttributeError):
                said = "a text may name {gold} and {tiles} in braces, and nothing else"
                problems.append(document.problem((at, "text", language), said))
    return problems


def _check_scrolls(document: Document, scrolls: Sequence[DruidScroll]) -> list[Problem]:
    ids = [scroll.id for scroll in scrolls]
    problems = twice(document, ids)
    for at, scroll in enumerate(scrolls):
        problems += _english(document, at, "names", scroll.names)
        if scroll.id not in SCROLLS:
            said = f"no scroll is called {scroll.id!r}; these are: {', '.join(SCROLLS)}"
            problems.append(document.problem((at, "id"), said))
        elif scroll.counts in LINES and not scroll.least:
            problems.append(document.problem((at,), "how many tiles a line needs is missing (least)"))
    missing = [name for name in SCROLLS if name not in ids]
    if missing:
        problems.append(document.problem((), f"missing: {', '.join(missing)}"))
    return problems


def _check_copies(
    document: Document, mark: str, copies: Mapping[str, int], tiles: Sequence[Tile]
) -> list[Problem]:
    """Tiles show each kind as often as there are copies of it."""
    shown = [symbol.kind for tile in tiles for symbol in tile.symbols if symbol.mark == mark]
    return [
        document.problem((at, "copies"), f"druids.yaml has {shown.count(kind)}")
        for at, (kind, number) in enumerate(copies.items())
        if number != shown.count(kind)
    ]


def _check_box(
    document: Document,
    box: Box,
    tiles: Sequence[Tile],
    tablets: Sequence[Tablet],
    scoring: Sequence[DruidScoring],
) -> list[Problem]:
    """Where box.yaml does not agree with what was counted in the other files."""
    problems = []
    pieces = {
        "tiles": ("druids.yaml", len(tiles)),
        "tablets": ("tablets.yaml", sum(tablet.copies for tablet in tablets)),
        "scoring": ("scoring.yaml", len(scoring)),
    }
    for piece, (file, found) in pieces.items():
        if piece not in box.pieces:
            problems.append(document.problem(("pieces",), f"no piece {piece!r}"))
        elif box.pieces[piece].count != found:
            problems.append(document.problem(("pieces", piece, "count"), f"{file} has {found}"))
    once = [attrs.evolve(tile, copies=1) for tile in tiles]
    for mark in MARKS[:CASTLE]:
        stated = next((total.count for name, total in box.marks.items() if name == mark), None)
        if stated is None:
            problems.append(document.problem(("marks",), f"no mark {mark!r}"))
        elif stated != counted(once, mark):
            problems.append(
                document.problem(("marks", mark, "count"), f"druids.yaml has {counted(once, mark)}")
            )
    scrolls = sum(len(tile.scrolls) for tile in tiles)
    if box.scrolls.count != scrolls:
        problems.append(document.problem(("scrolls", "count"), f"druids.yaml has {scrolls}"))
    return problems


def _english(document: Document, at: int, field: str, languages: Names) -> list[Problem]:
    said = "the English one is missing"
    return [] if "en" in languages else [document.problem((at, field), said)]
