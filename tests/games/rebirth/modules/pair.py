"""A game of the Ireland side and its second implementation, side by side: what is compared after each decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, cast

import tilewright as tw
from tilewright.core.land.grid import Hex
from tilewright.core.rules.actions import Action
from tilewright.core.rules.events import Log
from tilewright.games.rebirth.actions import ChooseCastle, LayAside, PlaceTile
from tilewright.games.rebirth.modules._ireland.actions import ChooseTile, DoubleCard, ForgoBonuses, UseBonus
from tilewright.games.rebirth.modules._ireland.state import part, set_apart
from tilewright.games.rebirth.state import NEUTRAL, RebirthState, rebuilt, tile_of

from ....oracle import rebirth as scotland
from ....oracle import rebirth_ireland as ireland
from ....oracle.rebirth import Line
from ....oracle.rebirth_ireland_table import CARD, SECOND, Table
from ....oracle.rebirth_map import DATA, Cell, neighbours

NAMES = ["anna", "bruno", "cleo", "dora"]

RULINGS: dict[str, list[object]] = {
    "ireland.aside": ["known", "hidden"],
    "ireland.order": ["cards_first", "towers_first"],
    "ireland.ignored_bonus": ["lost", "kept"],
    "ireland.two_draws": ["three", "five"],
    "ireland.three_points": ["each", "once"],
    "ireland.own_mission": ["single", "double"],
    "ireland.private_lost": ["counts", "end_only"],
    "ireland.neutral_sprawling": ["absent", "present"],
    "ireland.second_no_place": ["lay_aside", "back"],
    "ireland.bonuses": ["automatic", "optional"],
    "ireland.link_least": [1, 2],
    "no_place": ["lay_aside", "out"],
    "neutral": ["occupy", "third_player"],
    "neutral_settlement": ["first", "both"],
    "settlement_tie": ["finisher_loses", "finisher_wins", "friendly"],
    "final_tie": ["shared", "castles"],
    "several_neighbours": ["each", "one"],
    "cathedral_choice": ["automatic", "optional"],
}
NUMBERS = [
    *("farm_tile", "small_symbol", "medium_first", "medium_second", "large_first", "large_second"),
    *("unfinished_symbol", "castle", "ireland.sprawling_first", "ireland.sprawling_second"),
    *("ireland.sprawling_third", "ireland.offshore", "ireland.thirteen", "ireland.three"),
]


def random_options(random: Random, seats: int) -> dict[str, Any]:
    """Half the rulings at random, sometimes other numbers."""
    options: dict[str, Any] = {
        name: random.choice(values) for name, values in RULINGS.items() if random.random() < 0.5
    }
    if random.random() < 0.4:
        options |= {name: random.randrange(15) for name in NUMBERS}
    if random.random() < 0.3:
        options["ireland.drawn"] = random.choice([1, 2, 4, 9])
    if random.random() < 0.3:
        options["ireland.displayed"] = random.choice([0, 3, 11, 12])
    if random.random() < 0.3:
        options["set_aside"] = random.choice([0, 1, 2, 7, 12])
    if seats < 4 and random.random() < 0.3:
        options["removal_with"] = 3
    return options


# The game and the oracle side by side


Policy = Callable[[Random, Table, list[Action]], Action]


class Pair:
    """A game of the engine and one at the oracle's table, kept level."""

    def __init__(self, seats: int, seed: int, options: dict[str, Any], data: Path | None = None) -> None:
        self.rules = tw.load("rebirth", modules=["ireland"], options=options, data=data)
        self.state = cast(RebirthState, self.rules.new(NAMES[:seats], seed=seed))
        self.table = Table(seats, options, data or DATA)
        self.kinds = self.rules.pieces["tile"]
        self.cards = self.rules.pieces["card"]
        printed = self.state.printed
        self.cells: list[Cell] = [(at.q, at.r) for at in printed.hexes]
        self.castles = [castle.code for castle in printed.castles]
        self.towers = [site.code for site in printed.map.sites["towers"]]
        self.lines = 0
        self.expected: list[Line] = []
        """Lines of the oracle that have not been compared yet."""
        self.drawn_cards: list[str] = []
        """Private missions that the engine has drawn, and the oracle will ask for before the tile is resolved."""
        table, here = self.table, part(self.state)
        for seat in range(seats):
            table.set_aside(seat, self.named(here.apart[seat]))
        bonuses = self.rules.pieces["bonus"]
        table.lay_bonuses({code: bonuses[kind] for code, kind in zip(self.towers, here.bonuses)})
        table.display([self.cards[card] for card in here.display])
        table.begin(self.state.start, [self.kinds[tiles[0]] for tiles in self.state.hand])

    def named(self, tiles: list[int]) -> list[str]:
        """The kinds of these tiles, sorted."""
        return sorted(self.kinds[tile] for tile in tiles)

    # Changing the position

    def put(self, tiles: dict[Cell, tuple[int, str]], castles: dict[str, int]) -> None:
        """Both boards hold exactly these tiles and castles."""
        self.table.position.tiles = dict(tiles)
        self.table.position.castles = dict(castles)
        kind = {name: number for number, name in enumerate(self.kinds)} | {"face-down": 0}
        placed = {
            self.cells.index(at): (NEUTRAL if owner == scotland.NEUTRAL else owner, kind[name])
            for at, (owner, name) in tiles.items()
        }
        rebuilt(self.state, placed)
        self.state.castles = [castles.get(code, -1) for code in self.castles]

    def gather(self, random: Random, *bonuses: str) -> None:
        """These bonuses lie close together, so that one tile or one turn touches several of them."""
        chart, kinds = self.table.position.map, self.rules.pieces["bonus"]
        q, r = chart.towers[random.choice(self.towers)]
        steps = {code: (at[0] - q, at[1] - r) for code, at in chart.towers.items()}
        by_distance = sorted(self.towers, key=lambda code: max(map(abs, [*steps[code], sum(steps[code])])))
        left = list((Counter(self.table.bonus.values()) - Counter(bonuses)).elements())
        lying = [*random.sample(bonuses, len(bonuses)), *random.sample(left, len(left))]
        self.table.bonus = dict(zip(by_distance, lying, strict=True))
        part(self.state).bonuses = [kinds.index(self.table.bonus[code]) for code in self.towers]

    def touch(self, random: Random) -> None:
        """Whoever has a tile at a tower has touched it; at times a second tile there is still to come (RI-AMB-3)."""
        table, here = self.table, part(self.state)
        kept = table.options["ireland.ignored_bonus"] == "kept"
        for number, code in enumerate(self.towers):
            around = {*neighbours(table.position.map.towers[code])}
            for seat in range(table.seats):
                if not table.position.tiles_of(seat).keys() & around:
                    continue
                here.touched[number] |= 1 << seat
                if kept and table.bonus[code] == "second_tile" and random.random() < 0.5:
                    here.kept[number] |= 1 << seat
                else:
                    table.touched[code].add(seat)

    def fulfil(self, random: Random) -> None:
        """Cards that are met are noted, at times others too; who has touched both towers may have doubled one."""
        table, here = self.table, part(self.state)
        for number, name in enumerate(self.cards):
            condition = table.cards[name]["condition"]
            for seat in random.sample(range(table.seats), table.seats):
                met = ireland.met(table.position, seat, condition)
                if met or random.random() < random.choice([0.0, 0.3]):
                    table.fulfilled[name].append(seat)
                    here.fulfilled[number] |= 1 << seat
        doubling = [code for code in self.towers if table.bonus[code] == "doubling"]
        for seat in range(table.seats):
            both = all(seat in table.touched[code] for code in doubling)
            if both and table.displayed and random.random() < 0.8:
                name = random.choice(table.displayed)
                table.doubled[seat] = name
                here.doubled[self.cards.index(name)] |= 1 << seat

    def give(self, seat: int, card: str) -> None:
        """The seat holds this card as a private mission."""
        here, number = part(self.state), self.cards.index(card)
        self.table.deck.remove(card)
        self.table.private[seat].append(card)
        here.deck.remove(number)
        here.private[seat] = sorted([*here.private[seat], number])

    def keep(self, supply: int, aside: int) -> None:
        """Every supply is cut down to at most so many tiles, and what is set aside too."""
        here = part(self.state)
        for seat, tiles in enumerate(self.state.supply):
            del tiles[supply:]
            self.table.supply[seat] = Counter(self.named(tiles))
            set_apart(self.state, seat, here.apart[seat][:aside])
            self.table.aside[seat] = Counter(self.named(here.apart[seat]))

    def hold(self, seat: int, count: int) -> None:
        """The seat has drawn so many more tiles, and is to choose."""
        for _ in range(min(count, len(self.state.supply[seat]))):
            tile = self.state.supply[seat].pop()
            self.state.hand[seat] = sorted([*self.state.hand[seat], tile])
            self.table.draw(seat, self.kinds[tile])

    # Comparing

    @property
    def resolved(self) -> bool:
        """Whether the last tile has had all its effects.

        Of those of several towers, the engine asks for the card to double last, and notes all as touched at once.
        """
        return self.table.choosing not in ("card", "tower")

    def compare(self, resolved: bool = True) -> None:
        """Everything that both know is the same; some of it only once the last tile is resolved."""
        state, table, here = self.state, self.table, part(self.state)
        assert state.over == table.over
        assert state.to_act == (() if table.to_act is None else (table.to_act,))
        for seat in range(table.seats):
            orders = [str(action) for action in state.legal(seat)]
            assert len(set(orders)) == len(orders)
            assert set(orders) == (table.legal() if seat == table.to_act else set())
        self.compare_board()
        for seat in range(table.seats):
            hand = [table.second] if seat == table.to_act and table.second else table.hand[seat]
            if seat not in table.out:
                assert self.named(state.hand[seat]) == sorted(hand)
            assert Counter(self.named(state.supply[seat])) == +table.supply[seat]
            assert Counter(self.named(here.apart[seat])) == +table.aside[seat]
        laid_aside = [tile_of(seat, self.kinds.index(kind)) for seat, kind in table.laid_aside]
        assert sorted(state.laid_aside) == sorted(laid_aside)
        assert {*self.seats(state.out)} == table.out
        if resolved:
            self.compare_cards()

    def compare_board(self) -> None:
        """Tiles and castles."""
        tiles = {}
        for at, tile in zip(self.cells, self.state.tiles):
            if tile >= 0 and tile >> 3 == NEUTRAL:
                tiles[at] = (scotland.NEUTRAL, "face-down")
            elif tile >= 0:
                tiles[at] = (tile >> 3, self.kinds[tile & 7])
        assert tiles == self.table.position.tiles
        castles = {code: seat for code, seat in zip(self.castles, self.state.castles) if seat >= 0}
        assert castles == self.table.position.castles

    def compare_cards(self) -> None:
        """Cards, markers, towers and points."""
        state, table, here = self.state, self.table, part(self.state)
        assert [self.cards[card] for card in here.display] == table.displayed
        assert {self.cards[card] for card in here.deck} == table.deck
        for seat, held in enumerate(here.private):
            assert sorted(self.cards[card] for card in held) == sorted(table.private[seat])
        for number, name in enumerate(self.cards):
            assert self.seats(here.fulfilled[number]) == sorted(table.fulfilled[name]), name
            doubled = [seat for seat, card in enumerate(table.doubled) if card == name]
            assert self.seats(here.doubled[number]) == doubled, name
        bonuses = self.rules.pieces["bonus"]
        assert {code: bonuses[kind] for code, kind in zip(self.towers, here.bonuses)} == table.bonus
        for number, code in enumerate(self.towers):
            touched, kept = here.touched[number], here.kept[number]
            assert not kept & ~touched
            assert self.seats(touched & ~kept) == sorted(table.touched[code]), code
        scores = [0] * table.seats
        for line in table.lines:
            scores[line.seat] += line.points
        assert state.scores == scores

    def seats(self, bits: int) -> list[int]:
        """The seats that stand in a number as bits."""
        return [seat for seat in range(self.table.seats) if bits >> seat & 1]

    def compare_lines(self) -> None:
        """The engine's newest lines are those expected, in any order; lines worth nothing may be left out."""
        gained = [self.rules.score_line(line, self.state) for line in self.state.ledger[self.lines :]]
        self.lines += len(gained)
        chart = self.table.position.map
        names = chart.castle_names | chart.tower_names
        expected = []
        for line in self.expected:
            source = line.source
            if isinstance(source, frozenset):
                text = " ".join(sorted(f"{q},{r}" for q, r in source))
            elif isinstance(source, tuple):
                text = "{},{}".format(*source)
            else:
                text = names.get(str(source), str(source))
            expected.append((line.seat, line.reason, text, line.points))
        found = []
        for got in gained:
            settlement = got.reason.endswith("_settlement")
            text = " ".join(sorted(got.source.split())) if settlement else got.source
            found.append((got.seat, got.reason, text, got.amount))
        assert summed(found) == summed(expected)
        self.table.lines += self.expected
        self.expected = []

    def refuse(self, random: Random) -> None:
        """Whatever order one might give, both say alike whether it is legal; a refusal names rules."""
        table = self.table
        seat = table.to_act
        assert seat is not None
        tile, at = random.choice(self.kinds), random.choice([*table.position.map.drawn])
        action: Action = random.choice(
            [
                PlaceTile(seat, table.tile or tile, Hex(*at)),
                LayAside(seat, table.tile or tile),
                ChooseTile(seat, tile),
                DoubleCard(seat, random.choice(self.cards)),
                UseBonus(seat, random.choice(self.towers)),
                ForgoBonuses(seat),
                ChooseCastle(seat, random.choice(self.castles)),
            ]
        )
        refusal = self.state.check(action)
        assert (refusal is None) == (str(action) in table.legal()), action
        assert refusal is None or all(reason.rule for reason in refusal.reasons), action

    # Playing

    def play(self, action: Action) -> None:
        """One decision on both sides, compared."""
        state, table = self.state, self.table
        assert state.check(action) is None
        log = Log()
        state.apply(action, log)
        drawn: dict[str, list[str]] = {}
        for outcome in log.outcomes:
            drawn.setdefault(outcome.source, []).append(outcome.value)
        name = state.seats[action.seat]
        self.drawn_cards += drawn.pop("ireland.deck", [])
        lines, told = table.play(str(action))
        self.expected += lines
        for what in told:
            if what == CARD:
                table.receive(action.seat, self.drawn_cards.pop(0))
            else:
                assert what == SECOND
                [tile] = drawn.pop(f"ireland.apart.{name}")
                table.draw_second(action.seat, tile)
        resolved = self.resolved
        assert not (resolved and self.drawn_cards)
        if table.done:
            tiles = drawn.pop(f"supply.{name}", [])
            assert len(tiles) == table.draws()
            for tile in tiles:
                table.draw(action.seat, tile)
            table.end_turn()
        assert not drawn
        if table.over:
            self.expected += table.finish()
        if resolved:
            self.compare_lines()
        self.compare(resolved)

    def level(self, action: Action, seats: list[int]) -> None:
        """If the action ends the game, these seats get points that make them level for first place."""
        trial = self.state.clone()
        trial.apply(action)
        if not trial.over:
            return
        for seat in seats:
            missing = max(trial.scores) - trial.scores[seat]
            self.state.gain(seat, missing, self.rules.reason["carried_over"])
            self.expected.append(Line(seat, missing, "carried_over", ""))

    def finish(self, random: Random, choose: Policy, level: int = 0) -> None:
        """The game is played to its end, so many seats being level there, and the result compared."""
        self.compare()
        while not self.table.over:
            if random.random() < 0.3:
                self.refuse(random)
            seat = self.table.to_act
            assert seat is not None
            action = choose(random, self.table, list(self.state.legal(seat)))
            if level:
                self.level(action, random.sample(range(self.table.seats), level))
            self.play(action)
        ranking = self.table.ranking(self.state.scores)
        assert [set(place) for place in self.state.ranking()] == ranking
        assert set(self.state.winners) == ranking[0]


def summed(lines: list[tuple[int, str, str, int]]) -> dict[tuple[int, str, str], int]:
    """Lines for the same thing put together, those worth nothing left out."""
    total: Counter[tuple[int, str, str]] = Counter()
    for seat, reason, text, points in lines:
        total[seat, reason, text] += points
    return +total
