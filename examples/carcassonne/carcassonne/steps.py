"""A turn: place the drawn tile, perhaps a meeple on it, score, draw the next tile; and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from tilewright.core.actions import Action, Legal, Reason
from tilewright.core.board import placement
from tilewright.core.grid import SQUARE4
from tilewright.core.schedule import Automatic, Decision

from .actions import Meeple, Pass, Place, Placings
from .scoring import score_completed, score_fields, score_incomplete
from .state import NOWHERE, bag_of, draw_tile

if TYPE_CHECKING:
    from tilewright.core.events import Log
    from tilewright.core.rules import Rules
    from tilewright.core.state import State

    from .options import Options
    from .state import Carcassonne
    from .tiles import Printed

PASS = -1
"""The code of passing, beside the numbers of features."""


class PlaceStep(Decision):
    """The drawn tile is placed where its sides match (CA-PLACE-1, CA-PLACE-2)."""

    name = "place"
    actions = (Place,)

    def bind(self, rules: Rules) -> None:
        self.printed: Printed = rules.data
        self.orders = [Placings(seat) for seat in range(rules.game.seats[1])]

    def legal(self, state: State, seat: int) -> Legal:
        here = cast("Carcassonne", state)
        orders = self.orders[seat]

        def code(action: Any) -> int | None:
            if not isinstance(action, Place) or action.seat != seat:
                return None
            return placement(SQUARE4.key(action.cell), action.rotation)

        placements = here.land.board.placements(self.printed.tiles[here.drawn[-1]].face)
        return Legal(placements, orders.__getitem__, code)

    def play(self, state: State, action: Any, log: Log | None) -> bool:
        here = cast("Carcassonne", state)
        tile = self.printed.tiles[here.drawn.pop()]
        here.latest = SQUARE4.key(action.cell)
        here.land.place(here.latest, tile.lies[action.rotation])
        if log is not None:
            said = {"cell": str(action.cell), "rotation": str(action.rotation)}
            log.add("tile_placed", seat=action.seat, tile=tile.id, **said)
        return False

    def explain(self, state: State, action: Any) -> list[Reason]:
        here = cast("Carcassonne", state)
        board, cell, said = here.land.board, SQUARE4.key(action.cell), {"cell": str(action.cell)}
        if cell in board:
            return [Reason("cell_taken", "CA-PLACE-1", said)]
        if cell not in board.frontier:
            return [Reason("no_neighbour", "CA-PLACE-1", said)]
        shown = self.printed.tiles[here.drawn[-1]].lies[action.rotation].face.edges
        return [
            Reason(
                "edges_differ",
                "CA-PLACE-2",
                {
                    **said,
                    "side": SQUARE4.directions[side],
                    "wanted": f"edge_{wanted}",
                    "shown": f"edge_{own}",
                },
            )
            for side, (wanted, own) in enumerate(zip(board.wanted(cell), shown, strict=True))
            if wanted not in (".", own)
        ]


class MeepleStep(Decision):
    """A meeple may be placed on a feature of that tile which nobody is on (CA-MEEPLE-1 to CA-MEEPLE-3)."""

    name = "meeple"
    actions = (Meeple, Pass)

    def bind(self, rules: Rules) -> None:
        options: Options = rules.options
        self.farmers = options.farmers

    def needed(self, state: State, seat: int) -> bool:
        here = cast("Carcassonne", state)
        return here.supply[seat] > 0 and bool(here.land.free(here.latest, self.farmers))

    def legal(self, state: State, seat: int) -> Legal:
        here = cast("Carcassonne", state)
        lie = here.land.lie(here.latest)
        names, number = lie.names, lie.number

        def make(code: int) -> Action:
            return Pass(seat) if code == PASS else Meeple(seat, names[code])

        def code(action: Any) -> int | None:
            if action.seat != seat:
                return None
            if isinstance(action, Meeple):
                return number.get(action.where)
            return PASS if isinstance(action, Pass) else None

        return Legal([*here.land.free(here.latest, self.farmers), PASS], make, code)

    def play(self, state: State, action: Any, log: Log | None) -> bool:
        here = cast("Carcassonne", state)
        if isinstance(action, Pass):
            return False
        number = here.land.lie(here.latest).number[action.where]
        here.supply[action.seat] -= 1
        here.land.enter(here.latest, number, action.seat)
        if log is not None:
            said = {"cell": SQUARE4.text(here.latest), "where": action.where}
            log.add("meeple_placed", seat=action.seat, feature=feature_word(here, number), **said)
        return False

    def explain(self, state: State, action: Any) -> list[Reason]:
        here = cast("Carcassonne", state)
        if isinstance(action, Pass):
            return []
        lie, said = here.land.lie(here.latest), {"where": action.where}
        number = lie.number.get(action.where)
        if number is None:
            return [Reason("no_such_feature", "CA-MEEPLE-1", said)]
        reasons = []
        if number >= lie.fields_from and not self.farmers:
            reasons.append(Reason("no_farmers", "CA-FIELD-1", said))
        regions, area = here.land.feature(here.latest, number)
        if any(regions.seats(area)):
            reasons.append(Reason("occupied", "CA-MEEPLE-2", said))
        return reasons


def feature_word(state: Carcassonne, number: int) -> str:
    """`city`, `cloister`, `road` or `field`: what that feature of the tile just placed is."""
    lie = state.land.lie(state.latest)
    if number >= lie.fields_from:
        return "field"
    if number >= lie.roads_from:
        return "road"
    return "cloister" if state.land.is_cloister(state.latest, number) else "city"


class ScoreStep(Automatic):
    """What the tile has completed scores (CA-SCORE-1)."""

    name = "score"

    def run(self, state: State, seat: int, log: Log | None) -> None:
        here = cast("Carcassonne", state)
        score_completed(here, here.latest, log)
        here.latest = NOWHERE


class DrawStep(Automatic):
    """The next seat's tile is drawn (CA-TURN-2)."""

    name = "draw"

    def bind(self, rules: Rules) -> None:
        self.bag = bag_of(rules)

    def run(self, state: State, seat: int, log: Log | None) -> None:
        draw_tile(cast("Carcassonne", state), self.bag[len(state.seats)], log)


class EndStep(Automatic):
    """What is incomplete scores, then the fields; the game is over (CA-END-1)."""

    name = "end"

    def run(self, state: State, seat: int, log: Log | None) -> None:
        here = cast("Carcassonne", state)
        score_incomplete(here)
        score_fields(here)
        here.over = True


def following(state: State, seat: int) -> int:
    """The next seat clockwise while a tile is drawn (CA-TURN-1)."""
    here = cast("Carcassonne", state)
    if not here.drawn:
        return -1
    return here.start if seat < 0 else (seat + 1) % len(here.seats)
