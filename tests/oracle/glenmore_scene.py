"""Positions of Glen More laid out by hand, and orders given in them: what the tests of single rules begin with.

    state = scene(Hand({"1,0": "s0_forest_road"}, {"1,0": "wood"}, coins=3), ahead="s1_grain s1_village_wood")

Anna's figure is last, the tiles `ahead` follow, then the other figures; quarries fill the rest of the circuit. With
four players there is no die.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias, cast

import tilewright as tw
from tilewright.core.land.grid import SQUARE8
from tilewright.core.rules.events import Log
from tilewright.games.glenmore.files import RESOURCES
from tilewright.games.glenmore.printed import Printed
from tilewright.games.glenmore.state import DIE, ONE, GlenMoreState, figure

from .glenmore import TILES

NAMES = ["anna", "bruno", "clara", "danny", "emil"]
ANNA, BRUNO, CLARA, DANNY, EMIL = range(5)
FILLER = "s1_quarry"

Points: TypeAlias = list[tuple[int, int, str]]
"""Seat, amount and reason."""


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


@cache
def _rules(edition: str | None, options: tuple[tuple[str, Any], ...]) -> tw.Rules:
    return tw.load("glenmore", options=dict(options), edition=edition)


def ruleset(edition: str | None = None, **options: Any) -> tw.Rules:
    """The rules of an edition with these options, assembled once."""
    return _rules(edition, tuple(options.items()))


def fresh(
    seats: int, seed: int = 1, log: Log | None = None, edition: str | None = None, **options: Any
) -> GlenMoreState:
    """A match just set up."""
    return cast(GlenMoreState, ruleset(edition, **options).new(NAMES[:seats], seed=seed, log=log))


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


def row(count: int, tile: str = FILLER) -> dict[str, str]:
    """So many tiles for a display, out of the way of river and road."""
    return {f"{n % 10 + 1},{n // 10 + 5}": tile for n in range(count)}


def store(kinds: str, per_tile: int = 3) -> tuple[dict[str, str], dict[str, str]]:
    """Tiles far from the start village that hold these cubes, and the cubes on them; each kind on tiles of its own."""
    made = {
        "wood": "s1_forest",
        "stone": "s1_quarry",
        "sheep": "s1_meadow",
        "cattle": "s1_pasture",
        "grain": "s1_grain",
    }
    tiles: dict[str, str] = {}
    cubes: dict[str, str] = {}
    for kind, count in Counter(kinds.split()).items():
        while count:
            at = f"{5 + len(tiles)},5"
            tiles[at], cubes[at] = made[kind], " ".join([kind] * min(count, per_tile))
            count -= min(count, per_tile)
    return tiles, cubes


# Playing


def play(state: GlenMoreState, *orders: str, log: Log | None = None) -> Points:
    """The orders, separated by semicolons or one by one, each by the seat to act; the points that they brought."""
    before = len(state.ledger)
    for order in [part.strip() for text in orders for part in text.split(";")]:
        (seat,) = state.to_act
        state.play(state.rules.read(order, state, seat), log)
    return [(line.seat, line.amount, line.reason) for line in state.score_lines()[before:]]


def turn(state: GlenMoreState, *orders: str, log: Log | None = None) -> Points:
    """The orders, and then nothing more in this turn; the points that they brought."""
    before = len(state.ledger)
    number = state.turns
    play(state, *orders, log=log)
    while state.turns == number and not state.over:
        play(state, "end", log=log)
    return [(line.seat, line.amount, line.reason) for line in state.score_lines()[before:]]


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


# Looking


def cubes(state: GlenMoreState, seat: int = ANNA) -> dict[str, str]:
    """The seat's cubes, by cell, in the order of the warehouse's rows."""
    return {
        SQUARE8.text(at): " ".join(
            kind for n, kind in enumerate(RESOURCES) for _ in range(pile >> 4 * n & 15)
        )
        for at, pile in state.cubes[seat].items()
    }


def members(state: GlenMoreState, seat: int = ANNA) -> dict[str, int]:
    """The seat's members, by cell."""
    return {SQUARE8.text(at): count for at, count in state.members[seat].items()}


def circuit_of(state: GlenMoreState) -> list[str]:
    """The circuit from the rear to the head."""
    kinds = state.printed.kinds
    return [
        "die" if item == DIE else NAMES[-1 - item] if item < 0 else kinds[item].id for item in state.chain
    ]


def rows(state: GlenMoreState) -> dict[str, int]:
    """How many spaces of each row of the warehouse hold coins."""
    return dict(zip(RESOURCES, state.warehouse, strict=True))


def cards(state: GlenMoreState, seat: int = ANNA) -> set[str]:
    """The seat's cards."""
    return {card.id for n, card in enumerate(state.printed.cards) if state.cards[seat] >> n & 1}


def spots(state: GlenMoreState) -> set[str]:
    """Where the tile in hand may be placed."""
    return {order.removeprefix("place ") for order in legal(state, "place")}


def finished(state: GlenMoreState) -> GlenMoreState:
    """The match played to its end, each time the first order offered."""
    while not state.over:
        (seat,) = state.to_act
        state.apply(state.legal(seat)[0])
    return state
