"""The board of Rebirth as the oracle sees it: the picture of a map, read with plain PyYAML and dictionaries.

Shares no code with the engine. A cell is (q, r): r is the row of the picture, q its column less half the row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

DATA = Path(__file__).resolve().parents[2] / "data" / "rebirth"

Cell = tuple[int, int]

# Steps in the picture, (row, column); odd rows lie half a hex farther east.
EVEN = [(0, -1), (0, 1), (-1, -1), (-1, 0), (1, -1), (1, 0)]
ODD = [(0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, 1)]

SIZES = {"S": 1, "M": 2, "L": 3}
"""Fields of a settlement by letter; a map may add letters."""


def cell(row: int, column: int) -> Cell:
    """The (q, r) of a place of the picture."""
    return column - row // 2, row


def place(at: Cell) -> tuple[int, int]:
    """The row and column of a cell in the picture."""
    q, r = at
    return r, q + r // 2


@cache
def neighbours(at: Cell) -> list[Cell]:
    """The six cells around one, whether they are on the map or not."""
    row, column = place(at)
    return [cell(row + down, column + right) for down, right in (ODD if row % 2 else EVEN)]


@dataclass
class Map:
    """What a picture shows."""

    letter: dict[Cell, str]
    """Every field tiles may go on: F, E, O, or the letter of a settlement."""
    ports: set[Cell]
    neutral: set[Cell]
    castles: dict[str, Cell]
    cathedrals: dict[str, Cell]
    lochs: set[Cell]
    sea: set[Cell]
    """Sea that is drawn."""
    drawn: set[Cell]
    """Everything in the picture."""
    settlements: list[frozenset[Cell]]
    areas: dict[str, tuple[int, int]]
    castle_names: dict[str, str]
    fits: str
    offshore: set[Cell] = field(default_factory=set)
    towers: dict[str, Cell] = field(default_factory=dict)
    """In the order of the file, as the castles are not."""
    tower_names: dict[str, str] = field(default_factory=dict)

    def settlement(self, at: Cell) -> frozenset[Cell]:
        """The settlement a cell is part of."""
        return next(group for group in self.settlements if at in group)

    def area(self, at: Cell) -> str:
        """The area a cell lies in."""
        return next(name for name, (first, last) in self.areas.items() if first <= at[1] <= last)


@cache
def read(name: str, folder: Path = DATA) -> Any:
    """One file of the game's data."""
    return yaml.load((folder / name).read_text(encoding="utf-8"), yaml.CSafeLoader)


@cache
def load_map(name: str, folder: Path = DATA) -> Map:
    """The map of that name; settlements are found by flood fill over one letter."""
    data = read(f"maps/{name}.yaml", folder)
    marks: dict[Cell, str] = {}
    for row, line in enumerate(data["picture"].splitlines()):
        if row % 2:
            assert line.startswith("  ") and not line.startswith("   ")
        for column, mark in enumerate(line.split()):
            assert len(mark) == 2
            marks[cell(row, column)] = mark

    sizes = SIZES | {letter: size["fields"] for letter, size in data.get("settlements", {}).items()}
    letter = {at: mark[0] for at, mark in marks.items() if mark[0] in "FEO" or mark[0] in sizes}
    settlements: list[frozenset[Cell]] = []
    left = {at for at, kind in letter.items() if kind in sizes}
    while left:
        start = min(left)
        same = {at for at in left if letter[at] == letter[start]}
        group = flood(start, same.__contains__)
        assert len(group) == sizes[letter[start]], group
        settlements.append(frozenset(group))
        left -= group

    towers = data.get("sites", {}).get("towers", [])
    found = Map(
        letter=letter,
        ports={at for at, mark in marks.items() if at in letter and mark[1] == "p"},
        neutral={at for at, mark in marks.items() if at in letter and mark[1] == "n"},
        castles={mark: at for at, mark in marks.items() if mark[0] == "K"},
        cathedrals={mark: at for at, mark in marks.items() if mark[0] == "C"},
        lochs={at for at, mark in marks.items() if mark == "~~"},
        sea={at for at, mark in marks.items() if mark == ".."},
        drawn=set(marks),
        settlements=settlements,
        areas={name: (first, last) for name, (first, last) in data.get("areas", {}).items()},
        castle_names={entry["code"]: entry["name"] for entry in data["castles"]},
        fits=data["fits"],
        offshore={at for at, mark in marks.items() if at in letter and mark[1] == "+"},
        towers={entry["code"]: cell(*entry["at"]) for entry in towers},
        tower_names={entry["code"]: entry["name"] for entry in towers},
    )
    assert set(data.get("marks", {})) <= {"+"}
    assert {mark: at for at, mark in marks.items() if mark[0] == "T"} == found.towers
    for listed, places in ((data["castles"], found.castles), (data["cathedrals"], found.cathedrals)):
        assert {entry["code"]: cell(*entry["at"]) for entry in listed} == places
    return found


def flood(start: Cell, belongs: Callable[[Cell], bool]) -> set[Cell]:
    """The connected cells around one for which `belongs` is true."""
    group, todo = {start}, [start]
    while todo:
        for near in neighbours(todo.pop()):
            if near not in group and belongs(near):
                group.add(near)
                todo.append(near)
    return group


def colour(mix: str, removed: bool) -> Counter[str]:
    """The tiles a player takes, after what is returned to the box (RB-SETUP-4, RB-SETUP-5)."""
    data = read("tiles.yaml")
    take = data["mixes"][mix]
    held = Counter({"food": take["food"], "energy": take["energy"]})
    for value, copies in take["settlements"].items():
        held[f"settlement-{value}"] = copies
    assert held.total() == 36
    if removed:
        held["food"] -= 3
        held["energy"] -= 3
        for value in (2, 3, 4):
            held[f"settlement-{value}"] -= 1
    return held


def crowded(folder: Path) -> Path:
    """The default map with C5 and an energy field exchanged, so that (7,6) and (7,7) touch two cathedrals.

    Written into the folder, as data that replaces the game's own.
    """
    lines = (DATA / "maps" / "default.yaml").read_text(encoding="utf-8").splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("picture:")) + 1

    def change(row: int, column: int, old: str, new: str) -> None:
        at = 2 + 4 * column + 2 * (row % 2)
        line = lines[first + row]
        assert line[at : at + 2] == old
        lines[first + row] = line[:at] + new + line[at + 2 :]

    change(9, 8, "C5", "E.")
    change(8, 7, "E.", "C5")
    listed = next(n for n, line in enumerate(lines) if "code: C5," in line)
    assert "at: [9, 8]" in lines[listed]
    lines[listed] = lines[listed].replace("at: [9, 8]", "at: [8, 7]")
    (folder / "maps").mkdir()
    (folder / "maps" / "default.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder
