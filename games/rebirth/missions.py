"""Mission cards: what each kind of condition counts, and who meets it (RB-CATH-6, RB-END-4, RB-AMB-9, 15, 16)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import attrs

from .files import ENERGY, FOOD, OPEN
from .state import NEUTRAL, laid

if TYPE_CHECKING:
    from tilewright.authoring import Rules

    from .files import Mission
    from .options import Options
    from .printed import Printed
    from .state import Readable

    Amounts: TypeAlias = Callable[[Readable, str], list[int]]
    """From a position and an area ("" for the whole map), by seat, how much it has."""
    Where: TypeAlias = Callable[[Printed, Options, str], Sequence[bool]]
    """From the map, the options and an area, by cell, True if it is one of those meant."""


@attrs.frozen
class MissionMetric:
    """Something that missions compare."""

    amounts: Amounts
    where: Where | None = None
    """The cells on which a tile may add to it; None where it depends on more than the cell."""
    farm: Callable[[int, float], bool] | None = None
    """True if a farm helps that is of this kind and scores so many points, where that matters and not the cell."""


def amounts(state: Readable, card: Mission) -> list[int]:
    """By seat, how much it has of what the card compares."""
    return METRICS[card.metric].amounts(state, card.area)


def meeting(state: Readable, card: Mission) -> list[bool]:
    """By seat, True if it meets the card's condition on the board as it is; being tied is enough."""
    count = len(state.seats)
    if card.kind == "unconditional":
        return [True] * count
    if card.kind == "control_any":
        castles = state.rules.things["castle"].numbers
        holders = [state.castles[castles[code]] for code in card.castles]
        return [seat in holders for seat in range(count)]
    found = amounts(state, card)
    most = max(found)
    least = 0 if state.rules.options.zero_missions == "met" else 1
    return [amount == most and amount >= least for amount in found]


def points(options: Options, card: Mission) -> int:
    """Returns what the card is worth when its condition is met."""
    return options.cathedral_bonus if card.kind == "unconditional" else card.points


# -- tiles on certain cells ----------------------------------------------------------------------------------------


def _tiles(where: Where, kinds: Sequence[int] | None = None) -> MissionMetric:
    """The number of tiles, of these kinds only if any are named, on such cells."""

    def count(state: Readable, area: str) -> list[int]:
        found = [0] * len(state.seats)
        tiles = state.tiles
        for cell in counted(where, state.rules, area):
            tile = tiles[cell]
            if 0 <= tile < NEUTRAL << 3 and (kinds is None or tile & 7 in kinds):
                found[tile >> 3] += 1
        return found

    return MissionMetric(count, where)


@lru_cache(maxsize=256)
def counted(where: Where, rules: Rules, area: str) -> tuple[int, ...]:
    """The cells that are meant; they are the same in all matches of a ruleset."""
    return tuple(cell for cell, meant in enumerate(where(rules.data, rules.options, area)) if meant)


def _in_area(printed: Printed, options: Options, area: str) -> Sequence[bool]:
    return [here == area for here in printed.area] if area else [True] * len(printed.area)


def _coast(printed: Printed, options: Options, area: str) -> Sequence[bool]:
    return printed.sea if options.sea == "missing" else printed.drawn_sea


def _of_size(size: int) -> Where:
    return lambda printed, options, area: [here == size for here in printed.size]


# -- castles, settlements, groups ----------------------------------------------------------------------------------


def _castles(state: Readable, area: str) -> list[int]:
    printed: Printed = state.rules.data
    found = [0] * len(state.seats)
    for holder, here in zip(state.castles, printed.castle_areas, strict=True):
        if holder >= 0 and area in ("", here):
            found[holder] += 1
    return found


def _by_castles(printed: Printed, options: Options, area: str) -> Sequence[bool]:
    areas = printed.castle_areas
    return [any(area in ("", areas[castle]) for castle in castles) for castles in printed.castles_at]


