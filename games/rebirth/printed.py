"""What is printed on Rebirth's components, as typed classes: the box, the tiles, the sheet of a map.

Each loader checks the totals that stand in the files themselves and names the line of what does not work out.
What a map's picture means is read in `survey` and `chart`; the mission cards are in `deck`.
"""

from __future__ import annotations

from typing import Literal

import attrs
from attrs.validators import deep_mapping, ge, instance_of

from tilewright.core.data import Document, Folder, near
from tilewright.core.errors import InvalidFile, Problem

FOOD, ENERGY, SETTLEMENT1, SETTLEMENT2, SETTLEMENT3, SETTLEMENT4 = range(6)
KINDS = ("food", "energy", "settlement-1", "settlement-2", "settlement-3", "settlement-4")
"""The kinds of tile; a kind is an index into this."""

Provenance = Literal["rulebook", "public-source", "derived", "reconstructed"]
Certainty = Literal["high", "medium", "low", ""]
Value = Literal[1, 2, 3, 4]

COUNT = ge(0)
_COUNTS = deep_mapping(instance_of(int), COUNT)


@attrs.frozen
class Piece:
    """One sort of piece in the box."""

    id: str
    total: int
    provenance: Provenance
    source: str
    per_colour: int | None = None
    note: str = ""


@attrs.frozen
class Setup:
    """What so many players use: neutral tiles and tiles on the board in all, the rest for each player."""

    neutral_tiles: int
    set_aside: int
    removed: int
    played: int
    on_board: int


@attrs.frozen
class Box:
    players: tuple[int, int]
    colours: int
    pieces: tuple[Piece, ...]
    setup: dict[int, Setup]
    setup_provenance: dict[str, Provenance]

    def total(self, piece: str) -> int:
        """How many of these pieces there are."""
        return next(one.total for one in self.pieces if one.id == piece)

    def each(self, piece: str) -> int:
        """How many of these pieces a colour has."""
        return next(one.per_colour or 0 for one in self.pieces if one.id == piece)


@attrs.frozen
class Kind:
    id: str
    symbols: int
    """Settlement symbols on the tile: its influence."""
    provenance: Provenance
    source: str


@attrs.frozen
class Mix:
    """How many tiles of each kind a colour has."""

    food: int = attrs.field(validator=COUNT)
    energy: int = attrs.field(validator=COUNT)
    settlements: dict[Value, int] = attrs.field(validator=_COUNTS)
    map: str
    """The map made for this mix."""
    provenance: Provenance
    certainty: Certainty
    settlements_provenance: Provenance
    settlements_certainty: Certainty
    reason: str = ""
    settlements_reason: str = ""
    counter_evidence: str = ""

    @property
    def counts(self) -> tuple[int, ...]:
        """Tiles of each kind, by kind."""
        return _counts(self)


@attrs.frozen
class Removal:
    """The tiles that each player returns to the box, with as many players as option `removal_with` says."""

    food: int = attrs.field(validator=COUNT)
    energy: int = attrs.field(validator=COUNT)
    settlements: dict[Value, int] = attrs.field(validator=_COUNTS)
    total: int
    provenance: Provenance
    source: str

    @property
    def counts(self) -> tuple[int, ...]:
        """Tiles of each kind, by kind."""
        return _counts(self)


def _counts(tiles: Mix | Removal) -> tuple[int, ...]:
    return tiles.food, tiles.energy, *(tiles.settlements.get(value, 0) for value in (1, 2, 3, 4))


@attrs.frozen
class Tiles:
    kinds: tuple[Kind, ...]
    default_mix: str
    mixes: dict[str, Mix]
    removal: Removal

    @property
    def symbols(self) -> tuple[int, ...]:
        """Settlement symbols by kind; 0 for farms."""
        return tuple(kind.symbols for kind in self.kinds)


@attrs.frozen
class Site:
    """A castle or cathedral of a map: the code in its picture, and where that stands."""

    code: str
    name: str
    at: tuple[int, int]
    """Row and column of the picture."""
    provenance: Provenance
    name_provenance: Provenance


