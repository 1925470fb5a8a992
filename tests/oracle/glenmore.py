"""The rules of Glen More a second time: slow, plain, and written from the rulebook.

Shares no code with the engine and reads the printed facts with PyYAML alone. Cells are pairs (east, north) with the
start village at (0, 0); tiles, cards and resources go by their names. This room holds the facts, what a player has,
the warehouse, placing, and what can be paid; the circuit, the scorings and the turn have rooms of their own.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from ..cases import cases

Cell: TypeAlias = tuple[int, int]
Amounts: TypeAlias = tuple[int, ...]
"""One number for each of RESOURCES."""

DATA = Path(__file__).resolve().parents[2] / "data" / "glenmore"
RESOURCES = ("wood", "stone", "sheep", "cattle", "grain")
START = "start_village"


def facts(name: str) -> Any:
    """What a file of the game's data says."""
    return yaml.load((DATA / f"{name}.yaml").read_text("utf-8"), yaml.CSafeLoader)


BOX: dict[str, Any] = facts("box")
TILES: dict[str, dict[str, Any]] = {tile["id"]: tile for tile in facts("tiles")}
CARDS: dict[str, dict[str, Any]] = {card["id"]: card for card in facts("cards")}
PRICES: tuple[int, ...] = tuple(BOX["prices"]["values"])

DEFAULTS: dict[str, Any] = cases(__file__, "defaults")

EDITIONS: dict[str, dict[str, Any]] = {
    "alea-de": {},
    "polish": {"grocer_vp": 7, "lochy_cubes": "any_tile", "iona_production": "once"},
    "yucata": {"vp_secrecy": "open", "promotions_first": True, "last_member": "one_tile_left"},
}
"""The sets DE, PL-literal and YU (GM-EV-1 to GM-EV-12)."""


@dataclass
class Player:
    """All that lies in front of one player."""

    coins: int
    display: dict[Cell, str] = field(default_factory=lambda: {(0, 0): START})
    cubes: dict[Cell, Counter[str]] = field(default_factory=dict)
    members: Counter[Cell] = field(default_factory=lambda: Counter({(0, 0): 1}))
    barrels: int = 0
    chieftains: int = 0
    cards: set[str] = field(default_factory=set)

    def owned(self) -> Amounts:
        """The cubes on all tiles together."""
        total = sum(self.cubes.values(), Counter[str]())
        return tuple(total[kind] for kind in RESOURCES)

    def gain(self, kind: str, at: Cell) -> None:
        """A cube comes onto a tile."""
        assert at in self.display
        self.cubes.setdefault(at, Counter())[kind] += 1

    def lose(self, kind: str, at: Cell) -> None:
        """A cube goes to the supply."""
        assert self.cubes[at][kind] > 0
        self.cubes[at][kind] -= 1
        if not self.cubes[at].total():
            del self.cubes[at]

    def leave(self, at: Cell) -> None:
        """A member leaves a tile."""
        assert self.members[at] > 0
        self.members[at] -= 1
        self.members = +self.members


# Warehouse

Rows: TypeAlias = tuple[tuple[int, ...], ...]
"""For each resource the coins that lie on each of its spaces."""


def empty_rows(first: bool) -> Rows:
    """The warehouse at the start; `first` puts a coin on each space of price 1 (GM-DIE-1)."""
    return tuple(tuple(PRICES[0] if first and not n else 0 for n in range(len(PRICES))) for _ in RESOURCES)


def cost_of(rows: Rows, kind: int) -> int:
    """What a cube costs now: the number on the lowest free space, 0 if none is free (GM-WARE-3, GM-WARE-4)."""
    free = [PRICES[n] for n, coins in enumerate(rows[kind]) if not coins]
    return min(free, default=0)


def bought(rows: Rows, kind: int) -> Rows:
    """The coins for one cube have been put down."""
    spaces = list(rows[kind])
    spaces[PRICES.index(cost_of(rows, kind))] = cost_of(rows, kind)
    return tuple(tuple(spaces) if n == kind else row for n, row in enumerate(rows))


def sold(rows: Rows, kind: int) -> Rows:
    """The space that held most has been emptied (GM-WARE-7)."""
    spaces = list(rows[kind])
    spaces[spaces.index(max(spaces))] = 0
    return tuple(tuple(spaces) if n == kind else row for n, row in enumerate(rows))


def more(amounts: Amounts, kind: int, count: int = 1) -> Amounts:
    """So many more (or fewer) of one kind."""
    return tuple(have + count * (n == kind) for n, have in enumerate(amounts))


