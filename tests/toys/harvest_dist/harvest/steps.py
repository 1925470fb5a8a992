"""A turn of Harvest: place a tile on offer, fill the offer up; and the goals at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import attrs

from tilewright.core.actions import Action, Legal, Reader, Reason, listed, notation
from tilewright.core.board import placement, spot
from tilewright.core.grid import SQUARE4, Cell
from tilewright.core.schedule import Automatic, Decision
from tilewright.core.zones import draw

from .table import place_of

if TYPE_CHECKING:
    from tilewright.core.events import Log
    from tilewright.core.rules import Rules
    from tilewright.core.state import State

    from .table import Harvest, Table


@attrs.frozen(cache_hash=True)
class PlaceTile(Action):
    """A tile on offer goes on a cell, turned. `place edge 1,0 r2`; r0 need not be typed."""

    parts = notation("place {tile} [on] [at] {cell} [{rotation}]")
    tile: str
    cell: Cell
    rotation: str


@attrs.frozen(cache_hash=True)
class Discard(Action):
    """Nothing fits: a tile leaves the game."""

    parts = notation("discard {tile}")
    tile: str


class PlaceStep(Decision):
    """One tile on offer is placed (HV-PLACE-1, HV-PLACE-2, HV-CLOSE-1)."""

    name = "place"
    actions = (PlaceTile, Discard)

    def bind(self, rules: Rules) -> None:
        self.table: Table = rules.data
        self.options = rules.options
        self.neighbours, self.closed = rules.reason["neighbours"], rules.reason["closed"]
        self.forbid = rules.calls("forbid_cells")
        self.placed = rules.calls("tile_placed")

    def forbidden(self, here: Harvest, seat: int) -> dict[int, Reason]:
        """The open cells that modules refuse, each with the first one's reason."""
        found: dict[int, Reason] = {}
        for function in self.forbid:
            for cell, reason in function(here, seat, tuple(here.board.frontier)).items():
                found.setdefault(cell, reason)
        return found

    def legal(self, state: State, seat: int) -> Legal:
        here = cast("Harvest", state)
        tiles, faces = self.table.tiles, self.table.faces
        kinds = sorted(set(here.offer))
        forbidden = self.forbidden(here, seat) if self.forbid else {}
        codes = [
            spotted << 4 | kind
            for kind in kinds
            for spotted in here.board.placements(faces[tiles[kind].name])
            if spot(spotted)[0] not in forbidden
        ]
        if not codes:
            return listed([Discard(seat, tiles[kind].name) for kind in kinds])

        def make(code: int) -> Action:
            key, rotation = spot(code >> 4)
            return PlaceTile(seat, tiles[code & 15].name, SQUARE4.at(key), f"r{rotation}")

        def code(action: Any) -> int | None:
            if not isinstance(action, PlaceTile) or action.seat != seat:
                return None
            names = [tile.name for tile in tiles]
            if action.tile not in names:
                return None
            where = placement(SQUARE4.key(action.cell), int(action.rotation[1:]))
            return where << 4 | names.index(action.tile)

        return Legal(codes, make, code)

    def play(self, state: State, action: Any, log: Log | None) -> bool:
        here = cast("Harvest", state)
        kind = self.table.kind(action.tile)
        here.offer.remove(kind)
        if isinstance(action, Discard):
            here.discard.append(kind)
            if log is not None:
                log.add("tile_discarded", seat=action.seat, tile=action.tile)
            return False
        key = SQUARE4.key(action.cell)
        touching = sum(near in here.board for near in SQUARE4.neighbours(key))
        here.board.place(key, self.table.faces[action.tile], int(action.rotation[1:]))
        if log is not None:
            log.add("tile_placed", seat=action.seat, tile=action.tile, cell=str(action.cell))
        if touching > 1 and self.options.neighbours:
            here.gain(action.seat, (touching - 1) * self.options.neighbours, self.neighbours, key)
        for number in range(len(self.table.faces[action.tile].areas)):
            self.close(here, action.seat, key, here.board.area(key, number))
        for function in self.placed:
            function(here, action.seat, key, log)
        return False

    def close(self, here: Harvest, seat: int, key: int, area: int) -> None:
        """A field that has just been closed scores."""
        regions = here.board.regions
        root = regions.find(area)
        if not regions.closed(root) or root in here.closed:
            return
        here.closed.append(root)
        size = regions.size(root) - (not self.options.home and 0 in regions.tiles(root))
        if size and self.options.field:
            here.gain(seat, size * self.options.field, self.closed, key)

    def explain(self, state: State, action: Any) -> list[Reason]:
        here = cast("Harvest", state)
        offered = action.tile in [self.table.tiles[kind].name for kind in here.offer]
        reasons = [] if offered else [Reason("not_offered", "HV-PLACE-1", {"tile": action.tile})]
        if isinstance(action, Discard):
            if isinstance(self.legal(state, action.seat)[0], PlaceTile):
                reasons.append(Reason("fits_somewhere", "HV-PLACE-3"))
            return reasons
        key, said = SQUARE4.key(action.cell), str(action.cell)
        if key not in here.board.frontier:
            reasons.append(Reason("no_neighbour", "HV-PLACE-1", {"cell": said}))
        elif int(action.rotation[1:]) not in here.board.fits(key, self.table.faces[action.tile]):
            told = {"tile": action.tile, "rotation": action.rotation, "cell": said}
            reasons.append(Reason("edges_differ", "HV-PLACE-1", told))
        refused = self.forbidden(here, action.seat).get(key)
        return [*reasons, refused] if refused is not None else reasons


