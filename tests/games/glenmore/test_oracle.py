"""Random games and random positions, order by order against a second implementation of the rules.

The oracle (tests/oracle/glenmore*.py) was written from the rulebook and computes everything anew, affordability by
trying all sequences of sales, purchases and hand-ins. Compared after every decision: who acts, what is legal, the
chain, displays, cubes, members, barrels, chieftains, coins, cards, the warehouse, points by reason and source; at the
end the final accounting and the ranking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest

from tilewright.core.land.grid import Cell as GridCell
from tilewright.core.land.grid import pack, unpack
from tilewright.core.rules.actions import Action, Slot
from tilewright.core.rules.events import Log
from tilewright.games.glenmore import actions as orders
from tilewright.games.glenmore.files import RESOURCES
from tilewright.games.glenmore.state import DIE, GlenMoreState, amount, figure

from ...oracle import glenmore as oracle
from ...oracle.glenmore_scene import ruleset
from ...oracle.glenmore_scoring import Line, ranking
from ...oracle.glenmore_table import Table

NAMES = ["anna", "bruno", "clara", "danny", "emil"]

RULINGS: dict[str, list[object]] = {
    "promotions_first": [True],
    "last_member": ["one_tile_left", "ends_game", "never", "always"],
    "lochy_cubes": ["any_tile"],
    "iona_production": ["once"],
    "movement_after_refill": [True],
    "scoring_time": ["end_of_phase"],
    "no_tile": ["pass", "end_game"],
    "ness_payment": ["before_payment"],
    "ness_last_member": [True],
    "ness_time": ["next_turn", "any_time", "any_time"],
    "oich_movement": ["lost"],
    "activation": ["mandatory"],
    "exchange": ["forced"],
    "spend_gained": [False],
    "buy_owned": [False],
    "start_village_counts": [False],
    "die_removal": ["landed"],
    "final_floor": ["zero"],
    "members_per_tile": ["one"],
    "blocking": ["illegal"],
    "trade_after_refill": [True],
    "own_only": [True],
    "empty_activation": ["free"],
    "ness_after_movement": [True],
    "ness_on_discard": [True],
    "lochy_compulsory": [False],
    "shiel_compulsory": [False],
    "bonnets": ["cawdor_only"],
}
"""The other readings; the editions and most games have those of the printed German rules."""
NUMBERS = {
    "start_coins": (0, 12),
    "tile_capacity": (1, 6),
    "coin_vp": (0, 3),
    "tile_penalty": (0, 6),
    "mixed_butcher_vp": (0, 9),
    "grocer_vp": (0, 9),
    "bridge_vp": (0, 9),
}


def random_options(random: Random) -> dict[str, Any]:
    """Some other readings, sometimes other numbers."""
    share = random.choice([0.1, 0.3, 0.6])
    options: dict[str, Any] = {
        name: random.choice(values) for name, values in RULINGS.items() if random.random() < share
    }
    if random.random() < 0.2:
        options |= {name: random.randint(*ends) for name, ends in NUMBERS.items()}
    return options


EVERY: list[Any] = [
    kind
    for kind in vars(orders).values()
    if isinstance(kind, type) and issubclass(kind, Action) and kind.parts
]
"""Every kind of order."""


# The game and the oracle side by side


class Pair:
    """A game of the engine and one at the oracle's table, kept level."""

    def __init__(self, seats: int, seed: int, options: dict[str, Any], edition: str | None = None) -> None:
        self.rules = ruleset(edition, **options)
        self.tiles = [kind.id for kind in self.rules.data.kinds]
        self.cards = [card.id for card in self.rules.data.cards]
        self.known = set(self.rules.rule_texts())
        log = Log()
        self.state = cast(GlenMoreState, self.rules.new(NAMES[:seats], seed=seed, log=log))
        self.table = Table(NAMES[:seats], (oracle.EDITIONS[edition] if edition else {}) | options)
        self.table.begin([(o.source, o.value) for o in log.outcomes])
        self.lines = 0
        self.paid = 0
        """Members and chieftains that have paid for Loch Ness."""
        self.coins, self.members = self.wealth(), seats

    # Comparing

    def compare(self) -> None:
        """Everything that both know is the same."""
        state, table = self.state, self.table
        assert state.over == table.over
        assert state.to_act == (() if table.over else (table.seat,))
        self.legal = table.legal()
        for seat in range(len(table.players)):
            listed = [str(action) for action in state.legal(seat)]
            assert len(set(listed)) == len(listed)
            assert set(listed) == (self.legal if seat == table.seat else set())
        assert bool(self.legal) != state.over
        assert [self.thing(item) for item in state.chain] == table.circuit.chain
        for stack, left in zip(state.stacks(), table.circuit.stacks):
            assert Counter(self.tiles[kind] for kind in stack) == +left
        for seat, player in enumerate(table.players):
            assert {
                unpack(at): self.tiles[kind] for at, kind in state.displays[seat].items()
            } == player.display
            piles = {
                unpack(at): {kind: amount(packed, n) for n, kind in enumerate(RESOURCES) if amount(packed, n)}
                for at, packed in state.cubes[seat].items()
            }
            assert piles == {at: dict(+pile) for at, pile in player.cubes.items()}
            assert {unpack(at): n for at, n in state.members[seat].items()} == dict(player.members)
            assert {card for n, card in enumerate(self.cards) if state.cards[seat] >> n & 1} == player.cards
            mine = (state.barrels[seat], state.chieftains[seat], state.coins[seat])
            assert mine == (player.barrels, player.chieftains, player.coins)
        for row, occupied in zip(table.rows, state.warehouse):
            assert row == tuple(price * (n < occupied) for n, price in enumerate(oracle.PRICES))
        assert (state.scores, state.scorings) == (table.scores(), table.scorings)

    def thing(self, item: int) -> str | int:
        """What stands or lies on a space of the circuit."""
        return "die" if item == DIE else -1 - item if item < 0 else self.tiles[item]

    def compare_lines(self, lines: list[Line]) -> None:
        """The engine's newest lines are these; lines worth nothing may be left out."""
        gained = self.state.score_lines()[self.lines :]
        self.lines += len(gained)
        found = Counter((line.seat, line.reason, line.source, line.amount) for line in gained)
        assert found == Counter(
            (line.seat, line.reason, line.source, line.points) for line in lines if line.points
        )

    def refuse(self, random: Random, tries: int) -> None:
        """Whatever could be said: it is accepted when it is listed, and otherwise refused with ids of rules."""
        step = self.state.step
        assert step is not None
        for _ in range(tries):
            action = self.anything(random)
            listed = action.seat == self.table.seat and str(action) in self.legal
            refusal = self.state.check(action)
            assert (refusal is None) == listed
            if refusal is not None:
                assert refusal.rules and set(refusal.rules) <= self.known
            if action.seat == self.table.seat and isinstance(action, step.actions):
                assert bool(step.all_explain(self.state, action)) != listed

    def anything(self, random: Random) -> Action:
        """An order that somebody might give, mostly of a kind that the step takes."""
        step = self.state.step
        assert step is not None
        seat = self.table.seat if random.random() < 0.95 else random.randrange(len(self.table.players))
        kind: Any = random.choice(step.actions if random.random() < 0.9 else EVERY)
        x, y = random.choice([*self.table.me.display])
        reach = random.choice([0, 1, 2])

        def cell() -> GridCell:
            return GridCell(x + random.randint(-reach, reach), y + random.randint(-reach, reach))

        values: dict[str, Any] = {
            "space": random.randint(-1, 14),
            "kind": random.choice(RESOURCES),
            "cube": random.choice(["", random.choice(RESOURCES)]),
            "abbey": random.choice(["", random.choice(RESOURCES)]),
            "cell": cell(),
            "start": cell(),
        }
        slots = [part.name for part in kind.parts if isinstance(part, Slot)]
        return cast(Action, kind(seat, **{name: values[name] for name in slots}))

    # What must hold whatever happens

    def wealth(self) -> int:
        """Coins with the players and in the warehouse, without those of Armadale Castle."""
        lying = sum(sum(oracle.PRICES[:n]) for n in self.state.warehouse)
        return (
            sum(self.state.coins) + lying - 3 * sum("armadale_castle" in p.cards for p in self.table.players)
        )

    def brought(self) -> int:
        """The members that tiles and cards have brought since the start."""
        players = self.table.players
        laid = [tile for player in players for at, tile in player.display.items() if at != (0, 0)]
        stalker = sum("castle_stalker" in player.cards for player in players)
        return stalker + sum(int(oracle.TILES[tile].get("once", {}).get("member", 0)) for tile in laid)

    def invariants(self) -> None:
        """Coins and members are conserved; no production tile holds too much."""
        state, options = self.state, self.table.options
        assert min(state.coins) >= 0
        assert self.wealth() == self.coins
        out = sum(state.chieftains) + sum(sum(members.values()) for members in state.members)
        assert out == self.members + self.brought() - self.paid
        for player in self.table.players:
            for at, pile in player.cubes.items():
                each = oracle.TILES[player.display[at]]["each"]
                if each["does"] == "produce":
                    assert pile.total() <= options["tile_capacity"]
                    mixed = each["cube"] == "any" or options["lochy_cubes"] == "any_tile"
                    assert mixed or set(+pile) == {each["cube"]}

    def circuit_closed(self) -> None:
        """13 of 14 spaces are occupied, each figure once, and a seat's figure is last (GM-TURN-12)."""
        chain, options = self.state.chain, self.table.options
        figures = [item for item in chain if item < 0 and item != DIE]
        assert sorted(figures) == sorted(figure(seat) for seat in range(len(self.state.seats)))
        assert chain.count(DIE) == (len(self.state.seats) < 4)
        if self.table.circuit.left():
            assert len(chain) == 13
        if options["die_removal"] == "all":
            assert chain[0] in figures
        assert next(item for item in chain if item < 0) != DIE

    # Playing

    def play(self, action: Action) -> None:
        """One decision on both sides, compared."""
        turn = self.state.turns
        self.paid += isinstance(action, (orders.PayMember, orders.PayChieftain))
        log = Log()
        self.state.play(action, log)
        self.compare_lines(self.table.play(str(action), [(o.source, o.value) for o in log.outcomes]))
        self.compare()
        self.invariants()
        if self.state.turns != turn and not self.state.over:
            self.circuit_closed()

    def finish(self, random: Random, choose: Policy, tries: int = 1) -> None:
        """The game is played to its end and the result compared."""
        self.compare()
        kept = []
        while not self.table.over:
            self.refuse(random, tries)
            if random.random() < 0.02:
                copy = self.state.clone()
                kept.append((copy, copy.to_dict()))
            self.play(choose(random, self.table, list(self.state.legal(self.table.seat))))
        for copy, packed in kept:
            assert copy.to_dict() == packed  # what is played on does not change the copy
        places = ranking(self.table.players, self.table.scores())
        assert [set(level) for level in self.state.ranking()] == places
        assert set(self.state.winners) == places[0]


