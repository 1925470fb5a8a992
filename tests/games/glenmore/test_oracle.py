"""Random games and random positions, order by order against a second implementation of the rules.

The oracle (tests/oracle/glenmore*.py) was written from the rulebook and computes everything anew, affordability by
trying all sequences of sales, purchases and hand-ins. Compared after every decision: who acts, what is legal, the
chain, displays, cubes, members, barrels, chieftains, coins, cards, the warehouse, points by reason and source; at the
end the final accounting and the ranking.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import cast

import pytest

from tilewright.core.land.grid import pack
from tilewright.core.rules.actions import Action
from tilewright.games.glenmore import actions as orders
from tilewright.games.glenmore.files import RESOURCES
from tilewright.games.glenmore.state import figure

from ...oracle import glenmore as oracle
from ...oracle.glenmore_table import Table
from ..side_by_side import Policy
from .pair import Pair, random_options

# How orders are chosen


def any_order(random: Random, table: Table, actions: list[Action]) -> Action:
    """Any legal order at all."""
    return random.choice(actions)


def leaning(**weights: float) -> Policy:
    """A kind of order first, by weight (1 where none is said), then any order of this kind."""

    def choose(random: Random, table: Table, actions: list[Action]) -> Action:
        kinds = sorted({type(action).__name__ for action in actions})
        (kind,) = random.choices(kinds, [weights.get(kind, 1.0) for kind in kinds])
        some = [action for action in actions if type(action).__name__ == kind]
        if kind != "Take" or random.random() < 0.2:
            return random.choice(some)
        return max(some, key=lambda action: (weight_of(table, cast(orders.Take, action)), random.random()))

    def weight_of(table: Table, take: orders.Take) -> float:
        facts = oracle.TILES[table.circuit.ahead(table.seat)[take.space]]
        worth = weights.get(facts["kind"], 0.0) + weights.get(facts.get("card", ""), 0.0)
        return (
            worth
            + weights.get("cost", 0.0) * len(facts.get("cost", {}))
            + weights.get("far", 0.0) * take.space
        )

    return choose


POLICIES: list[Policy] = [
    any_order,
    leaning(End=0.1, Sell=0.05, far=0.1),
    leaning(End=0.1, Sell=0.1, far=-1, MoveMember=3),
    leaning(End=0.02, Sell=0.02, castle=3, loch=3, abbey=3, loch_ness=2, far=-0.1, LochNess=0.3),
    leaning(
        End=0.05, Sell=0.02, butcher=3, fair=3, grocer=3, bridge=3, distillery=2, tavern=2, Done=0.1, far=-0.2
    ),
    leaning(End=0.1, Sell=1, Buy=5, cost=1, far=-0.2),
    leaning(End=0.05, Sell=0.01, Promote=10, village=2, castle=2, loch_ness=9, Decline=0.2),
]


# Whole games

EDITIONS = ["alea-de", "polish", "yucata"]


def whole_game(seed: int) -> None:
    """One game of 2 to 5 players, with edition, readings and manners by the seed."""
    random = Random(seed)
    seats, policy = 2 + seed % 4, POLICIES[seed % len(POLICIES)]
    edition = EDITIONS[seed // 4 % 3]
    options = random_options(random) if seed // 12 % 2 else {}
    pair = Pair(seats, seed, options, edition)
    pair.finish(random, policy)
    out = sum(player.members.total() + player.chieftains for player in pair.table.players)
    assert out <= 25  # GM-AMB-13


WHOLE = (0, 2, 3, 4, 5, 6, 10, 12, 13, 15, 16, 17, 18, 19, 20, 23)
ODD = (0, 1, 7, 8, 13, 15, 16, 17, 18, 23, 29, 33)
"""Games which go together through every branch of the rules through which many times as many go."""


def test_whole_games() -> None:
    """Whole games of 2 to 5 players in all editions, half of them with other readings: every order and the end."""
    for seed in WHOLE:
        whole_game(seed)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(100))
def test_many_whole_games(block: int) -> None:
    """As above, 5,000 of them."""
    for seed in range(10_000 + block * 50, 10_000 + block * 50 + 50):
        whole_game(seed)


# Positions that whole games rarely reach


def late(pair: Pair, random: Random) -> None:
    """The position becomes a late one: large displays, goods of all kinds, few tiles left, figures anywhere."""
    state, table = pair.state, pair.table
    stage = random.choice([1, 2, 2, 3, 3, 3])
    loose: list[int] = []
    for number, stack in enumerate(state.stacks()):
        keep = 0 if number < stage else random.randint(1, 8) if number == stage else len(stack)
        loose += stack[: len(stack) - keep]
        del stack[: len(stack) - keep]
        table.circuit.stacks[number] = Counter(pair.tiles[kind] for kind in stack)
    state.scorings = table.scorings = stage - 1
    head = [item for item in state.chain if item != figure(table.seat)]
    random.shuffle(head)
    state.chain = [figure(table.seat), *head]
    table.circuit.chain = [pair.thing(item) for item in state.chain]
    random.shuffle(loose)
    if table.options["ness_time"] == "any_time":
        # What Loch Ness can do before a tile is paid for needs its card, and best an abbey.
        loose.sort(key=lambda kind: pair.tiles[kind] in ("loch_ness", "iona_abbey"))
    state.warehouse = [random.randint(0, 3) for _ in RESOURCES]
    table.rows = tuple(tuple(p * (n < row) for n, p in enumerate(oracle.PRICES)) for row in state.warehouse)
    pair.lines = 0
    for seat, player in enumerate(table.players):
        grow(pair, random, player, [loose.pop() for _ in range(random.randint(0, min(8, len(loose))))])
        player.coins, player.barrels = random.choice([0, 2, random.randint(0, 9)]), random.randint(0, 4)
        player.chieftains = random.choice([0, 0, random.randint(0, 5)])
        tell(pair, seat, player)
    pair.rules.start(state)
    table.turn()


def grow(pair: Pair, random: Random, player: oracle.Player, tiles: list[int]) -> None:
    """Tiles, with their cards, lie where the rules allow; cubes and members anywhere on them."""
    for kind in tiles:
        tile = pair.tiles[kind]
        everywhere = Counter(player.display.keys())
        spots = sorted(oracle.spots(player, tile, "legal", everywhere))
        if spots:
            player.display[random.choice(spots)] = tile
            player.cards |= {tile} & oracle.CARDS.keys()
    full = random.choice([0.2, 0.6, 0.9])
    for at, tile in player.display.items():
        made = oracle.TILES[tile]["each"].get("cube", "")
        limit = pair.table.options["tile_capacity"] if oracle.TILES[tile]["each"]["does"] == "produce" else 0
        for _ in range(2 if tile == "loch_lochy" else limit):
            if random.random() < full:
                player.gain(random.choice(RESOURCES) if made in ("any", "") else made, at)
    player.members = Counter(random.choice([*player.display]) for _ in range(random.choice([1, 1, 2, 4])))
    if pair.table.options["members_per_tile"] == "one":
        player.members = Counter(player.members.keys())


def tell(pair: Pair, seat: int, player: oracle.Player) -> None:
    """The engine's player has what the oracle's has."""
    state = pair.state
    state.displays[seat] = {pack(*at): pair.tiles.index(tile) for at, tile in player.display.items()}
    state.cubes[seat] = {
        pack(*at): sum(n << 4 * RESOURCES.index(kind) for kind, n in pile.items())
        for at, pile in player.cubes.items()
    }
    state.members[seat] = {pack(*at): n for at, n in player.members.items()}
    state.cards[seat] = sum(1 << pair.cards.index(card) for card in player.cards)
    state.barrels[seat], state.chieftains[seat] = player.barrels, player.chieftains
    state.coins[seat] = player.coins


def odd_game(seed: int, **given: object) -> None:
    """The end of a game from a position made up, with these readings and others."""
    random = Random(seed)
    options = (random_options(random) if seed % 3 else {}) | given
    pair = Pair(random.randint(2, 5), seed, options, random.choice(EDITIONS))
    late(pair, random)
    pair.finish(random, random.choice(POLICIES), tries=3)


def test_odd_positions() -> None:
    """Scorings soon, the last member, dear cards, full and empty warehouses, nothing to be taken."""
    for seed in ODD:
        odd_game(50_000 + seed)


def test_loch_ness_at_any_time() -> None:
    """GM-AMB-5: what it yields pays for tiles, exactly; what it is used for leaves the cost payable."""
    for seed in range(55_000, 55_036, 3):
        odd_game(seed, ness_time="any_time")


@pytest.mark.soak
@pytest.mark.parametrize("block", range(20))
def test_loch_ness_at_any_time_in_many_positions(block: int) -> None:
    """As above, many more."""
    for seed in range(80_000 + block * 100, 80_000 + block * 100 + 100):
        odd_game(seed, ness_time="any_time")


@pytest.mark.soak
@pytest.mark.parametrize("block", range(50))
def test_many_odd_positions(block: int) -> None:
    """As above, many more."""
    for seed in range(60_000 + block * 100, 60_000 + block * 100 + 100):
        odd_game(seed)
