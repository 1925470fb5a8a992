"""What a seat decides in its turn: where its domino lies, and which one it takes."""

from collections.abc import Iterator

import attrs

from tilewright.authoring import (
    Action,
    Allows,
    Decision,
    Legal,
    Log,
    PlacingStep,
    Reason,
    listed,
    notation,
    pack,
    unpack,
)

from .files import CASTLE, TERRAINS
from .state import Realms


class PlaceStep(PlacingStep[Realms]):
    """The domino of the marker goes into the realm; one that has no place is discarded (SR-PLACE-1 to SR-PLACE-4)."""

    name, touching = "place", "SR-PLACE-1"
    onto, hand, aside = "realms", "waiting", "discards"
    rules = ("SR-PLACE",)

    def allows(self, state: Realms, seat: int) -> Allows:
        realm, size, tiles = state.realms[seat], state.rules.options.size, state.rules.data
        around = realm.grid.neighbours(0)
        alike = {letter: {*around} for letter in TERRAINS}
        for cell, face in realm.faces().items():
            if face is not CASTLE:
                alike[face.edges[0]].update([cell + side for side in around])
        (west, east), (south, north) = (
            (max(at) - size + 1, min(at) + size) for at in zip(*map(unpack, realm))
        )
        inside = set().union(*[range(pack(west, y), pack(east, y)) for y in range(south, north)])

        def allowed(piece: int, key: int, rotation: int) -> bool:
            (_, half), (offset, other) = tiles[piece].lies[rotation]
            there = key + offset
            if key not in inside or there not in inside:
                return False
            return key in alike[half.edges[0]] or there in alike[other.edges[0]]

        return allowed

    def forbids(self, state: Realms, seat: int, piece: int, key: int, rotation: int) -> Iterator[Reason]:
        realm, size = state.realms[seat], state.rules.options.size
        land = dict(state.rules.data[piece].cover(key, rotation))
        met = [(half, n) for at, half in land.items() for n in realm.grid.neighbours(at) if n in realm]
        if not any(realm.face(n).edges in (CASTLE.edges, half.edges) for half, n in met):
            yield Reason("not_alike", "SR-PLACE-2", {"cell": realm.grid.text(key)})
        if any(max(line) - min(line) >= size for line in zip(*map(unpack, [*realm, *land]))):
            yield Reason("too_large", "SR-PLACE-3", {"size": size})


@attrs.frozen(cache_hash=True)
class Take(Action):
    """The marker goes on a domino of the row. `take d17`"""

    parts = notation("take {tile}")
    tile: str


class TakeStep(Decision[Realms]):
    """The marker goes on a domino of the row on which no other one lies (SR-TAKE-1)."""

    name, actions, rules = "take", (Take,), ("SR-TAKE-1", "SR-TURN-2")

    def needed(self, state: Realms, seat: int) -> bool:
        return bool(state.row)

    def legal(self, state: Realms, seat: int) -> Legal:
        free = [tile for tile, taker in zip(state.row, state.takers) if taker < 0]
        return listed([Take(seat, state.rules.data[tile].name) for tile in free])

    def explain(self, state: Realms, action: Take) -> list[Reason]:
        return [] if action in self.legal(state, action.seat) else [Reason("not_free", "SR-TAKE-1")]

    def play(self, state: Realms, action: Take, log: Log | None) -> bool:
        tile = state.rules.pieces["tile"].index(action.tile)
        state.takers[state.row.index(tile)] = action.seat
        if log is not None:
            log.add("taken", seat=action.seat, tile=action.tile)
        return False
