"""The landscape and castle tiles of the data files, and which reading of the disputed ones is played."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.data import Document
from tilewright.core.errors import InvalidFile, Problem, UsageError
from tilewright.core.yamltext import Path

from .files import Castle, Drawn, Landscape
from .options import Options
from .tiles import Kinds, Tile, read_drawing

FIXED = (0,)
"""The rotations of a castle tile: its castle points to its owner (IS-SETUP-6)."""


def read_landscape(
    document: Document, records: Sequence[Landscape], kinds: Kinds
) -> tuple[list[Tile], list[Tile], list[Problem]]:
    """The tiles as chosen, and with the other reading of the disputed ones; what of them cannot be read."""
    chosen: list[Tile] = []
    other: list[Tile] = []
    problems: list[Problem] = []
    for at, record in enumerate(records):
        tiles: list[Tile] = []
        readings: list[tuple[Path, Drawn]] = [((at,), record)]
        if record.alternative is not None:
            readings.append(((at, "alternative"), record.alternative))
        for path, drawn in readings:
            try:
                face, symbols = read_drawing(document, path, record.id, drawn, kinds)
            except InvalidFile as slip:
                problems += slip.problems
                continue
            tiles.append(
                Tile(
                    record.id,
                    face,
                    record.provenance,
                    symbols,
                    copies=record.copies,
                    bridge=record.bridge,
                    disputed=len(readings) > 1,
                )
            )
        chosen += tiles[:1]
        other += tiles[-1:]
    return chosen, other, problems


def read_castles(
    document: Document, records: Sequence[Castle], kinds: Kinds
) -> tuple[list[Tile], list[Problem]]:
    """The castle tiles, and what of them cannot be read."""
    castles: list[Tile] = []
    problems: list[Problem] = []
    for at, record in enumerate(records):
        try:
            face, symbols = read_drawing(document, (at,), record.id, record, kinds, FIXED)
            castles.append(Tile(record.id, face, record.provenance, symbols))
        except InvalidFile as slip:
            problems += slip.problems
    return castles, problems


def read_otherwise(disputed: Sequence[str], options: Options) -> tuple[str, ...]:
    """The tiles that are read the other way: all disputed ones or none, but for those that an option names."""
    named = options.disputed_tiles.replace(",", " ").split()
    for name in named:
        if name not in disputed:
            known = ", ".join(disputed) or "none"
            raise UsageError(f"option disputed_tiles: {name!r} is no disputed tile; these are: {known}")
    everywhere = options.disputed == "alternative"
    return tuple(name for name in disputed if (name in named) != everywhere)
