"""Mission cards: what each kind of condition counts, and who meets it (RB-CATH-6, RB-END-4, RB-AMB-9, 15, 16)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .chart import ENERGY, FOOD, OPEN
from .deck import Mission
from .settlements import influence
from .state import FREE

if TYPE_CHECKING:
    from .state import Board


def tally(state: Board, card: Mission) -> list[int]:
    """By seat, how much it has of what the card compares."""
    return METRICS[card.metric or ""](state, card.area or "")


def meeting(state: Board, card: Mission) -> list[bool]:
    """By seat, whether it meets the card's condition on the board as it is; being tied is enough."""
    count = len(state.seats)
    if card.kind == "unconditional":
        return [True] * count
    if card.kind == "control_any":
        wanted = [n for n, castle in enumerate(state.rules.data.castles) if castle.code in card.castles]
        return [any(state.castles[n] == seat for n in wanted) for seat in range(count)]
    amounts = tally(state, card)
    most = max(amounts)
    least = 0 if state.rules.options.zero_missions == "met" else 1
    return [amount == most and amount >= least for amount in amounts]


def points(state: Board, card: Mission) -> int:
    """What the card is worth when its condition is met."""
    return state.rules.options.cathedral_bonus if card.kind == "unconditional" else card.points


def _cells(state: Board, wanted: Callable[[int, int], bool]) -> list[int]:
    """By seat, on how many cells it has a tile for which `wanted(cell, kind)` holds."""
    found = [0] * len(state.seats)
    for cell, tile in enumerate(state.tiles):
        seat = tile >> 3
        if tile != FREE and seat < len(found) and wanted(cell, tile & 7):
            found[seat] += 1
    return found


def _castles_controlled(state: Board, area: str) -> list[int]:
    castles = state.rules.data.castles
    return [
        sum(1 for n, owner in enumerate(state.castles) if owner == seat and area in ("", castles[n].area))
        for seat in range(len(state.seats))
    ]


def _tiles(state: Board, area: str) -> list[int]:
    chart = state.rules.data
    return _cells(state, lambda cell, kind: area in ("", chart.area[cell]))


def _group_sizes(state: Board, kinds: tuple[int, ...]) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in state.seats]
    for cell, tile in enumerate(state.tiles):
        if tile != FREE and tile >> 3 < len(found) and tile & 7 in kinds and state.groups.find(cell) == cell:
            found[tile >> 3].append(state.groups.size(cell))
    return found


def _largest_food_group(state: Board, area: str) -> list[int]:
    return [max(sizes, default=0) for sizes in _group_sizes(state, (FOOD,))]


def _largest_energy_group(state: Board, area: str) -> list[int]:
    return [max(sizes, default=0) for sizes in _group_sizes(state, (ENERGY,))]


def _number_of_farm_groups(state: Board, area: str) -> list[int]:
    return [len(sizes) for sizes in _group_sizes(state, (FOOD, ENERGY))]


def _largest_group_of_any_own_tiles(state: Board, area: str) -> list[int]:
    chart, tiles = state.rules.data, state.tiles
    found = [0] * len(state.seats)
    reached: set[int] = set()
    for first, tile in enumerate(tiles):
        seat = tile >> 3
        if tile == FREE or seat >= len(found) or first in reached:
            continue
        reached.add(first)
        waiting, size = [first], 0
        while waiting:
            cell = waiting.pop()
            size += 1
            for other in chart.neighbours[cell]:
                if other not in reached and tiles[other] != FREE and tiles[other] >> 3 == seat:
                    reached.add(other)
                    waiting.append(other)
        found[seat] = max(found[seat], size)
    return found


def _by_castles(state: Board, area: str) -> list[int]:
    return _cells(state, lambda cell, kind: bool(state.rules.data.castles_at[cell]))


def _by_cathedrals(state: Board, area: str) -> list[int]:
    return _cells(state, lambda cell, kind: bool(state.rules.data.cathedrals_at[cell]))


def _by_lochs(state: Board, area: str) -> list[int]:
    return _cells(state, lambda cell, kind: state.rules.data.loch[cell])


def _coast(state: Board, area: str) -> list[int]:
    chart = state.rules.data
    sea = chart.sea if state.rules.options.sea == "missing" else chart.drawn_sea
    return _cells(state, lambda cell, kind: sea[cell])


def _ports(state: Board, area: str) -> list[int]:
    return _cells(state, lambda cell, kind: state.rules.data.port[cell])


def _settlement_tiles(size: int) -> Callable[[Board, str], list[int]]:
    def count(state: Board, area: str) -> list[int]:
        chart = state.rules.data
        return _cells(
            state,
            lambda cell, kind: (
                chart.settlement_of[cell] >= 0 and len(chart.settlements[chart.settlement_of[cell]]) == size
            ),
        )

    return count


def _settlement_symbols(size: int) -> Callable[[Board, str], list[int]]:
    def count(state: Board, area: str) -> list[int]:
        found = [0] * len(state.seats)
        for cells in state.rules.data.settlements:
            if len(cells) == size:
                for cell in cells:
                    tile = state.tiles[cell]
                    if tile != FREE and tile >> 3 < len(found):
                        found[tile >> 3] += state.rules.data.symbols[tile & 7]
        return found

    return count


def _settlement_spread(state: Board, area: str) -> list[int]:
    found = [0] * len(state.seats)
    for settlement in range(len(state.gaps)):
        for seat, amount in enumerate(influence(state, settlement)[0]):
            found[seat] += amount > 0
    return found


def _open_land(state: Board, area: str) -> list[int]:
    return _cells(state, lambda cell, kind: kind in (FOOD, ENERGY) and state.rules.data.kind[cell] == OPEN)


METRICS: dict[str, Callable[[Board, str], list[int]]] = {
    "castles_controlled": _castles_controlled,
    "largest_food_group": _largest_food_group,
    "largest_energy_group": _largest_energy_group,
    "number_of_farm_groups": _number_of_farm_groups,
    "largest_group_of_any_own_tiles": _largest_group_of_any_own_tiles,
    "tiles_adjacent_to_castles": _by_castles,
    "tiles_adjacent_to_cathedrals": _by_cathedrals,
    "tiles_adjacent_to_lochs": _by_lochs,
    "tiles_adjacent_to_sea": _coast,
    "ports_occupied": _ports,
    "tiles_in_small_settlements": _settlement_tiles(1),
    "tiles_in_medium_settlements": _settlement_tiles(2),
    "tiles_in_large_settlements": _settlement_tiles(3),
    "symbols_in_medium_settlements": _settlement_symbols(2),
    "symbols_in_large_settlements": _settlement_symbols(3),
    "different_settlements_with_own_tile": _settlement_spread,
    "farms_on_open_fields": _open_land,
    "tiles": _tiles,
}
"""What a mission may compare, by the name that `missions.yaml` uses: (state, area) to an amount for each seat."""
