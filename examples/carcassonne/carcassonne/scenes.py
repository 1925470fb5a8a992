"""Words that Carcassonne adds to scenes: the tiles on the table, the meeples on them, features by cell and side.

Tiles are named in the order of placing, and the start tile lies at 0,0 unless another one does. Meeples that a scene
does not name are in hand. `region 0,0@n is open, 2 tiles, anna`: what has become of a feature, and whose meeples are
there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.grid import SQUARE4
from tilewright.core.meanings import NOBODY, SEAT, Meaning, at_cells, thing
from tilewright.core.nouns import Given, Noun

from .actions import ROTATIONS
from .land import SHIELD, Land
from .printed import Lie
from .state import NOWHERE, Carcassonne

if TYPE_CHECKING:
    from tilewright.core.position import Position
    from tilewright.core.state import State


class _Lie(Meaning):
    """A tile as it lies; None for no tile."""

    what = "tile and rotation"

    def example(self, state: State) -> str:
        return "U r1"

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> Lie:
        id, _, turned = str(value).partition(" ")
        tile = state.rules.data.tiles[thing("tile").read(state, id, *path)]
        if turned not in ("", *map(str, ROTATIONS)):
            raise Given(f"'{turned}' is not a rotation; write r0, r1, r2 or r3", *path)
        lie: Lie = tile.lies[int(turned[1:] or 0)]
        return lie

    def write(self, state: State, value: Lie | None) -> str:
        return f"{value.tile.id} r{value.face.rotation}" if value is not None else NOBODY


class _Standing(Meaning):
    """The seat of a meeple and where on the tile it stands; None for no meeple."""

    what = "player and place"

    def example(self, state: State) -> str:
        return f"{state.seats[0]} n"

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> tuple[int, str]:
        name, _, where = str(value).partition(" ")
        return SEAT.read(state, name, *path), where

    def write(self, state: State, value: tuple[int, str] | None) -> str:
        return f"{state.seats[value[0]]} {value[1]}" if value is not None else NOBODY


TILES = at_cells(_Lie(), without=None)
MEEPLES = at_cells(_Standing(), without=None)


def put_tiles(position: Position[Carcassonne], tiles: Any) -> None:
    """These tiles lie on the table, in this order, and no meeple is there."""
    state = position.state
    printed, fresh = state.printed, Land.empty(len(state.seats))
    given = TILES.read(state, tiles)
    if 0 not in given:
        given = {0: printed.tiles[printed.start].lies[0]} | given
    for lie in lying(state).values():
        position.put_back("tile", printed.by_id[lie.tile.id])
    for cell, lie in given.items():
        text, id = SQUARE4.text(cell), lie.tile.id
        for side, letter in enumerate(fresh.board.wanted(cell) if cell in fresh.board.frontier else "...."):
            if letter not in (".", lie.face.edges[side]):
                raise Given(f"side {SQUARE4.directions[side]} must be {letter} here (CA-PLACE-2)", text)
        if not position.take("tile", printed.by_id[id]) and not position.trusted("tile"):
            raise Given(f"there is no further {id}", text)
        fresh.place(cell, lie)
    state.land, state.latest = fresh, NOWHERE
    state.supply = [state.rules.options.meeples] * len(state.seats)


def put_meeples(position: Position[Carcassonne], meeples: Any) -> None:
    """Exactly these meeples stand on the land; all others are in hand."""
    state = position.state
    given = MEEPLES.read(state, meeples)
    land = state.land = Land.from_dict({**state.land.to_dict(), "meeples": []}, state.printed)
    state.supply = [state.rules.options.meeples] * len(state.seats)
    for cell, (seat, where) in given.items():
        text = SQUARE4.text(cell)
        if cell not in land.board:
            raise Given("no tile lies here", text)
        number = land.lie(cell).number.get(where)
        if number is None:
            raise Given(f"the tile has nothing at '{where}'; it has {', '.join(land.lie(cell).number)}", text)
        if not state.supply[seat]:
            raise Given(f"{state.seats[seat]} has no further meeple", text)
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


def lying(state: Carcassonne) -> dict[int, Lie]:
    """The tiles on the table, by cell."""
    return {cell: state.land.lie(cell) for cell in state.land.board}


def standing(state: Carcassonne) -> dict[int, tuple[int, str]]:
    """The meeples on the land, by cell: seat and place."""
    land = state.land
    return {cell: (seat, land.lie(cell).names[n]) for cell, (n, seat) in sorted(land.meeples.items())}


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
    ),
    Noun(
        name="meeples",
        put=put_meeples,
        write=lambda state: MEEPLES.write(state, standing(state)),
        count=lambda state, seat: int(state.supply[seat]),
        tell=lambda state, key: MEEPLES.tell(state, standing(state), key),
        fields=("supply",),
    ),
    Noun(name="region", tell=tell_region),
    Noun(name="", put=check),
)
"""The order matters: meeples stand on tiles."""
