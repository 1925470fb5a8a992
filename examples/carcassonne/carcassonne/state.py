"""A position of Carcassonne, and the words for it in scenes. Cells are keys; a board joins features to regions."""

from __future__ import annotations

from typing import Any

import attrs

from tilewright.authoring import (
    CELL,
    KEPT,
    NOBODY,
    SEAT,
    SQUARE4,
    SQUARE8,
    Board,
    Given,
    Meaning,
    Noun,
    Position,
    State,
    View,
    at_cells,
    placed,
    public,
    words,
    zone,
)

from .tiles import CLOISTER, FIELD, PORTS, WHERE

NOWHERE = 1 << 30
"""The key of no cell."""
AROUND = SQUARE8.offsets
SHIELD = 0
"""The one kind of mark that is counted, in cities."""


class _Latest(Meaning):
    """A cell; `nobody` stands for none."""

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> int:
        return NOWHERE if value == NOBODY else CELL.read(state, value, *path)

    def write(self, state: State, value: int) -> Any:
        return NOBODY if value == NOWHERE else CELL.write(state, value)


class _Standing(Meaning):
    """A seat and the feature on which its meeple stands: `anna n`; None for no meeple."""

    what = "a player and a place"

    def example(self, state: State) -> str:
        return f"{SEAT.example(state)} n"

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> tuple[int, str]:
        player, _, where = str(value).partition(" ")
        return SEAT.read(state, player, *path), WHERE[words(*WHERE).read(state, where, *path)]

    def write(self, state: State, value: tuple[int, str] | None) -> str:
        return NOBODY if value is None else f"{state.seats[value[0]]} {value[1]}"


@attrs.define(eq=False)
class Carcassonne(State):
    """Hidden is only the order of the bag: what it holds follows from what has been drawn."""

    bag: list[int] = zone("tile", "all", "pile", per_seat=False, factory=list)
    drawn: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    """The tile that is to be placed; empty after the placing, and when the game is over."""
    aside: list[int] = zone("tile", "all", "row", per_seat=False, factory=list)
    """Tiles that had no place when they were drawn."""
    tiles: Board = placed(
        "tile",
        lambda rules: [tile.face for tile in rules.data.tiles],
        rest=KEPT,
        factory=lambda: Board(SQUARE4, ports=PORTS),
    )
    """Its regions count shields, and each seat as often as it has meeples there."""
    meeples: dict[int, tuple[int, str]] = public(means=at_cells(_Standing(), without=None), factory=dict)
    """By cell, the seat of a meeple and the name of the feature on which it stands."""
    latest: int = public(means=_Latest(), default=NOWHERE)
    """The cell of the tile placed in this turn, NOWHERE before the placing."""
    start: int = public(means=SEAT, default=0)
    """The seat that begins."""

    def numbers(self, cell: int) -> dict[str, int]:
        """Each of WHERE that names a feature of the tile on a cell, to its number among the areas of the face."""
        found: dict[str, int] = self.rules.data.numbers(self.tiles.face(cell))
        return found

    def names(self, cell: int) -> dict[int, str]:
        """By these numbers, what the features are called."""
        return {number: name for name, number in reversed(self.numbers(cell).items())}

    def area(self, cell: int, where: str) -> int:
        """What the regions call that feature; KeyError if there is none."""
        return self.tiles.area(cell, self.numbers(cell)[where])

    def stand(self, cell: int, seat: int, where: str) -> None:
        """A meeple of the seat stands on that feature, and the seat is in its region."""
        self.meeples[cell] = seat, where
        self.tiles.regions.enter(self.area(cell, where), seat)

    def leave(self, region: int) -> list[int]:
        """Takes all meeples off the region; returns how many by seat."""
        regions, counts = self.tiles.regions, [0] * len(self.seats)
        root = regions.find(region)
        for cell, (seat, where) in [*self.meeples.items()]:
            if regions.find(self.area(cell, where)) == root:
                del self.meeples[cell]
                regions.enter(root, seat, -1)
                counts[seat] += 1
        return counts


def in_hand(position: Carcassonne | View) -> list[int]:
    """By seat, the meeples that are not on the land (CA-SETUP-2)."""
    found = [position.rules.options.meeples] * len(position.seats)
    for seat, _ in position.meeples.values():
        found[seat] -= 1
    return found


def free(board: Board, cell: int, farmers: bool) -> list[int]:
    """The features of the tile on a cell in whose regions no meeple stands; fields only where `farmers` may be."""
    regions, first = board.regions, board.area(cell, 0)
    return [
        number
        for number, one in enumerate(board.face(cell).areas)
        if (farmers or one.terrain != FIELD) and not any(regions.seats(first + number))
    ]


def measure(board: Board, cell: int, area: int) -> tuple[str, int, int]:
    """Kind and tiles of a region, and how many of its sides are open; of a cloister, so many cells around it."""
    regions = board.regions
    kind = regions.kind(area)
    if kind == CLOISTER:
        around = sum([cell + offset in board for offset in AROUND])
        return kind, 1 + around, len(AROUND) - around
    return kind, regions.size(area), regions.open_edges(area)


def check(position: Position[Carcassonne], nothing: Any) -> None:
    """Meeples stand on features; a tile is drawn where one is to be placed, and placed where a meeple may be."""
    state = position.state
    for cell, (seat, where) in state.meeples.items():
        path = "meeples", SQUARE4.text(cell)
        if cell not in state.tiles:
            raise Given("no tile lies here", *path)
        number = state.numbers(cell)
        if where not in number:
            raise Given(f"the tile has nothing at '{where}'; it has {', '.join(number)}", *path)
        state.stand(cell, seat, state.names(cell)[number[where]])
        if in_hand(state)[seat] < 0:
            raise Given(f"{state.seats[seat]} has too few meeples", *path)
    step = state.rules.nodes[state.stack[-1][0]].name
    if state.latest != NOWHERE and state.latest not in state.tiles:
        raise Given("no tile lies here", "latest")
    if step == "place" and len(state.drawn) != 1:
        raise Given("one tile is drawn when it is to be placed: `drawn: U`", "drawn")
    if step in ("meeple", "score") and state.latest == NOWHERE:
        raise Given("say which tile has just been placed: `latest: '1,0'`", "step")
    if not all(state.tiles.placements(state.rules.data.tiles[kind].face) for kind in state.drawn):
        raise Given("the drawn tile has no place; it would have been laid aside (CA-TURN-2)", "drawn")


def tell_region(state: Carcassonne, key: str) -> str:
    """`open, 3 tiles, 1 shield, anna, bruno`; of fields and cloisters what they have of it."""
    at, _, where = key.partition("@")
    cell, regions = SQUARE4.read(at), state.tiles.regions
    if cell not in state.tiles or where not in state.numbers(cell):
        raise ValueError(f"there is nothing at '{key}'; write a cell and a place on its tile: 1,0@n")
    here = state.area(cell, where)
    said = ["open"] if regions.kind(here) != FIELD and regions.open_edges(here) else []
    for count, word in ((regions.size(here), "tile"), (regions.marks(here)[SHIELD], "shield")):
        said += [f"{count} {word}{'s' if count > 1 else ''}"] * bool(count)
    said += [name for name, count in zip(state.seats, regions.seats(here), strict=True) for _ in range(count)]
    return ", ".join(said)


NOUNS = (
    Noun(name="meeples", count=lambda state, seat: in_hand(state)[seat]),
    Noun(name="region", tell=tell_region),
    Noun(name="", put=check),
)
