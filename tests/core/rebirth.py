"""What tests of the engine need to know of Rebirth."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tilewright.core.actions import Action
from tilewright.core.state import State
from tilewright.games.rebirth.actions import LayAside, PlaceTile
from tilewright.games.rebirth.chart import KINDS
from tilewright.games.rebirth.state import FREE, NEUTRAL


def placements(state: State, seat: int) -> list[Action]:
    """Every tile on every hex of the map, and laying each aside."""
    cells = state.rules.data.hexes
    placed: list[Action] = [PlaceTile(seat, tile, cell) for tile in KINDS for cell in cells]
    return [*placed, *(LayAside(seat, tile) for tile in KINDS)]


def tiles(state: Any) -> Counter[tuple[int, int]]:
    """(seat, kind) of every tile in the game: in supply, hand, set aside, placed or laid aside; and the missions."""
    found = Counter[tuple[int, int]]()
    for seat in range(len(state.seats)):
        for zone in (state.supply, state.hand, state.aside):
            found.update((seat, kind) for kind in zone[seat])
    found.update((tile >> 3, tile & 7) for tile in [*state.tiles, *state.laid_aside] if tile != FREE)
    found.update(
        (NEUTRAL + 1, card) for card in [*state.deck, *(card for held in state.missions for card in held)]
    )
    return found
