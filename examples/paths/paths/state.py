"""A position: where it leads the pawns, who is ahead, and what it is worth to a seat."""

from collections.abc import Callable, Mapping

import attrs

from tilewright.authoring import (
    CELL,
    SQUARE4,
    Board,
    Face,
    State,
    View,
    by_seat,
    placed,
    public,
    unpack,
    whole,
    zone,
)

PORTS = tuple(f"{side}{n}" for side in SQUARE4.directions for n in (1, 2))
"""The ports of a tile by number: two a side, clockwise from the north."""


@attrs.define(eq=False)
class PathsState(State):
    """A position. A pawn stands at a port of the empty cell in front of it, or where it went out."""

    bag: list[int] = zone("tile", "none", "pile", per_seat=False, factory=list)
    hand: list[list[int]] = zone("tile", "owner", "row", mixed=True, shown=True, factory=list)
    board: Board = placed(
        "tile", lambda rules: [*rules.data.values()], factory=lambda: Board(SQUARE4, ports=2)
    )
    cells: list[int] = public(means=by_seat(CELL), factory=list)
    ports: list[int] = public(means=by_seat("port"), factory=list)
    fell: list[int] = public(means=by_seat(whole(least=0)), factory=list)
    """By seat, the turn, from 1, in which its pawn went out; 0 while it is on the board."""


def walking(state: PathsState | View) -> list[int]:
    """The seats whose pawns are on the board."""
    return [seat for seat, turn in enumerate(state.fell) if not turn]


def outlived(state: PathsState | View) -> list[int]:
    """For each seat, how many pawns went out before its own: who is ahead (WP-END-1)."""
    fell = [turn or max(state.fell) + 1 for turn in state.fell]
    return [sum(other < own for other in fell) for own in fell]


def within(cell: int, size: int) -> bool:
    """True if the cell is on the board (WP-START-1)."""
    x, y = unpack(cell)
    return 0 <= x < size and 0 <= y < size


def led(state: PathsState, seat: int) -> Callable[[Mapping[int, Face]], tuple[int, int, str]]:
    """Where the board, with further tiles, leads a pawn: cell, port, and the event that puts it out, "" for none.

    It is out beyond the rim, or where its way leaves a cell that another pawn is about to enter (WP-MOVE-1, WP-OUT-1,
    WP-OUT-2).
    """
    board, size = state.board, state.rules.options.size
    first = state.cells[seat], state.ports[seat]
    others = {(state.cells[other], state.ports[other]) for other in walking(state) if other != seat}

    def end(imagined: Mapping[int, Face]) -> tuple[int, int, str]:
        way = board.follow(*first, imagined)
        cell, port = board.beyond(*way[-1]) if way else first
        if not others.isdisjoint(way):
            return cell, port, "pawn_met"
        return cell, port, "" if within(cell, size) else "pawn_left"

    return end


def appraise(view: View, seat: int) -> list[tuple[str, float]]:
    """The pawns outlived, and those to be outlived: half of them, more with more exits than they have."""
    free = {walker: 1 + exits(view, walker) for walker in walking(view)}
    own = free.pop(seat, 0)
    return [
        ("outlived", outlived(view)[seat]),
        ("ahead", sum(own / (own + other) for other in free.values())),
    ]


def exits(view: View, seat: int) -> int:
    """By how many ports of the cell in front of it a pawn could leave without being led off the board."""
    board, cell = view.board, view.cells[seat]
    beyond = [board.beyond(cell, port) for port in range(len(PORTS)) if port != view.ports[seat]]
    return sum(within(board.end(*at)[0], view.options.size) for at in beyond)
