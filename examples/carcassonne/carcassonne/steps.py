"""A turn: place the drawn tile, perhaps a meeple on it, score, draw the next tile; and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import SQUARE4, Action, Automatic, Decision, Legal, Log, Reason, Rules, placement

from .actions import Meeple, Pass, Place, Placings
from .scoring import score_completed, score_fields, score_incomplete
from .state import NOWHERE, Carcassonne, draw_tile

if TYPE_CHECKING:
    from .options import Options
    from .printed import Printed

PASS = -1
"""The code of passing; other codes are numbers of features."""


class PlaceStep(Decision[Carcassonne]):
    """The drawn tile is placed where its sides match (CA-PLACE-1, CA-PLACE-2)."""

    name = "place"
    actions = (Place,)

    def bind(self, rules: Rules) -> None:
        self.printed: Printed = rules.data
        self.orders = [Placings(seat) for seat in range(rules.game.seats[1])]

    def legal(self, state: Carcassonne, seat: int) -> Legal:
        orders = self.orders[seat]

        def code(action: Action) -> int | None:
            if not isinstance(action, Place) or action.seat != seat:
                return None
            return placement(SQUARE4.key(action.cell), action.rotation)

        placements = state.land.board.placements(self.printed.tiles[state.drawn[-1]].face)
        return Legal(placements, orders.__getitem__, code)

    def play(self, state: Carcassonne, action: Place, log: Log | None) -> bool:
        tile = self.printed.tiles[state.drawn.pop()]
        state.latest = SQUARE4.key(action.cell)
        state.land.place(state.latest, tile.lies[action.rotation])
        if log is not None:
            said = {"cell": str(action.cell), "rotation": str(action.rotation)}
            log.add("tile_placed", seat=action.seat, tile=tile.id, **said)
        return False

    def explain(self, state: Carcassonne, action: Place) -> list[Reason]:
        board, cell, said = state.land.board, SQUARE4.key(action.cell), {"cell": str(action.cell)}
        if cell in board:
            return [Reason("cell_taken", "CA-PLACE-1", said)]
        if cell not in board.frontier:
            return [Reason("no_neighbour", "CA-PLACE-1", said)]
        shown = self.printed.tiles[state.drawn[-1]].lies[action.rotation].face.edges
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


class MeepleStep(Decision[Carcassonne]):
    """A meeple may be placed on a feature of that tile that has none (CA-MEEPLE-1 to CA-MEEPLE-3)."""

    name = "meeple"
    actions = (Meeple, Pass)

    def bind(self, rules: Rules) -> None:
        options: Options = rules.options
        self.farmers = options.farmers

    def needed(self, state: Carcassonne, seat: int) -> bool:
        return state.supply[seat] > 0 and bool(state.land.free(state.latest, self.farmers))

    def legal(self, state: Carcassonne, seat: int) -> Legal:
        lie = state.land.lie(state.latest)
        names, number = lie.names, lie.number

        def make(code: int) -> Action:
            return Pass(seat) if code == PASS else Meeple(seat, names[code])

        def code(action: Action) -> int | None:
            if action.seat != seat:
                return None
            if isinstance(action, Meeple):
                return number.get(action.where)
            return PASS if isinstance(action, Pass) else None

        return Legal([*state.land.free(state.latest, self.farmers), PASS], make, code)

    def play(self, state: Carcassonne, action: Meeple | Pass, log: Log | None) -> bool:
        if isinstance(action, Pass):
            return False
        number = state.land.lie(state.latest).number[action.where]
        state.supply[action.seat] -= 1
        state.land.enter(state.latest, number, action.seat)
        if log is not None:
            said = {"cell": SQUARE4.text(state.latest), "where": action.where}
            log.add("meeple_placed", seat=action.seat, feature=feature_word(state, number), **said)
        return False

    def explain(self, state: Carcassonne, action: Meeple | Pass) -> list[Reason]:
        if isinstance(action, Pass):
            return []
        lie, said = state.land.lie(state.latest), {"where": action.where}
        number = lie.number.get(action.where)
        if number is None:
            return [Reason("no_such_feature", "CA-MEEPLE-1", said)]
        reasons = []
        if number >= lie.fields_from and not self.farmers:
            reasons.append(Reason("no_farmers", "CA-FIELD-1", said))
        regions, area = state.land.feature(state.latest, number)
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


class ScoreStep(Automatic[Carcassonne]):
    """What the tile has completed scores (CA-SCORE-1)."""

    name = "score"

    def run(self, state: Carcassonne, seat: int, log: Log | None) -> None:
        score_completed(state, state.latest, log)
        state.latest = NOWHERE


class DrawStep(Automatic[Carcassonne]):
    """The next seat's tile is drawn (CA-TURN-2)."""

    name = "draw"

    def run(self, state: Carcassonne, seat: int, log: Log | None) -> None:
        draw_tile(state, log)


class EndStep(Automatic[Carcassonne]):
    """What is incomplete scores, then the fields; the game is over (CA-END-1)."""

    name = "end"

    def run(self, state: Carcassonne, seat: int, log: Log | None) -> None:
        score_incomplete(state)
        score_fields(state)
        state.over = True


def following(state: Carcassonne, seat: int) -> int:
    """The next seat clockwise while a tile is drawn (CA-TURN-1)."""
    if not state.drawn:
        return -1
    return state.start if seat < 0 else (seat + 1) % len(state.seats)
