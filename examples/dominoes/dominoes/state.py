"""A position, and what a realm is worth in it: territories times crowns."""

from collections.abc import Iterator, Sequence

import attrs

from tilewright.authoring import KEPT, OWNER, SEAT, Board, State, View, placed, public, sequence, unpack, zone

REASONS = {"territory": "SR-END-2", "middle": "SR-END-3", "complete": "SR-END-4"}


@attrs.define(eq=False)
class Realms(State):
    """Dominoes are pieces by number. Those in the bag alone are hidden; all others lie in rows or realms, or apart."""

    bag: list[int] = zone("tile", "none", "pile", per_seat=False, factory=list)
    row: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    """The dominoes of this round, ascending; none in the last one."""
    takers: list[int] = public(means=sequence(OWNER), factory=list)
    """For each domino of the row the seat whose marker lies on it, or -1."""
    waiting: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    """The dominoes of the last round that are to be placed, the next one last; none in the first round."""
    order: list[int] = public(means=sequence(SEAT), factory=list)
    """The seats of the markers whose turn in this round has not ended, the next one last, as in `waiting`."""
    discards: list[list[int]] = zone("tile", "all", "row", mixed=True, factory=list)
    realms: list[Board] = placed("tile", lambda rules: rules.data, per_seat=True, rest=KEPT, factory=list)


def worth(state: Realms | View, seat: int) -> Iterator[tuple[str, int, int]]:
    """What the realm of the seat scores as it is: key of the reason, points, a cell (SR-END-2 to SR-END-4)."""
    realm, options = state.realms[seat], state.rules.options
    cells, land = list(realm), realm.regions
    for first, root in sorted((land.tiles(root)[0], root) for root in land.roots() if land.marks(root)[0]):
        yield "territory", land.size(root) * land.marks(root)[0], cells[first]
    if options.middle and all(min(line) == -max(line) for line in zip(*map(unpack, cells))):
        yield "middle", options.middle, 0
    if options.complete and not state.discards[seat]:
        yield "complete", options.complete, 0


def standing(state: Realms | View) -> list[int]:
    """By seat, what its realm scores as it is."""
    return [sum(points for _, points, _ in worth(state, seat)) for seat in range(len(state.seats))]


def appraise(view: View, seat: int) -> Sequence[tuple[str, float]]:
    """What the realm is worth, a point for each further cell of a territory, and what taken dominoes may add."""
    land = view.realms[seat].regions
    lines = [(key, float(points)) for key, points, _ in worth(view, seat)]
    lines += [("room", land.size(root) - 1.0) for root in land.roots()]
    for tile, taker in zip([*view.row, *view.waiting], [*view.takers, *view.order]):
        for half in view.rules.data[tile].faces if taker == seat else ():
            crowns, alike = half.areas[0].marks[0], [r for r in land.roots() if land.kind(r) == half.edges[0]]
            grown = [land.marks(root)[0] + crowns * (land.size(root) + 1) for root in alike]
            lines.append(("hope", 0.8 * max([crowns, *grown])))
    return lines
