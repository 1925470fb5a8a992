"""What a seat decides in its turn: where its domino lies, and which one it takes."""

from collections.abc import Iterator

import attrs

from tilewright.authoring import Action, Decision, Legal, Log, PlacingStep, Reason, listed, notation, unpack

from .files import CASTLE
from .state import Realms


class PlaceStep(PlacingStep[Realms]):
    """The domino of the marker goes into the realm; one that has no place is discarded (SR-PLACE-1 to SR-PLACE-4)."""

    name, touching = "place", "SR-PLACE-1"
    onto, hand, aside = "realms", "waiting", "discards"
    rules = ("SR-PLACE",)

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
