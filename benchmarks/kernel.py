"""The yardstick: random games of Carcassonne without fields, written by hand for speed, without a framework.

    python benchmarks/kernel.py [GAMES]

72 tiles, two players, every legal placement listed at every turn, then every place for a meeple. Cells are numbers on
a padded list; a table says which rotations fit the edges around an open cell; features are a union-find. Other figures
are stated as multiples of one such game, so that they hold on any machine.
"""

from __future__ import annotations

import sys
import time

WIDTH = 160
FIELD, ROAD, CITY, ANY = range(4)
EAST = (-WIDTH, 1, WIDTH, -1)
RING = (-WIDTH - 1, -WIDTH, -WIDTH + 1, -1, 1, WIDTH - 1, WIDTH, WIDTH + 1)
# Edges from the north clockwise, features as masks of edges (one with a shield counts 1 more), a cloister, copies.
TILES: tuple[tuple[str, tuple[tuple[int, int], ...], bool, int], ...] = (
    ("FFFF", (), True, 4), ("FFRF", ((4, 0),), True, 2), ("CCCC", ((15, 1),), False, 1),
    ("CCFC", ((11, 0),), False, 3), ("CCFC", ((11, 1),), False, 1), ("CCRC", ((11, 0), (4, 0)), False, 1),
    ("CCRC", ((11, 1), (4, 0)), False, 2), ("CCFF", ((3, 0),), False, 3), ("CCFF", ((3, 1),), False, 2),
    ("CCRR", ((3, 0), (12, 0)), False, 3), ("CCRR", ((3, 1), (12, 0)), False, 2), ("CFCF", ((5, 0),), False, 1),
    ("CFCF", ((5, 1),), False, 2), ("CCFF", ((1, 0), (2, 0)), False, 2), ("CFCF", ((1, 0), (4, 0)), False, 3),
    ("CFFF", ((1, 0),), False, 5), ("CRRF", ((1, 0), (6, 0)), False, 3), ("CFRR", ((1, 0), (12, 0)), False, 3),
    ("CRRR", ((1, 0), (2, 0), (4, 0), (8, 0)), False, 3), ("CRFR", ((1, 0), (10, 0)), False, 4),
    ("RFRF", ((5, 0),), False, 8), ("FFRR", ((12, 0),), False, 9),
    ("FRRR", ((2, 0), (4, 0), (8, 0)), False, 4), ("RRRR", ((1, 0), (2, 0), (4, 0), (8, 0)), False, 1),
)  # fmt: skip
START = 19
CODES = {"F": FIELD, "R": ROAD, "C": CITY}

EDGES: list[list[int]] = []
"""By tile and rotation, the four edges."""
FEATURE: list[list[int]] = []
"""By tile and rotation, the number of the feature at each edge; -1 for a field."""
FEATURES: list[list[tuple[bool, int, int]]] = []
"""By tile: whether it is a city, its open edges, its value."""
FITTING: list[list[list[int]]] = []
"""By tile, and by the edges that an open cell demands in eight bits: the rotations that fit."""


def _tables() -> None:
    for letters, features, _, _ in TILES:
        base = [CODES[letter] for letter in letters]
        parts = []
        for mask, shield in features:
            first = next(n for n in range(4) if mask >> n & 1)
            parts.append((base[first] == CITY, mask.bit_count(), 1 + shield))
        FEATURES.append(parts)
        turned = [[base[(n - k) % 4] for n in range(4)] for k in range(4)]
        EDGES.extend(turned)
        for k in range(4):
            at = [
                next((j for j, (m, _) in enumerate(features) if m >> (n - k) % 4 & 1), -1) for n in range(4)
            ]
            FEATURE.append(at)
        FITTING.append(
            [
                [k for k in range(4) if all(demand >> 2 * n & 3 in (ANY, turned[k][n]) for n in range(4))]
                for demand in range(256)
            ]
        )


_tables()


