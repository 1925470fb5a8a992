"""The file of a map that need not be finished: what can be read of it is read, the rest is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from tilewright.authoring import as_list, as_mapping, as_text

from ..files import SIZES, TIE_BREAKERS, MapFile, Site, Size
from ..map_reader import FARMS, SEA, Marks, Place

WHOLE = re.compile("[0-9]{1,4}")
UNREADABLE = "??"
"""Stands for a mark that is not two letters."""


@attrs.frozen(eq=False, repr=False)
class Unfinished:
    """A map as far as it can be read."""

    map_file: MapFile
    rows: tuple[tuple[str, ...], ...]
    """The marks of the picture, rows of one length, whatever they are."""
    marks: Marks
    """Those that mean something, by row and column."""

    @property
    def drawn(self) -> dict[str, Place]:
        """By code, the first hex of the picture on which a place stands."""
        letters = "".join(self.map_file.places)
        found: dict[str, Place] = {}
        for place, mark in sorted(self.marks.items()):
            if mark[0] in letters:
                found.setdefault(mark, place)
        return found


def read(record: Any) -> Unfinished:
    """The map in a record."""
    record = as_mapping(record)
    map_file = MapFile(
        provenance="reconstructed",
        fits=as_text(record.get("fits")),
        expected_counts={},
        areas={},
        areas_provenance="reconstructed",
        picture=as_text(record.get("picture")),
        castles=tuple(_sites(record.get("castles"), "K")),
        cathedrals=tuple(_sites(record.get("cathedrals"), "C")),
        tie_breakers=tuple(map(as_text, as_list(record.get("tie_breakers", list(TIE_BREAKERS))))),
        settlements=dict(_sizes(record.get("settlements"))),
        marks=dict(_further(record.get("marks"))),
        sites=dict(_sorts(record)),
    )
    rows = tuple(_rows(map_file.picture))
    known = map_file.letters.pattern()
    marks = {
        (row, column): mark
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
        if known.fullmatch(mark)
    }
    return Unfinished(map_file, rows, marks)


def written(rows: Any) -> str:
    """The picture with these marks."""
    return "".join(f"{'  ' * (row % 2)}{'  '.join(marks)}\n" for row, marks in enumerate(rows))


def _rows(picture: str) -> Iterator[tuple[str, ...]]:
    """The marks of each row; short rows end in the sea."""
    found = [list(_row(line)) for line in picture.splitlines()]
    most = max(map(len, found), default=0)
    for row in found:
        yield (*row, *[SEA] * (most - len(row)))


def _row(line: str) -> Iterator[str]:
    body = line.strip()
    marks = [body[at : at + 2] for at in range(0, len(body), 4)]
    if any(body[at + 2 : at + 4].strip() for at in range(0, len(body), 4)):
        marks = body.split()  # a blank too many or too few: the marks count, and not where they stand
    for mark in marks:
        yield mark if len(mark.strip()) == 2 and mark.isprintable() else UNREADABLE


def _place(value: Any) -> Place:
    """Row and column; the north-west corner where they are not two numbers."""
    steps = [int(step) for step in map(as_text, as_list(value)) if WHOLE.fullmatch(step)]
    return (steps[0], steps[1]) if len(steps) == 2 else (0, 0)


def _sites(value: Any, letter: str) -> Iterator[Site]:
    for site in map(as_mapping, as_list(value)):
        code = as_text(site.get("code"))
        if len(code) == 2 and code[0] == letter and code.isascii() and code.isalnum():
            yield Site(code, as_text(site.get("name")), _place(site.get("at")), "owner", "owner")


def _sizes(value: Any) -> Iterator[tuple[str, Size]]:
    for letter, size in as_mapping(value).items():
        name, fields = as_text(as_mapping(size).get("name")), as_text(as_mapping(size).get("fields"))
        if _capital(letter) and letter not in (*SIZES, *FARMS, "K", "C") and name and WHOLE.fullmatch(fields):
            yield letter, Size(name, int(fields))


def _further(value: Any) -> Iterator[tuple[str, str]]:
    for letter, name in as_mapping(value).items():
        if len(letter) == 1 and letter.isprintable() and letter not in ".pn~ " and as_text(name):
            yield letter, name


def _sorts(record: Mapping[str, Any]) -> Iterator[tuple[str, tuple[Site, ...]]]:
    taken = {*SIZES, *FARMS, "K", "C", *dict(_sizes(record.get("settlements")))}
    for sort, sites in as_mapping(record.get("sites")).items():
        codes = [as_text(as_mapping(site).get("code")) for site in as_list(sites)]
        letters = {code[:1] for code in codes if code}
        letter = letters.pop() if len(letters) == 1 else ""
        known = _capital(letter) and letter not in taken and sort not in ("castles", "cathedrals")
        taken.add(letter)
        yield sort, tuple(_sites(sites, letter)) if known else ()


def _capital(letter: str) -> bool:
    return len(letter) == 1 and letter.isascii() and letter.isupper()
