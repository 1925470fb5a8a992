"""A game of the Ireland side and its second implementation, side by side: what is compared after each decision."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import tilewright as tw
from tilewright.core.land.grid import Hex
from tilewright.core.rules.actions import Action
from tilewright.core.rules.events import Log
from tilewright.games.rebirth.actions import ChooseCastle, LayAside, PlaceTile
from tilewright.games.rebirth.modules._ireland.actions import ChooseTile, DoubleCard, ForgoBonuses, UseBonus
from tilewright.games.rebirth.modules._ireland.state import part, set_apart

from ....cases import cases
from ....oracle import rebirth_ireland as ireland
from ....oracle.rebirth_ireland_table import CARD, SECOND, Table
from ....oracle.rebirth_map import DATA, neighbours
from ..side import Side, drawn_options

RULINGS: dict[str, list[object]] = cases(__file__, "rulings")
NUMBERS = [
    *("farm_tile", "small_symbol", "medium_first", "medium_second", "large_first", "large_second"),
    *("unfinished_symbol", "castle", "ireland.sprawling_first", "ireland.sprawling_second"),
    *("ireland.sprawling_third", "ireland.offshore", "ireland.thirteen", "ireland.three"),
]


def random_options(random: Random, seats: int) -> dict[str, Any]:
    """Half the rulings at random, sometimes other numbers."""
    options = drawn_options(random, RULINGS, NUMBERS, 15)
    if random.random() < 0.3:
        options["ireland.drawn"] = random.choice([1, 2, 4, 9])
    if random.random() < 0.3:
        options["ireland.displayed"] = random.choice([0, 3, 11, 12])
    if random.random() < 0.3:
        options["set_aside"] = random.choice([0, 1, 2, 7, 12])
    if seats < 4 and random.random() < 0.3:
        options["removal_with"] = 3
    return options


class Pair(Side[Table]):
    """The side of Ireland: towers with bonuses, cards, tiles that lie apart."""

    tried = 0.3

    def __init__(self, seats: int, seed: int, options: dict[str, Any], data: Path | None = None) -> None:
        rules = tw.load("rebirth", modules=["ireland"], options=options, data=data)
        super().__init__(rules, Table(seats, options, data or DATA), seats, seed)
        self.cards = self.rules.pieces["card"]
        self.towers = [site.code for site in self.state.printed.map.sites["towers"]]
        self.drawn_cards: list[str] = []
        """Private missions that the engine has drawn, and the oracle will ask for before the tile is resolved."""
        table, here = self.table, part(self.state)
        for seat in range(seats):
            table.set_aside(seat, self.named(here.apart[seat]))
        bonuses = self.rules.pieces["bonus"]
        table.lay_bonuses({code: bonuses[kind] for code, kind in zip(self.towers, here.bonuses)})
        table.display([self.cards[card] for card in here.display])
        table.begin(self.state.start, [self.kinds[tiles[0]] for tiles in self.state.hand])

    # Changing the position

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

    def compare(self) -> None:
        """Everything that both know is the same; some of it only once the last tile is resolved."""
        super().compare()
        state, table = self.state, self.table
        for seat in range(table.seats):
            hand = [table.second] if seat == table.to_act and table.second else table.hand[seat]
            if seat not in table.out:
                assert self.named(state.hand[seat]) == sorted(hand)
            assert Counter(self.named(part(state).apart[seat])) == +table.aside[seat]
        if self.resolved:
            self.compare_cards()

    def compare_cards(self) -> None:
        """Cards, markers and towers."""
        table, here = self.table, part(self.state)
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
        self.compare()