class RefillStep(Automatic):
    """The offer is filled up from the bag (HV-OFFER-1)."""

    name = "refill"

    def run(self, state: State, seat: int, log: Log | None) -> None:
        here = cast("Harvest", state)
        while here.bag and len(here.offer) < here.rules.options.offer:
            kind = draw(here, place_of(here, "bag"), log)
            here.offer.append(kind)
            if log is not None:
                log.add("tile_offered", tile=here.rules.data.tiles[kind].name)


class Final(Automatic):
    """The goals are shown and counted (HV-GOAL-1), and the game is over."""

    name = "final"

    def bind(self, rules: Rules) -> None:
        self.table: Table = rules.data
        self.options = rules.options
        self.reason = rules.reason["goal"]
        self.lines = rules.calls("final_lines")
        self.reasons = rules.reason

    def run(self, state: State, seat: int, log: Log | None) -> None:
        here = cast("Harvest", state)
        regions = here.board.regions
        for owner, cards in enumerate(here.goals):
            for card in cards:
                goal = self.table.goals[card]
                count = sum(regions.kind(root) == goal.terrain for root in here.closed)
                if count and self.options.goal and self.options.ending == "goals":
                    here.gain(owner, count * self.options.goal, self.reason, card)
                if log is not None:
                    log.add("goal_shown", seat=owner, goal=goal.name)
        for function in self.lines:
            for owner, amount, key, source in function(here):
                here.gain(owner, amount, self.reasons[key], source)
        here.over = True


def following(state: State, seat: int) -> int:
    """The next seat clockwise while a tile is on offer (HV-TURN-1, HV-END-1)."""
    here = cast("Harvest", state)
    if not here.offer:
        return -1
    return here.start if seat < 0 else (seat + 1) % len(here.seats)


def _tile(state: State, seat: int, text: str) -> str:
    table = cast("Table", state.rules.data)
    return table.tiles[table.kind(text)].name


def _rotation(state: State, seat: int, text: str) -> str:
    if text.lower() not in ("", "r0", "r1", "r2", "r3"):
        raise ValueError(f"'{text}' is no rotation; write r0, r1, r2 or r3")
    return text.lower() or "r0"


READERS: dict[str, Reader] = {
    "tile": _tile,
    "cell": lambda state, seat, text: SQUARE4.at(SQUARE4.read(text)),
    "rotation": _rotation,
}
