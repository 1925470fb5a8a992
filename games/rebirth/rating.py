"""What settlements and castles are worth, under one ruleset, to one set of weights, at one stage of the game.

Each answer depends on a few small numbers, so it is kept; what is kept is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import add, itemgetter
from typing import TYPE_CHECKING, TypeAlias

import attrs

from tilewright.core.majority import prizes

from .files import OPEN, SETTLEMENT
from .missions import METRICS, counted
from .settlements import parts, policy, prize_points
from .state import ADJACENT

if TYPE_CHECKING:
    from tilewright.core.rules import Rules

    from .options import Options
    from .printed import Printed
    from .state import RebirthState
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


class Board:
    """A map by number as ratings ask for it. Sets of cells are the bits of a number."""

    def __init__(self, printed: Printed) -> None:
        self.bit = tuple(1 << cell for cell in range(len(printed.kind)))
        self.around = tuple(sum(self.bit[other] for other in cells) for cells in printed.neighbours)
        """By cell, its neighbours."""
        self.beside = tuple(map(bool, map(add, printed.castles_at, printed.cathedrals_at)))
        """By cell, True if it touches a castle or a cathedral."""
        self.settlements = tuple(gather(cells) for cells in printed.settlements)
        """By settlement, the function from all tiles to those on its cells; the same by castle and cathedral."""
        self.castles = tuple(gather(cells) for cells in printed.castle_cells)
        self.cathedrals = tuple(gather(cells) for cells in printed.cathedral_cells)


def gather(cells: Sequence[int]) -> Callable[[Sequence[int]], Tiles]:
    """The function from all tiles to those on these cells."""
    if len(cells) > 1:
        return itemgetter(*cells)
    return lambda tiles: tuple(tiles[cell] for cell in cells)


@lru_cache(maxsize=16)
def board_of(printed: Printed) -> Board:
    """The map as ratings ask for it."""
    return Board(printed)


@lru_cache(maxsize=16)
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
        self.board = board_of(self.printed)
        self.count = count
        self.none = (0.0,) * count
        self.prizes = prize_points(self.options)
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
        self._filled: dict[Tiles, tuple[float, ...]] = {}
        self._contested: dict[Tiles, tuple[float, ...]] = {}
        self._fillings: dict[tuple[Tiles, bool, int, int], tuple[float, ...]] = {}
        self._contests: dict[tuple[int, int, int], tuple[float, float]] = {}
        fields = sum(1 for kind in self.printed.kind if kind == SETTLEMENT)
        self.finished = min(0.95, count * sum(self.printed.tiles[2:]) / max(1, fields))
        """The chance that a free field of a settlement is taken."""

    # -- settlements -----------------------------------------------------------------------------------------------

    def settlement(self, tiles: Tiles, kind: int, seat: int) -> float:
        """What a tile of this kind brings in a settlement with these tiles.

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
        first, second = self.prizes[size]
        amounts, neutral = parts(self.printed, tiles, self.count)
        gaps = tiles.count(-1)
        before = amounts[seat]
        filled = self._fill(tuple(amounts), neutral, gaps, size) if weight["filled"] and gaps > 1 else ()
        amounts[seat] += mine
        others = max((a for s, a in enumerate(amounts) if s != seat), default=0)
        if gaps == 1:
            won = prizes(amounts, policy(self.options, size, seat, amounts, neutral))
            own = sum(prize.points for prize in won if prize.seat == seat)
            others_won = sum(prize.points for prize in won) - own
            return float(own - self.denial * others_won)
        hope = self._hope(amounts[seat] - others)
        was = self._hope(before - others) if before else 0.0
        worth = hope * first + (1 - hope) * weight["second"] * second
        already = (was * first + (1 - was) * weight["second"] * second) if before else 0.0
        found = weight["settlement"] * float(worth - already)
        if filled:
            after = self._fill(tuple(amounts), neutral, gaps - 1, size)
            change = [now - then for now, then in zip(after, filled, strict=True)]
            found += weight["filled"] * (change[seat] - self.denial * (sum(change) - change[seat]))
        return found

    def _hope(self, lead: int) -> float:
        return min(SURE, max(LEAST, self.weight["hope"] + self.weight["hope_lead"] * lead))

    def _fill(self, amounts: Tiles, neutral: bool, gaps: int, size: int) -> tuple[float, ...]:
        """By seat, the points expected if each free field is left free or taken by any tile of any seat, by chance."""
        key = amounts, neutral, gaps, size
        found = self._fillings.get(key)
        if found is None:
            if len(self._fillings) >= MOST:
                self._fillings.clear()
            share = 1 - self.finished
            means = [share * amount * self.options.unfinished_symbol for amount in amounts]
            for chance, seat, symbols in self._draws():
                now = list(amounts)
                now[seat] += symbols
                if gaps > 1:
                    points: Sequence[float] = self._fill(tuple(now), neutral, gaps - 1, size)
                else:
                    won = [0.0] * self.count
                    for prize in prizes(now, policy(self.options, size, seat, now, neutral)):
                        won[prize.seat] += prize.points
                    points = won
                means = [mean + chance * more for mean, more in zip(means, points, strict=True)]
            found = self._fillings[key] = tuple(means)
        return found

    def _draws(self) -> Iterator[tuple[float, int, int]]:
        """Chance, seat and symbols of each tile that may come to a free field."""
        printed = self.printed
        whole = sum(printed.tiles[2:]) * self.count
        for kind in range(2, len(printed.tiles)):
            for seat in range(self.count):
                if printed.tiles[kind]:
                    yield self.finished * printed.tiles[kind] / whole, seat, printed.symbols[kind]

    def begun(self, state: RebirthState) -> list[float]:
        """By seat, what the settlements in which it has begun are worth while they are not finished."""
        found = [0.0] * self.count
        for number, gaps in enumerate(state.gaps):
            if gaps and gaps < self.sizes[number] > 1:
                tiles = self.board.settlements[number](state.tiles)
                each = self._begun.get(tiles)
                if each is None:
                    if len(self._begun) >= MOST:
                        self._begun.clear()
                    each = self._begun[tiles] = self._shares(tiles, gaps)
                if each:
                    found = [sum_ + more for sum_, more in zip(found, each, strict=True)]
        return found

    def filled(self, state: RebirthState) -> list[float]:
        """By seat, what unfinished settlements bring if their free fields are filled by chance."""
        found = [self.none]
        for number, gaps in enumerate(state.gaps):
            if gaps and gaps < self.sizes[number] > 1:
                tiles = self.board.settlements[number](state.tiles)
                each = self._filled.get(tiles)
                if each is None:
                    amounts, neutral = parts(self.printed, tiles, self.count)
                    if len(self._filled) >= MOST:
                        self._filled.clear()
                    each = self._filled[tiles] = self._fill(tuple(amounts), neutral, gaps, len(tiles))
                found.append(each)
        return list(map(sum, zip(*found, strict=True)))

    def _shares(self, tiles: Tiles, gaps: int) -> tuple[float, ...]:
        size = len(tiles)
        amounts, _ = parts(self.printed, tiles, self.count)
        whole, (first, _) = sum(amounts), self.prizes[size]
        part = self.weight["begun"] + self.weight["begun_tile"] * (size - gaps)
        return tuple(first * amount / whole * part for amount in amounts) if whole else ()

    # -- missions --------------------------------------------------------------------------------------------------

    def wishes(self, held: Tiles, leads: Tiles | None) -> Wishes:
        """What a tile adds to what these missions count: by cell, and for those that farms help.

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
        """What the castle's points at the end gain by a tile that adds `gain` to the seat's presence.

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
            before = self._contest(mine - others, free, held)
            after = self._contest(now - others, left, 1 if now > others else held)
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

    def contested(self, state: RebirthState) -> list[float]:
        """By seat, how many castles it holds at the end if the fields at them are filled by chance."""
        found = [self.none]
        tiles, presence, kept = state.tiles, state.presence, self._contested
        for castle, holder in enumerate(state.castles):
            at = castle << 3
            key = (holder, self.board.castles[castle](tiles).count(-1), *presence[at : at + 8])
            each = kept.get(key)
            if each is None:
                if len(kept) >= MOST:
                    kept.clear()
                each = kept[key] = self._chances(*key)
            found.append(each)
        return list(map(sum, zip(*found, strict=True)))

    def _chances(self, holder: int, free: int, *presence: int) -> tuple[float, ...]:
        found = []
        for seat in range(self.count):
            others = max(value for other, value in enumerate(presence) if other != seat)
            held = 0 if holder < 0 else 1 if holder == seat else 2
            found.append(self._contest(presence[seat] - others, free, held)[0])
        return tuple(found)

    def _contest(self, lead: int, free: int, held: int) -> tuple[float, float]:
        """The chances that the seat, and that its strongest rival, holds the castle once its fields are filled."""
        if not free:
            return float(held == 1), float(held == 2)
        key = lead, free, held
        found = self._contests.get(key)
        if found is None:
            share = 1 / self.count
            ours = theirs = 0.0
            for chance, change in (
                (share / 2, ADJACENT), (share / 2, ADJACENT + 1),
                (share / 2, -ADJACENT), (share / 2, -ADJACENT - 1), (1 - 2 * share, 0),
            ):  # fmt: skip
                if chance > 0:
                    now = lead + change
                    holder = 1 if change > 0 and now > 0 else 2 if change < 0 and now < 0 else held
                    one, two = self._contest(now, free - 1, holder)
                    ours, theirs = ours + chance * one, theirs + chance * two
            found = self._contests[key] = ours, theirs
        return found
