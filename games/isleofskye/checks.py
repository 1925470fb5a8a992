"""Checks that the files of data/isleofskye add up: records by themselves, and the totals that the box states."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import (
    Document,
    Path,
    Problem,
    Provenance,
    Texts,
    arguments,
    english,
    flaws,
    near,
    twice,
    unless_printed,
)

from .files import LETTERS, Box, Castle, Drawn, Landscape, Letter, ScoringTile, Scroll, Tracks
from .tiles import BARREL, CASTLE, MARKS, TERRAINS, Tile

if TYPE_CHECKING:
    from .scoring import Counting

PIECES = ("tiles", "castles", "scoring")
"""Pieces that are counted."""
OTHERWISE = "with the other reading of the disputed tiles"
_NAME = re.compile("[A-Za-z][A-Za-z0-9_-]*")


def check_ids(document: Document, names: Sequence[str], taken: Collection[str] = ()) -> list[Problem]:
    """Returns a problem for each id in a list of records that is given twice, is `taken`, or is not a single word."""
    return [
        *twice(document, names, taken=taken),
        *(
            document.problem((at, "id"), f"{name!r} is not a word of letters, digits, _ and -")
            for at, name in enumerate(names)
            if not _NAME.fullmatch(name)
        ),
    ]


def check_landscape(document: Document, records: Sequence[Landscape]) -> list[Problem]:
    """Returns what is wrong within records of landscape.yaml, apart from their drawings."""
    problems = []
    for at, record in enumerate(records):
        other = record.alternative
        readings: list[tuple[Path, Drawn]] = [((at,), record)]
        if other is not None:
            readings.append(((at, "alternative"), other))
            found = [
                name for name in ("face", "road", "has") if getattr(record, name) != getattr(other, name)
            ]
            if {*found} != {*other.differs}:
                said = f"what differs is {', '.join(found) or 'nothing'}"
                problems.append(document.problem((at, "alternative", "differs"), said))
        for path, drawn in readings:
            for number, mark in enumerate(drawn.has):
                if MARKS[CASTLE] in mark.split():
                    said = "a castle stands on castle tiles only"
                    problems.append(document.problem((*path, "has", number), said))
    return problems


def check_castles(document: Document, records: Sequence[Castle], tiles: Sequence[Tile]) -> list[Problem]:
    """Returns what is wrong within records of castles.yaml, apart from their drawings."""
    problems = []
    for at, (record, tile) in enumerate(zip(records, tiles, strict=True)):
        if tile.marks[CASTLE] != 1:
            problems.append(document.problem((at, "has"), f"expected one castle, found {tile.marks[CASTLE]}"))
        if len(tile.face.roads) != 1:
            said = "all roads of a castle tile are one (IS-ROAD-2)"
            problems.append(document.problem((at, "road"), said))
        problems += english(document, (at, "names"), record.names)
    return problems


def check_scrolls(
    document: Document, scrolls: Sequence[Scroll], printed: Sequence[Tile], other: Sequence[Tile]
) -> list[Problem]:
    """Returns what is wrong in scrolls.yaml, or between it and the tiles in either reading of them."""
    problems = check_ids(document, [scroll.id for scroll in scrolls])
    for at, scroll in enumerate(scrolls):
        problems += english(document, (at, "names"), scroll.names)
        readings = _readings(
            sum(kind == scroll.id for tile in tiles for kind, _ in tile.scrolls * tile.copies)
            for tiles in (printed, other)
        )
        for found, reading in readings:
            if found != scroll.copies:
                right = _only(readings, scroll.copies_provenance)
                said = f"landscape.yaml has {found}{reading}"
                problems.append(document.problem((at, "copies"), said, right=right))
    return problems


def check_scoring(
    document: Document, tiles: Sequence[ScoringTile], table: Mapping[str, Counting]
) -> list[Problem]:
    """Returns what is wrong in a file of scoring tiles, which count as the table says."""
    problems = check_ids(document, [tile.id for tile in tiles])
    for at, tile in enumerate(tiles):
        if tile.id not in table:
            close = near(tile.id, table)
            hint = close if "mean" in close else "; put one under this id in the table given to with_scoring"
            said = f"no function counts the scoring tile {tile.id!r}{hint}"
            problems.append(document.problem((at, "id"), said))
        wanted = {"each": "one number", "table": "a list of numbers", "majority": "the points of two places"}
        places = len(tile.points) if isinstance(tile.points, tuple) else -1
        if not {"each": places == -1, "table": places > 0, "majority": places == 2}[tile.kind]:
            problems.append(document.problem((at, "points"), f"expected {wanted[tile.kind]}"))
        problems += english(document, (at, "names"), tile.names)
        problems += check_text(document, at, tile.text, tile.numbers, "{points} and {least}")
    # An id without a number stands for it, so that only numbers repeat each other.
    return problems + twice(document, [tile.number or tile.id for tile in tiles], field="number")


def check_text(
    document: Document, at: int, texts: Texts, numbers: Mapping[str, object], named: str
) -> list[Problem]:
    """Returns what is wrong with a record's texts: one must be English, and they may name only its numbers."""
    problems = english(document, (at, "text"), texts)
    for language, text in texts.items():
        if [*flaws({language: text}, text)] or not arguments(text) <= numbers.keys():
            said = f"a text may name {named} in braces, and nothing else"
            problems.append(document.problem((at, "text", language), said))
    return problems


