"""A `Show` as text: coloured or plain, letter for letter the same.

    hexes       one line per row, every second one indented by half a cell; the coordinates of the first and the last
                hex stand at the ends of the line:        4,5 F   MA4*F 7 KeB 7,5
                a hex is its field, then the piece on it or the number of the choice, then small marks
    tall hexes  two lines per row: what is printed above, the piece below
    squares     faces as they are drawn, pieces below them, columns named above, rows at the left; ways
                (rivers, roads) as | and = where faces leave room, and on to the next square; land as in `land`
    small       the same with one line per square, several boards side by side
    a chain     spots one after the other with > between, in as many lines as needed; a row has no >

Panels stand next to a board if there is room, else below everything. Many choices without a spot stand in columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from rich.color import ColorSystem

from .lines import BOLD, DIM, Line, Pen, choice, length, line, pieces, visible, widest, wrap
from .model import At, Diagram, Ink, Show, Spot
from .paint import OKABE_ITO, Theme
from .panels import abreast, below, beside
from .squares import squares

DEPTHS = {
    "standard": ColorSystem.STANDARD,
    "256": ColorSystem.EIGHT_BIT,
    "truecolor": ColorSystem.TRUECOLOR,
    "windows": ColorSystem.STANDARD,
}
"""The values of `rich.console.Console.color_system`."""
LISTED = 8
"""Up to so many choices are listed one per line; more stand in columns."""


def draw_text(
    show: Show,
    *,
    width: int = 80,
    colour: bool | str | None = False,
    numbers: bool = True,
    tall: bool = False,
    notes: bool = True,
    theme: Theme = OKABE_ITO,
) -> str:
    """Return the drawing as lines that end in a line feed; without `colour` it contains no escape sequences.

    `colour` is True (256 colours) or a value of `rich.console.Console.color_system`: "standard", "256", "truecolor"
    or None. `numbers` puts the numbers of choices on their spots and lists choices that have none; `tall` gives hexes
    two lines; `notes` adds legend and caption. Boards wider than `width` are drawn in strips if the grid allows it;
    a row of hexes is never broken.
    """
    pen = Pen(show, theme)
    lines = [line(part, BOLD) for part in wrap(show.title, width)]
    panels = list(show.panels)
    shown: set[int] = set()
    small: list[list[Line]] = []
    for index, board in enumerate(show.boards):
        offered = show.numbers(index) if numbers else {}
        title = [line(part, BOLD) for part in wrap(board.title, width)] if board.title else []
        if board.grid == "hex":
            drawn, numbered = _hexes(pen, board, offered, tall)
        else:
            drawn, numbered = squares(pen, board, offered, width)
        shown |= numbered
        if board.small:
            small.append(title + drawn)
            continue
        lines += _bands(small, width)
        small = []
        lines += [line()] * bool(title) + title + beside(pen, drawn, panels, width)
    lines += _bands(small, width)
    lines += below(pen, panels, width)
    listed = [(n, offer) for n, offer in enumerate(show.offers, 1) if n not in shown and offer.board >= 0]
    if listed and numbers:
        choices = [line(f"{n:3} ", BOLD).add(str(offer.action)) for n, offer in listed]
        lines += [line(), *_listed(choices, width)]
    if notes:
        lines += _notes(pen, show, width)
    system = DEPTHS["256" if colour is True else colour] if colour else None
    return "".join(one.text(system) + "\n" for one in lines)


def _bands(blocks: Sequence[list[Line]], width: int) -> list[Line]:
    """Return small boards side by side, a blank line before each band."""
    return [one for band in abreast(blocks, width) for one in (line(), *band)]


def _listed(choices: list[Line], width: int) -> list[Line]:
    """Return the choices one below the other, in columns if there are many."""
    across = max(1, width // (widest(choices) + 2)) if len(choices) > LISTED else 1
    high = -(-len(choices) // across)
    columns = [choices[n : n + high] for n in range(0, len(choices), high)]
    wide = widest(choices) + 2
    for n, column in enumerate(columns[1:], 1):
        for left, right in zip(columns[0], column, strict=False):
            left.to(n * wide).join(right)
    return columns[0]


# -- hexes -------------------------------------------------------------------------------------------------------


def _hexes(
    pen: Pen, board: Diagram, offered: Mapping[At, Sequence[int]], tall: bool
) -> tuple[list[Line], set[int]]:
    """Return the board, and the choices that are numbered on it."""
    spots = visible(board, offered)
    if not spots:
        return [], set()
    cells = {at: [*spot.face, pieces(spot)] if tall else [_narrow(spot)] for at, spot in spots.items()}
    # A blank separates the cells; only small marks and the last of many pieces may fill it.
    pitch = max(4, *(length(row) for rows in cells.values() for row in rows))
    for spot in spots.values():
        first = spot.face[0][:1] if spot.face else ()
        if not spot.short:
            pitch = max(pitch, length(first if tall else first + pieces(spot)) + 1)
    pitch += pitch % 2
    numbered: set[int] = set()
    for at, numbers in offered.items():
        spot = spots[at]
        row = choice(numbers) if tall else _narrow(spot, choice(numbers))
        if not spot.pieces and length(row) <= pitch:
            cells[at][-1] = row
            numbered.update(numbers)
    height = max(map(len, cells.values()))
    west = min(2 * q + r for q, r in spots)
    left = {(q, r): (2 * q + r - west) * pitch // 2 for q, r in spots}
    rows = {r: sorted(at for at in spots if at[1] == r) for r in sorted({r for _, r in spots})}
    margin = max(0, *(cell_len(spots[row[0]].called) + 1 - left[row[0]] for row in rows.values()))
    lines = []
    for r in range(min(rows), max(rows) + 1):
        row_of = rows.get(r, [])
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
    return lines, numbered


def _narrow(spot: Spot, number: tuple[Ink, ...] = ()) -> tuple[Ink, ...]:
    """Return a hex on one line; a number stands in place of the pieces."""
    if spot.short and not number:
        return spot.short
    printed = tuple(ink for row in spot.face for ink in row)
    return (*printed[:1], *(number or pieces(spot)), *printed[1:])


# -- legend and caption ------------------------------------------------------------------------------------------


def _notes(pen: Pen, show: Show, width: int) -> list[Line]:
    lines: list[Line] = []
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
        lines += [line(part, DIM) for sentence in show.caption for part in wrap(sentence, width)]
    return lines
