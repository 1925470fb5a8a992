"""A position: which stones lie in the river, how far they reach, and what that is worth to all."""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush

import attrs

from tilewright.authoring import (
    SQUARE4,
    Board,
    State,
    View,
    pack,
    placed,
    public,
    unpack,
    weight,
    whole,
    zone,
)

STONES = ("light", "heavy")
LIGHT, HEAVY = range(2)


@attrs.define(eq=False)
class FordState(State):
    """A position. Stones lie on cells of the river; 0,0 is its south-western cell."""

    bag: list[int] = zone("stone", "none", "pile", per_seat=False, factory=list)
    hand: list[list[int]] = zone("stone", "all", mixed=True, factory=list)
    stones: Board = placed("stone", lambda rules: rules.data, factory=lambda: Board(SQUARE4))
    river: list[int] = zone("surge", "none", "pile", per_seat=False, factory=list)
    """The surges to come, a card for each."""
    past: list[int] = zone("surge", "all", "row", per_seat=False, factory=list)
    reached: int = public(means=whole(least=0), default=0)
    """The most rows, from the southern bank, that a chain of stones has reached."""


@attrs.frozen
class Weights:
    """What a position is worth, in rows."""

    gap: float = weight(2.0, 0.0, 8.0, "for each cell less that a crossing needs")
    light: float = weight(0.0, -1.0, 4.0, "for each light stone less in the crossing that a surge would take")
    left: float = weight(0.0, -1.0, 4.0, "for each heavy stone in a hand")


def around(key: int, board: Board) -> Iterator[int]:
    """The cells of the river next to a cell."""
    assert board.bounds is not None
    for off in SQUARE4.offsets:
        if key + off in board.bounds:
            yield key + off


def is_light(board: Board, key: int) -> bool:
    """True if a light stone lies on the cell."""
    return key in board and board.face(key).name == STONES[LIGHT]


def chained(board: Board) -> set[int]:
    """The cells of all stones that hang together with the southern bank (FD-END-1)."""
    regions = (board.cells(root) for root in board.regions.roots())
    return {key for cells in regions if any(unpack(one)[1] == 0 for one in cells) for key in cells}


def rows(state: FordState | View) -> int:
    """How many rows a chain reaches from the southern bank (FD-END-3)."""
    return max((1 + unpack(key)[1] for key in chained(state.stones)), default=0)


def crossed(state: FordState | View) -> bool:
    """Whether a chain of stones leads from bank to bank (FD-END-1)."""
    return bool(rows(state) == state.rules.options.height)


def first(board: Board, row: int) -> int | None:
    """The westernmost stone of a row, which a surge would meet (FD-FLOW-1)."""
    return min((key for key in board if unpack(key)[1] == row), key=lambda key: unpack(key)[0], default=None)


def exposed(state: FordState | View) -> set[int]:
    """The light stones that a surge would take, at most one of each row (FD-FLOW-1, FD-FLOW-2)."""
    found = (first(state.stones, row) for row in range(state.rules.options.height))
    return {key for key in found if key is not None and is_light(state.stones, key)}


def crossing(state: FordState | View) -> tuple[int, int]:
    """The fewest stones that are missing between the banks, and the fewest light ones at risk on such a way."""
    options, board, risky = state.rules.options, state.stones, exposed(state)
    done = set[int]()
    fresh = [
        (int(key not in board), int(key in risky), key) for key in (pack(x, 0) for x in range(options.width))
    ]
    heapify(fresh)
    while fresh:
        missing, light, key = heappop(fresh)
        if unpack(key)[1] == options.height - 1:
            return missing, light
        if key not in done:
            done.add(key)
            for other in around(key, board):
                heappush(fresh, (missing + (other not in board), light + (other in risky), other))
    raise AssertionError("a river has cells from bank to bank")


def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """The rows reached, and how near the crossing is: the same for all, since they win together."""
    weights, (missing, risky) = view.weights, crossing(view)
    return [
        ("reached", float(sum(view.scores))),
        ("gap", weights.gap * (view.rules.options.height - missing)),
        ("light", -weights.light * risky),
        ("left", weights.left * sum(hand.count(HEAVY) for hand in view.hand)),
    ]


def features(view: View) -> Mapping[str, Sequence[float]]:
    """What bots learn from: what is missing and at risk. Seats share it all, so the first one stands for them."""
    missing, risky = crossing(view)
    found = {"missing": missing, "risky": risky, "stones": len(view.stones), "surges": view.count("river")}
    return {name: [float(value), *[0.0] * (len(view.seats) - 1)] for name, value in found.items()}
