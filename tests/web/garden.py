"""Toy: Nim, with an unsure garden in its data. Its author has written a class, a check and a drawing, but no page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import attrs

from tilewright.core.base.errors import InvalidFile
from tilewright.core.box.drawing import Desk, Drawing, Part, Tool, chosen, presets
from tilewright.core.box.plain_values import Plain
from tilewright.core.draw.model import At, Diagram, Ink, Look, Show, Spot
from tilewright.core.text.checks import Provenance
from tilewright.core.text.folder import Folder
from tilewright.core.text.messages import Texts

from ..cases import cases
from ..toys.nim import GAME as NIM
from ..toys.paper import folder, plugin

BEDS = cases(__file__, "beds")
LETTERS = {"r": "roses", "b": "box trees", "w": "water", ".": "stones"}
LOOKS = {
    "roses": Look(tint="red"),
    "box trees": Look(tint="green"),
    "water": Look(tint="blue"),
    "stones": Look(tint="grey"),
}


def scents(desk: Desk) -> Mapping[str, str]:
    return {"sweet": "a sweet scent", "green": "a green scent"}


def guests(desk: Desk) -> Sequence[tuple[str, Plain]]:
    return [("a bee", {"name": "bee", "count": "3"}), ("a cat", {"name": "cat", "count": "1"})]


@attrs.frozen
class Guest:
    name: str
    count: int


@attrs.frozen(kw_only=True)
class Bed:
    """A bed of the garden."""

    id: str
    plot: str
    """Letters in rows: `r` for roses."""
    roses: int
    """How many roses there are."""
    text: Texts
    provenance: Provenance
    certainty: Literal["low", "medium", "high", ""] = ""
    scent: str = attrs.field(default="", metadata=chosen(scents))
    guests: tuple[Guest, ...] = attrs.field(default=(), metadata=presets(guests))
    depths: dict[str, int] = attrs.field(factory=dict)


class Plot(Drawing):
    fields = ("plot",)
    parts = (2, 2)
    sized = True

    def show(self, record: Plain, desk: Desk) -> Show:
        spots = [
            Spot(at=(x, y), face=((Ink(letter),),), ground=LETTERS[letter], said=LETTERS[letter])
            for y, row in enumerate(_rows(record))
            for x, letter in enumerate(row)
            if letter in LETTERS
        ]
        return Show(title="bed", boards=[Diagram(grid="square4", spots=spots)], looks=LOOKS)

    def tools(self, record: Plain, desk: Desk) -> Sequence[Tool]:
        return [
            Tool(name=one, title=words, group="Beds", spot=Spot(at=(0, 0), face=((Ink(one),),), ground=words))
            for one, words in LETTERS.items()
        ]

    def click(self, record: Plain, desk: Desk, tool: str, at: At, part: Part = (0, 0)) -> Plain:
        if part == (1, 1):
            raise ValueError("A mole lives there.")
        rows = [[*row] for row in _rows(record)]
        try:
            rows[at[1]][at[0]] = tool
        except IndexError:
            raise ValueError("The garden ends before that.") from None
        return {**record, "plot": "\n".join(map("".join, rows)) + "\n"}

    def spot(self, record: Plain, path: Any, row: int | None = None, letter: int = 0) -> At | None:
        return (letter, row) if path == ("plot",) and row is not None else None

    def counts(self, record: Plain, desk: Desk) -> Mapping[str, int]:
        return {words: str(record.get("plot")).count(one) for one, words in LETTERS.items()}

    def blank(self, record: Plain, desk: Desk, rows: int, columns: int) -> Plain:
        if rows > 5:
            raise ValueError("A bed has up to 5 rows.")
        return {**record, "plot": "\n".join(["." * columns] * rows) + "\n"}


def _rows(record: Plain) -> list[str]:
    plot = record.get("plot")
    return plot.split() if isinstance(plot, str) else []


def load(data: Folder, options: Any) -> Any:
    """The beds; every rose is counted, and no rose stands beside water."""
    beds = data.load("garden.yaml", tuple[Bed, ...])
    document, found = data.document("garden.yaml"), []
    for n, bed in enumerate(beds):
        roses = bed.plot.count("r")
        if bed.roses != roses:
            found.append(document.problem((n, "roses"), f"there are {roses} in the plot", right=roses))
        for y, row in enumerate(bed.plot.split()):
            if "rw" in row:
                said = "roses drown beside water"
                found.append(document.problem((n, "plot"), said, row=y, letter=row.index("rw")))
    if found:
        raise InvalidFile(found)
    return beds


GAME = attrs.evolve(
    NIM,
    name="garden",
    title="Garden",
    folder=lambda: folder(
        {"taken": "{seat} takes {count}", "last": "took the last", "wrong_count": "{count} cannot be taken"},
        {name: "As in Nim." for name in ("NM-TURN-1", "NM-HEAP-1", "NM-TAKE-1", "NM-END-1")},
        garden=BEDS,
    ),
    load=load,
    drawings={Bed: Plot()},
)
PLUGIN = plugin(GAME)
