"""The worth of moves and positions of Rebirth to a seat, in points, from what that seat can see.

Points at once are exact. Prospects (a castle held to the end, a settlement not yet finished, room for a farm group, a
mission's condition) are judgements in points; their weights stand at the top and were chosen by playing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.game import Choice
from tilewright.core.majority import prizes

from .actions import ChooseCastle, ChooseCathedral, PlaceTile
from .files import ENERGY, FOOD, OPEN
from .missions import METRICS, meeting, points
from .settlements import influence, policy, prize_points
from .state import ADJACENT, FREE, presence_at, tile_of, weight

if TYPE_CHECKING:
    from tilewright.core.views import View

    from .options import Options
    from .printed import Printed

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
    castles = view.rules.things["castle"].numbers
    found = []
    for action in view.legal():
        if isinstance(action, PlaceTile):
            lines = rate.placing(action)
        elif isinstance(action, ChooseCastle):
            lines = [("castle", rate.castle(castles[action.castle], 0, 0))]
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
        self.printed: Printed = view.rules.data
        self.options: Options = view.options
        self.prizes = prize_points(self.options)
        self.tiles: list[int] = view.tiles
        self.count = len(view.seats)
        self.denial = DENIAL / max(1, self.count - 1) * (2 if self.count == 2 else 1)
        self.cell_at = self.printed.cell_at
        self.kind = view.hand[seat][0] if view.hand[seat] else FOOD
        cards = [self.printed.missions[n] for n in view.missions[seat]]
        metrics = [(METRICS[card.metric], card.area) for card in cards if card.metric]
        self.wished = [m.where(self.printed, self.options, area) for m, area in metrics if m.where]
        self.wished_farms = [m.farm for m, _ in metrics if m.farm]

    def placing(self, action: PlaceTile) -> list[tuple[str, float]]:
        cell, kind, printed = self.cell_at[action.cell], self.kind, self.printed
        lines: list[tuple[str, float]] = []
        at_once = 0.0
        if kind <= ENERGY:
            at_once = self.farm(cell)
            lines.append((("food_group", "energy_group")[self.kind], at_once))
            lines.append(("room", self.room(cell)))
        else:
            lines.append(("settlement", self.settlement(cell)))
            if printed.port[cell]:
                lines.append(("port", float(self.options.port)))
        for castle in printed.castles_at[cell]:
            lines.append(("castle", self.castle(castle, weight(kind), 1)))
        for cathedral in printed.cathedrals_at[cell]:
            if not self.view.cathedrals[cathedral] >> self.seat & 1:
                lines.append(("mission", NEW_MISSION))
        wishes = [where[cell] for where in self.wished]
        wishes += [farm(kind, at_once) for farm in self.wished_farms]
        wished = sum(HELD_MISSION for wish in wishes if wish)
        if wished:
            lines.append(("held_missions", wished))
        return lines

    def farm(self, cell: int) -> float:
        """Points at once: the size of the group made."""
        groups, wanted = self.view.groups, tile_of(self.seat, self.kind)
        roots = {groups.find(other) for other in self.printed.neighbours[cell] if self.tiles[other] == wanted}
        return float((1 + sum(groups.size(root) for root in roots)) * self.options.farm_tile)

    def room(self, cell: int) -> float:
        printed = self.printed
        free = sum(
            1
            for other in printed.neighbours[cell]
            if self.tiles[other] == FREE and printed.kind[other] in (self.kind, OPEN)
        )
        return ROOM * free - (OPEN_COST if printed.kind[cell] == OPEN else 0.0)

    def settlement(self, cell: int) -> float:
        """Points at once when it is finished; otherwise what the tile may hope for."""
        printed, options = self.printed, self.options
        number = printed.settlement_of[cell]
        size, mine = printed.size[cell], printed.symbols[self.kind]
        if size == 1:
            return float(mine * options.small_symbol)
        first, second = self.prizes[size]
        amounts, neutral = influence(self.view, number)
        before = amounts[self.seat]
        amounts[self.seat] += mine
        others = max((a for s, a in enumerate(amounts) if s != self.seat), default=0)
        if self.view.gaps[number] == 1:
            won = prizes(amounts, policy(options, size, self.seat, amounts, neutral))
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
        """What the castle's points at the end gain by a tile that adds `gain` to the seat's presence."""
        presence = presence_at(self.view, castle)
        mine = presence[self.seat] + gain
        others = max(value for seat, value in enumerate(presence) if seat != self.seat)
        free = sum(1 for cell in self.printed.castle_cells[castle] if self.tiles[cell] == FREE) - used
        value = float(self.options.castle)
        holder = self.view.castles[castle]
        if mine <= others:
            # Nearer to it; worth something only while there is room to overtake.
            return value * 0.12 if (others - mine) // ADJACENT < free else 0.0
        held = value * _hold((mine - others) / ADJACENT, free)
        if holder == self.seat:
            return held - value * _hold((presence[self.seat] - others) / ADJACENT, free + used)
        taken = value * _hold((others - presence[self.seat]) / ADJACENT, free + used) if holder >= 0 else 0.0
        return held + self.denial * taken


def _hold(lead: float, free: int) -> float:
    """The chance that a castle held with this lead in tiles is still held when its free neighbours are filled."""
    if lead > free:
        return 1.0
    return max(0.2, min(1.0, 0.5 + 0.25 * lead - 0.06 * free))


def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """What the position is worth to the seat: its points, castles, missions it can see, and settlements begun."""
    printed: Printed = view.rules.data
    prizes_of = prize_points(view.options)
    lines = [("points", float(view.scores[seat]))]
    if not view.over:
        castles = sum(1 for owner in view.castles if owner == seat)
        lines.append(("castle", float(castles * view.options.castle)))
        begun = 0.0
        for number, gaps in enumerate(view.gaps):
            size = len(printed.settlements[number])
            if gaps and size > 1:
                amounts, _ = influence(view, number)
                if amounts[seat]:
                    first, _ = prizes_of[size]
                    begun += first * amounts[seat] / sum(amounts) * (0.5 + 0.1 * (size - gaps))
        lines.append(("settlement", begun))
        held = view.missions[seat]
        if held is not None:
            worth = sum(
                points(view.options, card) * (1.0 if meeting(view, card)[seat] else 0.25)
                for card in (printed.missions[n] for n in held)
            )
            lines.append(("mission", worth))
        else:
            lines.append(("mission", NEW_MISSION * view.count("missions", seat)))
    return lines
