"""Farm groups: where they can grow, and whose growth a field serves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .files import ENERGY, FOOD, OPEN
from .state import NEUTRAL

if TYPE_CHECKING:
    from .move_rating import Rating
    from .printed import Printed
    from .prize_odds import MapBits
    from .state import Readable


def grown(state: Readable, printed: Printed, tile: int) -> dict[int, int]:
    """By cell next to farms like this tile, the size of the groups that touch it, together."""
    links, neighbours = state.groups.links, printed.neighbours
    touched: dict[int, set[int]] = {}
    for cell, here in enumerate(state.tiles):
        if here == tile:
            root = cell
            while (link := links[root]) >= 0:
                root = link
            if root in touched:
                touched[root].update(neighbours[cell])
            else:
                touched[root] = set(neighbours[cell])
    found: dict[int, int] = {}
    for root, cells in touched.items():
        size = -links[root]
        for cell in cells:
            found[cell] = found.get(cell, 0) + size
    return found


def groups_of(state: Readable, board: MapBits) -> tuple[dict[int, int], dict[int, int]]:
    """By cell with a player's farm, the root of its group; by root, all neighbours of its farms, as bits."""
    links, around = state.groups.links, board.around
    roots: dict[int, int] = {}
    beside: dict[int, int] = {}
    for cell, tile in enumerate(state.tiles):
        if tile >= 0 and tile & 6 == 0 and tile < NEUTRAL << 3:  # a farm of a player: its kind is 0 or 1
            root = cell
            while (link := links[root]) >= 0:
                root = link
            roots[cell] = root
            beside[root] = beside.get(root, 0) | around[cell]
    return roots, beside


def prospects(state: Readable, board: MapBits) -> tuple[list[float], list[float], list[float]]:
    """By seat: its farms in groups, each in part by the fields where its group can grow; these fields; its groups."""
    tiles, links, bit = state.tiles, state.groups.links, board.bit
    growth, reach, groups = ([0.0] * len(state.seats) for _ in range(3))
    both = sum([bit[cell] for cell in state.free[OPEN]])
    free = [sum([bit[cell] for cell in state.free[kind]]) | both for kind in (FOOD, ENERGY)]
    for root, beside in groups_of(state, board)[1].items():
        tile = tiles[root]
        seat, fields = tile >> 3, (beside & free[tile & 7]).bit_count()
        growth[seat] -= links[root] * fields / (fields + 2)
        reach[seat] += fields
        groups[seat] += 1
    return growth, reach, groups


class Future:
    """Prospects of a farm of this kind for the seat, beyond its points and its neighbours; made once for all fields."""

    def __init__(self, state: Readable, rate: Rating, seat: int, kind: int, free: int) -> None:
        self.seat, self.wanted, self.free = seat, seat << 3 | kind, free
        self.board, self.printed = rate.board, rate.printed
        weights = rate.weight
        self.growth, self.reach = weights["growth"], weights["reach"]
        self.block, self.other_farm = weights["block"], weights["other_farm"]
        self.tiles, self.links = state.tiles, state.groups.links
        self.roots, self.beside = groups_of(state, self.board)

    def of(self, cell: int) -> float:
        """The worth of the prospects at a free field."""
        tiles, links, roots = self.tiles, self.links, self.roots
        field, seat, wanted = self.printed.kind[cell], self.seat, self.wanted
        size, beside, own_other = 1, self.board.around[cell], 0
        others: dict[int, int] = {}
        seen = []
        for other in self.printed.neighbours[cell]:
            root = roots.get(other)
            if root is None or root in seen:
                continue
            seen.append(root)
            tile = tiles[other]
            if tile == wanted:
                size -= links[root]
                beside |= self.beside[root]
            elif field == OPEN or field == tile & 7:
                if tile >> 3 == seat:
                    own_other -= links[root]
                else:
                    others[tile] = others.get(tile, 0) - links[root]
        free = (beside & self.free & ~self.board.bit[cell]).bit_count()
        found = self.growth * size * free / (free + 2) + self.reach * free + self.other_farm * own_other
        if others:
            found += self.block * max(others.values())
        return found
