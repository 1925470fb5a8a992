"""Positions of Glen More laid out by hand, and orders given in them: what the tests of single rules begin with.

    state = scene(Hand({"1,0": "s0_forest_road"}, {"1,0": "wood"}, coins=3), ahead="s1_grain s1_village_wood")

Anna's figure is last, the tiles `ahead` follow, then the other figures; quarries fill the rest of the circuit. With
four players there is no die.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, cast

import tilewright as tw
from tilewright.core.land.grid import SQUARE8
from tilewright.core.rules.events import Log
from tilewright.games.glenmore.files import RESOURCES
from tilewright.games.glenmore.printed import Printed
from tilewright.games.glenmore.state import DIE, ONE, GlenMoreState, figure

from .glenmore import TILES

NAMES = ["anna", "bruno", "clara", "danny", "emil"]
ANNA, CLARA = 0, 2
FILLER = "s1_quarry"


@dataclass
class Hand:
    """What a player has; cells and cubes as text. The start village is there without being named, its member not."""

    tiles: dict[str, str] = field(default_factory=dict)
    cubes: dict[str, str] = field(default_factory=dict)
    members: str = "0,0"
    coins: int = 6
    barrels: int = 0
    chieftains: int = 0
    cards: str = ""
    """Cards of tiles that are not on the display."""


def scene(
    *hands: Hand,
    ahead: str = "",
    circuit: str = "",
    seats: int = 4,
    stacks: dict[int, str] | None = None,
    warehouse: str = "",
    scorings: int = 0,
    edition: str | None = None,
    **options: Any,
) -> GlenMoreState:
    """A position with the rear figure to act. `circuit` names everything on it from the rear, figures by player.

    `stacks` lists tiles in the order in which they will come; a stack that is not named is empty then. Without it
    the stacks are as after the set-up. `warehouse` says how many spaces of a row hold coins, as
    `wood 2 grain 1`; other rows are empty.
    """
    state = fresh(seats, 7, edition=edition, **options)
    data: Printed = state.printed
    numbers = dict(data.kind_number)
    if stacks is not None:
        for number, stack in enumerate(state.stacks()):
            stack[:] = [numbers[tile] for tile in stacks.get(number, "").split()][::-1]
    tokens = circuit.split() or ["anna", *ahead.split(), *NAMES[1:seats], *(["die"] if seats < 4 else [])]
    things = numbers | {"die": DIE} | {name: figure(seat) for seat, name in enumerate(NAMES)}
    state.chain = [things[token] for token in tokens]
    state.chain += [numbers[FILLER]] * (13 - len(state.chain))
    for seat in range(seats):
        lay(state, seat, hands[seat] if seat < len(hands) else Hand())
    words = warehouse.split()
    coins = dict(zip(words[::2], words[1::2]))
    state.warehouse = [int(coins.get(kind, 0)) for kind in RESOURCES]
    state.scorings = scorings
    state.rules.start(state)
    return state


def fresh(
    seats: int, seed: int = 1, log: Log | None = None, edition: str | None = None, **options: Any
) -> GlenMoreState:
    """A match just set up."""
    rules = tw.load("glenmore", options=options, edition=edition)
    return cast(GlenMoreState, rules.new(NAMES[:seats], seed=seed, log=log))


def lay(state: GlenMoreState, seat: int, hand: Hand) -> None:
    """The seat has exactly this."""
    data = state.printed
    tiles = {"0,0": "start_village"} | hand.tiles
    state.displays[seat] = {key(at): data.kind_number[tile] for at, tile in tiles.items()}
    piles = {
        key(at): sum(ONE[RESOURCES.index(kind)] for kind in pile.split()) for at, pile in hand.cubes.items()
    }
    state.cubes[seat] = {at: pile for at, pile in piles.items() if pile}
    state.members[seat] = dict(Counter(key(at) for at in hand.members.split()))
    state.coins[seat], state.barrels[seat], state.chieftains[seat] = hand.coins, hand.barrels, hand.chieftains
    cards = hand.cards.split() + [TILES[tile]["card"] for tile in tiles.values() if "card" in TILES[tile]]
    state.cards[seat] = sum(1 << data.card_number[card] for card in cards)


def key(at: str) -> int:
    """The engine's number of a cell."""
    return SQUARE8.read(at)


# Playing


def play(state: GlenMoreState, *orders: str, log: Log | None = None) -> None:
    """The orders, separated by semicolons or one by one, each by the seat to act."""
    for order in [part.strip() for text in orders for part in text.split(";")]:
        (seat,) = state.to_act
        state.play(state.rules.read(order, state, seat), log)


def turn(state: GlenMoreState, *orders: str, log: Log | None = None) -> None:
    """The orders, and then nothing more in this turn."""
    number = state.turns
    play(state, *orders, log=log)
    while state.turns == number and not state.over:
        play(state, "end", log=log)


def legal(state: GlenMoreState, *verbs: str) -> set[str]:
    """What the seat to act may do: all, or the orders that begin with these verbs."""
    (seat,) = state.to_act
    said = {str(action) for action in state.legal(seat)}
    return {order for order in said if order.split()[0] in verbs} if verbs else said


def why(state: GlenMoreState, order: str) -> list[str]:
    """The rules that an order by the seat to act would break."""
    (seat,) = state.to_act
    refusal = state.check(state.rules.read(order, state, seat))
    return list(refusal.rules) if refusal else []
