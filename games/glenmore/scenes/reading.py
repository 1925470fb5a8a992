"""Reading what stands under `given`: the parts that all of Glen More's words share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, cast

from tilewright.core.grid import SQUARE8
from tilewright.core.nouns import Given, mapping, named, seat_of

from ..files import RESOURCES
from ..state import GlenMoreState

if TYPE_CHECKING:
    from tilewright.core.position import Position

Path = tuple[str | int, ...]
RESOURCE = {str(name): number for number, name in enumerate(RESOURCES)}


def here(position: Position) -> GlenMoreState:
    """The state into which the position is being read."""
    return cast(GlenMoreState, position.state)


def cell_of(text: Any, *path: str | int) -> int:
    try:
        return SQUARE8.read(str(text))
    except ValueError as error:
        raise Given(str(error), *path) from error


def tile_of(state: GlenMoreState, name: Any, *path: str | int) -> int:
    """The kind of tile with this id."""
    return named("tile", state.printed.kind_number, name, *path)


def resource_of(name: Any, *path: str | int) -> int:
    return named("resource", RESOURCE, name, *path)


def either(words: tuple[str, str], value: Any, *path: str | int) -> int:
    """0 for the first word, 1 for the second."""
    if value not in words:
        raise Given(f"expected {' or '.join(words)}, got '{value}'", *path)
    return words.index(value)


def by_player(state: GlenMoreState, value: Any, example: str) -> Iterator[tuple[int, str, Any]]:
    """Seat, name and value of a mapping from players."""
    for name, said in mapping(value, f"a mapping from player: {{anna: {example}}}").items():
        yield seat_of(state, name, name), name, said


def by_cell(position: Position, value: Any, example: str) -> Iterator[tuple[int, int, Any, Path]]:
    """Seat, cell, value and path of a mapping from players and the cells of their displays."""
    state = here(position)
    for seat, name, cells in by_player(state, value, example):
        for text, said in mapping(cells, f"a mapping from cell: {example}", name).items():
            cell = cell_of(text, name, text)
            if cell not in state.displays[seat]:
                raise Given(f"{name} has no tile at {SQUARE8.text(cell)}", name, text)
            yield seat, cell, said, (name, text)


def each(write: Callable[[GlenMoreState, int], Any]) -> Callable[[Any], dict[str, Any]]:
    """For a noun's `write`: every player's part."""
    return lambda state: {name: write(state, seat) for seat, name in enumerate(state.seats)}
