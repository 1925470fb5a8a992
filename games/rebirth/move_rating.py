"""The worth of settlements and castles under one ruleset, to one set of weights, at one stage of the game.

Each answer depends on a few small numbers, so it is kept; what is kept is bounded.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import attrs

from tilewright.authoring import Rules, prizes

from .files import OPEN
from .missions import METRICS, counted
from .prize_odds import chances_of
from .settlements import parts, policy, prizes_by_size
from .state import ADJACENT

if TYPE_CHECKING:
    from .options import Options
    from .printed import Printed
    from .state import Readable
    from .weights import Weights

    Tiles: TypeAlias = tuple[int, ...]
    Wishes: TypeAlias = tuple[tuple[float, ...], tuple[tuple[Callable[[int, float], bool], float], ...]]

MOST = 4_000
"""Answers of one sort that are kept."""
STAGES = 8
"""Parts of the game in which the weights have different values, if any of them says so."""
LATE = "_late"
"""The ending of a weight's name that is added towards the end."""
LEAST, SURE = 0.1, 0.95
"""Bounds of the chance of a prize."""


@lru_cache(maxsize=32)
def ratings(rules: Rules, weights: Weights, count: int) -> tuple[Rating, ...]:
    """By tiles left in a seat's supply, the rating of this stage; a single one if no weight changes during the game."""
    values = attrs.asdict(weights)
    late = {name.removesuffix(LATE): value for name, value in values.items() if name.endswith(LATE)}
    early = {name: value for name, value in values.items() if not name.endswith(LATE)}
    if not any(late.values()):
        return (Rating(rules, early, count),)
    whole = max(1, sum(rules.data.tiles) - rules.options.set_aside)
    stages = [
        Rating(
            rules,
            {name: value + late.get(name, 0.0) * at / (STAGES - 1) for name, value in early.items()},
            count,
        )
        for at in range(STAGES)
    ]
    return tuple(stages[(STAGES - 1) * (whole - left) // whole] for left in range(whole + 1))


class Rating:
    """The judgements of one stage."""

    def __init__(self, rules: Rules, values: dict[str, float], count: int) -> None:
        self.rules = rules
        self.printed: Printed = rules.data
        self.options: Options = rules.options
        self.chances = chances_of(rules, count)
        self.board = self.chances.board
        self.count = count
        self.prizes = prizes_by_size(rules)
        self.sizes = tuple(map(len, self.printed.settlements))
        self.weight = values
        self.denial = values["denial"] / max(1, count - 1) * (2 if count == 2 else 1)
        widest = max(map(len, self.printed.neighbours))
        closed, opened = (
            tuple(values["room"] * free - cost for free in range(widest + 1))
            for cost in (0.0, values["open_cost"])
        )
        self.rooms = tuple(opened if kind == OPEN else closed for kind in self.printed.kind)
        """By cell and number of free neighbours, what room is worth to a farm."""
        self.far = any(values[name] for name in ("growth", "reach", "block", "other_farm"))
        """True if a farm is rated by more than its points and its neighbours."""
        self._settlements: dict[tuple[Tiles, int, int], float] = {}
        self._castles: dict[tuple[int, int, int, int, int, int], float] = {}
        self._wishes: dict[tuple[Tiles, Tiles | None], Wishes] = {}
        self._begun: dict[Tiles, tuple[float, ...]] = {}

    # -- settlements -----------------------------------------------------------------------------------------------

    def settlement(self, tiles: Tiles, kind: int, seat: int) -> float:
        """Returns what a tile of this kind brings in a settlement with these tiles.

        Points at once when it is finished; otherwise what the tile may hope for.
        """
        key = tiles, kind, seat
        found = self._settlements.get(key)
        if found is None:
            if len(self._settlements) >= MOST:
                self._settlements.clear()
            found = self._settlements[key] = self._settlement(tiles, self.printed.symbols[kind], seat)
        return found

    def _settlement(self, tiles: Tiles, mine: int, seat: int) -> float:
        size = len(tiles)
        if size == 1:
            return float(mine * self.options.small_symbol)
        weight = self.weight
        first, second, *_ = *self.prizes[size].points, 0
        amounts, neutral = parts(self.printed, tiles, self.count)
        gaps = tiles.count(-1)
        before = amounts[seat]
        filled = (
            self.chances.fill(tuple(amounts), neutral, gaps, size) if weight["filled"] and gaps > 1 else ()
        )
        amounts[seat] += mine
        others = max((a for s, a in enumerate(amounts) if s != seat), default=0)
        if gaps == 1:
            won = prizes(amounts, policy(self.options, self.prizes[size], seat, amounts, neutral))
            own = sum(prize.points for prize in won if prize.seat == seat)
            others_won = sum(prize.points for prize in won) - own
            return float(own - self.denial * others_won)
        hope = self._hope(amounts[seat] - others)
        was = self._hope(before - others) if before else 0.0
        worth = hope * first + (1 - hope) * weight["second"] * second
        already = (was * first + (1 - was) * weight["second"] * second) if before else 0.0
        found = weight["settlement"] * float(worth - already)
        if filled:
            after = self.chances.fill(tuple(amounts), neutral, gaps - 1, size)
            change = [now - then for now, then in zip(after, filled, strict=True)]
            found += weight["filled"] * (change[seat] - self.denial * (sum(change) - change[seat]))
        return found

    def _hope(self, lead: int) -> float:
        return min(SURE, max(LEAST, self.weight["hope"] + self.weight["hope_lead"] * lead))

    def begun(self, state: Readable) -> list[float]:
        """By seat, what the settlements in which it has begun are worth while they are not finished."""
        found = [0.0] * self.count
        laid = state.tiles
        for number, gaps in enumerate(state.gaps):
            if gaps and gaps < self.sizes[number] > 1:
                tiles = self.board.settlements[number](laid)
                each = self._begun.get(tiles)
                if each is None:
                    if len(self._begun) >= MOST:
                        self._begun.clear()
                    each = self._begun[tiles] = self._shares(tiles, gaps)
                if each:
                    found = [sum_ + more for sum_, more in zip(found, each, strict=True)]
        return found

    def _shares(self, tiles: Tiles, gaps: int) -> tuple[float, ...]:
        size = len(tiles)
        amounts, _ = parts(self.printed, tiles, self.count)
        whole, first = sum(amounts), self.prizes[size].points[0]
        part = self.weight["begun"] + self.weight["begun_tile"] * (size - gaps)
        return tuple(first * amount / whole * part for amount in amounts) if whole else ()

    # -- missions --------------------------------------------------------------------------------------------------

    def wishes(self, held: Tiles, leads: Tiles | None) -> Wishes:
        """Returns what a tile adds to what these missions count: by cell, and for those that farms help.

        `leads` are how far the seat is before the best other one in what they count, None if that does not matter.
        """
        found = self._wishes.get((held, leads))
        if found is None:
            if len(self._wishes) >= MOST // 8:
                self._wishes.clear()
            by_cell = [0.0] * len(self.printed.kind)
            farms = []
            for n, number in enumerate(held):
                card = self.printed.missions[number]
                if card.metric:
                    metric, more = METRICS[card.metric], self.weight["held_mission"]
                    if leads is not None:
                        more += self.weight["near"] * card.points / (1 + abs(leads[n]))
                    if metric.where:
                        for cell in counted(metric.where, self.rules, card.area):
                            by_cell[cell] += more
                    if metric.farm:
                        farms.append((metric.farm, more))
            found = self._wishes[held, leads] = tuple(by_cell), tuple(farms)
        return found

    # -- castles ---------------------------------------------------------------------------------------------------

    def castle(self, mine: int, others: int, free: int, held: int, gain: int, used: int) -> float:
        """Returns what the castle's points at the end gain by a tile that adds `gain` to the seat's presence.

        `mine` is the presence before, `others` the most of another seat, `free` the free fields before, of which the
        tile takes `used`; `held` is 1 if the seat holds the castle, 2 if another does, else 0.
        """
        key = mine, others, free, held, gain, used
        found = self._castles.get(key)
        if found is None:
            if len(self._castles) >= MOST:
                self._castles.clear()
            found = self._castles[key] = self._castle(*key)
        return found

    def _castle(self, mine: int, others: int, free: int, held: int, gain: int, used: int) -> float:
        weight, value = self.weight, float(self.options.castle)
        now, left = mine + gain, free - used
        if now <= others:
            # Nearer to it; worth something only while there is room to overtake.
            found = value * weight["castle_near"] if (others - now) // ADJACENT < left else 0.0
        else:
            found = value * self._hold((now - others) / ADJACENT, left)
            if held == 1:
                found -= value * self._hold((mine - others) / ADJACENT, free)
            else:
                found += self.denial * (value * self._hold((others - mine) / ADJACENT, free) if held else 0.0)
        found *= weight["castle"]
        if weight["contest"]:
            before = self.chances.contest(mine - others, free, held)
            after = self.chances.contest(now - others, left, 1 if now > others else held)
            lost = after[1] - before[1]
            found += (
                weight["contest"] * value * (after[0] - before[0] - self.denial * (self.count - 1) * lost)
            )
        return found

    def _hold(self, lead: float, free: int) -> float:
        """The chance that a castle held with this lead in tiles is still held when its free neighbours are filled."""
        if lead > free:
            return 1.0
        weight = self.weight
        return max(0.2, min(1.0, weight["hold"] + weight["hold_lead"] * lead - weight["hold_free"] * free))
