"""The second buying pass: a tile from the dolmen or from the bag; and what leaves the dolmen after a round (IS-DR)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from tilewright.core.actions import Legal, Reason, listed
from tilewright.core.schedule import Automatic, Decision, Phase, clockwise
from tilewright.core.zones import draw, put_back

from ...actions import PassTurn
from ...state import places, tile_named
from .actions import Draw, Keep, Take
from .state import bag_drawn, bag_price, options, part, pile, printed, spaces

if TYPE_CHECKING:
    from tilewright.core.events import Log
    from tilewright.core.rules import Rules
    from tilewright.core.state import State

    from ...state import IsleOfSkyeState, Table


def fill(state: State, log: Log | None) -> None:
    """The tiles on the dolmen lie to the right, and its left spaces hold tiles from the stacks (IS-DR-11)."""
    here = part(state)
    while len(here.dolmen) < len(printed(state.rules).surcharges) and here.pile:
        here.dolmen.insert(0, draw(state, pile(state), log))
        if log is not None:
            log.add("dolmen_filled", tile=state.rules.pieces["tile"][here.dolmen[0]])


def bag_open(table: Table, seat: int) -> bool:
    """Whether a tile can be bought from the bag: it holds one, or all that are to be drawn (IS-AMB-10)."""
    wanted = bag_drawn(table, seat) if options(table.rules).short_bag == "closed" else 1
    return len(table.bag) >= wanted


class DolmenStep(Decision):
    """One tile from the dolmen, or one from the bag, or nothing (IS-DR-6, IS-DR-7).

    A tile from a stack cannot be bought (IS-DR-13).
    """

    name = "dolmen"
    actions = (Take, Draw, PassTurn)

    def bind(self, rules: Rules) -> None:
        self.bag = places(rules, "bag")

    def legal(self, state: State, seat: int) -> Legal:
        here = cast("IsleOfSkyeState", state)
        names, gold = here.rules.pieces["tile"], here.gold[seat]
        tiles = [Take(seat, names[space.tile]) for space in spaces(here) if space.cost <= gold]
        bag = [Draw(seat)] if bag_price(here, seat) <= gold and bag_open(here, seat) else []
        return listed([*tiles, *bag, PassTurn(seat)])

    def play(self, state: State, action: Any, log: Log | None) -> bool:
        here, mine, seat = cast("IsleOfSkyeState", state), part(state), action.seat
        if isinstance(action, PassTurn):
            if log is not None:
                log.add("passed", seat=seat)
        elif isinstance(action, Take):
            at, space = next(
                (n, one) for n, one in enumerate(spaces(here)) if one.tile == tile_named(here, action.tile)
            )
            del mine.dolmen[at]
            here.gold[seat] -= space.cost
            here.waiting[seat].append(space.tile)
            if log is not None:
                log.add("druid_taken", seat=seat, tile=action.tile, gold=space.cost)
            fill(here, log)
        else:
            price, number = bag_price(here, seat), min(bag_drawn(here, seat), len(here.bag))
            here.gold[seat] -= price
            mine.drawn += [draw(here, self.bag[len(here.seats)], log) for _ in range(number)]
            if log is not None:
                names = ", ".join(here.rules.pieces["tile"][tile] for tile in mine.drawn)
                log.add("bag_bought", seat=seat, gold=price, tiles=names)
        return False

    def explain(self, state: State, action: Any) -> list[Reason]:
        here = cast("IsleOfSkyeState", state)
        seat, gold = action.seat, here.gold[action.seat]
        if isinstance(action, PassTurn):
            return []
        if isinstance(action, Draw):
            reasons = []
            if not bag_open(here, seat):
                reasons.append(Reason("bag_too_short", "IS-AMB-10", {"number": len(here.bag)}))
            if bag_price(here, seat) > gold:
                said = {"price": bag_price(here, seat), "gold": gold}
                reasons.append(Reason("bag_too_dear", "IS-DR-12", said))
            return reasons
        found = [space for space in spaces(here) if space.tile == tile_named(here, action.tile)]
        if not found:
            hidden = tile_named(here, action.tile) in part(here).pile
            rule = "IS-DR-13" if hidden else "IS-DR-6"
            return [Reason("not_on_dolmen", rule, {"tile": action.tile})]
        if found[0].cost > gold:
            said = {"tile": action.tile, "price": found[0].cost, "gold": gold}
            return [Reason("cannot_pay", "IS-DR-8", said)]
        return []


class KeepStep(Decision):
    """Of the tiles drawn from the bag one is kept, and the others go back into it (IS-DR-12, IS-DR-16).

    With option `bag_refusal` all may go back (IS-AMB-19).
    """

    name = "keep"
    actions = (Keep, PassTurn)

    def bind(self, rules: Rules) -> None:
        self.bag = places(rules, "bag")
        self.refusal = options(rules).bag_refusal

    def needed(self, state: State, seat: int) -> bool:
        return bool(part(state).drawn)

    def legal(self, state: State, seat: int) -> Legal:
        names = state.rules.pieces["tile"]
        kept = [Keep(seat, names[tile]) for tile in dict.fromkeys(part(state).drawn)]
        return listed([*kept, PassTurn(seat)] if self.refusal else kept)

    def play(self, state: State, action: Any, log: Log | None) -> bool:
        here, drawn, seat = cast("IsleOfSkyeState", state), part(state).drawn, action.seat
        if isinstance(action, Keep):
            tile = tile_named(here, action.tile)
            drawn.remove(tile)
            here.waiting[seat].append(tile)
            if log is not None:
                log.add("bag_kept", seat=seat, tile=action.tile)
        elif log is not None:
            log.add("bag_refused", seat=seat)
        while drawn:
            put_back(here, self.bag[len(here.seats)], drawn.pop(0), "bag")
        return False

    def explain(self, state: State, action: Any) -> list[Reason]:
        here = cast("IsleOfSkyeState", state)
        if isinstance(action, PassTurn):
            return [] if self.refusal else [Reason("one_is_kept", "IS-AMB-19")]
        if tile_named(here, action.tile) not in part(here).drawn:
            return [Reason("not_drawn", "IS-DR-16", {"tile": action.tile})]
        return []


class ClearStep(Automatic):
    """After a round the tile on the rightmost space leaves the game, and the others move up (IS-DR-14).

    After the last round this would have no effect any more, and is left out (IS-DR-17).
    """

    name = "clear_dolmen"

    def run(self, state: State, seat: int, log: Log | None) -> None:
        here = part(state)
        here.own[:] = [0] * len(state.seats)
        if here.dolmen:
            here.gone.append(here.dolmen.pop())
            if log is not None:
                log.add("dolmen_cleared", tile=state.rules.pieces["tile"][here.gone[-1]])
        fill(state, log)


def second_pass() -> Phase:
    """The second buying pass, which begins again with the start player (IS-DR-6)."""

    def first(state: State) -> int:
        return cast("IsleOfSkyeState", state).start

    return Phase("second_pass", clockwise(first), [DolmenStep(), KeepStep()], turns=True)
