"""A turn of Rebirth: a tile is placed and scored, castles and cathedrals follow, a tile is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from tilewright.authoring import (
    Automatic,
    Decision,
    Legal,
    Log,
    Node,
    Phase,
    Reason,
    Rules,
    draw,
    listed,
    once,
    push,
)

from .actions import LayAside, PlaceTile
from .ending import FinalScoring
from .files import ENERGY, FOOD, KINDS, OPEN, SETTLEMENT
from .landmarks import CastleStep, CathedralStep
from .settlements import Settlements
from .state import RebirthState, lay, tile_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .options import Options
    from .printed import Printed
    from .state import Readable


def cells_for(state: Readable, kind: int) -> list[int]:
    """The cells where a tile of this kind may go, ascending; the one source of legality (RB-PLACE-1 to -8)."""
    free: list[list[int]] = state.free
    if kind > ENERGY:
        return free[SETTLEMENT]
    own = free[kind] + free[OPEN]
    if not own:
        return free[FOOD + ENERGY - kind]
    own.sort()
    return own


class Placements(Legal):
    """The places of one tile; the codes are cells."""

    __slots__ = ()

    @property
    def cells(self) -> Sequence[int]:
        return self._codes


class PlaceStep(Decision[RebirthState]):
    """The hand tile is placed and scored; castles and cathedrals next to it follow."""

    name = "place"
    actions = (PlaceTile, LayAside)
    rules = ("RB-PLACE", "RB-AMB-1", "RB-AMB-2", "RB-FARM", "RB-SET", "RB-PORT", "RB-CASTLE", "RB-CATH")

    def bind(self, rules: Rules) -> None:
        options: Options = rules.options
        self.printed: Printed = rules.data
        self.cell_at = self.printed.cell_at
        self.settlements = Settlements(rules)
        self.farm_reasons = (rules.reason["food_group"], rules.reason["energy_group"])
        self.farm_tile = options.farm_tile
        self.leaves = options.no_place == "out"
        self.one_castle = options.several_neighbours == "one"
        self.asks_cathedral = self.one_castle or options.cathedral_choice == "optional"
        self.castle, self.cathedral = cast(CastleStep, rules.by_name["castle"]), _cathedrals(rules)
        self.tile_placed = rules.calls("tile_placed")
        self.forbid_cells = rules.calls("forbid_cells")
        # Actions are immutable, so each is made once for all matches of the ruleset.
        self.made: list[list[dict[int, PlaceTile]]] = [
            [{} for _ in KINDS] for _ in range(rules.game.seats[1])
        ]
        """By seat, kind of tile and cell."""

    def needed(self, state: RebirthState, seat: int) -> bool:
        return bool(state.hand[seat])

    def cells(self, state: RebirthState, seat: int, kind: int) -> Sequence[int]:
        """The cells where the seat may place a tile of this kind, ascending."""
        cells = cells_for(state, kind)
        if self.forbid_cells:
            refused = self.refused(state, seat, kind, cells)
            cells = [cell for cell in cells if cell not in refused]
        return cells

    def legal(self, state: RebirthState, seat: int) -> Legal:
        kind = state.hand[seat][0]
        cells = self.cells(state, seat, kind)
        if not cells:
            return listed([LayAside(seat, KINDS[kind])])
        made = self.made[seat][kind]
        tile, cell_at = KINDS[kind], self.cell_at

        def make(cell: int) -> PlaceTile:
            action = made.get(cell)
            if action is None:
                action = made[cell] = PlaceTile(seat, tile, self.printed.hexes[cell])
            return action

        def code(action: object) -> int | None:
            if isinstance(action, PlaceTile) and action.seat == seat and action.tile == tile:
                cell: int | None = cell_at.get(action.cell)
                return cell
            return None

        return Placements(cells, make, code)

    def refused(self, state: RebirthState, seat: int, kind: int, cells: Sequence[int]) -> dict[int, Reason]:
        """The cells that modules forbid, with the first module's reason."""
        found: dict[int, Reason] = {}
        for function in self.forbid_cells:
            for cell, reason in function(state, seat, kind, cells).items():
                found.setdefault(cell, reason)
        return found

    def play(self, state: RebirthState, action: PlaceTile | LayAside, log: Log | None) -> bool:
        seat = action.seat
        kind = state.hand[seat].pop()
        if isinstance(action, LayAside):
            state.laid_aside.append(tile_of(seat, kind))
            if self.leaves:
                state.out |= 1 << seat
            if log is not None:
                log.add("tile_laid_aside", seat=seat, tile=KINDS[kind])
            return False
        printed = self.printed
        cell = self.cell_at[action.cell]
        lay(state, cell, seat, kind)
        if log is not None:
            log.add("tile_placed", seat=seat, tile=KINDS[kind], cell=str(action.cell))
        if kind <= ENERGY:
            state.gain(seat, state.groups.size(cell) * self.farm_tile, self.farm_reasons[kind], cell)
        else:
            self.settlements.placed(state, seat, cell, log)
        castles = printed.castles_at[cell]
        chooses = self.one_castle and len(castles) > 1
        cathedrals = printed.cathedrals_at[cell]
        if cathedrals:
            bit = 1 << seat
            new = [n for n in cathedrals if not state.cathedrals[n] & bit]
            if new and (chooses or self.asks_cathedral):
                # On the stack below the castle's choice: castles come first (RB-AMB-12).
                push(state, self.cathedral, seat, sum(1 << n for n in new))
                new = []
        else:
            new = []
        if chooses:
            push(state, self.castle, seat, sum(1 << n for n in castles))
        else:
            holders = state.castles
            for n in castles:
                if holders[n] != seat:
                    self.castle.contest(state, seat, n, log)
        for n in new:
            self.cathedral.place(state, seat, n, log)
        for function in self.tile_placed:
            function(state, seat, cell, log)
        return False

    def explain(self, state: RebirthState, action: PlaceTile | LayAside) -> list[Reason]:
        seat = action.seat
        kind = state.hand[seat][0]
        if action.tile != KINDS[kind]:
            return [Reason("not_in_hand", "RB-PLACE-1", {"tile": action.tile, "seat": seat})]
        if isinstance(action, LayAside):
            if isinstance(self.legal(state, seat)[0], LayAside):
                return []
            return [Reason("has_a_place", "RB-PLACE-1", {"tile": action.tile})]
        reasons = self.broken(state, kind, action)
        if not reasons and self.forbid_cells:
            refused = self.refused(state, seat, kind, cells_for(state, kind))
            reasons = [refused[cell] for cell in [self.cell_at[action.cell]] if cell in refused]
        return reasons

    def broken(self, state: RebirthState, kind: int, action: PlaceTile) -> list[Reason]:
        """Every rule of the game itself, without its modules, that the placement breaks."""
        printed = self.printed
        where: dict[str, object] = {"cell": str(action.cell), "tile": action.tile}
        cell = self.cell_at.get(action.cell)
        if cell is None:
            return [Reason("no_land", "RB-PLACE-3", {**where, "there": printed.there(action.cell)})]
        reasons = []
        if state.tiles[cell] >= 0:
            reasons.append(Reason("occupied", "RB-PLACE-2", where))
        terrain = printed.kind[cell]
        if kind > ENERGY:
            if terrain != SETTLEMENT:
                reasons.append(Reason("settlement_elsewhere", "RB-PLACE-8", where))
        elif terrain == SETTLEMENT:
            reasons.append(Reason("farm_on_settlement", "RB-PLACE-10", where))
        elif terrain not in (kind, OPEN) and (state.free[kind] or state.free[OPEN]):
            rule = "RB-PLACE-4" if kind == FOOD else "RB-PLACE-5"
            reasons.append(Reason("wrong_field", rule, where))
        return reasons


