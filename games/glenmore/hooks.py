"""Hooks of Glen More in addition to core's: its moments, ways of paying, and lines at the end. Tiles need no hook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import attrs

from tilewright.authoring import Log, spec

if TYPE_CHECKING:
    from .state import GlenMoreState, Readable

Line: TypeAlias = tuple[str, int]
"""The key of a score reason of the module, and points."""


class Specs:
    """Hooks of Glen More. Seats, cells and kinds of tile are numbers."""

    @spec
    def tile_placed(self, state: GlenMoreState, seat: int, cell: int, log: Log | None) -> None:
        """The seat has placed a tile and has what it brings once; nothing has been activated around it yet.

        Example: give the seat a barrel with `state.barrels[seat] += 1`. Nothing may be drawn or rolled here.
        """

    @spec
    def tile_activated(self, state: GlenMoreState, seat: int, cell: int, log: Log | None) -> None:
        """The seat has activated this tile, the game's or a module's, and has what the game gives for it.

        If the tile offers a deal, that comes next. Bots that look for ways to pay call this for imagined
        activations too, so nothing may be drawn or rolled here.
        """

    @spec
    def stand_ins(self, table: Readable, seat: int) -> int:  # type: ignore[empty-body]
        """Returns how many cubes of a tile's cost the seat could replace by something else of the module's.

        The module adds the action for that to the step `pay` (hook add_actions); `replaceable` says for which
        cubes it is legal, and `replace` settles one. `table` is the state, or a seat's view of it.
        """

    @spec
    def final_lines(self, table: Readable, seat: int) -> Sequence[Line]:  # type: ignore[empty-body]
        """The seat's points in the final accounting because of the module: (key of its score reason, points) lines.

        `table` is the state, or a seat's view of it: features tell bots what these lines would bring now.
        """


@attrs.frozen
class Answers:
    """The functions of modules that are called in play, one tuple for each hook."""

    placed: tuple[Callable[[GlenMoreState, int, int, Log | None], None], ...] = ()
    activated: tuple[Callable[[GlenMoreState, int, int, Log | None], None], ...] = ()
    stand_ins: tuple[Callable[[Readable, int], int], ...] = ()
    finals: tuple[Callable[[Readable, int], Sequence[Line]], ...] = ()