class Game:
    """One game; everything about it lies in flat lists."""

    def __init__(self, seed: int) -> None:
        self.seed = (seed * 2654435761 + 1) & 0x7FFFFFFF
        self.board = [-1] * (WIDTH * WIDTH)
        self.first = [0] * (WIDTH * WIDTH)
        self.frontier: dict[int, int] = {}
        self.parent: list[int] = []
        self.open: list[int] = []
        self.value: list[int] = []
        self.city: list[bool] = []
        self.meeples: tuple[list[int], list[int]] = ([], [])
        self.score = [0, 0]
        self.hand = [7, 7]
        self.cloisters: dict[int, int] = {}
        self.player = 0
        self.listed = 0
        self.deck = [kind for kind, tile in enumerate(TILES) for _ in range(tile[3])]
        self.deck.remove(START)
        for last in range(len(self.deck) - 1, 0, -1):
            other = self.drawn(last + 1)
            self.deck[last], self.deck[other] = self.deck[other], self.deck[last]
        self.place(WIDTH * (WIDTH // 2) + WIDTH // 2, START, 0)

    def drawn(self, below: int) -> int:
        self.seed = (self.seed * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.seed >> 8) % below

    def root(self, one: int) -> int:
        parent = self.parent
        while parent[one] != one:
            parent[one] = parent[parent[one]]
            one = parent[one]
        return one

    def legal(self, kind: int) -> list[int]:
        fitting = FITTING[kind]
        found = [cell * 4 + k for cell, demand in self.frontier.items() for k in fitting[demand]]
        self.listed += len(found)
        return found

    def place(self, cell: int, kind: int, rotation: int) -> None:
        turned = kind * 4 + rotation
        board, frontier, first = self.board, self.frontier, len(self.parent)
        for city, edges, value in FEATURES[kind]:
            self.parent.append(len(self.parent))
            self.open.append(edges)
            self.value.append(value)
            self.city.append(city)
            self.meeples[0].append(0)
            self.meeples[1].append(0)
        board[cell] = turned
        self.first[cell] = first
        frontier.pop(cell, None)
        edge, at = EDGES[turned], FEATURE[turned]
        for side in range(4):
            near, opposite = cell + EAST[side], side ^ 2
            other = board[near]
            if other < 0:
                demand = frontier.get(near, 255)
                frontier[near] = demand & ~(3 << 2 * opposite) | edge[side] << 2 * opposite
            elif at[side] >= 0:
                self.join(self.root(first + at[side]), self.root(self.first[near] + FEATURE[other][opposite]))

    def join(self, one: int, other: int) -> None:
        self.open[one] -= 2
        if one != other:
            self.parent[other] = one
            self.open[one] += self.open[other]
            self.value[one] += self.value[other]
            for meeples in self.meeples:
                meeples[one] += meeples[other]

    def places(self, cell: int, kind: int) -> list[int]:
        """Where a meeple may stand: nowhere (-1), on the cloister (-2), on a feature."""
        found = [-1]
        if self.hand[self.player]:
            for one in range(self.first[cell], self.first[cell] + len(FEATURES[kind])):
                root = self.root(one)
                if not self.meeples[0][root] and not self.meeples[1][root]:
                    found.append(root)
            if TILES[kind][2]:
                found.append(-2)
        return found

    def settle(self, root: int, closed: bool) -> None:
        mine, theirs = self.meeples[0][root], self.meeples[1][root]
        if mine or theirs:
            points = self.value[root] * (2 if closed and self.city[root] else 1)
            for player, own, other in ((0, mine, theirs), (1, theirs, mine)):
                self.score[player] += points if own >= other else 0
                self.hand[player] += own
                self.meeples[player][root] = 0

    def around(self, cell: int) -> int:
        return 1 + sum(self.board[cell + step] >= 0 for step in RING)

    def turn(self, kind: int) -> None:
        moves = self.legal(kind)
        if not moves:
            return
        move = moves[self.drawn(len(moves))]
        cell = move >> 2
        self.place(cell, kind, move & 3)
        places = self.places(cell, kind)
        place = places[self.drawn(len(places))]
        if place == -2:
            self.cloisters[cell] = self.player
        elif place >= 0:
            self.meeples[self.player][place] += 1
        self.hand[self.player] -= place != -1
        for one in range(self.first[cell], self.first[cell] + len(FEATURES[kind])):
            root = self.root(one)
            if not self.open[root]:
                self.settle(root, True)
        for cloister, player in [*self.cloisters.items()]:
            if self.around(cloister) == 9:
                del self.cloisters[cloister]
                self.score[player] += 9
                self.hand[player] += 1
        self.player = 1 - self.player

    def play(self) -> list[int]:
        """Return the scores of a whole game."""
        for kind in self.deck:
            self.turn(kind)
        for one in range(len(self.parent)):
            if self.root(one) == one:
                self.settle(one, False)
        for cloister, player in self.cloisters.items():
            self.score[player] += self.around(cloister)
        return self.score


def seconds(games: int, seed: int = 1) -> float:
    """Return the CPU seconds of one game, the mean of so many."""
    began = time.process_time()
    for n in range(games):
        Game(seed + n).play()
    return (time.process_time() - began) / games


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    seconds(20)
    print(f"{1e3 * seconds(number):.3f} ms a game")
