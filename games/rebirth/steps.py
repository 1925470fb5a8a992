"""A turn of Rebirth: place and score, castles, cathedrals, draw; and the final scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from tilewright.core.actions import Action, Legal, Reason, listed
from tilewright.core.events import Event
from tilewright.core.schedule import Automatic, Decision, Phase, once, push
from tilewright.core.zones import draw

from .actions import LayAside, PlaceTile
from .chart import ENERGY, FOOD, KINDS, OPEN, SETTLEMENT
from .ending import FinalScoring
from .landmarks import CastleStep, CathedralStep, places
from .settlements import Settlements
from .state import lay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.events import Log
    from tilewright.core.rules import Rules
    from tilewright.core.schedule import Node
    from tilewright.core.state import State

    from .chart import Chart
    from .options import Options
    from .state import RebirthState


def cells_for(state: RebirthState, kind: int) -> list[int]:
    """Where a tile of this kind may go, ascending; the one source of legality (RB-PLACE-1 to -8)."""
    free = state.free
    if kind > ENERGY:
        return free[SETTLEMENT]
    own = free[kind] + free[OPEN]
    if not own:
        return free[FOOD + ENERGY - kind]
    own.sort()
    return own


class PlaceStep(Decision):
    """The hand tile is placed and scored; castles and cathedrals beside it follow."""

    name = "place"
    actions = (PlaceTile, LayAside)

    def bind(self, rules: Rules) -> None:
        options = cast("Options", rules.options)
        self.chart: Chart = rules.data
        self.cell_at = self.chart.cell_at
        self.settlements = Settlements(rules, options)
        self.farm_reasons = (rules.reason["food_group"], rules.reason["energy_group"])
        self.farm_tile = options.farm_tile
        self.leaves = options.no_place == "out"
        self.one_castle = options.several_neighbours == "one"
        self.asks_cathedral = self.one_castle or options.cathedral_choice == "optional"
        self.castle = cast(CastleStep, rules.by_name["castle"])
        self.cathedral = cast(CathedralStep, rules.by_name["cathedral"])
        self.tile_placed = rules.calls("tile_placed")
        self.forbid_cells = rules.calls("forbid_cells")
        # Actions are immutable, so each is made once for all matches of the ruleset.
        self.made: dict[int, PlaceTile] = {}

    def make(self, code: int) -> PlaceTile:
        """The action of a code: cell, kind and seat in one int."""
        action = self.made.get(code)
        if action is None:
            action = PlaceTile(code & 7, KINDS[code >> 3 & 7], self.chart.hexes[code >> 6])
            self.made[code] = action
        return action

    def needed(self, state: State, seat: int) -> bool:
        return bool(cast("RebirthState", state).hand[seat])

    def legal(self, state: State, seat: int) -> Legal:
        here = cast("RebirthState", state)
        kind = here.hand[seat][0]
        cells = cells_for(here, kind)
        if self.forbid_cells:
            refused = self.refused(here, seat, kind, cells)
            cells = [cell for cell in cells if cell not in refused]
        if not cells:
            return listed([LayAside(seat, KINDS[kind])])
        low = kind << 3 | seat
        cell_at = self.cell_at

        def make(code: int) -> Action:
            return self.make(code << 6 | low)

        def code(action: Any) -> int | None:
            if isinstance(action, PlaceTile) and action.seat == seat and action.tile == KINDS[kind]:
                cell: int | None = cell_at.get(action.cell)
                return cell
            return None

        return Legal(cells, make, code)

    def refused(self, state: RebirthState, seat: int, kind: int, cells: Sequence[int]) -> dict[int, Reason]:
        """The cells that modules forbid, with the first module's reason."""
        found: dict[int, Reason] = {}
        for function in self.forbid_cells:
            for cell, reason in function(state, seat, kind, cells).items():
                found.setdefault(cell, reason)
        return found

    def play(self, state: State, action: Any, log: Log | None) -> bool:
        here = cast("RebirthState", state)
        seat: int = action.seat
        kind = here.hand[seat].pop()
        if isinstance(action, LayAside):
            here.laid_aside.append(seat << 3 | kind)
            if self.leaves:
                here.out |= 1 << seat
            if log is not None:
                log.add("tile_laid_aside", seat=seat, tile=KINDS[kind])
            return False
        chart = self.chart
        cell = self.cell_at[action.cell]
        lay(here, cell, seat, kind)
        if log is not None:
            log.add("tile_placed", seat=seat, tile=KINDS[kind], cell=str(action.cell))
        if kind <= ENERGY:
            here.gain(seat, here.groups.size(cell) * self.farm_tile, self.farm_reasons[kind], cell)
        else:
            self.settlements.placed(here, seat, cell, log)
        castles = chart.castles_at[cell]
        chooses = self.one_castle and len(castles) > 1
        cathedrals = chart.cathedrals_at[cell]
        if cathedrals:
            bit = 1 << seat
            new = [n for n in cathedrals if not here.cathedrals[n] & bit]
            if new and (chooses or self.asks_cathedral):
                # On the stack below the castle's choice: castles come first (RB-AMB-12).
                push(here, self.cathedral, seat, sum(1 << n for n in new))
                new = []
        else:
            new = []
        if chooses:
            push(here, self.castle, seat, sum(1 << n for n in castles))
        else:
            for n in castles:
                self.castle.contest(here, seat, n, log)
        for n in new:
            self.cathedral.place(here, seat, n, log)
        for function in self.tile_placed:
            function(here, seat, cell, log)
        return False

    def explain(self, state: State, action: Any) -> list[Reason]:
        here = cast("RebirthState", state)
        seat: int = action.seat
        kind = here.hand[seat][0]
        if action.tile != KINDS[kind]:
            return [Reason("not_in_hand", "RB-PLACE-1", {"tile": action.tile, "seat": seat})]
        cells = cells_for(here, kind)
        if isinstance(action, LayAside):
            return (
                [Reason("has_a_place", "RB-PLACE-1", {"tile": action.tile})]
                if self.legal_cells(here, seat)
                else []
            )
        reasons = self.broken(here, kind, action)
        if not reasons and self.forbid_cells:
            refused = self.refused(here, seat, kind, cells)
            reasons = [refused[c] for c in [self.cell_at[action.cell]] if c in refused]
        return reasons

    def legal_cells(self, state: RebirthState, seat: int) -> bool:
        return isinstance(self.legal(state, seat)[0], PlaceTile)

    def broken(self, state: RebirthState, kind: int, action: PlaceTile) -> list[Reason]:
        """Every rule of the box that the placement breaks."""
        chart = self.chart
        where: dict[str, object] = {"cell": str(action.cell), "tile": action.tile}
        cell = self.cell_at.get(action.cell)
        if cell is None:
            return [Reason("no_land", "RB-PLACE-3", {**where, "there": chart.there(action.cell)})]
        reasons = []
        if state.tiles[cell] >= 0:
            reasons.append(Reason("occupied", "RB-PLACE-2", where))
        terrain = chart.kind[cell]
        if kind > ENERGY:
            if terrain != SETTLEMENT:
                reasons.append(Reason("settlement_elsewhere", "RB-PLACE-8", where))
        elif terrain == SETTLEMENT:
            reasons.append(Reason("farm_on_settlement", "RB-PLACE-10", where))
        elif terrain not in (kind, OPEN) and (state.free[kind] or state.free[OPEN]):
            rule = "RB-PLACE-4" if kind == FOOD else "RB-PLACE-5"
            exception = "RB-PLACE-7" if kind == FOOD else "RB-PLACE-6"
            reasons.append(Reason("wrong_field", rule, {**where, "exception": exception}))
        return reasons


