"""A turn of Harvest: place a tile on offer, fill the offer up; and the goals at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.actions import Action, Legal, Reason, listed
from tilewright.core.board import placement, spot
from tilewright.core.grid import SQUARE4
from tilewright.core.schedule import Automatic, Decision
from tilewright.core.zones import draw

from .actions import Discard, PlaceTile
from .state import Harvest

if TYPE_CHECKING:
    from tilewright.core.events import Log
    from tilewright.core.rules import Rules

    from .files import Box


class PlaceStep(Decision[Harvest]):
    """One tile on offer is placed (HV-PLACE-1, HV-PLACE-2, HV-CLOSE-1)."""

    name = "place"
    actions = (PlaceTile, Discard)

    def bind(self, rules: Rules) -> None:
        self.box: Box = rules.data
        self.kinds = rules.things["tile"].numbers
        self.options = rules.options
        self.neighbours, self.closed = rules.reason["neighbours"], rules.reason["closed"]
        self.forbid = rules.calls("forbid_cells")
        self.placed = rules.calls("tile_placed")

    def forbidden(self, state: Harvest, seat: int) -> dict[int, Reason]:
        """The open cells that modules refuse, each with the first one's reason."""
        found: dict[int, Reason] = {}
        for function in self.forbid:
            for cell, reason in function(state, seat, tuple(state.board.frontier)).items():
                found.setdefault(cell, reason)
        return found

    def legal(self, state: Harvest, seat: int) -> Legal:
        tiles = self.box.tiles
        kinds = sorted(set(state.offer))
        forbidden = self.forbidden(state, seat) if self.forbid else {}
        codes = [
            spotted << 4 | kind
            for kind in kinds
            for spotted in state.board.placements(tiles[kind].face)
            if spot(spotted)[0] not in forbidden
        ]
        if not codes:
            return listed([Discard(seat, tiles[kind].name) for kind in kinds])

        def make(code: int) -> Action:
            key, rotation = spot(code >> 4)
            return PlaceTile(seat, tiles[code & 15].name, SQUARE4.at(key), f"r{rotation}")

        def code(action: Action) -> int | None:
            if not isinstance(action, PlaceTile) or action.seat != seat:
                return None
            where = placement(SQUARE4.key(action.cell), int(action.rotation[1:]))
            return where << 4 | self.kinds[action.tile]

        return Legal(codes, make, code)

    def play(self, state: Harvest, action: PlaceTile | Discard, log: Log | None) -> bool:
        kind = self.kinds[action.tile]
        state.offer.remove(kind)
        if isinstance(action, Discard):
            state.discard.append(kind)
            if log is not None:
                log.add("tile_discarded", seat=action.seat, tile=action.tile)
            return False
        key = SQUARE4.key(action.cell)
        touching = sum(near in state.board for near in SQUARE4.neighbours(key))
        state.board.place(key, self.box.faces[action.tile], int(action.rotation[1:]))
        if log is not None:
            log.add("tile_placed", seat=action.seat, tile=action.tile, cell=str(action.cell))
        if touching > 1 and self.options.neighbours:
            state.gain(action.seat, (touching - 1) * self.options.neighbours, self.neighbours, key)
        for area in state.board.areas(key):
            self.close(state, action.seat, key, area)
        for function in self.placed:
            function(state, action.seat, key, log)
        return False

    def close(self, state: Harvest, seat: int, key: int, area: int) -> None:
        """A field that has just been closed scores."""
        regions = state.board.regions
        root = regions.find(area)
        if not regions.closed(root) or root in state.closed:
            return
        state.closed.append(root)
        size = regions.size(root) - (not self.options.home and 0 in regions.tiles(root))
        if size and self.options.field:
            state.gain(seat, size * self.options.field, self.closed, key)

    def explain(self, state: Harvest, action: PlaceTile | Discard) -> list[Reason]:
        offered = self.kinds[action.tile] in state.offer
        reasons = [] if offered else [Reason("not_offered", "HV-PLACE-1", {"tile": action.tile})]
        if isinstance(action, Discard):
            if isinstance(self.legal(state, action.seat)[0], PlaceTile):
                reasons.append(Reason("fits_somewhere", "HV-PLACE-3"))
            return reasons
        key, said = SQUARE4.key(action.cell), str(action.cell)
        if key not in state.board.frontier:
            reasons.append(Reason("no_neighbour", "HV-PLACE-1", {"cell": said}))
        elif int(action.rotation[1:]) not in state.board.fits(key, self.box.faces[action.tile]):
            turned = {"tile": action.tile, "rotation": action.rotation, "cell": said}
            reasons.append(Reason("edges_differ", "HV-PLACE-1", turned))
        refused = self.forbidden(state, action.seat).get(key)
        return [*reasons, refused] if refused is not None else reasons


class RefillStep(Automatic[Harvest]):
    """The offer is filled up from the bag (HV-OFFER-1)."""

    name = "refill"

    def run(self, state: Harvest, seat: int, log: Log | None) -> None:
        while state.bag and len(state.offer) < state.rules.options.offer:
            kind = draw(state, "bag", log)
            state.offer.append(kind)
            if log is not None:
                log.add("tile_offered", tile=state.rules.data.tiles[kind].name)


class Final(Automatic[Harvest]):
    """The goals are shown and counted (HV-GOAL-1), and the game is over."""

    name = "final"

    def bind(self, rules: Rules) -> None:
        self.box: Box = rules.data
        self.options = rules.options
        self.reason = rules.reason["goal"]
        self.lines = rules.calls("final_lines")
        self.reasons = rules.reason

    def run(self, state: Harvest, seat: int, log: Log | None) -> None:
        regions = state.board.regions
        for owner, cards in enumerate(state.goals):
            for card in cards:
                goal = self.box.goals[card]
                count = sum(regions.kind(root) == goal.terrain for root in state.closed)
                if count and self.options.goal and self.options.ending == "goals":
                    state.gain(owner, count * self.options.goal, self.reason, card)
                if log is not None:
                    log.add("goal_shown", seat=owner, goal=goal.name)
        for function in self.lines:
            for owner, amount, key, source in function(state):
                state.gain(owner, amount, self.reasons[key], source)
        state.over = True


def following(state: Harvest, seat: int) -> int:
    """The next seat clockwise while a tile is on offer (HV-TURN-1, HV-END-1)."""
    if not state.offer:
        return -1
    return state.start if seat < 0 else (seat + 1) % len(state.seats)
