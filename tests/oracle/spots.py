"""Whether a rule lets a move use a spot, reckoned from what lies on the table: a few lines a rule."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tilewright.core.land.grid import unpack

from ..cases import cases
from . import glenmore as gm
from . import rebirth as rb
from .rebirth_ireland import load

if TYPE_CHECKING:
    from tilewright.core.draw.model import At
    from tilewright.core.table.chair import Chair

STEPS = cases(__file__, "steps")
"""By the first word of a board's title, the steps in which something can be done there."""


def holds(chair: Chair, number: int, at: At, rule: str, action: Any) -> bool | None:
    """True if the rule lets this chair use the spot with the move, False if not, None if it is not reckoned here."""
    state, title = chair.table.match.state, chair.show.boards[number].title
    if rule in ("GM-TURN-4", "IS-ROUND-2", "RB-TURN-1"):
        return state.step is not None and state.step.name in STEPS.get(title.partition(" ")[0], "").split()
    if rule == "GM-TURN-7" or (rule == "IS-BUILD-1" and "Territory" in title):
        return title.endswith(chair.name)
    if rule == "IS-DR-5":
        return state.step is not None and state.step.name == "dolmen"
    if rule.startswith("RB-") and chair.show.boards[number].kind == "hand":
        return None
    spot = next(one for one in chair.show.boards[number].spots if one.at == at)
    reckon: Any = {"Circuit,": _circuit, "Display": _display, "": _map}.get(title.partition(" ")[0], _skye)
    return reckon(state, chair.seat, at, rule, action, spot)  # type: ignore[no-any-return]


def player(state: Any, seat: int) -> gm.Player:
    """What lies in front of a player of Glen More, in the oracle's words."""
    names = [kind.id for kind in state.rules.data.kinds]
    own = gm.Player(state.coins[seat], {unpack(k): names[n] for k, n in state.displays[seat].items()})
    for key, pile in state.cubes[seat].items():
        own.cubes[unpack(key)] = +Counter({one: pile >> 4 * n & 15 for n, one in enumerate(gm.RESOURCES)})
    own.members = Counter({unpack(key): count for key, count in state.members[seat].items()})
    own.barrels, own.chieftains = state.barrels[seat], state.chieftains[seat]
    own.cards = {card.id for n, card in enumerate(state.rules.data.cards) if state.cards[seat] >> n & 1}
    return own


def _circuit(state: Any, me: int, at: At, rule: str, action: Any, spot: Any) -> bool | None:
    own, chain = player(state, me), state.chain
    if rule == "GM-TURN-5":
        return at[0] in range(chain.index(-1 - me) + 1, len(chain)) and chain[at[0]] >= 0
    tile = state.rules.data.kinds[chain[at[0]]].id
    cost = gm.TILES[tile].get("cost", {})
    spared = not cost.get("member") or own.members.total() > 1 or own.chieftains > 0
    if rule == "GM-BLUE-3":
        return spared
    if rule == "GM-TURN-6":
        return bool(gm.spots(own, tile, "legal")) and spared
    rows = tuple(tuple(p * (n < row) for n, p in enumerate(gm.PRICES)) for row in state.warehouse)
    goals = gm.demands(tile) or frozenset({(0,) * 5})
    pays = gm.reaches(gm.Means(own.owned(), own.coins, rows), goals)
    return pays and cost.get("whisky", 0) <= own.barrels if rule in ("GM-TILE-3", "GM-WARE-4") else None


