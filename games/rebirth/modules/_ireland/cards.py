"""Public and private missions: what their conditions ask of a seat's tiles, and what fulfils them (RI-MIS)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from ...files import KINDS, SETTLEMENT
from ...settlements import influence
from ...state import RebirthState, owner
from .state import options, part, printed

if TYPE_CHECKING:
    from tilewright.authoring import Log, Rules

    from ...printed import Printed
    from ...state import Readable
    from .files import Condition
    from .options import Options
    from .printed import Ireland

Met: TypeAlias = Callable[[RebirthState, int, int], bool]
"""(state, seat, the cell of a tile of the seat) to True if the condition is met at this tile."""
CASTLES = 64
"""In numbers that hold both round towers and castles as bits, the bit of the first castle; the codes of a map leave
room for fewer round towers."""


def area(state: Readable, seat: int, cell: int) -> set[int]:
    """The cells of the seat's tiles, of any type, that hang together with this one (RI-MIS-4, RI-MIS-5)."""
    printed_map: Printed = state.rules.data
    neighbours, tiles = printed_map.neighbours, state.tiles
    reached, waiting = {cell}, [cell]
    while waiting:
        for other in neighbours[waiting.pop()]:
            if tiles[other] >> 3 == seat and other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


@lru_cache(maxsize=16)
def conditions_of(rules: Rules) -> Conditions:
    """The conditions of a ruleset's cards."""
    return Conditions(rules)


class Conditions:
    """The conditions of all cards, on one map."""

    def __init__(self, rules: Rules) -> None:
        self.printed: Printed = rules.data
        self.data: Ireland = printed(rules)
        self.least = options(rules).link_least
        cells = range(len(self.printed.kind))
        self.touches = [
            sum(1 << tower for tower in self.data.towers_at[cell])
            | sum(1 << castle << CASTLES for castle in self.printed.castles_at[cell])
            for cell in cells
        ]
        """By cell, the round towers and castles that it touches, as bits."""
        asked = [card.condition for card in self.data.cards]
        self.met: list[Met | None] = [self._met(one) for one in asked]
        """By card; None for links."""
        self.links = [(one.towers, one.castles) for one in asked]
        self.relevant = [tuple(n for n, one in enumerate(asked) if self._may(one, cell)) for cell in cells]
        """By cell, the cards whose condition a tile there can meet."""
        self.cells = [[cell for cell in cells if self._may(one, cell)] for one in asked]
        """By card, the cells where a tile can meet its condition."""

    def met_at(self, state: RebirthState, seat: int, cell: int, done: list[int]) -> list[int]:
        """The cards whose condition is met at the seat's tile there, without those that the seat has `done`."""
        bit, found = 1 << seat, []
        linked: tuple[int, int] | None = None
        for card in self.relevant[cell]:
            if done[card] & bit:
                continue
            met = self.met[card]
            if met is None:
                if linked is None:
                    linked = self._linked(state, seat, cell)
                if linked[0] >= self.links[card][0] and linked[1] >= self.links[card][1]:
                    found.append(card)
            elif met(state, seat, cell):
                found.append(card)
        return found

    def holding(self, state: RebirthState, card: int) -> list[int]:
        """The seats that meet the condition of a card on the board as it is."""
        others = [0 if other == card else -1 for other in range(len(self.met))]
        control = self.data.cards[card].condition
        found = []
        for seat in range(len(state.seats)):
            if control.type == "control":
                holds = state.castles.count(seat) >= control.count
            else:
                own = [cell for cell, tile in enumerate(state.tiles) if owner(tile) == seat]
                holds = any(self.met_at(state, seat, cell, others) for cell in own)
            if holds:
                found.append(seat)
        return found

    def touched(self, state: Readable, seat: int, cell: int) -> int:
        """Returns how many round towers the seat touches, that of a tile just laid there included."""
        bit, touched = 1 << seat, part(state).touched
        new = sum([not touched[tower] & bit for tower in self.data.towers_at[cell]])
        return sum([seats >> seat & 1 for seats in touched]) + new

    def _linked(self, state: RebirthState, seat: int, cell: int) -> tuple[int, int]:
        """Returns how many round towers and castles the seat's tiles link there (RI-MIS-4, RI-AMB-13)."""
        reached, touches, found = area(state, seat, cell), self.touches, 0
        if len(reached) < self.least:
            return 0, 0
        for one in reached:
            found |= touches[one]
        return (found & (1 << CASTLES) - 1).bit_count(), (found >> CASTLES).bit_count()

    def _may(self, asked: Condition, cell: int) -> bool:
        """True if a tile on this cell can be the one that meets the condition."""
        towers, castles = self.data.towers_at[cell], self.printed.castles_at[cell]
        settled = self.printed.kind[cell] == SETTLEMENT
        return {
            "link": True,
            "around": bool(castles if asked.what == "castle" else towers),
            "control": bool(castles),
            "touch": bool(towers),
            "settlements": settled,
            "influence": settled,
            "group": not settled,
        }[asked.type]

    def _met(self, asked: Condition) -> Met | None:
        count, settlement_of = asked.count, self.printed.settlement_of
        if asked.type == "link":
            return None
        if asked.type == "around":
            at, around = self.data.towers_at, self.data.tower_cells
            if asked.what == "castle":
                at, around = self.printed.castles_at, self.printed.castle_cells

            def ring(state: RebirthState, seat: int, cell: int) -> bool:
                tiles = state.tiles
                own = [sum([tiles[near] >> 3 == seat for near in around[place]]) for place in at[cell]]
                return max(own) >= count

            return ring
        if asked.type == "control":
            return lambda state, seat, cell: state.castles.count(seat) >= count
        if asked.type == "touch":
            return lambda state, seat, cell: self.touched(state, seat, cell) >= count
        if asked.type == "influence":
            return lambda state, seat, cell: influence(state, settlement_of[cell])[0][seat] >= count
        if asked.type == "settlements":

            def begun(state: RebirthState, seat: int, cell: int) -> bool:
                own = [settlement_of[at] for at, tile in enumerate(state.tiles) if tile >> 3 == seat]
                return len({*own} - {-1}) >= count

            return begun
        kind = KINDS.index(asked.what)
        return lambda state, seat, cell: (
            state.tiles[cell] == seat << 3 | kind and state.groups.size(cell) >= count
        )


class Cards:
    """Notes the cards that a tile fulfils, and scores those on display (RI-MIS-1 to RI-MIS-3)."""

    def __init__(self, rules: Rules) -> None:
        self.options: Options = options(rules)
        self.conditions = conditions_of(rules)
        self.cards = printed(rules).cards
        self.reason = rules.reason["public_mission"]

    def check(self, state: RebirthState, seat: int, log: Log | None) -> None:
        """The seat's tile on `IrelandPart.placed` has all its effects on cards."""
        here, bit = part(state), 1 << seat
        cell = here.placed
        for card in self.conditions.met_at(state, seat, cell, here.fulfilled):
            first = not here.fulfilled[card]
            here.fulfilled[card] |= bit
            if card in here.display:
                here.fresh |= 1 << card
                twice = here.doubled[card] & bit and (
                    here.brought != cell or self.options.own_mission == "double"
                )
                self.score(state, seat, card, first, 2 if twice else 1, log)

    def score(
        self, state: RebirthState, seat: int, number: int, first: bool, times: int, log: Log | None
    ) -> None:
        """The seat gains the card's higher or lower number, so many times."""
        card = self.cards[number]
        points = (card.first if first else card.later) * times
        state.gain(seat, points, self.reason, number)
        if log is not None:
            log.add("card_fulfilled", seat=seat, card=card.id, points=points)
