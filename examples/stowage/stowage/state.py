"""A position: ships with what lies in their holds, the quay, the clock; and what a hold is worth."""

from collections.abc import Iterator, Sequence

import attrs

from tilewright.authoring import SQUARE4, Board, State, View, by_seat, placed, public, unpack, whole, zone

from .files import GOODS

REASONS = {"goods": "BT-END-2", "row": "BT-END-3"}


@attrs.define(eq=False)
class Ships(State):
    """Crates are pieces by number: hidden in the bag, in a row on the quay, or in a hold."""

    bag: list[int] = zone("tile", "none", "pile", per_seat=False, factory=list)
    quay: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    holds: list[Board] = placed("tile", lambda rules: rules.data.crates, per_seat=True, factory=list)
    clock: list[int] = public(means=by_seat(whole(least=0)), factory=list)
    """By seat, the hours that have gone by for it."""


def worth(state: Ships | View, seat: int) -> Iterator[tuple[str, int, int]]:
    """What the hold of the seat scores as it is: key of the reason, points, a cell (BT-END-2, BT-END-3)."""
    land, hold = state.holds[seat].regions, state.holds[seat]
    for good in GOODS:
        lots = [root for root in land.roots() if land.kind(root) == good]
        if lots:
            largest = max(lots, key=land.size)
            yield "goods", land.size(largest), hold.cells(largest)[0]
    rows = {unpack(cell)[1] for cell in state.rules.data.hold}
    gaps = {unpack(cell)[1] for cell in hold.frontier}
    for y in sorted(rows - gaps):
        yield "row", state.rules.options.row, min(c for c in state.rules.data.hold if unpack(c)[1] == y)


def standing(state: Ships | View) -> list[int]:
    """By seat, what its hold scores as it is."""
    return [sum(points for _, points, _ in worth(state, seat)) for seat in range(len(state.seats))]


def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """What the hold scores, cells that are stowed, hours that are left, and gaps into which nothing will fit."""
    hold, hours = view.holds[seat], view.options.hours - view.clock[seat]
    free = hold.frontier
    lonely = sum(not any(near in free for near in SQUARE4.neighbours(cell)) for cell in free)
    return [
        ("worth", float(standing(view)[seat])),
        ("stowed", 0.6 * len(hold)),
        ("time", 0.8 * hours),
        ("gaps", -1.0 * lonely),
    ]
