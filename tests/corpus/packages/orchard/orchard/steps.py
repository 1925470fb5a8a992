"""A turn: a tile is drawn and laid; and the wishes at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Action, Decision, Legal, Log, Reason, Rules, draw

from .actions import GRID, Lay
from .state import GameState, granted, openings

if TYPE_CHECKING:
    from .files import Tile
    from .options import Options
    from .state import Readable


def draw_tile(state: GameState, seat: int, log: Log | None) -> None:
    """A tile is drawn for all to see (OR-BAG-1)."""
    kind = draw(state, "bag", log)
    state.drawn.append(kind)
    if log is not None:
        log.add("tile_drawn", seat=seat, tile=state.rules.data[kind].name)


class LayStep(Decision[GameState]):
    """The tile is laid and scores (OR-LAY-1, OR-LAY-2, OR-LAY-3)."""

    name = "lay"
    actions = (Lay,)

    def bind(self, rules: Rules) -> None:
        self.kinds: tuple[Tile, ...] = rules.data
        self.options: Options = rules.options
        self.reason = rules.reason
        self.more = rules.calls("lay_lines")

    def legal(self, state: GameState, seat: int) -> Legal:
        """The one source of legality: cells become actions only when they are looked at."""

        def code(action: Action) -> int | None:
            return GRID.key(action.cell) if isinstance(action, Lay) and action.seat == seat else None

        return Legal(openings(state), lambda cell: Lay(seat, GRID.at(cell)), code)

    def lines(self, state: Readable, seat: int, cell: int, kind: int) -> list[tuple[str, int]]:
        """What laying the tile there would score: (key of the reason, points), the modules' lines included."""
        equal = sum(state.tiles.get(near) == kind for near in GRID.neighbours(cell))
        found = [("same", equal * self.options.same)]
        for function in self.more:
            found += function(state, seat, cell, kind)
        return [line for line in found if line[1]]

    def play(self, state: GameState, action: Lay, log: Log | None) -> bool:
        cell, kind = GRID.key(action.cell), state.drawn.pop()
        found = self.lines(state, action.seat, cell, kind)
        state.tiles[cell] = kind
        if log is not None:
            log.add("tile_laid", seat=action.seat, tile=self.kinds[kind].name, cell=str(action.cell))
        for key, points in found:
            state.gain(action.seat, points, self.reason[key], cell)
        return False

    def explain(self, state: GameState, action: Lay) -> list[Reason]:
        cell, said = GRID.key(action.cell), {"cell": str(action.cell)}
        reasons = []
        if cell in state.tiles:
            reasons.append(Reason("cell_taken", "OR-LAY-1", said))
        elif not state.tiles and cell != 0:
            reasons.append(Reason("not_the_first", "OR-LAY-1", said))
        elif state.tiles and not any(near in state.tiles for near in GRID.neighbours(cell)):
            reasons.append(Reason("no_neighbour", "OR-LAY-1", said))
        if GRID.distance(0, cell) > self.options.reach:
            reasons.append(Reason("too_far", "OR-LAY-2", {**said, "reach": self.options.reach}))
        return reasons


def final(state: GameState, seat: int, log: Log | None) -> None:
    """The wishes are shown and counted, and the game is over (OR-WISH-2, OR-END-1)."""
    rules = state.rules
    for owner, cards in enumerate(state.wishes):
        for kind in cards:
            points = granted(state.tiles, kind) * rules.options.wish
            if points:
                state.gain(owner, points, rules.reason["wish"], kind)
            if log is not None:
                log.add("wish_shown", seat=owner, tile=rules.data[kind].name)
    state.over = True
