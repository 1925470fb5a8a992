"""Reading the picture of a map: what stands on which hex, which fields make up a settlement, does all add up.

    two characters a hex, two spaces between hexes, odd rows two spaces in:     F.  Mn  ..
                                                                                  KE  M.  ~~
    first   F food, E energy, O open (no symbol), S M L field of a small, medium, large settlement
    second  . plain, p port (settlement fields), n neutral tile with two players
    K?, C?  a castle, a cathedral, by its code        ..  sea        ~~  loch

Rows and columns count from 0 in the north-west; in axial coordinates q = column - row // 2 and r = row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from tilewright.core.data import Document, near
from tilewright.core.errors import Problem
from tilewright.core.grid import HEX, Hex

from .printed import Box, Mix, Removal, Sheet

SEA, LOCH = "..", "~~"
SIZES = {"S": 1, "M": 2, "L": 3}
"""Settlement letters and how many fields such a settlement has."""
NAMES = {"S": "small", "M": "medium", "L": "large"}
MARK = re.compile(r"[FEOSML][.n]|[SML]p|[KC][0-9A-Za-z]|\.\.|~~")
NEEDED = {"KE": "Edinburgh Castle", "KS": "Stirling Castle"}
"""The castles that break ties. RB-END-6."""

Place = tuple[int, int]
"""Row and column of a picture."""


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


def read(document: Document, picture: str) -> tuple[dict[Place, str], list[Problem]]:
    """Place to mark for every hex of the picture, and what is wrong with its rows."""
    marks: dict[Place, str] = {}
    problems: list[Problem] = []

    def slip(row: int, letter: int, message: str) -> None:
        problems.append(document.problem(("picture",), f"row {row}: {message}", row=row, letter=letter))

    rows = picture.splitlines()
    for row, line in enumerate(rows):
        body = line.lstrip(" ")
        if len(line) - len(body) != row % 2 * 2:
            slip(row, 0, "an odd row begins two spaces in" if row % 2 else "an even row begins at the edge")
        if body != body.rstrip():
            slip(row, len(line.rstrip()), "nothing may follow the last hex")
        offset = len(line) - len(body)
        cells = range(0, len(body.rstrip()), 4)
        for column, at in enumerate(cells):
            mark, gap = body[at : at + 2], body[at + 2 : at + 4]
            if not MARK.fullmatch(mark):
                harbour = mark[1:] == "p" and mark[0] in "FEO"
                hint = "a port needs a settlement field" if harbour else "no such mark"
                slip(row, offset + at, f"{mark!r} in column {column}: {hint}")
            elif gap.strip():
                slip(row, offset + at + 2, f"two spaces must follow column {column}")
                break
            marks[row, column] = mark
        else:
            first = len(range(0, len(rows[0].strip()), 4))
            if len(cells) != first:
                slip(row, 0, f"{len(cells)} hexes; row 0 has {first}")
    if not rows:
        problems.append(document.problem(("picture",), "the picture is empty"))
    return marks, problems


def settlements(marks: Mapping[Place, str]) -> list[tuple[Place, ...]]:
    """The fields of each settlement: touching fields of one letter, in reading order of their first."""
    groups: list[tuple[Place, ...]] = []
    seen: set[Place] = set()
    for start in sorted(marks):
        letter = marks[start][0]
        if letter not in SIZES or start in seen:
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


def counts(marks: Mapping[Place, str], groups: list[tuple[Place, ...]]) -> dict[str, int]:
    """What a map's `expected_counts` speak of, counted."""
    letters = Counter(mark[0] for mark in marks.values() if mark not in (SEA, LOCH))
    sizes = Counter(NAMES[marks[group[0]][0]] for group in groups)
    fields = sum(letters[letter] for letter in SIZES)
    farms = letters["F"] + letters["E"] + letters["O"]
    neutral = [mark for mark in marks.values() if mark[1] == "n" and mark[0] not in "KC"]
    on_settlements = sum(mark[0] in SIZES for mark in neutral)
    return {
        "playable": fields + farms,
        "food": letters["F"],
        "energy": letters["E"],
        "open": letters["O"],
        **{f"{name}_settlements": sizes[name] for name in NAMES.values()},
        "settlement_fields": fields,
        "farm_fields": farms,
        "castles": letters["K"],
        "cathedrals": letters["C"],
        "ports": sum(mark[1] == "p" and mark[0] in SIZES for mark in marks.values()),
        "neutral": len(neutral),
        "neutral_on_settlement_fields": on_settlements,
        "neutral_on_farm_fields": len(neutral) - on_settlements,
        "lochs": sum(mark == LOCH for mark in marks.values()),
    }


