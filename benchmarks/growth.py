"""How the cost of a turn grows with the board: python benchmarks/growth.py

A turn lists all placements of a tile, takes one of them at random and places the tile. Where tiles are taken
away, a random one goes before, and two are placed instead. Each line is one kind of board.
Games of 72, 288 and 1,152 tiles are played in turn, after one that fills the memos of faces; medians of five count.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from statistics import median

import attrs

from tilewright.core.land.board import Board, spot
from tilewright.core.land.faces import Area, Face, read_face
from tilewright.core.land.grid import HEX, SQUARE4, pack
from tilewright.core.land.polyomino import Polyomino, Tile, place, placements
from tilewright.core.land.regions import Regions

SIZES = (72, 288, 1_152)
RUNS = 5
SQUARE = frozenset(pack(x, y) for x in range(25) for y in range(25))
"""The cells of a bounded board."""


@attrs.frozen
class Kind:
    """Tiles, and the board on which they are placed."""

    name: str
    tiles: Callable[[Random], list[Tile]]
    board: Callable[[], Board]
    taking: bool = False


def drawn(random: Random) -> list[Tile]:
    """Squares of two terrains, with corners and bridges."""
    drawings = (
        "PPP PPP PPP",
        "PPM PPM PPM",
        "MMM PPP PPP",
        "MMM PPP MMM",
        "PPM PPM MMM",
        "MMM MMP MPP",
        "MPM PPP MPM",
        "PMP MMM PMP",
    )
    return [read_face(f"t{n}", drawing) for n, drawing in enumerate(drawings)]


def hexes(random: Random) -> list[Tile]:
    """Hexes of two terrains."""
    edges = ["PPPPPP", "PPPPPM", "PPPPMM", "PPPMMM", "PPMMMM", "PMMMMM", "MMMMMM"]
    return [Face(f"h{n}", one, _lands(one)) for n, one in enumerate(edges)]


def _lands(edges: str) -> tuple[Area, ...]:
    return tuple(
        Area(letter, tuple(side for side, one in enumerate(edges) if one == letter))
        for letter in sorted({*edges})
    )


def paths(random: Random) -> list[Tile]:
    """Squares with two ports a side, joined in pairs."""
    found: list[Tile] = []
    for n in range(35):
        ports = random.sample(range(8), 8)
        roads = tuple(tuple(sorted(ports[at : at + 2])) for at in range(0, 8, 2))
        found.append(Face(f"p{n}", "PPPP", (), roads, ports=2))
    return found


def fields(random: Random) -> list[Tile]:
    """Squares with three ports a side: a road in the middle of some, fields beside it."""
    found: list[Tile] = []
    for n, edges in enumerate(("FFFF", "FRFR", "FFRR", "CFFF", "CRFR", "CCFF")):
        areas = [Area("C", tuple(p for p in range(12) if edges[p // 3] == "C"))] if "C" in edges else []
        land = tuple(p for p in range(12) if edges[p // 3] == "F" or (edges[p // 3] == "R" and p % 3 != 1))
        road = tuple(3 * side + 1 for side in range(4) if edges[side] == "R")
        found.append(
            Face(
                f"f{n}",
                edges,
                (*areas, Area("F", land)) if land else tuple(areas),
                (road,) if road else (),
                ports=3,
            )
        )
    return found


def dominoes(random: Random) -> list[Tile]:
    """Two cells, of four terrains."""
    cells = [Face(letter, letter * 4, (Area(letter, (0, 1, 2, 3), (1,)),)) for letter in "WLGS"]
    pairs = [(one, other) for n, one in enumerate(cells) for other in cells[n:]]
    return [Polyomino(f"d{n}", SQUARE4, pair, ((0, 0), (1, 0))) for n, pair in enumerate(pairs)]


def matched(random: Random) -> list[Tile]:
    """Two cells of one terrain."""
    cells = [Face(letter, letter * 4, (Area(letter, (0, 1, 2, 3), (1,)),)) for letter in "WL"]
    return [Polyomino(cell.name * 2, SQUARE4, (cell, cell), ((0, 0), (1, 0))) for cell in cells]


KINDS = (
    Kind("squares", drawn, lambda: Board(SQUARE4)),
    Kind("hexes", hexes, lambda: Board(HEX)),
    Kind("two ports a side", paths, lambda: Board(SQUARE4, ports=2)),
    Kind("three ports a side", fields, lambda: Board(SQUARE4, ports=3)),
    Kind("squares, any edges meet", drawn, lambda: Board(SQUARE4, matching=False)),
    Kind("dominoes, any edges meet", dominoes, lambda: Board(SQUARE4, Regions(mark_kinds=1), matching=False)),
    Kind("dominoes, equal edges", matched, lambda: Board(SQUARE4, Regions(mark_kinds=1))),
    Kind("squares, one taken away each turn", drawn, lambda: Board(SQUARE4), taking=True),
    Kind("hexes, one taken away each turn", hexes, lambda: Board(HEX), taking=True),
    Kind(
        "dominoes, a cell taken away each turn",
        dominoes,
        lambda: Board(SQUARE4, Regions(mark_kinds=1), matching=False),
        taking=True,
    ),
    Kind(
        "dominoes anywhere, a cell taken away each turn",
        dominoes,
        lambda: Board(SQUARE4, Regions(mark_kinds=1), matching=False, bounds=SQUARE, scattered=True),
        taking=True,
    ),
)


def turn(kind: Kind, tiles: list[Tile], size: int, seed: int) -> float:
    """Microseconds a turn, in one game of so many tiles."""
    random, board = Random(seed), kind.board()
    place(board, tiles[0], 0)
    spent = 0.0
    for _ in range(size):
        chosen = [random.choice([*board])] if kind.taking and len(board) > 1 else []
        some = [random.choice(tiles) for _ in range(1 + kind.taking)]
        began = time.process_time()
        for cell in chosen:
            board.remove(cell)
        for tile in some:
            found = placements(board, tile)
            if found:
                key, rotation = spot(random.choice(found))
                place(board, tile, key, rotation)
        spent += time.process_time() - began
    return spent / size * 1e6


def main() -> None:
    print(f"| board | {' | '.join(f'{size:,} tiles' for size in SIZES)} | four times | sixteen times |")
    print(f"| --- |{' ---: |' * (len(SIZES) + 2)}")
    for kind in KINDS:
        tiles = kind.tiles(Random(1))
        turn(kind, tiles, SIZES[0], 0)
        spent = [[turn(kind, tiles, size, seed) for size in SIZES] for seed in range(1, RUNS + 1)]
        middle = [median(run[n] for run in spent) for n in range(len(SIZES))]
        shown = " | ".join(f"{one:.1f} us" for one in middle)
        print(f"| {kind.name} | {shown} | {middle[1] / middle[0]:.2f} | {middle[2] / middle[0]:.2f} |")


if __name__ == "__main__":
    main()
