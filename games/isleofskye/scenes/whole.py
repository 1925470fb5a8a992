"""Checks that a position as a whole is possible."""

from __future__ import annotations

from typing import Any

from tilewright.authoring import Decision, Given, Noun, Position

from ..files import LETTERS
from ..price_phase import pricing, read_code
from ..state import MARKED, IsleOfSkyeState, bank, from_start

PRICING = "price"
ON_OFFER = ("remove", "buy", "collect")
"""Steps in which offers lie on the table with their stakes."""
BUILDING = "build"
AT_REST = ("income", "draw", "score", "scrolls", "exchange", "end", "round", "")
"""Steps in which all tiles are built and none is offered; "" when the game is over."""


def check(position: Position[IsleOfSkyeState], nothing: Any) -> None:
    """Fills in offers from the step, and checks that tiles, stakes and gold lie where that step has them."""
    state = position.state
    step = "" if state.over else state.rules.nodes[state.stack[-1][0]].name
    if len(state.scoring) != len(LETTERS):
        raise Given(f"{len(LETTERS)} scoring tiles lie on {', '.join(LETTERS)} (IS-SETUP-2)", "scoring")
    if "stack" not in position.words:
        _offers(position, step)
    if state.rules.options.coins == "limited" and bank(state) < 0:
        raise Given(f"the box has {state.printed.box.coins.gold} gold (IS-AMB-17)", "gold")
    if step == PRICING:
        _pricing(position, state)
    elif any(state.sealed):
        raise Given("there are no secret decisions in this step", "sealed")
    if step in ON_OFFER:
        _on_offer(state, step)
    if step in (BUILDING, *AT_REST) and any(state.offers):
        raise Given("tiles are offered until all have bought (IS-BUY-6)", "offers")
    if step in (PRICING, BUILDING, *AT_REST) and any(state.stakes):
        raise Given("gold lies on tiles while they are bought (IS-PRICE-6, IS-BUY-6)", "stakes")
    _waiting(position, state, step)


def _offers(position: Position[IsleOfSkyeState], step: str) -> None:
    """Draws offers that are not named in the step in which they are priced; otherwise they lie in the bag."""
    state = position.state
    spots = state.rules.places_of(state)
    from_bag = not any(spot.name == "bag" for spot in position.named)
    for spot in spots:
        if spot.name != "offers" or spot in position.named or state.stakes[spot.owner]:
            continue
        tiles = spot.pieces(state)
        if step != PRICING:
            for tile in tiles:
                position.put_back("tile", tile)
            tiles.clear()
        while step == PRICING and from_bag and state.bag and len(tiles) < state.rules.options.tiles_drawn:
            tiles.append(state.bag.pop())


def _pricing(position: Position[IsleOfSkyeState], state: IsleOfSkyeState) -> None:
    options = state.rules.options
    if "to act" in position.words:
        raise Given("all players price at once (IS-PRICE-2); say a step for another moment", "to act")
    for seat, player in enumerate(state.seats):
        tiles, codes = state.offers[seat], state.sealed[seat]
        if len(tiles) > options.tiles_drawn or (len(tiles) < options.tiles_drawn and state.bag):
            raise Given(f"{player} draws {options.tiles_drawn} tiles (IS-PRICE-1)", "offers", player)
        now = pricing(state, seat, ())
        priced = len(tiles) - now.drops
        if options.coins == "unlimited" and state.gold[seat] < priced * options.lowest_price:
            said = f"{options.lowest_price} gold is laid on each of {priced} tiles (IS-PRICE-3, IS-PRICE-7)"
            raise Given(said, "gold", player)
        for n, code in enumerate(codes):
            now = pricing(state, seat, codes[:n])
            slot, stake = read_code(code)
            if slot not in now.waiting or not (
                now.drops if stake == MARKED else now.lowest <= stake <= now.highest
            ):
                raise Given(f"{code} stands for no decision that is open", "sealed", player, n)


def _on_offer(state: IsleOfSkyeState, step: str) -> None:
    options = state.rules.options
    for seat, player in enumerate(state.seats):
        stakes = state.stakes[seat]
        if len(stakes) != len(state.offers[seat]):
            raise Given(f"a stake lies on each offer of {player} (IS-PRICE-3)", "stakes", player)
        if step != "remove" and MARKED in stakes:
            raise Given("the marked tile lies in the bag again (IS-DISC-1)", "stakes", player)
        lowest = options.lowest_price if options.coins == "unlimited" else 0
        if any(MARKED < stake < lowest for stake in stakes):
            raise Given(f"at least {lowest} gold lies on each offer (IS-PRICE-3)", "stakes", player)


def _waiting(position: Position[IsleOfSkyeState], state: IsleOfSkyeState, step: str) -> None:
    """Checks that tiles wait from their purchase until their owner has built."""
    actor = state.stack[-1][1]
    order = from_start(state)
    done = {"buy": order[order.index(actor) :][1:], BUILDING: order[: order.index(actor)]}
    for seat in done.get(step, ()):
        if state.waiting[seat]:
            said = "has not bought yet (IS-BUY-1)" if step == "buy" else "has built already (IS-BUILD-8)"
            raise Given(f"{state.seats[seat]} {said}", "waiting", state.seats[seat])
    if step in (PRICING, "remove", *AT_REST) and any(state.waiting):
        raise Given("tiles wait while others buy and build: say step: buy or build (IS-BUY-4)", "waiting")
    node = state.rules.nodes[state.stack[-1][0]]
    more = isinstance(node, Decision) and node.extras  # what else modules let players build
    if step == BUILDING and "to act" in position.words and not state.waiting[actor] and not more:
        raise Given(f"{state.seats[actor]} has no tile to build", "to act")


WHOLE = Noun(name="", put=check)
