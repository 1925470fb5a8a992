"""Lines of text under construction: pieces of text with their paint, put at columns, written with or without colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import attrs
from rich.color import ColorSystem
from rich.style import Style

from ..base.sanitize import printable
from .cells import begin, cell_len
from .colours import Paint, paint_of
from .model import GLUE, At, Diagram, Ink, Panel, Show, Spot

PLAIN = Paint()
DIM = Paint(dim=True)
BOLD = Paint(bold=True)


@attrs.define
class StyledLine:
    """Text from left to right. `width` counts cells of the terminal, of which some letters take two."""

    parts: list[tuple[str, Paint]] = attrs.field(factory=list)
    width: int = 0

    def add(self, text: str, paint: Paint = PLAIN) -> StyledLine:
        """Append the text; return the line itself, so that calls can be chained."""
        if text:
            text = printable(text)
            self.parts.append((text, paint))
            self.width += cell_len(text)
        return self

    def to(self, column: int, paint: Paint = PLAIN) -> StyledLine:
        """Append blanks up to this column, if the line is shorter."""
        return self.add(" " * (column - self.width), paint)

    def join(self, other: StyledLine) -> StyledLine:
        """Append the other line."""
        self.parts += other.parts
        self.width += other.width
        return self

    def copy(self) -> StyledLine:
        """Return a line to which more can be added without a change of this one."""
        return StyledLine(list(self.parts), self.width)

    def text(self, system: ColorSystem | None) -> str:
        """Return the line as it is printed, without uncoloured blanks at its end."""
        parts = list(self.parts)
        while parts and not parts[-1][1].paper:
            kept = parts[-1][0].rstrip()
            if kept:
                parts[-1] = (kept, parts[-1][1])
                break
            parts.pop()
        if system is None:
            return "".join(text for text, _ in parts)
        return "".join(style(paint, system).render(text, color_system=system) for text, paint in parts)


def line(text: str = "", paint: Paint = PLAIN) -> StyledLine:
    """Return a line that begins with this text."""
    return StyledLine().add(text, paint)


@lru_cache(maxsize=4096)
def style(paint: Paint, system: ColorSystem | None = None) -> Style:
    """Return the paint as a style of rich, another one for each colour system: a style keeps the codes of the first."""
    return Style(
        color=paint.ink or None, bgcolor=paint.paper or None, bold=paint.bold or None, dim=paint.dim or None
    )


@attrs.frozen
class Pen:
    """Writes in the colours of one show."""

    show: Show
    paints: dict[tuple[str, str], Paint] = attrs.field(factory=dict, eq=False, repr=False)
    """Those that have been used."""
    tables: dict[tuple[int, int], tuple[Panel, list[StyledLine] | None]] = attrs.field(
        factory=dict, eq=False, repr=False
    )
    """Panels that have been laid out in a width; they are kept, so that no other gets the same id."""

    def paint(self, role: str, on: str = "") -> Paint:
        """Return the paint for text of this role on ground of the role `on`."""
        found = self.paints.get((role, on))
        if found is None:
            found = self.paints[role, on] = paint_of(role, self.show.looks, on)
        return found

    def write(self, where: StyledLine, inks: Sequence[Ink], ground: str = "") -> StyledLine:
        """Append the inks to the line, on this ground if they have none of their own."""
        for ink in inks:
            where.add(ink.text, self.paint(ink.role, ink.on or ground))
        return where


def length(inks: Sequence[Ink]) -> int:
    """Return the number of terminal cells that inks take."""
    return sum(cell_len(ink.text) for ink in inks)


def widest(lines: Sequence[StyledLine]) -> int:
    """Return the width of the widest line, 0 if there are none."""
    return max((one.width for one in lines), default=0)


def wrap(text: str, width: int) -> list[str]:
    """Break the text into lines of at most `width` cells, between words if possible, never at GLUE."""
    lines = [""]
    for word in printable(text, keep="\n").strip(" \n").replace("\n", " ").split(" "):
        while word:
            room = width - cell_len(lines[-1]) - bool(lines[-1])
            if cell_len(word) <= room:
                lines[-1] = f"{lines[-1]} {word}".lstrip()
                word = ""
            elif lines[-1]:
                lines.append("")
            else:
                lines[-1] = begin(word, width) or word[0]
                word = word.removeprefix(lines[-1])
    return [line.replace(GLUE, " ") for line in lines]


def pieces(spot: Spot) -> tuple[Ink, ...]:
    """Return the pieces on a spot as inks, without those that stand among the letters of ports."""
    lettered = not (spot.face or spot.areas)
    return tuple(Ink(piece.text, piece.role) for piece in spot.pieces if not (piece.port and lettered))


def mark(text: str) -> tuple[Ink, ...]:
    """Return the mark of a spot with choices, such as the letter that chooses it, as one word."""
    return (Ink(text.rjust(2), "legal"),)


def visible(board: Diagram, marks: Mapping[At, str]) -> dict[At, Spot]:
    """Return the spots that show something or are marked."""
    return {spot.at: spot for spot in board.spots if not spot.blank or spot.at in marks}


@attrs.frozen
class SpotBox:
    """The place of a spot in a drawing, in lines and cells of the terminal."""

    column: int
    row: int
    width: int
    height: int


@attrs.define
class DrawnBoard:
    """A board as lines of text, and where its spots stand in them."""

    lines: list[StyledLine]
    boxes: dict[At, SpotBox]
