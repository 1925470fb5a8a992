"""Squares and chains as lines of text: faces and land as they are drawn, pieces, numbers of choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

import attrs

from . import land_text, ports
from .cells import cell_len
from .model import At, Diagram, Ink, Spot
from .styled_lines import DIM, DrawnBoard, Pen, SpotBox, StyledLine, length, line, mark, pieces, visible


def squares(pen: Pen, board: Diagram, marks: Mapping[At, str], width: int) -> DrawnBoard:
    """Return the board with its marks; strips of columns one below the other if it is wider than the page."""
    spots = visible(board, marks)
    if not spots:
        return DrawnBoard([], {})
    chain, lands = board.in_line, any(spot.areas and not spot.face for spot in spots.values())
    small, bare = board.small and not lands, board.small and lands
    lettered = {
        at: rows
        for at, spot in spots.items()
        if not spot.face and not spot.areas and (rows := ports.rows(spot))
    }
    high = [len(rows) for rows in lettered.values()] + [len(spot.face) for spot in spots.values()]
    face = 1 if small else max(3 * lands, 1, *high)
    lower = not small and any(
        pieces(spot) or ((spot.face or spot.areas or at in lettered) and at in marks)
        for at, spot in spots.items()
    )
    cells: dict[At, list[tuple[Ink, ...]]] = {}
    for at, there in spots.items():
        if small:
            cells[at] = [_single(there, mark(marks[at]) if at in marks else ())]
        else:
            printed = there.face or (
                land_text.letters(there, board.small) if there.areas else lettered.get(at, ())
            )
            cells[at] = _square(there, printed, marks.get(at, ""), face, lower)
    sides = {side for spot in spots.values() for way in spot.roads for side in way.sides if not bare}
    wide = max(3, *(length(row) for rows in cells.values() for row in rows))
    xs, ys = {x for x, _ in spots}, {y for _, y in spots}
    columns = sorted(xs) if chain else range(min(xs), max(xs) + 1)
    names = {x: spots[x, 0].name or str(x) if chain else str(x).center(wide) for x in columns}
    wide = max(wide, *(cell_len(name) for name in names.values()))
    margin = 0 if chain else max(len(str(y)) for y in ys) + 1 + ("w" in sides)
    fit = max(1, (width - margin + (not chain)) // (wide + 1))
    middle = (face - 1) // 2
    lines: list[StyledLine] = []
    boxes: dict[At, SpotBox] = {}
    for first in range(0, len(columns), fit):
        strip = {x: margin + n * (wide + 1) for n, x in enumerate(columns[first : first + fit])}
        lines += [line()] * bool(lines)
        head = line()
        for x, column in strip.items():
            head.to(column).add(names[x], DIM)
        lines.append(head)
        for y in range(max(ys), min(ys) - 1, -1):
            if y != max(ys) and (sides & {"n", "s"} if small else not bare):
                lines.append(_between(pen, spots, strip, y, wide))
            # A row in which nothing lies needs no more than a line for its marks.
            here = [spots[x, y] for x in strip if (x, y) in spots]
            empty = all(spot.blank for spot in here)
            below = lower and (not chain or any(pieces(spot) or spot.at in marks for spot in here))
            levels = (middle,) if empty else range(face + below)
            for x, column in strip.items():
                if (x, y) in spots:
                    boxes[x, y] = SpotBox(column, len(lines), wide, len(levels))
            for level in levels:
                made = line()
                if not chain and level == middle:
                    made.add(f"{y:{margin - 1 - ('w' in sides)}}", DIM)
                for x, column in strip.items():
                    spot = spots.get((x, y))
                    if spot is None:
                        continue
                    sideways = {} if chain or bare or level != middle else _sideways(spot)
                    if "w" in sideways and made.width < column:
                        pen.write(made.to(column - 1), (sideways["w"],))
                    row = cells[spot.at][level]
                    if spot.face or not spot.areas:
                        row = _crossed(spot, row, level - middle, wide)
                    pen.write(made.to(column), row, spot.ground)
                    if spot.face:
                        made.to(column + wide, pen.paint("", spot.ground))
                    if "e" in sideways:
                        pen.write(made.to(column + wide), (sideways["e"],))
                    if board.grid == "chain" and level == middle and x != columns[-1]:
                        made.to(column + wide).add(">", DIM)
                lines.append(made)
    return DrawnBoard(lines, boxes)


def _square(
    spot: Spot, printed: Sequence[tuple[Ink, ...]], text: str, face: int, lower: bool
) -> list[tuple[Ink, ...]]:
    """Return all rows of a square: its face, and below it the pieces and the mark; a mark alone is in the middle."""
    rows = [row for row, _ in zip_longest(printed, range(face), fillvalue=())]
    lying = pieces(spot)
    marked = mark(text) if text else ()
    if marked and not printed and not lying:
        rows[(face - 1) // 2] = marked
        marked = ()
    return [*rows, (*lying, *[Ink(" ")] * bool(lying and marked), *marked)] if lower else rows


def _single(spot: Spot, marked: tuple[Ink, ...]) -> tuple[Ink, ...]:
    """Return a square of a small board as one row, with a mark at its end."""
    shown = spot.short or (*(spot.face[0] if spot.face else ()), *pieces(spot))
    return (*shown, *[Ink(" ")] * bool(shown and marked), *marked)


def _sideways(spot: Spot) -> dict[str, Ink]:
    """Return the ways that lead out of the spot to the west and to the east."""
    return {side: Ink("=", way.role) for way in spot.roads for side in way.sides if side in ("w", "e")}


def _between(pen: Pen, spots: Mapping[At, Spot], strip: Mapping[int, int], y: int, wide: int) -> StyledLine:
    """Return the line between a row of squares and the one above it, with the ways that lead across."""
    made = line()
    for x, column in strip.items():
        for at, side in (((x, y + 1), "s"), ((x, y), "n")):
            ways = [way for way in spots[at].roads if side in way.sides] if at in spots else []
            if ways and made.width <= column:
                pen.write(made.to(column + wide // 2), (Ink("|", ways[0].role),))
    return made


def _crossed(spot: Spot, row: tuple[Ink, ...], below: int, wide: int) -> tuple[Ink, ...]:
    """Return the row with the spot's ways in its blanks; `below` is its distance from the middle row, downwards."""
    signs: dict[int, Ink] = {}
    centre = wide // 2
    for way in spot.roads:
        if ("n" in way.sides and below <= 0) or ("s" in way.sides and below >= 0):
            signs[centre] = Ink("|", way.role)
        if not below:
            for side, places in (("w", range(centre + 1)), ("e", range(centre, wide))):
                signs |= dict.fromkeys(places, Ink("=", way.role)) if side in way.sides else {}
    if not signs:
        return row
    made: list[Ink] = []
    at = 0
    for ink in row:
        for letter in ink.text:
            free = letter == " " and ink.role != "legal"
            made.append(signs[at] if free and at in signs else attrs.evolve(ink, text=letter))
            at += cell_len(letter)
    return (*made, *(signs.get(n, Ink(" ")) for n in range(at, max(signs) + 1)))
