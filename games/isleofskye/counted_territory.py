"""Territories that are only counted: they count what has no form (`forms.Counted`), and check the forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from .territory import Territory
from .tiles import TERRAINS

if TYPE_CHECKING:
    from tilewright.authoring import Board

    from .catalogue import Catalogue


@attrs.define(eq=False)
class Sketch(Territory):
    """A territory that gives no cells, and computes each answer only once."""

    slack: int = 0
    """Regions with this many open edges or fewer count as closed."""
    found: dict[str, list[int]] = attrs.field(factory=dict)
    """The regions asked for so far, by their terrains."""

    def regions(self, terrains: str) -> list[int]:
        found = self.found.get(terrains)
        if found is None:
            found = self.found[terrains] = Territory.regions(self, terrains)
        return found

    def closed(self, terrains: str = TERRAINS) -> list[int]:
        slack, open_edges = self.slack, self.board.regions.open_edges
        return [root for root in self.regions(terrains) if open_edges(root) <= slack]

    def cells(self, area: int) -> tuple[int, ...]:
        return ()


def sketches(board: Board, known: Catalogue) -> tuple[Sketch, Sketch]:
    """Returns the territory of a board as it stands, and with regions closed that have a single open edge."""
    now = Sketch(board, known)
    return now, attrs.evolve(now, slack=1)
