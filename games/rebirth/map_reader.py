"""Reading the picture of a map: what stands on which hex, which fields make up a settlement.

    two characters a hex, two spaces between hexes, odd rows two spaces in:     F.  Mn  ..
                                                                                  KE  M.  ~~
    first   F food, E energy, O open (no symbol), S M L field of a small, medium, large settlement
    second  . plain, p port (settlement fields), n neutral tile with two players
    K?, C?  a castle, a cathedral, by its code        ..  sea        ~~  loch

The file of a map may declare more: larger settlements, further second letters, further sorts of places.

Rows and columns count from 0 in the north-west; in axial coordinates q = column - row // 2 and r = row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

import attrs

from tilewright.authoring import HEX, Hex

SEA, LOCH = "..", "~~"
FARMS = "FEO"
"""The letters of fields for farms, by kind of field."""

Place: TypeAlias = tuple[int, int]
"""Row and column of a picture."""
Marks: TypeAlias = Mapping[Place, str]
"""The mark of each hex of a picture."""
Slip: TypeAlias = tuple[int, int, str]
"""Row and letter of a mistake in a picture, and what is wrong there."""


@attrs.frozen(eq=False, repr=False)
class Letters:
    """The letters of a picture."""

    settlements: str
    """The first letters of settlement fields."""
    further: str
    """The second letters of fields, beyond those for a plain field, a port and a neutral tile."""
    places: str
    """The first letters of places that tiles touch."""

    def pattern(self) -> re.Pattern[str]:
        """The form of a mark."""
        further, inside = re.escape(self.further), f"[{FARMS}{self.settlements}]"
        return re.compile(rf"{inside}[.n{further}]|[{self.settlements}]p|[{self.places}][0-9A-Za-z]|\.\.|~~")


def axial(row: int, column: int) -> Hex:
    """The hex at this row and column."""
    return Hex(column - row // 2, row)


def position(at: Hex) -> Place:
    """Row and column of a hex."""
    return at.r, at.q + at.r // 2


def around(at: Place) -> list[Place]:
    """The six places that touch this one, clockwise from the north-east; some may lie outside the picture."""
    q, r = axial(*at)
    return [position(Hex(q + dq, r + dr)) for dq, dr in HEX.vectors]


def read(picture: str, letters: Letters) -> tuple[Marks, list[Slip]]:
    """The marks of the picture, and the mistakes in its rows."""
    known = letters.pattern()
    marks: dict[Place, str] = {}
    slips: list[Slip] = []
    rows = picture.splitlines()
    for row, line in enumerate(rows):
        slips += [
            (row, letter, f"row {row}: {said}") for letter, said in _row(marks, row, line, rows[0], known)
        ]
    return marks, slips


def _row(
    marks: dict[Place, str], row: int, line: str, first: str, known: re.Pattern[str]
) -> Iterator[tuple[int, str]]:
    """Adds the marks of a row; yields its mistakes by letter."""
    body = line.lstrip(" ")
    offset = len(line) - len(body)
    if offset != row % 2 * 2:
        yield 0, "an odd row begins two spaces in" if row % 2 else "an even row begins at the edge"
    if body != body.rstrip():
        yield len(line.rstrip()), "nothing may follow the last hex"
    starts = range(0, len(body.rstrip()), 4)
    for column, at in enumerate(starts):
        mark, gap = body[at : at + 2], body[at + 2 : at + 4]
        if not known.fullmatch(mark):
            harbour = mark[1:] == "p" and mark[0] in FARMS
            hint = "a port needs a settlement field" if harbour else "no such mark"
            yield offset + at, f"{mark!r} in column {column}: {hint}"
        elif gap.strip():
            yield offset + at + 2, f"two spaces must follow column {column}"
            return
        marks[row, column] = mark
    expected = len(range(0, len(first.strip()), 4))
    if len(starts) != expected:
        yield 0, f"{len(starts)} hexes; row 0 has {expected}"


def settlements(marks: Marks, letters: Letters) -> list[tuple[Place, ...]]:
    """The fields of each settlement: touching fields of one letter, in reading order of their first."""
    groups: list[tuple[Place, ...]] = []
    seen: set[Place] = set()
    for start in sorted(marks):
        letter = marks[start][0]
        if letter not in letters.settlements or start in seen:
            continue
        group, waiting = {start}, [start]
        while waiting:
            for near_by in around(waiting.pop()):
                if near_by not in group and marks.get(near_by, SEA)[0] == letter:
                    group.add(near_by)
                    waiting.append(near_by)
        seen |= group
        groups.append(tuple(sorted(group)))
    return groups