def check_groups(
    document: Document, marks: Mapping[Place, str], groups: list[tuple[Place, ...]]
) -> list[Problem]:
    """Every settlement has the size of its letter; two of one size that touch look like one too large."""
    problems = []
    for group in groups:
        letter = marks[group[0]][0]
        if len(group) != SIZES[letter]:
            fields = " ".join(f"[{row}, {column}]" for row, column in group)
            hint = "; two of one size may not touch" if len(group) > SIZES[letter] else ""
            said = (
                f"a {NAMES[letter]} settlement has {SIZES[letter]}, not {len(group)} fields: {fields}{hint}"
            )
            problems.append(_here(document, group[0], said))
    return problems


def _here(document: Document, place: Place, message: str) -> Problem:
    """A problem at a hex of the picture."""
    row, column = place
    return document.problem(("picture",), message, row=row, letter=4 * column + row % 2 * 2)


def check_sites(document: Document, sheet: Sheet, marks: Mapping[Place, str], box: Box) -> list[Problem]:
    """Castles and cathedrals: each has one entry and one place, and no more than a colour has pieces for."""
    problems = []
    for kind, letter, sites in (("castles", "K", sheet.castles), ("cathedrals", "C", sheet.cathedrals)):
        drawn: dict[str, Place] = {}
        for place, mark in sorted(marks.items()):
            if mark[0] == letter and mark in drawn:
                problems.append(_here(document, place, f"{mark} stands here a second time"))
            elif mark[0] == letter:
                drawn[mark] = place
                if mark not in {site.code for site in sites}:
                    problems.append(_here(document, place, f"{mark} is not among the {kind}"))
        for number, site in enumerate(sites):
            if site.code in [other.code for other in sites[:number]]:
                problems.append(document.problem((kind, number, "code"), f"{site.code} is given twice"))
            elif site.code not in drawn:
                problems.append(
                    document.problem((kind, number, "code"), f"{site.code} is not in the picture")
                )
            elif site.at != drawn[site.code]:
                said = f"{site.code} stands at {list(drawn[site.code])} in the picture"
                problems.append(document.problem((kind, number, "at"), said))
        if len(sites) > box.each(kind):
            said = f"{len(sites)} {kind}; a colour has pieces for {box.each(kind)}"
            problems.append(document.problem((kind,), said))
    for code, name in NEEDED.items():
        if code not in {castle.code for castle in sheet.castles}:
            said = f"{code} ({name}) is missing; it breaks ties (RB-END-6)"
            problems.append(document.problem(("castles",), said))
    return problems


def check_counts(document: Document, sheet: Sheet, found: Mapping[str, int], box: Box) -> list[Problem]:
    """The counts that the sheet states, and the neutral fields that the box asks for."""
    problems = []
    for name, count in found.items():
        if name not in sheet.expected_counts:
            problems.append(document.problem(("expected_counts",), f"key {name!r} is missing"))
        elif sheet.expected_counts[name] != count:
            problems.append(document.problem(("expected_counts", name), f"the picture has {count}"))
    for name in sheet.expected_counts:
        if name not in found:
            said = f"unknown key{near(name, found)}"
            problems.append(document.problem(("expected_counts", name), said, at_key=True))
    needed = box.setup[2].neutral_tiles if 2 in box.setup else found["neutral"]
    if found["neutral"] != needed:
        said = f"{found['neutral']} fields are marked n; two players need {needed}"
        problems.append(document.problem(("picture",), said))
    return problems


def check_areas(document: Document, sheet: Sheet, rows: int) -> list[Problem]:
    """Each row of the picture lies in exactly one area."""
    held = Counter(row for first, last in sheet.areas.values() for row in range(first, last + 1))
    wrong = [str(row) for row in sorted({*range(rows), *held}) if held[row] != (0 <= row < rows)]
    said = f"rows 0 to {rows - 1} must each lie in one area; wrong: {', '.join(wrong)}"
    return [document.problem(("areas",), said)] if wrong else []


def check_room(
    document: Document, found: Mapping[str, int], mix_name: str, mix: Mix, removal: Removal
) -> list[Problem]:
    """There is a field for every tile that can come: of three players, of four after the removal, of two and
    the neutral tiles. The tiles set aside may all be of the other sort, so they save nothing."""
    problems = []
    sorts = {"settlement_fields": (2, 6), "farm_fields": (0, 2)}
    for name, (first, last) in sorts.items():
        each, removed = sum(mix.counts[first:last]), sum(removal.counts[first:last])
        needed = max(3 * each, 4 * (each - removed), 2 * each + found[f"neutral_on_{name}"])
        if found[name] < needed:
            said = f"{found[name]} are too few for mix {mix_name!r}, which needs {needed}"
            problems.append(document.problem(("expected_counts", name), said))
    return problems
