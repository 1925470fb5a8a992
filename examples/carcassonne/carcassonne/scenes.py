"""Words that Carcassonne adds to scenes: the tiles on the table, the meeples on them, features by cell and side.

Tiles are named in the order of placing, and the start tile lies at 0,0 unless another one does. Meeples that a scene
does not name are in hand. `region 0,0@n is open, 2 tiles, anna`: what has become of a feature, and whose meeples are
there.
"""

from __future__ import annotations

from typing import Any

import attrs

from tilewright.authoring import (
    NOBODY,
    SEAT,
    SQUARE4,
    Given,
    Meaning,
    Noun,
    Position,
    State,
    at_cells,
    thing,
    words,
)

from .actions import ROTATIONS
from .land import SHIELD, Land
from .printed import WHERE
from .state import NOWHERE, Carcassonne


@attrs.frozen
class _Pair(Meaning):
    """Two values with a blank between them; None stands for neither."""

    what: str
    first: Meaning
    second: Meaning
    otherwise: str
    """The second where it is left out."""

    def example(self, state: State) -> str:
        return f"{self.first.example(state)} {self.second.example(state)}"

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> tuple[int, int]:
        one, _, two = str(value).partition(" ")
        return self.first.read(state, one, *path), self.second.read(state, two or self.otherwise, *path)

    def write(self, state: State, value: tuple[int, int] | None) -> str:
        if value is None:
            return NOBODY
        return f"{self.first.write(state, value[0])} {self.second.write(state, value[1])}"


TILES = at_cells(_Pair("tile and rotation", thing("tile"), words(*map(str, ROTATIONS)), "r0"), without=None)
MEEPLES = at_cells(_Pair("player and place", SEAT, words(*WHERE), ""), without=None)


def put_tiles(position: Position[Carcassonne], tiles: Any) -> None:
    """These tiles lie on the table, in this order, and no meeple is there."""
    state = position.state
    printed, fresh = state.printed, Land.empty(len(state.seats))
    given = TILES.read(state, tiles)
    if 0 not in given:
        given = {0: (printed.start, 0)} | given
    for kind, _ in lying(state).values():
        position.put_back("tile", kind)
    for cell, (kind, rotation) in given.items():
        lie, text = printed.tiles[kind].lies[rotation], SQUARE4.text(cell)
        for side, letter in enumerate(fresh.board.wanted(cell) if cell in fresh.board.frontier else "...."):
            if letter not in (".", lie.face.edges[side]):
                raise Given(f"side {SQUARE4.directions[side]} must be {letter} here (CA-PLACE-2)", text)
        if not position.take("tile", kind) and not position.trusted("tile"):
            raise Given(f"there is no {lie.tile.id} left", text)
        fresh.place(cell, lie)
    state.land, state.latest = fresh, NOWHERE
    state.supply = [state.rules.options.meeples] * len(state.seats)


def put_meeples(position: Position[Carcassonne], meeples: Any) -> None:
    """Exactly these meeples stand on the land; all others are in hand."""
    state = position.state
    given = MEEPLES.read(state, meeples)
    land = state.land = Land.from_dict({**state.land.to_dict(), "meeples": []}, state.printed)
    state.supply = [state.rules.options.meeples] * len(state.seats)
    for cell, (seat, at) in given.items():
        text, where = SQUARE4.text(cell), WHERE[at]
        if cell not in land.board:
            raise Given("no tile lies here", text)
        number = land.lie(cell).number.get(where)
        if number is None:
            raise Given(f"the tile has nothing at '{where}'; it has {', '.join(land.lie(cell).number)}", text)
        if not state.supply[seat]:
            raise Given(f"{state.seats[seat]} has no meeple left", text)
        state.supply[seat] -= 1
        land.enter(cell, number, seat)


def check(position: Position[Carcassonne], nothing: Any) -> None:
    """A tile is drawn where one is to be placed, and one has just been placed where a meeple may be."""
    state = position.state
    step = state.rules.nodes[state.stack[-1][0]].name
    if state.latest != NOWHERE and state.latest not in state.land.board:
        raise Given("no tile lies here", "latest")
    if step == "place" and len(state.drawn) != 1:
        raise Given("one tile is drawn when it is to be placed: `drawn: U`", "drawn")
    if step in ("meeple", "score") and state.latest == NOWHERE:
        raise Given("say which tile has just been placed: `latest: '1,0'`", "step")
    fits = [state.printed.tiles[kind].face.fits for kind in state.drawn]
    if not all(any(fit[wanted] for wanted in state.land.board.frontier.values()) for fit in fits):
        raise Given("the drawn tile has no place; it would have been laid aside (CA-TURN-2)", "drawn")


def lying(state: Carcassonne) -> dict[int, tuple[int, int]]:
    """By cell, the kind and rotation of the tile."""
    lies = {cell: state.land.lie(cell) for cell in state.land.board}
    return {cell: (state.printed.by_id[lie.tile.id], lie.face.rotation) for cell, lie in lies.items()}


def standing(state: Carcassonne) -> dict[int, tuple[int, int]]:
    """By cell, the seat of the meeple and its place, as a number in WHERE."""
    land = state.land
    names = {cell: land.lie(cell).names[number] for cell, (number, _) in land.meeples.items()}
    return {cell: (land.meeples[cell][1], WHERE.index(names[cell])) for cell in sorted(names)}


def tell_region(state: Carcassonne, key: str) -> str:
    """`open, 3 tiles, 1 shield, anna, bruno`; of fields and cloisters what they have of it."""
    at, _, where = key.partition("@")
    cell = SQUARE4.read(at)
    if cell not in state.land.board or where not in state.land.lie(cell).number:
        raise ValueError(f"there is nothing at '{key}'; write a cell and a place on its tile: 1,0@n")
    regions, area = state.land.feature(cell, state.land.lie(cell).number[where])
    size = regions.size(area)
    said = [f"{size} tile{'s' if size > 1 else ''}"]
    if regions is not state.land.fields and regions.open_edges(area):
        said.insert(0, "open")
    shields = regions.marks(area)[SHIELD] if regions.mark_kinds else 0
    said += [f"{shields} shield{'s' if shields > 1 else ''}"] * bool(shields)
    said += [name for name, count in zip(state.seats, regions.seats(area), strict=True) for _ in range(count)]
    return ", ".join(said)


NOUNS: tuple[Noun, ...] = (
    Noun(
        name="tiles",
        put=put_tiles,
        write=lambda state: TILES.write(state, lying(state)),
        tell=lambda state, key: TILES.tell(state, lying(state), key),
        fields=("land",),
        means=TILES,
    ),
    Noun(
        name="meeples",
        put=put_meeples,
        write=lambda state: MEEPLES.write(state, standing(state)),
        count=lambda state, seat: int(state.supply[seat]),
        tell=lambda state, key: MEEPLES.tell(state, standing(state), key),
        fields=("supply",),
        means=MEEPLES,
    ),
    Noun(name="region", tell=tell_region),
    Noun(name="", put=check),
)
"""The order matters: meeples stand on tiles."""
