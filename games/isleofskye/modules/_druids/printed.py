"""The printed components of the module, as its rules use them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import Folder, InvalidFile, Message, Problem, Texts, beyond_rulebook, stop

from ...checks import check_scoring
from ...tiles import SCROLL, Tile, read_drawing
from .checks import check_box, check_copies, check_scrolls, check_tablets, check_tiles
from .files import Box, DolmenBoard, DruidScoring, DruidScroll, DruidTile, Tablet
from .scoring import SCORING

if TYPE_CHECKING:
    from .options import Options

TABLET = "tablet"
"""The mark that a tile with a tablet shows."""


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

    def names(self) -> Mapping[str, Texts]:
        """Returns the names of scrolls and tablets, by id, and the texts of tablets."""
        return {
            **{scroll.id: scroll.names for scroll in self.scrolls.values()},
            **{tablet.id: tablet.names for tablet in self.tablets.values()},
            **{f"{tablet.id}.text": tablet.text for tablet in self.tablets.values()},
        }

    def provenance(self) -> Iterator[Message]:
        """Yields messages about what the rulebook does not state."""
        yield from beyond_rulebook("provenance.druids.tiles", [tile.provenance for tile in self.tiles])
        for key, things in (("scrolls", self.scrolls), ("tablets", self.tablets)):
            copies = [thing.copies_provenance for thing in things.values()]
            yield from beyond_rulebook(f"provenance.druids.{key}", copies)


def load(data: Folder, options: Options) -> Druids:
    """Reads the module's files. InvalidFile names every mistake in them."""
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
            # They do not go into the bag (IS-DR-2).
            tiles.append(Tile(record.id, face, record.provenance, symbols, copies=0))
        except InvalidFile as slip:
            problems += slip.problems
    if not problems:  # otherwise the counts would be wrong as well
        problems += check_box(box_file, box, tiles, tablets, scoring)
        problems += check_copies(scroll_file, SCROLL, scrolls, tiles)
        problems += check_copies(tablet_file, TABLET, tablets, tiles)
    problems += check_tiles(tile_file, records, tiles, box)
    problems += check_tablets(tablet_file, tablets)
    problems += check_scrolls(scroll_file, scrolls)
    problems += check_scoring(scoring_file, scoring, SCORING)
    if not dolmen.surcharges or min(dolmen.surcharges) < 0:
        problems.append(dolmen_file.problem(("surcharges",), "expected gold for each space, 0 or more"))
    stop(problems)
    return Druids(
        tiles=tuple(tiles),
        prices={record.id: record.price for record in records},
        surcharges=dolmen.surcharges,
        tablets={tablet.id: tablet for tablet in tablets},
        scrolls={scroll.id: scroll for scroll in scrolls},
        scoring=scoring,
    )