def _symbols(size: int) -> MissionMetric:
    """The number of symbols in settlements of this size."""
    where = _of_size(size)

    def count(state: Readable, area: str) -> list[int]:
        rules = state.rules
        symbols = rules.data.symbols
        found = [0] * len(state.seats)
        tiles = state.tiles
        for cell in counted(where, rules, area):
            tile = tiles[cell]
            if 0 <= tile < NEUTRAL << 3:
                found[tile >> 3] += symbols[tile & 7]
        return found

    return MissionMetric(count, where)


def _spread(state: Readable, area: str) -> list[int]:
    printed: Printed = state.rules.data
    tiles, symbols = state.tiles, printed.symbols
    found = [0] * len(state.seats)
    for cells in printed.settlements:
        for seat in {tiles[cell] >> 3 for cell in cells if tiles[cell] >= 0 and symbols[tiles[cell] & 7]}:
            if seat != NEUTRAL:
                found[seat] += 1
    return found


def farm_groups(state: Readable, kinds: Sequence[int] = (FOOD, ENERGY)) -> list[list[int]]:
    """By seat, the sizes of its groups of farms of these kinds."""
    found: list[list[int]] = [[] for _ in state.seats]
    for link, tile in zip(state.groups.links, state.tiles, strict=True):
        if link < 0 <= tile < NEUTRAL << 3 and tile & 7 in kinds:
            found[tile >> 3].append(-link)
    return found


def _largest(farm: int) -> MissionMetric:
    """The size of the largest group of farms of this kind."""
    return MissionMetric(
        lambda state, area: [max(sizes, default=0) for sizes in farm_groups(state, (farm,))],
        farm=lambda kind, scored: kind == farm and scored > 2,
    )


def _largest_area(state: Readable, area: str) -> list[int]:
    printed: Printed = state.rules.data
    owners = {cell: seat for cell, seat, _ in laid(state)}
    found = [0] * len(state.seats)
    reached: set[int] = set()
    for first, seat in owners.items():
        if first in reached:
            continue
        reached.add(first)
        waiting, size = [first], 0
        while waiting:
            size += 1
            for other in printed.neighbours[waiting.pop()]:
                if other not in reached and owners.get(other) == seat:
                    reached.add(other)
                    waiting.append(other)
        found[seat] = max(found[seat], size)
    return found


METRICS: dict[str, MissionMetric] = {
    "castles_controlled": MissionMetric(_castles, _by_castles),
    "largest_food_group": _largest(FOOD),
    "largest_energy_group": _largest(ENERGY),
    "number_of_farm_groups": MissionMetric(
        lambda state, area: [len(sizes) for sizes in farm_groups(state)],
        farm=lambda kind, scored: kind <= ENERGY and scored == 1,
    ),
    "largest_group_of_any_own_tiles": MissionMetric(_largest_area),
    "tiles_adjacent_to_castles": _tiles(lambda printed, *_: list(map(bool, printed.castles_at))),
    "tiles_adjacent_to_cathedrals": _tiles(lambda printed, *_: list(map(bool, printed.cathedrals_at))),
    "tiles_adjacent_to_lochs": _tiles(lambda printed, *_: printed.loch),
    "tiles_adjacent_to_sea": _tiles(_coast),
    "ports_occupied": _tiles(lambda printed, *_: printed.port),
    "tiles_in_small_settlements": _tiles(_of_size(1)),
    "tiles_in_medium_settlements": _tiles(_of_size(2)),
    "tiles_in_large_settlements": _tiles(_of_size(3)),
    "symbols_in_medium_settlements": _symbols(2),
    "symbols_in_large_settlements": _symbols(3),
    "different_settlements_with_own_tile": MissionMetric(_spread),
    "farms_on_open_fields": _tiles(
        lambda printed, *_: [kind == OPEN for kind in printed.kind], kinds=(FOOD, ENERGY)
    ),
    "tiles": _tiles(_in_area),
}
"""By name, the metric that counts each of `conditions.COMPARED`."""
