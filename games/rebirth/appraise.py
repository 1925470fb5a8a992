"""What a move or a position of Rebirth is worth to a seat, in points, from what that seat can see.

Points at once are exact. Prospects (a castle held to the end, a settlement not yet finished, room for a farm group, a
mission's condition) are judgements in points; their weights stand at the top and were chosen by playing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tilewright.core.game import Choice
from tilewright.core.majority import prizes

from .actions import ChooseCastle, ChooseCathedral, PlaceTile
from .chart import ENERGY, FOOD, OPEN
from .missions import meeting, points
from .settlements import influence, policy
from .state import FREE

if TYPE_CHECKING:
    from tilewright.core.views import View

    from .chart import Chart

ROOM = 0.18
"""For each free neighbour on which the farm group could grow."""
NEW_MISSION = 3.2
"""A mission card not seen yet."""
HELD_MISSION = 0.45
"""One more of what a held mission counts."""
DENIAL = 0.35
"""Of what the seat takes from others, the part that counts as its own gain (with two players)."""
OPEN_COST = 0.15
"""Using up a field that either farm could have used."""


def choices(view: View) -> Sequence[Choice]:
    """Every legal action of the view's seat with its worth."""
    seat = view.seat
    assert seat is not None
    rate = _Rating(view, seat)
    found = []
    for action in view.legal():
        if isinstance(action, PlaceTile):
            lines = rate.placing(action)
        elif isinstance(action, ChooseCastle):
            lines = [("castle", rate.castle(view.rules.data.castle(action.castle), 0, 0))]
        elif isinstance(action, ChooseCathedral):
            lines = [("mission", NEW_MISSION)]
        else:
            lines = []
        found.append(
            Choice(action, sum(worth for _, worth in lines), tuple(line for line in lines if line[1]))
        )
    return found


