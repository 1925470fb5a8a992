"""The outskirts of one player as printed, under the options of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import Document, Folder, InvalidFile, Message, Texts, beyond_rulebook, stop

from ...tiles import Tile, read_drawing
from .checks import check_outskirts, check_sides
from .files import CURVE, Box, Outskirt, Side

if TYPE_CHECKING:
    from .options import Options


@attrs.frozen(eq=False)
class Set:
    """The outskirts of one player, and their names."""

    tiles: tuple[Tile, ...]
    names: Mapping[str, Texts]


def load(data: Folder, options: Options) -> Set:
    """Reads the outskirts under these options; InvalidFile names every mistake in the files."""
    box = data.load("box.yaml", Box)
    document = data.document("outskirts.yaml")
    records = document.structure(tuple[Outskirt, ...])
    problems = []
    tiles = []
    for at, record in enumerate(records):
        sides: list[Tile | None] = []
        for name, drawn in (("front", record.front), ("back", record.back)):
            try:
                sides.append(_side(document, at, record, name, drawn, options))
            except InvalidFile as slip:
                problems += slip.problems
                sides.append(None)
        front, back = sides
        problems += check_sides(document, at, front, back)
        if front is not None:
            tiles.append(attrs.evolve(front, back=back))
    problems += check_outskirts(document, records, box.outskirts.count)
    stop(problems)
    return Set(tuple(tiles), {record.id: record.names for record in records})


def _side(document: Document, at: int, record: Outskirt, name: str, drawn: Side, options: Options) -> Tile:
    """Returns one side as a tile; on the front, islands are regions only if the options say so (IS-AMB-30)."""
    label = record.id if name == "front" else f"{record.id}-back"
    face, symbols = read_drawing(document, (at, name), label, drawn, {}, bare=CURVE)
    if name == "front" and options.island == "back":
        face = attrs.evolve(face, areas=tuple(area for area in face.areas if area.sides))
    full = options.counted == "tiles"
    return Tile(label, face, record.provenance, symbols, copies=0, pays=drawn.pays, full=full)


def provenance(data: Set) -> Iterator[Message]:
    """Returns messages about what the rulebook does not say of the outskirts."""
    return beyond_rulebook("provenance.outskirts", [tile.provenance for tile in data.tiles])
