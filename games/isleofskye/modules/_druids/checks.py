"""Checks that the module's files add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from tilewright.core.checks import english, known

from ...checks import check_ids, check_text, counted
from ...tiles import CASTLE, MARKS
from .scoring import SCROLLS

if TYPE_CHECKING:
    from tilewright.core.data import Document
    from tilewright.core.errors import Problem

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
    document: Document, mark: str, copies: Mapping[str, int], tiles: Sequence[Tile]
) -> list[Problem]:
    """Returns where tiles do not show each kind as often as there are copies of it."""
    shown = [symbol.kind for tile in tiles for symbol in tile.symbols if symbol.mark == mark]
    return [
        document.problem((at, "copies"), f"druids.yaml has {shown.count(kind)}")
        for at, (kind, number) in enumerate(copies.items())
        if number != shown.count(kind)
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