class _Rating:
    """One seat's look at one position; made once for all its choices."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.chart: Chart = view.rules.data
        self.options = view.options
        self.tiles: list[int] = view.tiles
        self.count = len(view.seats)
        self.denial = DENIAL / max(1, self.count - 1) * (2 if self.count == 2 else 1)
        self.cell_at = self.chart.cell_at
        self.kind = view.hand[seat][0] if view.hand[seat] else FOOD
        self.wishes = [
            WISHES[card.metric](self, card.area or "")
            for card in (self.chart.missions[n] for n in view.missions[seat])
            if card.metric in WISHES
        ]

    def placing(self, action: PlaceTile) -> list[tuple[str, float]]:
        cell, kind, chart = self.cell_at[action.cell], self.kind, self.chart
        lines: list[tuple[str, float]] = []
        if kind <= ENERGY:
            lines.append(("farm_group", self.farm(cell)))
            lines.append(("room", self.room(cell)))
        else:
            lines.append(("settlement", self.settlement(cell)))
            if chart.port[cell]:
                lines.append(("port", float(self.options.port)))
        for castle in chart.castles_at[cell]:
            lines.append(("castle", self.castle(castle, 9 if kind <= ENERGY else 8, 1)))
        for cathedral in chart.cathedrals_at[cell]:
            if not self.view.cathedrals[cathedral] >> self.seat & 1:
                lines.append(("mission", NEW_MISSION))
        wished = sum(HELD_MISSION for wish in self.wishes if wish(cell))
        if wished:
            lines.append(("held_missions", wished))
        return lines

    def farm(self, cell: int) -> float:
        """Points at once: the size of the group made."""
        groups, wanted = self.view.groups, self.seat << 3 | self.kind
        roots = {groups.find(other) for other in self.chart.neighbours[cell] if self.tiles[other] == wanted}
        return float((1 + sum(groups.size(root) for root in roots)) * self.options.farm_tile)

    def room(self, cell: int) -> float:
        chart = self.chart
        free = sum(
            1
            for other in chart.neighbours[cell]
            if self.tiles[other] == FREE and chart.kind[other] in (self.kind, OPEN)
        )
        return ROOM * free - (OPEN_COST if chart.kind[cell] == OPEN else 0.0)

    def settlement(self, cell: int) -> float:
        """Points at once when it is finished; otherwise what the tile may hope for."""
        chart, options = self.chart, self.options
        number = chart.settlement_of[cell]
        size, mine = len(chart.settlements[number]), chart.symbols[self.kind]
        if size == 1:
            return float(mine * options.small_symbol)
        first, second = (
            (options.medium_first, options.medium_second)
            if size == 2
            else (options.large_first, options.large_second)
        )
        amounts, neutral = influence(self.view, number)
        before = amounts[self.seat]
        amounts[self.seat] += mine
        others = max((a for s, a in enumerate(amounts) if s != self.seat), default=0)
        if self.view.gaps[number] == 1:
            won = prizes(amounts, policy(options, (first, second), self.seat, amounts, neutral))
            own = sum(prize.points for prize in won if prize.seat == self.seat)
            others_won = sum(prize.points for prize in won) - own
            return float(own - self.denial * others_won)
        lead = amounts[self.seat] - others
        hope = min(0.95, max(0.1, 0.45 + 0.16 * lead))
        was = min(0.95, max(0.1, 0.45 + 0.16 * (before - others))) if before else 0.0
        worth = hope * first + (1 - hope) * 0.6 * second
        already = (was * first + (1 - was) * 0.6 * second) if before else 0.0
        return 0.8 * float(worth - already)

    def castle(self, castle: int, gain: int, used: int) -> float:
        """What a tile that adds `gain` to the seat's presence does for the castle's points at the end."""
        at = castle << 3
        presence = self.view.presence[at : at + 8]
        mine = presence[self.seat] + gain
        others = max(value for seat, value in enumerate(presence) if seat != self.seat)
        free = sum(1 for cell in self.chart.castle_cells[castle] if self.tiles[cell] == FREE) - used
        value = float(self.options.castle)
        holder = self.view.castles[castle]
        if mine <= others:
            # Nearer to it; worth something only while there is room to overtake.
            return value * 0.12 if (others - mine) // 8 < free else 0.0
        held = value * _hold((mine - others) / 8, free)
        if holder == self.seat:
            return held - value * _hold((presence[self.seat] - others) / 8, free + used)
        taken = value * _hold((others - presence[self.seat]) / 8, free + used) if holder >= 0 else 0.0
        return held + self.denial * taken


def _hold(lead: float, free: int) -> float:
    """The chance that a castle held with this lead in tiles is still held when its free neighbours are filled."""
    if lead > free:
        return 1.0
    return max(0.2, min(1.0, 0.5 + 0.25 * lead - 0.06 * free))


def _where(test: Callable[[_Rating, int], bool]) -> Callable[[_Rating, str], Callable[[int], bool]]:
    """A wish for cells of some sort, whatever the area."""
    return lambda rating, area: lambda cell: test(rating, cell)


def _size(size: int) -> Callable[[_Rating, str], Callable[[int], bool]]:
    def wish(rating: _Rating, area: str) -> Callable[[int], bool]:
        chart = rating.chart
        return lambda cell: (
            chart.settlement_of[cell] >= 0 and len(chart.settlements[chart.settlement_of[cell]]) == size
        )

    return wish


WISHES: dict[str | None, Callable[[_Rating, str], Callable[[int], bool]]] = {
    "tiles": lambda rating, area: lambda cell: rating.chart.area[cell] == area,
    "castles_controlled": lambda rating, area: (
        lambda cell: any(area in ("", rating.chart.castles[n].area) for n in rating.chart.castles_at[cell])
    ),
    "tiles_adjacent_to_castles": _where(lambda rating, cell: bool(rating.chart.castles_at[cell])),
    "tiles_adjacent_to_cathedrals": _where(lambda rating, cell: bool(rating.chart.cathedrals_at[cell])),
    "tiles_adjacent_to_lochs": _where(lambda rating, cell: rating.chart.loch[cell]),
    "tiles_adjacent_to_sea": _where(lambda rating, cell: rating.chart.sea[cell]),
    "ports_occupied": _where(lambda rating, cell: rating.chart.port[cell]),
    "farms_on_open_fields": _where(lambda rating, cell: rating.chart.kind[cell] == OPEN),
    "largest_food_group": _where(lambda rating, cell: rating.kind == FOOD and rating.farm(cell) > 2),
    "largest_energy_group": _where(lambda rating, cell: rating.kind == ENERGY and rating.farm(cell) > 2),
    "number_of_farm_groups": _where(lambda rating, cell: rating.kind <= ENERGY and rating.farm(cell) == 1),
    "tiles_in_small_settlements": _size(1),
    "tiles_in_medium_settlements": _size(2),
    "tiles_in_large_settlements": _size(3),
    "symbols_in_medium_settlements": _size(2),
    "symbols_in_large_settlements": _size(3),
}
"""Metric of a held mission to the cells on which a tile serves it."""


def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """What the position is worth to the seat: its points, castles, missions it can see, and settlements begun."""
    chart: Chart = view.rules.data
    lines = [("points", float(view.scores[seat]))]
    if not view.over:
        castles = sum(1 for owner in view.castles if owner == seat)
        lines.append(("castle", float(castles * view.options.castle)))
        begun = 0.0
        for number, gaps in enumerate(view.gaps):
            size = len(chart.settlements[number])
            if gaps and size > 1:
                amounts, _ = influence(view, number)
                if amounts[seat]:
                    first = view.options.medium_first if size == 2 else view.options.large_first
                    begun += first * amounts[seat] / sum(amounts) * (0.5 + 0.1 * (size - gaps))
        lines.append(("settlement", begun))
        held = view.missions[seat]
        if held is not None:
            worth = sum(
                points(view, card) * (1.0 if meeting(view, card)[seat] else 0.25)
                for card in (chart.missions[n] for n in held)
            )
            lines.append(("mission", worth))
        else:
            lines.append(("mission", NEW_MISSION * view.count("missions", seat)))
    return lines
