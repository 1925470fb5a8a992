"""Parts of a drawing that follow from the rules: offers from the legal actions, ways from the roads of a face."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..land.faces import Face
from ..land.grid import Grid
from ..rules.views import View
from .model import At, Offer, Way, Where


def at_cell(action: Any) -> At | None:
    """Return the place of the action's `cell`; None for an action without one."""
    cell = getattr(action, "cell", None)
    return None if cell is None else tuple(cell)


def no_piece(action: Any) -> Where | None:
    """Return None: the action does not take a piece that lies on a spot."""
    return None


def offers(
    view: View,
    at: Callable[[Any], At | None] = at_cell,
    board: int = 0,
    piece: Callable[[Any], Where | None] = no_piece,
) -> list[Offer]:
    """Return an offer for every legal action of the view's seat, at the place on this board that `at` says.

    `piece` says where the tile lies that the action takes, if people can pick that first.
    """
    return [Offer(action=action, board=board, at=at(action), piece=piece(action)) for action in view.legal()]


def ways(face: Face, role: str | Callable[[int], str], grid: Grid[Any]) -> tuple[Way, ...]:
    """Return the roads of a face as it lies: to sides, or from port to port where sides have several.

    All have this role, or the one that the function gives for the road's number.
    """
    named = [
        direction if face.ports == 1 else f"{direction}{n}"
        for direction in grid.directions
        for n in range(1, face.ports + 1)
    ]
    return tuple(
        Way(role(number) if callable(role) else role, tuple(named[port] for port in road), face.ports)
        for number, road in enumerate(face.roads)
    )
