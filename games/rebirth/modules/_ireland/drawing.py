"""Drawing three tiles, and choosing one of them in the next turn (RI-TOW-4)."""

from __future__ import annotations

from tilewright.authoring import Decision, Legal, Log, Reason, Rules, draw, hook, listed, put_back, remember

from ...files import KINDS
from ...state import RebirthState
from ...steps import PlaceStep
from .actions import ChooseTile
from .state import STREAM, options, part


class ChooseStep(Decision[RebirthState]):
    """The seat chooses which of the tiles that it has drawn is placed; the others go back into the supply.

    It is placed at once, before another seat decides, so that the choice is not secret.
    """

    name = "choose"
    actions = (ChooseTile,)
    rules = ("RI-TOW-4", "RI-AMB-4")

    def bind(self, rules: Rules) -> None:
        place = rules.by_name["place"]
        assert isinstance(place, PlaceStep)
        self.place = place
        self.hidden = options(rules).aside == "hidden"

    def needed(self, state: RebirthState, seat: int) -> bool:
        return len(state.hand[seat]) > 1

    def fitting(self, state: RebirthState, seat: int) -> list[int]:
        """The kinds in hand that have a place; all of them if none has one."""
        kinds = list(dict.fromkeys(state.hand[seat]))
        return [kind for kind in kinds if self.place.cells(state, seat, kind)] or kinds

    def legal(self, state: RebirthState, seat: int) -> Legal:
        return listed([ChooseTile(seat, KINDS[kind]) for kind in self.fitting(state, seat)])

    def play(self, state: RebirthState, action: ChooseTile, log: Log | None) -> bool:
        seat = action.seat
        hand, supply = state.hand[seat], state.rules.place(state, "supply", seat)
        hand.remove(KINDS.index(action.tile))
        while hand:
            tile = hand.pop()
            put_back(state, supply, tile, STREAM)
            if self.hidden:
                # Otherwise the supply is all that its owner does not see anywhere else.
                remember(state, supply, tile, 1 << seat)
        hand.append(KINDS.index(action.tile))
        if log is not None:
            log.add("tile_chosen", seat=seat, tile=action.tile)
        return False

    def explain(self, state: RebirthState, action: ChooseTile) -> list[Reason]:
        if action in self.legal(state, action.seat):
            return []
        held = action.tile in [KINDS[kind] for kind in state.hand[action.seat]]
        key = "has_no_place" if held else "not_in_choice"
        return [Reason(key, "RI-TOW-4", {"tile": action.tile, "seat": action.seat})]


@hook
def turn_ends(state: RebirthState, seat: int, log: Log | None) -> None:
    """The seat draws further tiles if a bonus of this turn says so (RI-TOW-4, RI-DRAW-1); the turn is resolved."""
    here, hand = part(state), state.hand[seat]
    here.placed = here.brought = -1
    here.second = False
    if not here.more:
        return
    count = 0 if state.out >> seat & 1 else min(here.more, len(state.supply[seat]))
    for _ in range(count):
        hand.append(draw(state, "supply", log, seat, owner=seat))
    hand.sort()
    here.more = 0
    if count and log is not None:
        log.add("draws_more", seat=seat, count=count)
