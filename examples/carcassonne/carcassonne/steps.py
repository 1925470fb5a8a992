"""A turn: place the drawn tile, perhaps a meeple on it; then points, and the next tile is drawn."""

from __future__ import annotations

import attrs

from tilewright.authoring import (
    SQUARE4,
    Action,
    Decision,
    Legal,
    Log,
    PlaceTile,
    PlacingStep,
    Reason,
    draw,
    notation,
)

from .state import Carcassonne, free, in_hand
from .tiles import FIELD, NAMES, Tile

PASS = -1
"""The code of passing; other codes are numbers of features."""


@attrs.frozen(cache_hash=True)
class Meeple(Action):
    """A meeple goes on the tile just placed: `n e s w` what is at that side, `ne se sw nw` the field at that corner.

    `meeple n`, `meeple sw`, `meeple cloister`.
    """

    parts = notation("meeple [on] [at] {where}")
    where: str


@attrs.frozen(cache_hash=True)
class Pass(Action):
    """No meeple is placed."""

    parts = notation("pass")


class PlaceStep(PlacingStep[Carcassonne]):
    """The drawn tile is placed where its sides match (CA-PLACE-1, CA-PLACE-2)."""

    name, onto, hand = "place", "tiles", "drawn"
    touching, matching = "CA-PLACE-1", "CA-PLACE-2"
    rules = ("CA-PLACE", "CA-SCORE-1")

    def play(self, state: Carcassonne, action: PlaceTile, log: Log | None) -> bool:
        state.latest = SQUARE4.key(action.cell)
        return super().play(state, action, log)


class MeepleStep(Decision[Carcassonne]):
    """A meeple may be placed on a feature of that tile that has none (CA-MEEPLE-1 to CA-MEEPLE-3)."""

    name = "meeple"
    actions = (Meeple, Pass)
    rules = ("CA-MEEPLE", "CA-FIELD-1", "CA-SCORE-1", "CA-SCORE-2")

    def free(self, state: Carcassonne) -> list[int]:
        """The features on which a meeple may be placed, by number."""
        return free(state.tiles, state.latest, state.rules.options.farmers)

    def needed(self, state: Carcassonne, seat: int) -> bool:
        return in_hand(state)[seat] > 0 and bool(self.free(state))

    def legal(self, state: Carcassonne, seat: int) -> Legal:
        called, number = state.names(state.latest), state.numbers(state.latest)

        def make(code: int) -> Action:
            return Pass(seat) if code == PASS else Meeple(seat, called[code])

        def code(action: Action) -> int | None:
            if action.seat != seat or not isinstance(action, self.actions):
                return None
            return number.get(action.where) if isinstance(action, Meeple) else PASS

        return Legal([*self.free(state), PASS], make, code)

    def play(self, state: Carcassonne, action: Meeple | Pass, log: Log | None) -> bool:
        if isinstance(action, Meeple):
            cell, regions = state.latest, state.tiles.regions
            # A field has several names; it is kept by the first.
            where = state.names(cell)[state.numbers(cell)[action.where]]
            state.stand(cell, action.seat, where)
            if log is not None:
                said = {"cell": SQUARE4.text(cell), "where": action.where}
                feature = NAMES[regions.kind(state.area(cell, where))]
                log.add("meeple_placed", seat=action.seat, feature=feature, **said)
        return False

    def explain(self, state: Carcassonne, action: Meeple | Pass) -> list[Reason]:
        if isinstance(action, Pass):
            return []
        said = {"where": action.where}
        if action.where not in state.numbers(state.latest):
            return [Reason("no_such_feature", "CA-MEEPLE-1", said)]
        regions, wanted = state.tiles.regions, state.area(state.latest, action.where)
        reasons = []
        if regions.kind(wanted) == FIELD and not state.rules.options.farmers:
            reasons.append(Reason("no_farmers", "CA-FIELD-1", said))
        if any(regions.seats(wanted)):
            reasons.append(Reason("occupied", "CA-MEEPLE-2", said))
        return reasons


def draw_tile(state: Carcassonne, seat: int, log: Log | None) -> None:
    """A tile that has a place is drawn, if there is one; those without a place are laid aside before (CA-TURN-2)."""
    while state.bag and not state.drawn:
        kind = draw(state, "bag", log)
        tile: Tile = state.rules.data.tiles[kind]
        fit = any(map(tile.face.fits.__getitem__, state.tiles.frontier.values()))
        (state.drawn if fit else state.aside).append(kind)
        if log is not None:
            log.add("tile_drawn" if fit else "tile_aside", tile=tile.id)
