"""What lies on Harvest's table: tiles and goals from the data, the options, the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import attrs

from tilewright.core.board import Board
from tilewright.core.errors import InvalidFile
from tilewright.core.faces import Face, read_face
from tilewright.core.grid import SQUARE4
from tilewright.core.options import option
from tilewright.core.state import State
from tilewright.core.zones import public, zone

if TYPE_CHECKING:
    from tilewright.core.data import Folder
    from tilewright.core.rules import Rules
    from tilewright.core.zones import Place


@attrs.frozen(kw_only=True)
class Options:
    """Options of Harvest."""

    offer: int = option(3, rule="HV-OFFER-1", doc="tiles on offer", low=1, high=4)
    neighbours: int = option(
        1, rule="HV-PLACE-2", doc="points for each neighbour after the first", low=0, high=5
    )
    field: int = option(2, rule="HV-CLOSE-1", doc="points for each tile of a closed field", low=0, high=9)
    goal: int = option(3, rule="HV-GOAL-1", doc="points for each field that a goal counts", low=0, high=9)
    home: bool = option(True, rule="HV-AMB-1", doc="whether the start tile counts in a field")
    ending: Literal["goals", "bare"] = option(
        "goals", rule="HV-GOAL-1", doc="whether goals count at the end", values=("goals", "bare")
    )


@attrs.frozen
class Tile:
    """A kind of tile as the data states it."""

    name: str
    drawing: str
    count: int
    rotations: tuple[int, ...] | None = None


@attrs.frozen
class Goal:
    """A goal card."""

    name: str
    terrain: str
    count: int


@attrs.frozen
class Sheet:
    """The file of tiles and goals."""

    start: str
    tiles: tuple[Tile, ...]
    goals: tuple[Goal, ...]


@attrs.define(eq=False)
class Harvest(State):
    """A position of Harvest."""

    bag: list[int] = zone("tile", "none", "pile", per_seat=False, factory=list)
    offer: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    discard: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    deck: list[int] = zone("goal", "none", "pile", per_seat=False, factory=list)
    goals: list[list[int]] = zone("goal", "owner", mixed=True, shown=True, factory=list)
    board: Board = public(read=lambda rules, saved: read_board(rules, saved), factory=lambda: Board(SQUARE4))
    closed: list[int] = public(factory=list)
    """The areas (roots) of the fields that have been counted."""
    start: int = public(default=0)

    def clone(self) -> Harvest:
        copy = super().clone()
        copy.bag = self.bag.copy()
        copy.offer = self.offer.copy()
        copy.discard = self.discard.copy()
        copy.deck = self.deck.copy()
        copy.goals = [cards.copy() for cards in self.goals]
        copy.board = self.board.clone()
        copy.closed = self.closed.copy()
        copy.start = self.start
        return copy


@attrs.frozen(eq=False)
class Table:
    """Tiles with their faces, and goals; made once when the ruleset is assembled."""

    start: str
    tiles: tuple[Tile, ...]
    goals: tuple[Goal, ...]
    faces: dict[str, Face]

    def kind(self, name: str) -> int:
        """A tile's number; ValueError names those that there are."""
        for number, tile in enumerate(self.tiles):
            if tile.name == name.lower():
                return number
        raise ValueError(f"'{name}' is no tile; tiles are {', '.join(tile.name for tile in self.tiles)}")


def load(data: Folder, options: Options) -> Table:
    """The tiles and goals; InvalidFile for a drawing that is none."""
    document = data.document("tiles.yaml")
    sheet = document.structure(Sheet)
    faces = {}
    for number, tile in enumerate(sheet.tiles):
        try:
            faces[tile.name] = read_face(tile.name, tile.drawing, rotations=tile.rotations)
        except ValueError as error:
            raise InvalidFile([document.problem(("tiles", number, "drawing"), str(error))]) from error
    return Table(sheet.start, sheet.tiles, sheet.goals, faces)


def fresh_board(table: Table) -> Board:
    """The start tile alone."""
    board = Board(SQUARE4)
    board.place(0, table.faces[table.start])
    return board


def read_board(rules: Rules, saved: Any) -> Board:
    """A board from its packed form."""
    return Board.from_dict(saved, SQUARE4, rules.data.faces)


def place_of(state: State, name: str) -> Place:
    """The shared zone of this name."""
    return next(place for place in state.rules.places_of(state) if place.name == name and not place.holder)
