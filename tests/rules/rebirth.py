"""What tests of the engine need to know of Rebirth."""

from __future__ import annotations

from tilewright.core.rules.actions import Action
from tilewright.core.rules.state import State
from tilewright.games.rebirth.actions import LayAside, PlaceTile
from tilewright.games.rebirth.files import KINDS


def placements(state: State, seat: int) -> list[Action]:
    """Every tile on every hex of the map, and laying each aside."""
    cells = state.rules.data.hexes
    placed: list[Action] = [PlaceTile(seat, tile, cell) for tile in KINDS for cell in cells]
    return [*placed, *(LayAside(seat, tile) for tile in KINDS)]
