"""The numbers of the rules, and the hold and the crates that `data/ships.yaml` draws."""

import re
from collections.abc import Mapping

import attrs

from tilewright.authoring import SQUARE4, Area, Face, Folder, Polyomino, option, pack, stop

GOODS = {"W": "wine", "G": "grain", "C": "cloth", "S": "salt"}


@attrs.frozen(kw_only=True)
class Options:
    """Every number that a rule states; `--set`, editions and `compare` know them."""

    hours: int = option(28, rule="BT-TIME-1", doc="hours until the tide turns", low=8, high=60)
    quay: int = option(4, rule="BT-QUAY-1", doc="crates on the quay", low=1, high=8)
    row: int = option(4, rule="BT-END-3", doc="points for a row of the hold without a gap", low=0, high=20)


@attrs.frozen
class Shape:
    """What the file says of a shape of crates."""

    drawn: str
    hours: int


@attrs.frozen
class File:
    """`ships.yaml`."""

    hold: tuple[str, ...]
    shapes: Mapping[str, Shape]


@attrs.frozen
class Data:
    """The cells of every hold, and the crates with the hours that they take, by number."""

    hold: frozenset[int]
    crates: tuple[Polyomino, ...]
    hours: tuple[int, ...]


def cells(rows: list[str] | tuple[str, ...]) -> list[tuple[int, int]]:
    """The coordinates of the signs `#` in a drawing, from its south-west corner."""
    return [(x, y) for y, row in enumerate(reversed(rows)) for x, sign in enumerate(row) if sign == "#"]


def load(data: Folder, options: Options) -> Data:
    """The hold, and a crate of each shape for each of the goods. InvalidFile names shapes that cannot be read."""
    document = data.document("ships.yaml")
    file = document.structure(File)
    wrong = [name for name, shape in file.shapes.items() if not re.fullmatch("[.#]+( [.#]+)*", shape.drawn)]
    stop(
        [
            document.problem(("shapes", name, "drawn"), "rows of # and . are expected: ##. .##")
            for name in wrong
        ]
    )
    found = [crate(good, name, shape.drawn) for good in GOODS for name, shape in file.shapes.items()]
    hours = [shape.hours for _ in GOODS for shape in file.shapes.values()]
    return Data(frozenset(pack(*cell) for cell in cells(file.hold)), tuple(found), tuple(hours))


def crate(good: str, shape: str, drawn: str) -> Polyomino:
    """A crate of so many cells of one good, which may be turned over; the first cell of its drawing stays in place."""
    [(x, y), *_] = own = cells(drawn.split())
    face = Face(good, good * 4, (Area(good, (0, 1, 2, 3)),))
    return Polyomino(
        f"{good}{shape}", SQUARE4, (face,) * len(own), tuple((a - x, b - y) for a, b in own), over=True
    )
