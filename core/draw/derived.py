"""Parts of a drawing that follow from the rules: offers from the legal actions, ways from the roads of a face."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .model import At, Offer, Way

if TYPE_CHECKING:
    from ..faces import Face
    from ..grid import Grid
    from ..views import View


def at_cell(action: Any) -> At | None:
    """Return the place of the action's `cell`; None for an action without one."""
    cell = getattr(action, "cell", None)
    return None if cell is None else tuple(cell)


def offers(view: View, at: Callable[[Any], At | None] = at_cell, board: int = 0) -> list[Offer]:
    """Return an offer for every legal action of the view's seat, at the place on this board that `at` says."""
    return [Offer(action=action, board=board, at=at(action)) for action in view.legal()]


def ways(face: Face, role: str, grid: Grid[Any]) -> tuple[Way, ...]:
    """Return the roads of a face as it lies: to sides, or from port to port where sides have several."""
    if face.ports == 1:
        return tuple(Way(role, tuple(grid.directions[side] for side in road)) for road in face.roads)
    named = [f"{direction}{n}" for direction in grid.directions for n in range(1, face.ports + 1)]
    return tuple(Way(role, tuple(named[port] for port in road), face.ports) for road in face.roads)
