"""Scoring tiles of modules: a record of each in its scoring.yaml, and a function that counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from tilewright.authoring import Folder, Module, Rules, stop

from .checks import check_scoring
from .files import ScoringTile
from .scoring import Counting, reasons, scorings

if TYPE_CHECKING:
    from .scoring_kinds import Scoring

FILE = "scoring.yaml"
Records: TypeAlias = Callable[[Any], Sequence[ScoringTile]]


@attrs.frozen(kw_only=True)
class Extended(Module):
    """A module that adds scoring tiles; `with_scoring` makes it."""

    counting: Mapping[str, Counting]
    records: Records


def with_scoring(module: Module, counting: Mapping[str, Counting], records: Records | None = None) -> Module:
    """Returns the module with the scoring tiles of its scoring.yaml, each counted as `counting` says under its id.

    A record is all that a tile needs: its piece, its score reason, its name and its text are made from it. Without
    `records` these are the module's only data. A module that loads more reads them with `read_scoring` and says here
    how to get them from its data: `lambda data: data.scoring`.
    """
    given = attrs.asdict(module, recurse=False)
    found: Records = records or (lambda data: data)
    if records is None:
        given["load"] = lambda folder, options: read_scoring(folder, counting)

    def pieces(data: Any) -> Mapping[str, tuple[str, ...]]:
        theirs = module.pieces(data)
        return {**theirs, "scoring": (*theirs.get("scoring", ()), *(tile.id for tile in found(data)))}

    given |= {
        "pieces": pieces,
        "names": lambda data: {**module.names(data), **names(found(data))},
        "reasons": lambda data: (*reasons(found(data)), *module.reasons(data)),
    }
    return Extended(**given, counting=counting, records=found)


def names(tiles: Sequence[ScoringTile]) -> dict[str, Mapping[Any, str]]:
    """Returns the names of scoring tiles by id, and their texts."""
    return {tile.id: tile.names for tile in tiles} | {f"{tile.id}.text": tile.text for tile in tiles}


def read_scoring(folder: Folder, counting: Mapping[str, Counting]) -> tuple[ScoringTile, ...]:
    """Reads the folder's scoring.yaml. InvalidFile names every mistake, and what `counting` counts without a record."""
    document = folder.document(FILE)
    tiles = document.structure(tuple[ScoringTile, ...])
    problems = check_scoring(document, tiles, counting)
    ids = {tile.id for tile in tiles}
    for id in counting:
        if id not in ids and folder.overlay is None:  # users may play with fewer tiles
            said = f"there is no record of the scoring tile {id!r}, which a function counts; write one with "
            said += "id, rule, kind, points, names, text, provenance and source"
            problems.append(document.problem((), said))
    stop(problems)
    return tiles


def added(rules: Rules) -> list[Scoring]:
    """Returns the scoring tiles that modules have added with `with_scoring`."""
    return [
        tile
        for module in rules.modules
        if isinstance(module, Extended)
        for tile in scorings(module.records(rules.module_data[module.name]), module.counting, rules.options)
    ]
