"""Checks that the outskirts add up: each problem with its line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import twice

from .files import CURVE

if TYPE_CHECKING:
    from tilewright.authoring import Document, Problem

    from ...tiles import Tile
    from .files import Outskirt


def check_outskirts(document: Document, records: Sequence[Outskirt], count: int) -> list[Problem]:
    """Returns the problems of the records: ids used twice, and another number of outskirts than the box has."""
    problems = twice(document, [record.id for record in records])
    if len(records) != count:
        problems.append(document.problem((), f"{len(records)} outskirts; box.yaml has {count}"))
    return problems


def check_sides(document: Document, at: int, front: Tile | None, back: Tile | None) -> list[Problem]:
    """Returns the problems of an outskirt's sides, None where one cannot be read: curves, and unequal edges."""
    problems = []
    for name, side in (("front", front), ("back", back)):
        if side is not None and (side.face.edges.count(CURVE) != 2 or CURVE * 2 not in side.face.edges * 2):
            said = "two neighbouring sides have to be curved"
            problems.append(document.problem((at, name, "face"), said))
    if front is not None and back is not None and front.face.edges != back.face.edges:
        problems.append(document.problem((at, "back", "face"), "the sides are not those of the front"))
    return problems
