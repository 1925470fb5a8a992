"""Checks that the module's files add up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import Document, Problem, english, known, unless_printed

from ...checks import check_ids, check_text, counted
from ...tiles import CASTLE, MARKS
from .scoring import SCROLLS

if TYPE_CHECKING:
    from ...tiles import Tile
    from .files import Box, DruidScoring, DruidScroll, DruidTile, Tablet

LINES = ("rows", "columns")


def check_tiles(
    document: Document, records: Sequence[DruidTile], tiles: Sequence[Tile], box: Box
) -> list[Problem]:
    problems = check_ids(document, [record.id for record in records])
    low, high = box.prices.lowest, box.prices.highest
    for at, record in enumerate(records):
        if not low <= record.price <= high:
            said = f"prices are {low} to {high} (box.yaml), not {record.price}"
            problems.append(document.problem((at, "price"), said))
        for number, mark in enumerate(record.has):
            if MARKS[CASTLE] in mark.split():
                problems.append(document.problem((at, "has", number), "a castle stands on castle tiles only"))
    return problems


def check_tablets(document: Document, tablets: Sequence[Tablet]) -> list[Problem]:
    problems = check_ids(document, [tablet.id for tablet in tablets])
    for at, tablet in enumerate(tablets):
        problems += english(document, (at, "names"), tablet.names)
        problems += check_text(document, at, tablet.text, tablet.numbers, "{gold} and {tiles}")
    return problems


def check_scrolls(document: Document, scrolls: Sequence[DruidScroll]) -> list[Problem]:
    ids = [scroll.id for scroll in scrolls]
    problems = check_ids(document, ids)
    for at, scroll in enumerate(scrolls):
        problems += english(document, (at, "names"), scroll.names)
        problems += known(document, (at, "id"), scroll.id, SCROLLS, "scroll")
        if scroll.id in SCROLLS and scroll.counts in LINES and not scroll.least:
            problems.append(document.problem((at,), "how many tiles a line needs is missing (least)"))
    missing = [name for name in SCROLLS if name not in ids]
    if missing:
        problems.append(document.problem((), f"missing: {', '.join(missing)}"))
    return problems


def check_copies(
    document: Document, mark: str, kinds: Sequence[Tablet | DruidScroll], tiles: Sequence[Tile]
) -> list[Problem]:
    """Returns where tiles do not show each kind as often as there are copies of it."""
    shown = [symbol.kind for tile in tiles for symbol in tile.symbols if symbol.mark == mark]
    return [
        document.problem(
            (at, "copies"), f"druids.yaml has {found}", right=unless_printed(one.copies_provenance, found)
        )
        for at, one in enumerate(kinds)
        if (found := shown.count(one.id)) != one.copies
    ]


def check_box(
    document: Document,
    box: Box,
    tiles: Sequence[Tile],
    tablets: Sequence[Tablet],
    scoring: Sequence[DruidScoring],
) -> list[Problem]:
    """Returns where box.yaml does not agree with what was counted in the other files."""
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
            right = unless_printed(box.pieces[piece].provenance, found)
            problems.append(document.problem(("pieces", piece, "count"), f"{file} has {found}", right=right))
    once = [attrs.evolve(tile, copies=1) for tile in tiles]
    for mark in MARKS[:CASTLE]:
        total = next((total for name, total in box.marks.items() if name == mark), None)
        if total is None:
            problems.append(document.problem(("marks",), f"no mark {mark!r}"))
        elif total.count != (found := counted(once, mark)):
            said, right = f"druids.yaml has {found}", unless_printed(total.provenance, found)
            problems.append(document.problem(("marks", mark, "count"), said, right=right))
    scrolls = sum(len(tile.scrolls) for tile in tiles)
    if box.scrolls.count != scrolls:
        said, right = f"druids.yaml has {scrolls}", unless_printed(box.scrolls.provenance, scrolls)
        problems.append(document.problem(("scrolls", "count"), said, right=right))
    return problems