class DrawStep(Automatic[RebirthState]):
    """The seat draws one tile from its supply into the hand (RB-DRAW-1)."""

    name = "draw"

    def bind(self, rules: Rules) -> None:
        self.turn_ends = rules.calls("turn_ends")

    def run(self, state: RebirthState, seat: int, log: Log | None) -> None:
        if state.supply[seat] and not state.out >> seat & 1:
            kind = draw(state, "supply", log, seat, owner=seat)
            state.hand[seat].append(kind)
            if log is not None:
                log.add_private("tile_drawn", seat, "own_tile_drawn", {"tile": KINDS[kind]}, seat=seat)
        for function in self.turn_ends:
            function(state, seat, log)


def following(state: RebirthState, seat: int) -> int:
    """The next seat clockwise that has a tile to place; -1 if there is none (RB-TURN-1, RB-TURN-2)."""
    count = len(state.seats)
    first = state.start if seat < 0 else (seat + 1) % count
    for step in range(count):
        candidate = (first + step) % count
        if state.hand[candidate] and not state.out >> candidate & 1:
            return candidate
    return -1


def phases(rules: Rules) -> list[Phase]:
    """Turns until every tile is placed, then the final scoring."""
    return [
        Phase("turn", following, [PlaceStep(), DrawStep()], turns=True),
        Phase("end", once, [FinalScoring()]),
    ]


def pushed(rules: Rules) -> list[Node[Any]]:
    """Steps that only some options need; a map without cathedrals leaves nothing to choose among them."""
    printed: Printed = rules.data
    return [CastleStep(), *([CathedralStep()] if printed.cathedrals else [])]


def _cathedrals(rules: Rules) -> CathedralStep:
    """The step that places cathedrals. On a map without any it is never asked to."""
    return cast(CathedralStep, rules.by_name.get("cathedral") or CathedralStep())
