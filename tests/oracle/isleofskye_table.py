"""A whole game of Isle of Skye at the oracle's table: who acts, what may be done, what it brings, when it ends."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .isleofskye import DEFAULTS, HOME, Territory
from .isleofskye_scoring import Line, income, scored, scrolls
from .isleofskye_tiles import CASTLES, Cell, box

GOLD = 303
"""What all coins are worth (IS-COMP-1)."""

TRACKS: dict[str, list[tuple[str, int]]] = {
    "front": [("A", 0), ("B", 0), ("AC", 1), ("BD", 2), ("ACD", 3), ("BCD", 4)],
    "back": [("AB", 0), ("AC", 0), ("BD", 1), ("ACD", 2), ("BCD", 3)],
    "other back": [("A", 0), ("BD", 0), ("AC", 1), ("BCD", 2), ("ABCD", 3)],
}
"""Letters and extra gold of each round (IS-END-5, IS-INC-5, IS-AMB-22)."""


def track(players: int, options: dict[str, Any]) -> list[tuple[str, int]]:
    """The rounds for so many players (IS-SETUP-1)."""
    if players < 5:
        return TRACKS["front"]
    return TRACKS["back" if options["track"] == "printed" else "other back"]


class Table:
    """One game, told order by order, with what chance gave."""

    def __init__(self, names: list[str], options: dict[str, Any]) -> None:
        self.options = DEFAULTS | options
        self.names = names
        self.track = track(len(names), self.options)
        self.box = box(self.options["disputed"], self.options["disputed_tiles"])
        castles = {castle for castle, _ in CASTLES}
        self.bag = Counter(name for name in self.box if name not in castles)
        self.lands = [Territory({HOME: (CASTLES[seat][0], 0)}, self.box) for seat in range(len(names))]
        self.gold = [0] * len(names)
        self.offers: list[list[str]] = [[] for _ in names]
        self.secret: list[dict[str, int | None]] = [{} for _ in names]
        """What each seat has decided behind its screen: gold at a tile, None for the discard marker."""
        self.stakes: list[dict[str, int]] = [{} for _ in names]
        """Gold at tiles that are still on offer, once everybody has seen it."""
        self.waiting: list[list[str]] = [[] for _ in names]
        self.returned: Counter[str] = Counter()
        """How often each tile went back into the bag."""
        self.lines: list[Line] = []
        self.round = 0
        self.over = False

    def begin(self, outcomes: list[tuple[str, str]]) -> None:
        """Everything is in place, and the first round has begun (IS-SETUP)."""
        self._told(outcomes)
        self.scoring = [self.outcomes["box"].pop(0) for _ in "ABCD"]
        self.start = self.names.index(self.outcomes["start"].pop(0))
        self._round()

    def _told(self, outcomes: list[tuple[str, str]]) -> None:
        self.outcomes: dict[str, list[str]] = {}
        for source, value in outcomes:
            self.outcomes.setdefault(source, []).append(value)

    @property
    def seats(self) -> list[int]:
        """All seats, the start player first, then clockwise."""
        return [(self.start + n) % len(self.names) for n in range(len(self.names))]

    @property
    def scores(self) -> list[int]:
        """The sum of everybody's lines."""
        return [sum(line.points for line in self.lines if line.seat == n) for n in range(len(self.names))]

    # The round

    def _round(self) -> None:
        """Income, then three tiles each, then everybody prices (IS-INC, IS-PRICE-1)."""
        scores, extra = self.scores, self.track[self.round][1]
        for seat in self.seats:
            ahead = sum(score > scores[seat] for score in scores)
            amount = income(self.lands[seat], ahead, extra, self.options)
            if self.options["coins"] == "limited":
                amount = min(amount, GOLD - sum(self.gold))
            self.gold[seat] += amount
        drawn = self.outcomes.get("bag", [])
        each, left = self.options["tiles_drawn"], self.bag.total()
        if left >= each * len(self.names):
            order = [seat for seat in self.seats for _ in range(each)]
        else:
            # One each in turn order until the bag is empty (IS-AMB-10).
            order = (self.seats * each)[:left]
        assert len(drawn) == len(order)
        for seat, tile in zip(order, drawn):
            self.bag[tile] -= 1
            assert self.bag[tile] >= 0
            self.offers[seat].append(tile)
        self.bag = +self.bag
        self.step = "price"
        self._priced()

    def _priced(self) -> None:
        """When all are done screens are removed, and marked tiles go back (IS-PRICE-6, IS-DISC-1)."""
        if self.to_act:
            return
        for seat in range(len(self.names)):
            for tile, gold in self.secret[seat].items():
                if gold is None:
                    self.offers[seat].remove(tile)
                    self._return(tile)
                else:
                    self.gold[seat] -= gold
                    self.stakes[seat][tile] = gold
            self.secret[seat] = {}
        self.step, self.left = "buy", self.seats

    def _return(self, tile: str) -> None:
        self.bag[tile] += 1
        self.returned[tile] += 1

    def _bought(self) -> None:
        """When all had their turn, tiles that nobody bought are their owners'; their gold is gone (IS-BUY-6)."""
        if self.left:
            return
        for seat in range(len(self.names)):
            self.waiting[seat] += self.offers[seat]
            self.offers[seat], self.stakes[seat] = [], {}
        self.step, self.left = "build", self.seats
        self._built()

    def _built(self) -> None:
        """Tiles without a place go back; who has none left is done; then the round ends (IS-BUILD-5, IS-AMB-12)."""
        while self.left:
            seat = self.left[0]
            stuck = [tile for tile in self.waiting[seat] if not self._places(seat, tile)]
            if self.options["return_tile"] == "alone" or len(stuck) == len(self.waiting[seat]):
                for tile in stuck:
                    self.waiting[seat].remove(tile)
                    self._return(tile)
            if self.waiting[seat]:
                return
            self.left.pop(0)
        self._end()

    def _places(self, seat: int, tile: str) -> set[tuple[Cell, int]]:
        return self.lands[seat].places(tile, (0,) if self.options["rotation"] == "none" else range(4))

    def _end(self) -> None:
        """The letters of this round; then the next round, or the final scoring (IS-END, IS-FINAL)."""
        self.lines += self._letters(self.gold)
        self.round += 1
        if self.round < len(self.track):
            self.start = (self.start + 1) % len(self.names)
            self._round()
            return
        self.lines += self._final(self.gold)
        self.over = True

    def _letters(self, gold: list[int]) -> list[Line]:
        """The letters of this round (IS-END-1)."""
        lines = []
        for letter in self.track[self.round][0]:
            tile = self.scoring["ABCD".index(letter)]
            found = scored(tile, self.lands, gold, self.options)
            lines += [Line(seat, points, tile, letter) for seat, points in enumerate(found)]
        return lines

    def _final(self, gold: list[int]) -> list[Line]:
        """Scrolls and gold (IS-FINAL-1, IS-FINAL-2)."""
        lines = []
        for seat, land in enumerate(self.lands):
            lines += scrolls(land, seat, self.options)
            lines.append(Line(seat, gold[seat] // self.options["gold_for_vp"], "gold"))
        return lines

    def ending(self) -> list[Line]:
        """What the end would bring now, gold at the own tiles counting as kept."""
        gold = [own + sum(stakes.values()) for own, stakes in zip(self.gold, self.stakes)]
        last = self.round + 1 == len(self.track)
        return [*(self._letters(gold) if last else ()), *self._final(gold)]

    # What may be done

    @property
    def to_act(self) -> tuple[int, ...]:
        """Everybody who has not priced all tiles; otherwise whoever's turn it is."""
        if self.over:
            return ()
        if self.step == "price":
            count = len(self.names)
            return tuple(seat for seat in range(count) if len(self.secret[seat]) < len(self.offers[seat]))
        return (self.left[0],)

    def legal(self, seat: int) -> set[str]:
        """All that the seat may do, in the game's notation."""
        if seat not in self.to_act:
            return set()
        return {"price": self._pricing, "buy": self._buying, "build": self._building}[self.step](seat)

    def _pricing(self, seat: int) -> set[str]:
        """One tile is marked; the others get gold, and enough is kept for those to come (IS-PRICE-2 to 4)."""
        tiles, secret, gold = self.offers[seat], self.secret[seat], self.gold[seat]
        marked = len(tiles) >= self.options["tiles_drawn"]  # IS-AMB-10
        lowest: int = self.options["lowest_price"]
        if gold < lowest * (len(tiles) - marked):
            lowest = 0  # Only with limited coins: nobody can lay what they have not.
        staked = sum(amount or 0 for amount in secret.values())
        marks = marked and None not in secret.values()
        open_tiles = [tile for tile in tiles if tile not in secret]
        found = {f"drop {tile}" for tile in open_tiles if marks}
        others = len(open_tiles) - 1 - marks
        if others >= 0:
            for tile in open_tiles:
                for amount in range(lowest, gold + 1):
                    if staked + amount + others * lowest <= gold:
                        found.add(f"price {tile} {amount}")
        return found

    def _buying(self, seat: int) -> set[str]:
        """A tile of somebody else that the gold in hand pays for, or nothing (IS-BUY-1, IS-BUY-2, IS-BUY-5)."""
        found = {"pass"}
        for other, stakes in enumerate(self.stakes):
            if other != seat:
                found |= {f"buy {tile}" for tile, price in stakes.items() if price <= self.gold[seat]}
        return found

    def _building(self, seat: int) -> set[str]:
        return {
            f"build {tile} {x},{y} r{turn}"
            for tile in self.waiting[seat]
            for (x, y), turn in self._places(seat, tile)
        }

    # What is done

    def play(self, seat: int, order: str, outcomes: list[tuple[str, str]]) -> list[Line]:
        """The order is carried out, and all that follows; returns the lines that it brought."""
        before = len(self.lines)
        self._told(outcomes)
        word, *rest = order.split()
        if word in ("price", "drop"):
            self.secret[seat][rest[0]] = int(rest[1]) if word == "price" else None
            self._priced()
        elif word in ("buy", "pass"):
            if word == "buy":
                self._buy(seat, rest[0])
            self.left.pop(0)
            self._bought()
        else:
            tile, cell, turn = rest
            x, y = cell.split(",")
            self.waiting[seat].remove(tile)
            self.lands[seat] = self.lands[seat].plus(tile, (int(x), int(y)), int(turn[1:]))
            self._built()
        return self.lines[before:]

    def _buy(self, seat: int, tile: str) -> None:
        """The seller gets the price, and the own gold back at once (IS-BUY-2 to IS-BUY-4)."""
        [seller] = [other for other, stakes in enumerate(self.stakes) if tile in stakes]
        price = self.stakes[seller].pop(tile)
        self.offers[seller].remove(tile)
        self.gold[seat] -= price
        self.gold[seller] += price
        self.gold[seller] += price
        self.waiting[seat].append(tile)