@dataclass(frozen=True)
class Means:
    """What somebody can hand in and pay with."""

    own: Amounts
    coins: int
    rows: Rows
    given: Amounts = (0,) * 5
    """What has been handed in already."""
    buys_owned: bool = True
    """Whether a kind may be bought that is owned (GM-AMB-8)."""

    def steps(self, goals: frozenset[Amounts]) -> list[Means]:
        """Everything that one hand-in, purchase or sale can make of this on the way to one of the goals."""
        found = []
        for kind in range(5):
            given = more(self.given, kind)
            wanted = any(all(g <= goal[n] for n, g in enumerate(given)) for goal in goals)
            own, price, most = self.own[kind], cost_of(self.rows, kind), max(self.rows[kind])
            if own and wanted:
                found.append(replace(self, own=more(self.own, kind, -1), given=given))
            if wanted and (self.buys_owned or not own) and price and price <= self.coins:
                rows = bought(self.rows, kind)
                found.append(replace(self, coins=self.coins - price, rows=rows, given=given))
            if own and most:
                less, rows = more(self.own, kind, -1), sold(self.rows, kind)
                found.append(replace(self, own=less, coins=self.coins + most, rows=rows))
        return found


def reaches(means: Means, goals: frozenset[Amounts]) -> bool:
    """Whether any sequence of hand-ins, purchases and sales leads to exactly one of these amounts handed in."""
    seen, waiting = {means}, [means]
    while waiting:
        here = waiting.pop()
        if here.given in goals:
            return True
        # Hand-ins are looked at first, sales last: that finds a way soon where there is one.
        for following in reversed(here.steps(goals)):
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return False


def demands(tile: str) -> frozenset[Amounts]:
    """Every choice of cubes that pays for a tile; empty where it costs no cubes."""
    cost = dict(TILES[tile].get("cost", {}))
    different = cost.pop("different", 0)
    exact = tuple(cost.get(kind, 0) for kind in RESOURCES)
    if not any(exact) and not different:
        return frozenset()
    return frozenset(
        tuple(exact[n] + (n in some) for n in range(5)) for some in combinations(range(5), different)
    )


def deals(tile: str, options: dict[str, Any]) -> dict[Amounts, tuple[int, int]]:
    """What the tile takes cubes for: the cubes, then points and barrels."""
    each = TILES[tile]["each"]
    does = each["does"]

    def counted(some: tuple[str, ...]) -> Amounts:
        return tuple(some.count(kind) for kind in RESOURCES)

    def points(stated: int | str) -> int:
        return int(options[stated]) if isinstance(stated, str) else stated

    if does == "exchange":
        give = tuple(each["give"].get(kind, 0) for kind in RESOURCES)
        return {give: (points(each.get("vp", 0)), each.get("whisky", 0))}
    if does == "several":
        return {counted((each["cube"],) * n): (points(vp), 0) for n, vp in each["vp"].items()}
    if does == "different":
        return {
            counted(some): (points(vp), 0)
            for n, vp in each["vp"].items()
            for some in combinations(RESOURCES, n)
        }
    if does == "any":
        every = combinations_with_replacement(RESOURCES, each["count"])
        return {counted(some): (points(each["vp"]), 0) for some in every}
    return {}


# Placing


def around(at: Cell) -> list[Cell]:
    """The up to eight cells that touch a cell with a side or a corner."""
    x, y = at
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def sides(at: Cell) -> list[Cell]:
    """The four cells that share a side."""
    x, y = at
    return [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]


def ends(display: dict[Cell, str], line: str) -> list[Cell]:
    """The two cells where the river (or road) of a display goes on (GM-PLACE-7)."""
    found = []
    for step in (1, -1):
        n = step
        while TILES.get(display.get((0, n) if line == "river" else (n, 0), ""), {}).get(line):
            n += step
        found.append((0, n) if line == "river" else (n, 0))
    return found


def spots(player: Player, tile: str, blocking: str, members: Counter[Cell] | None = None) -> set[Cell]:
    """Where a tile may go, with these members on the display (GM-PLACE-1 to GM-PLACE-7)."""
    display = player.display
    members = player.members if members is None else members
    free = {cell for at in display for cell in sides(at)} - display.keys()
    free = {cell for cell in free if any(members[near] for near in around(cell))}
    river, road = ends(display, "river"), ends(display, "road")
    for line, cells in (("river", river), ("road", road)):
        if TILES[tile].get(line):
            # Its far side has the line too, and must not touch a tile that lies there already.
            step = {"river": (0, 1), "road": (1, 0)}[line]
            beyond = [tuple(c + (1 if c > 0 else -1) * s for c, s in zip(cell, step)) for cell in cells]
            return {cell for cell, far in zip(cells, beyond) if cell in free and far not in display}
    free -= {*river, *road}
    if blocking == "illegal":
        free = {(x, y) for x, y in free if x and y}
    return free