# How orders are chosen

Policy = Callable[[Random, Table, list[Action]], Action]


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


@pytest.mark.parametrize(
    "block", [*range(6), *(pytest.param(block, marks=pytest.mark.soak) for block in range(6, 12))]
)
def test_whole_games(block: int) -> None:
    """Whole games of 2 to 5 players in all editions, half of them with other readings: every order and the end."""
    for seed in range(block * 4, block * 4 + 4):
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
    pair.coins = pair.wealth()
    out = sum(player.members.total() + player.chieftains for player in table.players)
    pair.members = out - pair.brought()
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


@pytest.mark.parametrize(
    "block", [*range(6), *(pytest.param(block, marks=pytest.mark.soak) for block in range(6, 12))]
)
def test_odd_positions(block: int) -> None:
    """Scorings soon, the last member, dear cards, full and empty warehouses, nothing to be taken."""
    for seed in range(50_000 + block * 6, 50_000 + block * 6 + 6):
        odd_game(seed)


@pytest.mark.parametrize("block", range(6))
def test_loch_ness_at_any_time(block: int) -> None:
    """GM-AMB-5: what it yields pays for tiles, exactly; what it is used for leaves the cost payable."""
    for seed in range(55_000 + block * 6, 55_000 + block * 6 + 6):
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
