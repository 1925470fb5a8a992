"""The moves that one seat has in one position, and what each is worth."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import TYPE_CHECKING

from .actions import ChooseCastle, ChooseCathedral, PlaceTile
from .farms import Future, grown
from .files import ENERGY, FOOD, OPEN
from .missions import amounts
from .move_rating import Rating, ratings
from .state import FREE, weight
from .steps import Placements

if TYPE_CHECKING:
    from tilewright.authoring import Action, Legal, View

    from .move_rating import Wishes


class Moves:
    """The moves of one seat in one position; made once for all of them."""

    def __init__(self, view: View, kind: int | None = None) -> None:
        """`kind` is the tile to be placed; None for the one in hand."""
        seat = view.seat
        assert seat is not None
        self.view, self.seat = view, seat
        self.tiles, self.castles, self.presence = view.tiles, view.castles, view.presence
        self.cathedrals, rules = view.cathedrals, view.rules
        stages = ratings(rules, view.weights, len(view.seats))
        left = view.count("supply", seat)
        self.rate: Rating = stages[left if left < len(stages) else -1]
        self.printed = self.rate.printed
        hand = view.own_zone("hand") if kind is None else (kind,)
        self.kind = hand[0] if hand else FOOD
        self.gain = weight(self.kind)
        self.at_castles: list[float | None] = [None] * len(self.castles)
        self.wishes, self.farm_wishes = self.wished()
        self.future: Future | None = None
        self.added = rules.calls("cell_worths")
        self.grown: dict[int, int] = {}
        """By cell next to the seat's farms of this kind, the size of the groups that touch it, together."""
        self.free = 0
        """The free fields for this kind, as bits."""
        if self.kind <= ENERGY:
            self.groups()

    # -- all actions at once ---------------------------------------------------------------------------------------

    def worths(self, legal: Legal) -> list[float]:
        if type(legal) is not Placements:
            return [self.worth(action) for action in legal]
        return self.placements(legal.cells)

    def placements(self, cells: Sequence[int]) -> list[float]:
        """The worths of placing the tile on each of these cells."""
        found = self.farms(cells) if self.kind <= ENERGY else self.symbols(cells)
        for function in self.added:
            for _, more in function(self.view, self.kind, cells):
                found = list(map(add, found, more))
        return found

    def worth(self, action: Action) -> float:
        if isinstance(action, PlaceTile):
            return self.placements((self.printed.cell_at[action.cell],))[0]
        return sum(worth for _, worth in self.lines(action))

    def farms(self, cells: Sequence[int]) -> list[float]:
        """The worths of placing a farm."""
        rate, free, wishes, kind = self.rate, self.free, self.wishes, self.kind
        rooms, around, beside = rate.rooms, rate.board.around, rate.board.beside
        size, farm_tile = self.grown.get, rate.options.farm_tile
        farm_wishes = self.farm_wishes
        far = self.further() if rate.far else None
        found = []
        for cell in cells:
            at_once = float((1 + size(cell, 0)) * farm_tile)
            worth = at_once + rooms[cell][(around[cell] & free).bit_count()]
            if beside[cell]:
                worth = self.landmarks(cell, worth)
            wish = wishes[cell]
            for farm, more in farm_wishes:
                if farm(kind, at_once):
                    wish += more
            if wish:
                worth += wish
            if far is not None:
                worth += far.of(cell)
            found.append(worth)
        return found

    def symbols(self, cells: Sequence[int]) -> list[float]:
        """The worths of placing a tile with symbols."""
        printed, wishes, beside = self.printed, self.wishes, self.rate.board.beside
        settlement_of, port, at_port = printed.settlement_of, printed.port, float(self.rate.options.port)
        rated: dict[int, float] = {}
        found = []
        for cell in cells:
            number = settlement_of[cell]
            value = rated.get(number)
            worth = rated[number] = self.settlement(cell) if value is None else value
            if port[cell]:
                worth += at_port
            if beside[cell]:
                worth = self.landmarks(cell, worth)
            if wishes[cell]:
                worth += wishes[cell]
            found.append(worth)
        return found

    def landmarks(self, cell: int, worth: float) -> float:
        """This worth, with what the tile brings at the castles and cathedrals next to the field."""
        rated = self.at_castles
        for castle in self.printed.castles_at[cell]:
            value = rated[castle]
            worth += self.castle(castle) if value is None else value
        for cathedral in self.printed.cathedrals_at[cell]:
            worth += self.cathedral(cathedral)
        return worth

    # -- one action, line by line ----------------------------------------------------------------------------------

    def lines(self, action: Action) -> list[tuple[str, float]]:
        if isinstance(action, ChooseCastle):
            number = self.view.rules.things["castle"].numbers[action.castle]
            return [("castle", self.contested(number, 0, 0))]
        if isinstance(action, ChooseCathedral):
            return [("mission", self.rate.weight["new_mission"])]
        if not isinstance(action, PlaceTile):
            return []
        printed, rate, kind, cell = self.printed, self.rate, self.kind, self.printed.cell_at[action.cell]
        at_once = 0.0
        lines: list[tuple[str, float]] = []
        if kind <= ENERGY:
            at_once = float((1 + self.grown.get(cell, 0)) * rate.options.farm_tile)
            lines.append((("food_group", "energy_group")[kind], at_once))
            room = (rate.board.around[cell] & self.free).bit_count()
            lines.append(("room", rate.rooms[cell][room]))
        else:
            lines.append(("settlement", self.settlement(cell)))
            if printed.port[cell]:
                lines.append(("port", float(rate.options.port)))
        lines += [("castle", self.castle(castle)) for castle in printed.castles_at[cell]]
        lines += [("mission", self.cathedral(cathedral)) for cathedral in printed.cathedrals_at[cell]]
        wish = self.wishes[cell] + sum(more for farm, more in self.farm_wishes if farm(kind, at_once))
        lines.append(("held_missions", wish))
        if kind <= ENERGY and rate.far:
            lines.append(("future", self.further().of(cell)))
        for function in self.added:
            lines += [(label, float(more)) for label, (more,) in function(self.view, kind, (cell,))]
        return lines

    # -- the parts -------------------------------------------------------------------------------------------------

    def groups(self) -> None:
        """Looks for the fields where the seat's farms of this kind can grow."""
        kind, free, bit = self.kind, self.view.free, self.rate.board.bit
        self.free = sum([bit[cell] for cell in free[kind]]) + sum([bit[cell] for cell in free[OPEN]])
        self.grown = grown(self.view, self.printed, self.seat << 3 | kind)

    def settlement(self, cell: int) -> float:
        number = self.printed.settlement_of[cell]
        return self.rate.settlement(self.rate.board.settlements[number](self.tiles), self.kind, self.seat)

    def castle(self, castle: int) -> float:
        """Returns what the tile in hand brings at a castle next to it."""
        found = self.at_castles[castle]
        if found is None:
            found = self.at_castles[castle] = self.contested(castle, self.gain, 1)
        return found

    def contested(self, castle: int, gain: int, used: int) -> float:
        presence = self.presence[castle << 3 : (castle << 3) + 8]
        mine, presence[self.seat] = presence[self.seat], 0
        holder = self.castles[castle]
        held = 0 if holder < 0 else 1 if holder == self.seat else 2
        free = self.rate.board.castles[castle](self.tiles).count(FREE)
        return self.rate.castle(mine, max(presence), free, held, gain, used)

    def cathedral(self, cathedral: int) -> float:
        """Returns what a cathedral next to the tile brings: a mission not seen yet."""
        if self.cathedrals[cathedral] >> self.seat & 1:
            return 0.0
        weights = self.rate.weight
        found = weights["new_mission"]
        if weights["scarce"]:
            found += weights["scarce"] / self.rate.board.cathedrals[cathedral](self.tiles).count(FREE)
        return found

    def wished(self) -> Wishes:
        """By cell, what a tile there adds to what the missions in hand count; and for those that count farms.

        The second are functions that say whether a farm helps, each with what it adds then.
        """
        held, weights = self.view.own_zone("missions"), self.rate.weight
        near = weights["near"]
        if not near:
            return self.rate.wishes(held, None)
        leads = []
        for number in held:
            card = self.printed.missions[number]
            lead = 0
            if card.metric:
                have = amounts(self.view, card)
                lead = have[self.seat] - max(have[: self.seat] + have[self.seat + 1 :])
            leads.append(lead)
        return self.rate.wishes(held, tuple(leads))

    def further(self) -> Future:
        if self.future is None:
            self.future = Future(self.view, self.rate, self.seat, self.kind, self.free)
        return self.future