def _display(state: Any, me: int, at: At, rule: str, action: Any, spot: Any) -> bool | None:
    own, kinds, kind = player(state, me), state.rules.data.kinds, getattr(action, "kind", "wood")
    number, tile = gm.RESOURCES.index(kind), kinds[state.tile].id
    if rule in ("GM-PLACE-3", "GM-PLACE-4", "GM-PLACE-5"):
        return at in gm.spots(own, tile, "legal", Counter(gm.around(at)))
    dealt = kinds[state.displays[me][state.stack[-1][2]]].each.deals if state.step.name == "deal" else ()
    there = own.cubes.get(at, Counter())[kind] > 0
    if rule.startswith("GM-BRN"):  # no such cube, or none that is taken
        return there and any(deal.give[number] for deal in dealt)
    active = [unpack(key) for key in state.placed]
    return {
        "GM-PLACE-1": at not in own.display and any(one in own.display for one in gm.sides(at)),
        "GM-PLACE-2": any(own.members[one] for one in gm.around(at)),
        "GM-ACT-2": at in own.display,
        "GM-ACT-3": at not in [unpack(key) for key in state.activated],
        "GM-ACT-4": any(at in (one, *gm.around(one)) for one in active) or len(state.active) > 9,
        "GM-GREY-4": at in own.display and any(own.members[one] for one in gm.around(at)),
        "GM-GREY-9": own.members.total() > 1,
        "GM-TILE-3": bool(state.owed and (state.owed[number] or state.owed[5])),
        "GM-TILE-9": there,
        "GM-WARE-7": there,
        "GM-WARE-9": state.warehouse[number] > 0,
    }.get(rule)


def _skye(state: Any, me: int, at: At, rule: str, action: Any, spot: Any) -> bool | None:
    tiles = {tile.id: (n, tile.face.edges) for n, tile in enumerate(state.rules.assembled.tiles)}
    land = {unpack(key): state.territories[me].face(key).edges for key in state.territories[me]}
    free = {one for cell in land for one in gm.sides(cell)} - land.keys()

    def fits(cell: At, edges: str, turn: int) -> bool:
        near = [(side, land[one]) for side, one in enumerate(gm.sides(cell)) if one in land]
        return all(there[(side + 2) % 4] == edges[(side - turn) % 4] for side, there in near)

    if rule == "IS-BUILD-2":
        return action is None or at in free
    if rule in ("IS-BUILD-3", "IS-BUILD-5", "IS-OUT-3"):
        if action is not None:
            return fits((action.cell.x, action.cell.y), tiles[action.tile][1], action.rotation)
        name, *turned = spot.name.split()
        turns = [int(turn[1:]) for turn in turned] or range(4)
        return any(fits(cell, tiles[name][1], turn) for cell in free for turn in turns)
    name, price = (
        next((word for word in spot.name.split() if word in tiles), "L01"),
        spot.name.rpartition(" ")[2],
    )
    owner = next((n for n, seat in enumerate(state.seats) if seat in spot.said), me)
    decided = [code & 7 for code in state.sealed[me]]
    stakes = [s for o, w in zip(state.offers, state.stakes) for t, s in zip(o, w) if t == tiles[name][0]]
    return {
        "IS-PRICE-1": owner == me,
        "IS-PRICE-2": any(t == tiles[name][0] and n not in decided for n, t in enumerate(state.offers[me])),
        "IS-BUILD-1": owner == me and state.step.name == "build",
        "IS-BUY-1": owner != me,
        "IS-BUY-2": min(stakes, default=0) <= state.gold[me] or (None if state.rules.modules else False),
        "IS-BUY-4": tiles[name][0] in state.offers[owner],
        "IS-DR-8": int(price) <= state.gold[me] if price.isdigit() else None,
    }.get(rule)


def _map(state: Any, me: int, at: At, rule: str, action: Any, spot: Any) -> bool | None:
    chart, hexes = load("ireland" if state.rules.modules else "default"), state.rules.data.hexes
    taken = {(hexes[n].q, hexes[n].r): (0, "food") for n, tile in enumerate(state.tiles) if tile >= 0}
    letter = chart.letter.get(at, "")
    if rule in ("RB-PLACE", "RB-PLACE-4", "RB-PLACE-5"):
        return at in rb.legal(rb.Position(chart, 2, {}, taken), action.tile)
    return {
        "RB-PLACE-2": at not in taken,
        "RB-PLACE-3": bool(letter),
        "RB-PLACE-8": letter not in "FEO",
        "RB-PLACE-10": letter in "FEO",
    }.get(rule)
