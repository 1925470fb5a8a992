"""A `Show` as text: coloured or plain, letter for letter the same.

    hexes       one line per row, every second one indented by half a cell; the coordinates of the first and the last
                hex stand at the ends of the line:        4,5 F   MA4*F 7 KeB 7,5
                a hex is its field, then the piece on it or its mark, then what else is printed; the mark of a hex
                with a piece is its end
    tall hexes  two lines per row: what is printed above, the piece below
    squares     faces as they are drawn, pieces below them, columns named above, rows at the left; ways
                (rivers, roads) as | and = where faces leave room, and on to the next square; land as in `land`
    small       the same with one line per square, several boards side by side
    a chain     spots one after the other with > between, in as many lines as needed; a row has no >

Panels stand next to a board if there is room, else below everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs
from rich.color import ColorSystem

from ..land.grid import HEX
from .cells import cell_len
from .model import NO_MARKS, At, Diagram, Ink, Show, Spot, Where
from .placement import marks_on
from .shapes import hexagonal
from .square_text import squares
from .styled_lines import (
    BOLD,
    DIM,
    DrawnBoard,
    Pen,
    SpotBox,
    StyledLine,
    length,
    line,
    mark,
    pieces,
    visible,
    wrap,
)
from .text_panels import abreast, below, beside

DEPTHS = {
    "standard": ColorSystem.STANDARD,
    "256": ColorSystem.EIGHT_BIT,
    "truecolor": ColorSystem.TRUECOLOR,
    "windows": ColorSystem.STANDARD,
}
"""The values of `rich.console.Console.color_system`."""


def draw_text(
    show: Show,
    *,
    width: int = 80,
    colour: bool | str | None = False,
    marks: Mapping[Where, str] = NO_MARKS,
    tall: bool = False,
    notes: bool = True,
) -> str:
    """Return the drawing as lines that end in a line feed; without `colour` it contains no escape sequences.

    `colour` is True (256 colours) or a value of `rich.console.Console.color_system`: "standard", "256", "truecolor"
    or None. `marks` are short texts on spots, such as the letters that choose them; `tall` gives hexes two lines;
    `notes` adds legend and caption. Boards wider than `width` are drawn in strips if the grid allows it; a row of
    hexes is never broken.
    """
    pen = Pen(show)
    lines = [line(part, BOLD) for part in wrap(show.title, width)]
    panels = list(show.panels)
    small: list[list[StyledLine]] = []
    for index, board in enumerate(show.boards):
        title = [line(part, BOLD) for part in wrap(board.title, width)] if board.title else []
        drawn = draw_board(pen, board, marks_on(marks, index), width, tall=tall).lines
        if board.small:
            small.append(title + drawn)
            continue
        lines += _bands(small, width)
        small = []
        lines += [line()] * bool(title) + title + beside(pen, drawn, panels, width)
    lines += _bands(small, width)
    lines += below(pen, panels, width)
    if notes:
        lines += draw_notes(pen, show, width)
    return written(lines, colour)


def draw_board(
    pen: Pen, board: Diagram, marks: Mapping[At, str], width: int, *, tall: bool = False
) -> DrawnBoard:
    """Return one board of the pen's show without its title, and where its spots stand."""
    if board.grid == "hex":
        return _hexes(pen, board, marks, tall)
    if board.in_line and any(map(hexagonal, board.spots)):
        spots = [attrs.evolve(spot, face=tuple(_rows(spot)), areas=(), ways=()) for spot in board.spots]
        board = attrs.evolve(board, spots=spots)
    return squares(pen, board, marks, width)


def written(lines: Sequence[StyledLine], colour: bool | str | None) -> str:
    """Return the lines as text, each with a line feed; `colour` as in `draw_text`."""
    system = DEPTHS["256" if colour is True else colour] if colour else None
    return "".join(one.text(system) + "\n" for one in lines)


def _bands(blocks: Sequence[list[StyledLine]], width: int) -> list[StyledLine]:
    """Return small boards side by side, a blank line before each band."""
    return [one for band in abreast(blocks, width) for one in (line(), *band)]


# -- hexes -------------------------------------------------------------------------------------------------------


