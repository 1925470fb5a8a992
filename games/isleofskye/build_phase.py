"""Phase 5: players lay tiles in their territories (IS-BUILD)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.authoring import (
    ROTATIONS,
    SQUARE4,
    Action,
    Board,
    Decision,
    Face,
    Frame,
    Legal,
    Log,
    Reason,
    Rules,
    listed,
    put_back,
    spot,
)

from .actions import Build, Done, Placing
from .placement_effects import effects
from .state import IsleOfSkyeState, catalogue, tile_named
from .territory import territory
from .tiles import TERRAINS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from .catalogue import Catalogue
    from .options import Options
    from .state import Readable

_PLACEMENT_BITS = 32
"""A placement, which may be negative, in the low bits of a code, plus half their range; the tile above."""
_HALF = 1 << _PLACEMENT_BITS - 1


def _code(tile: int, place: int) -> int:
    return tile << _PLACEMENT_BITS | place + _HALF


def build(state: IsleOfSkyeState, seat: int, cell: int, face: Face, rotation: int, log: Log | None) -> None:
    """Lays the face in the seat's territory, with everything that follows from it."""
    # The board may lie in clones of the state too: a changed copy takes its place.
    before = state.territories[seat]
    board = before.clone()
    turned = catalogue(state).lay(board, cell, face, rotation)
    state.territories[seat] = board
    if log is not None:
        said = {"cell": SQUARE4.text(cell), "rotation": str(ROTATIONS[rotation])}
        log.add("tile_laid", seat=seat, tile=face.name, **said)
        for where in turned:
            log.add("tile_turned", seat=seat, tile=board.face(where).name, cell=SQUARE4.text(where))
        effects(territory(state, seat, before), territory(state, seat), cell).report(seat, log)
    for call in catalogue(state).built:
        call(state, seat, cell, log)


def misfits(state: Readable, seat: int, cell: int, face: Face, rotation: int) -> list[Reason]:
    """Returns why the face may not lie there in the seat's territory; nothing if it may (IS-BUILD-2, IS-BUILD-3)."""
    board, said = state.territories[seat], {"cell": SQUARE4.text(cell)}
    if cell in board:
        return [Reason("cell_taken", "IS-BUILD-2", said)]
    if cell not in board.frontier:
        return [Reason("no_neighbour", "IS-BUILD-2", said)]
    reasons = []
    if face.rotations is not None and rotation not in face.rotations:
        reasons.append(Reason("not_turned", "IS-AMB-13", {"tile": face.name}))
    rules = catalogue(state).sides
    for side, (wanted, shown) in enumerate(zip(board.wanted(cell), face.turned(rotation).edges, strict=True)):
        if wanted not in (".", shown):
            where = {"side": SQUARE4.directions[side], "wanted": wanted, "shown": shown}
            # A side that is not land has a rule of its own.
            rule = next(
                (rules[letter] for letter in (wanted, shown) if letter not in TERRAINS), rules[wanted]
            )
            reasons.append(Reason("edges_differ", rule, {**said, **where}))
    return reasons


def placings(
    state: IsleOfSkyeState,
    seat: int,
    tiles: Sequence[int],
    kind: type[Placing],
    cells: Collection[int] | None = None,
) -> Legal:
    """Lists every placement of the tiles in the seat's territory, as actions `kind(seat, tile, cell, rotation)`.

    If `cells` are given, only placements on these.
    """
    board, known = state.territories[seat], catalogue(state).tiles
    codes: list[int] = []
    for tile in dict.fromkeys(tiles):
        places = board.placements(known[tile].face)
        if cells is not None:
            places = [place for place in places if spot(place)[0] in cells]
        first = _code(tile, 0)
        codes += [first + place for place in places]

    def make(code: int) -> Action:
        key, rotation = spot((code & (1 << _PLACEMENT_BITS) - 1) - _HALF)
        return kind(seat, known[code >> _PLACEMENT_BITS].id, SQUARE4.at(key), ROTATIONS[rotation])

    def code(action: Any) -> int | None:
        if type(action) is not kind:
            return None
        return _code(tile_named(state, action.tile), action.place)

    return Legal(codes, make, code)


class BuildStep(Decision[IsleOfSkyeState]):
    """The seat builds its tiles of this round in any order (IS-BUILD-1, IS-BUILD-8).

    Tiles without a place go back to the bag (IS-BUILD-5): all of them once no waiting tile has a place, or each as soon
    as it has none, as option `return_tile` says (IS-AMB-12). Actions that modules add to the step are possible at any
    moment of it; while there are any, `done` ends the step.
    """

    name = "build"
    actions = (Build, Done)
    rules = ("IS-BUILD", "IS-AREA", "IS-ROAD", "IS-AMB-6", "IS-AMB-12", "IS-AMB-13")

    def bind(self, rules: Rules) -> None:
        options: Options = rules.options
        self.alone = options.return_tile == "alone"
        self.catalogue: Catalogue = rules.assembled
        self.unbuildable = rules.calls("tile_unbuildable")

    def advance(self, state: IsleOfSkyeState, frame: Frame, log: Log | None) -> bool:
        seat = frame[1]
        board, tiles = state.territories[seat], state.waiting[seat]
        stuck = [tile for tile in tiles if not self._fits(board, tile)]
        if self.alone:
            self._return(state, seat, stuck, log)
            stuck = []
        # What modules add may depend on the tiles that are left.
        if len(stuck) < len(tiles) or any(len(extra.legal(state, seat)) for extra in self.extras):
            return True
        self._return(state, seat, stuck, log)
        state.stack.pop()
        return False

    def _fits(self, board: Board, tile: int) -> bool:
        fits = self.catalogue.tiles[tile].face.fits
        return any(map(fits.__getitem__, board.frontier.values()))

    def _return(self, state: IsleOfSkyeState, seat: int, tiles: Sequence[int], log: Log | None) -> None:
        """Puts tiles without a place where they belong (IS-BUILD-5)."""
        for tile in list(tiles):
            state.waiting[seat].remove(tile)
            if not any(take(state, seat, tile, log) for take in self.unbuildable):
                put_back(state, "bag", tile, "bag")
                if log is not None:
                    log.add("tile_returned", seat=seat, tile=self.catalogue.tiles[tile].id)

    def legal(self, state: IsleOfSkyeState, seat: int) -> Legal:
        found = placings(state, seat, state.waiting[seat], Build)
        return found if len(found) else listed([Done(seat)])

    def play(self, state: IsleOfSkyeState, action: Build | Done, log: Log | None) -> bool:
        seat = action.seat
        if isinstance(action, Done):
            self._return(state, seat, state.waiting[seat], log)
            return False
        tile = tile_named(state, action.tile)
        state.waiting[seat].remove(tile)
        build(state, seat, action.key, self.catalogue.tiles[tile].face, action.rotation, log)
        return True

    def explain(self, state: IsleOfSkyeState, action: Build | Done) -> list[Reason]:
        seat = action.seat
        if isinstance(action, Done):
            waiting = [tile for tile in state.waiting[seat] if self._fits(state.territories[seat], tile)]
            names = ", ".join(self.catalogue.tiles[tile].id for tile in waiting)
            return [Reason("has_a_place", "IS-BUILD-6", {"tile": names})] if waiting else []
        tile = tile_named(state, action.tile)
        if tile not in state.waiting[seat]:
            return [Reason("not_waiting", "IS-BUILD-1", {"tile": action.tile, "seat": seat})]
        face = self.catalogue.tiles[tile].face
        return misfits(state, seat, action.key, face, action.rotation)
