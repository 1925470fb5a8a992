"""A `Show` as text: coloured or plain, letter for letter the same.

    hexes       one line a row, half a cell farther in on every second one; the coordinates of the first and the last
                hex stand at the ends of the line:        4,5 F   MA4*F 7 KeB 7,5
                a hex is its field, then what lies on it or the number of the choice, then small marks
    tall hexes  two lines a row: what is printed above, what lies on it below
    squares     faces as they are drawn, columns named above, rows at the left
    a chain     spots one after the other with > between, in as many lines as needed

Panels stand beside a board where there is room, else below it.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.style import Style

from .model import Board, Ink, Panel, Show, Spot, counted
from .paint import OKABE_ITO, Paint, Theme

PLAIN = Paint()
DIM = Paint(dim=True)
BOLD = Paint(bold=True)
SIDE = 20
"""The narrowest column of panels beside a board."""
GAP = 2
"""Between a board and what stands beside it, and between panels."""
DEPTHS = {
    "standard": ColorSystem.STANDARD,
    "256": ColorSystem.EIGHT_BIT,
    "truecolor": ColorSystem.TRUECOLOR,
    "windows": ColorSystem.STANDARD,
}


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
    """The drawing, lines ending in a line feed; without `colour` there is no escape in it.

    `colour` is True (256 colours) or what `rich.console.Console.color_system` says: "standard", "256",
    "truecolor" or None. `numbers` puts the numbers of choices on their spots and lists the others; `tall` gives
    hexes two lines; `notes` adds legend and caption. Boards wider than `width` are drawn in strips where the grid
    allows it; a row of hexes is never broken.
    """
    pen = _Pen(show, theme)
    lines = [_line(part, BOLD) for part in wrap(show.title, width)]
    shown: set[int] = set()
    panels = list(show.panels)
    for index, board in enumerate(show.boards):
        offered = show.numbers(index) if numbers else {}
        if board.title:
            lines += [_Line(), *(_line(part, BOLD) for part in wrap(board.title, width))]
        if board.grid == "hex":
            drawn, numbered = _hexes(pen, board, offered, tall)
        else:
            drawn, numbered = _squares(pen, board, offered, width)
        shown.update(numbered)
        lines += _beside(pen, drawn, panels, width) if index == 0 else drawn
    lines += _below(pen, panels, width)
    rest = [(n, offer) for n, offer in enumerate(show.offers, 1) if n not in shown] if numbers else []
    if rest:
        lines.append(_Line())
        lines += [_line(f"{n:3} ", BOLD).add(str(offer.action)) for n, offer in rest]
    if notes:
        lines += _notes(pen, show, width)
    system = DEPTHS["256" if colour is True else colour] if colour else None
    return "".join(line.text(system) + "\n" for line in lines)


@attrs.define
class _Line:
    """A line in the making."""

    parts: list[tuple[str, Paint]] = attrs.field(factory=list)
    width: int = 0

    def add(self, text: str, paint: Paint = PLAIN) -> _Line:
        if text:
            self.parts.append((text, paint))
            self.width += cell_len(text)
        return self

    def to(self, column: int, paint: Paint = PLAIN) -> _Line:
        """Blanks up to this column."""
        return self.add(" " * (column - self.width), paint)

    def join(self, other: _Line) -> _Line:
        self.parts += other.parts
        self.width += other.width
        return self

    def text(self, system: ColorSystem | None) -> str:
        parts = list(self.parts)
        while parts and not parts[-1][1].paper and not parts[-1][0].strip():
            parts.pop()
        if parts and not parts[-1][1].paper:
            parts[-1] = (parts[-1][0].rstrip(), parts[-1][1])
        if system is None:
            return "".join(text for text, _ in parts)
        return "".join(_style(paint).render(text, color_system=system) for text, paint in parts)


def _line(text: str, paint: Paint = PLAIN) -> _Line:
    return _Line().add(text, paint)


def _style(paint: Paint) -> Style:
    return Style(
        color=paint.ink or None, bgcolor=paint.paper or None, bold=paint.bold or None, dim=paint.dim or None
    )


@attrs.frozen
class _Pen:
    show: Show
    theme: Theme

    def paint(self, role: str, on: str = "") -> Paint:
        return self.theme.paint(role, self.show.looks, on)

    def ink(self, line: _Line, inks: Sequence[Ink], ground: str = "") -> _Line:
        for ink in inks:
            line.add(ink.text, self.paint(ink.role, ink.on or ground))
        return line


def _length(inks: Sequence[Ink]) -> int:
    return sum(cell_len(ink.text) for ink in inks)


def _lying(spot: Spot) -> tuple[Ink, ...]:
    return tuple(Ink(piece.text, piece.role) for piece in spot.pieces)


# -- hexes -------------------------------------------------------------------------------------------------------


def _narrow(spot: Spot, number: str) -> tuple[Ink, ...]:
    """A hex on one line; with `number` where pieces would lie."""
    printed = tuple(ink for row in spot.face for ink in row)
    lying = (Ink(number.rjust(2), "legal"),) if number else _lying(spot)
    return spot.short if spot.short and not number else (*printed[:1], *lying, *printed[1:])


def _hexes(
    pen: _Pen, board: Board, offered: dict[tuple[int, int], list[int]], tall: bool
) -> tuple[list[_Line], set[int]]:
    spots = {spot.at: spot for spot in board.spots if not spot.blank or spot.at in offered}
    if not spots:
        return [], set()
    cells: dict[tuple[int, int], list[tuple[Ink, ...]]] = {}
    for at, spot in spots.items():
        cells[at] = [*spot.face, _lying(spot)] if tall else [_narrow(spot, "")]
    # Printed marks may stand in the gap between two hexes, and so may the last of many pieces.
    core = max(_length(row[:1] + _lying(spots[at]) * (not tall)) for at, rows in cells.items() for row in rows[:1])
    longest = max(_length(row) for rows in cells.values() for row in rows)
    pitch = max(4, core + 1, longest)
    pitch += pitch % 2
    numbered: set[int] = set()
    for at, numbers in offered.items():
        spot, said = spots[at], counted(numbers)
        row = (Ink(said.rjust(2), "legal"),) if tall else _narrow(spot, said)
        if not spot.pieces and not (spot.short and not tall) and _length(row) <= pitch:
            cells[at][-1] = row
            numbered.update(numbers)
    height = max(map(len, cells.values()))
    west = min(2 * q + r for q, r in spots)
    left = {at: (2 * at[0] + at[1] - west) * pitch // 2 for at in spots}
    rows: dict[int, list[tuple[int, int]]] = {}
    for at in sorted(spots, key=lambda at: (at[1], at[0])):
        rows.setdefault(at[1], []).append(at)
    margin = max(len(spots[row[0]].called) + 1 - left[row[0]] for row in rows.values())
    margin = max(0, margin)
    lines: list[_Line] = []
    for r in range(min(rows), max(rows) + 1):
        row = rows.get(r, [])
        for level in range(height):
            line = _Line()
            for at in row:
                spot, column = spots[at], margin + left[at]
                if at == row[0] and level == 0:
                    line.to(column - 1 - len(spot.called)).add(spot.called + " ", DIM)
                line.to(column)
                inks = cells[at][level] if level < len(cells[at]) else ()
                pen.ink(line, inks, spot.ground)
                after = spots.get((at[0] + 1, at[1]))
                together = spot.group and after is not None and after.group == spot.group
                line.to(column + pitch - (0 if together else 1), pen.paint("", spot.ground))
            if row and level == 0:
                line.to(margin + left[row[-1]] + pitch).add(spots[row[-1]].called, DIM)
            lines.append(line)
    return lines, numbered


# -- squares and chains ------------------------------------------------------------------------------------------


def _squares(
    pen: _Pen, board: Board, offered: dict[tuple[int, int], list[int]], width: int
) -> tuple[list[_Line], set[int]]:
    spots = {spot.at: spot for spot in board.spots if not spot.blank or spot.at in offered}
    if not spots:
        return [], set()
    chain = board.grid == "chain"
    face = max(len(spot.face) for spot in spots.values())
    lower = any(spot.pieces or (at in offered and spot.face) for at, spot in spots.items())
    cells = {at: _square(spot, counted(offered[at]) if at in offered else "", face, lower) for at, spot in spots.items()}
    wide = max(3, max(_length(row) for rows in cells.values() for row in rows))
    if chain:
        wide = max(wide, max(len(_link(spot)) for spot in spots.values()))
    columns = sorted({x for x, _ in spots}) if chain else range(min(x for x, _ in spots), max(x for x, _ in spots) + 1)
    ys = range(max(y for _, y in spots), min(y for _, y in spots) - 1, -1)
    margin = 0 if chain else max(len(str(y)) for y in ys) + 1
    fit = max(1, (width - margin + 1) // (wide + 1))
    lines: list[_Line] = []
    for first in range(0, len(columns), fit):
        strip = columns[first : first + fit]
        if lines:
            lines.append(_Line())
        head = _Line()
        for n, x in enumerate(strip):
            said = _link(spots[x, ys[0]]) if chain else str(x).center(wide).rstrip()
            head.to(margin + n * (wide + 1)).add(said, DIM)
        lines.append(head)
        for y in ys:
            here = [(n, spots[x, y]) for n, x in enumerate(strip) if (x, y) in spots]
            if y != ys[0]:
                lines.append(_Line())
            for level in range(face + lower):
                line = _Line()
                if not chain and level == (face - 1) // 2:
                    line.add(f"{y:{margin - 1}}", DIM)
                for n, spot in here:
                    line.to(margin + n * (wide + 1))
                    pen.ink(line, cells[spot.at][level], spot.ground)
                    if spot.face and level < face:
                        line.to(margin + n * (wide + 1) + wide, pen.paint("", spot.ground))
                    if chain and level == (face - 1) // 2 and spot.at[0] != columns[-1]:
                        line.to(margin + n * (wide + 1) + wide).add(">", DIM)
                lines.append(line)
    return lines, {number for numbers in offered.values() for number in numbers}


def _link(spot: Spot) -> str:
    return spot.name or str(spot.at[0])


def _square(spot: Spot, number: str, face: int, lower: bool) -> list[tuple[Ink, ...]]:
    """A square's rows, all of them: the face, and below it what lies there."""
    rows = [*spot.face, *[()] * (face - len(spot.face))]
    chosen = (Ink(number.rjust(2), "legal"),) if number else ()
    if not spot.face and not spot.pieces:
        rows[(face - 1) // 2] = chosen
        return rows + [()] * lower
    return rows + [_lying(spot) + chosen] * lower


# -- panels ------------------------------------------------------------------------------------------------------


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` cells, broken between words where that is possible."""
    lines = [""]
    for word in text.split():
        while word:
            room = width - cell_len(lines[-1]) - bool(lines[-1])
            if cell_len(word) <= room:
                lines[-1] = f"{lines[-1]} {word}".lstrip()
                word = ""
            elif lines[-1]:
                lines.append("")
            else:
                taken = next((n for n in range(len(word), 1, -1) if cell_len(word[:n]) <= width), 1)
                lines[-1], word = word[:taken], word[taken:]
                lines.append("")
    return lines if lines[-1] or len(lines) == 1 else lines[:-1]


def _panel(pen: _Pen, panel: Panel, width: int) -> list[_Line] | None:
    """The panel in at most `width` columns; None when it needs more."""
    tables = [tuple(Ink(name, "dim") for name in panel.head)] if panel.head else []
    rows = [*tables, *panel.rows]
    widths: list[int] = []
    for row in rows:
        for n, ink in enumerate(row if len(row) > 1 else ()):
            widths += [0] * (n + 1 - len(widths))
            widths[n] = max(widths[n], cell_len(ink.text))
    digits = [_numeric([row[n].text for row in panel.rows if len(row) > max(n, 1)]) for n in range(len(widths))]
    starts = [sum(widths[:n]) + n for n in range(len(widths))]
    if widths and starts[-1] + widths[-1] > width:
        widths[-1] = width - starts[-1]
        if digits[-1] or widths[-1] < min(12, width - 8):
            return None
    lines = [_line(part, BOLD) for part in wrap(panel.title, width)] if panel.title else []
    for row in rows:
        if len(row) == 1:
            for n, part in enumerate(wrap(row[0].text, width - 2)):
                lines.append(_line("  " if n else "").add(part, pen.paint(row[0].role)))
            continue
        line = _Line()
        for n, ink in enumerate(row[:-1]):
            line.to(starts[n] + (widths[n] - cell_len(ink.text)) * digits[n])
            line.add(ink.text, pen.paint(ink.role))
        last = len(row) - 1
        for n, part in enumerate(wrap(row[-1].text, widths[last])):
            if n:
                lines.append(line)
                line = _Line()
            line.to(starts[last] + (widths[last] - cell_len(part)) * digits[last])
            line.add(part, pen.paint(row[-1].role))
        lines.append(line)
    return lines


def _numeric(texts: Sequence[str]) -> bool:
    return all(not text or text.lstrip("+-").isdigit() for text in texts) and any(texts)


def _widest(lines: Sequence[_Line]) -> int:
    return max((line.width for line in lines), default=0)


def _beside(pen: _Pen, drawn: list[_Line], panels: list[Panel], width: int) -> list[_Line]:
    """The board with panels at its right; those that found a place are taken from the list."""
    start = _widest(drawn) + GAP
    room = width - start
    if not drawn or room < SIDE:
        return drawn
    column: list[_Line] = []
    for panel in list(panels):
        lines = _panel(pen, panel, min(room, 60))
        if lines is not None and len(column) + bool(column) + len(lines) <= len(drawn):
            column += [_Line()] * bool(column) + lines
            panels.remove(panel)
    for line, beside in zip(drawn, column, strict=False):
        line.to(start).join(beside)
    return drawn


def _below(pen: _Pen, panels: Sequence[Panel], width: int) -> list[_Line]:
    """Panels side by side, in as many bands as needed."""
    lines: list[_Line] = []
    band: list[_Line] = []
    for panel in panels:
        start = _widest(band) + GAP + 1 if band else 0
        block = _panel(pen, panel, width - start) if band and width - start >= SIDE else None
        if block is None or len(panel.rows) > 2 * len(band):
            lines += band
            block, band, start = _panel(pen, panel, width) or _squeezed(pen, panel, width), [_Line()], 0
        else:
            block.insert(0, _Line())
        band += [_Line() for _ in range(len(block) - len(band) + (start == 0))]
        for line, beside in zip(band[start == 0 :], block, strict=False):
            line.to(start).join(beside)
    return lines + band


def _squeezed(pen: _Pen, panel: Panel, width: int) -> list[_Line]:
    """A table too wide for the page, row by row as text."""
    head = (*panel.head, *[""] * max((len(row) for row in panel.rows), default=0))
    rows = [
        (Ink(", ".join(f"{name} {ink.text}".strip() for name, ink in zip(head, row, strict=False) if ink.text)),)
        for row in panel.rows
    ]
    return _panel(pen, Panel(title=panel.title, rows=rows), width) or []


def _notes(pen: _Pen, show: Show, width: int) -> list[_Line]:
    lines: list[_Line] = []
    if show.legend:
        lines += [_Line(), _Line()]
        for ink, meaning in show.legend:
            said = wrap(meaning, max(8, width - cell_len(ink.text) - 1))
            needed = cell_len(ink.text) + 1 + max(map(cell_len, said))
            if lines[-1].width and lines[-1].width + 3 + needed > width:
                lines.append(_Line())
            if lines[-1].width:
                lines[-1].add("   ")
            lines[-1].add(ink.text, pen.paint(ink.role, ink.on)).add(" " + said[0])
            lines += [_line("  " + part) for part in said[1:]]
    if show.caption:
        lines.append(_Line())
        lines += [_line(part, DIM) for sentence in show.caption for part in wrap(sentence, width)]
    return lines