def check_tracks(document: Document, tracks: Tracks, box: Box) -> list[Problem]:
    """Returns what is wrong in tracks.yaml: players without a track, letters not scored as often as the box says."""
    problems: list[Problem] = []
    fewest, most = box.players
    for_players = [
        players
        for track in (tracks.front, tracks.back)
        for players in range(track.players[0], track.players[1] + 1)
    ]
    if for_players != list(range(fewest, most + 1)):
        said = f"front and back are not for {fewest} to {most} players, each number once"
        problems.append(document.problem(("back", "players"), said))
    for side, track in (("front", tracks.front), ("back", tracks.back)):
        lines: list[tuple[Path, list[tuple[Letter, ...]]]] = [
            ((side, "rounds"), [line.score for line in track.rounds])
        ]
        if track.alternative is not None:
            other: Path = (side, "alternative", "score")
            lines.append((other, [*track.alternative.score]))
            if len(track.alternative.score) != len(track.rounds):
                said = f"{len(track.alternative.score)} rounds; the track has {len(track.rounds)}"
                problems.append(document.problem(other, said))
        for path, rounds in lines:
            for at, letters in enumerate(rounds):
                if len(set(letters)) < len(letters):
                    problems.append(document.problem((*path, at), "a letter is scored twice in one round"))
            counts = Counter(letter for letters in rounds for letter in letters)
            for letter in LETTERS:
                if counts[letter] != box.scorings.count:
                    said = f"{letter} is scored {counts[letter]} times, not {box.scorings.count} (IS-END-3)"
                    problems.append(document.problem(path, said))
    return problems


def check_totals(
    document: Document, box: Box, pieces: Mapping[str, int], printed: Sequence[Tile], other: Sequence[Tile]
) -> list[Problem]:
    """Returns where box.yaml does not agree with itself or with what was counted in the other files.

    `printed` and `other` are the landscape tiles as chosen and with the other reading of the disputed ones.
    """
    problems: list[Problem] = []
    for name in PIECES:
        if name not in box.pieces:
            problems.append(document.problem(("pieces",), f"no piece {name!r}"))
        elif box.pieces[name].count != pieces[name]:
            said = f"{'landscape' if name == 'tiles' else name}.yaml has {pieces[name]}"
            right = unless_printed(box.pieces[name].provenance, pieces[name])
            problems.append(document.problem(("pieces", name, "count"), said, right=right))
    fewest, most = box.players
    if not 1 <= fewest <= most <= pieces["castles"]:
        said = f"expected the fewest and the most players, and no more than {pieces['castles']} castles"
        problems.append(document.problem(("players",), said))
    if pieces["scoring"] < len(LETTERS):
        said = f"a match needs {len(LETTERS)} scoring tiles"
        problems.append(document.problem(("pieces",), said))
    gold = sum(worth * count for worth, count in box.coins.of.items())
    if gold != box.coins.gold:
        right = unless_printed(box.coins.provenance, gold)
        problems.append(document.problem(("coins", "gold"), f"the coins are worth {gold}", right=right))
    scrolls = sum(tile.copies * len(tile.scrolls) for tile in printed)
    if scrolls != box.scrolls.count:
        right = unless_printed(box.scrolls.provenance, scrolls)
        problems.append(document.problem(("scrolls", "count"), f"landscape.yaml has {scrolls}", right=right))
    for mark in MARKS[:CASTLE]:
        if mark not in box.marks:
            problems.append(document.problem(("marks",), f"no mark {mark!r}"))
    for terrain in TERRAINS:
        if terrain not in box.terrains:
            problems.append(document.problem(("terrains",), f"no terrain {terrain!r}"))
    for mark, total in box.marks.items():
        problems += english(document, ("marks", mark, "names"), total.names)
        found, otherwise = counted(printed, mark), counted(other, mark)
        if total.count != found:
            said, right = f"landscape.yaml has {found}", unless_printed(total.provenance, found)
            problems.append(document.problem(("marks", mark, "count"), said, right=right))
        if (total.count if total.alternative is None else total.alternative) != otherwise:
            said = f"landscape.yaml has {otherwise} {OTHERWISE}"
            same = (
                total.alternative is None and otherwise == found
            )  # then the count is wrong, and nothing else
            right = None if same else unless_printed(total.provenance, otherwise)
            problems.append(document.problem(("marks", mark, "alternative"), said, right=right))
    for terrain, sides in box.terrains.items():
        problems += english(document, ("terrains", terrain, "names"), sides.names)
        readings = _readings(
            sum(tile.copies * tile.face.edges.count(terrain) for tile in tiles) for tiles in (printed, other)
        )
        for found, reading in readings:
            if sides.count != found:
                said, right = f"landscape.yaml has {found}{reading}", _only(readings, sides.provenance)
                problems.append(document.problem(("terrains", terrain, "count"), said, right=right))
    return problems


def _readings(counts: Iterable[int]) -> list[tuple[int, str]]:
    """Returns what was counted in the chosen reading, then in the other one if that differs."""
    chosen, other = counts
    return [(chosen, "")] if chosen == other else [(chosen, ""), (other, f" {OTHERWISE}")]


def _only(readings: Sequence[tuple[int, str]], origin: Provenance) -> int | None:
    """Returns what was counted, if it is the same in both readings and not for the rulebook to say."""
    return unless_printed(origin, readings[0][0]) if len(readings) == 1 else None


def counted(tiles: Sequence[Tile], mark: str) -> int:
    """Counts the marks of this kind on the tiles; of barrels, the tiles that show some (IS-INC-2)."""
    kind = MARKS.index(mark)
    return sum(t.copies * (t.marks[kind] > 0 if kind == BARREL else t.marks[kind]) for t in tiles)
