"""Where a module may come in: hookspecs of this game, next to those that core has for every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import spec

if TYPE_CHECKING:
    from .state import Readable


class Specs:
    """Hookspecs. Cells are keys of the grid."""

    @spec
    def lay_lines(  # type: ignore[empty-body]
        self, state: Readable, seat: int, cell: int, kind: int
    ) -> Sequence[tuple[str, int]]:
        """What laying such a tile on the cell would score as well: (key of the reason, points)."""
