"""What `tiles.yaml` states, as typed classes."""

from __future__ import annotations

import attrs

from tilewright.authoring import COUNT, Provenance


@attrs.frozen
class Record:
    """A kind of tile."""

    id: str
    count: int = attrs.field(validator=COUNT)
    """How many there are, the start tile included."""
    picture: str
    provenance: Provenance


@attrs.frozen
class Box:
    """Totals that the tiles must make."""

    tiles: int
    shields: int
    cloisters: int


@attrs.frozen
class Sheet:
    """The file of tiles."""

    start: str
    box: Box
    tiles: tuple[Record, ...]