def _hexes(pen: Pen, board: Diagram, marks: Mapping[At, str], tall: bool) -> DrawnBoard:
    spots = visible(board, marks)
    if not spots:
        return DrawnBoard([], {})
    cells = {at: [*_rows(spot), pieces(spot)] if tall else [_narrow(spot)] for at, spot in spots.items()}
    # A blank separates the cells; only small marks and the last of many pieces may fill it.
    pitch = max(4, *(length(row) for rows in cells.values() for row in rows))
    for spot in spots.values():
        first = printed[0][:1] if (printed := _rows(spot)) else ()
        if not spot.short:
            pitch = max(pitch, length(first if tall else first + pieces(spot)) + 1)
    for at, text in marks.items():
        lying = pieces(spots[at])
        cells[at][-1] = (*lying, *mark(text)) if tall else _narrow(spots[at], mark(text))
        pitch = max(pitch, length(cells[at][-1]) + bool(lying))
    pitch += pitch % 2
    height = max(map(len, cells.values()))
    west = min(2 * q + r for q, r in spots)
    left = {(q, r): (2 * q + r - west) * pitch // 2 for q, r in spots}
    rows = {r: sorted(at for at in spots if at[1] == r) for r in sorted({r for _, r in spots})}
    margin = max(0, *(cell_len(spots[row[0]].called) + 1 - left[row[0]] for row in rows.values()))
    lines: list[StyledLine] = []
    boxes: dict[At, SpotBox] = {}
    for r in range(min(rows), max(rows) + 1):
        row_of = rows.get(r, [])
        boxes |= {at: SpotBox(margin + left[at], len(lines), pitch, height) for at in row_of}
        for level in range(height):
            made = line()
            for at in row_of:
                spot, column = spots[at], margin + left[at]
                if at == row_of[0] and level == 0:
                    made.to(column - 1 - cell_len(spot.called)).add(spot.called, DIM)
                made.to(column)
                pen.write(made, cells[at][level] if level < len(cells[at]) else (), spot.ground)
                after = spots.get((at[0] + 1, r))
                joined = spot.group != "" and after is not None and after.group == spot.group
                made.to(column + pitch - (not joined), pen.paint("", spot.ground))
            if row_of and level == 0:
                made.to(max(margin + left[row_of[-1]] + pitch, made.width + 1))
                made.add(spots[row_of[-1]].called, DIM)
            lines.append(made)
    return DrawnBoard(lines, boxes)


def _rows(spot: Spot) -> Sequence[tuple[Ink, ...]]:
    """Return what is printed on a hex; without a face the letter of the land at each side, clockwise."""
    lands = {side: Ink(area.letter, on=area.role) for area in spot.areas for side in area.sides}
    return spot.face or ((tuple(lands.get(side, Ink(".")) for side in HEX.directions),) if lands else ())


def _narrow(spot: Spot, marked: tuple[Ink, ...] = ()) -> tuple[Ink, ...]:
    """Return a hex on one line; a mark stands in place of pieces, or at the end if there are some."""
    if spot.short and not marked:
        return spot.short
    printed, lying = tuple(ink for row in _rows(spot) for ink in row), pieces(spot)
    return (*printed[:1], *(lying or marked), *printed[1:], *(marked if lying else ()))


# -- legend and caption ------------------------------------------------------------------------------------------


def draw_notes(pen: Pen, show: Show, width: int) -> list[StyledLine]:
    """Return legend and caption."""
    lines: list[StyledLine] = []
    if show.legend:
        lines += [line(), line()]
        for ink, meaning in show.legend:
            said = wrap(meaning, max(8, width - cell_len(ink.text) - 1))
            needed = cell_len(ink.text) + 1 + max(map(cell_len, said))
            if lines[-1].width and lines[-1].width + 3 + needed > width:
                lines.append(line())
            lines[-1].add(" " * 3 if lines[-1].width else "")
            lines[-1].add(ink.text, pen.paint(ink.role, ink.on)).add(" " + said[0])
            lines += [line("  " + part) for part in said[1:]]
    if show.caption:
        lines.append(line())
        # Indented after its first line, so that no line of it passes for one of ours.
        for sentence in show.caption:
            first, *rest = wrap(sentence, width - 2)
            lines += [line(first, DIM), *(line("  " + part, DIM) for part in rest)]
    return lines
