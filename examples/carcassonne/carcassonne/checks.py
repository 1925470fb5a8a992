"""Checks that the file of tiles agrees with itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Document, Face, Problem, known, twice

from .letters import CLOISTER

if TYPE_CHECKING:
    from .files import Sheet


def ids(document: Document, sheet: Sheet) -> list[Problem]:
    """Each tile has an id of its own, of letters and digits; the start tile has one of these."""
    names = [record.id for record in sheet.tiles]
    odd = [at for at, name in enumerate(names) if not name.isalnum()]
    return [
        *twice(document, names, ("tiles",)),
        *(document.problem(("tiles", at, "id"), "write an id in letters and digits") for at in odd),
        *known(document, ("start",), sheet.start, [tile.id for tile in sheet.tiles if tile.count], "tile"),
    ]


def totals(document: Document, sheet: Sheet, faces: Sequence[Face]) -> list[Problem]:
    """The tiles add up to the totals of the box."""
    kinds = [(record.count, face) for record, face in zip(sheet.tiles, faces, strict=True)]
    counted = {
        "tiles": sum(count for count, _ in kinds),
        "shields": sum(count * sum(sum(area.marks) for area in face.areas) for count, face in kinds),
        "cloisters": sum(count * (area.terrain == CLOISTER) for count, face in kinds for area in face.areas),
    }
    return [
        document.problem(("box", name), f"the tiles make {found}")
        for name, found in counted.items()
        if getattr(sheet.box, name) != found
    ]