class DrawStep(Automatic):
    """The seat draws one tile from its supply into the hand (RB-DRAW-1)."""

    name = "draw"

    def bind(self, rules: Rules) -> None:
        self.supplies = {n: places(rules, "supply", n) for n in rules.places}

    def run(self, state: State, seat: int, log: Log | None) -> None:
        here = cast("RebirthState", state)
        if here.supply[seat] and not here.out >> seat & 1:
            self.draw(here, seat, log)

    def draw(self, state: RebirthState, seat: int, log: Log | None) -> None:
        kind = draw(state, self.supplies[len(state.seats)][seat], log, seat)
        state.hand[seat].append(kind)
        if log is not None:
            log.events.append(
                Event("tile_drawn", {"seat": seat}, seat, "own_tile_drawn", {"tile": KINDS[kind]})
            )


def following(state: State, seat: int) -> int:
    """The next seat clockwise that has a tile to place; -1 when nobody has (RB-TURN-1, RB-TURN-2)."""
    here = cast("RebirthState", state)
    count = len(here.seats)
    first = here.start if seat < 0 else (seat + 1) % count
    for step in range(count):
        candidate = (first + step) % count
        if here.hand[candidate] and not here.out >> candidate & 1:
            return candidate
    return -1


def phases(rules: Rules) -> list[Phase]:
    """Turns until every tile is placed, then the final scoring."""
    return [
        Phase("turn", following, [PlaceStep(), DrawStep()], turns=True),
        Phase("end", once, [FinalScoring()]),
    ]


def pushed(rules: Rules) -> list[Node]:
    """Steps that only some options need."""
    return [CastleStep(), CathedralStep()]
