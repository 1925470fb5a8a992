"""Cities, roads, cloisters and farms against a flood fill that knows nothing of the engine, over whole random games.

The tiles are those of `test_tiles.TABLE`, written by hand; regions are searched from scratch after every turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from carcassonne.steps import Meeple

import tilewright as tw
from tilewright.authoring import PlaceTile, Stream

_spec = spec_from_file_location("carcassonne_test_tiles", Path(__file__).with_name("test_tiles.py"))
assert _spec is not None and _spec.loader is not None
_tiles = module_from_spec(_spec)
_spec.loader.exec_module(_tiles)

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
Cell = tuple[int, int]
Node = tuple[Cell, str, int]
"""A cell, what it is (C, R, F, M) and the number of that on its tile."""


class Tile:
    """One line of the table, turned: parts by kind, each a set of sides (fields: of half sides)."""

    def __init__(self, line: str, turn: int) -> None:
        _, _, _, cities, roads, *fields = line.split()
        self.shield = line[0] in _tiles.SHIELDS
        self.parts: dict[str, list[frozenset[int]]] = {"C": [], "R": [], "F": [], "M": []}
        for kind, text in (("C", cities), ("R", roads)):
            for group in text.split("/") if text != "-" else ():
                self.parts[kind].append(frozenset(("nesw".index(side) + turn) % 4 for side in group))
        self.fed: list[bool] = []
        for text in fields if fields != ["-"] else ():
            self.parts["F"].append(frozenset((int(h) + 2 * turn) % 8 for h in text.strip("+")))
            self.fed.append(text.endswith("+"))
        if line[0] in _tiles.CLOISTERS:
            self.parts["M"].append(frozenset())

    def part(self, where: str) -> tuple[str, int]:
        """What stands at a side, a corner, or is the cloister."""
        if where == "cloister":
            return "M", 0
        if where in ("ne", "se", "sw", "nw"):
            corner = ("ne", "se", "sw", "nw").index(where)
            for number, halves in enumerate(self.parts["F"]):
                if halves & {2 * corner + 1, (2 * corner + 2) % 8}:
                    return "F", number
        side = "nesw".index(where)
        for kind in "CR":
            for number, sides in enumerate(self.parts[kind]):
                if side in sides:
                    return kind, number
        return "F", next(n for n, halves in enumerate(self.parts["F"]) if 2 * side in halves)


LINES = {line[0]: line for line in _tiles.TABLE.strip().splitlines()}


class Oracle:
    """A game told by its moves."""

    def __init__(self, players: int) -> None:
        self.tiles: dict[Cell, Tile] = {(0, 0): Tile(LINES["D"], 0)}
        self.meeples: dict[Cell, tuple[str, int, int]] = {}
        self.points = [Counter[str]() for _ in range(players)]
        self.players = players

    def near(self, node: Node) -> Iterator[Node | None]:
        """What the node touches; None for an open side."""
        (x, y), kind, number = node
        for edge in self.tiles[x, y].parts[kind][number]:
            side = edge // 2 if kind == "F" else edge
            beyond = (x + STEPS[side][0], y + STEPS[side][1])
            if beyond not in self.tiles:
                yield None
                continue
            # A half side is met by the other half of the side beyond.
            wanted = (2 * ((side + 2) % 4) + 1 - edge % 2) if kind == "F" else (side + 2) % 4
            parts = self.tiles[beyond].parts[kind]
            yield (beyond, kind, next(n for n, part in enumerate(parts) if wanted in part))

    def flood(self, node: Node) -> tuple[set[Node], bool]:
        """All that is connected, and whether it is closed."""
        found, waiting, closed = {node}, [node], True
        while waiting:
            for near in self.near(waiting.pop()):
                if near is None:
                    closed = False
                elif near not in found:
                    found.add(near)
                    waiting.append(near)
        return found, closed

    def who(self, nodes: set[Node]) -> Counter[int]:
        return Counter(s for c, (kind, n, s) in self.meeples.items() if (c, kind, n) in nodes)

    def pay(self, who: Counter[int], points: int, reason: str) -> None:
        for seat, count in who.items():
            if count == max(who.values()) and points:
                self.points[seat][reason] += points

    def around(self, cell: Cell) -> int:
        x, y = cell
        return sum((x + i, y + j) in self.tiles for i in (-1, 0, 1) for j in (-1, 0, 1))

    def worth(self, nodes: set[Node], kind: str, rate: int) -> int:
        cells = {cell for cell, _, _ in nodes}
        shields = sum(self.tiles[cell].shield for cell in cells) if kind == "C" else 0
        return (len(cells) + shields) * (rate if kind == "C" else 1)

    def score(self, cell: Cell) -> None:
        """What the tile on the cell has completed."""
        for kind, reason in (("C", "city"), ("R", "road")):
            for number in range(len(self.tiles[cell].parts[kind])):
                nodes, closed = self.flood((cell, kind, number))
                who = self.who(nodes)
                if closed and who:
                    small = self.small and kind == "C" and len({c for c, _, _ in nodes}) == 2
                    self.pay(who, self.worth(nodes, kind, 1 if small else 2), reason)
                    for there in [c for c, (k, n, _) in self.meeples.items() if (c, k, n) in nodes]:
                        del self.meeples[there]
        for there, (kind, _, seat) in list(self.meeples.items()):
            if kind == "M" and self.around(there) == 9:
                self.points[seat]["cloister"] += 9
                del self.meeples[there]

    small = False

    def finish(self, first_edition: bool) -> None:
        """The final scoring."""
        done: set[Node] = set()
        farms: list[tuple[set[Node], Counter[int]]] = []
        for cell, (kind, number, seat) in self.meeples.items():
            if kind == "M":
                self.points[seat]["open_cloister"] += self.around(cell)
            elif (cell, kind, number) not in done:
                nodes, _ = self.flood((cell, kind, number))
                done |= nodes
                if kind == "F":
                    farms.append((nodes, self.who(nodes)))
                else:
                    reason = "open_city" if kind == "C" else "open_road"
                    self.pay(self.who(nodes), self.worth(nodes, kind, 1), reason)
        fed: dict[frozenset[Node], Counter[int]] = {}
        for nodes, who in farms:
            cities = set()
            for cell, _, number in nodes:
                tile = self.tiles[cell]
                for city in range(len(tile.parts["C"])) if tile.fed[number] else ():
                    whole, closed = self.flood((cell, "C", city))
                    if closed:
                        cities.add(frozenset(whole))
            for one in cities:
                fed[one] = fed.get(one, Counter[int]()) + who
            if not first_edition:
                self.pay(who, 3 * len(cities), "field")
        if first_edition:
            for who in fed.values():
                self.pay(who, 4, "fed_city")


GAMES = [(2, range(40), "current"), (3, range(100, 130), "first"), (5, range(200, 220), "first")]


@pytest.mark.parametrize(("players", "seeds", "edition"), GAMES)
def test_points_are_those_of_a_flood_fill(players: int, seeds: range, edition: str) -> None:
    """CA-CITY-1 to CA-CITY-3, CA-ROAD-1, CA-CLOISTER-1, CA-MEEPLE-2, CA-FIELD-1 to CA-FIELD-3, CA-END-2 to CA-END-4."""
    rules = tw.load("carcassonne", edition=edition)
    seen: Counter[str] = Counter()
    for seed in seeds:
        state: Any = rules.new(players, seed)
        oracle, stream = Oracle(players), Stream(seed, "oracle")
        oracle.small = edition == "first"
        cell: Cell = (0, 0)
        while not state.over:
            seat = state.to_act[0]
            legal = list(state.legal(seat))
            # Meeples only now and then, so that there are some left to the end.
            action = (
                stream.pick(legal) if isinstance(legal[0], PlaceTile) or not stream.below(3) else legal[-1]
            )
            if seed % 20 == 0:
                # Played well, so that much is completed.
                action = max(rules.choices(state.view(seat)), key=lambda choice: choice.worth).action
            before = state.turns
            if isinstance(action, PlaceTile):
                cell = action.cell.x, action.cell.y
                line = LINES[rules.pieces["tile"][state.drawn[-1]]]
                oracle.tiles[cell] = Tile(line, int(action.rotation))
            else:
                tile = oracle.tiles[cell]
                free = {
                    (kind, n)
                    for kind, parts in tile.parts.items()
                    for n in range(len(parts))
                    if not oracle.who(oracle.flood((cell, kind, n))[0])
                }
                listed = [tile.part(other.where) for other in legal if isinstance(other, Meeple)]
                assert sorted(listed) == sorted(free)
            if isinstance(action, Meeple):
                oracle.meeples[cell] = (*oracle.tiles[cell].part(action.where), seat)
            state.apply(action)
            if state.turns > before:
                oracle.score(cell)
                if state.over:
                    oracle.finish(edition == "first")
            for other in range(players):
                found: Counter[str] = Counter()
                for entry in state.score_lines(other):
                    found[entry.reason] += entry.amount
                assert found == oracle.points[other]
        seen.update(reason for counts in oracle.points for reason in counts)
    assert {*seen} >= {"city", "road", "cloister", "open_city", "open_road", "open_cloister"}
    assert ("field" in seen) == (edition == "current") and ("fed_city" in seen) == (edition == "first")
