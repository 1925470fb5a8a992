"""The second buying pass: a tile from the dolmen or from the bag; and what leaves the dolmen after a round (IS-DR)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import (
    Automatic,
    Decision,
    Legal,
    Log,
    Phase,
    Reason,
    Rules,
    clockwise,
    draw,
    listed,
    put_back,
)

from ...actions import PassTurn
from ...state import IsleOfSkyeState, tile_named
from .actions import Draw, Keep, Take
from .state import NAME, bag_drawn, bag_price, options, part, printed, spaces

if TYPE_CHECKING:
    from ...state import Readable


def fill(state: IsleOfSkyeState, log: Log | None) -> None:
    """Fills the left spaces of the dolmen with tiles from the stacks; its own tiles lie to the right (IS-DR-11)."""
    here = part(state)
    pile = state.rules.place(state, "pile", holder=NAME)
    while len(here.dolmen) < len(printed(state.rules).surcharges) and here.pile:
        here.dolmen.insert(0, draw(state, pile, log))
        if log is not None:
            log.add("dolmen_filled", tile=state.rules.pieces["tile"][here.dolmen[0]])


def bag_open(state: Readable, seat: int) -> bool:
    """True if a tile can be bought from the bag: it holds one, or all that are to be drawn (IS-AMB-10)."""
    wanted = bag_drawn(state, seat) if options(state.rules).short_bag == "closed" else 1
    return len(state.bag) >= wanted


class DolmenStep(Decision[IsleOfSkyeState]):
    """The seat buys one tile from the dolmen, or one from the bag, or nothing (IS-DR-6, IS-DR-7).

    A tile from a stack cannot be bought (IS-DR-13).
    """

    name = "dolmen"
    actions = (Take, Draw, PassTurn)
    rules = (
        "IS-DR-5",
        "IS-DR-6",
        "IS-DR-7",
        "IS-DR-8",
        "IS-DR-10",
        "IS-DR-11",
        "IS-DR-12",
        "IS-DR-13",
        "IS-DR-16",
        "IS-TAB-4",
        "IS-TAB-6",
        "IS-AMB-10",
    )

    def legal(self, state: IsleOfSkyeState, seat: int) -> Legal:
        names, gold = state.rules.pieces["tile"], state.gold[seat]
        tiles = [Take(seat, names[space.tile]) for space in spaces(state) if space.cost <= gold]
        bag = [Draw(seat)] if bag_price(state, seat) <= gold and bag_open(state, seat) else []
        return listed([*tiles, *bag, PassTurn(seat)])

    def play(self, state: IsleOfSkyeState, action: Take | Draw | PassTurn, log: Log | None) -> bool:
        mine, seat = part(state), action.seat
        if isinstance(action, PassTurn):
            if log is not None:
                log.add("passed", seat=seat)
        elif isinstance(action, Take):
            at, space = next(
                (n, one) for n, one in enumerate(spaces(state)) if one.tile == tile_named(state, action.tile)
            )
            del mine.dolmen[at]
            state.gold[seat] -= space.cost
            state.waiting[seat].append(space.tile)
            if log is not None:
                log.add("druid_taken", seat=seat, tile=action.tile, gold=space.cost)
            fill(state, log)
        else:
            price, number = bag_price(state, seat), min(bag_drawn(state, seat), len(state.bag))
            state.gold[seat] -= price
            mine.drawn += [draw(state, "bag", log) for _ in range(number)]
            if log is not None:
                names = ", ".join(state.rules.pieces["tile"][tile] for tile in mine.drawn)
                log.add("bag_bought", seat=seat, gold=price, tiles=names)
        return False

    def explain(self, state: IsleOfSkyeState, action: Take | Draw | PassTurn) -> list[Reason]:
        seat, gold = action.seat, state.gold[action.seat]
        if isinstance(action, PassTurn):
            return []
        if isinstance(action, Draw):
            reasons = []
            if not bag_open(state, seat):
                reasons.append(Reason("bag_too_short", "IS-AMB-10", {"number": len(state.bag)}))
            if bag_price(state, seat) > gold:
                said = {"price": bag_price(state, seat), "gold": gold}
                reasons.append(Reason("bag_too_dear", "IS-DR-12", said))
            return reasons
        found = [space for space in spaces(state) if space.tile == tile_named(state, action.tile)]
        if not found:
            hidden = tile_named(state, action.tile) in part(state).pile
            rule = "IS-DR-13" if hidden else "IS-DR-6"
            return [Reason("not_on_dolmen", rule, {"tile": action.tile})]
        if found[0].cost > gold:
            asked = {"tile": action.tile, "price": found[0].cost, "gold": gold}
            return [Reason("cannot_pay", "IS-DR-8", asked)]
        return []


class KeepStep(Decision[IsleOfSkyeState]):
    """Of the tiles drawn from the bag one is kept, and the others go back into it (IS-DR-12, IS-DR-16).

    With option `bag_refusal` all may go back (IS-AMB-19).
    """

    name = "keep"
    actions = (Keep, PassTurn)
    rules = ("IS-DR-12", "IS-DR-16", "IS-TAB-4", "IS-AMB-19")

    def bind(self, rules: Rules) -> None:
        self.refusal = options(rules).bag_refusal

    def needed(self, state: IsleOfSkyeState, seat: int) -> bool:
        return bool(part(state).drawn)

    def legal(self, state: IsleOfSkyeState, seat: int) -> Legal:
        names = state.rules.pieces["tile"]
        kept = [Keep(seat, names[tile]) for tile in dict.fromkeys(part(state).drawn)]
        return listed([*kept, PassTurn(seat)] if self.refusal else kept)

    def play(self, state: IsleOfSkyeState, action: Keep | PassTurn, log: Log | None) -> bool:
        drawn, seat = part(state).drawn, action.seat
        if isinstance(action, Keep):
            tile = tile_named(state, action.tile)
            drawn.remove(tile)
            state.waiting[seat].append(tile)
            if log is not None:
                log.add("bag_kept", seat=seat, tile=action.tile)
        elif log is not None:
            log.add("bag_refused", seat=seat)
        while drawn:
            put_back(state, "bag", drawn.pop(0), "bag")
        return False

    def explain(self, state: IsleOfSkyeState, action: Keep | PassTurn) -> list[Reason]:
        if isinstance(action, PassTurn):
            return [] if self.refusal else [Reason("one_is_kept", "IS-AMB-19")]
        if tile_named(state, action.tile) not in part(state).drawn:
            return [Reason("not_drawn", "IS-DR-16", {"tile": action.tile})]
        return []


class ClearStep(Automatic[IsleOfSkyeState]):
    """After a round the tile on the rightmost space leaves the game, and the others move up (IS-DR-14).

    After the last round this would have no effect any more, and is left out (IS-DR-17).
    """

    name = "clear_dolmen"

    def run(self, state: IsleOfSkyeState, seat: int, log: Log | None) -> None:
        here = part(state)
        here.own[:] = [0] * len(state.seats)
        if here.dolmen:
            here.gone.append(here.dolmen.pop())
            if log is not None:
                log.add("dolmen_cleared", tile=state.rules.pieces["tile"][here.gone[-1]])
        fill(state, log)


def second_pass() -> Phase:
    """Returns the phase of the second buying pass, which again begins with the start player (IS-DR-6)."""

    def first(state: IsleOfSkyeState) -> int:
        return state.start

    return Phase("second_pass", clockwise(first), [DolmenStep(), KeepStep()], turns=True)
