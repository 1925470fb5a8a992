"""A turn of Harvest: place a tile on offer, fill the offer up; and the goals at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import SQUARE4, Legal, Log, PlaceOneOf, PlacingStep, Reason, Rules, draw, listed

from .actions import Discard
from .state import Harvest

if TYPE_CHECKING:
    from .files import Box


class PlaceStep(PlacingStep[Harvest]):
    """One tile on offer is placed (HV-PLACE-1, HV-PLACE-2, HV-CLOSE-1)."""

    name, onto, hand = "place", "board", "offer"
    held = touching = matching = "HV-PLACE-1"
    actions = (PlaceOneOf, Discard)
    rules = ("HV-PLACE", "HV-CLOSE-1")

    def bind(self, rules: Rules) -> None:
        super().bind(rules)
        self.options = rules.options
        self.neighbours, self.closed = rules.reason["neighbours"], rules.reason["closed"]
        self.forbid = rules.calls("forbid_cells")
        self.placed = rules.calls("tile_placed")

    def pieces(self, state: Harvest, seat: int) -> Sequence[int]:
        return sorted(set(state.offer))

    def forbids(self, state: Harvest, seat: int, piece: int, key: int, rotation: int) -> Iterator[Reason]:
        for function in self.forbid:
            yield from function(state, seat, (key,)).values()

    def legal(self, state: Harvest, seat: int) -> Legal:
        found = super().legal(state, seat)
        if not len(found):
            return listed([Discard(seat, self.things.codes[one]) for one in self.pieces(state, seat)])
        return found

    def play(self, state: Harvest, action: PlaceOneOf | Discard, log: Log | None) -> bool:
        if isinstance(action, Discard):
            kind = self.things.numbers[action.tile]
            state.offer.remove(kind)
            state.discard.append(kind)
            if log is not None:
                log.add("tile_discarded", seat=action.seat, tile=action.tile)
            return False
        key = self.place(state, action)
        touching = sum(near in state.board for near in SQUARE4.neighbours(key))
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

    def explain(self, state: Harvest, action: PlaceOneOf | Discard) -> list[Reason]:
        if isinstance(action, PlaceOneOf):
            return super().explain(state, action)
        reasons = []
        if self.things.numbers[action.tile] not in state.offer:
            reasons.append(Reason("place.not_yours", "HV-PLACE-1", {"tile": action.tile}))
        if self.places(state, action.seat):
            reasons.append(Reason("fits_somewhere", "HV-PLACE-3"))
        return reasons


def refill(state: Harvest, seat: int, log: Log | None) -> None:
    """The offer is filled up from the bag (HV-OFFER-1)."""
    while state.bag and len(state.offer) < state.rules.options.offer:
        kind = draw(state, "bag", log)
        state.offer.append(kind)
        if log is not None:
            log.add("tile_offered", tile=state.rules.data.tiles[kind].name)


def final(state: Harvest, seat: int, log: Log | None) -> None:
    """The goals are shown and counted (HV-GOAL-1), and the game is over."""
    rules, regions = state.rules, state.board.regions
    box: Box = rules.data
    for owner, cards in enumerate(state.goals):
        for card in cards:
            goal = box.goals[card]
            count = sum(regions.kind(root) == goal.terrain for root in state.closed)
            if count and rules.options.goal and rules.options.ending == "goals":
                state.gain(owner, count * rules.options.goal, rules.reason["goal"], card)
            if log is not None:
                log.add("goal_shown", seat=owner, goal=goal.name)
    for function in rules.calls("final_lines"):
        for owner, amount, key, source in function(state):
            state.gain(owner, amount, rules.reason[key], source)
    state.over = True