@attrs.frozen
class Sheet:
    """A map's file."""

    provenance: Provenance
    fits: str
    """The mix of tiles that it is made for."""
    expected_counts: dict[str, int]
    areas: dict[str, tuple[int, int]]
    """First and last row of each area."""
    areas_provenance: Provenance
    picture: str
    castles: tuple[Site, ...]
    cathedrals: tuple[Site, ...]
    fixed_by_facts: dict[str, str] = attrs.field(factory=dict)
    note: str = ""


def load_box(folder: Folder) -> Box:
    """What lies in the box; raises InvalidFile when its totals contradict each other."""
    document = folder.document("box.yaml")
    box = document.structure(Box)
    problems = twice(document, ("pieces",), [piece.id for piece in box.pieces])
    named = {piece.id for piece in box.pieces}
    for needed in ("tiles", "castles", "cathedrals", "missions"):
        if needed not in named:
            problems.append(document.problem(("pieces",), f"no piece {needed!r}"))
    for at, piece in enumerate(box.pieces):
        if piece.per_colour is not None and piece.per_colour * box.colours != piece.total:
            made = piece.per_colour * box.colours
            said = f"{box.colours} colours of {piece.per_colour} make {made}, not {piece.total}"
            problems.append(document.problem(("pieces", at, "total"), said))
    stop(problems)
    fewest, most = box.players
    if set(box.setup) != set(range(fewest, most + 1)):
        problems.append(
            document.problem(("setup",), f"expected one line for each of {fewest} to {most} players")
        )
    for players, setup in box.setup.items():
        at_all = ("setup", str(players))
        played = box.each("tiles") - setup.removed - setup.set_aside
        if setup.played != played:
            said = f"{box.each('tiles')} tiles less {setup.removed} and {setup.set_aside} leave {played}"
            problems.append(document.problem((*at_all, "played"), said))
        elif setup.on_board != players * played + setup.neutral_tiles:
            said = f"{players} x {played} + {setup.neutral_tiles} = {players * played + setup.neutral_tiles}"
            problems.append(document.problem((*at_all, "on_board"), said))
    stop(problems)
    return box


def load_tiles(folder: Folder, box: Box) -> Tiles:
    """The tiles of a colour; raises InvalidFile when a mix does not have as many as the box."""
    document = folder.document("tiles.yaml")
    tiles = document.structure(Tiles)
    problems: list[Problem] = []
    if tuple(kind.id for kind in tiles.kinds) != KINDS:
        problems.append(document.problem(("kinds",), f"expected {', '.join(KINDS)}, in this order"))
    for at, kind in enumerate(tiles.kinds):
        if (kind.symbols > 0) != (at >= SETTLEMENT1):
            said = "a settlement has symbols and a farm has none"
            problems.append(document.problem(("kinds", at, "symbols"), said))
    if tiles.default_mix not in tiles.mixes:
        said = f"there is no mix {tiles.default_mix!r}{near(tiles.default_mix, tiles.mixes)}"
        problems.append(document.problem(("default_mix",), said))
    removed = tiles.removal.counts
    if sum(removed) != tiles.removal.total:
        problems.append(document.problem(("removal", "total"), f"the tiles above are {sum(removed)}"))
    for name, mix in tiles.mixes.items():
        if sum(mix.counts) != box.each("tiles"):
            said = f"{sum(mix.counts)} tiles; a colour has {box.each('tiles')}"
            problems.append(document.problem(("mixes", name), said))
        short = [KINDS[kind] for kind in range(6) if mix.counts[kind] < removed[kind]]
        if short:
            said = f"fewer tiles than the removal takes: {', '.join(short)}"
            problems.append(document.problem(("mixes", name), said))
    stop(problems)
    return tiles


def twice(document: Document, path: tuple[str | int, ...], names: list[str]) -> list[Problem]:
    """A problem for each name that a list has had before."""
    again = [at for at, name in enumerate(names) if name in names[:at]]
    return [document.problem((*path, at), f"{names[at]!r} is given twice") for at in again]


def stop(problems: list[Problem]) -> None:
    """Raise InvalidFile when there are any."""
    if problems:
        raise InvalidFile(problems)
