"""Where a module may come in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Action, Log, Reason, View, spec

if TYPE_CHECKING:
    from .state import Harvest


class Specs:
    """Hookspecs of Harvest. Cells are keys of the square grid."""

    @spec
    def tile_placed(self, state: Harvest, seat: int, cell: int, log: Log | None) -> None:
        """A tile lies on the cell and its points are counted."""

    @spec
    def forbid_cells(  # type: ignore[empty-body]
        self, state: Harvest, seat: int, cells: Sequence[int]
    ) -> Mapping[int, Reason]:
        """Of the open cells, those where the seat may not place, each with its reason."""

    @spec
    def final_lines(self, state: Harvest) -> Sequence[tuple[int, int, str, int]]:  # type: ignore[empty-body]
        """Points when the goals are counted: (seat, amount, key of the reason, source)."""

    @spec
    def action_worth(self, view: View, action: Action) -> float:  # type: ignore[empty-body]
        """What an action that the module added is worth; 0 for all others."""
