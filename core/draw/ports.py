"""Ways between ports of a spot, where each side has several: as letters, as curves, and in words.

In text a letter stands at each port, the same one at both ends of a way; a piece at a port hides it:

      a b        a leads from the first port of the north side to the second of the west side,
    a     c      in words n1-w2
    d     d
      c b
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from ..base.html import short
from ..base.limits import number as whole
from ..land.grid import SQUARE4
from .model import Ink, Spot, Way
from .shapes import Point


def each_side(spot: Spot) -> int:
    """Return the number of ports on each side of a spot; 0 without ways between ports and pieces at ports."""
    standing = [piece.ports for piece in spot.pieces if piece.port]
    return max([way.ports for way in spot.paths] + standing, default=0)


def rows(spot: Spot) -> list[tuple[Ink, ...]]:
    """Return the ports of a square in letters, two rows more than a side has ports; none without ports."""
    ports = each_side(spot)
    if not ports:
        return []
    grid = [[Ink(" ")] * (2 * ports + 3) for _ in range(ports + 2)]
    written = [
        (port, Ink(letter, way.role))
        for letter, way in zip(ascii_lowercase, spot.paths, strict=False)
        for port in way.sides
    ]
    written += [(piece.port, Ink(piece.text[:1], piece.role)) for piece in spot.pieces if piece.port]
    for port, ink in written:
        row, column = _place(port, ports)
        grid[row][column] = ink
    return [tuple(row) for row in grid]


def said(spot: Spot) -> str:
    """Return the ways in words, by their ports: `n1-e2 s1-w1`; "" without ways between ports."""
    return " ".join("-".join(way.sides) for way in spot.paths)


def point(port: str, ports: int, directions: Sequence[str], around: Sequence[Point]) -> Point:
    """Return where a port is on the rim of a cell with these corners."""
    side, n = _split(port, ports, directions)
    (ax, ay), (bx, by) = around[side], around[(side + 1) % len(around)]
    part = (n + 1) / (ports + 1)
    return ax + (bx - ax) * part, ay + (by - ay) * part


def curve(way: Way, directions: Sequence[str], around: Sequence[Point], x: float, y: float) -> str:
    """Return the way as a path around x, y, at right angles to the sides where the cell is regular."""
    first, *others = [_end(port, way.ports, directions, around, x, y) for port in way.sides]
    if not others:
        return f"M{first[0]}L{short(x)} {short(y)}"
    return "".join(f"M{first[0]}C{first[1]} {inner} {end}" for end, inner in others)


def _end(
    port: str, ports: int, directions: Sequence[str], around: Sequence[Point], x: float, y: float
) -> tuple[str, str]:
    """Return the end of a way at a port, and the point straight within from which the curve comes there."""
    px, py = point(port, ports, directions, around)
    side, _ = _split(port, ports, directions)
    (ax, ay), (bx, by) = around[side], around[(side + 1) % len(around)]
    inner = x + px - 0.3 * (ax + bx), y + py - 0.3 * (ay + by)
    return f"{short(x + px)} {short(y + py)}", " ".join(map(short, inner))


def _split(port: str, ports: int, directions: Sequence[str]) -> tuple[int, int]:
    """Return the number of the side and that of the port on it, both from 0."""
    side, number = port.rstrip("0123456789"), port.lstrip("".join(directions))
    if side not in directions or not 1 <= (whole(number) or 0) <= ports:
        raise ValueError(
            f"{port!r} is not a port; write a side of {' '.join(directions)} and a number from 1 to {ports}"
        )
    return directions.index(side), int(number) - 1


def _place(port: str, ports: int) -> tuple[int, int]:
    """Return row and column of a port's letter."""
    side, n = _split(port, ports, SQUARE4.directions)
    back = ports - 1 - n
    return ((0, 2 + 2 * n), (1 + n, 2 * ports + 2), (ports + 1, 2 + 2 * back), (1 + back, 0))[side]
